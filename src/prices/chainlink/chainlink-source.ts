/**
 * Chainlink price feeds, read on chain: the answer at the block of the question where the node keeps old state, else the round
 * that stood at its time. The answer counts as the price at that moment, because a feed is silent while the price stays within
 * its deviation threshold. An answer that is not positive, or older than the feed's heartbeat allows, is refused.
 */
import type { Address } from '../../domain/model.ts';
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import { errorText } from '../../errors.ts';
import { nowSeconds } from '../../outgoing/clock.ts';
import { groupBy } from '../source/batch.ts';
import {
  createBlockFinder,
  createGuardedReaders,
  type GuardedReader,
  type ReaderDependencies,
  type ReaderLimits,
} from '../source/chain-reader.ts';
import { priceText } from '../source/price-math.ts';
import {
  failure,
  type PriceAnswer,
  type PriceFailure,
  type PricePoint,
  type PriceSource,
} from '../source/price-source.ts';
import {
  answersInEther,
  createFeedBook,
  type Feed,
  type FeedBook,
  type FeedSetting,
} from './chainlink-book.ts';
import { type FeedRound, latestRoundData, readRound } from './chainlink-feed.ts';
import { findRounds } from './chainlink-rounds.ts';

export interface ChainlinkOptions {
  /** By chain id, then token (the zero address is the native token): the feed's proxy. */
  feeds: Readonly<Record<string, Readonly<Record<string, FeedSetting>>>>;
  /** The wrapped native token by chain id: native and wrapped share a feed. */
  wrappedNative?: Readonly<Record<number, Address>>;
  limits?: Partial<ReaderLimits>;
  /** More blocks than this are not read one by one: the rounds are searched instead. Default 64. */
  maximumBlocks?: number;
}

/** A point whose feed is known; `viaEther`: the feed answers in ETH, which this one prices. */
interface FeedAsk {
  index: number;
  point: PricePoint;
  feed: Feed;
  viaEther: Feed | null;
}

/** Updates are transactions: they may come a little late. */
const heartbeatGraceSeconds = 900;
const confidence = 0.98;

export function createChainlink(options: ChainlinkOptions, dependencies: ReaderDependencies): PriceSource {
  const readerOf = createGuardedReaders('chainlink', dependencies, options.limits);
  const books = new Map(
    Object.entries(options.feeds).map(([id, feeds]) => {
      return [Number(id), createFeedBook(feeds, options.wrappedNative?.[Number(id)])] as const;
    }),
  );

  const askChain = async (
    chainId: number,
    points: readonly PricePoint[],
    isCurrent: boolean,
  ): Promise<PriceAnswer[]> => {
    const book = books.get(chainId);
    const answers: PriceAnswer[] = points.map(() =>
      failure('unknown-token', 'no Chainlink feed is configured for it'),
    );
    const withFeed = points.flatMap((point, index) => (book?.hasFeed(point.token.address) ? [index] : []));
    if (book === undefined || withFeed.length === 0) return answers;
    try {
      const reader = readerOf(chainId);
      if (reader === null) throw new Error(`there is no node for chain ${chainId}`);
      await book.load(reader);
      const asks = withFeed.flatMap((index): FeedAsk[] => {
        const point = points[index];
        const found = point === undefined ? null : askFor(book, index, point);
        if (found !== null && 'point' in found) return [found];
        if (found !== null) answers[index] = found;
        return [];
      });
      const rounds = isCurrent ? await readLatest(reader, asks) : await readPast(reader, asks, options);
      for (const ask of asks) answers[ask.index] = answerOf(ask, rounds);
    } catch (error) {
      for (const index of withFeed) answers[index] = failure('source-down', errorText(error));
    }
    return answers;
  };

  const ask = async (points: readonly PricePoint[], isCurrent: boolean): Promise<PriceAnswer[]> => {
    const answers: PriceAnswer[] = points.map(() => failure('source-down', 'no answer'));
    const byChain = groupBy([...points.entries()], ([, point]) => point.token.chainId);
    await Promise.all(
      [...byChain].map(async ([chainId, entries]) => {
        const found = await askChain(
          chainId,
          entries.map(([, point]) => point),
          isCurrent,
        );
        for (const [position, answer] of found.entries()) answers[entries[position]?.[0] ?? 0] = answer;
      }),
    );
    return answers;
  };

  return {
    name: 'chainlink',
    historical: (points) => ask(points, false),
    current: (tokens) => {
      const time = nowSeconds(dependencies.clock);
      return ask(
        tokens.map((token) => ({ token, time })),
        true,
      );
    },
  };
}

function askFor(book: FeedBook, index: number, point: PricePoint): FeedAsk | PriceFailure {
  const feed = book.feedOf(point.token.address);
  if (feed === null) return failure('malformed', 'nothing answers like a feed at the configured address');
  if (!answersInEther(feed)) return { index, point, feed, viaEther: null };
  const viaEther = book.etherFeed();
  if (viaEther !== null) return { index, point, feed, viaEther };
  return failure('not-supported', 'its feed answers in ETH, and no ETH / USD feed is configured');
}

