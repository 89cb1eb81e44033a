/** Giving up on work that goes on. */
import { expect, test } from 'vitest';
import { untilAborted } from '../src/until-aborted.ts';

test('the result of the work, or what it throws', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done');
  expect(await untilAborted(Promise.resolve('done'), undefined)).toBe('done');
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('the reason of the signal, as soon as it is given, whatever the work does', async () => {
  const controller = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), controller.signal);
  controller.abort(new Error('the lease is over'));
  await expect(waiting).rejects.toThrow('the lease is over');
  await expect(untilAborted(Promise.resolve('done'), controller.signal)).rejects.toThrow('the lease is over');
});

test('work that fails after it was given up, even before it was waited for, is no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on('unhandledRejection', note);
  try {
    const work = Promise.withResolvers<never>();
    await expect(untilAborted(work.promise, AbortSignal.abort(new Error('given up')))).rejects.toThrow(
      'given up',
    );
    work.reject(new Error('too late'));
    // Unhandled rejections are told before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
