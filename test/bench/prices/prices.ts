/**
 * What prices cost, and how far they are off, by the moment that a transfer's price is taken at: its own block, or the beginning
 * of its hour. Both by the service's own sources, quoter and search for blocks, over a synthetic chain of a year.
 */

import { locateBuckets } from '../../../src/ingest/pricing/book/price-moments.ts';
import { bucketNeeds, type PriceNeed, quoteBuckets } from '../../../src/prices/quote/buckets.ts';
import { createQuoter } from '../../../src/prices/quote/quote.ts';
import type { PricePoint } from '../../../src/prices/source/price-source.ts';
import { createUniswap } from '../../../src/prices/uniswap/uniswap-source.ts';
import { type BenchmarkOptions, grouped, printTable } from '../report.ts';
import {
  contracts,
  createPoolReader,
  drawOf,
  endTime,
  lastBlock,
  type Reads,
  timeOfBlock,
  tokenAddress,
} from './synthetic-pools.ts';

interface Scenario {
  readonly name: string;
  readonly wallets: number;
  /** Of each wallet, in the year. */
  readonly transactions: number;
  readonly tokens: number;
  /** Transactions that come together, minutes apart; sessions are spread over the year. */
  readonly session: number;
}

/** One price that is wanted: a token moved in a block, or the coin that its fee is paid in. */
type Event = PriceNeed & { block: number };

/** Transfers in one question, as the pricing job asks. */
const pageSize = 10_000;
/** Blocks between two transactions of a session, at most. */
const sessionBlocks = 40;

export async function run({ size }: BenchmarkOptions): Promise<void> {
  const wallets = size === 0 ? 20 : size;
  const scenarios: Scenario[] = [
    { name: '300 transactions, each for itself', wallets: 1, transactions: 300, tokens: 10, session: 1 },
    { name: '300 transactions, sessions of 5', wallets: 1, transactions: 300, tokens: 10, session: 5 },
    { name: '2,000 transactions, sessions of 5', wallets: 1, transactions: 2_000, tokens: 40, session: 5 },
    { name: `${wallets} wallets of 300, sessions of 5`, wallets, transactions: 300, tokens: 40, session: 5 },
  ];
  const rows: string[][] = [
    ['priced at', 'prices', 'archive reads', 'calls', 'blocks looked up', 'reads in all', 'median', 'p99'],
  ];
  for (const scenario of scenarios) {
    const events = eventsOf(scenario);
    const own = await priceAll(events, atOwnBlock);
    const hourly = await priceAll(events, atBeginningOfHour);
    const errors = hourly.prices.map((price, index) => Math.abs(price / (own.prices[index] ?? 0) - 1));
    process.stdout.write(`${scenario.name}: ${grouped(events.length)} prices are wanted\n`);
    rows.push([scenario.name, ...Array<string>(7).fill('')]);
    rows.push(['own block', ...figures(own.asked, own.reads), '0', '0']);
    rows.push([
      'beginning of the hour',
      ...figures(hourly.asked, hourly.reads),
      percent(quantile(errors, 0.5)),
      percent(quantile(errors, 0.99)),
    ]);
  }
  printTable(rows);
}

function figures(asked: number, { archive, calls, blocks }: Reads): string[] {
  return [asked, archive, calls, blocks, archive + blocks].map(grouped);
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Sessions of some transactions, minutes apart; every other one moves two tokens, each pays a fee in the coin. */
function eventsOf({ wallets, transactions, tokens, session }: Scenario): Event[] {
  const events: Event[] = [];
  for (let wallet = 0; wallet < wallets; wallet += 1) {
    let block = 0;
    for (let index = 0; index < transactions; index += 1) {
      const draw = (what: number): number => drawOf(wallet, index, what);
      if (index % session === 0) block = Math.floor(draw(1) * (lastBlock - 10_000)) + 1_000;
      else block += 1 + Math.floor(draw(2) * sessionBlocks);
      const time = timeOfBlock(block);
      const moved = [0, 1 + Math.floor(draw(3) * (tokens - 1))];
      if (draw(4) < 0.5) moved.push(1 + Math.floor(draw(5) * (tokens - 1)));
      for (const token of new Set(moved)) {
        events.push({ token: { chainId: 1, address: tokenAddress(token), decimals: 18 }, time, block });
      }
    }
  }
  return events.sort((left, right) => left.block - right.block);
}

interface Asked {
  points: PricePoint[];
  /** The point of each event, by its place in `points`. */
  placeOf: number[];
}

type Rule = (events: readonly Event[], reader: ReturnType<typeof createPoolReader>) => Promise<Asked>;

async function atOwnBlock(events: readonly Event[]): Promise<Asked> {
  const points: PricePoint[] = [];
  const places = new Map<string, number>();
  const placeOf = events.map(({ token, time, block }) => {
    const key = `${token.address}@${block}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, points.length);
    return points.push({ token, time, block: { number: block, timestamp: time } }) - 1;
  });
  return { points, placeOf };
}

async function atBeginningOfHour(
  events: readonly Event[],
  reader: ReturnType<typeof createPoolReader>,
): Promise<Asked> {
  const { located } = await locateBuckets(
    bucketNeeds(events),
    () => reader,
    (error) => {
      throw error;
    },
  );
  const placeOf: number[] = [];
  for (const [place, { needs }] of located.entries()) for (const need of needs) placeOf[need] = place;
  return { points: located.map(({ point }) => point), placeOf };
}

/** USD of each event; what is known of an hour or block from an earlier question is not asked for again. */
async function priceAll(events: readonly Event[], rule: Rule) {
  const reader = createPoolReader();
  const clock = { now: () => endTime * 1000, elapsed: () => 0, sleep: async () => {} };
  const uniswap = createUniswap(
    { chains: { '1': contracts }, maximumRequests: Number.POSITIVE_INFINITY },
    { readerOf: () => reader, clock },
  );
  const quoter = createQuoter({ sources: [uniswap], clock });
  const { points, placeOf } = await rule(events, reader);
  const prices: number[] = [];
  for (let start = 0; start < points.length; start += pageSize) {
    const page = points.slice(start, start + pageSize).map((point) => ({ point }));
    for (const { price, reason } of await quoteBuckets(quoter, page)) {
      if (price === null) throw new Error(`the synthetic chain has no price: ${reason}`);
      prices.push(Number(price.priceUsd));
    }
  }
  return {
    asked: points.length,
    reads: reader.reads,
    prices: placeOf.map((place) => prices[place] ?? Number.NaN),
  };
}
