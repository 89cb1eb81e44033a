/** Where prices come from, by the names that are stored with them, and how far each is trusted: the one table of it. */
import { type PriceTier, priceTiers } from '../accounting/amounts/types.ts';
import { type Address, zeroAddress } from '../model.ts';

/** The sources that can be asked, in the default order of asking. */
export const priceSourceNames = ['chainlink', 'uniswap', 'defillama', 'coingecko'] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

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
  /** `chain`: it reads contracts at blocks. `service`: it asks over HTTP, also about chains that are not loaded. */
  asks: 'chain' | 'service' | 'nobody';
}

const facts = {
  chainlink: { tier: 'reference', asks: 'chain' },
  uniswap: { tier: 'deep-pool', asks: 'chain' },
  defillama: { tier: 'deep-pool', asks: 'service' },
  coingecko: { tier: 'deep-pool', asks: 'service' },
  median: { tier: 'deep-pool', asks: 'nobody' },
  trade: { tier: 'other', asks: 'nobody' },
  twin: { tier: 'other', asks: 'nobody' },
  vault: { tier: 'other', asks: 'nobody' },
  'pool-share': { tier: 'other', asks: 'nobody' },
} as const satisfies Record<StoredSource, SourceFacts>;

const factsByName: ReadonlyMap<string, SourceFacts> = new Map(Object.entries(facts));

/** Whether one of the sources reads contracts at blocks (`chain`), or asks over HTTP (`service`). */
export function someAsk(names: readonly PriceSourceName[], whom: 'chain' | 'service'): boolean {
  return names.some((name) => facts[name].asks === whom);
}

/** Assets whose tokens are worth what they say. */
const stableAssets: ReadonlySet<string> = new Set([
  ...['usd-coin', 'bridged-usdc', 'tether', 'dai', 'xdai', 'wrapped-xdai'],
]);

/** The native token, a stablecoin that the service lists, or a chain's coin in its wrapper. */
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
