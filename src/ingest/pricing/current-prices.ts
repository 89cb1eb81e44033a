/** The prices of now, on a schedule, of every token that a wallet holds and of the currencies. */

import { keyOfContract } from '../../domain/ids.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { derivedSources } from '../../domain/money/price-sources.ts';
import { type Clock, nowSeconds, systemClock } from '../../outgoing/clock.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import type { Quoter } from '../../prices/quote/quote.ts';
import type { QuoteRequest } from '../../prices/quote/quote-state.ts';
import type { PriceToken } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import { sumTransfers, type TransferSumRow } from '../../store/pages/balance-sums.ts';
import { findLatestPrices } from '../../store/prices/price-reads.ts';
import { type CurrentPrice, storeCurrentPrices } from '../../store/prices/price-rows.ts';
import { lastTransferPrices } from '../../store/prices/transfer-prices.ts';
import type { PriceBook } from './book/price-book.ts';
import { isFaulty } from './book/price-outcomes.ts';
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
  book: Pick<PriceBook, 'derive'>;
  rateTokens: readonly PriceToken[];
  /** Wrapped coins: they have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** The newest block of a chain that is read, or null. */
  headOf(chainId: number): Promise<{ number: number } | null>;
  clock?: Clock;
  /** So many holdings are remembered; the wallets of the others are added up each time. */
  rememberedHoldings?: number;
}

interface CurrentState extends CurrentPricesOptions {
  readonly clock: Clock;
  /** What each wallet held when its rows were last counted: adding up a long history takes a while. */
  readonly holdings: Memory<number, { version: bigint; held: Held[] }>;
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
  const state: CurrentState = { clock: systemClock, ...options, holdings };
  return { refresh: (wallets) => refresh(state, wallets) };
}

async function refresh(state: CurrentState, wallets: readonly CountedWallet[]): Promise<number> {
  const { database } = state;
  const { requests, wrappedHeld } = await requestsFor(state, wallets);
  const tokens = requests.map(({ point }) => point.token);
  const latest = await findLatestPrices(database, tokens);
  const lastOf = new Map(latest.map((row) => [keyOfContract(row), row]));
  const { found } = await askSources(state, requests, lastOf);
  const priceOf = new Map(found.map((price) => [keyOfContract(price), price]));
  const ofWrapped = wrappedHeld.flatMap(({ chainId, address }) => {
    const coin = originalOf({ chainId, address }, state.wrapped);
    const price = coin === null ? undefined : priceOf.get(keyOfContract(coin));
    return price === undefined ? [] : [{ ...price, chainId, address }];
  });
  await storeCurrentPrices(database, [...found, ...ofWrapped]);
  const missing = tokens.filter((token) => !priceOf.has(keyOfContract(token)));
  await refreshShares(state, dueShares(state, missing, lastOf), found);
  const walletIds = wallets.map(({ walletId }) => walletId);
  await takeTraded(
    database,
    walletIds,
    missing.filter((token) => !lastOf.has(keyOfContract(token))),
  );
  return found.length;
}

type LastPrices = ReadonlyMap<string, { price: string; observedAt: number; source: string }>;

/** What the sources say now; each is told the last price, to judge a new one by. */
async function askSources(
  { quoter }: CurrentState,
  requests: readonly QuoteRequest[],
  lastOf: LastPrices,
): Promise<Asked> {
  const quotes = await quoter.current(
    requests.map((request) => {
      const last = lastOf.get(keyOfContract(request.point.token));
      return last === undefined
        ? request
        : { ...request, last: { priceUsd: last.price, observedAt: last.observedAt } };
    }),
  );
  const found = quotes.flatMap((quote): CurrentPrice[] => {
    if (quote.price === null) return [];
    const { priceUsd, observedAt, source, confidence, agreement } = quote.price;
    const { chainId, address } = quote.point.token;
    const provenance = { ...quote.provenance, agreement };
    return [{ chainId, address, price: priceUsd, observedAt, source, confidence, provenance }];
  });
  const failed = quotes.flatMap((quote) =>
    quote.price === null && isFaulty(quote) ? [quote.point.token] : [],
  );
  return { found, failed };
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

/** What was derived before, and is so old that it is derived again. */
function dueShares(
  { clock }: CurrentState,
  missing: readonly PriceToken[],
  lastOf: LastPrices,
): PriceToken[] {
  const before = nowSeconds(clock) - shareSeconds;
  return missing.filter((token) => {
    const last = lastOf.get(keyOfContract(token));
    return last !== undefined && last.observedAt <= before && isDerived(last.source);
  });
}

const isDerived = (source: string): boolean => derivedSources.some((derived) => derived === source);

/** Shares have no source of their own: they are priced by what they stand for. */
async function refreshShares(
  state: CurrentState,
  shares: readonly PriceToken[],
  known: readonly CurrentPrice[],
): Promise<void> {
  if (shares.length === 0) return;
  const { database, book, wrapped, headOf, clock } = state;
  const time = nowSeconds(clock);
  const ask = async (tokens: readonly PriceToken[]): Promise<Asked> => {
    const last = await findLatestPrices(database, tokens);
    const requests = tokens.map((token) => ({ point: { token, time } }));
    return askSources(state, requests, new Map(last.map((row) => [keyOfContract(row), row])));
  };
  const found = await priceShares({ book, wrapped, headOf, ask, time }, shares, known);
  await storeCurrentPrices(database, found);
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
