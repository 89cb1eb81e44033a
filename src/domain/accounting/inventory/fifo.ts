/** First in, first out: the oldest lot goes first. The default of US tax law where lots are not identified. */
import { at } from '../amounts/amounts.ts';
import { type Inventory, insertByAge, type Lot, type Piece, takePiece } from './inventory.ts';

/** A queue. Used-up lots stay before `head` until there are enough of them to be worth a copy. */
export function createFifo(): Inventory {
  let lots: Lot[] = [];
  let head = 0;
  return {
    acquire: (lot) => insertByAge(lots, head, lot),
    dispose(quantity) {
      const pieces: Piece[] = [];
      let left = quantity;
      while (left > 0n) {
        const lot = at(lots, head);
        const piece = takePiece(lot, left);
        pieces.push(piece);
        left -= piece.quantity;
        if (lot.remaining === 0n) head += 1;
      }
      // Stryker disable next-line all: when used-up lots are dropped shows in memory only.
      if (head > 64 && head * 2 > lots.length) {
        lots = lots.slice(head);
        head = 0;
      }
      return pieces;
    },
    lots: () => lots.slice(head),
  };
}
