/** Every price source by name. A new one is a room beside this file and a line here. */
import type { Address } from '../domain/model.ts';
import type { PriceSourceName, rateSource } from '../domain/money/price-sources.ts';
import type { Clock } from '../outgoing/clock.ts';
import type { Fetch } from '../outgoing/exchange.ts';
import type { FeedSetting } from './chainlink/chainlink-book.ts';
import { createChainlink } from './chainlink/chainlink-source.ts';
import { createCoinGecko } from './coingecko/coingecko-source.ts';
import { createDefiLlama } from './defillama/defillama-source.ts';
import { createEcbRates, type EcbRates } from './ecb/ecb-rates.ts';
import type { ChainReader } from './source/chain-reader.ts';
import type { PriceSource } from './source/price-source.ts';
import type { PriceEventHandler } from './source/source-counters.ts';
import type { UniswapChain } from './uniswap/uniswap-pools.ts';
import { createUniswap } from './uniswap/uniswap-source.ts';

/** The `prices` part of the configuration. A source that is not in `order` is never contacted. */
export interface PricesConfig {
  order: readonly PriceSourceName[];
  defillama?: { url?: string | undefined } | undefined;
  coingecko?:
    | { url?: string | undefined; apiKey?: string | undefined; plan?: 'demo' | 'pro' | undefined }
    | undefined;
  /** The rates of states' currencies; left out: none are asked for. */
  fiat?: { source: typeof rateSource | 'none'; url?: string | undefined } | undefined;
  /** By chain id, then token. */
  chainlink?: { feeds: Readonly<Record<string, Readonly<Record<string, FeedSetting>>>> } | undefined;
  /** By chain id. */
  uniswap?: Readonly<Record<string, UniswapChain>> | undefined;
}

export interface PriceSourceDependencies {
  /** In place of the network: what tests answer. */
  fetch?: Fetch | undefined;
  clock: Clock;
  /** The reader of a chain, or null when there is no node for it. */
  readerOf(chainId: number): ChainReader | null;
  onEvent?: PriceEventHandler;
}

type PriceSourceFactory = (config: PricesConfig, dependencies: PriceSourceDependencies) => PriceSource;

const factories = {
  chainlink: (config, dependencies) =>
    createChainlink(
      { feeds: config.chainlink?.feeds ?? {}, wrappedNative: wrappedNative(config) },
      dependencies,
    ),
  uniswap: (config, dependencies) => createUniswap({ chains: config.uniswap ?? {} }, dependencies),
  defillama: (config, dependencies) => createDefiLlama({ ...config.defillama }, dependencies),
  coingecko: (config, dependencies) => createCoinGecko({ ...config.coingecko }, dependencies),
} satisfies Record<PriceSourceName, PriceSourceFactory>;

/** The configured sources in the order of asking. */
export function createPriceSources(
  config: PricesConfig,
  dependencies: PriceSourceDependencies,
): PriceSource[] {
  return config.order.map((name) => factories[name](config, dependencies));
}

/** Who publishes the rates of states' currencies; null: nobody is asked. */
export function createRateSource(
  { fiat }: Pick<PricesConfig, 'fiat'>,
  dependencies: Omit<PriceSourceDependencies, 'readerOf'>,
): EcbRates | null {
  return fiat === undefined || fiat.source === 'none'
    ? null
    : createEcbRates({ url: fiat.url }, dependencies);
}

function wrappedNative(config: PricesConfig): Record<number, Address> {
  const chains = Object.entries(config.uniswap ?? {});
  return Object.fromEntries(chains.map(([chainId, chain]) => [Number(chainId), chain.weth]));
}
