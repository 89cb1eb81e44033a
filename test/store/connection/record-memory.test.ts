/** Lists by their texts: each row is read once while its list is remembered, and no more are remembered than may be. */
import { expect, test } from 'vitest';
import { isKept, rememberLists } from '../../../src/store/connection/record-memory.ts';

function counted(maximum: number) {
  const read: string[] = [];
  const rows = rememberLists((records) => {
    read.push(...records);
    return records.map((record) => ({ record }));
  }, maximum);
  return { rows, read };
}

test('the same record of a list is the same row, frozen, wherever it stands by then; another one is another', () => {
  const { rows, read } = counted(10);
  const [first, second] = rows('list', ['(1,a)', '(2,b)']);
  expect([first, second]).toEqual([{ record: '(1,a)' }, { record: '(2,b)' }]);
  const again = rows('list', ['(1,c)', '(2,b)', '(1,a)']);
  expect(again[0]).toEqual({ record: '(1,c)' });
  expect(again[1]).toBe(second);
  expect(again[2]).toBe(first);
  expect(read).toEqual(['(1,a)', '(2,b)', '(1,c)']);
  expect(Object.isFrozen(first)).toBe(true);
});

test('one that is read less far keeps the rest for the next time', () => {
  const { rows, read } = counted(10);
  const whole = rows('list', ['(1)', '(2)', '(3)']);
  expect(rows('list', ['(1)'])).toEqual([{ record: '(1)' }]);
  expect(rows('list', ['(1)', '(2)', '(3)'])[2]).toBe(whole[2]);
  expect(rows('list', ['(1)', '(2)', '(3)', '(4)'])[3]).toEqual({ record: '(4)' });
  expect(read).toEqual(['(1)', '(2)', '(3)', '(4)']);
});

test('what an answer does with its list changes nothing of what is remembered', () => {
  const { rows } = counted(10);
  for (const list of [rows('list', ['(1)', '(2)']), rows('list', ['(1)', '(2)'])]) {
    (list as { record: string }[]).reverse();
  }
  expect(rows('list', ['(1)', '(2)'])).toEqual([{ record: '(1)' }, { record: '(2)' }]);
});

test('rows of elsewhere are not kept', () => {
  const { rows } = counted(10);
  expect(rows('list', ['(1)']).map(isKept)).toEqual([true]);
  expect(isKept({ record: '(1)' })).toBe(false);
});

test('lists that are asked for again stay while others come and go', () => {
  const { rows, read } = counted(10);
  for (let number = 0; number < 50; number += 1) {
    rows('often', ['(often)']);
    rows(`list ${number}`, [`(${number})`]);
  }
  expect(read.filter((record) => record === '(often)')).toHaveLength(1);
  // Long gone.
  rows('list 0', ['(0)']);
  expect(read.filter((record) => record === '(0)')).toHaveLength(2);
  // A list of more than half of what may be remembered is not.
  const long = Array.from({ length: 6 }, (_, number) => `(long ${number})`);
  rows('long', long);
  rows('long', long);
  expect(read.filter((record) => record === '(long 0)')).toHaveLength(2);
});
