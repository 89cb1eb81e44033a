/** What is exchanged on its way over a bridge, by hand: it is sold for what arrives of another asset within the hour, worth about as much. */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { figures, fourMethods, gas, inflow, issues, lots, matches, outflow, run } from './support.ts';

/** 10 for 1,000 and 10 for 2,000: the average is 150. */
const bought = [
  inflow({ id: 'b1', at: '2023-01-01', amount: '10', price: '100' }),
  inflow({ id: 'b2', at: '2023-02-01', amount: '10', price: '200' }),
];
const noon = '2024-01-01T12:00:00Z';
const soon = '2024-01-01T12:10:00Z';
/** 12 that are worth 3,600 leave chain 1. */
const sent = outflow({ id: 's', at: noon, amount: '12', price: '300', over: { chain: '1' } });

type Line = Partial<Parameters<typeof inflow>[0]>;
/** Dollars that arrive on chain 10. */
const arrives = (amount: string, change: Line = {}): LedgerMovement =>
  inflow({
    ...{ id: 'a', at: soon, token: 'USDX', amount, price: '1', over: { chain: '10', asset: 'USDX' } },
    ...change,
  });
const transit = (result: ReturnType<typeof run>) =>
  result.ledger.accounts().flatMap(({ inTransit }) => inTransit.map(({ movement }) => movement));

describe('what arrives in place of something else', () => {
  test('is what that was sold for, by every method, and nothing waits any more', () => {
    const result = run([...bought, sent, arrives('3600')]);
    // FIFO: b1 (1,000) and 2 of b2 (400) for 3,600; LIFO: b2 and 2 of b1; the pool: 12 × 150.
    expect(matches(result)).toEqual(['a < b1: 10 ETH, 3000 - 1000 = 2000', 'a < b2: 2 ETH, 600 - 400 = 200']);
    expect(matches(result, 'WAC')).toEqual(['a < pool: 12 ETH, 3600 - 1800 = 1800']);
    const realized = { FIFO: '2200', LIFO: '1400', HIFO: '1400', WAC: '1800' };
    for (const method of fourMethods) {
      expect(figures(result, { method })).toMatchObject({ balance: '8', realized: realized[method] });
      expect(figures(result, { token: 'USDX', method })).toMatchObject({ balance: '3600', cost: '3600' });
    }
    expect(lots(result, 'alice', 'USDX')).toEqual(['a 2024-01-01: 3600, 3600']);
    expect([transit(result), issues(result)]).toEqual([[], []]);
    expect(result.ledger.accounts().map(({ held }) => held)).toEqual([[], []]);
  });

  test('the trade is worth what is known better', () => {
    // Of equal rank what was got counts: 3,500. A price of a pool gives way to that of a feed: 3,600.
    expect(matches(run([...bought, sent, arrives('3500')]), 'WAC')).toEqual([
      'a < pool: 12 ETH, 3500 - 1800 = 1700',
    ]);
    const worse = run([...bought, sent, arrives('3500', { tier: 'other' })]);
    expect(matches(worse, 'WAC')).toEqual(['a < pool: 12 ETH, 3600 - 1800 = 1800']);
    expect(figures(worse, { token: 'USDX' }).cost).toBe('3600');
  });

  test('what else the transaction moves has no part in it', () => {
    // 4 FEE of 25 are paid when it is claimed, and 500 more dollars come, which nothing left for.
    const fee = inflow({ id: 'f', at: '2023-03-01', token: 'FEE', amount: '4', price: '5' });
    const paid = outflow({ id: 'p', tx: 'x', item: 2, at: soon, token: 'FEE', amount: '4', price: '25' });
    const more = inflow({ id: 'm', tx: 'x', item: 3, at: soon, token: 'USDY', amount: '500', price: '1' });
    const result = run([...bought, fee, sent, arrives('3700', { tx: 'x', item: 1 }), paid, more]);
    expect(matches(result, 'WAC').sort()).toEqual([
      'a < pool: 12 ETH, 3700 - 1800 = 1900',
      'p < pool: 4 FEE, 500 - 20 = 480',
    ]);
  });

  test('gas of the arrival is its cost, as of a purchase', () => {
    const result = run([
      ...bought,
      sent,
      gas({ tx: 'x', at: soon, amount: '0.1', price: '300' }),
      arrives('3600', { tx: 'x' }),
    ]);
    expect(figures(result, { token: 'USDX' }).cost).toBe('3630');
  });

  test('it comes back from a snapshot as if there had been none', () => {
    const whole = run([...bought, sent, arrives('3500', { tier: 'other' })]);
    const written = JSON.parse(JSON.stringify(run([...bought, sent]).ledger.snapshot()));
    const ledger = restoreLedger(written);
    ledger.apply([arrives('3500', { tier: 'other' })]);
    expect(ledger.snapshot()).toEqual(whole.ledger.snapshot());
  });
});

