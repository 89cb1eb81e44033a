/** A ledger's accounts as its snapshot holds them (bigint as decimal text), and back. */
import { invariant } from './amounts/amounts.ts';
import type { LedgerOptions } from './amounts/types.ts';
import { type Account, type Accounts, balanceOf, createAccounts } from './booking/accounts.ts';
import { amounts, optionalAmounts, optionalTexts, texts } from './snapshot-lots.ts';

export interface SnapshotAccount {
  wallet: string;
  token: string;
  decimals: number;
  balance: string;
  held: string;
  /** By name: a contract, or a departure. */
  escrows: { heldBy: string; quantity: string }[];
  departures: {
    name: string;
    id: string;
    heldBy: string;
    asset: string | null;
    chain: string;
    timestamp: number;
    due: number;
    sequence: number;
    exchanges: boolean;
    message: string | null;
    value: (string | null)[];
    tier: number;
  }[];
  debts: {
    lender: string;
    principal: string;
    value: (string | null)[];
    owed: string;
    tokens: string[];
  }[];
  shortfall: string;
  income: string[];
  expenses: string[];
  fees: string[];
}

export const writeAccount = (account: Account): SnapshotAccount => ({
  wallet: account.wallet,
  token: account.token,
  decimals: account.decimals,
  balance: String(balanceOf(account)),
  held: String(account.held),
  escrows: [...account.escrows].map(([heldBy, quantity]) => ({ heldBy, quantity: String(quantity) })),
  departures: [...account.departures.values()].map(({ account: _, value, ...departure }) => ({
    ...departure,
    value: optionalTexts(value),
  })),
  debts: [...account.debts].map(([lender, { principal, value, owed, tokens }]) => ({
    ...{ lender, principal: String(principal), owed: String(owed), tokens: [...tokens] },
    value: optionalTexts(value),
  })),
  shortfall: String(account.shortfall),
  income: texts(account.income),
  expenses: texts(account.expenses),
  fees: texts(account.fees),
});

/** Throws where an account is not whole. */
export function readAccounts(
  from: readonly SnapshotAccount[],
  { priceDecimals, currencies }: Pick<LedgerOptions, 'priceDecimals' | 'currencies'>,
): Accounts {
  const accounts = createAccounts(priceDecimals, currencies.length);
  for (const written of from) readAccount(written, accounts);
  return accounts;
}

function readAccount(from: SnapshotAccount, accounts: Accounts): void {
  const account = accounts.open(from.wallet, from.token, from.decimals);
  account.held = BigInt(from.held);
  for (const { heldBy, quantity } of from.escrows) {
    account.escrows.set(heldBy, BigInt(quantity));
    account.escrowed += BigInt(quantity);
  }
  for (const departure of from.departures) {
    invariant(account.escrows.has(departure.name), 'the snapshot has a departure of which nothing waits');
    const value = optionalAmounts(departure.value);
    account.departures.set(departure.name, { ...departure, value, account });
  }
  for (const { lender, principal, value: worth, owed, tokens } of from.debts) {
    const value = optionalAmounts(worth);
    account.debts.set(lender, {
      principal: BigInt(principal),
      value,
      owed: BigInt(owed),
      tokens: [...tokens],
    });
    for (const token of tokens) accounts.debtTokens.set(`${from.wallet} ${token}`, { account, lender });
  }
  account.shortfall = BigInt(from.shortfall);
  account.income = amounts(from.income);
  account.expenses = amounts(from.expenses);
  account.fees = amounts(from.fees);
  invariant(
    balanceOf(account) === BigInt(from.balance),
    'the balance of the snapshot is not what its account holds less its shortfall',
  );
}
