/** The rules of matching, one pool per person, and what pools do with what only changes its form. */
import { describe, expect, test } from 'vitest';
import { identify, openDay } from '../../../../src/domain/accounting/section-104/matching.ts';
import { put } from '../../../../src/domain/accounting/section-104/pool.ts';
import { arrive, inflow, leave, outflow } from '../support.ts';
import { flowsOfMovements, gainsBookOf, gainsOf, gainText } from './support.ts';

test('the thirtieth day counts, the thirty-first does not', () => {
  const days = [0, 30, 31].map((day) => openDay(day));
  const [sold, thirtieth, next] = days;
  if (sold === undefined || thirtieth === undefined || next === undefined) throw new Error('no days');
  sold.disposed = 3n;
  put(thirtieth.acquired, { quantity: 1n, cost: 10n, basis: 'COMPLETE' });
  put(next.acquired, { quantity: 5n, cost: 500n, basis: 'COMPLETE' });
  identify(days);
  expect(sold.within30Days).toEqual({ quantity: 1n, cost: 10n, basis: 'COMPLETE' });
  expect(sold.acquiredOn).toEqual([30]);
  expect(sold.disposed).toBe(2n);
});

test('the earliest disposal is served first, by the earliest days; no other day is named', () => {
  const days = [0, 1, 2, 3, 4].map((day) => openDay(day));
  const [first, second, none, third, last] = days;
  if (!first || !second || !none || !third || !last) throw new Error('no days');
  first.disposed = 2n;
  second.disposed = 2n;
  put(third.acquired, { quantity: 3n, cost: 30n, basis: 'COMPLETE' });
  put(last.acquired, { quantity: 5n, cost: 500n, basis: 'COMPLETE' });
  identify(days);
  // Day 3 has 3: two for the first, one for the second, which takes its other from day 4.
  expect(first.within30Days).toEqual({ quantity: 2n, cost: 20n, basis: 'COMPLETE' });
  expect(first.acquiredOn).toEqual([3]);
  expect(second.within30Days).toEqual({ quantity: 2n, cost: 110n, basis: 'COMPLETE' });
  expect(second.acquiredOn).toEqual([3, 4]);
  expect([first.disposed, second.disposed, none.acquiredOn.length]).toEqual([0n, 0n, 0]);
  expect(last.acquired).toEqual({ quantity: 4n, cost: 400n, basis: 'COMPLETE' });
});

const at = (day: string): string => `${day}T12:00:00Z`;

describe('one person, one pool', () => {
  test('of several wallets and chains', () => {
    // 1,000 and 3,000 are 2,000 on average; of two pools it would be a gain of 1,500.
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
      inflow({
        id: 'b',
        at: at('2024-03-01'),
        wallet: 'bob',
        token: 'ETH on 10',
        amount: '1',
        price: '3000',
      }),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '1', price: '2500' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-05-10 1 ETH for 2500: pool 1 at 2000; gain 500; left 1 at 2000',
    ]);
  });

  test('a purchase of the same day comes before the average', () => {
    // 2,500 − 3,000; the average would have been 2,000.
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
      inflow({ id: 'b', at: '2024-05-10T08:00:00Z', amount: '1', price: '3000' }),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '1', price: '2500' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-05-10 1 ETH for 2500: same day 1 at 3000; gain -500; left 1 at 1000',
    ]);
  });

  test('own moves change nothing, and whose lots are missing is said', () => {
    const movements = [
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
      leave({ id: 'm1', tx: 'm', at: at('2024-02-01'), amount: '1', price: '1000', pair: 'p', item: 1 }),
      arrive({
        id: 'm2',
        tx: 'm',
        at: at('2024-02-01'),
        wallet: 'bob',
        amount: '1',
        price: '1000',
        pair: 'p',
        item: 2,
      }),
      outflow({ id: 'c', at: at('2024-05-10'), wallet: 'bob', amount: '1', price: '2500' }),
    ];
    expect(gainsOf(movements).map(gainText)).toEqual([
      '2024-05-10 1 ETH for 2500: pool 1 at 1000; gain 1500; left 0 at 0',
    ]);
    const flows = flowsOfMovements(movements);
    expect(gainsBookOf(flows).missingWallets()).toEqual([]);
    expect(gainsBookOf(flows, ['bob']).missingWallets()).toEqual(['alice']);
    expect(gainsBookOf(flows, ['carol']).missingWallets()).toEqual([]);
  });
});

