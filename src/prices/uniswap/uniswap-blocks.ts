/** Reads the pools that are needed at each block, in as few requests as the reader allows, within a budget of them. */
import type { Address, Hex } from '../../domain/model.ts';
import { groupBy } from '../source/batch.ts';
import { createBlockFinder, type GuardedReader } from '../source/chain-reader.ts';
import type { PricePoint } from '../source/price-source.ts';
import type { Pool, PoolBook } from './uniswap-pools.ts';
import { type PoolPrice, poolCalls, readPool } from './uniswap-reads.ts';

/** The prices of a token's pools at one block. */
export type PoolPrices = (token: Address) => readonly PoolPrice[];

export interface PoolAsk {
  point: PricePoint;
  /** Wrapped native where the point asks for native. */
  token: Address;
}

/** One entry per ask, in order; `no-block`: the chain has no block at that time. */
export async function readBlocks(
  reader: GuardedReader,
  book: PoolBook,
  weth: Address,
  asks: readonly PoolAsk[],
  budget: { requests: number },
): Promise<(PoolPrices | 'over-budget' | 'no-block')[]> {
  const blocks = await findBlocks(reader, asks, budget);
  const located = asks.flatMap((ask, index) => {
    const block = blocks[index];
    return typeof block === 'number' ? [{ ask, block }] : [];
  });
  const jobs = [...groupBy(located, ({ block }) => block)].map(([block, group]): Job => {
    const tokens = new Set([weth, ...group.map(({ ask }) => ask.token)]);
    return { block, pools: [...tokens].flatMap((token) => [...book.poolsOf(token)]) };
  });
  const read = await readJobs(reader, book, takeWithinBudget(reader, jobs, budget));
  return blocks.map((block) => (typeof block === 'number' ? (read.get(block) ?? 'over-budget') : block));
}

/** The pools to read at one block. */
interface Job {
  block: number;
  pools: Pool[];
}

async function findBlocks(
  reader: GuardedReader,
  asks: readonly PoolAsk[],
  budget: { requests: number },
): Promise<(number | 'over-budget' | 'no-block')[]> {
  const blockAt = createBlockFinder(reader);
  const lookedUp = new Set<number>();
  const blocks: (number | 'over-budget' | 'no-block')[] = [];
  for (const { point } of asks) {
    if (point.block === undefined && !lookedUp.has(point.time)) {
      if (budget.requests <= 0) {
        blocks.push('over-budget');
        continue;
      }
      lookedUp.add(point.time);
      budget.requests -= 1;
    }
    blocks.push((await blockAt(point)) ?? 'no-block');
  }
  return blocks;
}

function takeWithinBudget(reader: GuardedReader, jobs: readonly Job[], budget: { requests: number }): Job[] {
  const taken: Job[] = [];
  for (const job of jobs) {
    const calls = job.pools.reduce((sum, pool) => sum + poolCalls(pool, job.block).length, 0);
    // Read block by block, a job takes two requests: its block and the one before.
    const cost = reader.readsManyBlocks ? calls / reader.callsPerRequest : 2;
    if (budget.requests < cost) break;
    budget.requests -= cost;
    taken.push(job);
  }
  return taken;
}

async function readJobs(
  reader: GuardedReader,
  book: PoolBook,
  jobs: readonly Job[],
): Promise<Map<number, PoolPrices>> {
  const calls = jobs.flatMap(({ block, pools }) => pools.map((pool) => poolCalls(pool, block)));
  const results = await reader.read(calls.flat());
  const read = new Map<number, PoolPrices>();
  let offset = 0;
  for (const { block, pools } of jobs) {
    const prices: PoolPrice[] = [];
    for (const pool of pools) {
      const count = poolCalls(pool, block).length;
      const price = priceOf(book, pool, results.slice(offset, offset + count));
      offset += count;
      if (price !== null) prices.push(price);
    }
    read.set(block, (token) => prices.filter(({ pool }) => pool.priced === token));
  }
  return read;
}

function priceOf(book: PoolBook, pool: Pool, results: readonly (Hex | null)[]): PoolPrice | null {
  const priced = book.decimalsOf(pool.priced);
  const quote = book.decimalsOf(pool.quote);
  return priced === null || quote === null ? null : readPool(pool, results, { priced, quote });
}
