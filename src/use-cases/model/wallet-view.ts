/** A wallet as its client sees it: how far it is loaded on each chain, and how late it may be. */
import type { Address, ShownSyncPhase } from '../../domain/model.ts';
import type { BlockchainView } from './view-model.ts';

export interface ChainSyncView {
  blockchain: BlockchainView;
  phase: ShownSyncPhase;
  /** 0 to 100; less than 100 while it is STALE or FAILED, because the head may be further than was seen. */
  percent: number;
  syncedBlock: number | null;
  headBlock: number | null;
  warnings: readonly string[];
  error: string | null;
  updatedAt: number;
  /** Until when the history is known to be complete, once it has fallen behind; null while it is in step with the chain. */
  staleSince: number | null;
  /** How late a new transaction may be seen, in seconds; null until the head was first reached. */
  seenWithinSeconds: number | null;
  /** How many wallets the chain's explorer bears to be looked at once an hour; null: nobody limits it. */
  walletCapacity: number | null;
}

/** Whether figures stand on whole histories, and as of when. */
export interface LoadState {
  isLoaded: boolean;
  /** The earliest of the chains that have fallen behind; null while all are in step. */
  staleSince: number | null;
}

export interface WalletView extends LoadState {
  id: string;
  registrationId: number;
  address: Address;
  /** Its primary name in ENS, checked both ways; null: none is known. */
  ensName: string | null;
  sync: readonly ChainSyncView[];
}
