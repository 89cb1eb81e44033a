/** The last block before each hour: the right one, in few questions, on even and on uneven chains. */
import { expect, test } from 'vitest';
import { createBlockSearch } from '../../src/ingest/block-search.ts';

/** Block times by a step for each block; a small generator with a fixed seed draws them. */
function chainOf(blocks: number, stepOf: (draw: number) => number): number[] {
  let state = 12_345;
  let time = 1_600_000_000;
  return Array.from({ length: blocks }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    time += stepOf(state / 2 ** 31);
    return time;
  });
}

async function meanQuestions(times: readonly number[], hours: number): Promise<number> {
  let questions = 0;
  const last = times.length - 1;
  const search = createBlockSearch({
    headOf: async () => ({ number: last, timestamp: times[last] ?? 0 }),
    timeOf: async (number) => {
      questions += 1;
      return times[number] ?? 0;
    },
  });
  const [from = 0, to = 0] = [times[0], times[last]];
  for (let index = 0; index < hours; index += 1) {
    // Spread over the chain, not in order.
    const at = from + (((index * 7_919) % hours) / hours) * (to - from);
    const moment = Math.ceil(at / 3600) * 3600;
    const expected = times.findLastIndex((time) => time <= moment);
    expect(await search.blockAtTime(moment)).toBe(expected);
  }
  return questions / hours;
}

test('slots of twelve seconds, one in a hundred missed', async () => {
  const mean = await meanQuestions(
    chainOf(200_000, (draw) => (draw < 0.01 ? 24 : 12)),
    500,
  );
  console.info(`even chain: ${mean.toFixed(1)} questions an hour`);
  expect(mean).toBeLessThan(8);
});

test('blocks that come when there is something to do: no more than the logarithm, three times', async () => {
  const mean = await meanQuestions(
    chainOf(100_000, (draw) => Math.ceil(1 + 10_000 * draw ** 8)),
    500,
  );
  console.info(`uneven chain: ${mean.toFixed(1)} questions an hour`);
  expect(mean).toBeLessThan(3 * Math.log2(100_000));
});

test('before the first block there is none; at the head it is the head', async () => {
  const times = chainOf(1_000, () => 12);
  const search = createBlockSearch({
    headOf: async () => ({ number: 999, timestamp: times[999] ?? 0 }),
    timeOf: async (number) => times[number] ?? 0,
  });
  expect(await search.blockAtTime((times[0] ?? 0) - 1)).toBeNull();
  expect(await search.blockAtTime(times[0] ?? 0)).toBe(0);
  expect(await search.blockAtTime((times[999] ?? 0) + 5)).toBe(999);
});
