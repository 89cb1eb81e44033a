/** A map that forgets: what is used stays, and no more than the size is kept. */
import { expect, test } from 'vitest';
import { createMemory } from '../../src/domain/memory.ts';

test('what was set, replaced, deleted and cleared', () => {
  const map = createMemory<string, number>({ maximum: 10 });
  map.keep('a', 1);
  map.keep('b', 2);
  map.keep('a', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, 2, undefined]);
  map.forget('a');
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 2]);
  map.forgetAll();
  expect(map.get('b')).toBeUndefined();
});

test.each([2, 5, 10, 11])('of size %i: never more, and at least the half that was used last', (size) => {
  const map = createMemory<number, number>({ maximum: size });
  for (let key = 0; key < 100; key += 1) map.keep(key, key);
  const last = Array.from({ length: Math.floor(size / 2) }, (_, index) => 99 - index);
  const kept = (keys: readonly number[]) => keys.filter((key) => map.get(key) === key);
  expect(kept(last)).toEqual(last);
  // Looked at from the newest on: looking at one brings it back, and others are forgotten for it.
  const fresh = createMemory<number, number>({ maximum: size });
  for (let key = 0; key < 100; key += 1) fresh.keep(key, key);
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(all.filter((key) => fresh.get(key) !== undefined).length).toBeLessThanOrEqual(size);
});

test('what is used again and again stays while others come and go, also what was replaced', () => {
  const map = createMemory<string, number>({ maximum: 10 });
  map.keep('often', 0);
  for (let number = 1; number <= 100; number += 1) {
    map.keep(`other ${number}`, number);
    if (number % 3 === 0) map.keep('often', number);
    expect(map.get('often')).toBe(number - (number % 3));
  }
  expect(map.get('other 1')).toBeUndefined();
});

test('of entries that differ in size the sum is bounded, and one that is too large is not kept', () => {
  const map = createMemory<number, string>({ maximum: 20, weightOf: (text) => text.length });
  const sum = () =>
    Array.from({ length: 100 }, (_, key) => map.get(key)?.length ?? 0).reduce((all, one) => all + one, 0);
  for (let key = 0; key < 100; key += 1) map.keep(key, 'x'.repeat((key % 5) + 1));
  expect(map.get(99)).toBe('xxxxx');
  expect(sum()).toBeLessThanOrEqual(20);
  // What is replaced counts once, by its new size.
  for (let round = 0; round < 10; round += 1) map.keep(1, 'xx');
  map.keep(2, 'xx');
  expect([map.get(1), map.get(2)]).toEqual(['xx', 'xx']);
  map.keep(1, 'x'.repeat(11));
  expect([map.get(1), map.get(2)]).toEqual([undefined, 'xx']);
});

test('entries that weigh nothing are bounded in number all the same', () => {
  const map = createMemory<number, string>({ maximum: 20, weightOf: () => 0 });
  for (let key = 0; key < 100; key += 1) map.keep(key, '');
  expect(map.size()).toBeLessThanOrEqual(20);
  expect(Array.from({ length: 100 }, (_, key) => map.get(key)).filter((value) => value === '').length).toBe(
    map.size(),
  );
});

test('keys that weigh something count as well', () => {
  const map = createMemory<string, number>({ maximum: 20, weightOf: (_value, key) => key.length });
  map.keep('five1', 1);
  map.keep('five2', 2);
  map.keep('five3', 3);
  map.keep('five4', 4);
  map.keep('five5', 5);
  expect(['five1', 'five2', 'five5'].map((key) => map.get(key))).toEqual([undefined, undefined, 5]);
});

test('what is deleted stays deleted, in whichever generation it was', () => {
  const map = createMemory<number, number>({ maximum: 4 });
  for (let key = 0; key < 3; key += 1) map.keep(key, key);
  for (let key = 0; key < 3; key += 1) {
    map.forget(key);
    expect(map.get(key)).toBeUndefined();
  }
});

test('an entry is good for its lifetime, however often it is used, and again from when it is kept anew', () => {
  let time = 0;
  const map = createMemory<string, number>({ maximum: 10, lifetime: { ms: 100, now: () => time } });
  map.keep('a', 1);
  time = 99;
  expect(map.get('a')).toBe(1);
  map.keep('b', 2);
  time = 100;
  expect([map.get('a'), map.get('b'), map.size()]).toEqual([undefined, 2, 1]);
  map.keep('a', 3);
  time = 199;
  expect([map.get('a'), map.get('b')]).toEqual([3, undefined]);
});

test('its size is what is kept, in entries or in what they weigh', () => {
  const rows = createMemory<number, string>({ maximum: 4 });
  for (let key = 0; key < 3; key += 1) rows.keep(key, 'x');
  expect(rows.size()).toBe(3);
  rows.keep(1, 'y');
  expect(rows.size()).toBe(3);
  rows.forget(0);
  expect(rows.size()).toBe(2);
  rows.forgetAll();
  expect(rows.size()).toBe(0);
  const characters = createMemory<number, string>({ maximum: 20, weightOf: (text) => text.length });
  characters.keep(1, 'xxx');
  characters.keep(2, 'x'.repeat(10));
  expect(characters.size()).toBe(13);
  characters.keep(1, 'xx');
  expect(characters.size()).toBe(12);
});