describe('what goes on as another token', () => {
  const wrap = (id: string, day: string, amount: string, [from, to]: readonly [string, string]) => [
    leave({
      id: `${id}1`,
      tx: id,
      at: at(day),
      token: from,
      amount,
      price: '1',
      pair: id,
      kind: 'wrap',
      item: 1,
    }),
    arrive({
      id: `${id}2`,
      tx: id,
      at: at(day),
      token: to,
      amount,
      price: '1',
      pair: id,
      kind: 'wrap',
      item: 2,
    }),
  ];
  const bought = [
    inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
    inflow({ id: 'b', at: at('2024-01-02'), amount: '1', price: '3000' }),
  ];

  test('takes its share of the pool along: an average, not the oldest lot', () => {
    const found = gainsOf([
      ...bought,
      ...wrap('w', '2024-02-01', '1', ['ETH', 'WETH']),
      outflow({ id: 'c', at: at('2024-05-10'), token: 'WETH', amount: '1', price: '2500' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-05-10 1 WETH for 2500: pool 1 at 2000; gain 500; left 0 at 0',
    ]);
  });

  test('is no acquisition that a disposal could be identified with', () => {
    // The WETH of February came of a wrap within 30 days of the sale, and has a pool of its own.
    const found = gainsOf([
      inflow({ id: 'x', at: at('2024-01-05'), token: 'WETH', amount: '1', price: '100' }),
      ...bought,
      outflow({ id: 'c', at: at('2024-01-20'), token: 'WETH', amount: '1', price: '2500' }),
      ...wrap('w', '2024-02-01', '1', ['ETH', 'WETH']),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-01-20 1 WETH for 2500: pool 1 at 100; gain 2400; left 0 at 0',
    ]);
  });

  test('and came back the same day never left', () => {
    // What the day bought is what it sold: its pool of ETH has nothing that could go on.
    const day = '2024-03-01';
    const found = gainsOf([
      inflow({ id: 'x', at: at('2024-01-05'), token: 'WETH', amount: '5', price: '100' }),
      inflow({ id: 'y', at: `${day}T01:00:00Z`, amount: '1', price: '3000' }),
      ...wrap('w', day, '1', ['ETH', 'WETH']),
      ...wrap('v', day, '1', ['WETH', 'ETH']),
      outflow({ id: 'z', at: `${day}T23:00:00Z`, amount: '1', price: '3100' }),
      outflow({ id: 'c', at: at('2024-05-10'), token: 'WETH', amount: '5', price: '200' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-03-01 1 ETH for 3100: same day 1 at 3000; gain 100; left 0 at 0',
      '2024-05-10 5 WETH for 1000: pool 5 at 500; gain 500; left 0 at 0',
    ]);
  });

  test('and came back in parts the same day never left, less what stayed', () => {
    // What the day bought is what it sold: its pool of ETH has the 4 of January. 6 of 10 came back, in two parts.
    const day = '2024-03-01';
    const found = gainsOf([
      inflow({ id: 'x', at: at('2024-01-05'), amount: '4', price: '100' }),
      inflow({ id: 'y', at: `${day}T01:00:00Z`, amount: '6', price: '3000' }),
      ...wrap('w', day, '10', ['ETH', 'WETH']),
      ...wrap('v', day, '2', ['WETH', 'ETH']),
      ...wrap('u', day, '4', ['WETH', 'ETH']),
      outflow({ id: 'z', at: `${day}T23:00:00Z`, amount: '6', price: '3100' }),
      outflow({ id: 'c', at: at('2024-05-10'), token: 'WETH', amount: '4', price: '200' }),
      inflow({ id: 'd', at: at('2024-06-20'), amount: '1', price: '50' }),
      outflow({ id: 'e', at: at('2024-08-10'), amount: '1', price: '60' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-03-01 6 ETH for 18600: same day 6 at 18000; gain 600; left 0 at 0',
      '2024-05-10 4 WETH for 800: pool 4 at 400; gain 400; left 0 at 0',
      '2024-08-10 1 ETH for 60: pool 1 at 50; gain 10; left 0 at 0',
    ]);
  });
});

describe('a change of several', () => {
  const end = (id: string, tx: string, item: number) => ({ id, tx, pair: tx, kind: 'wrap', item }) as const;
  const share = { token: 'SHARE', amount: '1', price: '3000' };
  const given = [
    { token: 'ETH', amount: '1', price: '2000' },
    { token: 'DAI', amount: '1000', price: '1' },
  ] as const;

  test('and came back the same day never left', () => {
    // Of the share's 1,100 + 100, by market value two thirds would be the ether's.
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '100' }),
      inflow({ id: 'b', at: at('2024-01-02'), token: 'DAI', amount: '1000', price: '1.1' }),
      ...given.map((part, item) => leave({ ...end(`w${item}`, 'w', item), at: at('2024-02-01'), ...part })),
      arrive({ ...end('w2', 'w', 2), at: at('2024-02-01'), ...share }),
      leave({ ...end('v0', 'v', 0), at: at('2024-02-01'), ...share }),
      ...given.map((part, item) =>
        arrive({ ...end(`v${item + 1}`, 'v', item + 1), at: at('2024-02-01'), ...part }),
      ),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '1', price: '2500' }),
    ]);
    expect(found.map(gainText)).toEqual(['2024-05-10 1 ETH for 2500: pool 1 at 100; gain 2400; left 0 at 0']);
  });
});

