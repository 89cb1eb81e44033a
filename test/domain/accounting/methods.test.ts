import { describe, expect, test } from 'vitest';
import { figures, inflow, issues, lots, matches, outflow, run } from './support.ts';

describe('partial lots', () => {
  // Bought 2 for 100 each (200), 1 for 300, 1 for 200; then sold 2.5 at 400 (1000), then 1 at 500.
  const movements = [
    inflow({ id: 'a', at: '2024-01-01', amount: '2', price: '100' }),
    inflow({ id: 'b', at: '2024-02-01', amount: '1', price: '300' }),
    inflow({ id: 'c', at: '2024-03-01', amount: '1', price: '200' }),
    outflow({ id: 's', at: '2024-04-01', amount: '2.5', price: '400' }),
    outflow({ id: 't', at: '2024-05-01', amount: '1', price: '500' }),
  ];
  const result = run(movements);

  test('FIFO takes the oldest', () => {
    // s: all of a (2 × 400 = 800 − 200), half of b (0.5 × 400 = 200 − 150); t: the other half of b, half of c.
    expect(matches(result, 'FIFO')).toEqual([
      's < a: 2 ETH, 800 - 200 = 600',
      's < b: 0.5 ETH, 200 - 150 = 50',
      't < b: 0.5 ETH, 250 - 150 = 100',
      't < c: 0.5 ETH, 250 - 100 = 150',
    ]);
    // Left: half of c = 100; realised 600 + 50 + 100 + 150.
    expect(figures(result, { method: 'FIFO' })).toEqual({
      balance: '0.5',
      inventory: '0.5',
      cost: '100',
      average: '200',
      realized: '900',
      income: '0',
      expenses: '0',
      basis: 'COMPLETE',
    });
    expect(lots(result, 'alice', 'ETH', 'FIFO')).toEqual(['c 2024-03-01: 0.5, 100']);
  });

  test('LIFO takes the youngest', () => {
    // s: c (400 − 200), b (400 − 300), a quarter of a (0.5: 200 − 50); t: half of a (500 − 100).
    expect(matches(result, 'LIFO')).toEqual([
      's < c: 1 ETH, 400 - 200 = 200',
      's < b: 1 ETH, 400 - 300 = 100',
      's < a: 0.5 ETH, 200 - 50 = 150',
      't < a: 1 ETH, 500 - 100 = 400',
    ]);
    expect(figures(result, { method: 'LIFO' })).toMatchObject({
      cost: '50',
      average: '100',
      realized: '850',
    });
  });

  test('HIFO takes the dearest', () => {
    // s: b (300 each), c (200), a quarter of a; t: half of a. The same total as LIFO here, in another order.
    expect(matches(result, 'HIFO')).toEqual([
      's < b: 1 ETH, 400 - 300 = 100',
      's < c: 1 ETH, 400 - 200 = 200',
      's < a: 0.5 ETH, 200 - 50 = 150',
      't < a: 1 ETH, 500 - 100 = 400',
    ]);
  });

  test('WAC takes the average', () => {
    // Pool: 4 for 700 = 175 each. s: 2.5 × 175 = 437.5; t: 1 × 175. Left: 0.5 for 87.5.
    expect(matches(result, 'WAC')).toEqual([
      's < pool: 2.5 ETH, 1000 - 437.5 = 562.5',
      't < pool: 1 ETH, 500 - 175 = 325',
    ]);
    expect(figures(result, { method: 'WAC' })).toMatchObject({
      cost: '87.5',
      average: '175',
      realized: '887.5',
    });
    expect(lots(result, 'alice', 'ETH', 'WAC')).toEqual(['pool ?: 0.5, 87.5']);
    expect(result.disposals.find((row) => row.method === 'WAC')).toMatchObject({
      source: 'pool',
      acquiredBy: null,
      acquiredAt: null,
    });
  });

  test('everything sold, every method has the same total', () => {
    // All proceeds 1000 + 500 + 0.5 × 600 = 1800, all cost 700.
    const all = run([...movements, outflow({ id: 'u', at: '2024-06-01', amount: '0.5', price: '600' })]);
    for (const method of ['FIFO', 'LIFO', 'WAC', 'HIFO'] as const) {
      expect(figures(all, { method })).toMatchObject({ cost: '0', average: '0', realized: '1100' });
    }
  });
});

