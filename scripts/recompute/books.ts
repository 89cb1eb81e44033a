/** Books: what each wallet has of each token, what was disposed of, and what was earned and spent. */
import type { Flow } from './flows.ts';
import { places } from './history.ts';
import type { Leg } from './legs.ts';
import { addLot, byAge, type Lot, type Method } from './lots.ts';
import { type Amount, round, zero } from './money.ts';

/** What was borrowed and not paid back; and what is owed, which is the same unless tokens count it. */
export interface Debt {
  principal: Amount;
  /** What the principal was worth when it was borrowed; null: no price. */
  brought: (Amount | null)[];
  owed: Amount;
  isCounted: boolean;
}
/** What left over a bridge and waits for what meets it. */
export interface Departure {
  account: Account;
  symbol: string;
  contract: string;
  chain: string;
  /** Of all that bridges give for it. */
  name: string;
  due: number;
  quantity: Amount;
  lots: Lot[];
  exchanges: boolean;
  message: string;
  /** When it left, and what it was worth then. */
  time: number;
  values: (Amount | null)[];
  tier: number;
}
/** A wallet's token or NFT. */
export interface Account {
  wallet: string;
  asset: string;
  isNft: boolean;
  symbol: string;
  decimals: number;
  lots: Lot[];
  /** What each contract holds, by its address; none where it gave all back. */
  held: Map<string, Lot[]>;
  /** What is on its way over bridges, oldest first. */
  departures: Departure[];
  /** What is owed to each contract. */
  debts: Map<string, Debt>;
  balance: Amount;
  hasOutflow: boolean;
  isShort: boolean;
}
/** What one disposal took from one lot. */
export interface Disposal {
  wallet: string;
  asset: string;
  symbol: string;
  time: number;
  treatment: string;
  disposedBy: string | null;
  transactionId: string;
  acquiredBy: string | null;
  acquiredAt: number | null;
  isMissing: boolean;
  isUnpriced: readonly boolean[];
  quantity: Amount;
  /** Per currency; null: no price. */
  proceeds: (Amount | null)[];
  costs: Amount[];
}
export type ResultKind = 'income' | 'expenses' | 'fees';
/** An amount that counts in the periods that hold its time; null: it would, if its price were known. */
export interface Result {
  wallet: string;
  asset: string;
  time: number;
  kind: ResultKind;
  amounts: (Amount | null)[];
}
export interface Books {
  method: Method;
  accounts: Map<string, Account>;
  disposals: Disposal[];
  results: Result[];
  /** In the order of booking, whatever the method. */
  flows: Flow[];
  /** What the tokens that count debts count, by wallet and token. */
  debtTokens: Map<string, { account: Account; debt: Debt; lender: string }>;
}

/** Books that are being written. */
export interface State extends Books {
  /** Of all accounts, oldest first. */
  departures: Departure[];
  sequence: number;
  arrivals: number;
}

/** Nothing is unpriced, nothing costs anything: per currency. */
export const nobody = places.map(() => false);
export const nothing = places.map(() => zero);

/** The account of a leg, opened when it is new. */
export function accountOf({ accounts }: Books, { wallet, asset, isNft, symbol, decimals }: Leg): Account {
  const name = `${wallet} ${asset}`;
  const known = accounts.get(name);
  if (known !== undefined) return known;
  const made: Account = {
    ...{ wallet, asset, isNft, symbol, decimals, lots: [], held: new Map() },
    ...{ departures: [], debts: new Map() },
    ...{ balance: zero, hasOutflow: false, isShort: false },
  };
  accounts.set(name, made);
  return made;
}

type NewLot = Omit<Lot, 'arrival' | 'first' | 'isPool'>;

/** Puts a lot into an account. */
export function addTo(state: State, account: Account, lot: NewLot): void {
  account.lots = addLot(account.lots, arrived(state, lot), state.method);
}

/** Puts a lot into what a contract holds. */
export function addToHeld(state: State, account: Account, holder: string, lot: NewLot): void {
  const waiting = account.held.get(holder) ?? [];
  account.held.set(holder, addLot(waiting, arrived(state, lot), state.method));
}

/** The lots of a departure, apart from all others. */
export const asDeparted = (state: State, lots: readonly NewLot[]): Lot[] =>
  lots.reduce<Lot[]>((all, lot) => addLot(all, arrived(state, lot), state.method), []);

function arrived(state: State, lot: NewLot): Lot {
  state.arrivals += 1;
  const first = { quantity: lot.quantity, cost: lot.costs[0] ?? zero };
  return { ...lot, arrival: state.arrivals, first, isPool: false };
}

/** All open lots, the wallet's, what each contract holds and what is on its way, oldest first; pools have no age. */
export function openLotsOf({ lots, held, departures }: Account): Lot[] {
  const all = [...lots, ...[...held.values()].flat(), ...departures.flatMap((one) => one.lots)];
  return all.some(({ isPool }) => isPool) ? all : byAge(all);
}

/** Cost per whole unit; 0 when nothing is held. */
export const averageOf = (cost: Amount, quantity: Amount): Amount =>
  quantity.isZero() ? zero : round(cost.div(quantity));
