/**
 * Disposals as a person in the United Kingdom counts them: all wallets together, one pool for each kind of token, the rules of the
 * same day and of 30 days before it (matching.ts). Gathers what happened; pools.ts takes it through the pools. Pure.
 */
import { addOrNull, at } from '../amounts/amounts.ts';
import type {
  AcquiredFlow,
  AssetFlow,
  CarriedFlow,
  DisposedFlow,
  FlowAccount,
  RestatedFlow,
} from '../amounts/asset-flow.ts';
import { acquiredHolding, type OrderedFlow, type TokenDay } from './gathered.ts';
import { nothing, put } from './pool.ts';
import { type MatchedDisposal, throughPools } from './pools.ts';

export interface GainsOptions {
  /** The place of the currency among the ledger's. */
  readonly currency: number;
  /** The day of a moment (unix seconds), in days since 1970. */
  readonly dayOf: (timestamp: number) => number;
  /** Whose they are: what others do is left out. */
  readonly wallets: ReadonlySet<string>;
  readonly isNft: (token: string) => boolean;
}

export interface GainsBook {
  add(flow: AssetFlow): void;
  /** All tokens that flowed. */
  tokens(): readonly string[];
  /** Wallets of others that lots came from or went to: without them the pools are not whole. */
  missingWallets(): readonly string[];
  /** In order of days. `nameOf`: the kind of a token; tokens with one name are one pool, on whatever chains. */
  disposals(nameOf: (token: string) => string): MatchedDisposal[];
}

export function createGainsBook({ currency, dayOf, wallets, isNft }: GainsOptions): GainsBook {
  const days = new Map<string, TokenDay>();
  const ordered: OrderedFlow[] = [];
  const decimalsOf = new Map<string, number>();
  const missing = new Set<string>();

  /** Whether it is theirs as a whole. Notes whose lots it mixes theirs with. */
  const isOwn = ({ from, to }: CarriedFlow | RestatedFlow): boolean => {
    const all = [...from, ...to].map(({ account }) => account.wallet);
    const others = all.filter((wallet) => !wallets.has(wallet));
    if (others.length > 0 && others.length < all.length) for (const wallet of others) missing.add(wallet);
    return others.length === 0;
  };
  return {
    add(flow) {
      const { timestamp } = flow;
      if (flow.kind === 'carried' || flow.kind === 'restated') {
        if (!isOwn(flow)) return;
        for (const { account } of [...flow.from, ...flow.to]) decimalsOf.set(account.token, account.decimals);
        ordered.push({ day: dayOf(timestamp), flow });
        return;
      }
      const { account } = flow;
      if (!wallets.has(account.wallet)) return;
      decimalsOf.set(account.token, account.decimals);
      const day = dayOf(timestamp);
      if (flow.kind === 'dropped' || isNft(account.token)) ordered.push({ day, flow });
      else addTo(openDay(days, account, day), flow, currency);
    },
    tokens: () => [...decimalsOf.keys()],
    missingWallets: () => [...missing].sort(),
    disposals: (nameOf) => throughPools({ days: [...days.values()], ordered, currency, decimalsOf }, nameOf),
  };
}

function openDay(days: Map<string, TokenDay>, account: FlowAccount, day: number): TokenDay {
  const name = `${account.token} ${day}`;
  const known = days.get(name);
  if (known !== undefined) return known;
  const opened: TokenDay = {
    account,
    day,
    acquired: nothing(),
    disposed: 0n,
    count: 0,
    proceeds: 0n,
    fees: 0n,
  };
  days.set(name, opened);
  return opened;
}

function addTo(day: TokenDay, flow: AcquiredFlow | DisposedFlow, currency: number): void {
  if (flow.kind === 'acquired') {
    put(day.acquired, acquiredHolding(flow, currency));
    return;
  }
  const proceeds = at(flow.proceeds, currency);
  day.disposed += flow.quantity;
  day.count += 1;
  day.proceeds = addOrNull(day.proceeds, proceeds);
  day.fees += at(flow.fees, currency);
}
