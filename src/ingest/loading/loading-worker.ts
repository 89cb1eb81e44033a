/**
 * The worker: slots that lease due sync rows and take them step by step to the head. Any number of workers may run, in
 * one process or many: a row has one lease at a time, and a commit with an old fence writes nothing.
 */
import { createMemory, type Memory } from '../../domain/memory.ts';
import { errorText, RetryableError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { commitStep, type SyncLease } from '../../store/sync/commit.ts';
import { readLiveCursor } from '../../store/sync/following/chain-cursor.ts';
import { joinCursor, postponeCheck, settleCheck } from '../../store/sync/following/follower-checks.ts';
import {
  analyzeGrownTables,
  type LeaseAnswer,
  leaseNext,
  releaseLease,
  renewLease,
  resetLeased,
} from '../../store/sync/leases.ts';
import { beforeFirst, type LoadingTurn } from '../../store/sync/loading-turns.ts';
import { untilAborted } from '../../until-aborted.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { type ChainFollowers, createChainFollowers } from '../following/chain-followers.ts';
import type { FailureKind } from '../step-errors.ts';
import { createWorkLoop, repeatRounds, ring, startLoop, stopLoop, type WorkLoop } from '../work-loop.ts';
import { type CompanyOf, waitingCompany } from './company.ts';
import type { FetchAhead } from './fetch-ahead.ts';
import { type Pace, storedPace } from './look-intervals.ts';
import { type Followed, finalBlockOf, isQuiet, reportCheck } from './quiet-checks.ts';
import { createSlots, type Slots } from './slots.ts';
import { type Enrich, prepareStep, type StepResult, wantsReload } from './step.ts';
import {
  createStepFailures,
  noteSuccess,
  recordFailure,
  reportIncomplete,
  rowKey,
  type StepFailures,
} from './step-failures.ts';

export interface WorkerOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  enrich: Enrich;
  log: Log;
  /** Names this process in leases. */
  owner: string;
  /** Wallets that are loaded side by side, never fewer than chains. Default: three, and one more for each chain. */
  slots?: number;
  leaseMs?: number;
  /** New blocks of a chain are read whole for all wallets from so many on; fewer are searched for, which a node answers shortly. Default: 3. */
  followFrom?: number;
  /** How long a worker waits at most before it looks again, when nothing is due sooner and no notification wakes it. Default: 5,000. */
  idleMs?: number;
  /** Told of each step that failed, for metrics: the chain's slug and the kind of error. */
  onFailure?: ((failure: { chain: string; kind: FailureKind }) => void) | undefined;
  /** Told what was done for all wallets of a chain at once, and what checks of single ones found. */
  onFollowed?: ((what: Followed) => void) | undefined;
}

export interface Worker {
  start(): Promise<void>;
  /** Ends after the steps under way were committed or given up; at most a few seconds. */
  stop(): Promise<void>;
}

interface WorkerState {
  readonly options: WorkerOptions & { leaseMs: number; onFollowed: (what: Followed) => void };
  readonly chains: ReadonlyMap<number, ChainRuntime>;
  readonly slots: Slots;
  /** At the last look some chain had no slot left: the end of a lease may be another's beginning. */
  isShort: boolean;
  readonly turn: LoadingTurn;
  readonly loop: WorkLoop;
  /** Rows under way, each beside the others. */
  readonly leases: Set<Promise<void>>;
  readonly failures: StepFailures;
  readonly pace: Pace;
  readonly companyOf: CompanyOf;
  /** Rows that were loaded anew for a better source: at most once each, should a source change its mind for ever. */
  readonly reloaded: Memory<string, true>;
}

/** A leased row on its way. */
interface LeasedRow {
  chain: ChainRuntime;
  lease: SyncLease;
  /** Aborts with the lease. */
  signal: AbortSignal;
}

