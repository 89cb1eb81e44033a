/** Highest in, first out: the lot with the highest unit cost (first currency, fees included) goes first. */
import { at, invariant } from '../amounts/amounts.ts';
import { compareAge, type Inventory, type Lot, type Piece, takePiece } from './inventory.ts';

/** Whether `left` goes before `right`. Unit costs are compared as fractions, without rounding; ties: older first. */
function goesBefore(left: Lot, right: Lot): boolean {
  const leftCost = left.rankCost * right.quantity;
  const rightCost = right.rankCost * left.quantity;
  return leftCost === rightCost ? compareAge(left, right) < 0 : leftCost > rightCost;
}

function siftUp(heap: Lot[], lot: Lot): void {
  let index = heap.length;
  heap.push(lot);
  while (index > 0) {
    const parentIndex = (index - 1) >>> 1;
    const parent = at(heap, parentIndex);
    if (!goesBefore(lot, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = lot;
}

/** Removes the top. */
function siftDown(heap: Lot[]): void {
  const last = heap.pop();
  invariant(last !== undefined, 'an empty heap has no top');
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let childIndex = index * 2 + 1;
    if (childIndex >= heap.length) break;
    const right = heap[childIndex + 1];
    if (right !== undefined && goesBefore(right, at(heap, childIndex))) childIndex += 1;
    const child = at(heap, childIndex);
    if (!goesBefore(child, last)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = last;
}

/** A binary heap. A lot keeps its rank while parts of it are taken. */
export function createHifo(): Inventory {
  const heap: Lot[] = [];
  return {
    acquire: (lot) => siftUp(heap, lot),
    dispose(quantity) {
      const pieces: Piece[] = [];
      let left = quantity;
      while (left > 0n) {
        const lot = at(heap, 0);
        const piece = takePiece(lot, left);
        pieces.push(piece);
        left -= piece.quantity;
        if (lot.remaining === 0n) siftDown(heap);
      }
      return pieces;
    },
    lots: () => heap.toSorted(compareAge),
  };
}
