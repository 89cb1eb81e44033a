/**
 * Sends events to clients' endpoints. A notification says which wallet has changed; then those of its lanes that are behind are
 * leased and sent along, side by side. A slow look at all wallets finds what notifications missed. While nothing happens, nothing
 * is asked but that.
 */
import { errorText, PermanentError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type LaneLease, leaseLanes, releaseLane } from '../../store/webhooks/lane-leases.ts';
import { findWalletsBehind, hasEndpoints, nextDueMs } from '../../store/webhooks/lane-search.ts';
import { takeTests } from '../../store/webhooks/webhook-attempts.ts';
import { createWorkLoop, repeatRounds, ring, startLoop, stopLoop, type WorkLoop } from '../work-loop.ts';
import { type LaneDependencies, runLane } from './lane-run.ts';
import { sendTest } from './test-delivery.ts';

export interface SenderOptions {
  /** Names this process. */
  owner: string;
  log: Log;
  /** Lanes that this process sends along at once. Default 64. */
  lanes?: number;
  /** How often all wallets are looked at. Default 30,000. */
  pollMs?: number;
}

const defaults = { lanes: 64, pollMs: 30_000 } as const;
/** What comes in one burst is looked at once. */
const gatherMs = 20;
/** After a fault of the database, or of this service. */
const pauseMs = 5_000;
/** After a fault that does not pass by itself: no key opens the secret. */
const longPauseMs = 60_000;
/** Where all lanes that an endpoint may have at once are sent by other processes. */
const elsewhereMs = 1_000;
/** What is under way when the process stops may take so long. */
const drainMs = 5_000;
/** Of more wallets that change at once it is enough to know that many did. */
const mostHints = 10_000;
const testsAtOnce = 4;

interface Sender {
  readonly deps: LaneDependencies & Required<SenderOptions>;
  readonly loop: WorkLoop;
  /** Gives up what is under way. */
  readonly aborting: AbortController;
  /** Wallets whose events may have gone on. */
  readonly hints: Set<number>;
  /** Lanes under way by their wallet; `isHeard`: it has changed since. */
  readonly running: Map<LaneLease, { isHeard: boolean }>;
  readonly work: Set<Promise<void>>;
  tests: number;
  /** By the clock's `elapsed`. */
  nextPoll: number;
  nextDue: number;
  /** Lanes are due that could not begin. */
  isMoreDue: boolean;
  areTestsWanted: boolean;
  isAnybodyThere: boolean;
}

export function createWebhookSender(options: LaneDependencies & SenderOptions): {
  start(): Promise<void>;
  stop(): Promise<void>;
} {
  const sender: Sender = {
    ...{ deps: { ...defaults, ...options }, loop: createWorkLoop(), aborting: new AbortController() },
    ...{ hints: new Set<number>(), running: new Map(), work: new Set<Promise<void>>(), tests: 0 },
    ...{
      nextPoll: 0,
      nextDue: Number.POSITIVE_INFINITY,
      isMoreDue: false,
      areTestsWanted: true,
      isAnybodyThere: false,
    },
  };
  const { deps, loop } = sender;
  const wakers = [
    { channel: 'wallet_changed' as const, hear: (wallet: string) => hear(sender, wallet) },
    { channel: 'client_told' as const, hear: (wallet: string) => hear(sender, wallet) },
    { channel: 'transfers_priced' as const, hear: (wallet: string) => hear(sender, wallet) },
    { channel: 'webhooks_changed' as const, hear: () => hear(sender, '') },
  ];
  return {
    start: () => startLoop(loop, { database: deps.database, wakers }, () => run(sender)),
    async stop() {
      const stopped = stopLoop(loop);
      const late = setTimeout(() => sender.aborting.abort(new Error('this process is stopping')), drainMs);
      await stopped;
      await Promise.all(sender.work);
      clearTimeout(late);
    },
  };
}

function run(sender: Sender): Promise<void> {
  const { loop, deps } = sender;
  return repeatRounds({
    job: 'webhooks',
    ...{ signal: loop.stopping.signal, bell: loop.bell, gatherMs: () => gatherMs },
    round: () => round(sender),
    onFailure: (error) => {
      deps.log.warn({ error: errorText(error) }, 'webhooks were not looked for');
      sender.nextPoll = 0;
      return pauseMs;
    },
  });
}

/** '': any wallet may have changed, or what clients want to be told. */
function hear(sender: Sender, payload: string): void {
  if (payload === '' || sender.hints.size >= mostHints) {
    Object.assign(sender, { nextPoll: 0, areTestsWanted: true });
    return;
  }
  const walletId = Number(payload);
  sender.hints.add(walletId);
  // What is read of it now may miss what was just stored, and nobody else can lease it.
  for (const [lease, state] of sender.running) if (lease.walletId === walletId) state.isHeard = true;
}

