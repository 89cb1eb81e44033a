/** The texts that plans of known queries keep: all plans together have a bound, also those that are not used any more. */
import { expect, test } from 'vitest';
import { createTextMemory } from '../../src/graphql/known/text-memory.ts';
import { collectGarbage } from '../support/garbage.ts';

const megabyte = 1024 * 1024;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('plans that were used once hold nothing beyond the limit', () => {
  const memory = createTextMemory(megabyte);
  const views = Array.from({ length: 100 }, (_, number) => ({ number }));
  const before = heapBytes();
  // Each asks for the same hundred objects in its own way: 100 texts of 10,000 characters are just within the limit.
  const plans = Array.from({ length: 60 }, (_, plan) =>
    memory.remembered((value) => `${JSON.stringify(value)} in the way ${plan} `.padEnd(10_000, '.')),
  );
  for (const write of plans) for (const view of views) write(view);
  const growth = heapBytes() - before;
  expect(plans).toHaveLength(60);
  expect(views).toHaveLength(100);
  // 60 plans of 1 MB each, of which one may stay; the rest is for what else happens to be there.
  expect(growth).toBeLessThan(10 * megabyte);
});

test('a text is written once under a variant, and again after the beginning anew', () => {
  const memory = createTextMemory(20);
  let written = 0;
  const write = memory.remembered(
    (_value, variant: string) => {
      written += 1;
      return `as ${variant}`;
    },
    (variant) => variant,
  );
  const [one, other] = [{}, {}];
  expect([write(one, 'this'), write(one, 'this'), written]).toEqual(['as this', 'as this', 1]);
  expect([write(one, 'that'), written]).toEqual(['as that', 2]);
  // 21 characters: all is forgotten.
  expect([write(other, 'that'), written]).toEqual(['as that', 3]);
  expect([write(one, 'that'), written]).toEqual(['as that', 4]);
});
