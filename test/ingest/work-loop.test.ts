/** The loop of every job: when the next round begins, what wakes it, what comes of a failure, and how it ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Bell,
  createWorkLoop,
  hearRounds,
  type Rounds,
  repeatRounds,
  ring,
  startLoop,
  stopLoop,
} from '../../src/ingest/work-loop.ts';
import { notify } from '../../src/store/connection/channels.ts';
import { createTestDatabase } from '../support/postgres.ts';

const minute = 60_000;

/** When rounds began, in milliseconds since the loop did. */
let begun: number[] = [];
let stopping: AbortController;
let running: Promise<void> = Promise.resolve();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  begun = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await running;
  // Nothing is left that would keep a process from ending.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function begin(round: Rounds['round'], options: Partial<Rounds> = {}): Promise<void> {
  const startedAt = performance.now();
  running = repeatRounds({
    signal: stopping.signal,
    round() {
      begun.push(performance.now() - startedAt);
      return round();
    },
    ...options,
  });
  return running;
}

const bell = (): Bell => ({ hasRung: false, end: null });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('polls: the next round begins when the last one said, at once where it said none', async () => {
  const waits = [0, 0, 500];
  begin(async () => waits.shift() ?? minute);
  await pass(minute);
  // At once, at once, after 500 ms, and after a minute more (not over yet).
  expect(begun).toEqual([0, 0, 0, 500]);
  await pass(500);
  expect(begun).toEqual([0, 0, 0, 500, minute + 500]);
});

test('a wait without an end is a long one, not none', async () => {
  begin(async () => Number.POSITIVE_INFINITY);
  await pass(86_400_000);
  expect(begun).toEqual([0]);
});

test('wakes: what rings ends the wait, and what rings during a round is not slept through', async () => {
  const own = bell();
  let ringsDuring = 2;
  begin(
    async () => {
      ringsDuring -= 1;
      if (ringsDuring === 0) ring(own);
      return minute;
    },
    { bell: own },
  );
  await pass(1_000);
  ring(own);
  await pass(0);
  // The second round was rung for, and rang itself: the third follows at once.
  expect(begun).toEqual([0, 1_000, 1_000]);
});

test('gathers: what rings in one burst is one round', async () => {
  const own = bell();
  begin(async () => minute, { bell: own, gatherMs: () => 250 });
  await pass(1_000);
  ring(own);
  await pass(100);
  ring(own);
  ring(own);
  await pass(10_000);
  expect(begun).toEqual([0, 1_250]);
  // A wait that nobody ended is not followed by another.
  await pass(minute);
  expect(begun).toEqual([0, 1_250, minute + 1_250]);
});

test('backs off: a round that failed is followed by its own wait, and whoever cares is told why', async () => {
  const told: unknown[] = [];
  let isDown = true;
  begin(
    async () => {
      if (isDown) throw new Error('no database');
      return minute;
    },
    {
      onFailure(error) {
        told.push(error);
        isDown = false;
        return 5_000;
      },
    },
  );
  await pass(10_000);
  expect(begun).toEqual([0, 5_000]);
  expect(told).toEqual([new Error('no database')]);
});

test('an error that nobody is told of ends the loop', async () => {
  const ended = begin(async () => {
    throw new Error('the lease is lost');
  });
  running = Promise.resolve();
  await expect(ended).rejects.toThrow('the lease is lost');
});

test('stops: a wait ends at once, a round that gave up is no failure, and no other begins', async () => {
  begin(async () => minute);
  await pass(1_000);
  stopping.abort();
  await running;
  expect(begun).toEqual([0]);

  stopping = new AbortController();
  const failures: unknown[] = [];
  begin(
    () =>
      new Promise((_, reject) => {
        stopping.signal.addEventListener('abort', () => reject(new Error('given up')));
      }),
    {
      onFailure(error) {
        failures.push(error);
        return minute;
      },
    },
  );
  await pass(0);
  stopping.abort();
  await running;
  expect(failures).toEqual([]);
  expect(begun).toEqual([0, 0]);
});

test('a notification of the database wakes the loop, its payload first; a loop that is stopped hears none', async () => {
  vi.useRealTimers();
  const { database, drop } = await createTestDatabase();
  const loop = createWorkLoop();
  const heard: string[] = [];
  const rounds: string[][] = [];
  const woken = Promise.withResolvers<void>();
  try {
    const wakers = [{ channel: 'wallet_changed', hear: (payload: string) => heard.push(payload) }] as const;
    await startLoop(loop, { database, wakers }, () =>
      repeatRounds({
        signal: loop.stopping.signal,
        bell: loop.bell,
        async round() {
          rounds.push([...heard]);
          if (heard.length > 0) woken.resolve();
          return 86_400_000;
        },
      }),
    );
    await notify(database.pool, 'wallet_changed', '7');
    await woken.promise;
    expect(rounds).toEqual([[], ['7']]);
    await stopLoop(loop);
    // Heard by another, on the same connection.
    const other = Promise.withResolvers<void>();
    const stop = await database.listen('wallet_changed', () => other.resolve());
    await notify(database.pool, 'wallet_changed', '8');
    await other.promise;
    await stop();
    expect(heard).toEqual(['7']);
  } finally {
    await drop();
    vi.useFakeTimers();
  }
});

test('those who watch hear when a round of a named job begins and ends, also one that fails', async () => {
  const heard: string[] = [];
  const rounds = new Set<object>();
  const stopHearing = hearRounds(({ job, round, isUnderWay }) => {
    heard.push(`${job} ${isUnderWay ? 'begins' : 'ends'}`);
    rounds.add(round);
  });
  const ends = [
    () => Promise.resolve(500),
    () => Promise.reject(new Error('a fault')),
    () => new Promise<number>(() => {}),
  ];
  const loop = new AbortController();
  void repeatRounds({
    job: 'loading',
    signal: loop.signal,
    round: () => ends.shift()?.() ?? Promise.resolve(minute),
    onFailure: () => 500,
  });
  await pass(1_000);
  expect(heard).toEqual([
    'loading begins',
    'loading ends',
    'loading begins',
    'loading ends',
    'loading begins',
  ]);
  expect(rounds.size).toBe(3);
  loop.abort();
  stopHearing();
  const later = new AbortController();
  void repeatRounds({ job: 'pricing', signal: later.signal, round: () => Promise.resolve(minute) });
  await pass(0);
  later.abort();
  expect(heard).toHaveLength(5);
});
