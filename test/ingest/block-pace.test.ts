/** When the head is looked at: on chains of invented rhythms, with every look and every block by arithmetic. */
import { expect, test } from 'vitest';
import { createBlockPace, nextLookInMs, noteHead } from '../../src/ingest/following/block-pace.ts';

interface Rhythm {
  /** Seconds between blocks. */
  every: number;
  /** How long after its time a node tells of a block, in milliseconds. */
  toldAfterMs: number;
  pollSeconds: number;
  /** Numbers of slots that stay empty. */
  missed?: readonly number[];
  /** Seconds that the follower's clock is ahead of the chain's. */
  clockAhead?: number;
}

const genesis = 1_700_000_000;

/** Follows for so many slots; answers, of the later half, how late blocks were seen and how many looks that took. */
function follow({ every, toldAfterMs, pollSeconds, missed = [], clockAhead = 0 }: Rhythm, slots = 60) {
  const pace = createBlockPace();
  const blocks = Array.from({ length: slots }, (_, slot) => slot)
    .filter((slot) => !missed.includes(slot))
    .map((slot, number) => ({ number, hash: '0x' as const, timestamp: genesis + slot * every }));
  const toldAt = (timestamp: number): number => (timestamp + clockAhead) * 1000 + toldAfterMs;
  const [half, end] = [toldAt(genesis + (slots / 2) * every), toldAt(genesis + (slots - 1) * every)];
  const late: number[] = [];
  let [looks, newest] = [0, -1];
  for (let now = toldAt(genesis) + 777; now < end; now += nextLookInMs(pace, now, pollSeconds * 1000)) {
    const head = blocks.findLast(({ timestamp }) => toldAt(timestamp) <= now);
    if (now >= half) looks += 1;
    if (head === undefined) continue;
    if (head.number > newest && now >= half) late.push(now - toldAt(head.timestamp));
    newest = head.number;
    noteHead(pace, head, now);
  }
  return { latest: Math.max(...late), seen: late.length, looks };
}

test('blocks of twelve seconds, looked for every twelve: each is seen within half a second, by about two looks', () => {
  for (const toldAfterMs of [0, 400, 1_700, 3_900]) {
    const { latest, seen, looks } = follow({ every: 12, toldAfterMs, pollSeconds: 12 });
    expect(latest).toBeLessThanOrEqual(500);
    expect(seen).toBeGreaterThanOrEqual(28);
    expect(looks).toBeLessThanOrEqual(2 * seen + 2);
  }
});

test('a clock that is wrong by minutes changes nothing', () => {
  const rhythm = { every: 12, toldAfterMs: 1_700, pollSeconds: 12 };
  const right = follow(rhythm);
  for (const clockAhead of [-300, 300]) expect(follow({ ...rhythm, clockAhead })).toEqual(right);
});

test('an empty slot is looked at some fifteen times, and the block after it is seen as soon as any', () => {
  const missed = [41, 50, 51];
  const { latest, seen, looks } = follow({ every: 12, toldAfterMs: 1_700, pollSeconds: 12, missed });
  expect(latest).toBeLessThanOrEqual(500);
  expect(looks).toBeLessThanOrEqual(2 * seen + 2 + 15 * missed.length);
});

test('blocks of two seconds, looked for every four: each is seen within half a second', () => {
  const { latest, seen } = follow({ every: 2, toldAfterMs: 300, pollSeconds: 4 });
  expect(latest).toBeLessThanOrEqual(500);
  expect(seen).toBeGreaterThanOrEqual(28);
});

test('who asks for fewer looks than blocks gets them', () => {
  const rhythm = { every: 2, toldAfterMs: 300, pollSeconds: 60 };
  // 300 slots of two seconds, half of them counted: five minutes, a look each minute.
  expect(follow(rhythm, 300).looks).toBeLessThanOrEqual(5);
});

test('a chain that stands still is looked at every pollSeconds in the end', () => {
  const pace = createBlockPace();
  for (let number = 0; number < 5; number += 1) {
    const timestamp = genesis + 12 * number;
    noteHead(pace, { number, hash: '0x', timestamp }, timestamp * 1000 + 1_000);
  }
  const stoodFor = (seconds: number): number =>
    nextLookInMs(pace, (genesis + 48 + seconds) * 1000 + 1_000, 12_000);
  // Due after twelve seconds, looked for 250 ms before; then half a second, a quarter of how late it is.
  expect([0, 6, 11.75, 12, 13, 16, 20].map(stoodFor)).toEqual([11_750, 5_750, 250, 500, 500, 1_000, 2_000]);
  // The next slot is that of 24 s. After the third that is empty, at 48 s, there is none to wait for.
  expect([23, 23.75, 24, 35, 47, 49, 3_600].map(stoodFor)).toEqual([
    ...[750, 250, 500, 750, 750, 12_000, 12_000],
  ]);
});

test('as long as nothing is known, and after the chain has begun anew, it is looked at every pollSeconds', () => {
  const pace = createBlockPace();
  expect(nextLookInMs(pace, 0, 4_000)).toBe(4_000);
  for (const number of [7, 8, 9, 10]) {
    noteHead(pace, { number, hash: '0x', timestamp: 4 * number }, 4_000 * number);
  }
  expect(nextLookInMs(pace, 41_000, 4_000)).toBe(2_750);
  noteHead(pace, { number: 1, hash: '0x', timestamp: 44 }, 44_000);
  expect(nextLookInMs(pace, 44_000, 4_000)).toBe(4_000);
});