/** When the database does not answer. */
const failureRestMs = 500;
/** A slot hands a busy wallet back after this many steps, so that many wallets progress side by side. */
const stepsPerLease = 20;
/** Of so many rows at most a worker remembers how they fared; a row that is forgotten begins anew. */
const rememberedRows = 20_000;

export function createWorker(options: WorkerOptions): Worker {
  const { database, log, owner, onFailure = () => {}, onFollowed = () => {}, leaseMs = 30_000 } = options;
  const chains = new Map(options.chains.map((chain) => [chain.config.chainId, chain]));
  const state: WorkerState = {
    options: { ...options, leaseMs, onFollowed },
    chains,
    isShort: false,
    slots: createSlots([...chains.keys()], Math.max(chains.size, options.slots ?? chains.size + 3)),
    turn: { clientId: beforeFirst },
    loop: createWorkLoop(),
    leases: new Set(),
    companyOf: waitingCompany(database, owner),
    pace: storedPace(database, { chains: options.chains, log }),
    failures: createStepFailures({ database, log, onFailure }, rememberedRows),
    reloaded: createMemory({ maximum: rememberedRows }),
  };
  const followers: ChainFollowers = createChainFollowers({
    ...{ database, chains: options.chains, log, owner, onFailure, onEvent: onFollowed },
    fromWallets: options.followFrom ?? 3,
  });
  return {
    async start() {
      await start(state);
      followers.start();
    },
    async stop() {
      await Promise.all([followers.stop(), stopLoop(state.loop)]);
      await Promise.all(state.leases);
    },
  };
}

/** Leases what is due for as long as there are slots; each lease runs beside the others. */
function start(state: WorkerState): Promise<void> {
  const { options, loop } = state;
  const { database, log, idleMs = 5_000 } = options;
  return startLoop(loop, { database, wakers: [{ channel: 'wallet_changed' }] }, () =>
    repeatRounds({
      job: 'loading',
      signal: loop.stopping.signal,
      bell: loop.bell,
      async round() {
        const next = await nextLease(state);
        if (next.lease === null) return Math.min(next.nextInMs, idleMs);
        beginLease(state, next.lease);
        return 0;
      },
      onFailure(error) {
        log.warn({ error: errorText(error) }, 'the database does not answer; the worker waits');
        return Math.min(failureRestMs, idleMs);
      },
    }),
  );
}

async function nextLease(state: WorkerState): Promise<LeaseAnswer> {
  const { options, slots, turn, chains } = state;
  const { database, owner, leaseMs } = options;
  const chainIds = slots.open();
  state.isShort = chainIds.length < chains.size;
  if (chainIds.length === 0) return { lease: null, nextInMs: Number.POSITIVE_INFINITY };
  return leaseNext(database, { owner, leaseMs, chainIds, turn });
}

function beginLease(state: WorkerState, lease: SyncLease): void {
  const { slots, leases, loop } = state;
  slots.take(lease.chainId);
  let followsOn = false;
  const ended = runLease(state, lease)
    .then((follows) => {
      followsOn = follows;
    })
    .finally(() => {
      slots.free(lease.chainId);
      leases.delete(ended);
      if (!followsOn || state.isShort) ring(loop.bell);
    });
  leases.add(ended);
}

/** Whether the row goes with its chain's cursor now, so that nothing of it is due soon. */
async function runLease(state: WorkerState, lease: SyncLease): Promise<boolean> {
  const { options, slots, failures } = state;
  const { database, leaseMs } = options;
  const chain = state.chains.get(lease.chainId);
  if (chain === undefined) return false;
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, state.loop.stopping.signal]);
  const renewal = setInterval(() => {
    renewLease(database, lease, leaseMs).then(
      (kept) => {
        if (!kept) lost.abort(new RetryableError('the lease went to another worker'));
      },
      () => {},
    );
  }, leaseMs / 3);
  try {
    return await runSteps(state, { chain, lease, signal });
  } catch (error) {
    if (signal.aborted) await releaseLease(database, lease).catch(() => {});
    else {
      slots.report(lease.chainId, 'failed');
      await recordFailure(failures, { chain, lease }, error);
    }
    return false;
  } finally {
    clearInterval(renewal);
    // What was fetched ahead is nobody's any more.
    lost.abort(new RetryableError('the lease is over'));
  }
}

