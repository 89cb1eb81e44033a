/**
 * One follower per chain, over all processes: whoever holds the chain's lease reads its new blocks for all wallets. When the leader
 * is gone another one takes over after a few seconds, where the cursor stands. Chains whose source cannot tell of whole blocks
 * have none, and their wallets follow one by one.
 */
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type PauseRule, pauseAfter } from '../../outgoing/retry.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Leadership } from '../../store/connection/leadership.ts';
import {
  countFollowers,
  dropCursor,
  failCursor,
  letGoOfOtherwiseMissing,
} from '../../store/sync/following/chain-cursor.ts';
import { spreadChecks } from '../../store/sync/following/follower-checks.ts';
import { untilAborted } from '../../until-aborted.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { whileLeading } from '../leading.ts';
import { createSetbacks } from '../setbacks.ts';
import { errorKind, type FailureKind, failureKind, isBehind, wishedRetry } from '../step-errors.ts';
import { repeatRounds } from '../work-loop.ts';
import { createBlockPace, nextLookInMs } from './block-pace.ts';
import { type FollowEvent, type Following, followRound, isHopeless, isOfReading } from './follow-round.ts';
import { createTrail } from './trail.ts';

export interface FollowersOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  log: Log;
  /** Names this process in leases. */
  owner: string;
  /** A chain is read for all of its wallets from so many on. */
  fromWallets: number;
  /** Told of each round that failed, as of steps: the chain's slug and the kind of error. */
  onFailure: (failure: { chain: string; kind: FailureKind }) => void;
  /** Told what was done, for counters. */
  onEvent: (event: { chain: string; event: FollowEvent; count: number }) => void;
}

/** A leader that has died is followed after these two, at most: less than five seconds. */
const leaseMs = 3_500;
const standbyMs = 1_000;
/** After a failure the pauses grow up to this, or to the chain's interval. */
const longestRetryMs = 10_000;
/**
 * When blocks cannot be read for so many rounds although the head can, the wallets are on their own for a while, and longer each
 * time, unless it went well for an hour.
 */
const mostFailures = 6;
const aloneMs = { shortest: 300_000, longest: 86_400_000 };
const wellMs = 3_600_000;
const countMs = 600_000;

export interface ChainFollowers {
  start(): void;
  stop(): Promise<void>;
}