describe('order', () => {
  test('at equal times the place in the ledger decides, for each method', () => {
    // Two buys in the same second, 1 for 10 and 1 for 20, ordered by their transactions x1 and x2, then 1 sold at 50.
    const result = run([
      outflow({ id: 's', at: '2024-01-02', amount: '1', price: '50' }),
      inflow({ id: 'second', tx: 'x2', at: '2024-01-01T12:00:00Z', amount: '1', price: '20' }),
      inflow({ id: 'first', tx: 'x1', at: '2024-01-01T12:00:00Z', amount: '1', price: '10' }),
    ]);
    expect(matches(result, 'FIFO')).toEqual(['s < first: 1 ETH, 50 - 10 = 40']);
    expect(matches(result, 'LIFO')).toEqual(['s < second: 1 ETH, 50 - 20 = 30']);
    expect(matches(result, 'WAC')).toEqual(['s < pool: 1 ETH, 50 - 15 = 35']);
  });

  test('a sale at the very second of the purchase, but before it in the block, has no basis', () => {
    const result = run([
      inflow({ id: 'b', tx: 'x2', at: '2024-01-01', amount: '1', price: '10' }),
      outflow({ id: 's', tx: 'x1', at: '2024-01-01', amount: '1', price: '12' }),
    ]);
    expect(matches(result)).toEqual(['s < shortfall: 1 ETH, 12 - 0 = 12 MISSING']);
  });

  test('what is held goes before what the same transaction brings', () => {
    // 2 held at 10; in one transaction 2 are sold at 30 and 2 come in as income at 20. LIFO too sells the old ones.
    const result = run([
      inflow({ id: 'old', at: '2024-01-01', amount: '2', price: '10' }),
      outflow({ id: 's', tx: 'x', item: 2, at: '2024-01-02', amount: '2', price: '30' }),
      inflow({ id: 'i', tx: 'x', item: 1, at: '2024-01-02', amount: '2', price: '20', treatment: 'INCOME' }),
    ]);
    expect(matches(result, 'LIFO')).toEqual(['s < old: 2 ETH, 60 - 20 = 40']);
  });

  test('a shortfall that nothing will cover does not wait', () => {
    const result = run([
      inflow({ id: 'b', at: '2024-01-01', token: 'B', amount: '1', price: '10' }),
      outflow({ id: 's1', tx: 'x', item: 1, at: '2024-01-02', token: 'A', amount: '1', price: '5' }),
      outflow({ id: 's2', tx: 'x', item: 2, at: '2024-01-02', token: 'B', amount: '1', price: '5' }),
      inflow({ id: 'c', tx: 'x', item: 3, at: '2024-01-02', token: 'C', amount: '1', price: '10' }),
    ]);
    expect(matches(result)).toEqual(['s1 < shortfall: 1 A, 5 - 0 = 5 MISSING', 's2 < b: 1 B, 5 - 10 = -5']);
  });

  test('HIFO ranks by unit cost with fees, and takes the older of two equal ones', () => {
    // Unit costs: a (99 + 2) = 101; b 100; c 2 for 202 = 101. a and c are equal: a is older.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '99', fee: '2' }),
      inflow({ id: 'b', at: '2024-01-02', amount: '1', price: '100' }),
      inflow({ id: 'c', at: '2024-01-03', amount: '2', price: '101' }),
      outflow({ id: 's', at: '2024-01-04', amount: '4', price: '200' }),
    ]);
    expect(matches(result, 'HIFO')).toEqual([
      's < a: 1 ETH, 200 - 101 = 99',
      's < c: 2 ETH, 400 - 202 = 198',
      's < b: 1 ETH, 200 - 100 = 100',
    ]);
  });

  test('HIFO takes many equal ones by age', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const result = run([
      ...names.map((id, index) => inflow({ id, at: `2024-01-0${index + 1}`, amount: '2', price: '5' })),
      ...names.map((id, index) =>
        outflow({ id: `s${id}`, at: `2024-02-0${index + 1}`, amount: '2', price: '5' }),
      ),
    ]);
    const taken = result.disposals.filter((row) => row.method === 'HIFO').map((row) => row.acquiredBy);
    expect(taken).toEqual(names);
  });

  test('HIFO keeps a heap of many lots in order', () => {
    // Prices 7, 3, 9, 1, 8, 2, 6, 4, 5: sold one by one they leave from 9 down to 1.
    const prices = ['7', '3', '9', '1', '8', '2', '6', '4', '5'];
    const result = run([
      ...prices.map((price, index) =>
        inflow({ id: `b${price}`, at: `2024-01-0${index + 1}`, amount: '1', price }),
      ),
      ...prices.map((_, index) =>
        outflow({ id: `s${index}`, at: `2024-02-0${index + 1}`, amount: '1', price: '0' }),
      ),
    ]);
    const taken = result.disposals.filter((row) => row.method === 'HIFO').map((row) => row.acquiredBy);
    expect(taken).toEqual(['b9', 'b8', 'b7', 'b6', 'b5', 'b4', 'b3', 'b2', 'b1']);
  });
});

describe('selling more than is held', () => {
  // Bought 1 for 100, sold 3 at 200 (600), bought 5 for 110 each, sold 1 at 200.
  const result = run([
    inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '100' }),
    outflow({ id: 's', at: '2024-01-02', amount: '3', price: '200' }),
    inflow({ id: 'b', at: '2024-01-03', amount: '5', price: '110' }),
    outflow({ id: 't', at: '2024-01-04', amount: '1', price: '200' }),
  ]);

  test('FIFO: the rest is a zero-cost lot of unknown date, which later inflows do not repay', () => {
    expect(matches(result, 'FIFO')).toEqual([
      's < a: 1 ETH, 200 - 100 = 100',
      's < shortfall: 2 ETH, 400 - 0 = 400 MISSING',
      't < b: 1 ETH, 200 - 110 = 90',
    ]);
    // Balance 1 − 3 + 5 − 1 = 2; inventory 2 + 2 of shortfall = 4 for 440.
    expect(figures(result, { method: 'FIFO' })).toEqual({
      balance: '2',
      inventory: '4',
      cost: '440',
      average: '110',
      realized: '590',
      income: '0',
      expenses: '0',
      basis: 'MISSING',
    });
    expect(result.disposals[1]).toMatchObject({ source: 'shortfall', acquiredBy: null, acquiredAt: null });
  });

  test('WAC: the pool goes first, then the shortfall', () => {
    expect(matches(result, 'WAC')).toEqual([
      's < pool: 1 ETH, 200 - 100 = 100',
      's < shortfall: 2 ETH, 400 - 0 = 400 MISSING',
      't < pool: 1 ETH, 200 - 110 = 90',
    ]);
  });

  test('the balance is negative until then, and the issue is raised once, whatever the methods', () => {
    expect(result.totals.map((event) => event.balance)).toEqual([
      10n ** 18n,
      -2n * 10n ** 18n,
      3n * 10n ** 18n,
      2n * 10n ** 18n,
    ]);
    expect(issues(result)).toEqual(['MISSING_BASIS s 2']);
  });
});