/** Whether the row goes with its chain's cursor afterwards. */
async function runSteps(state: WorkerState, row: LeasedRow): Promise<boolean> {
  const { options, slots, failures, pace } = state;
  const { chain, lease, signal } = row;
  const { enrich } = options;
  const company = () => state.companyOf(lease.chainId);
  const readCursor = () => readLiveCursor(options.database, lease.chainId);
  const cursor = lease.follows ? await readCursor() : null;
  if (lease.follows && cursor === null) {
    await postponeCheck(options.database, lease);
    return true;
  }
  if (await isLoadedAnew(state, row)) return false;
  let current = lease;
  let ahead: FetchAhead | null = null;
  for (let step = 1; !signal.aborted; step += 1) {
    const askedAt = performance.now();
    const prepared: StepResult = await untilAborted(
      prepareStep(chain, current, {
        ...{ enrich, signal, ahead, stepsLeft: stepsPerLease - step, pace, company },
        readCursor: step === 1 && cursor !== null ? async () => cursor : readCursor,
      }),
      signal,
    );
    const { commit, atHead } = prepared;
    ahead = prepared.ahead;
    const staysQuiet = isQuiet(current, prepared);
    const release = atHead || step >= stepsPerLease;
    const committed = staysQuiet
      ? await settleCheck(options.database, current, finalBlockOf(prepared))
      : await commitStep(options.database, current, {
          ...commit,
          progress: { ...commit.progress, release, headAgeMs: performance.now() - askedAt },
        });
    slots.report(lease.chainId, 'committed');
    noteSuccess(failures, chain);
    failures.unexpected.forget(rowKey(lease));
    if (committed) reportIncomplete(failures, { chain, lease: current }, commit.progress.failure);
    if (committed && lease.follows) reportCheck(options, row, commit);
    if (staysQuiet) return committed;
    const joins = committed && atHead && isFollowedAtOnce(chain);
    const hasJoined = joins && (await joinCursor(options.database, lease));
    if (committed && atHead && lease.loadedAt === null) await analyze(options, row);
    if (!committed || release) return hasJoined;
    current = { ...current, ...commit.progress, loadedAt: current.loadedAt, follows: false };
  }
  // Freed at once instead of at the end of its time: a clean stop leaves nothing to wait for.
  await releaseLease(options.database, lease);
  return false;
}

const isFollowedAtOnce = ({ source }: ChainRuntime): boolean => source.readNamedBlocks !== undefined;

/** Whether the row begins anew, since the source can give what is lacking. */
async function isLoadedAnew(
  { options, reloaded }: WorkerState,
  { chain, lease, signal }: LeasedRow,
): Promise<boolean> {
  if (reloaded.get(rowKey(lease)) !== undefined) return false;
  if (!(await untilAborted(wantsReload(chain, lease), signal))) return false;
  reloaded.keep(rowKey(lease), true);
  if (await resetLeased(options.database, lease)) {
    const fields = { wallet: lease.address, chain: chain.config.name };
    options.log.info(fields, 'loaded anew: the source can give more');
  }
  return true;
}

/** After a first load the planner may know nothing of the new rows, and pages would be slow until it does. */
async function analyze({ database, log }: WorkerOptions, { chain, lease }: LeasedRow): Promise<void> {
  log.info({ wallet: lease.address, chain: chain.config.name }, 'loaded');
  await analyzeGrownTables(database).catch((error: unknown) => {
    log.warn(
      { error: errorText(error) },
      'the tables could not be analysed; PostgreSQL does it later by itself',
    );
  });
}
