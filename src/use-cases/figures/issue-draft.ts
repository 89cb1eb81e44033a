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
  say(names: { amount(quantity: bigint): string; chain(chainId: number): string }): string;
}

/** A stretch of the list of issues. */
export interface IssueStretch {
  count: number;
  read(offset: number, limit: number): Promise<readonly Draft[]>;
}
