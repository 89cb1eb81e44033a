/** Where prices come from, by the names that are stored with them, and how far each is trusted: the one table of it. */
import { type PriceTier, priceTiers } from '../accounting/amounts/types.ts';
import { type Address, zeroAddress } from '../model.ts';

/** The sources that can be asked, in the default order of asking. */
export const priceSourceNames = ['chainlink', 'uniswap', 'defillama', 'coingecko'] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

/** Who publishes the rates of states' currencies, which are no prices of tokens (prices/ecb). */
export const rateSource = 'ecb';
/** Whoever can be asked over HTTP or on chain. */
export type AskedSource = PriceSourceName | typeof rateSource;

/** What was derived from other prices: the other side of a swap, a wrapped or bridged twin, a share of a vault or pool. */
export const derivedSources = ['trade', 'twin', 'vault', 'pool-share'] as const;
export type DerivedSource = (typeof derivedSources)[number];

/** Of one transfer alone: a row's price that comes from it is no price of an hour. */
export const tradeSource = 'trade' satisfies DerivedSource;

/** What is kept with a price; 'median': of several sources. */
type StoredSource = PriceSourceName | DerivedSource | 'median';

export type MarketPriceTier = Exclude<PriceTier, 'stated'>;

/** The tiers of market prices, the best first; what a client states is better than all of them. */
export const [, ...marketPriceTiers] = priceTiers;

interface SourceFacts {
  tier: MarketPriceTier;
  /**
   * How sure it has to be for its price to show a market that others than the token's maker vouch for. null: its price shows none; a pool
   * can be filled by who made the token, and emptied again.
   */
  marketFrom: number | null;
  /** `chain`: it reads contracts at blocks. `service`: it asks over HTTP, also about chains that are not loaded. */
  asks: 'chain' | 'service' | 'nobody';
}

const facts = {
  chainlink: { tier: 'reference', marketFrom: 0, asks: 'chain' },
  uniswap: { tier: 'deep-pool', marketFrom: null, asks: 'chain' },
  defillama: { tier: 'deep-pool', marketFrom: 0.95, asks: 'service' },
  coingecko: { tier: 'deep-pool', marketFrom: 0, asks: 'service' },
  median: { tier: 'deep-pool', marketFrom: null, asks: 'nobody' },
  trade: { tier: 'other', marketFrom: null, asks: 'nobody' },
  twin: { tier: 'other', marketFrom: null, asks: 'nobody' },
  vault: { tier: 'other', marketFrom: null, asks: 'nobody' },
  'pool-share': { tier: 'other', marketFrom: null, asks: 'nobody' },
} as const satisfies Record<StoredSource, SourceFacts>;

const factsByName: ReadonlyMap<string, SourceFacts> = new Map(Object.entries(facts));

/** Whether one of the sources reads contracts at blocks (`chain`), or asks over HTTP (`service`). */
export function someAsk(names: readonly PriceSourceName[], whom: 'chain' | 'service'): boolean {
  return names.some((name) => facts[name].asks === whom);
}

/** Whether a source's price of a token, at its own confidence, shows that the token has a market. */
export function showsMarket(source: PriceSourceName, confidence: number): boolean {
  const { marketFrom }: SourceFacts = facts[source];
  return marketFrom !== null && confidence >= marketFrom;
}

/** The sources, of those given, whose prices can show that a token has a market. */
export const marketSources = (names: readonly PriceSourceName[]): PriceSourceName[] =>
  names.filter((name) => showsMarket(name, 1));

/** Assets whose tokens are worth what they say. */
const stableAssets: ReadonlySet<string> = new Set([
  ...['usd-coin', 'bridged-usdc', 'tether', 'dai', 'xdai', 'wrapped-xdai'],
]);

/** The native token, or one of the stable assets, listed. */
export function isReferenceToken(
  address: Address,
  facts: { assetSlug: string | null; isTrusted: boolean } | undefined,
): boolean {
  if (address === zeroAddress) return true;
  return facts?.isTrusted === true && facts.assetSlug !== null && stableAssets.has(facts.assetSlug);
}

/** How well a price is known; null or an unknown source: not well. */
export function priceTierOf(source: string | null, isReference: boolean): MarketPriceTier {
  if (isReference) return 'reference';
  return (source === null ? undefined : factsByName.get(source)?.tier) ?? 'other';
}
