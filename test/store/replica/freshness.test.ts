/** When a replica may answer: only with everything that was promised before. Positions are bytes of the primary's log. */
import { expect, test } from 'vitest';
import { createFreshness } from '../../../src/store/replica/freshness.ts';

function world() {
  const state = { primary: 100n, replica: 100n as bigint | null, asked: 0, time: 0, faults: 0 };
  const freshness = createFreshness({
    async primaryPosition() {
      state.asked += 1;
      return state.primary;
    },
    replicaPosition: async () => state.replica,
    now: () => state.time,
    onFault: () => {
      state.faults += 1;
    },
  });
  return { state, freshness };
}

test('it is asked once, and again only when something was promised since', async () => {
  const { state, freshness } = world();
  expect(await freshness.isFresh()).toBe(true);
  state.primary = 200n;
  // Nothing of what lies between was told to anybody.
  expect([await freshness.isFresh(), state.asked]).toEqual([true, 1]);
  freshness.promise();
  expect([await freshness.isFresh(), state.asked]).toEqual([false, 2]);
  state.replica = 200n;
  expect(await freshness.isFresh()).toBe(true);
});

test('what is promised while a check runs is not met by it', async () => {
  const { state, freshness } = world();
  const first = freshness.isFresh();
  freshness.promise();
  state.primary = 300n;
  const second = freshness.isFresh();
  expect(await first).toBe(true);
  expect(await second).toBe(false);
});

test('many that ask at once share two checks at most', async () => {
  const { state, freshness } = world();
  const answers = await Promise.all(Array.from({ length: 50 }, () => freshness.isFresh()));
  expect(answers.every(Boolean)).toBe(true);
  expect(state.asked).toBeLessThanOrEqual(2);
});

test('one that fails rests for five seconds, and nothing that it had said is believed', async () => {
  const { state, freshness } = world();
  expect(await freshness.isFresh()).toBe(true);
  freshness.fail(new Error('gone'));
  expect([await freshness.isFresh(), state.faults]).toEqual([false, 1]);
  state.time = 5_000;
  // It came back from an older copy.
  state.replica = 50n;
  expect(await freshness.isFresh()).toBe(false);
  state.replica = 100n;
  expect(await freshness.isFresh()).toBe(true);
});

test('what is no replica any more answers nothing', async () => {
  const { state, freshness } = world();
  state.replica = null;
  expect(await freshness.isFresh()).toBe(false);
});
