/** The prices of now, on a schedule, of every token that a wallet holds and of the currencies. */

import { keyOfContract } from '../../domain/ids.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { derivedSources } from '../../domain/money/price-sources.ts';
import { type Clock, nowSeconds, systemClock } from '../../outgoing/clock.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import type { Quoter } from '../../prices/quote/quote.ts';
import type { QuoteRequest } from '../../prices/quote/quote-state.ts';
import { type PriceToken, tokenKey } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import { sumTransfers, type TransferSumRow } from '../../store/pages/balance-sums.ts';
import { findLatestPrices } from '../../store/prices/price-reads.ts';
import { type CurrentPrice, type KnownPrice, storeCurrentPrices } from '../../store/prices/price-rows.ts';
import { lastTransferPrices } from '../../store/prices/transfer-prices.ts';
import type { PriceBook } from './book/price-book.ts';
import { mayBeKnown } from './book/price-outcomes.ts';
import { type Asked, priceShares } from './current-shares.ts';

/** A wallet, and the counter of its changes: at the same one its rows are as they were. */
interface CountedWallet {
  walletId: number;
  version: bigint;
}

export interface CurrentPrices {
  /** Asks for the prices of everything held; what nobody can tell keeps its last price. Answers how many sources knew. */
  refresh(wallets: readonly CountedWallet[]): Promise<number>;
}

export interface CurrentPricesOptions {
  database: Database;
  quoter: Quoter;
  book: Pick<PriceBook, 'derive' | 'pricesAt'>;
  rateTokens: readonly PriceToken[];
  /** Wrapped coins: they have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** The newest block of a chain that is read, or null. */
  headOf(chainId: number): Promise<{ number: number; timestamp: number } | null>;
  clock?: Clock;
  /** So many holdings are remembered; the wallets of the others are added up each time. */
  rememberedHoldings?: number;
}

interface CurrentState extends CurrentPricesOptions {
  readonly clock: Clock;
  /** What each wallet held when its rows were last counted: adding up a long history takes a while. */
  readonly holdings: Memory<number, { version: bigint; held: Held[] }>;
  /** When a share was derived last, also in vain, in unix seconds. */
  readonly tried: Memory<string, number>;
}

interface Held {
  token: PriceToken;
  amount: bigint;
}

const tradedConfidence = 0.3;
/**
 * So old a share's price is computed anew: each takes reads of a node of its own, so that they are not asked for as often as all
 * else; and none shall come to be an hour old.
 */
const shareSeconds = 1_800;
/** What did not follow, or could not be read, is tried again after so long. */
const retrySeconds = 600;
const rememberedTries = 20_000;
/** Holdings of all wallets that are remembered, spam included: some 50 MB. */
const defaultRememberedHoldings = 200_000;

/** What a protocol has of it, or lent, is part of what the wallet is worth. */
function heldOf({ chainId, tokenAddress, amount, handedOver, borrowed }: TransferSumRow): Held[] {
  const most = larger(amount, larger(handedOver, borrowed));
  return most > 0n ? [{ token: { chainId, address: tokenAddress }, amount: most }] : [];
}

function larger(left: bigint, right: bigint): bigint {
  if (left > right) return left;
  return right;
}

export function createCurrentPrices(options: CurrentPricesOptions): CurrentPrices {
  const { rememberedHoldings = defaultRememberedHoldings } = options;
  const holdings: CurrentState['holdings'] = createMemory({
    maximum: rememberedHoldings,
    weightOf: ({ held }) => held.length + 1,
  });
  const tried: CurrentState['tried'] = createMemory({ maximum: rememberedTries });
  const state: CurrentState = { clock: systemClock, ...options, holdings, tried };
  return { refresh: (wallets) => refresh(state, wallets) };
}

