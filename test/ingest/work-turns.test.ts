/** Long work lets others go first, and is done in its order all the same. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns, inTurns } from '../../src/ingest/work-turns.ts';

test('a turn lasts 8 ms; then whoever waits is first, and the next turn begins', async () => {
  let clock = 0;
  const turnOver = createTurns(() => clock);
  expect(turnOver()).toBeUndefined();
  clock = 7;
  expect(turnOver()).toBeUndefined();
  clock = 8;
  const order: string[] = [];
  const other = setImmediate().then(() => order.push('other'));
  const over = turnOver();
  expect(over).toBeInstanceOf(Promise);
  await over;
  order.push('work');
  await other;
  expect(order).toEqual(['other', 'work']);
  clock = 15;
  expect(turnOver()).toBeUndefined();
  clock = 16;
  expect(turnOver()).toBeInstanceOf(Promise);
});

test('items in turns: all of them, in their order, with others in between', async () => {
  let others = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await setImmediate();
      others += 1;
    }
  })();
  const until = (milliseconds: number): void => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  };
  const results = await inTurns([1, 2, 3, 4, 5], (item) => {
    until(9);
    return { item, others };
  });
  isDone = true;
  await counting;
  expect(results.map(({ item }) => item)).toEqual([1, 2, 3, 4, 5]);
  // Each took longer than a turn: somebody else came before each but the first.
  const seen = results.map((result) => result.others);
  expect(new Set(seen).size).toBe(5);
});
