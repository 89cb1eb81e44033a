/** How much is under way at once, in which order, and how waiting ends. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leavingPlaces } from '../../src/ingest/accounting/in-memory/memory-booking.ts';
import { atOnce, type PreviewRequest } from '../../src/ingest/accounting/in-memory/preview-ledger.ts';
import { createSemaphore, createSharedSemaphore, mapLimited } from '../../src/outgoing/at-once.ts';

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

test('what somebody waits for goes before what is patient, three times in a row at most', async () => {
  const inSlot = createSemaphore(1);
  const { begun, task, end } = tasks();
  const patient = ['p1', 'p2', 'p3'].map((name) => inSlot(task(name), undefined, { isPatient: true }));
  const hasty = ['h1', 'h2', 'h3', 'h4', 'h5'].map((name) => inSlot(task(name)));
  await setImmediate();
  const order = ['p1', 'h1', 'h2', 'h3', 'p2', 'h4', 'h5', 'p3'];
  for (const name of order) await end(name);
  expect(begun).toEqual(order);
  await Promise.all([...patient, ...hasty]);
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

test('who asks for many waits for places of its own, and the others find one', async () => {
  const inSlot = createSharedSemaphore(3, 2);
  const { begun, task, end } = tasks();
  const controller = new AbortController();
  const given = inSlot('many', task('given up'), controller.signal);
  const all = ['m1', 'm2', 'm3'].map((name) => inSlot('many', task(name)));
  const one = inSlot('one', task('o1'));
  await setImmediate();
  expect(begun).toEqual(['given up', 'm1', 'o1']);
  controller.abort();
  await end('given up');
  expect(begun).toEqual(['given up', 'm1', 'o1', 'm2']);
  for (const name of ['m1', 'm2', 'o1', 'm3']) await end(name);
  expect(await Promise.all([given, ...all, one])).toEqual(['given up', 'm1', 'm2', 'm3', 'o1']);
});

test('four previews of corrections are made at once, two of a client', async () => {
  const { begun, task, end } = tasks();
  const change = { made: [] };
  const preview = leavingPlaces(atOnce, async ({ clientId, walletId }: PreviewRequest) => {
    await task(`${clientId}.${walletId}`)();
    return [];
  });
  const asked = [1, 2, 3].flatMap((clientId) =>
    [1, 2, 3].map((walletId) => preview({ clientId, walletId, change, currency: 'USD' })),
  );
  await setImmediate();
  expect(begun).toEqual(['1.1', '1.2', '2.1', '2.2']);
  await end('1.1');
  await end('2.1');
  expect(begun.slice(4)).toEqual(['3.1', '3.2']);
  for (const name of ['1.2', '2.2', '3.1', '3.2', '1.3', '2.3', '3.3']) await end(name);
  expect((await Promise.all(asked)).length).toBe(9);
  expect(begun.length).toBe(9);
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
