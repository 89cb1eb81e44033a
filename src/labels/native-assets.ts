/** The native token of each chain as an asset: ether on Optimism is the same asset as on Ethereum. */
import type { TokenMetadata } from '../domain/model.ts';
import { zeroAddress } from '../domain/model.ts';

interface NativeAsset {
  slug: string;
  name: string;
}

const ether: NativeAsset = { slug: 'ethereum', name: 'Ethereum' };

const nativeAssets: Readonly<Record<number, NativeAsset>> = {
  1: ether,
  10: ether,
  56: { slug: 'binancecoin', name: 'BNB' },
  100: { slug: 'xdai', name: 'xDAI' },
  137: { slug: 'polygon', name: 'Polygon' },
  8453: ether,
  42161: ether,
  43114: { slug: 'avalanche-2', name: 'Avalanche' },
};

/** What stands for a chain's native token in the token table, under the zero address. */
export function nativeToken(chain: {
  chainId: number;
  name: string;
  symbol: string;
  nativeDecimals: number;
}): TokenMetadata & { assetSlug: string; assetName: string; assetSymbol: string; isTrusted: true } {
  const asset = nativeAssets[chain.chainId] ?? {
    slug: tokenAssetSlug({ chainId: chain.chainId, address: zeroAddress, symbol: chain.symbol }),
    name: chain.symbol,
  };
  return {
    chainId: chain.chainId,
    address: zeroAddress,
    name: asset.name,
    symbol: chain.symbol,
    decimals: chain.nativeDecimals,
    assetSlug: asset.slug,
    assetName: asset.name,
    assetSymbol: chain.symbol,
    isTrusted: true,
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
