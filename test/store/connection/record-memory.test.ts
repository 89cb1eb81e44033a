/** Rows by their records: each is read once while it is remembered, and no more are remembered than may be. */
import { expect, test } from 'vitest';
import { isKept, rememberRecords } from '../../../src/store/connection/record-memory.ts';

function counted(maximum: number) {
  const read: string[] = [];
  const rows = rememberRecords((records) => {
    read.push(...records);
    return records.map((record) => ({ record }));
  }, maximum);
  return { rows, read };
}

test('the same record is the same row, frozen; another one is another', () => {
  const { rows, read } = counted(10);
  const [first, second] = rows(['(1,a)', '(2,b)']);
  expect([first, second]).toEqual([{ record: '(1,a)' }, { record: '(2,b)' }]);
  const again = rows(['(2,b)', '(1,a)', '(1,c)']);
  expect(again[0]).toBe(second);
  expect(again[1]).toBe(first);
  expect(again[2]).toEqual({ record: '(1,c)' });
  expect(read).toEqual(['(1,a)', '(2,b)', '(1,c)']);
  expect(Object.isFrozen(first)).toBe(true);
});

test('rows of elsewhere are not kept', () => {
  const { rows } = counted(10);
  expect(rows(['(1)']).map(isKept)).toEqual([true]);
  expect(isKept({ record: '(1)' })).toBe(false);
});

test('what is asked for again stays while others come and go', () => {
  const { rows, read } = counted(10);
  for (let number = 0; number < 50; number += 1) rows(['(often)', `(${number})`]);
  expect(read.filter((record) => record === '(often)')).toHaveLength(1);
  // Long gone.
  rows(['(0)']);
  expect(read.filter((record) => record === '(0)')).toHaveLength(2);
  // At most 10 are remembered: of the last 10 that were new, some are.
  const before = read.length;
  rows(Array.from({ length: 50 }, (_, number) => `(${number})`));
  expect(read.length - before).toBeGreaterThanOrEqual(40);
});
