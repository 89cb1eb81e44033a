/**
 * The loop of a job: rounds of work, one after the other. A round says when there is more to do. Until then the loop waits, and a
 * notification wakes it. A round that fails is followed by a longer wait. What is under way when the loop is stopped ends by the
 * signal.
 */
import { channel } from 'node:diagnostics_channel';
import { RetryableError } from '../errors.ts';
import type { Channel } from '../store/connection/channels.ts';
import type { Database } from '../store/connection/database.ts';

/** A bell for a loop that waits. What rings while a round runs is not lost: the next wait ends at once. */
export interface Bell {
  hasRung: boolean;
  /** Ends the wait under way, if there is one. */
  end: (() => void) | null;
}

export function ring(bell: Bell): void {
  bell.hasRung = true;
  bell.end?.();
}

/** A round of a named job that begins or has ended. */
export interface RoundNews {
  job: string;
  /** The same for beginning and end, and for no other round. */
  round: object;
  isUnderWay: boolean;
}

/** Costs nothing while nobody listens. */
const roundNews = channel('wallet-data:round');

/** Tells of the rounds of all named jobs of this process from now on; answers how to end it. */
export function hearRounds(hear: (news: RoundNews) => void): () => void {
  const listener = (message: unknown): void => {
    if (isRoundNews(message)) hear(message);
  };
  roundNews.subscribe(listener);
  return () => void roundNews.unsubscribe(listener);
}

const isRoundNews = (message: unknown): message is RoundNews =>
  typeof message === 'object' && message !== null && 'job' in message && 'isUnderWay' in message;

export interface Rounds {
  /** Under this name those who watch hear of the rounds. */
  job?: string;
  /** No round begins after it aborts, and no wait goes on. */
  signal: AbortSignal;
  /** Wakes the loop; unless given, a wait takes its whole time. */
  bell?: Bell;
  /** Does what is due; answers in how many milliseconds there is more (0: at once), unless the bell rings before. */
  round(): Promise<number>;
  /** How many milliseconds to wait after the bell has rung for what comes in the same burst. Default: none. */
  gatherMs?: () => number;
  /** Told why a round failed; answers after how many milliseconds the next begins. Unless given, the error ends the loop. */
  onFailure?: (error: unknown) => number;
}

/** Timers take no longer wait. */
const longestWaitMs = 2_147_483_647;

/**
 * Repeats rounds until the signal aborts. A round that fails because of that is no failure.
 *
 * @throws what a round throws, where nobody is told of failures
 */
export async function repeatRounds({
  job,
  signal,
  bell = { hasRung: false, end: null },
  round,
  gatherMs = () => 0,
  onFailure,
}: Rounds): Promise<void> {
  while (!signal.aborted) {
    // Before the round looks, so that what comes in meanwhile is not slept through.
    bell.hasRung = false;
    let nextMs: number;
    const end = tellRound(job);
    try {
      nextMs = await round().finally(end);
    } catch (error) {
      if (onFailure === undefined) throw error;
      if (signal.aborted) return;
      nextMs = onFailure(error);
    }
    await waitFor(nextMs, signal, bell);
    if (bell.hasRung) await waitFor(gatherMs(), signal);
  }
}

/** Answers how to tell that it has ended. */
function tellRound(job: string | undefined): () => void {
  if (job === undefined || !roundNews.hasSubscribers) return () => {};
  const round = {};
  roundNews.publish({ job, round, isUnderWay: true } satisfies RoundNews);
  return () => roundNews.publish({ job, round, isUnderWay: false } satisfies RoundNews);
}

/** Nothing outlives a wait: a race against a promise that lives as long as the process would keep a little memory each time. */
function waitFor(milliseconds: number, signal: AbortSignal, bell?: Bell): Promise<void> {
  if (milliseconds <= 0 || signal.aborted || bell?.hasRung === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (bell !== undefined) bell.end = null;
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, longestWaitMs));
    signal.addEventListener('abort', end, { once: true });
    if (bell !== undefined) bell.end = end;
  });
}

/** A loop with its life: what wakes it, what runs, and how it is stopped. */
export interface WorkLoop {
  readonly bell: Bell;
  readonly stopping: AbortController;
  running: Promise<void>;
  readonly stopListening: (() => Promise<void>)[];
}

export function createWorkLoop(): WorkLoop {
  return {
    bell: { hasRung: false, end: null },
    stopping: new AbortController(),
    running: Promise.resolve(),
    stopListening: [],
  };
}

/** A channel whose notifications ring the bell. */
export interface Waker {
  channel: Channel;
  /** Told each payload before the bell rings; '': some may have been missed. */
  hear?: (payload: string) => void;
}

/** Listens, then runs until `stopLoop`. */
export async function startLoop(
  loop: WorkLoop,
  { database, wakers }: { database: Pick<Database, 'listen'>; wakers: readonly Waker[] },
  run: () => Promise<void>,
): Promise<void> {
  for (const { channel, hear } of wakers) {
    const stop = await database.listen(channel, (payload) => {
      hear?.(payload);
      ring(loop.bell);
    });
    loop.stopListening.push(stop);
  }
  loop.running = run();
}

/** Ends when the round under way has ended; the signal asks it to end soon. */
export async function stopLoop({ stopping, running, stopListening }: WorkLoop): Promise<void> {
  stopping.abort(new RetryableError('this process is stopping'));
  await running;
  for (const stop of stopListening) await stop();
}
