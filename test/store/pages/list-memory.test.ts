/** Lists by the state of their wallet: kept for half a minute, each database's by itself, and no more of them than may be. */
import { expect, test } from 'vitest';
import { createListMemories, isKept } from '../../../src/store/pages/list-memory.ts';

interface Row {
  id: number;
}

function memories(maximum = 10) {
  let time = 0;
  const of = createListMemories<Row>(maximum, () => time);
  const database = () => ({ pool: Object.create(null) });
  const later = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { of, database, later };
}

const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

test('a list comes back with its state, its rows the same objects, frozen', () => {
  const { of, database } = memories();
  const memory = of(database());
  const rows = rowsOf(1, 2);
  expect(memory.get('list')).toBeUndefined();
  memory.keep('list', { state: 7n, rows });
  expect(memory.get('list')).toEqual({ state: 7n, rows });
  expect(memory.get('list')?.rows[0]).toBe(rows[0]);
  expect(Object.isFrozen(rows[0])).toBe(true);
  expect(rows.map(isKept)).toEqual([true, true]);
  expect(isKept({ id: 1 })).toBe(false);
});

test('what an answer does with its list changes nothing of what is remembered', () => {
  const { of, database } = memories();
  const memory = of(database());
  const rows = rowsOf(1, 2);
  memory.keep('list', { state: 1n, rows });
  rows.reverse();
  expect(memory.get('list')?.rows).toEqual([{ id: 1 }, { id: 2 }]);
  expect(Object.isFrozen(memory.get('list')?.rows)).toBe(true);
});

test('each database has its own', () => {
  const { of, database } = memories();
  const [one, other] = [database(), database()];
  of(one).keep('list', { state: 1n, rows: rowsOf(1) });
  expect(of(other).get('list')).toBeUndefined();
  expect(of(one).get('list')?.state).toBe(1n);
});

test('after half a minute it is read anew, however often it was asked for', () => {
  const { of, database, later } = memories();
  const memory = of(database());
  memory.keep('list', { state: 1n, rows: rowsOf(1) });
  later(29_999);
  expect(memory.get('list')?.state).toBe(1n);
  later(1);
  expect(memory.get('list')).toBeUndefined();
});

test('a list that only those keep who ask again is kept the second time, if that is soon', () => {
  const { of, database, later } = memories();
  const memory = of(database());
  const list = { state: 1n, rows: rowsOf(1) };
  memory.keepAskedAgain('middle', list);
  expect(memory.get('middle')).toBeUndefined();
  memory.keepAskedAgain('other', list);
  later(29_999);
  memory.keepAskedAgain('middle', list);
  expect(memory.get('middle')).toEqual(list);
  later(1);
  memory.keepAskedAgain('other', list);
  expect(memory.get('other')).toBeUndefined();
});

test('no more rows than may be: those of lists that are not asked for go', () => {
  const { of, database } = memories();
  const memory = of(database());
  memory.keep('often', { state: 1n, rows: rowsOf(0) });
  for (let number = 1; number <= 50; number += 1) {
    memory.keep(`list ${number}`, { state: 1n, rows: rowsOf(number) });
    expect(memory.get('often')?.state).toBe(1n);
  }
  expect(memory.get('list 1')).toBeUndefined();
  // More than half of what may be remembered.
  memory.keep('long', { state: 1n, rows: rowsOf(1, 2, 3, 4, 5, 6) });
  expect(memory.get('long')).toBeUndefined();
});
