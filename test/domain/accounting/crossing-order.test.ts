/** Which end of a crossing is booked first where the clocks of two chains differ, by hand. */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { createCrossingOrder } from '../../../src/domain/accounting/booking/crossing-order.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { figures, inflow, issues, lots, matches, outflow, run } from './support.ts';

const bought = inflow({ id: 'b', at: '2023-01-01', amount: '10', price: '100' });
const at = (second: number): string => `2024-01-01T00:00:${second.toString().padStart(2, '0')}Z`;
const leaves = (second: number, change: Partial<Parameters<typeof outflow>[0]> = {}): LedgerMovement =>
  outflow({ id: 's', at: at(second), amount: '10', price: '300', over: { chain: '1' }, ...change });
const arrives = (second: number, change: Partial<Parameters<typeof inflow>[0]> = {}): LedgerMovement =>
  inflow({
    ...{ id: 'a', at: at(second), token: 'ETH on 10', amount: '9.9', price: '300', over: { chain: '10' } },
    ...change,
  });

describe('what arrives before it left, by the clocks of two chains', () => {
  test('takes over its lots; the fee is lost as ever, and totals tell of both ends', () => {
    const result = run([bought, arrives(10), leaves(12)]);
    // 9.9 of 10 that cost 1,000; 0.1 is lost: worth 30, cost 10.
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['b 2023-01-01: 9.9, 990']);
    expect(matches(result)).toEqual(['a < b: 0.1 ETH, 30 - 10 = 20']);
    expect(figures(result)).toMatchObject({ balance: '0', cost: '0', realized: '20' });
    expect(issues(result)).toEqual([]);
    const last = result.totals.filter(({ token }) => token === 'ETH').at(-1);
    expect(last).toMatchObject({ balance: 0n, timestamp: leaves(12).timestamp });
  });

  test('also at another wallet, if the bridge says so', () => {
    const message = 'across:1:7';
    const there = arrives(10, { wallet: 'bob', over: { chain: '10', message } });
    const left = leaves(12, { over: { chain: '1', message } });
    expect(lots(run([bought, there, left]), 'bob', 'ETH on 10')).toEqual(['b 2023-01-01: 9.9, 990']);
    const nameless = leaves(12);
    expect(lots(run([bought, there, nameless]), 'bob', 'ETH on 10')).toEqual(['a 2024-01-01: 9.9, 2970']);
  });

  test('what stands before the departure on its chain goes with it: what it needs was there', () => {
    const late = inflow({ id: 'late', at: at(11), amount: '10', price: '200' });
    const result = run([arrives(10), late, leaves(12)]);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['late 2024-01-01: 9.9, 1980']);
    expect(issues(result)).toEqual([]);
  });

  test('what was bought with it in the meantime stays behind it', () => {
    // On chain 10, between the two: half of what arrived is sold.
    const sold = outflow({ id: 'x', at: at(11), token: 'ETH on 10', amount: '4.9', price: '310' });
    const result = run([bought, arrives(10), sold, leaves(12)]);
    expect(matches(result).filter((line) => line.startsWith('x'))).toEqual([
      'x < b: 4.9 ETH on 10, 1519 - 490 = 1029',
    ]);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['b 2023-01-01: 5, 500']);
  });
});

describe('the order', () => {
  const idsOf = (movements: readonly LedgerMovement[]) => {
    const order = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
    const given = (placed: ReturnType<typeof order.end>): string =>
      placed.map(({ group, isAhead }) => `${isAhead ? '+' : ''}${group.movements[0]?.id}`).join(' ');
    const steps = groupMovements(movements).map((group) => given(order.add({ movements: group })));
    return [...steps, given(order.end())];
  };
  const plain = (id: string, second: number, token = 'ETH'): LedgerMovement =>
    inflow({ id, at: at(second), token, amount: '1', price: '1' });

  test('nothing waits where nothing arrives', () => {
    expect(idsOf([plain('p', 1), leaves(2), plain('q', 3)])).toEqual(['p', 's', 'q', '']);
  });

  test('an arrival waits for 15 seconds, and what comes meanwhile with it', () => {
    expect(idsOf([arrives(10), plain('p', 25), plain('q', 26)])).toEqual(['', '', 'a p q', '']);
    expect(idsOf([arrives(10), plain('p', 12), leaves(25)])).toEqual(['', '', '', '+p +s a']);
    expect(idsOf([arrives(10), plain('p', 12), leaves(26)])).toEqual(['', '', 'a p s', '']);
  });

  test('each chain keeps its order', () => {
    const other = plain('o', 11, 'USDC on 10');
    expect(idsOf([arrives(10), other, plain('p', 12), leaves(13), plain('q', 14)])).toEqual([
      ...['', '', '', '', ''],
      '+p +s a o q',
    ]);
  });

  test('not for what left the same chain, nor for another wallet’s without a name', () => {
    expect(idsOf([arrives(10), leaves(12, { over: { chain: '10' } })]).at(-1)).toBe('a s');
    expect(idsOf([arrives(10), leaves(12, { wallet: 'bob' })]).at(-1)).toBe('a s');
  });

  test('what was given stands before all that waits, but where something was booked ahead', () => {
    const order = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
    const isInOrder = (movement: LedgerMovement): boolean => {
      order.add({ movements: [movement] });
      return order.isInOrder();
    };
    // Arrivals without end: something waits at all times.
    expect([0, 10, 20, 30, 40].map((second) => isInOrder(arrives(second, { id: `${second}` })))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    // The one of 40 s takes the departure of 45 s with it as 56 s come; that of 42 s still waits, until 58.
    const rest = [arrives(42, { id: 'b' }), leaves(45), plain('p', 56), plain('q', 58)];
    expect(rest.map(isInOrder)).toEqual([true, true, false, true]);
  });

  test('of a thousand that wait the first is not kept longer', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => plain(`p${1_000 + index}`, 12));
    const steps = idsOf([arrives(10), ...many, plain('q', 13)]);
    expect(steps.findIndex((step) => step !== '')).toBe(1_000);
  });
});
