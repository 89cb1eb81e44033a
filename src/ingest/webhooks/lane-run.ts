/**
 * Sending along one lane that is leased: event by event, in the order of their numbers, each until it has arrived. An event is stored
 * before it is sent, so that every attempt sends the same text, whichever process makes it. What is not written because the lease
 * was lost is sent again under the same id.
 */
import { Decimal } from '../../domain/money/money.ts';
import { nextDelayMs } from '../../domain/webhooks/delivery-schedule.ts';
import type { Database } from '../../store/connection/database.ts';
import { withTransaction } from '../../store/connection/sql.ts';
import {
  failLane,
  type LaneLease,
  type LaneTarget,
  moveToOldest,
  type PendingEvent,
  releaseLane,
  stepLane,
} from '../../store/webhooks/lane-leases.ts';
import { insertAttempt } from '../../store/webhooks/webhook-attempts.ts';
import { disableEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { type AttemptDependencies, type AttemptResult, attemptDelivery } from './delivery-attempt.ts';
import type { EventFeed, FeedEvent } from './event-feed.ts';

export interface LaneDependencies extends AttemptDependencies {
  database: Database;
  feed: EventFeed;
  /** From 0 to below 1, for jitter. */
  random: () => number;
  leaseMs: number;
  /** An attempt takes no longer. */
  timeoutMs: number;
  /** After so long no further event is begun, so that others get their turn. Default 30,000. */
  turnMs?: number;
}

/** After so many events a lane is given back, so that others get their turn. */
const eventsPerTurn = 100;
/** A receiver that takes long for each gets fewer. */
const usualTurnMs = 30_000;
/** Events that are read at once. */
const eventsPerRead = 10;
/** Reads of a turn: of a filter that lets little through, most bring nothing. */
const readsPerTurn = 50;

interface Run {
  readonly deps: LaneDependencies;
  readonly lease: LaneLease;
  cursor: bigint;
  previous: bigint;
  pending: PendingEvent | null;
  attempts: number;
  /** Read, and not sent yet. */
  queue: FeedEvent[];
  /** Everything up to here was looked at. */
  through: bigint;
  /** By the clock's `elapsed`: until then nobody else has the lane. */
  heldUntil: number;
}

/** What is to be done with a lane afterwards: nothing, or to look at it again at once. */
export type RunEnd = 'rest' | 'again';

/**
 * @param askedAt When the lease was asked for, by the clock's `elapsed`.
 * @param signals `stop`: no further event is begun. `abort`: the one under way is given up.
 */
export async function runLane(
  deps: LaneDependencies,
  lease: LaneLease,
  askedAt: number,
  signals: { stop: AbortSignal; abort: AbortSignal },
): Promise<RunEnd> {
  const { cursor, previous, pending, attempts } = lease;
  const run: Run = {
    ...{ deps, lease, cursor, previous, pending, attempts, queue: [], through: cursor },
    heldUntil: askedAt + deps.leaseMs,
  };
  const endsAt = askedAt + (deps.turnMs ?? usualTurnMs);
  const goesOn = (sent: number): boolean =>
    sent === 0 || (sent < eventsPerTurn && deps.clock.elapsed() < endsAt);
  for (let sent = 0; goesOn(sent) && !signals.stop.aborted; sent += 1) {
    if (run.pending === null) {
      const found = await prepareNext(run);
      if (found !== 'ready') return found;
    }
    const end = await sendPending(run, signals, goesOn(sent + 1));
    if (end !== 'sent') return end;
  }
  return giveBack(run, 'again');
}

/** Finds the next event and stores it. */
async function prepareNext(run: Run): Promise<'ready' | RunEnd> {
  const { feed } = run.deps;
  const { target, wallet, walletId } = run.lease;
  for (let reads = 0; reads < readsPerTurn; reads += 1) {
    const page = await feed.read({
      ...{
        clientId: target.clientId,
        walletId,
        wallet,
        after: run.through,
        limit: eventsPerRead,
        types: target.types,
      },
    });
    if (page.kind === 'ended') return giveBack(run, 'rest');
    if (page.kind === 'gone') {
      const error = `GONE_FROM_LOG: the events up to ${page.after} are not kept any more; read the lists`;
      if (!(await moveToOldest(run.deps.database, run.lease, { cursor: page.after, error })))
        return giveBack(run, 'again');
      Object.assign(run, { cursor: page.after, through: page.after, previous: page.after });
      continue;
    }
    const isEnd = page.through <= run.through;
    run.queue = page.events.filter((event) => isWanted(event, target));
    run.through = page.through;
    if (run.queue.length === 0 && isEnd) return giveBack(run, 'rest');
    const pending = takeNext(run, run.previous);
    const cursor = pending === null ? run.through : run.cursor;
    const end = await step(run, { cursor, previous: run.previous, pending, isDelivered: false });
    if (end !== 'written') return end;
    if (pending !== null) return 'ready';
  }
  return giveBack(run, 'again');
}

type Filters = Pick<LaneTarget, 'chainIds' | 'tokens' | 'minValue'>;

/** What is not about one chain, one token, or a transfer that is there passes. As in lists, what is worth nobody knows how much does not. */
export function isWanted(
  { chainId, token, worth }: Pick<FeedEvent, 'chainId' | 'token' | 'worth'>,
  { chainIds, tokens, minValue }: Filters,
): boolean {
  if (chainIds.length > 0 && chainId !== null && !chainIds.includes(chainId)) return false;
  if (tokens.length > 0 && token !== null && !tokens.includes(token)) return false;
  if (minValue === null || worth === null) return true;
  return worth.value !== null && new Decimal(worth.value).abs().gte(minValue);
}

/** The next of those that were read, with the number before it in this lane: a receiver sees a hole by itself. */
function takeNext(run: Run, previous: bigint): PendingEvent | null {
  const event = run.queue.shift();
  if (event === undefined) return null;
  const { sequence, id, type } = event;
  return { sequence, id, type, body: event.json(previous) };
}

async function sendPending(
  run: Run,
  signals: { stop: AbortSignal; abort: AbortSignal },
  goesOn: boolean,
): Promise<'sent' | RunEnd> {
  const { deps, lease, pending } = run;
  if (pending === null) throw new Error('nothing is under way');
  // A process that stood still may have lost the lane to another.
  if (deps.clock.elapsed() + deps.timeoutMs > run.heldUntil) return giveBack(run, 'again');
  const result = await attemptDelivery(deps, lease.target, pending, signals.abort);
  if (!result.isDelivered) return fail(run, pending, result);
  const failed = run.attempts;
  const next = goesOn && !signals.stop.aborted ? takeNext(run, pending.sequence) : null;
  // What was read and does not follow at once is read again.
  const cursor =
    next === null && run.queue.length === 0 ? maximum(run.through, pending.sequence) : pending.sequence;
  const end = await step(run, { cursor, previous: pending.sequence, pending: next, isDelivered: true });
  if (failed > 0)
    await insertAttempt(deps.database.pool, lease.target.endpointId, {
      ...attemptOf(run, pending, result),
      ...{ outcome: 'DELIVERED', attempt: failed + 1 },
    });
  if (end !== 'written') return end;
  run.attempts = 0;
  return 'sent';
}

const maximum = (left: bigint, right: bigint): bigint => (left > right ? left : right);

/** Writes where the lane stands. What does not go on is given back. */
async function step(run: Run, to: Parameters<typeof stepLane>[2]): Promise<'written' | RunEnd> {
  const { database, clock, leaseMs } = run.deps;
  const askedAt = clock.elapsed();
  const written = await stepLane(database, run.lease, to, leaseMs);
  if (written === null) return giveBack(run, 'again');
  const { cursor, previous, pending } = to;
  Object.assign(run, { cursor, previous, pending, heldUntil: askedAt + leaseMs });
  run.through = maximum(run.through, cursor);
  // The endpoint was changed: what goes on follows what it says now.
  return written.isCurrent ? 'written' : giveBack(run, 'again');
}

async function fail(run: Run, pending: PendingEvent, result: AttemptResult): Promise<RunEnd> {
  const { deps, lease } = run;
  const { endpointId } = lease.target;
  const attempt = run.attempts + 1;
  const { status, error, isGone, retryAfterMs } = result;
  const retryInMs = nextDelayMs(attempt, deps.random(), retryAfterMs);
  const isNoted = await withTransaction(deps.database.pool, async (client) => {
    // The endpoint's row before the lane's, as whoever deletes it does.
    await insertAttempt(client, endpointId, {
      ...attemptOf(run, pending, result),
      outcome: 'FAILED',
      attempt,
    });
    return failLane(client, lease, { status, error: error ?? '', retryInMs });
  });
  if (!isNoted) return giveBack(run, 'again');
  if (isGone) await disableEndpoint(deps.database, endpointId, 'GONE');
  return 'rest';
}

const attemptOf = ({ lease }: Run, { id, type, sequence }: PendingEvent, result: AttemptResult) => ({
  ...{ wallet: lease.wallet, eventId: id, eventType: type, sequence },
  ...{ durationMs: result.durationMs, status: result.status, error: result.error, answer: result.answer },
});

/** A lane that was lost stays lost; one that a client has moved begins there. */
async function giveBack(run: Run, end: RunEnd): Promise<RunEnd> {
  return (await releaseLane(run.deps.database.pool, run.lease)) ? end : 'rest';
}
