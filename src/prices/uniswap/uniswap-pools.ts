/** Which pools a token has against the chain's stablecoins and wrapped native token, found once and remembered. */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { type Address, zeroAddress } from '../../domain/model.ts';
import type { Clock } from '../../outgoing/clock.ts';
import { decoded, type GuardedReader, type ReaderCall } from '../source/chain-reader.ts';

/** The contracts of one chain. Either factory may be missing. */
export interface UniswapChain {
  v3Factory?: Address | undefined;
  v2Factory?: Address | undefined;
  /** The wrapped native token. */
  weth: Address;
  stablecoins: readonly Address[];
}

export interface Pool {
  version: 2 | 3;
  address: Address;
  /** V3: in hundredths of a basis point. */
  fee: number | null;
  /** The token that the pool prices, and the one that it prices it in. */
  priced: Address;
  quote: Address;
}

const factoryAbi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function getPair(address, address) view returns (address)',
]);
const tokenAbi = parseAbi(['function decimals() view returns (uint8)']);
export const uniswapFees = [100, 500, 3000, 10_000] as const;
const decimalsData = encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' });

export interface PoolBook {
  /** Makes sure that the pools and decimals of these tokens are known. */
  load(reader: GuardedReader, tokens: readonly Address[]): Promise<void>;
  poolsOf(token: Address): readonly Pool[];
  /** Null: unreadable. Tokens of more than 36 decimals are taken for unreadable too. */
  decimalsOf(token: Address): number | null;
}

const defaultRememberedTokens = 50_000;

/**
 * The book of one chain. Pools are looked up at the latest block: one that is not there now was never there. They are
 * looked up again after `lifetimeMs`, for new ones are made, also for a token that had none.
 */
export function createPoolBook(
  chain: UniswapChain,
  options: { clock: Clock; lifetimeMs: number; rememberedTokens?: number },
): PoolBook {
  const { rememberedTokens = defaultRememberedTokens } = options;
  const pools = new Map<Address, { pools: Pool[]; until: number }>();
  const decimals = new Map<Address, number | null>();

  return {
    poolsOf: (token) => pools.get(token)?.pools ?? [],
    decimalsOf: (token) => decimals.get(token) ?? null,
    async load(reader, tokens) {
      const now = options.clock.elapsed();
      // All at once, before the question and not within it: what it asks for must stay until it is answered.
      if (pools.size > rememberedTokens) {
        pools.clear();
        decimals.clear();
      }
      const stale = tokens.filter((token) => (pools.get(token)?.until ?? 0) <= now);
      const candidates = stale.flatMap((token) => candidatePools(chain, token));
      const named = [...stale, chain.weth, ...chain.stablecoins].filter((token) => !decimals.has(token));
      const unnamed = [...new Set(named)];
      if (candidates.length + unnamed.length === 0) return;
      const calls = [
        ...candidates.map(({ call }) => call),
        ...unnamed.map((to) => ({ to, data: decimalsData })),
      ];
      const results = await reader.read(calls);
      for (const token of stale) pools.set(token, { pools: [], until: now + options.lifetimeMs });
      for (const [index, { pool }] of candidates.entries()) {
        const address = decoded(results[index], (data) =>
          decodeFunctionResult({ abi: factoryAbi, functionName: 'getPool', data }),
        );
        if (address === null || address === zeroAddress) continue;
        pools.get(pool.priced)?.pools.push({ ...pool, address: `0x${address.slice(2).toLowerCase()}` });
      }
      for (const [index, token] of unnamed.entries()) {
        const read = decoded(results[candidates.length + index], (data) =>
          decodeFunctionResult({ abi: tokenAbi, functionName: 'decimals', data }),
        );
        decimals.set(token, read === null || read > 36 ? null : read);
      }
    },
  };
}

/** Wrapped native is quoted in stablecoins, a stablecoin in the other ones, anything else in all of them. */
export function quotesFor(chain: UniswapChain, token: Address): Address[] {
  const stablecoins = chain.stablecoins.filter((stablecoin) => stablecoin !== token);
  const isBase = token === chain.weth || chain.stablecoins.includes(token);
  return isBase ? stablecoins : [chain.weth, ...stablecoins];
}

function candidatePools(chain: UniswapChain, token: Address): { pool: Pool; call: ReaderCall }[] {
  return quotesFor(chain, token).flatMap((quote) => {
    const found: { pool: Pool; call: ReaderCall }[] = [];
    const pool = { address: zeroAddress, priced: token, quote };
    if (chain.v3Factory !== undefined) {
      for (const fee of uniswapFees) {
        const data = encodeFunctionData({
          abi: factoryAbi,
          functionName: 'getPool',
          args: [token, quote, fee],
        });
        found.push({ pool: { ...pool, version: 3, fee }, call: { to: chain.v3Factory, data } });
      }
    }
    if (chain.v2Factory !== undefined) {
      const data = encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args: [token, quote] });
      found.push({ pool: { ...pool, version: 2, fee: null }, call: { to: chain.v2Factory, data } });
    }
    return found;
  });
}
