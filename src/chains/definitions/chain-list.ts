/**
 * The chains that the service knows by itself, and whether a chain can be loaded: only with a way to discover a
 * wallet's transactions. A new way is one entry in `discoveryWays` here and one in sources.ts, where its adapter is made.
 */
import { lowerAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';

export const explorerKinds = ['etherscan', 'blockscout', 'routescan'] as const;
export type ExplorerKind = (typeof explorerKinds)[number];

export const explorerPlans = ['free', 'paid'] as const;
export type ExplorerPlanName = (typeof explorerPlans)[number];

export interface ExplorerConfig {
  kind: ExplorerKind;
  url: string;
  apiKey: string | null;
  /** Of the key: how fast it may ask, and which chains. */
  plan: ExplorerPlanName;
  /** What the key may ask in a UTC day, on all chains together; null: as the plan says. */
  requestsPerDay: number | null;
}

/** Everything that the configuration says of one chain. */
export interface ChainConfig {
  chainId: number;
  name: string;
  slug: string;
  /** Of the native token. */
  symbol: string;
  /** Of its icon: http(s), or a `data:` URL, which the service serves as a file. */
  imageUrl: string;
  nativeDecimals: number;
  /** The contract that wraps the native token, such as WETH. */
  wrappedNative: Address | null;
  /** Addresses of nodes; they may hold keys, so they are never logged. */
  rpc: readonly string[];
  explorer: ExplorerConfig | null;
  startBlock: number;
  /** A history of more blocks is not read block by block, where a node has no other way. */
  blockScanBlocks: number;
  /** Blocks after which one is taken as final. */
  confirmations: number;
  pollSeconds: number;
  /** Load although the source cannot give every kind of movement, with a warning. */
  allowIncomplete: boolean;
  /** Tokens whose balances grow by themselves, beside those that the service knows (labels/rebasing-tokens.ts). */
  rebasingTokens: readonly Address[];
}

/** How a chain's transactions are discovered. */
export type DiscoveryWay = 'explorer' | 'rpc';

export type ChainStatus =
  /** `unused`: why the configured explorer is not used, and what to do. null: it is used, or none is configured. */
  | { enabled: true; chain: ChainConfig; way: DiscoveryWay; unused: string | null }
  | { enabled: false; chain: ChainConfig; reason: string };

/** Chains that Etherscan itself refuses a free key on: Optimism, BNB Chain, Base, Avalanche. */
const paidOnEtherscan: ReadonlySet<number> = new Set([10, 56, 8453, 43114]);

/**
 * In order of preference: what each way lacks of the chain's configuration, '' where nothing was given for it, or null
 * where it can be taken. Where both are given, the explorer discovers and the node gives the receipts.
 */
const discoveryWays = {
  explorer: ({ explorer, chainId }: ChainConfig): string | null => {
    if (explorer === null) return '';
    if (explorer.kind !== 'etherscan' || !isEtherscan(explorer.url)) return null;
    if (explorer.apiKey === null)
      return 'Etherscan needs a key (ETHERSCAN_API_KEY, or chains[].explorer.apiKey)';
    if (explorer.plan === 'paid' || !paidOnEtherscan.has(chainId)) return null;
    return "Etherscan's free plan does not cover it (with a paid one: chains[].explorer.plan)";
  },
  rpc: ({ rpc }: ChainConfig): string | null => (rpc.length > 0 ? null : ''),
} satisfies Record<DiscoveryWay, (chain: ChainConfig) => string | null>;

/** Says whether a chain can be loaded, and if not, why and what to do. Whether its node is fit shows when it is probed. */
export function chainStatus(chain: ChainConfig): ChainStatus {
  const lack = discoveryWays.explorer(chain);
  if (lack === null) return { enabled: true, chain, way: 'explorer', unused: null };
  if (discoveryWays.rpc(chain) === null) return { enabled: true, chain, way: 'rpc', unused: lack || null };
  const needed =
    'an archive node with traces (chains[].rpc in CONFIG_FILE) or an explorer (ETHERSCAN_API_KEY, or chains[].explorer) is needed';
  const reason = lack === '' ? `no way to discover transactions: ${needed}` : `${lack}; else ${needed}`;
  return { enabled: false, chain, reason };
}

/** The one address of Etherscan's API for all chains. */
export const etherscanUrl = 'https://api.etherscan.io/v2/api';

/** Whether an address is the vendor's: a server of one's own that speaks the same API has rules of its own. */
function isEtherscan(url: string): boolean {
  return /(^|\.)etherscan\.io$/i.test(new URL(url).hostname);
}

/** What holds for a chain about which nothing else is known. */
export function unknownChain(chainId: number, symbol: string): ChainConfig {
  return {
    chainId,
    name: `Chain ${chainId}`,
    slug: `chain-${chainId}`,
    symbol,
    imageUrl: chainIcon(symbol, '#5b6b8c'),
    nativeDecimals: 18,
    wrappedNative: null,
    rpc: [],
    explorer: null,
    startBlock: 0,
    blockScanBlocks: 100_000,
    confirmations: 64,
    pollSeconds: 12,
    allowIncomplete: false,
    rebasingTokens: [],
  };
}

interface BuiltIn {
  chainId: number;
  /** Of the native token. Native tokens of all of these have 18 decimals. */
  symbol: string;
  name: string;
  slug: string;
  /** With its checksum, as explorers show it. */
  wrapper: string;
  /** Of its icon. */
  colour: string;
  /** What its icon says, where chains share a symbol. */
  mark?: string;
  pollSeconds?: number;
  confirmations?: number;
}

function builtInChain({ wrapper, colour, mark, ...own }: BuiltIn): ChainConfig {
  return {
    ...unknownChain(own.chainId, own.symbol),
    wrappedNative: lowerAddress(wrapper),
    imageUrl: chainIcon(mark ?? own.symbol, colour),
    pollSeconds: 4,
    ...own,
  };
}

/**
 * In the order in which they are listed. Ids and symbols stand here and are compared with viem's in a test: its list of all
 * chains is a thousand files, which would take half of the start of every command.
 */
export const builtInChains: readonly ChainConfig[] = [
  builtInChain({
    chainId: 1,
    symbol: 'ETH',
    name: 'Ethereum',
    slug: 'ethereum',
    wrapper: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    colour: '#627eea',
    pollSeconds: 12,
  }),
  builtInChain({
    chainId: 137,
    symbol: 'POL',
    name: 'Polygon',
    slug: 'polygon',
    wrapper: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    colour: '#8247e5',
    // Its re-orgs have been deeper than others'.
    confirmations: 256,
  }),
  builtInChain({
    chainId: 8453,
    symbol: 'ETH',
    name: 'Base',
    slug: 'base',
    wrapper: '0x4200000000000000000000000000000000000006',
    colour: '#0052ff',
    mark: 'BASE',
  }),
  builtInChain({
    chainId: 10,
    symbol: 'ETH',
    name: 'Optimism',
    slug: 'optimism',
    wrapper: '0x4200000000000000000000000000000000000006',
    colour: '#ff0420',
    mark: 'OP',
  }),
  builtInChain({
    chainId: 42161,
    symbol: 'ETH',
    name: 'Arbitrum',
    slug: 'arbitrum',
    wrapper: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    colour: '#12aaff',
    mark: 'ARB',
  }),
  builtInChain({
    chainId: 100,
    symbol: 'XDAI',
    name: 'Gnosis',
    slug: 'gnosis',
    wrapper: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    colour: '#3e6957',
    mark: 'GNO',
    pollSeconds: 6,
  }),
  builtInChain({
    chainId: 43114,
    symbol: 'AVAX',
    name: 'Avalanche',
    slug: 'avalanche',
    wrapper: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    colour: '#e84142',
  }),
  builtInChain({
    chainId: 56,
    symbol: 'BNB',
    name: 'BNB Chain',
    slug: 'bnb',
    wrapper: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    colour: '#f0b90b',
  }),
];

/** A chain's icon: a drawn disc with its mark, as a `data:` URL. The service stores and serves it, so it comes from no other host. */
function chainIcon(mark: string, colour: string): string {
  const text = mark.replace(/[^A-Za-z0-9]/g, '').slice(0, 4);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${colour}"/>` +
    `<text x="32" y="38" font-family="sans-serif" font-size="18" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