async function round(sender: Sender): Promise<number> {
  const { deps, hints } = sender;
  const { database, clock } = deps;
  const isPoll = clock.elapsed() >= sender.nextPoll;
  if (isPoll) {
    sender.nextPoll = clock.elapsed() + deps.pollMs;
    sender.isAnybodyThere = await hasEndpoints(database);
    if (sender.isAnybodyThere) for (const walletId of await findWalletsBehind(database)) hints.add(walletId);
  }
  if (!sender.isAnybodyThere) {
    hints.clear();
    return untilNext(sender);
  }
  if (sender.areTestsWanted) await beginTests(sender);
  const isDue = clock.elapsed() >= sender.nextDue;
  const free = deps.lanes - sender.running.size;
  if (free > 0 && (isPoll || isDue || sender.isMoreDue || hints.size > 0)) {
    sender.isMoreDue = (await beginLanes(sender, free)) > 0;
    const nextMs = await nextDueMs(database);
    sender.nextDue = nextMs === null ? Number.POSITIVE_INFINITY : clock.elapsed() + nextMs;
  }
  const isElsewhere = sender.isMoreDue && sender.running.size === 0;
  return isElsewhere ? Math.min(elsewhereMs, untilNext(sender)) : untilNext(sender);
}

/** Retries that are due wait until a lane is free: its end rings. */
function untilNext({ deps, nextPoll, nextDue, running, isAnybodyThere }: Sender): number {
  const isFull = running.size >= deps.lanes || !isAnybodyThere;
  return Math.max(0, (isFull ? nextPoll : Math.min(nextPoll, nextDue)) - deps.clock.elapsed());
}

/** Answers how many more are due than could begin. */
async function beginLanes(sender: Sender, limit: number): Promise<number> {
  const { deps, hints } = sender;
  const { database, owner, leaseMs, clock } = deps;
  const walletIds = [...hints];
  hints.clear();
  const askedAt = clock.elapsed();
  try {
    const { leases, left } = await leaseLanes(database, { owner, leaseMs, walletIds, limit });
    for (const lease of leases) begin(sender, () => sendAlong(sender, lease, askedAt));
    if (left > 0) for (const walletId of walletIds) hints.add(walletId);
    return left;
  } catch (error) {
    for (const walletId of walletIds) hints.add(walletId);
    throw error;
  }
}

function begin({ work }: Sender, task: () => Promise<void>): void {
  const running = task().finally(() => work.delete(running));
  work.add(running);
}

async function sendAlong(sender: Sender, lease: LaneLease, askedAt: number): Promise<void> {
  const { deps, running, hints, loop, aborting } = sender;
  const state = { isHeard: false };
  running.set(lease, state);
  const signals = { stop: loop.stopping.signal, abort: aborting.signal };
  const end = await runLane(deps, lease, askedAt, signals).catch((error: unknown) =>
    putOff(sender, lease, error),
  );
  running.delete(lease);
  if (end === 'again' || state.isHeard) hints.add(lease.walletId);
  ring(loop.bell);
}

/** A fault that is not the receiver's. */
async function putOff({ deps }: Sender, lease: LaneLease, error: unknown): Promise<'rest'> {
  const { endpointId } = lease.target;
  deps.log.warn(
    { endpoint: endpointId, wallet: lease.wallet, error: errorText(error) },
    'a webhook was not sent; it is tried again',
  );
  // Where the database is away, the lease runs out.
  const retryInMs = error instanceof PermanentError ? longPauseMs : pauseMs;
  await releaseLane(deps.database.pool, lease, retryInMs).catch(() => false);
  return 'rest';
}

async function beginTests(sender: Sender): Promise<void> {
  const { deps, loop } = sender;
  const limit = testsAtOnce - sender.tests;
  if (limit <= 0) return;
  sender.areTestsWanted = false;
  for (const test of await takeTests(deps.database, { leaseMs: deps.leaseMs, limit })) {
    sender.tests += 1;
    begin(sender, async () => {
      await sendTest(deps, test, sender.aborting.signal).catch((error: unknown) =>
        deps.log.warn(
          { endpoint: test.target.endpointId, error: errorText(error) },
          'the test of a webhook was not sent',
        ),
      );
      Object.assign(sender, { tests: sender.tests - 1, areTestsWanted: true });
      ring(loop.bell);
    });
  }
}
