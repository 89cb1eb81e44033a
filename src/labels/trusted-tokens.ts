/** Built-in lists of tokens that are what they say: one entry per chain and token. The native token needs no entry. */
import type { SharedAsset } from '../domain/money/assets.ts';
import { aaveTokens } from './sets/aave.ts';
import type { TrustedToken } from './sets/label-types.ts';
import { metamaskTokens } from './sets/metamask-tokens.ts';

type Entry = readonly [
  address: TrustedToken['address'],
  symbol: string,
  name: string,
  decimals: number,
  asset: SharedAsset | null,
];

const lists: Readonly<Record<number, readonly Entry[]>> = {
  1: [
    ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'WETH', 'Wrapped Ether', 18, 'weth'],
    ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USDC', 'USD Coin', 6, 'usd-coin'],
    ['0xdac17f958d2ee523a2206206994597c13d831ec7', 'USDT', 'Tether USD', 6, 'tether'],
    ['0x6b175474e89094c44da98b954eedeac495271d0f', 'DAI', 'Dai Stablecoin', 18, 'dai'],
    ['0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 'WBTC', 'Wrapped BTC', 8, 'wrapped-bitcoin'],
    ['0xae7ab96520de3a18e5e111b5eaab095312d7fe84', 'stETH', 'Lido Staked Ether', 18, 'staked-ether'],
    ['0x514910771af9ca656af840dff83e8264ecf986ca', 'LINK', 'ChainLink Token', 18, 'chainlink'],
    ['0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', 'UNI', 'Uniswap', 18, 'uniswap'],
    ['0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2', 'MKR', 'Maker', 18, 'maker'],
    ['0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0', 'MATIC', 'Matic Token', 18, 'matic-network'],
    [
      '0x455e53cbb86018ac2b8092fdcd39d8444affc3f6',
      'POL',
      'Polygon Ecosystem Token',
      18,
      'polygon-ecosystem-token',
    ],
  ],
  10: [
    ['0x4200000000000000000000000000000000000006', 'WETH', 'Wrapped Ether', 18, 'weth'],
    ['0x0b2c639c533813f4aa9d7837caf62653d097ff85', 'USDC', 'USD Coin', 6, 'usd-coin'],
    ['0x7f5c764cbc14f9669b88837ca1490cca17c31607', 'USDC.e', 'USD Coin (bridged)', 6, 'bridged-usdc'],
    ['0x94b008aa00579c1307b0ef2c499ad98a8ce58e58', 'USDT', 'Tether USD', 6, 'tether'],
  ],
  56: [
    ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 'WBNB', 'Wrapped BNB', 18, 'wbnb'],
    ['0x55d398326f99059ff775485246999027b3197955', 'USDT', 'Tether USD', 18, 'tether'],
    ['0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 'USDC', 'USD Coin', 18, 'usd-coin'],
  ],
  100: [
    ['0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', 'WXDAI', 'Wrapped XDAI', 18, 'wrapped-xdai'],
    ['0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', 'USDC.e', 'Bridged USDC (Gnosis)', 6, 'bridged-usdc'],
    ['0x9c58bacc331c9aa871afd802db6379a98e80cedb', 'GNO', 'Gnosis', 18, 'gnosis'],
    ['0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430', 'EURe', 'Monerium EUR emoney', 18, 'monerium-eur-money'],
  ],
  137: [
    ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 'WPOL', 'Wrapped POL', 18, 'wmatic'],
    ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'USDC', 'USD Coin', 6, 'usd-coin'],
    ['0x2791bca1f2de4661ed88a30c99a7a9449aa84174', 'USDC.e', 'USD Coin (PoS)', 6, 'bridged-usdc'],
    ['0xc2132d05d31c914a87c6611c10748aeb04b58e8f', 'USDT', 'Tether USD', 6, 'tether'],
    ['0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', 'WETH', 'Wrapped Ether', 18, 'weth'],
  ],
  8453: [
    ['0x4200000000000000000000000000000000000006', 'WETH', 'Wrapped Ether', 18, 'weth'],
    ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'USDC', 'USD Coin', 6, 'usd-coin'],
  ],
  42161: [
    ['0x82af49447d8a07e3bd95bd0d56f35241523fbab1', 'WETH', 'Wrapped Ether', 18, 'weth'],
    ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', 'USDC', 'USD Coin', 6, 'usd-coin'],
    ['0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', 'USDC.e', 'Bridged USDC', 6, 'bridged-usdc'],
    ['0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9', 'USDT', 'Tether USD', 6, 'tether'],
  ],
  43114: [
    ['0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', 'WAVAX', 'Wrapped AVAX', 18, 'wrapped-avax'],
    ['0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', 'USDC', 'USD Coin', 6, 'usd-coin'],
    ['0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', 'USDt', 'Tether USD', 6, 'tether'],
  ],
};

/**
 * The built-in trusted tokens of a chain, each once: our own entries before those of the data sets; none for a chain that
 * is not listed.
 */
export function trustedTokens(chainId: number): TrustedToken[] {
  const own = (lists[chainId] ?? []).map(
    ([address, symbol, name, decimals, assetSlug]): TrustedToken => ({
      chainId,
      address,
      symbol,
      name,
      decimals,
      assetSlug,
    }),
  );
  const byAddress = new Map<string, TrustedToken>();
  for (const token of [...own, ...aaveTokens(chainId), ...metamaskTokens(chainId)]) {
    if (!byAddress.has(token.address)) byAddress.set(token.address, token);
  }
  return [...byAddress.values()];
}
