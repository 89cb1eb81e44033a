import { describe, expect, test } from 'vitest';
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import { arrive, figures, gas, inflow, issues, leave, lots, matches, outflow, run } from './support.ts';

const at = '2024-03-01';

/** Alice: 2 ETH for 100 each in 2022, 3 for 200 each in 2023. */
const held = [
  inflow({ id: 'a', at: '2022-01-01', amount: '2', price: '100' }),
  inflow({ id: 'b', at: '2023-01-01', amount: '3', price: '200' }),
];
/** Alice sends to Bob, her own wallet. */
const move = (amount: string, arrived = amount) => [
  leave({ id: 'out', tx: 'x', item: 1, at, wallet: 'alice', amount, price: '500', pair: 'p' }),
  arrive({ id: 'in', tx: 'x', item: 2, at, wallet: 'bob', amount: arrived, price: '500', pair: 'p' }),
];

describe('a move between own wallets', () => {
  test('carries lots with cost and dates, then a sale', () => {
    // FIFO moves a (2 for 200) and 2 of b (400). Bob bought 1 for 50 in 2024 before: the carried lots are older.
    const result = run([
      ...held,
      inflow({ id: 'c', at: '2024-01-01', wallet: 'bob', amount: '1', price: '50' }),
      ...move('4'),
      outflow({ id: 's', at: '2024-04-01', wallet: 'bob', amount: '3', price: '600' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 2 ETH, 1200 - 200 = 1000', 's < b: 1 ETH, 600 - 200 = 400']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['b 2023-01-01: 1, 200', 'c 2024-01-01: 1, 50']);
    expect(figures(result, { wallet: 'alice' })).toMatchObject({ balance: '1', cost: '200', realized: '0' });
    expect(result.disposals[0]).toMatchObject({ acquiredAt: Date.UTC(2022, 0, 1) / 1000 });
  });

  test('each method chooses the lots that move', () => {
    // 4 of 5: LIFO b and half of a; HIFO the same; WAC 4 × 160.
    const result = run([...held, ...move('4')]);
    expect(lots(result, 'bob', 'ETH', 'LIFO')).toEqual(['a 2022-01-01: 1, 100', 'b 2023-01-01: 3, 600']);
    expect(lots(result, 'bob', 'ETH', 'HIFO')).toEqual(['a 2022-01-01: 1, 100', 'b 2023-01-01: 3, 600']);
    expect(lots(result, 'bob', 'ETH', 'WAC')).toEqual(['pool ?: 4, 640']);
    expect(figures(result, { wallet: 'alice', method: 'WAC' })).toMatchObject({
      cost: '160',
      average: '160',
    });
  });

  test.each([
    ['FIFO', '0.000000000000000003'],
    ['LIFO', '0.000000000000000004'],
  ] as const)('%s of parts of one lot, of the same age: in the order that they came', (method, cost) => {
    // 3 for 10 base units of money: the first third takes 3 (3.33), the second 7 ÷ 2 = 3.5 → 4 (even).
    const result = run([
      inflow({ id: 'a', at: '2022-01-01', amount: '3', stated: { cost: '0.00000000000000001' } }),
      ...['x', 'y'].flatMap((tx) => [
        leave({ id: `out ${tx}`, tx, item: 1, at, wallet: 'alice', amount: '1', pair: tx }),
        arrive({ id: `in ${tx}`, tx, item: 2, at, wallet: 'bob', amount: '1', pair: tx }),
      ]),
      outflow({ id: 's', at: '2024-04-01', wallet: 'bob', amount: '1', price: '1' }),
    ]);
    expect(result.disposals.filter((row) => row.method === method).map((row) => row.cost)).toEqual([
      [parseScaled(cost, moneyDecimals)],
    ]);
  });

  test('realised if the client says so', () => {
    const result = run([...held, ...move('4')], { ownTransfers: 'realize' });
    expect(matches(result)).toEqual(['out < a: 2 ETH, 1000 - 200 = 800', 'out < b: 2 ETH, 1000 - 400 = 600']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['in 2024-03-01: 4, 2000']);
    expect(result.disposals[0]).toMatchObject({ treatment: 'DISPOSAL' });
  });

  test('its gas is an expense', () => {
    const result = run([...held, gas({ tx: 'x', at, amount: '0.5', price: '500' }), ...move('4')]);
    // Gas from a: 0.5 for 50, worth 250. Then 1.5 of a (150) and 2.5 of b (500) move.
    expect(matches(result)).toEqual(['x < a: 0.5 ETH, 250 - 50 = 200']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['a 2022-01-01: 1.5, 150', 'b 2023-01-01: 2.5, 500']);
    expect(figures(result)).toMatchObject({ balance: '0.5', cost: '100', expenses: '250' });
  });

  test('what does not arrive is disposed of at market value, and an expense', () => {
    // 4 leave, 3.5 arrive: the last half of b is spent: 0.5 × 500 = 250 against 100.
    const result = run([...held, ...move('4', '3.5')]);
    expect(matches(result)).toEqual(['out < b: 0.5 ETH, 250 - 100 = 150']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['a 2022-01-01: 2, 200', 'b 2023-01-01: 1.5, 300']);
    expect(figures(result)).toMatchObject({ balance: '1', cost: '200', realized: '150', expenses: '250' });
  });

  test('to oneself moves nothing and costs its gas', () => {
    const result = run([
      ...held,
      gas({ tx: 'x', at, amount: '0.5', price: '500' }),
      leave({ id: 'o', tx: 'x', item: 1, at, amount: '9', price: '500', pair: 'p', fee: '1' }),
      arrive({ id: 'i', tx: 'x', item: 2, at, amount: '9', price: '500', pair: 'p', fee: '2' }),
    ]);
    expect(matches(result)).toEqual(['x < a: 0.5 ETH, 250 - 50 = 200']);
    expect(figures(result)).toMatchObject({ balance: '4.5', cost: '750', expenses: '253' });
    expect(issues(result)).toEqual([]);
  });

  test('a loss that begins where a lot does takes nothing of the lot before', () => {
    // 4 leave (2 of a, 2 of b), 2 arrive: the 2 of b are lost: 2 × 500 against 400.
    const result = run([...held, ...move('4', '2')]);
    expect(matches(result)).toEqual(['out < b: 2 ETH, 1000 - 400 = 600']);
    expect(lots(result, 'bob', 'ETH')).toEqual(['a 2022-01-01: 2, 200']);
  });

  test('a loss without a price is listed', () => {
    const [left, arrived] = move('4', '3');
    if (left === undefined || arrived === undefined) throw new Error('a move has two ends');
    const result = run([...held, { ...left, prices: null }, arrived]);
    expect(matches(result)).toEqual(['out < b: 1 ETH, ? - 200 = ?']);
    expect(figures(result)).toMatchObject({ realized: '0', expenses: '0' });
    expect(issues(result)).toEqual(['UNPRICED_DISPOSAL out 1']);
  });

  test('of several wallets into one: all that left turns into all that arrived', () => {
    // Alice 2 (a, worth 1000) and Bob 1 (c, worth 500) into Carol's 3: 2 and 1.
    const pair = { tx: 'x', at, price: '500', pair: 'p' };
    const result = run([
      ...held,
      inflow({ id: 'c', at: '2024-01-01', wallet: 'bob', amount: '1', price: '50' }),
      leave({ id: 'o1', item: 1, wallet: 'alice', amount: '2', ...pair }),
      leave({ id: 'o2', item: 2, wallet: 'bob', amount: '1', ...pair }),
      arrive({ id: 'i', item: 3, wallet: 'carol', amount: '3', ...pair }),
    ]);
    expect(lots(result, 'carol', 'ETH')).toEqual(['a 2022-01-01: 2, 200', 'c 2024-01-01: 1, 50']);
    expect(issues(result)).toEqual([]);
  });

  test('between tokens of other decimals is one to one in whole units', () => {
    // 1.5 leave with 18 decimals and arrive with 6; then 1 of them leaves again, and 0.9 arrive with 18.
    const small = (entry: ReturnType<typeof arrive>) => ({
      ...entry,
      decimals: 6,
      quantity: entry.quantity / 10n ** 12n,
    });
    const result = run([
      ...held,
      leave({ id: 'o1', tx: 'x', item: 1, at, amount: '1.5', price: '500', pair: 'p' }),
      small(arrive({ id: 'i1', tx: 'x', item: 2, at, token: 'E6', amount: '1.5', price: '500', pair: 'p' })),
      small(leave({ id: 'o2', tx: 'y', item: 1, at, token: 'E6', amount: '1', price: '500', pair: 'q' })),
      arrive({ id: 'i2', tx: 'y', item: 2, at, wallet: 'bob', amount: '0.9', price: '500', pair: 'q' }),
    ]);
    // 0.1 of E6 is lost on the way back: 50 against 10. (The builder prices whole units of 18 decimals.)
    expect(result.disposals[0]).toMatchObject({ quantity: 100_000n, gain: [40n * 10n ** 18n] });
    expect(lots(result, 'bob', 'ETH')).toEqual(['a 2022-01-01: 0.9, 90']);
    expect(result.ledger.openLots('alice', 'E6', 'FIFO')).toMatchObject([
      { acquiredBy: 'a', remaining: 500_000n, cost: [50n * 10n ** 18n] },
    ]);
  });

  test('dust below one base unit of the other side', () => {
    const coarse = (entry: ReturnType<typeof arrive>) => ({ ...entry, decimals: 0, quantity: 1n });
    // 1 whole unit leaves, a tenth arrives, which is no base unit of what left: it takes over all.
    const lost = run([
      coarse(inflow({ id: 'a', at: '2022-01-01', token: 'C', amount: '1', price: '7' })),
      coarse(leave({ id: 'o', tx: 'x', item: 1, at, token: 'C', amount: '1', price: '9', pair: 'p' })),
      arrive({ id: 'i', tx: 'x', item: 2, at, token: 'F', amount: '0.1', pair: 'p' }),
    ]);
    expect(lost.disposals).toEqual([]);
    expect(lots(lost, 'alice', 'F')).toEqual(['a 2022-01-01: 0.1, 7']);
    // Dust leaves, a whole unit arrives: it takes the dust's cost.
    const rounded = run([
      inflow({ id: 'a', at: '2022-01-01', token: 'F', amount: '0.9', price: '10' }),
      leave({ id: 'o', tx: 'x', item: 1, at, token: 'F', amount: '0.9', price: '9', pair: 'p' }),
      coarse(arrive({ id: 'i', tx: 'x', item: 2, at, token: 'C', amount: '1', pair: 'p' })),
    ]);
    expect(rounded.ledger.openLots('alice', 'C', 'FIFO')).toMatchObject([
      { acquiredBy: 'a', remaining: 1n, cost: [9n * 10n ** 18n] },
    ]);
  });

  test('what arrives beyond what left has no known basis', () => {
    const result = run([
      ...held,
      ...move('1', '3'),
      outflow({ id: 's', at: '2024-04-01', wallet: 'bob', amount: '3', price: '10' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 1 ETH, 10 - 100 = -90', 's < in: 2 ETH, 20 - 0 = 20 MISSING']);
    expect(issues(result)).toEqual(['MISSING_BASIS in 2']);
    expect(result.disposals.find((row) => row.acquiredBy === 'in')).toMatchObject({ acquiredAt: null });
  });

  test('more than is held carries a shortfall along', () => {
    const result = run([
      ...held,
      ...move('6'),
      outflow({ id: 's', at: '2024-04-01', wallet: 'bob', amount: '6', price: '10' }),
    ]);
    expect(matches(result)).toEqual([
      's < a: 2 ETH, 20 - 200 = -180',
      's < b: 3 ETH, 30 - 600 = -570',
      's < shortfall: 1 ETH, 10 - 0 = 10 MISSING',
    ]);
    expect(figures(result, { wallet: 'alice' })).toMatchObject({
      balance: '-1',
      inventory: '0',
      basis: 'MISSING',
    });
  });

  test('by a bridge: under way between two transactions', () => {
    const [left, arrived] = [
      leave({ id: 'out', at, amount: '4', price: '500', pair: 'bridge' }),
      arrive({
        id: 'in',
        at: '2024-03-02',
        wallet: 'bob',
        token: 'ETH-on-L2',
        amount: '4',
        price: '500',
        pair: 'bridge',
      }),
    ];
    const half = run([...held, left]);
    expect(figures(half)).toMatchObject({ balance: '1', cost: '200' });
    expect(matches(half)).toEqual([]);
    const result = run([arrived, ...held, left]);
    expect(lots(result, 'bob', 'ETH-on-L2')).toEqual(['a 2022-01-01: 2, 200', 'b 2023-01-01: 2, 400']);
  });

  test('an inflow whose outflow is unknown has no basis', () => {
    const result = run([arrive({ id: 'in', at, amount: '4', price: '500', pair: 'p' })]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['in ?: 4, 0 MISSING']);
    expect(issues(result)).toEqual(['MISSING_BASIS in 4']);
  });

  test('through a third wallet in one transaction, and sold there', () => {
    // Alice → Bob → Carol, who sells at once: each waits for what the transaction brings.
    const result = run([
      ...held,
      outflow({ id: 's', tx: 'x', item: 1, at, wallet: 'carol', amount: '1', price: '500' }),
      leave({ id: 'o2', tx: 'x', item: 2, at, wallet: 'bob', amount: '2', price: '500', pair: 'bc' }),
      arrive({ id: 'i2', tx: 'x', item: 3, at, wallet: 'carol', amount: '2', price: '500', pair: 'bc' }),
      leave({ id: 'o1', tx: 'x', item: 4, at, wallet: 'alice', amount: '2', price: '500', pair: 'ab' }),
      arrive({ id: 'i1', tx: 'x', item: 5, at, wallet: 'bob', amount: '2', price: '500', pair: 'ab' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 1 ETH, 500 - 100 = 400']);
    expect(lots(result, 'carol', 'ETH')).toEqual(['a 2022-01-01: 1, 100']);
    expect(issues(result)).toEqual([]);
  });

  test('in a circle without anything held is cut, not endless', () => {
    const result = run([
      leave({ id: 'o1', tx: 'x', item: 1, at, wallet: 'alice', amount: '1', pair: 'ab' }),
      arrive({ id: 'i1', tx: 'x', item: 2, at, wallet: 'bob', amount: '1', pair: 'ab' }),
      leave({ id: 'o2', tx: 'x', item: 3, at, wallet: 'bob', amount: '1', pair: 'ba' }),
      arrive({ id: 'i2', tx: 'x', item: 4, at, wallet: 'alice', amount: '1', pair: 'ba' }),
    ]);
    expect(issues(result)).toEqual(['MISSING_BASIS o1 1']);
    expect(lots(result, 'alice', 'ETH')).toEqual(['shortfall ?: 1, 0 MISSING']);
    expect(figures(result, { wallet: 'bob' })).toMatchObject({ balance: '0', inventory: '0' });
  });

  test('bought and passed on in one transaction: the move waits for the purchase', () => {
    const result = run([
      inflow({ id: 'u', at: '2024-01-01', token: 'USDC', amount: '300', price: '1' }),
      leave({ id: 'o', tx: 'x', item: 1, at, token: 'T', amount: '3', pair: 'p' }),
      arrive({ id: 'i', tx: 'x', item: 2, at, wallet: 'bob', token: 'T', amount: '3', pair: 'p' }),
      outflow({ id: 'pay', tx: 'x', item: 3, at, token: 'USDC', amount: '300', price: '1' }),
      inflow({ id: 'buy', tx: 'x', item: 4, at, token: 'T', amount: '3', price: '100' }),
    ]);
    expect(lots(result, 'bob', 'T')).toEqual(['buy 2024-03-01: 3, 300']);
  });
});
