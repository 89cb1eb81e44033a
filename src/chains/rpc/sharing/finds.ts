/** What a search of blocks tells of one wallet: little enough to be kept until it is the wallet's turn to be loaded. */
import type { Address, Hash, InternalCall } from '../../../domain/model.ts';
import type { RpcTransaction } from '../client/schemas.ts';

export interface BlockRange {
  fromBlock: number;
  toBlock: number;
}

/** A block that was on the chain before a search began: what was found holds as long as it is. */
export interface Frame {
  readonly number: number;
  readonly hash: Hash;
}

/** A block as a link of the chain. */
export interface BlockLink {
  number: number;
  hash: Hash;
  parentHash: Hash;
}

/** A transaction that has to do with the wallet, and why. One may be found for several reasons. */
export interface Find {
  readonly hash: Hash;
  readonly blockNumber: number;
  /** As a log or trace stated it; null where none did. */
  readonly blockHash: Hash | null;
  /** Of the log (in the block) that names the wallet. */
  readonly logIndex?: number;
  /** Value-moving internal calls from or to the wallet; 'unknown' where only fragments of the trace were seen. */
  readonly internalCalls?: readonly InternalCall[] | 'unknown';
  /** Where whole blocks are read, for the wallet that they are read for. */
  readonly transaction?: RpcTransaction;
}

/** All that a search found of one wallet in a range. */
export interface Finds {
  readonly transactions: readonly Find[];
  /** What blocks paid out to the wallet, in the order of the traces. */
  readonly rewards: readonly { blockNumber: number; value: bigint }[];
  /** Where blocks were read whole: the first and the last, which hang together with all between. */
  readonly links: readonly BlockLink[];
}

export const nothingFound: Finds = { transactions: [], rewards: [], links: [] };

/** The part of the finds that lies in the range. */
export function findsWithin({ transactions, rewards, links }: Finds, range: BlockRange): Finds {
  const isWithin = (block: number): boolean => block >= range.fromBlock && block <= range.toBlock;
  return {
    transactions: transactions.filter(({ blockNumber }) => isWithin(blockNumber)),
    rewards: rewards.filter(({ blockNumber }) => isWithin(blockNumber)),
    links: links.filter(({ number }) => isWithin(number)),
  };
}

/** Two hashes, numbers, and what objects and lists take beside them. */
const bytesOfFind = 300;
const bytesOfCall = 260;
const bytesOfLink = 260;
const bytesOfReward = 80;

/** About how much memory the finds take. */
export function bytesOf({ transactions, rewards, links }: Finds): number {
  let bytes = rewards.length * bytesOfReward + links.length * bytesOfLink;
  for (const { internalCalls, transaction } of transactions) {
    bytes += bytesOfFind;
    if (Array.isArray(internalCalls)) bytes += internalCalls.length * bytesOfCall;
    if (transaction !== undefined) bytes += bytesOfTransaction(transaction);
  }
  return bytes;
}

/** About how much memory a transaction takes. */
export const bytesOfTransaction = ({ input }: RpcTransaction): number => 700 + input.length;

/** The wallets of a search, by address, with room for what is found of each. */
export function emptyFinds(wallets: readonly Address[]): Map<Address, MutableFinds> {
  return new Map(wallets.map((wallet) => [wallet, { transactions: [], rewards: [], links: [] }]));
}

export interface MutableFinds extends Finds {
  readonly transactions: Find[];
  readonly rewards: { blockNumber: number; value: bigint }[];
  links: BlockLink[];
}