async function refresh(state: CurrentState, wallets: readonly CountedWallet[]): Promise<number> {
  const { database } = state;
  const { requests, wrappedHeld } = await requestsFor(state, wallets);
  const tokens = requests.map(({ point }) => point.token);
  const latest = await findLatestPrices(database, tokens);
  const lastOf = new Map(latest.map((row) => [keyOfContract(row), row]));
  const found = await askSources(state, requests, lastOf);
  const priceOf = new Map(found.map((price) => [keyOfContract(price), price]));
  await storeCurrentPrices(database, found);
  const missing = tokens.filter((token) => !priceOf.has(keyOfContract(token)));
  const shares = await refreshShares(state, missing, lastOf);
  for (const price of shares) priceOf.set(keyOfContract(price), price);
  await storeCurrentPrices(database, [...shares, ...wrappedPrices(state, wrappedHeld, priceOf)]);
  const walletIds = wallets.map(({ walletId }) => walletId);
  await takeTraded(
    database,
    walletIds,
    missing.filter((token) => !lastOf.has(keyOfContract(token))),
  );
  return found.length;
}

/** Wrapped coins have the prices of their coins. */
function wrappedPrices(
  { wrapped }: CurrentState,
  held: readonly PriceToken[],
  priceOf: ReadonlyMap<string, CurrentPrice>,
): CurrentPrice[] {
  return held.flatMap(({ chainId, address }) => {
    const coin = originalOf({ chainId, address }, wrapped);
    const price = coin === null ? undefined : priceOf.get(keyOfContract(coin));
    return price === undefined ? [] : [{ ...price, chainId, address }];
  });
}

/** What the sources say now, of those that they know; each is told the last price, to judge a new one by. */
async function askSources(
  { quoter }: CurrentState,
  requests: readonly QuoteRequest[],
  lastOf: ReadonlyMap<string, { price: string; observedAt: number }>,
): Promise<CurrentPrice[]> {
  const quotes = await quoter.current(
    requests.map((request) => {
      const last = lastOf.get(keyOfContract(request.point.token));
      return last === undefined
        ? request
        : { ...request, last: { priceUsd: last.price, observedAt: last.observedAt } };
    }),
  );
  return quotes.flatMap((quote): CurrentPrice[] => {
    if (quote.price === null) return [];
    const { priceUsd, observedAt, source, confidence, agreement } = quote.price;
    const { chainId, address } = quote.point.token;
    const provenance = { ...quote.provenance, agreement };
    return [{ chainId, address, price: priceUsd, observedAt, source, confidence, provenance }];
  });
}

async function heldBy(
  { database, holdings }: CurrentState,
  { walletId, version }: CountedWallet,
): Promise<Held[]> {
  const known = holdings.get(walletId);
  if (known?.version === version) return known.held;
  const rows = await sumTransfers(database, [walletId]);
  const held = rows.flatMap(heldOf);
  holdings.keep(walletId, { version, held });
  return held;
}

/** The recognised tokens that anybody holds, each with the largest holding of it; none: nothing is asked. */
async function requestsFor(
  state: CurrentState,
  wallets: readonly CountedWallet[],
): Promise<{ requests: QuoteRequest[]; wrappedHeld: PriceToken[] }> {
  const largest = new Map<string, Held>();
  for (const wallet of wallets) {
    for (const held of await heldBy(state, wallet)) {
      const known = largest.get(keyOfContract(held.token));
      if (known === undefined || known.amount < held.amount) largest.set(keyOfContract(held.token), held);
    }
  }
  const rows = await findTokens(
    state.database,
    [...largest.values()].map(({ token }) => token),
  );
  const wrappedHeld: PriceToken[] = [];
  const held = rows.flatMap((row): { token: PriceToken; amount?: string }[] => {
    const holding = largest.get(keyOfContract(row));
    if (holding === undefined || row.assetSlug === null || row.decimals === null) return [];
    const coin = originalOf(holding.token, state.wrapped);
    if (coin !== null) wrappedHeld.push(holding.token);
    const token = { ...(coin ?? holding.token), decimals: row.decimals };
    return [{ token, amount: formatUnits(holding.amount, row.decimals) }];
  });
  if (held.length === 0) return { requests: [], wrappedHeld };
  const isHeld = new Set(held.map(({ token }) => keyOfContract(token)));
  const rates = state.rateTokens
    .filter((token) => !isHeld.has(keyOfContract(token)))
    .map((token) => ({ token }));
  const each = new Map([...rates, ...held].map((asked) => [keyOfContract(asked.token), asked]));
  const requests = [...each.values()].map(({ token, ...rest }) => ({ ...rest, point: { token, time: 0 } }));
  return { requests, wrappedHeld };
}