describe('in several currencies', () => {
  const [two, both] = [{ currencies: ['USD', 'ETH'] as const }, ['300', '270'] as const];
  const funds = inflow({ id: 'b', at: '2023-01-01', amount: '12', price: ['100', '90'] });
  const leaves = (price: readonly (string | null)[]) =>
    outflow({ id: 's', at: noon, amount: '12', price, over: { chain: '1' } });
  const proceeds = (departure: LedgerMovement, arrival: LedgerMovement) =>
    run([funds, departure, arrival], two).disposals.find(({ method }) => method === 'FIFO')?.proceeds;
  const money = (amount: number): bigint => BigInt(amount) * 10n ** 18n;

  test('the first in which both have a price says whether it is worth as much', () => {
    // 12 × 270 = 3,240 of the second left; 3,600 × 0.9 = 3,240 arrive.
    expect(proceeds(leaves([null, '270']), arrives('3600', { price: ['1', '0.9'] }))).toEqual([
      money(3600),
      money(3240),
    ]);
    expect(proceeds(leaves([null, '270']), arrives('3600', { price: ['1', '0.5'] }))).toBeUndefined();
    expect(proceeds(leaves(['300', null]), arrives('3600', { price: [null, '0.9'] }))).toBeUndefined();
  });

  test('each side stands in where the other has no price, whichever is known better', () => {
    const worse = { tier: 'other' } as const;
    expect(proceeds(leaves([null, '270']), arrives('3700', { price: ['1', '0.9'], ...worse }))).toEqual([
      money(3700),
      money(3240),
    ]);
    const better = outflow({
      ...{ id: 's', at: noon, amount: '12', price: both, ...worse },
      over: { chain: '1' },
    });
    expect(proceeds(better, arrives('3700', { price: [null, '0.9'] }))).toEqual([money(3600), money(3330)]);
  });
});

describe('it is bought by itself, and what left waits on, where', () => {
  // 3,600 left: at least 90 % and at most 105 % of it arrives.
  test.each<[string, LedgerMovement]>([
    ['it is worth too little', arrives('3239.99')],
    ['it is worth too much', arrives('3780.01')],
    ['an hour has passed', arrives('3600', { at: '2024-01-01T13:00:01Z' })],
    ['it is of the same chain', arrives('3600', { over: { chain: '1', asset: 'USDX' } })],
    ['it is of another wallet', arrives('3600', { wallet: 'bob' })],
    ['it has no price', arrives('3600', { price: null })],
    [
      'it is the same asset, of which too little arrives',
      arrives('11', { price: '320', over: { chain: '10' } }),
    ],
  ])('%s', (_why, arrival) => {
    const result = run([...bought, sent, arrival]);
    expect(matches(result)).toEqual([]);
    expect(transit(result)).toEqual(['s']);
    expect(figures(result)).toMatchObject({ balance: '20', realized: '0' });
  });

  test('what left has no price', () => {
    const unpriced = outflow({ id: 's', at: noon, amount: '12', price: null, over: { chain: '1' } });
    expect(transit(run([...bought, unpriced, arrives('3600')]))).toEqual(['s']);
  });

  test.each(['3240', '3780'])('%s is just enough', (amount) => {
    expect(transit(run([...bought, sent, arrives(amount)]))).toEqual([]);
  });

  test('one of the two ends is of a bridge that gives what it takes, or neither asset has a name elsewhere', () => {
    const carried = outflow({
      ...{ id: 's', at: noon, amount: '12', price: '300' },
      over: { chain: '1', exchanges: false },
    });
    expect(transit(run([...bought, carried, arrives('3600')]))).toEqual(['s']);
    const given = arrives('3600', { over: { chain: '10', asset: 'USDX', exchanges: false } });
    expect(transit(run([...bought, sent, given]))).toEqual(['s']);
    const nameless = outflow({
      ...{ id: 's', at: noon, amount: '12', price: '300' },
      over: { chain: '1', asset: null },
    });
    expect(
      transit(run([...bought, nameless, arrives('3600', { over: { chain: '10', asset: null } })])),
    ).toEqual(['s']);
  });

  test('it comes back at once of something else that leaves', () => {
    // 1,900 dollars are drawn, and 1,000 of them cross: what is left is no arrival.
    const drawn = arrives('1900', { tx: 'x', item: 1, over: { chain: '10', asset: 'USDX', arrives: false } });
    const crosses = outflow({
      ...{ id: 'u', tx: 'x', item: 2, at: soon, token: 'USDX', amount: '1000', price: '1' },
      over: { chain: '10', asset: 'USDX' },
    });
    const three = outflow({ id: 's', at: noon, amount: '3', price: '300', over: { chain: '1' } });
    expect(transit(run([...bought, three, drawn, crosses]))).toEqual(['s']);
  });

  test('an hour is soon enough, and so is an asset that no other chain has', () => {
    const late = arrives('3600', { at: '2024-01-01T13:00:00Z', over: { chain: '10', asset: null } });
    expect(transit(run([...bought, sent, late]))).toEqual([]);
    const nameless = outflow({
      ...{ id: 's', at: noon, amount: '12', price: '300' },
      over: { chain: '1', asset: null },
    });
    expect(transit(run([...bought, nameless, arrives('3600')]))).toEqual([]);
  });
});

