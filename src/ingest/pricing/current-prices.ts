/** The prices of now, on a schedule, of every token that a wallet holds and of the currencies. */

import { createMemory } from '../../domain/memory.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { derivedSources } from '../../domain/money/price-sources.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import type { Quoter } from '../../prices/quote/quote.ts';
import type { QuoteRequest } from '../../prices/quote/quote-state.ts';
import type { PriceToken } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import { sumTransfers } from '../../store/pages/balance-sums.ts';
import { findLatestPrices, storeCurrentPrices } from '../../store/prices/price-rows.ts';
import { lastTransferPrices } from '../../store/prices/transfer-prices.ts';
import type { PriceBook } from './price-book.ts';

export interface CurrentPrices {
  /** Asks for the prices of everything held; what nobody can tell keeps its last price. */
  refresh(wallets: readonly { walletId: number; fingerprint: string }[]): Promise<number>;
}

interface Held {
  token: PriceToken;
  amount: bigint;
}

const tradedConfidence = 0.3;
/** Holdings of all wallets that are remembered, spam included: some 50 MB. */
const defaultRememberedHoldings = 200_000;

const keyOf = ({ chainId, address }: Pick<PriceToken, 'chainId' | 'address'>): string =>
  `${chainId}:${address}`;

export function createCurrentPrices(options: {
  database: Database;
  quoter: Quoter;
  book: PriceBook;
  rateTokens: readonly PriceToken[];
  /** Wrapped coins: they have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** The newest block of a chain that is read, or null. */
  headOf(chainId: number): Promise<{ timestamp: number } | null>;
  /** So many holdings are remembered; the wallets of the others are added up each time. */
  rememberedHoldings?: number;
}): CurrentPrices {
  const { database, quoter, book, rateTokens, wrapped, headOf } = options;
  const { rememberedHoldings = defaultRememberedHoldings } = options;
  /** What each wallet held when its rows were last counted: adding up a long history takes a while. */
  const holdings = createMemory<number, { fingerprint: string; held: Held[] }>({
    maximum: rememberedHoldings,
    weightOf: ({ held }) => held.length + 1,
  });

  async function heldBy({
    walletId,
    fingerprint,
  }: {
    walletId: number;
    fingerprint: string;
  }): Promise<Held[]> {
    const known = holdings.get(walletId);
    if (known?.fingerprint === fingerprint) return known.held;
    const rows = await sumTransfers(database, [walletId]);
    const held = rows.flatMap(({ chainId, tokenAddress, amount }): Held[] =>
      amount > 0n ? [{ token: { chainId, address: tokenAddress }, amount }] : [],
    );
    holdings.keep(walletId, { fingerprint, held });
    return held;
  }

  /** The recognised tokens that anybody holds, each with the largest holding of it; none: nothing is asked. */
  async function requestsFor(
    wallets: readonly { walletId: number; fingerprint: string }[],
  ): Promise<{ requests: QuoteRequest[]; wrappedHeld: PriceToken[] }> {
    const largest = new Map<string, Held>();
    for (const wallet of wallets) {
      for (const held of await heldBy(wallet)) {
        const known = largest.get(keyOf(held.token));
        if (known === undefined || known.amount < held.amount) largest.set(keyOf(held.token), held);
      }
    }
    const rows = await findTokens(
      database,
      [...largest.values()].map(({ token }) => token),
    );
    const wrappedHeld: PriceToken[] = [];
    const held = rows.flatMap((row): { token: PriceToken; amount?: string }[] => {
      const holding = largest.get(keyOf(row));
      if (holding === undefined || row.assetSlug === null || row.decimals === null) return [];
      const coin = originalOf(holding.token, wrapped);
      if (coin !== null) wrappedHeld.push(holding.token);
      const token = { ...(coin ?? holding.token), decimals: row.decimals };
      return [{ token, amount: formatUnits(holding.amount, row.decimals) }];
    });
    if (held.length === 0) return { requests: [], wrappedHeld };
    const isHeld = new Set(held.map(({ token }) => keyOf(token)));
    const rates = rateTokens.filter((token) => !isHeld.has(keyOf(token))).map((token) => ({ token }));
    const each = new Map([...rates, ...held].map((asked) => [keyOf(asked.token), asked]));
    const requests = [...each.values()].map(({ token, ...rest }) => ({ ...rest, point: { token, time: 0 } }));
    return { requests, wrappedHeld };
  }

  /** Shares have no source of their own: once an hour they are priced by what they stand for. */
  async function refreshDerived(tokens: readonly PriceToken[]): Promise<void> {
    for (const [chainId, group] of Map.groupBy(tokens, (token) => token.chainId)) {
      const head = await headOf(chainId);
      if (head === null) continue;
      await book.pricesAt(group.map((token) => ({ token, time: head.timestamp })));
    }
  }

  /** What no source ever knew is worth what it was last traded at; readers see how old that is. */
  async function takeTraded(walletIds: readonly number[], tokens: readonly PriceToken[]): Promise<void> {
    const last = await lastTransferPrices(database, { walletIds, tokens });
    await storeCurrentPrices(
      database,
      last.map(({ chainId, address, price, timestamp, source }) => ({
        ...{ chainId, address, price, source, observedAt: timestamp, confidence: tradedConfidence },
        provenance: { explanation: 'no source has a price; this is what it was last traded at' },
      })),
    );
  }

  return {
    async refresh(wallets) {
      const { requests, wrappedHeld } = await requestsFor(wallets);
      const tokens = requests.map(({ point }) => point.token);
      const latest = await findLatestPrices(database, tokens);
      const lastOf = new Map(latest.map((row) => [keyOf(row), row]));
      const quotes = await quoter.current(
        requests.map((request) => {
          const last = lastOf.get(keyOf(request.point.token));
          return last === undefined
            ? request
            : { ...request, last: { priceUsd: last.price, observedAt: last.observedAt } };
        }),
      );
      const found = quotes.flatMap((quote) => {
        if (quote.price === null) return [];
        const { priceUsd, observedAt, source, confidence, agreement } = quote.price;
        const { chainId, address } = quote.point.token;
        const provenance = { ...quote.provenance, agreement };
        return [{ chainId, address, price: priceUsd, observedAt, source, confidence, provenance }];
      });
      const priceOf = new Map(found.map((price) => [keyOf(price), price]));
      const ofWrapped = wrappedHeld.flatMap(({ chainId, address }) => {
        const coin = originalOf({ chainId, address }, wrapped);
        const price = coin === null ? undefined : priceOf.get(keyOf(coin));
        return price === undefined ? [] : [{ ...price, chainId, address }];
      });
      await storeCurrentPrices(database, [...found, ...ofWrapped]);
      const isFound = new Set(found.map(keyOf));
      const derived = tokens.filter(
        (token) =>
          !isFound.has(keyOf(token)) &&
          derivedSources.some((source) => source === lastOf.get(keyOf(token))?.source),
      );
      await refreshDerived(derived);
      const unknown = tokens.filter((token) => !isFound.has(keyOf(token)) && !lastOf.has(keyOf(token)));
      await takeTraded(
        wallets.map(({ walletId }) => walletId),
        unknown,
      );
      return found.length;
    },
  };
}
