/** What DefiLlama and CoinGecko call the chains and their native coins. */
import { zeroAddress } from '../../domain/model.ts';
import type { PriceToken } from './price-source.ts';

interface ChainNames {
  defillama: string;
  coingecko: string;
  /** CoinGecko's ids of the native coin, newest last, each from a moment on. */
  native: readonly { id: string; from: number }[];
}

const since1970 = (id: string): ChainNames['native'] => [{ id, from: 0 }];

/** Polygon's coin changed from MATIC to POL, one for one, on 4 September 2024. */
const polMigration = 1_725_408_000;

const chains: Readonly<Record<number, ChainNames>> = {
  1: { defillama: 'ethereum', coingecko: 'ethereum', native: since1970('ethereum') },
  10: { defillama: 'optimism', coingecko: 'optimistic-ethereum', native: since1970('ethereum') },
  56: { defillama: 'bsc', coingecko: 'binance-smart-chain', native: since1970('binancecoin') },
  100: { defillama: 'xdai', coingecko: 'xdai', native: since1970('xdai') },
  137: {
    defillama: 'polygon',
    coingecko: 'polygon-pos',
    native: [
      { id: 'matic-network', from: 0 },
      { id: 'polygon-ecosystem-token', from: polMigration },
    ],
  },
  8453: { defillama: 'base', coingecko: 'base', native: since1970('ethereum') },
  42161: { defillama: 'arbitrum', coingecko: 'arbitrum-one', native: since1970('ethereum') },
  43114: { defillama: 'avax', coingecko: 'avalanche', native: since1970('avalanche-2') },
};

/** CoinGecko's id of the chain's native coin at a moment, or null for a chain that it does not know. */
export function nativeCoinId(chainId: number, time: number): string | null {
  return chains[chainId]?.native.findLast((coin) => coin.from <= time)?.id ?? null;
}

/** DefiLlama's id, in lower case: `coingecko:ethereum` for native coins, else `ethereum:0x…`. Null: not covered. */
export function defillamaCoinId(token: PriceToken, time: number): string | null {
  if (token.address === zeroAddress) {
    const id = nativeCoinId(token.chainId, time);
    return id === null ? null : `coingecko:${id}`;
  }
  const chain = chains[token.chainId]?.defillama;
  return chain === undefined ? null : `${chain}:${token.address.toLowerCase()}`;
}

/** CoinGecko's name of the chain, or null. */
export function coingeckoPlatform(chainId: number): string | null {
  return chains[chainId]?.coingecko ?? null;
}
