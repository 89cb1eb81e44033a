/** Puts the pricing job together: sources by the configuration, read through the chains that are loaded. */
import { createHash } from 'node:crypto';
import { zeroAddress } from '../../domain/model.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { marketSources, someAsk } from '../../domain/money/price-sources.ts';
import type { Log } from '../../log.ts';
import { type Clock, nowSeconds, systemClock } from '../../outgoing/clock.ts';
import { withBuiltInPrices } from '../../prices/built-in.ts';
import type { Twin } from '../../prices/quote/derived.ts';
import { createQuoter, type Quoter } from '../../prices/quote/quote.ts';
import { createPriceSources, createRateSource, type PricesConfig } from '../../prices/registry.ts';
import { nativeCoinId } from '../../prices/source/coin-names.ts';
import type { PriceSource, PriceToken } from '../../prices/source/price-source.ts';
import type { PriceEventHandler } from '../../prices/source/source-counters.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTrustedTokens } from '../../store/lookups/lookup-reads.ts';
import { noteSources } from '../../store/prices/price-rows.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { createPriceBook } from './book/price-book.ts';
import { createSourceReader } from './chain-source-reader.ts';
import { createCurrentPrices } from './current-prices.ts';
import { createMarketAirdrops } from './market-airdrops.ts';
import { renewPrices } from './price-renewal.ts';
import { createPricingWorker, type PricingWorker } from './pricing-worker.ts';
import { createReferenceRates } from './reference-rates.ts';
import { createWalletPricing } from './wallet-pricing.ts';
import { priceWantedHours } from './wanted-prices.ts';

export type PricingConfig = PricesConfig & { currencies: CurrencyTokens };
export type PricedChain = Pick<ChainRuntime, 'config' | 'source'>;

export interface PricingDependencies {
  database: Database;
  chains: readonly PricedChain[];
  log: Log;
  /** Names this process in the lease. */
  owner: string;
  leaseMs?: number;
  onPriceEvent?: PriceEventHandler;
  onCoverage?: (coverage: { priced: number; unpriced: number }) => void;
}

/** A quoter over the configured sources, and the readers of the chains that it reads through. */
export function createConfiguredQuoter(
  config: PricingConfig,
  chains: readonly PricedChain[],
  options: { clock?: Clock; onEvent?: PriceEventHandler } = {},
): {
  quoter: Quoter;
  sources: readonly PriceSource[];
  readerOf: (chainId: number) => ReturnType<typeof createSourceReader> | null;
} {
  // An explorer's few calls a second are for loading wallets: prices are read on chain by nodes alone.
  const readable = chains.filter((chain) => chain.config.rpc.length > 0);
  const readers = new Map(
    readable.map(({ config: { chainId }, source }) => [chainId, createSourceReader(source)]),
  );
  const readerOf = (chainId: number) => readers.get(chainId) ?? null;
  const { clock = systemClock, onEvent } = options;
  const observed = onEvent === undefined ? {} : { onEvent };
  const sources = createPriceSources(
    { ...config, ...withBuiltInPrices(config, [...readers.keys()]) },
    { clock, readerOf, ...observed },
  );
  return { quoter: createQuoter({ sources, clock, ...observed }), sources, readerOf };
}

/** Null when no source is configured: then nothing is contacted and nothing is priced. */
export async function createPricing(
  config: PricingConfig,
  dependencies: PricingDependencies,
): Promise<PricingWorker | null> {
  const { database, chains, log, owner, leaseMs, onPriceEvent, onCoverage } = dependencies;
  if (config.order.length === 0) return null;
  const read = chains.map(({ config: { chainId, rpc } }) => `${chainId}:${rpc.length > 0}`);
  // Where the rates of states' currencies come from says nothing of tokens.
  const { fiat: _, ...ofTokens } = config;
  await noteSources(database, digest(JSON.stringify([ofTokens, read, derivations])));
  const observed = onPriceEvent === undefined ? {} : { onEvent: onPriceEvent };
  const { quoter, sources, readerOf } = createConfiguredQuoter(config, chains, observed);
  const rates = createRateSource(config, { clock: systemClock, ...observed });
  const listing = marketSources(config.order);
  const wrapped = wrappedCoins(chains);
  const twins = await findTwins(database, chains);
  const rateTokens = rateTokensOf(config, chains);
  // A node that is down is told of by the sources; the shares of its chain keep their last price.
  const headOf = async (id: number) => {
    const chain = chains.find(({ config: { chainId } }) => chainId === id);
    return (await chain?.source.getHead().catch(() => null)) ?? null;
  };
  return createPricingWorker({
    ...{ database, log, owner },
    createParts(led, signal) {
      const book = createPriceBook({
        ...{ database: led, quoter, readerOf, wrapped, twins },
        readsBlocks: someAsk(config.order, 'chain'),
        rateTokens: Object.values(config.currencies),
        onFault: (error) => log.warn({ error }, 'a price could not be derived'),
      });
      const walletPricing = createWalletPricing({ database: led, book, rateTokens, signal });
      return {
        walletPricing,
        renewedPrices: () => renewPrices({ database: led, book, walletPricing, signal }),
        wantedPrices: () => priceWantedHours(led, book),
        marketAirdrops: createMarketAirdrops({
          ...{ database: led, chains, signal },
          sources: sources.filter(({ name }) => listing.includes(name)),
        }),
        currentPrices: createCurrentPrices({ database: led, quoter, book, rateTokens, wrapped, headOf }),
        ...(rates !== null && {
          referenceRates: createReferenceRates({
            ...{ database: led, rates, clock: systemClock, log, signal, ...observed },
          }),
        }),
      };
    },
    ...(leaseMs === undefined ? {} : { leaseMs }),
    ...(onCoverage === undefined ? {} : { onCoverage }),
  });
}

/** What prices are derived from. Whoever adds to it changes the text: what had no price is asked for again at once. */
const derivations = 'trades, twins, vaults, pairs, receipts and debts of lending';

/** A configuration may hold keys: what is stored of it is a hash. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The currencies' tokens that a source could know: of a chain that is read, or known to an HTTP source. */
function rateTokensOf(config: PricingConfig, chains: readonly PricedChain[]): PriceToken[] {
  const read = new Set(chains.map(({ config: { chainId } }) => chainId));
  const isHttp = someAsk(config.order, 'service');
  const now = nowSeconds(systemClock);
  return Object.values(config.currencies).filter(
    ({ chainId }) => read.has(chainId) || (isHttp && nativeCoinId(chainId, now) !== null),
  );
}

/** Each chain's wrapped coin, which has the price of the coin. */
export function wrappedCoins(chains: readonly Pick<PricedChain, 'config'>[]): Twin[] {
  return chains.flatMap(({ config: { chainId, wrappedNative } }): Twin[] =>
    wrappedNative === null
      ? []
      : [{ token: { chainId, address: wrappedNative }, original: { chainId, address: zeroAddress } }],
  );
}

/** Listed tokens of one asset on several chains stand for its first. */
async function findTwins(database: Database, chains: readonly PricedChain[]): Promise<Twin[]> {
  const listed = (
    await Promise.all(chains.map(({ config: { chainId } }) => findTrustedTokens(database, chainId)))
  ).flat();
  return [...Map.groupBy(listed, ({ assetSlug }) => assetSlug)].flatMap(([slug, tokens]): Twin[] => {
    const [original, ...others] = tokens.toSorted((left, right) => left.chainId - right.chainId);
    if (slug === null || original === undefined) return [];
    const place = ({ chainId, address }: PriceToken): PriceToken => ({ chainId, address });
    return others.map((token) => ({ token: place(token), original: place(original) }));
  });
}
