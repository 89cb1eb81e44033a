/** How often requests leave, on a clock that moves only when it is told to. */
import { expect, test } from 'vitest';
import { createLimiter, type Limiter } from '../../src/outgoing/limiter.ts';
import { createManualClock } from './manual-clock.ts';

function setUp(perSecond: number, burst?: number) {
  const clock = createManualClock();
  const limiter = createLimiter({ clock, perSecond, burst });
  const left: { name: number; at: number }[] = [];
  /** Asks for the next so many at once. */
  const ask = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const name = asked;
      asked += 1;
      void limiter.take().then(() => left.push({ name, at: Math.round(clock.now()) }));
    }
  };
  let asked = 0;
  return { clock, limiter, left, ask, times: () => left.map(({ at }) => at) };
}

test('no second, wherever it begins, holds more than the figure allows', async () => {
  const { clock, ask, left, times } = setUp(3);
  ask(60);
  await clock.pass(60_000);
  expect(left.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  for (const start of times()) {
    expect(times().filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(3);
  }
  // 59 gaps of a third of a second and 5 %.
  expect(times().at(-1)).toBe((59 * 1000 * 1.05) / 3);
});

test('a burst leaves at once, the rest evenly; it comes back with time, and grows no larger', async () => {
  const { clock, ask, times } = setUp(2, 3);
  ask(5);
  await clock.pass(10_000);
  // Half a second and 5 %.
  expect(times()).toEqual([0, 0, 0, 525, 1050]);
  ask(5);
  await clock.pass(10_000);
  expect(times().slice(5)).toEqual([10_000, 10_000, 10_000, 10_525, 11_050]);
});

test('in a pause nothing leaves, and after it those who waited leave one by one, in order', async () => {
  const { clock, limiter, ask, left, times } = setUp(2, 3);
  ask(6);
  await clock.pass(100);
  limiter.pause(5000);
  ask(1);
  await clock.pass(60_000);
  expect(left.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(times().slice(3)).toEqual([5100, 5625, 6150, 6675]);
});

test('a pause before anyone asks lets no burst out after it either', async () => {
  const { clock, limiter, ask, times } = setUp(10, 4);
  limiter.pause(5000);
  await clock.pass(5000);
  ask(3);
  await clock.pass(1000);
  expect(times()).toEqual([5000, 5105, 5210]);
});

test('a lower limit is kept, a higher one ignored', async () => {
  const { clock, limiter, ask, times } = setUp(10);
  limiter.lower(2);
  limiter.lower(100);
  ask(2);
  await clock.pass(1000);
  expect(times()).toEqual([0, 525]);
});

test('who gives up makes room, and the last one leaves no timer behind', async () => {
  const { clock, limiter, ask, times } = setUp(1);
  const giveUp = new AbortController();
  ask(1);
  const waiting = limiter.take(giveUp.signal);
  ask(1);
  await clock.pass(500);
  giveUp.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await clock.pass(10_000);
  expect(times()).toEqual([0, 1050]);
  await expect(limiter.take(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  await asleepOnlyWhileAwaited(limiter, clock.pass);
});

/** The limiter's own sleep ends when nobody waits: else a process could not end while a service is paused. */
async function asleepOnlyWhileAwaited(limiter: Limiter, pass: (ms: number) => Promise<void>): Promise<void> {
  limiter.pause(3_600_000);
  const giveUp = new AbortController();
  const waiting = limiter.take(giveUp.signal);
  giveUp.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  let hasLeft = false;
  void limiter.take().then(() => {
    hasLeft = true;
  });
  await pass(3_599_000);
  expect(hasLeft).toBe(false);
  await pass(1_000);
  expect(hasLeft).toBe(true);
}

test('a machine whose clock is set back holds up nothing', async () => {
  const { clock, limiter, ask, left } = setUp(2);
  await clock.pass(1_000_000);
  ask(1);
  await clock.pass(0);
  limiter.pause(5_000);
  clock.set(0);
  ask(1);
  await clock.pass(5_000);
  expect(left).toHaveLength(2);
});