/** The round of a feed for a point. */
type RoundOf = (feed: Feed, point: PricePoint) => FeedRound | null;

const feedsOf = (ask: FeedAsk): Feed[] => (ask.viaEther === null ? [ask.feed] : [ask.feed, ask.viaEther]);

async function readLatest(reader: GuardedReader, asks: readonly FeedAsk[]): Promise<RoundOf> {
  const addresses = [...new Set(asks.flatMap(feedsOf).map((feed) => feed.address))];
  const results = await reader.read(addresses.map((to) => ({ to, data: latestRoundData })));
  const rounds = new Map(addresses.map((address, index) => [address, readRound(results[index])]));
  return (feed) => rounds.get(feed.address) ?? null;
}

/** At the block when the node keeps old state and the blocks are few or cheap; else by time, through the rounds. */
async function readPast(
  reader: GuardedReader,
  asks: readonly FeedAsk[],
  { maximumBlocks = 64 }: ChainlinkOptions,
): Promise<RoundOf> {
  const blocks = new Set(asks.flatMap(({ point }) => point.block?.number ?? []));
  // Each of these costs a search for the block.
  const times = new Set(asks.flatMap(({ point }) => (point.block === undefined ? [point.time] : [])));
  if (times.size + (reader.readsManyBlocks ? 0 : blocks.size) <= maximumBlocks) {
    try {
      return await readAtBlocks(reader, asks);
    } catch (error) {
      // No old state, most likely. If it is the node that is down, the rounds cannot be read either, and that is thrown.
      return readByRounds(reader, asks, errorText(error));
    }
  }
  return readByRounds(reader, asks, null);
}

async function readAtBlocks(reader: GuardedReader, asks: readonly FeedAsk[]): Promise<RoundOf> {
  const calls = new Map<string, { to: Address; data: typeof latestRoundData; blockNumber: number }>();
  const blockAt = createBlockFinder(reader);
  const blocks = new Map<PricePoint, number>();
  for (const ask of asks) {
    const blockNumber = await blockAt(ask.point);
    if (blockNumber === null)
      throw new Error(`no block of chain ${reader.chainId} is known at ${ask.point.time}`);
    blocks.set(ask.point, blockNumber);
    for (const { address } of feedsOf(ask)) {
      calls.set(`${address}@${blockNumber}`, { to: address, data: latestRoundData, blockNumber });
    }
  }
  const results = await reader.read([...calls.values()]);
  const rounds = new Map([...calls.keys()].map((key, index) => [key, readRound(results[index])]));
  return (feed, point) => rounds.get(`${feed.address}@${blocks.get(point)}`) ?? null;
}

async function readByRounds(
  reader: GuardedReader,
  asks: readonly FeedAsk[],
  why: string | null,
): Promise<RoundOf> {
  const keyOf = (feed: Feed, point: PricePoint): string => `${feed.address}@${readTime(point)}`;
  const questions = new Map(
    asks.flatMap((ask) =>
      feedsOf(ask).map(
        (feed) => [keyOf(feed, ask.point), { feed: feed.address, time: readTime(ask.point) }] as const,
      ),
    ),
  );
  try {
    const results = await findRounds(reader, [...questions.values()]);
    const rounds = new Map([...questions.keys()].map((key, index) => [key, results[index] ?? null]));
    return (feed, point) => rounds.get(keyOf(feed, point)) ?? null;
  } catch (error) {
    throw why === null ? error : new Error(`${why}; by rounds: ${errorText(error)}`, { cause: error });
  }
}

/** The moment that is read: the block's, when there is one. */
function readTime(point: PricePoint): number {
  return point.block?.timestamp ?? point.time;
}

function answerOf({ point, feed, viaEther }: FeedAsk, roundOf: RoundOf): PriceAnswer {
  const observedAt = readTime(point);
  let price = new Decimal(1);
  const details: string[] = [];
  for (const part of viaEther === null ? [feed] : [feed, viaEther]) {
    const round = roundOf(part, point);
    if (round === null) return failure('too-stale', `feed ${part.address} has no answer at that time`);
    const age = observedAt - round.updatedAt;
    if (age > part.heartbeatSeconds + heartbeatGraceSeconds) {
      return failure('too-stale', `feed ${part.address} was last updated ${age} s before`);
    }
    if (round.answer <= 0n) return failure('not-positive', `feed ${part.address} answered ${round.answer}`);
    price = price.times(formatUnits(round.answer, part.info.decimals));
    details.push(`${part.info.description ?? part.address} round ${round.roundId} of ${round.updatedAt}`);
  }
  const observation = {
    token: point.token,
    time: point.time,
    priceUsd: priceText(price),
    observedAt,
    confidence,
  };
  return { ok: true, observation: { ...observation, source: 'chainlink', detail: details.join(' × ') } };
}
