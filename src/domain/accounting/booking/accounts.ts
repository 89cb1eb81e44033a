/** One account per (wallet, token or NFT), with the figures that do not depend on the cost method. */
import {
  createScale,
  invariant,
  type Money,
  moneyDecimals,
  type OptionalMoney,
  type Scale,
  zeroMoney,
} from '../amounts/amounts.ts';

/** What is owed to one lender, in base units of the account's token. */
export interface Debt {
  /** What was borrowed less what was paid back: what is paid beyond it is interest. */
  principal: bigint;
  /** What the principal was worth when it was borrowed; null: a price was unknown. Never changed in place. */
  value: OptionalMoney;
  /** As its tokens say, where there are some; else the principal. */
  owed: bigint;
  /** Tokens that stand for it. */
  readonly tokens: string[];
}

/** What left over a bridge: its lots wait, apart from all others, until something arrives that meets it. */
export interface Departure {
  readonly account: Account;
  /** Of its escrow. */
  readonly name: string;
  /** The transfer that left, and the bridge's contract. */
  readonly id: string;
  readonly heldBy: string;
  readonly asset: string | null;
  readonly chain: string;
  readonly timestamp: number;
  /** Unix seconds: until then an arrival meets it. */
  readonly due: number;
  /** Its place in the ledger. */
  readonly sequence: number;
  /** As in Crossing. */
  readonly exchanges: boolean;
  readonly message: string | null;
  /** What it was worth when it left, and how well that is known (0 is the best). */
  readonly value: OptionalMoney;
  readonly tier: number;
}

export interface Account {
  /** Its place in the list: books keep what depends on the method under the same number. */
  readonly index: number;
  readonly wallet: string;
  readonly token: string;
  readonly decimals: number;
  /** quantity × price ÷ this = money. */
  readonly valueScale: Scale;
  /** What the open lots hold that the wallet itself has. */
  held: bigint;
  /** What each protocol's contract holds of it, by contract, 0 once all is back; and each departure, which goes when it is met. */
  readonly escrows: Map<string, bigint>;
  /** By the names of their escrows, in the order in which they left. */
  readonly departures: Map<string, Departure>;
  /** The sum of the escrows. */
  escrowed: bigint;
  /** By lender; it stays once all is paid back. */
  readonly debts: Map<string, Debt>;
  /** How much more was disposed of than was held, summed. */
  shortfall: bigint;
  income: Money;
  expenses: Money;
  /** Network fees paid with it, at market value. */
  fees: Money;
  /** The number of the last group that touched it. */
  touchedBy: number;
  /** As of when its totals were last told; null: not since the ledger was made or restored. */
  told: { readonly position: string; readonly timestamp: number } | null;
}

/** What all open lots hold, wherever they are. */
export function inventoryOf({ held, escrowed }: Account): bigint {
  return held + escrowed;
}

/** Whether no open lot holds anything, wherever it is. */
export function isEmpty({ held, escrowed }: Account): boolean {
  return held === 0n && escrowed === 0n;
}

/** What there is, at the wallet or held by protocols, less what was disposed of without being there. */
export function balanceOf(account: Account): bigint {
  return inventoryOf(account) - account.shortfall;
}

/** Under which `Accounts.debtTokens` has a token of a wallet. */
export const debtTokenName = ({ wallet, token }: { wallet: string; token: string }): string =>
  `${wallet} ${token}`;

export interface Accounts {
  readonly list: readonly Account[];
  /** What the tokens that stand for debts stand for, by wallet and token. */
  readonly debtTokens: Map<string, { readonly account: Account; readonly lender: string }>;
  /** The account, opened when it is new. */
  open(wallet: string, token: string, decimals: number): Account;
  find(wallet: string, token: string): Account | null;
}

export function createAccounts(priceDecimals: number, currencyCount: number): Accounts {
  const list: Account[] = [];
  // Two levels instead of one joined key: no text is built per movement.
  const byWallet = new Map<string, Map<string, Account>>();
  const find = (wallet: string, token: string) => byWallet.get(wallet)?.get(token) ?? null;
  return {
    list,
    debtTokens: new Map(),
    find,
    open(wallet, token, decimals) {
      const known = find(wallet, token);
      if (known !== null) {
        invariant(known.decimals === decimals, 'a token has two different numbers of decimals');
        return known;
      }
      const account: Account = {
        index: list.length,
        wallet,
        token,
        decimals,
        valueScale: createScale(decimals + priceDecimals - moneyDecimals),
        held: 0n,
        escrows: new Map(),
        departures: new Map(),
        escrowed: 0n,
        debts: new Map(),
        shortfall: 0n,
        income: zeroMoney(currencyCount),
        expenses: zeroMoney(currencyCount),
        fees: zeroMoney(currencyCount),
        touchedBy: 0,
        told: null,
      };
      list.push(account);
      const tokens = byWallet.get(wallet);
      if (tokens === undefined) byWallet.set(wallet, new Map([[token, account]]));
      else tokens.set(token, account);
      return account;
    },
  };
}
