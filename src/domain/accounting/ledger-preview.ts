/** What corrections would move, told before they are made: the accounts of two ledgers that were booked side by side. Pure. */
import type { AccountTotals } from './amounts/types.ts';

/** An account that would stand otherwise; null: there is none of that name in that ledger. */
export interface ChangedAccount {
  readonly wallet: string;
  readonly token: string;
  readonly before: AccountTotals | null;
  readonly after: AccountTotals | null;
}

/** `too long`: too much stands behind the place that is corrected. `not booked`: there is no ledger yet to compare with. */
export type LedgerPreview = readonly ChangedAccount[] | 'too long' | 'not booked';

/** Those of which anything differs. Both ledgers name what they were ever asked to book. */
export function changedAccounts(
  before: readonly AccountTotals[],
  after: readonly AccountTotals[],
): ChangedAccount[] {
  const nameOf = ({ wallet, token }: AccountTotals): string => `${wallet} ${token}`;
  const rest = new Map(after.map((account) => [nameOf(account), account]));
  const changed: ChangedAccount[] = [];
  for (const account of before) {
    const { wallet, token } = account;
    const other = rest.get(nameOf(account)) ?? null;
    rest.delete(nameOf(account));
    if (other === null || textOf(other) !== textOf(account)) {
      changed.push({ wallet, token, before: account, after: other });
    }
  }
  for (const account of rest.values()) {
    changed.push({ wallet: account.wallet, token: account.token, before: null, after: account });
  }
  return changed;
}

/** Accounts are plain data; equal ones are written alike, since one place makes both. */
const textOf = (account: AccountTotals): string =>
  JSON.stringify(account, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
