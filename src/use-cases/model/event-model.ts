/** What clients are told of a wallet. */

import type { WalletEventType } from '../../domain/event-types.ts';
import type { Address } from '../../domain/model.ts';
import type { TransferField } from '../../domain/transfer-events.ts';
import type { SyncErrorKind } from '../../errors.ts';
import type { IssueView } from './figures-model.ts';
import type { BlockchainView, TransferView } from './view-model.ts';

/** Events on a page. */
export const maximumEvents = 500;
export const defaultEvents = 100;

/** FINAL: its block is final by the chain's confirmations, and no re-org takes it away. */
export const finalities = ['PENDING', 'FINAL'] as const;
export type Finality = (typeof finalities)[number];

/** RECOMPUTED: what a balance grew by of itself was measured anew. */
export const retractionReasons = ['REORG', 'RECOMPUTED'] as const;

/** A balance beside the chain's; integers of base units, exact, as texts. */
export interface ComparedBalanceView {
  /** All zero: the native token. */
  tokenAddress: Address;
  onChain: string;
  /** The chain's less what the transfers come to; the client's opening lots are not counted. */
  difference: string;
  blockNumber: number;
}

/** That a client's ledger of a wallet is another one. */
export interface LedgerBookingView {
  /** Figures from this moment on may differ, in unix seconds; null: all. */
  from: number | null;
  /** How many issues there are that were not before, and the other way round: more than 500 are not told one by one. */
  opened: number;
  closed: number;
}

/** How far a history on a chain was. */
export interface LoadingProgressView {
  /** The first block that is read. */
  fromBlock: number;
  /** The last block that was stored; null: none was. */
  block: number | null;
  /** The head of the chain, when it was last asked for. */
  headBlock: number | null;
}

/** An event of a wallet's log, as the client sees it. Apart from numbers and times it is as things stand when it is read. */
export interface WalletEventView {
  /** The same whenever it is read; without a dot. */
  id: string;
  type: WalletEventType;
  /** 1, 2, 3 … per wallet and client, from the registration on, without a gap over all types. */
  sequence: bigint;
  /** The number of the event before it of those that were asked for; on the first of a page the number that was read from. */
  previous: bigint;
  /** When it was stored, in unix seconds. */
  timestamp: number;
  wallet: Address;
  blockchain: BlockchainView;
  /** Of a transfer that is there; null for all else. */
  finality: Finality | null;
  /** Of events of one transfer; null for others. */
  transferId: string | null;
  /** As it is now; null: it is gone by now, as a later event says, or the event is of no single transfer. */
  transfer: TransferView | null;
  /** What may be different; null: not of a change, or anything may be. */
  changed: readonly TransferField[] | null;
  /** Why the transfer is gone; null: it was not taken away. */
  retraction: (typeof retractionReasons)[number] | null;
  /** Of `history.changed`: in which time the transfers lie that are to be read anew, in unix seconds: `from` ≤ t < `to`. */
  between: { from: number; to: number } | null;
  /** Of `balance.differs` and `balance.agrees`. */
  balance: ComparedBalanceView | null;
  /** Of `issue.opened` and `issue.closed`, as the list of issues shows, or showed, it. */
  issue: IssueView | null;
  /** Of `ledger.booked`. */
  booking: LedgerBookingView | null;
  /** Of `wallet.progress`. */
  progress: LoadingProgressView | null;
  /** Of `wallet.failed`. */
  error: { kind: SyncErrorKind; message: string } | null;
}

export interface WalletEventPage {
  events: readonly WalletEventView[];
  /** The number to go on from: nothing that was asked for lies before it and is not in `events`. */
  last: bigint;
  /** There is more by now. */
  hasMore: boolean;
}

/** Events of several wallets: each one's in their order, between wallets by time. */
export interface EventListPage {
  events: readonly WalletEventView[];
  /** Given as `after` with the same wallets, the next page goes on behind this one; also where it is empty. */
  cursor: string;
  /** The same behind one of its events. */
  cursorAt(index: number): string;
  /** There is more by now. */
  hasMore: boolean;
}

/** What a stream of events sends. */
export interface StreamedEventView {
  /** Given as `after`, the stream goes on behind it. */
  cursor: string;
  /** null: nothing but how far the stream has come, as at its beginning. */
  event: WalletEventView | null;
}
