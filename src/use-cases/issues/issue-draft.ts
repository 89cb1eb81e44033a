/** An issue before the names in its sentence are looked up. */
import type { Address } from '../../domain/model.ts';
import type { LedgerToken } from '../../store/ledger/ledger-rows.ts';
import type { IssueView } from '../model/figures-model.ts';

export interface Draft {
  code: IssueView['code'];
  wallet: Address;
  /** Null: of all chains. */
  chainId: number | null;
  token: LedgerToken | null;
  transferId: string | null;
  timestamp: number | null;
  /** What hangs on it in USD, where the ledger says so itself; else it is reckoned from `quantity`. */
  stake?: string;
  /** USD of one whole of the token, where it is known better than by the price of now. */
  price?: string | null;
  /** Of the token, in base units, without sign; null: of none. */
  quantity: bigint | null;
  /** False: it is told so that figures are understood, and nobody has to do anything. */
  needsAction?: boolean;
  say(names: Names): Sentences;
}

/** What sentences name, as people read it. */
export interface Names {
  amount(quantity: bigint): string;
  chain(chainId: number): string;
}

/** What an issue is, and what a client of the API can do about it; both end with a full stop. */
export interface Sentences {
  what: string;
  advice: string;
}

/** A stretch of the list of issues. */
export interface IssueStretch {
  count: number;
  read(offset: number, limit: number): Promise<readonly Draft[]>;
}
