/** Protocols whose contracts are labelled: one name and one category over all their contracts, on every chain. */

export interface Protocol {
  /** Stays as it is: it is a tag of the labels, and names the logo in public collections of logos. */
  slug: string;
  name: string;
  category: ProtocolCategory;
}

export type ProtocolCategory =
  | 'account'
  | 'aggregator'
  | 'bridge'
  | 'derivatives'
  | 'dex'
  | 'lending'
  | 'marketplace'
  | 'names'
  | 'oracle'
  | 'payments';

/** Slug → name and category. */
const entries = {
  aave: ['Aave', 'lending'],
  across: ['Across', 'bridge'],
  aerodrome: ['Aerodrome', 'dex'],
  balancer: ['Balancer', 'dex'],
  basenames: ['Basenames', 'names'],
  camelot: ['Camelot', 'dex'],
  cctp: ['Circle CCTP', 'bridge'],
  chainlink: ['Chainlink', 'oracle'],
  compound: ['Compound', 'lending'],
  'cow-protocol': ['CoW Protocol', 'aggregator'],
  curve: ['Curve', 'dex'],
  ens: ['ENS', 'names'],
  gmx: ['GMX', 'derivatives'],
  'gnosis-bridge': ['Gnosis Bridge', 'bridge'],
  kyberswap: ['KyberSwap', 'aggregator'],
  'li-fi': ['LI.FI', 'aggregator'],
  'metamask-swaps': ['MetaMask Swaps', 'aggregator'],
  morpho: ['Morpho', 'lending'],
  odos: ['Odos', 'aggregator'],
  'one-inch': ['1inch', 'aggregator'],
  openocean: ['OpenOcean', 'aggregator'],
  opensea: ['OpenSea', 'marketplace'],
  pancakeswap: ['PancakeSwap', 'dex'],
  paraswap: ['ParaSwap', 'aggregator'],
  quickswap: ['QuickSwap', 'dex'],
  safe: ['Safe', 'account'],
  spark: ['Spark', 'lending'],
  superfluid: ['Superfluid', 'payments'],
  sushi: ['Sushi', 'dex'],
  'trader-joe': ['Trader Joe', 'dex'],
  uniswap: ['Uniswap', 'dex'],
  velodrome: ['Velodrome', 'dex'],
  venus: ['Venus', 'lending'],
  woofi: ['WOOFi', 'dex'],
  'zero-ex': ['0x', 'aggregator'],
} as const satisfies Readonly<Record<string, readonly [string, ProtocolCategory]>>;

export type ProtocolSlug = keyof typeof entries;

/** All of them by slug. */
export const protocols: ReadonlyMap<string, Protocol> = new Map(
  Object.entries(entries).map(([slug, [name, category]]) => [slug, { slug, name, category }]),
);

/** The protocol that a label's tags name, the first if there are several; null: none. */
export function protocolOfTags(tags: readonly string[]): Protocol | null {
  for (const tag of tags) {
    const protocol = protocols.get(tag);
    if (protocol !== undefined) return protocol;
  }
  return null;
}
