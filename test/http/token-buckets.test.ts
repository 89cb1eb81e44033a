import { expect, test } from 'vitest';
import { createTokenBuckets } from '../../src/http/limits/token-buckets.ts';

test('a burst, then a steady rate', () => {
  let time = 0;
  const buckets = createTokenBuckets({ perSecond: 2, burst: 3, now: () => time });
  expect([1, 2, 3].map(() => buckets.take('a').remaining)).toEqual([2, 1, 0]);
  expect(buckets.take('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 2 });
  time = 499;
  expect(buckets.take('a').allowed).toBe(false);
  time = 500;
  expect(buckets.take('a')).toEqual({ allowed: true, remaining: 0, retryAfterSeconds: 1, resetSeconds: 2 });
  // After a long rest the bucket is full, not more.
  time = 60_000;
  expect([1, 2, 3, 4].map(() => buckets.take('a').allowed)).toEqual([true, true, true, false]);
});

test('keys do not share; peeking uses nothing', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1, now: () => 0 });
  expect(buckets.peek('a').allowed).toBe(true);
  expect(buckets.take('a').allowed).toBe(true);
  expect(buckets.peek('a')).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 1, resetSeconds: 1 });
  expect(buckets.take('b').allowed).toBe(true);
});

test('when there are too many keys, full buckets are forgotten first, then those unused for longest', () => {
  let time = 0;
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1, now: () => time, maximumBuckets: 2 });
  buckets.take('full by then');
  time = 900;
  buckets.take('still empty');
  time = 1_000;
  buckets.take('new');
  expect(buckets.peek('still empty').allowed).toBe(false);
  buckets.take('newer');
  expect(buckets.peek('still empty').allowed).toBe(true);
  expect(buckets.peek('new').allowed).toBe(false);
});

test('room is made for many at once: a flood of new keys does not go through all buckets for each', () => {
  const buckets = createTokenBuckets({ perSecond: 1, burst: 1, now: () => 0, maximumBuckets: 100 });
  for (let number = 0; number <= 100; number += 1) buckets.take(`key ${number}`);
  const isKept = (number: number): boolean => !buckets.peek(`key ${number}`).allowed;
  // A tenth has gone, those that were used longest ago, and the last has come.
  expect(Array.from({ length: 101 }, (_, number) => number).filter(isKept)).toHaveLength(91);
  expect([isKept(9), isKept(10), isKept(100)]).toEqual([false, true, true]);
});
