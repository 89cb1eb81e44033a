/** The native token of each chain as an asset: ether on Optimism is the same asset as on Ethereum. */

import type { TokenMetadata } from '../domain/model.ts';
import { zeroAddress } from '../domain/model.ts';
import { type SharedAsset, sharedAssets } from '../domain/money/assets.ts';

const nativeAssets: ReadonlyMap<number, SharedAsset> = new Map([
  [1, 'ethereum'],
  [10, 'ethereum'],
  [56, 'binancecoin'],
  [100, 'xdai'],
  [137, 'polygon-ecosystem-token'],
  [8453, 'ethereum'],
  [42161, 'ethereum'],
  [43114, 'avalanche-2'],
]);

/** What stands for a chain's native token in the token table, under the zero address. */
export function nativeToken(chain: {
  chainId: number;
  name: string;
  symbol: string;
  nativeDecimals: number;
}): TokenMetadata & { assetSlug: string; isTrusted: true } {
  const { chainId, symbol, nativeDecimals: decimals } = chain;
  const slug = nativeAssets.get(chainId);
  return {
    ...{ chainId, address: zeroAddress, symbol, decimals, isTrusted: true },
    name: (slug === undefined ? undefined : sharedAssets.get(slug)?.name) ?? symbol,
    assetSlug: slug ?? tokenAssetSlug({ chainId, address: zeroAddress, symbol }),
  };
}

/** The slug of an asset that is one token only: readable, and unique because it ends in the token's chain and address. */
export function tokenAssetSlug(token: { chainId: number; address: string; symbol: string }): string {
  const word = token.symbol
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const place = token.address === zeroAddress ? `${token.chainId}` : `${token.chainId}-${token.address}`;
  return word === '' ? place : `${word}-${place}`;
}