describe('what is not known', () => {
  test('of the pool is no doubt about what comes out of the day alone', () => {
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: null }),
      inflow({ id: 'b', at: '2024-05-10T08:00:00Z', amount: '1', price: '10' }),
      outflow({ id: 'c', at: '2024-05-10T09:00:00Z', amount: '1', price: '12' }),
    ]);
    expect(found.map(gainText)).toEqual(['2024-05-10 1 ETH for 12: same day 1 at 10; gain 2; left 1 at 0']);
  });

  test('more than is there cost what is there, and says MISSING', () => {
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '3', price: '2500' }),
      inflow({ id: 'd', at: at('2024-07-10'), amount: '2', price: '1' }),
      outflow({ id: 'e', at: at('2024-09-10'), amount: '2', price: '1' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-05-10 3 ETH for 7500: pool 3 at 1000; gain 6500; left 0 at 0 MISSING',
      // What comes later does not repay it.
      '2024-09-10 2 ETH for 2: pool 2 at 2; gain 0; left 0 at 0',
    ]);
  });

  test('stays in the pool until that is empty', () => {
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: null }),
      inflow({ id: 'b', at: at('2024-01-02'), amount: '1', price: '10' }),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '2', price: null }),
      inflow({ id: 'd', at: at('2024-07-10'), amount: '1', price: '10' }),
      outflow({ id: 'e', at: at('2024-09-10'), amount: '1', price: '12' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-05-10 2 ETH for ?: pool 2 at 10; gain ?; left 0 at 0 UNPRICED',
      '2024-09-10 1 ETH for 12: pool 1 at 10; gain 2; left 0 at 0',
    ]);
  });

  test('of a pool that nothing is taken out of says nothing about a disposal', () => {
    const found = gainsOf([
      outflow({ id: 'x', at: at('2023-01-01'), amount: '0.5', price: '1' }),
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: null }),
      inflow({ id: 'b', at: at('2024-02-01'), amount: '1', price: '10' }),
      outflow({ id: 'c', at: at('2024-02-01'), amount: '1', price: '12' }),
      outflow({ id: 'd', at: at('2024-05-10'), amount: '1', price: '20' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2023-01-01 0.5 ETH for 0.5: pool 0.5 at 0; gain 0.5; left 0 at 0 MISSING',
      '2024-02-01 1 ETH for 12: same day 1 at 10; gain 2; left 1 at 0',
      '2024-05-10 1 ETH for 20: pool 1 at 0; gain 20; left 0 at 0 UNPRICED',
    ]);
  });

  test('a gift is no disposal, and takes its share of the pool along', () => {
    const found = gainsOf([
      inflow({ id: 'a', at: at('2024-01-01'), amount: '1', price: '1000' }),
      inflow({ id: 'b', at: at('2024-01-02'), amount: '1', price: '3000' }),
      outflow({ id: 'g', at: at('2024-02-02'), amount: '1', price: '5000', treatment: 'NON_TAXABLE' }),
      outflow({ id: 'c', at: at('2024-05-10'), amount: '1', price: '2500' }),
    ]);
    expect(found.map(gainText)).toEqual([
      '2024-02-02 1 ETH given: pool 1 at 2000; left 1 at 2000',
      '2024-05-10 1 ETH for 2500: pool 1 at 2000; gain 500; left 0 at 0',
    ]);
  });
});

test('an NFT has its own cost, whatever else is bought on the day', () => {
  const nft = { token: 'nft:1', nft: true, amount: '1' };
  const found = gainsOf([
    inflow({ id: 'a', at: at('2024-01-01'), ...nft, price: '100' }),
    outflow({ id: 'b', at: '2024-05-10T08:00:00Z', ...nft, price: '300' }),
    inflow({ id: 'c', at: '2024-05-10T09:00:00Z', ...nft, price: '200' }),
    outflow({ id: 'd', at: '2024-05-10T10:00:00Z', ...nft, price: '500' }),
  ]);
  expect(found.map(gainText)).toEqual([
    '2024-05-10 1 nft:1 for 300: pool 1 at 100; gain 200; left 0 at 0',
    '2024-05-10 1 nft:1 for 500: pool 1 at 200; gain 300; left 0 at 0',
  ]);
});
