/**
 * The round of a feed that stood at a moment, found by `updatedAt` among the rounds that the feed keeps. It is for nodes
 * without old state, and for many moments at once. A proxy's round ids are phase << 64 | round of that phase's aggregator: they
 * run from 1 within a phase and jump between phases. All searches take their steps together, one batch of calls per step.
 */
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import { type Address, type Hex, zeroAddress } from '../../domain/model.ts';
import { decoded, type GuardedReader } from '../source/chain-reader.ts';
import { type FeedRound, feedAbi, getRoundData, latestRoundData, readRound } from './chainlink-feed.ts';

export interface RoundQuestion {
  feed: Address;
  /** Unix seconds. */
  time: number;
}

/** One phase: rounds 1 to `last` of its aggregator. `isBound`: the proxy does not say how many there are, `last` is a bound. */
interface Phase {
  id: bigint;
  last: bigint;
  isBound: boolean;
}

const phaseBits = 64n;
const roundMask = (1n << phaseBits) - 1n;
/** More phases than any feed has had. */
const maximumPhases = 64n;
/** More rounds than any phase has had. */
const roundBound = 2n ** 32n;
/** Rounds in a row that may be missing (never completed) before the search takes the rest for missing too. */
const maximumGap = 4n;

interface Search {
  question: RoundQuestion;
  /** Phases not yet ruled out, newest last. */
  phases: Phase[];
  /** The newest round known to be at or before the time, and the oldest known to be after it. Null: phase not entered. */
  bounds: { low: bigint; high: bigint } | null;
  /** How far below the middle to look, past missing rounds. */
  gap: bigint;
  result: FeedRound | null;
  done: boolean;
}

/** The answers in order; null where no round stood at that moment, or the feed keeps none. */
export async function findRounds(
  reader: GuardedReader,
  questions: readonly RoundQuestion[],
): Promise<(FeedRound | null)[]> {
  const feeds = [...new Set(questions.map((question) => question.feed))];
  const phasesOf = await readPhases(reader, feeds);
  const rounds = new Map<string, FeedRound | null>();
  const searches = questions.map((question): Search => {
    const phases = [...(phasesOf.get(question.feed) ?? [])];
    return { question, phases, bounds: null, gap: 0n, result: null, done: phases.length === 0 };
  });
  for (;;) {
    const open = searches.filter((search) => !search.done);
    if (open.length === 0) break;
    await loadRounds(reader, rounds, open);
    for (const search of open) step(search, rounds.get(wanted(search).key) ?? null);
  }
  return searches.map((search) => search.result);
}

async function readPhases(reader: GuardedReader, feeds: readonly Address[]): Promise<Map<Address, Phase[]>> {
  const latest = (await reader.read(feeds.map((to) => ({ to, data: latestRoundData })))).map(readRound);
  const older: { feed: Address; id: bigint }[] = [];
  const phases = new Map<Address, Phase[]>();
  for (const [index, feed] of feeds.entries()) {
    const round = latest[index] ?? null;
    if (round === null) continue;
    const current = round.roundId >> phaseBits;
    phases.set(feed, [{ id: current, last: round.roundId & roundMask, isBound: false }]);
    const first = current > maximumPhases ? current - maximumPhases : 1n;
    for (let id = first; id < current; id += 1n) older.push({ feed, id });
  }
  const aggregators = await reader.read(
    older.map(({ feed, id }) => ({
      to: feed,
      data: encodeFunctionData({ abi: feedAbi, functionName: 'phaseAggregators', args: [Number(id)] }),
    })),
  );
  const data = encodeFunctionData({ abi: feedAbi, functionName: 'latestRound' });
  // An aggregator that the proxy does not name is asked at the feed's own address, in vain: the bound is used then.
  const lastRounds = await reader.read(
    older.map(({ feed }, index) => ({ to: readAggregator(aggregators[index]) ?? feed, data })),
  );
  for (const [index, { feed, id }] of older.entries()) {
    const aggregator = readAggregator(aggregators[index]);
    if (aggregator === zeroAddress) continue;
    const last = decoded(aggregator === null ? null : lastRounds[index], (hex) =>
      decodeFunctionResult({ abi: feedAbi, functionName: 'latestRound', data: hex }),
    );
    const known = last !== null && last > 0n;
    phases.get(feed)?.push({ id, last: known ? last & roundMask : roundBound, isBound: !known });
  }
  for (const list of phases.values()) list.sort((left, right) => (left.id < right.id ? -1 : 1));
  return phases;
}

function readAggregator(data: Hex | null | undefined): Address | null {
  return decoded(data, (hex) =>
    decodeFunctionResult({ abi: feedAbi, functionName: 'phaseAggregators', data: hex }),
  );
}

/** The round that a search looks at next: the first of its newest phase, then the middle of what is left. */
function wanted({ question, phases, bounds, gap }: Search): { key: string; feed: Address; roundId: bigint } {
  const phase = phases.at(-1);
  const round = bounds === null ? 1n : (bounds.low + bounds.high) / 2n - gap;
  const roundId = ((phase?.id ?? 0n) << phaseBits) | round;
  return { key: `${question.feed}:${roundId}`, feed: question.feed, roundId };
}

async function loadRounds(
  reader: GuardedReader,
  rounds: Map<string, FeedRound | null>,
  searches: readonly Search[],
): Promise<void> {
  const missing = new Map(searches.map(wanted).map((round) => [round.key, round]));
  for (const key of [...missing.keys()]) if (rounds.has(key)) missing.delete(key);
  const asked = [...missing.values()];
  const answers = await reader.read(
    asked.map(({ feed, roundId }) => ({ to: feed, data: getRoundData(roundId) })),
  );
  for (const [index, { key }] of asked.entries()) rounds.set(key, readRound(answers[index]));
}

function step(search: Search, round: FeedRound | null): void {
  const { time } = search.question;
  if (search.bounds === null) {
    const last = search.phases.at(-1)?.last ?? 0n;
    if (round !== null && round.updatedAt <= time) {
      search.result = round;
      search.bounds = { low: 1n, high: last + 1n };
    } else {
      search.phases.pop();
      search.done = search.phases.length === 0;
      return;
    }
  } else narrow(search, search.bounds, round);
  const { low, high } = search.bounds;
  search.done = high - low <= 1n;
}

function narrow(search: Search, bounds: { low: bigint; high: bigint }, round: FeedRound | null): void {
  const middle = (bounds.low + bounds.high) / 2n;
  const looked = middle - search.gap;
  // Where the number of rounds is a mere bound, a missing round means that there are fewer.
  const mayBeGap = round === null && search.phases.at(-1)?.isBound === false;
  if (mayBeGap && search.gap < maximumGap && looked - 1n > bounds.low) {
    search.gap += 1n;
    return;
  }
  search.gap = 0n;
  if (round !== null && round.updatedAt <= search.question.time) search.result = round;
  const isBefore = round === null ? mayBeGap && looked - 1n === bounds.low : round === search.result;
  // Whatever is missing between the round looked at and the middle is ruled out together with what is below.
  if (isBefore) bounds.low = middle;
  else bounds.high = looked;
}
