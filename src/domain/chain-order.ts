/** The order in which a chain has its transactions. */

export interface ChainPlace {
  blockNumber: number;
  transactionIndex: number;
}

/** For sorting: negative where `left` comes first, 0 for one and the same transaction. */
export function compareChainPlaces(left: ChainPlace, right: ChainPlace): number {
  return left.blockNumber - right.blockNumber || left.transactionIndex - right.transactionIndex;
}
