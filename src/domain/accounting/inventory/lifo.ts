/** Last in, first out: the youngest lot goes first. */
import { at } from '../amounts/amounts.ts';
import { type Inventory, insertByAge, type Lot, type Piece, takePiece } from './inventory.ts';

/** A stack, sorted by age. */
export function createLifo(): Inventory {
  const lots: Lot[] = [];
  return {
    acquire: (lot) => insertByAge(lots, 0, lot),
    dispose(quantity) {
      const pieces: Piece[] = [];
      let left = quantity;
      while (left > 0n) {
        const lot = at(lots, lots.length - 1);
        const piece = takePiece(lot, left);
        pieces.push(piece);
        left -= piece.quantity;
        if (lot.remaining === 0n) lots.pop();
      }
      return pieces;
    },
    lots: () => lots.slice(),
  };
}