/** Shares have no source of their own: they are priced by what they stand for. Answers their prices of now. */
async function refreshShares(
  state: CurrentState,
  missing: readonly PriceToken[],
  lastOf: ReadonlyMap<string, { source: string }>,
): Promise<CurrentPrice[]> {
  const { book, wrapped, clock } = state;
  const shares = missing.filter((token) => isDerived(lastOf.get(keyOfContract(token))?.source));
  const headOf = askedOnce(state.headOf);
  await keepHours({ book, headOf }, shares);
  const due = await dueShares(state, shares);
  if (due.length === 0) return [];
  const time = nowSeconds(clock);
  for (const token of due) state.tried.keep(keyOfContract(token), time);
  const ask = (tokens: readonly PriceToken[]): Promise<Asked> => askParts(state, tokens, time);
  return priceShares({ book, wrapped, headOf, ask, time }, due);
}

const isDerived = (source: string | undefined): boolean =>
  derivedSources.some((derived) => derived === source);

/** All shares of a refresh are read at the same blocks. */
function askedOnce(headOf: CurrentState['headOf']): CurrentState['headOf'] {
  const heads = new Map<number, ReturnType<CurrentState['headOf']>>();
  return (chainId) => {
    const head = heads.get(chainId) ?? headOf(chainId);
    heads.set(chainId, head);
    return head;
  };
}

/** Each hour's price is kept for charts and for the ends of years: what a node can read now it may not later. */
async function keepHours(
  { book, headOf }: Pick<CurrentState, 'book' | 'headOf'>,
  shares: readonly PriceToken[],
): Promise<void> {
  for (const [chainId, group] of Map.groupBy(shares, (token) => token.chainId)) {
    const head = await headOf(chainId);
    if (head !== null) await book.pricesAt(group.map((token) => ({ token, time: head.timestamp })));
  }
}

/** Whose newest price is so old that it is derived of now, and was not tried just before. */
async function dueShares(
  { database, clock, tried }: CurrentState,
  shares: readonly PriceToken[],
): Promise<PriceToken[]> {
  const now = nowSeconds(clock);
  const latest = await findLatestPrices(database, shares);
  const observed = new Map(latest.map((row) => [keyOfContract(row), row.observedAt]));
  return shares.filter((token) => {
    const key = keyOfContract(token);
    const isOld = (observed.get(key) ?? 0) <= now - shareSeconds;
    return isOld && (tried.get(key) ?? 0) <= now - retrySeconds;
  });
}

/** What sources say now of the parts of shares. */
async function askParts(
  { quoter }: CurrentState,
  tokens: readonly PriceToken[],
  time: number,
): Promise<Asked> {
  const requests = tokens.map((token) => ({ point: { token, time } }));
  const quotes = await quoter.current(requests, { forKeeping: true });
  return new Map(
    quotes.flatMap((quote): [string, KnownPrice | 'failed'][] => {
      const key = tokenKey(quote.point.token);
      if (quote.price === null) return mayBeKnown(quote) ? [[key, 'failed']] : [];
      const { priceUsd: price, observedAt, source, confidence } = quote.price;
      return [[key, { price, observedAt, source, confidence }]];
    }),
  );
}

/** What no source ever knew is worth what it was last traded at; readers see how old that is. */
async function takeTraded(
  database: Database,
  walletIds: readonly number[],
  tokens: readonly PriceToken[],
): Promise<void> {
  const last = await lastTransferPrices(database, { walletIds, tokens });
  await storeCurrentPrices(
    database,
    last.map(({ chainId, address, price, timestamp, source }) => ({
      ...{ chainId, address, price, source, observedAt: timestamp, confidence: tradedConfidence },
      provenance: { explanation: 'no source has a price; this is what it was last traded at' },
    })),
  );
}
