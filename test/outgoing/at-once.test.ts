/** How much is under way at once, in which order, and how waiting ends. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore, mapLimited } from '../../src/outgoing/at-once.ts';

/** Tasks that are over when they are told so. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    async end(name: string) {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

test('so many at once, the others in the order in which they came', async () => {
  const inSlot = createSemaphore(2);
  const { begun, task, end } = tasks();
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => inSlot(task(name))));
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('a');
  await end('d');
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

test('who gives up while waiting leaves at once, and its place goes to the next', async () => {
  const inSlot = createSemaphore(1);
  const { begun, task, end } = tasks();
  const controller = new AbortController();
  const first = inSlot(task('first'));
  const given = inSlot(task('given up'), controller.signal);
  const last = inSlot(task('last'));
  controller.abort(new Error('the request was given up'));
  await expect(given).rejects.toThrow('the request was given up');
  await expect(inSlot(task('too late'), controller.signal)).rejects.toThrow('the request was given up');
  await end('first');
  await end('last');
  expect(await Promise.all([first, last])).toEqual(['first', 'last']);
  expect(begun).toEqual(['first', 'last']);
});

test('a task that fails gives its place back', async () => {
  const inSlot = createSemaphore(1);
  await expect(inSlot(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inSlot(async () => 'next')).toBe('next');
});

test('results come in the order of the items', async () => {
  const { task, end } = tasks();
  const all = mapLimited(['a', 'b', 'c'], 2, (name, index) => task(name)().then((said) => `${index}${said}`));
  await setImmediate();
  await end('b');
  await end('c');
  await end('a');
  expect(await all).toEqual(['0a', '1b', '2c']);
});

test('with the first failure no further piece of work begins', async () => {
  const begun: number[] = [];
  const work = mapLimited([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await setImmediate();
    if (item === 1) throw new Error('broken');
    return item;
  });
  await expect(work).rejects.toThrow('broken');
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  // 1 and 2 were under way.
  expect(begun).toEqual([1, 2]);
});
