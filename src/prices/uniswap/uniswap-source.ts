/**
 * Uniswap V2 and V3 pools, read on chain at the transaction's block. A token is priced by its deepest pool against a
 * stablecoin (taken as one dollar) or against the wrapped native token, itself priced by its deepest pool against a
 * stablecoin. Pools under the liquidity floor do not count.
 */
import { lowerAddress } from '../../domain/address.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { errorText } from '../../errors.ts';
import { nowSeconds } from '../../outgoing/clock.ts';
import { groupBy } from '../source/batch.ts';
import { createGuardedReaders, type ReaderDependencies, type ReaderLimits } from '../source/chain-reader.ts';
import { priceText } from '../source/price-math.ts';
import { failure, type PriceAnswer, type PricePoint, type PriceSource } from '../source/price-source.ts';
import { type PoolAsk, type PoolPrices, readBlocks } from './uniswap-blocks.ts';
import { createPoolBook, type PoolBook, type UniswapChain } from './uniswap-pools.ts';
import type { PoolPrice } from './uniswap-reads.ts';

export interface UniswapOptions {
  /** By chain id. */
  chains: Readonly<Record<string, UniswapChain>>;
  /** USD on the quote side of a pool below which its price does not count. Default 10,000. */
  minimumLiquidityUsd?: number;
  limits?: Partial<ReaderLimits>;
  /** How long a token's pools, or that it has none, are remembered. Default one hour. */
  poolLifetimeMs?: number;
  /** Requests per question and chain; what is left over is answered `over-budget`. Default 500. */
  maximumRequests?: number;
}

const timeWeightedConfidence = 0.9;
const spotConfidence = 0.6;

export function createUniswap(options: UniswapOptions, dependencies: ReaderDependencies): PriceSource {
  const readerOf = createGuardedReaders('uniswap', dependencies, options.limits);
  const floor = new Decimal(options.minimumLiquidityUsd ?? 10_000);
  const lifetimeMs = options.poolLifetimeMs ?? 3_600_000;
  const chains = new Map(
    Object.entries(options.chains).map(([id, addresses]) => {
      const chain = lowerCase(addresses);
      return [
        Number(id),
        { chain, book: createPoolBook(chain, { clock: dependencies.clock, lifetimeMs }) },
      ] as const;
    }),
  );

  const askChain = async (chainId: number, points: readonly PricePoint[]): Promise<PriceAnswer[]> => {
    const configured = chains.get(chainId);
    if (configured === undefined) {
      return points.map(() =>
        failure('not-supported', `no Uniswap contracts are configured for chain ${chainId}`),
      );
    }
    const { chain, book } = configured;
    const reader = readerOf(chainId);
    if (reader === null) throw new Error(`there is no node for chain ${chainId}`);
    const asks = points.map((point): PoolAsk => {
      const address = lowerAddress(point.token.address);
      return { point, token: address === zeroAddress ? chain.weth : address };
    });
    await book.load(reader, [...new Set([chain.weth, ...asks.map(({ token }) => token)])]);
    const obstacles = asks.map(({ token }) => obstacleTo(book, token));
    const open = asks.filter((_, index) => obstacles[index] === null);
    const read = await readBlocks(reader, book, chain.weth, open, {
      requests: options.maximumRequests ?? 500,
    });
    const readOf = new Map(open.map((ask, index) => [ask, read[index]]));
    return asks.map((ask, index) => obstacles[index] ?? answerOf(chain, ask, readOf.get(ask), floor));
  };

  const ask = async (points: readonly PricePoint[]): Promise<PriceAnswer[]> => {
    const answers: PriceAnswer[] = points.map(() => failure('source-down', 'no answer'));
    const byChain = groupBy([...points.entries()], ([, point]) => point.token.chainId);
    await Promise.all(
      [...byChain].map(async ([chainId, entries]) => {
        const part = entries.map(([, point]) => point);
        const found = await askChain(chainId, part).catch((error: unknown) =>
          part.map(() => failure('source-down', errorText(error))),
        );
        for (const [position, answer] of found.entries()) answers[entries[position]?.[0] ?? 0] = answer;
      }),
    );
    return answers;
  };

  return {
    name: 'uniswap',
    historical: ask,
    current: (tokens) => {
      const time = nowSeconds(dependencies.clock);
      return ask(tokens.map((token) => ({ token, time })));
    },
  };
}

function lowerCase(chain: UniswapChain): UniswapChain {
  return {
    v3Factory: chain.v3Factory === undefined ? undefined : lowerAddress(chain.v3Factory),
    v2Factory: chain.v2Factory === undefined ? undefined : lowerAddress(chain.v2Factory),
    weth: lowerAddress(chain.weth),
    stablecoins: chain.stablecoins.map(lowerAddress),
  };
}

/** Why no block need be read for the token, or null. */
function obstacleTo(book: PoolBook, token: Address): PriceAnswer | null {
  if (book.decimalsOf(token) === null) return failure('not-supported', 'its decimals cannot be read');
  if (book.poolsOf(token).length > 0) return null;
  return failure('unknown-token', 'it has no pool against a stablecoin or wrapped native');
}

function answerOf(
  chain: UniswapChain,
  { point, token }: PoolAsk,
  read: PoolPrices | 'over-budget' | 'no-block' | undefined,
  floor: Decimal,
): PriceAnswer {
  if (read === undefined || read === 'no-block') {
    return failure('source-down', `no block of chain ${point.token.chainId} is known at ${point.time}`);
  }
  if (read === 'over-budget')
    return failure('over-budget', 'left for a later run: too many blocks in one question');
  const route = deepestRoute(chain, read, token, floor);
  if (route === null) return failure('no-liquidity', `no pool held ${floor.toFixed()} USD at that block`);
  return {
    ok: true,
    observation: {
      token: point.token,
      time: point.time,
      priceUsd: priceText(route.usd),
      observedAt: point.block?.timestamp ?? point.time,
      confidence: route.confidence,
      source: 'uniswap',
      detail: route.detail,
    },
  };
}

interface Route {
  usd: Decimal;
  confidence: number;
  detail: string;
}

/** The price by the pool that holds most on its quote side, in USD; null when none holds the floor. */
function deepestRoute(chain: UniswapChain, read: PoolPrices, token: Address, floor: Decimal): Route | null {
  // Wrapped native has pools against stablecoins alone, so this ends after one more step.
  const native = token === chain.weth ? null : deepestRoute(chain, read, chain.weth, floor);
  let best: { route: Route; depthUsd: Decimal } | null = null;
  for (const price of read(token)) {
    const quote = price.pool.quote === chain.weth ? native : oneDollar;
    if (quote === null) continue;
    const depthUsd = price.depth.times(quote.usd);
    if (depthUsd.lt(floor) || (best !== null && depthUsd.lte(best.depthUsd))) continue;
    best = { route: follow(price, quote), depthUsd };
  }
  return best?.route ?? null;
}

const oneDollar: Route = { usd: new Decimal(1), confidence: 1, detail: '' };

function follow(price: PoolPrice, quote: Route): Route {
  const { pool, isTimeWeighted } = price;
  const kind = pool.version === 2 ? 'V2' : `V3 ${pool.fee}`;
  const how = isTimeWeighted ? '30-minute mean' : 'the block before';
  return {
    usd: price.price.times(quote.usd),
    confidence: Math.min(isTimeWeighted ? timeWeightedConfidence : spotConfidence, quote.confidence),
    detail: [`${kind} pool ${pool.address}, ${how}`, quote.detail].filter((part) => part !== '').join('; '),
  };
}
