/** @bgd-labs/aave-address-book (MIT): Aave's contracts, the tokens that it lists and issues, and Chainlink's price feeds. */
import { z } from 'zod';
import type { Address } from '../../domain/model.ts';
import type { SharedAsset } from '../../domain/money/assets.ts';
import type { DefaultLabel, TrustedToken } from './label-types.ts';
import { listedAddress, readPackageJson, requirePackageFile } from './package-data.ts';

const packageName = '@bgd-labs/aave-address-book';

/** How the package calls the chains. */
const chainNames: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  56: 'BNB',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum',
  43114: 'Avalanche',
};

const version2 = {
  book: 'AaveV2',
  title: 'Aave V2',
  tags: ['aave', 'lending'],
  chains: ['1', '137', '43114'],
} as const;

/** The package's books, what labels from them begin with, and the chains that have one. */
const books = [
  { book: 'AaveV3', title: 'Aave V3', tags: ['aave', 'lending'], chains: Object.keys(chainNames) },
  version2,
  {
    book: 'GovernanceV3',
    title: 'Aave Governance',
    tags: ['aave', 'governance'],
    chains: Object.keys(chainNames),
  },
  { book: 'Misc', title: 'Aave', tags: ['aave'], chains: Object.keys(chainNames) },
  { book: 'Chainlink', title: 'Chainlink', tags: ['chainlink', 'oracle'], chains: Object.keys(chainNames) },
] as const;

const bookSchema = z.record(z.string(), z.unknown());
const assetsSchema = z.record(z.string(), z.record(z.string(), z.unknown())).catch({});
const assetTokens = [
  ['V_TOKEN', 'variable debt'],
  ['S_TOKEN', 'stable debt'],
] as const;

const readBook = (book: string, chainName: string): z.output<typeof bookSchema> =>
  bookSchema.parse(requirePackageFile(packageName, `${book}${chainName}.js`));

/** Aave's contracts and Chainlink's feeds on a chain. */
export function aaveLabels(chainId: number): DefaultLabel[] {
  const chainName = chainNames[chainId];
  if (chainName === undefined) return [];
  const contracts = books
    .filter(({ chains }) => chains.some((id) => Number(id) === chainId))
    .flatMap(({ book, title, tags }) => {
      const content = readBook(book, chainName);
      return [
        ...Object.entries(content).flatMap(([constant, value]) =>
          labelOf(chainId, value, `${title}: ${titleOf(book, constant)}`, tags),
        ),
        ...debtTokens(chainId, title, content.ASSETS),
      ];
    });
  const issued = listedTokens(chainId)
    .filter((token) => !token.tags.includes('underlying'))
    .flatMap((token) => labelOf(chainId, token.address, `Aave: ${token.symbol}`, ['aave', 'token']));
  return [...contracts, ...issued];
}

function debtTokens(chainId: number, title: string, assets: unknown): DefaultLabel[] {
  return Object.entries(assetsSchema.parse(assets ?? {})).flatMap(([symbol, fields]) =>
    assetTokens.flatMap(([field, what]) =>
      labelOf(chainId, fields[field], `${title}: ${symbol} ${what}`, ['aave', 'token']),
    ),
  );
}

function labelOf(chainId: number, value: unknown, name: string, tags: readonly string[]): DefaultLabel[] {
  const address = listedAddress(value);
  return address === null || /^0x0{36}/.test(address) ? [] : [{ chainId, address, name, tags }];
}

/** POOL_CONFIGURATOR → Pool Configurator; a feed keeps its pair: ETH__USD → ETH / USD. */
function titleOf(book: string, constant: string): string {
  if (book === 'Chainlink') return constant.replace(/^_/, '').replaceAll('__', ' / ').replaceAll('_', ' ');
  return constant
    .split('_')
    .map((word) => (/^[A-Z]+$/.test(word) && word.length > 3 ? word[0] + word.slice(1).toLowerCase() : word))
    .join(' ');
}

const tokenListSchema = z.object({
  tokens: z.array(
    z.object({
      chainId: z.number(),
      address: z.string(),
      name: z.string(),
      symbol: z.string(),
      decimals: z.number().int().min(0).max(77),
      tags: z.array(z.string()).default([]),
    }),
  ),
});

let tokenList: z.output<typeof tokenListSchema>['tokens'] | null = null;

function listedTokens(chainId: number): z.output<typeof tokenListSchema>['tokens'] {
  tokenList ??= readPackageJson(packageName, '../tokenlist.json', tokenListSchema).tokens;
  return tokenList.filter((token) => token.chainId === chainId);
}

/** Symbols of what Aave takes as collateral, and the asset that they are a form of on every chain. */
const assetOfSymbol: ReadonlyMap<string, SharedAsset> = new Map(
  Object.entries<SharedAsset>({
    WETH: 'weth',
    DAI: 'dai',
    USDC: 'usd-coin',
    USDT: 'tether',
    WBTC: 'wrapped-bitcoin',
    LINK: 'chainlink',
    AAVE: 'aave',
    CRV: 'curve-dao-token',
    BAL: 'balancer',
    GHO: 'gho',
    wstETH: 'wrapped-steth',
    cbETH: 'coinbase-wrapped-staked-eth',
    rETH: 'rocket-pool-eth',
    weETH: 'wrapped-eeth',
    cbBTC: 'coinbase-wrapped-btc',
    LUSD: 'liquity-usd',
    EURC: 'euro-coin',
  }),
);

/** Tokens that Aave lists or issues. */
export function aaveTokens(chainId: number): TrustedToken[] {
  return listedTokens(chainId).flatMap(({ address: text, name, symbol, decimals, tags }): TrustedToken[] => {
    const address = listedAddress(text);
    if (address === null) return [];
    const assetSlug = tags.includes('underlying') ? (assetOfSymbol.get(symbol) ?? null) : null;
    return [{ chainId, address, symbol, name, decimals, assetSlug }];
  });
}

/** What Aave v2 gives for a deposit. Its balances grow; its logs tell deposits, withdrawals and moves alone. */
export function aaveVersion2Tokens(chainId: number): Address[] {
  const chainName = chainNames[chainId];
  const { chains } = version2;
  if (chainName === undefined || !chains.some((id) => Number(id) === chainId)) return [];
  const { ASSETS } = readBook(version2.book, chainName);
  return Object.values(assetsSchema.parse(ASSETS ?? {})).flatMap((fields) => {
    const address = listedAddress(fields.A_TOKEN);
    return address === null ? [] : [address];
  });
}

/** The contracts through which Aave pays rewards. */
export function aaveRewardContracts(chainId: number): Address[] {
  return aaveLabels(chainId)
    .filter(({ name }) => /Default Incentives Controller|Merkle Distributor/.test(name))
    .map(({ address }) => address);
}