describe('of several', () => {
  const departs = (id: string, minute: string, amount: string, price: string): LedgerMovement =>
    outflow({ id, at: `2024-01-01T12:${minute}:00Z`, amount, price, over: { chain: '1' } });
  const other = departs('s2', '01', '6', '300');

  test('the oldest that fits is sold, and each once', () => {
    const both = [...bought, sent, other];
    const one = run([...both, arrives('1800')]);
    expect(transit(one)).toEqual(['s']);
    const two = run([...both, arrives('1800'), arrives('1800', { id: 'again', tx: 'z' })]);
    expect(transit(two)).toEqual(['s']);
    // Of two that are alike each arrival sells one.
    const third = departs('s3', '02', '2', '900');
    const alike = [...both, third, arrives('1800'), arrives('1800', { id: 'again', tx: 'z' })];
    expect(transit(run(alike))).toEqual(['s']);
    // In one transaction, too.
    const together = [
      arrives('3600', { tx: 'x', item: 1 }),
      arrives('1', { tx: 'x', item: 2, price: '1800', token: 'USDY' }),
    ];
    expect(transit(run([...both, ...together]))).toEqual([]);
  });

  test('the oldest is so after a snapshot, too, whichever token was there first', () => {
    const token = inflow({ id: 't', at: '2023-03-01', token: 'TKN', amount: '6', price: '100' });
    const first = outflow({
      ...{ id: 'first', at: '2024-01-01T11:59:00Z', token: 'TKN', amount: '6', price: '300' },
      over: { chain: '1', asset: 'TKN' },
    });
    const ledger = restoreLedger(
      JSON.parse(JSON.stringify(run([...bought, token, first, other]).ledger.snapshot())),
    );
    ledger.apply([arrives('1800')]);
    const waiting = ledger.accounts().flatMap(({ inTransit }) => inTransit.map(({ movement }) => movement));
    expect(waiting).toEqual(['s2']);
  });

  test('what its own asset has met is not sold as well', () => {
    const own = (at: string) =>
      inflow({
        ...{ id: 'own', at, token: 'ETH on 10', amount: '12', price: '300' },
        over: { chain: '10' },
      });
    const result = run([...bought, sent, own('2024-01-01T12:05:00Z'), arrives('3600')]);
    expect([matches(result), transit(result)]).toEqual([[], []]);
    // Nor is what was sold met.
    const late = run([...bought, sent, arrives('3600'), own('2024-01-01T13:05:00Z')]);
    expect(transit(late)).toEqual([]);
    expect(figures(late, { token: 'ETH on 10' }).cost).toBe('3600');
  });

  test('where deposits are sales, nothing is on its way', () => {
    const result = run([...bought, sent, arrives('3600')], { deposits: 'realize' });
    expect(matches(result, 'WAC')).toEqual(['s < pool: 12 ETH, 3600 - 1800 = 1800']);
  });
});