export function createChainFollowers(options: FollowersOptions): ChainFollowers {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all(options.chains.map((chain) => followChain(options, chain, stopping.signal)));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Leads, or waits for the leader's end. */
function followChain(options: FollowersOptions, chain: ChainRuntime, signal: AbortSignal): Promise<void> {
  const { database, log, owner } = options;
  const { chainId, name } = chain.config;
  const request = { job: `follow chain ${chainId}`, owner, leaseMs };
  const setbacks = createSetbacks(log, {
    failed: `the lease on following ${name} could not be asked for; it is tried again`,
    over: `the lease on following ${name} can be asked for again`,
  });
  return repeatRounds({
    signal,
    async round() {
      if (chain.source.readNamedBlocks === undefined) {
        // It may have been followed by another source before.
        await dropCursor(database, { chainId, from: 'cursor' });
        return Number.POSITIVE_INFINITY;
      }
      await whileLeading({ database, log }, request, (leadership) => {
        // Leading may go on for months.
        setbacks.succeeded();
        return lead(options, chain, leadership, signal);
      });
      setbacks.succeeded();
      return standbyMs;
    },
    onFailure(error) {
      setbacks.failed(error);
      return standbyMs;
    },
  });
}

/** Rounds until the lease, or this process, ends. */
function lead(
  options: FollowersOptions,
  chain: ChainRuntime,
  leadership: Leadership,
  stopping: AbortSignal,
): Promise<void> {
  const { database } = leadership;
  const signal = AbortSignal.any([leadership.signal, stopping]);
  const following: Following = {
    ...{ chain, database, signal, log: options.log, trail: createTrail() },
    ...{ pace: createBlockPace(), looks: { notedAt: Number.NEGATIVE_INFINITY } },
    fromWallets: options.fromWallets,
    onEvent: (event, count) => options.onEvent({ chain: chain.config.slug, event, count }),
  };
  const setbacks: Setbacks = { failures: 0, count: 0, at: 0 };
  const upkeep = createUpkeep(following);
  const pollMs = chain.config.pollSeconds * 1000;
  return repeatRounds({
    job: 'following',
    signal,
    async round() {
      try {
        await upkeep();
        const end = await followRound(following);
        if (setbacks.failures > 0)
          options.log.info({ chain: chain.config.name }, 'the chain is followed again');
        setbacks.failures = 0;
        if (end === 'unable') return aloneMs.shortest;
        return end === 'behind' ? 0 : nextLookInMs(following.pace, performance.now(), pollMs);
      } catch (error) {
        if (signal.aborted) return 0;
        return await fail(options, following, setbacks, error);
      }
    },
    onFailure: () => standbyMs,
  });
}

/** Before each round: what the source lacks, and now and then how many follow. */
function createUpkeep({ chain, database, signal }: Following): () => Promise<void> {
  const { chainId } = chain.config;
  let lacked: string | null = null;
  let countedAt: number | null = null;
  return async () => {
    const missing = [...(await untilAborted(chain.ensureReady(), signal)).missing].sort();
    if (lacked !== missing.join()) {
      await letGoOfOtherwiseMissing(database, { chainId, missing });
      lacked = missing.join();
    }
    if (countedAt === null || performance.now() - countedAt > countMs) {
      await countFollowers(database, chainId);
      if (countedAt === null) await spreadChecks(database, chainId);
      countedAt = performance.now();
    }
  };
}

/** How often in a row rounds have failed; how often in a row the wallets were left on their own, and when last. */
interface Setbacks {
  failures: number;
  count: number;
  at: number;
}

/** Notes why a round failed; answers when the next one comes. */
async function fail(
  { log, onFailure }: FollowersOptions,
  { chain, database, signal, onEvent }: Following,
  setbacks: Setbacks,
  error: unknown,
): Promise<number> {
  const { chainId, name, slug, pollSeconds } = chain.config;
  onFailure({ chain: slug, kind: failureKind(error) });
  setbacks.failures += 1;
  const { failures } = setbacks;
  await failCursor(database, { chainId, error: errorText(error), kind: errorKind(error) });
  const retryInMs = wishedRetry(error) ?? pauseAfter(failures + 1, pausesOf(pollSeconds * 1000, error));
  // Once; then when it is over.
  const level = failures === 1 ? 'warn' : 'debug';
  log[level]({ chain: name, error: errorText(error), retryInMs }, 'following the chain will be tried again');
  const mayBeStuck = isOfReading(error) && failureKind(error) !== 'database' && failures >= mostFailures;
  const isStuck = mayBeStuck && (await answersHead(chain, signal));
  if (!isHopeless(error) && !isStuck) return retryInMs;
  onEvent('handed-back', await dropCursor(database, { chainId, from: 'cursor' }));
  const now = performance.now();
  setbacks.count = now - setbacks.at > wellMs + aloneOf(setbacks) ? 1 : setbacks.count + 1;
  setbacks.at = now;
  setbacks.failures = 0;
  const fields = { chain: name, error: errorText(error), retryInMs: aloneOf(setbacks) };
  log.error(fields, 'the chain cannot be followed for all wallets at once; each goes on alone');
  return aloneOf(setbacks);
}

/** A node that is behind is looked at as one that is not. */
const pausesOf = (pollMs: number, error: unknown): PauseRule => ({
  firstPauseMs: pollMs,
  longestPauseMs: isBehind(error) ? pollMs : Math.max(pollMs, longestRetryMs),
});

const answersHead = (chain: ChainRuntime, signal: AbortSignal): Promise<boolean> =>
  untilAborted(chain.head(0), signal).then(
    () => true,
    () => false,
  );

const aloneOf = ({ count }: Setbacks): number =>
  pauseAfter(Math.max(1, count), { firstPauseMs: aloneMs.shortest, longestPauseMs: aloneMs.longest });
