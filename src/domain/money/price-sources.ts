/** Where prices come from, by the names that are stored with them, and how far each is trusted: the one table of it. */
import type { PriceTier } from '../accounting/amounts/types.ts';
import { type Address, zeroAddress } from '../model.ts';

/** The sources that can be asked, in the default order of asking. */
export const priceSourceNames = ['chainlink', 'uniswap', 'defillama', 'coingecko'] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

/** What was derived from other prices: the other side of a swap, a wrapped or bridged twin, a share of a vault or pool. */
export const derivedSources = ['trade', 'twin', 'vault', 'pool-share'] as const;
export type DerivedSource = (typeof derivedSources)[number];

/** What is kept with a price; 'median': of several sources. */
type StoredSource = PriceSourceName | DerivedSource | 'median';

/** The tiers of market prices, the best first; what a client states is better than all of them. */
export const priceTiers = ['reference', 'deep-pool', 'other'] as const satisfies readonly PriceTier[];
export type MarketPriceTier = (typeof priceTiers)[number];

const tiers = {
  chainlink: 'reference',
  uniswap: 'deep-pool',
  defillama: 'deep-pool',
  coingecko: 'deep-pool',
  median: 'deep-pool',
  trade: 'other',
  twin: 'other',
  vault: 'other',
  'pool-share': 'other',
} as const satisfies Record<StoredSource, MarketPriceTier>;

const tierBySource: ReadonlyMap<string, MarketPriceTier> = new Map(Object.entries(tiers));

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
  return (source === null ? undefined : tierBySource.get(source)) ?? 'other';
}
