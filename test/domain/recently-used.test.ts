/** A map that forgets: what is used stays, and no more than the size is kept. */
import { expect, test } from 'vitest';
import { createRecentlyUsed } from '../../src/domain/recently-used.ts';

test('what was set, replaced, deleted and cleared', () => {
  const map = createRecentlyUsed<string, number>(10);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, 2, undefined]);
  map.delete('a');
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 2]);
  map.clear();
  expect(map.get('b')).toBeUndefined();
});

test.each([2, 5, 10, 11])('of size %i: never more, and at least the half that was used last', (size) => {
  const map = createRecentlyUsed<number, number>(size);
  for (let key = 0; key < 100; key += 1) map.set(key, key);
  const last = Array.from({ length: Math.floor(size / 2) }, (_, index) => 99 - index);
  const kept = (keys: readonly number[]) => keys.filter((key) => map.get(key) === key);
  expect(kept(last)).toEqual(last);
  // Looked at from the newest on: looking at one brings it back, and others are forgotten for it.
  const fresh = createRecentlyUsed<number, number>(size);
  for (let key = 0; key < 100; key += 1) fresh.set(key, key);
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(all.filter((key) => fresh.get(key) !== undefined).length).toBeLessThanOrEqual(size);
});

test('what is used again and again stays while others come and go, also what was replaced', () => {
  const map = createRecentlyUsed<string, number>(10);
  map.set('often', 0);
  for (let number = 1; number <= 100; number += 1) {
    map.set(`other ${number}`, number);
    if (number % 3 === 0) map.set('often', number);
    expect(map.get('often')).toBe(number - (number % 3));
  }
  expect(map.get('other 1')).toBeUndefined();
});

test('of entries that differ in size the sum is bounded, and one that is too large is not kept', () => {
  const map = createRecentlyUsed<number, string>(20, (text) => text.length);
  const sum = () =>
    Array.from({ length: 100 }, (_, key) => map.get(key)?.length ?? 0).reduce((all, one) => all + one, 0);
  for (let key = 0; key < 100; key += 1) map.set(key, 'x'.repeat((key % 5) + 1));
  expect(map.get(99)).toBe('xxxxx');
  expect(sum()).toBeLessThanOrEqual(20);
  // What is replaced counts once, by its new size.
  for (let round = 0; round < 10; round += 1) map.set(1, 'xx');
  map.set(2, 'xx');
  expect([map.get(1), map.get(2)]).toEqual(['xx', 'xx']);
  map.set(1, 'x'.repeat(11));
  expect([map.get(1), map.get(2)]).toEqual([undefined, 'xx']);
});

test('what is deleted stays deleted, in whichever generation it was', () => {
  const map = createRecentlyUsed<number, number>(4);
  for (let key = 0; key < 3; key += 1) map.set(key, key);
  for (let key = 0; key < 3; key += 1) {
    map.delete(key);
    expect(map.get(key)).toBeUndefined();
  }
});
