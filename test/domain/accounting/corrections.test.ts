/** A client's corrections, kind by kind: each table of figures can be checked by hand. */
import { describe, expect, test } from 'vitest';
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import {
  applyCorrections,
  openingMovement,
  type TransferCorrection,
} from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { itemPosition, timeOfPosition, transactionPosition } from '../../../src/domain/position.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import {
  arrive,
  figures,
  gas,
  inflow,
  issues,
  leave,
  lots,
  matches,
  optionsOf,
  outflow,
  priceDecimals,
  run,
} from './support.ts';

const none: TransferCorrection = { treatment: null, prices: null, basis: null };
const money = (text: string, decimals = moneyDecimals): bigint => parseScaled(text, decimals) ?? -1n;
const price = (text: string): TransferCorrection => ({ ...none, prices: [money(text, priceDecimals)] });
const basis = (cost: string, acquiredAt: string | null = null): TransferCorrection => ({
  ...none,
  basis: { cost: [money(cost)], acquiredAt: acquiredAt === null ? null : parseTime(acquiredAt) },
});
const treatment = (value: TransferCorrection['treatment']): TransferCorrection => ({
  ...none,
  treatment: value,
});

/** The history as the ledger books it with these corrections, by the transfers' ids. */
function corrected(
  movements: readonly LedgerMovement[],
  corrections: Readonly<Record<string, TransferCorrection>>,
  settings: Partial<LedgerSettings> = {},
): ReturnType<typeof run> {
  const options = optionsOf(settings);
  const groups = groupMovements(movements);
  return run(
    groups.flatMap((group) => applyCorrections(group, (id) => corrections[id], options)),
    settings,
  );
}

/** 4 at 100 and 4 at 200, then 6 sold at 300 for 1800. */
const history = [
  inflow({ id: 'a', at: '2024-01-01', amount: '4', price: '100' }),
  inflow({ id: 'b', at: '2024-02-01', amount: '4', price: '200' }),
  outflow({ id: 's', at: '2024-03-01', amount: '6', price: '300' }),
];

test('without a correction, the movements are the same ones', () => {
  expect(applyCorrections(history, () => undefined, optionsOf())).toBe(history);
});

describe('price', () => {
  test.each([
    // As booked: FIFO 1800 − (400 + 400), LIFO 1800 − (800 + 200), WAC 1800 − 6 × 150.
    ['FIFO', 'nothing', {}, '1000'],
    ['LIFO', 'nothing', {}, '800'],
    ['WAC', 'nothing', {}, '900'],
    // The sale at 310 brings 60 more.
    ['FIFO', 'the sale', { s: price('310') }, '1060'],
    ['LIFO', 'the sale', { s: price('310') }, '860'],
    ['WAC', 'the sale', { s: price('310') }, '960'],
    // The first purchase at 130 costs 120 more: FIFO uses it all, LIFO half, WAC 6 of 8 parts.
    ['FIFO', 'the first purchase', { a: price('130') }, '880'],
    ['LIFO', 'the first purchase', { a: price('130') }, '740'],
    ['WAC', 'the first purchase', { a: price('130') }, '810'],
  ] as const)('%s, %s', (method, _name, corrections, realized) => {
    expect(figures(corrected(history, corrections), { method }).realized).toBe(realized);
  });

  test('an unpriced disposal gets its gain', () => {
    const movements = [...history, outflow({ id: 'u', at: '2024-04-01', amount: '1', price: null })];
    expect(issues(corrected(movements, {}))).toEqual(['UNPRICED_DISPOSAL u 1']);
    // 1 of the two left of cost 200, for 250.
    const result = corrected(movements, { u: price('250') });
    expect(matches(result).at(-1)).toBe('u < b: 1 ETH, 250 - 200 = 50');
    expect(issues(result)).toEqual([]);
  });

  test('a stated price decides the value of a trade, against a better tier too', () => {
    const trade = [
      inflow({ id: 'funds', at: '2024-01-01', token: 'T', amount: '10', price: '7' }),
      outflow({
        id: 'sold',
        tx: 'x',
        item: 1,
        at: '2024-02-01',
        token: 'T',
        amount: '10',
        price: '9',
        tier: 'other',
      }),
      inflow({ id: 'got', tx: 'x', item: 2, at: '2024-02-01', amount: '1', price: '100' }),
    ];
    // The reference price of what was received rules: V = 100.
    expect(matches(corrected(trade, {}))).toEqual(['sold < funds: 10 T, 100 - 70 = 30']);
    // The client says that T was worth 12: V = 120, also the cost of what was received.
    const result = corrected(trade, { sold: price('12') });
    expect(matches(result)).toEqual(['sold < funds: 10 T, 120 - 70 = 50']);
    expect(figures(result).cost).toBe('120');
  });

  const at = '2024-02-01';
  const several = [
    inflow({ id: 'fa', at: '2024-01-01', token: 'A', amount: '10', price: '1' }),
    inflow({ id: 'fb', at: '2024-01-01', token: 'B', amount: '10', price: '1' }),
    outflow({ id: 'a', tx: 'x', item: 1, at, token: 'A', amount: '10', price: '9', tier: 'other' }),
    outflow({ id: 'b', tx: 'x', item: 2, at, token: 'B', amount: '10', price: '1', tier: 'other' }),
    inflow({ id: 'e', tx: 'x', item: 3, at, amount: '1', price: '100' }),
  ];
  test.each([
    // As booked, V = 100 is shared by 90 and 10.
    ['nothing', {}, '90', '10', '100'],
    // A stated price holds, and the other token takes what it leaves of V.
    ['A at 6', { a: price('6') }, '60', '40', '100'],
    ['B at 3', { b: price('3') }, '70', '30', '100'],
    // V is at least as much.
    ['A at 12', { a: price('12') }, '120', '0', '120'],
    // Both together are V.
    ['both', { a: price('5'), b: price('3') }, '50', '30', '80'],
    // All of the other side is stated as well: that is V, as far as it goes.
    ['A and ETH', { a: price('12'), e: price('110') }, '110', '0', '110'],
    ['A less than ETH', { a: price('6'), e: price('110') }, '60', '50', '110'],
  ] as const)('of several tokens that are sold: %s', (_name, corrections, a, b, eth) => {
    const result = corrected(several, corrections);
    const proceeds = (token: string) => String(Number(figures(result, { token }).realized) + 10);
    expect([proceeds('A'), proceeds('B'), figures(result).cost]).toEqual([a, b, eth]);
  });

  test('of several tokens that are bought, one without any other price', () => {
    const bought = [
      inflow({ id: 'funds', at: '2024-01-01', amount: '1', price: '2000' }),
      outflow({ id: 'e', tx: 'x', item: 1, at, amount: '1', price: '3000' }),
      inflow({ id: 'x', tx: 'x', item: 2, at, token: 'X', amount: '10', price: null }),
      inflow({ id: 'y', tx: 'x', item: 3, at, token: 'Y', amount: '10', price: '290', tier: 'deep-pool' }),
    ];
    const costs = (stated: string) => {
      const result = corrected(bought, { x: price(stated) });
      return [
        figures(result, { token: 'X' }).cost,
        figures(result, { token: 'Y' }).cost,
        figures(result).realized,
      ];
    };
    expect(costs('50')).toEqual(['500', '2500', '1000']);
    expect(costs('310')).toEqual(['3100', '0', '1100']);
  });

  test('of two movements that net, one with a stated price is enough to decide', () => {
    const trade = [
      outflow({
        id: 's1',
        tx: 'x',
        item: 1,
        at: '2024-02-01',
        token: 'T',
        amount: '1',
        price: '10',
        tier: 'other',
      }),
      outflow({
        id: 's2',
        tx: 'x',
        item: 2,
        at: '2024-02-01',
        token: 'T',
        amount: '1',
        price: '10',
        tier: 'other',
      }),
      inflow({ id: 'got', tx: 'x', item: 3, at: '2024-02-01', amount: '1', price: '50' }),
    ];
    // 10 + 30 for two.
    expect(figures(corrected(trade, { s2: price('30') })).cost).toBe('40');
    expect(figures(corrected(trade, {})).cost).toBe('50');
  });
});

describe('basis', () => {
  test.each([
    // The second purchase cost 1000 in all, 250 each: FIFO takes 2 of it (400 + 500), LIFO all (1000 + 200).
    ['FIFO', '2024-02-01', '900'],
    ['LIFO', '2024-02-01', '600'],
    // 1400 ÷ 8 = 175; 1800 − 6 × 175.
    ['WAC', '2024-02-01', '750'],
    // Acquired before the first: FIFO takes all of it (1000 + 200), LIFO 2 (400 + 500).
    ['FIFO', '2023-01-01', '600'],
    ['LIFO', '2023-01-01', '900'],
  ] as const)('%s, acquired %s: %s', (method, acquiredAt, realized) => {
    const result = corrected(history, { b: basis('1000', acquiredAt) });
    expect(figures(result, { method }).realized).toBe(realized);
  });

  test('it holds the gas of its transaction: nothing is added', () => {
    const movements = [
      inflow({ id: 'funds', at: '2024-01-01', amount: '1', price: '100' }),
      gas({ tx: 'x', at: '2024-02-01', amount: '0.1', price: '100' }),
      inflow({ id: 'got', tx: 'x', item: 1, at: '2024-02-01', token: 'T', amount: '1', price: '50' }),
    ];
    expect(figures(corrected(movements, {}), { token: 'T' }).cost).toBe('60');
    expect(figures(corrected(movements, { got: basis('52') }), { token: 'T' }).cost).toBe('52');
  });

  test('it settles an acquisition without a price, and leaves income what it is', () => {
    const claim = inflow({ id: 'c', at: '2024-01-01', amount: '4', price: '25', treatment: 'INCOME' });
    expect(figures(corrected([claim], { c: basis('40') }))).toMatchObject({ income: '100', cost: '40' });
    const unpriced = inflow({ id: 'u', at: '2024-01-01', amount: '4', price: null });
    const result = corrected([unpriced], { u: basis('40') });
    expect(figures(result)).toMatchObject({ cost: '40', basis: 'COMPLETE' });
    expect(issues(result)).toEqual([]);
  });

  test('in a currency whose rate is unknown it is unknown, and no zero', () => {
    const bought = inflow({ id: 'b', at: '2024-01-01', amount: '1', price: ['100', null] });
    const correction = { ...none, basis: { cost: [money('80'), null], acquiredAt: null } };
    const movements = applyCorrections([bought], () => correction, optionsOf());
    const [account] = run(movements, { currencies: ['USD', 'ETH'] }).ledger.accounts();
    expect(account?.methods[0]).toMatchObject({
      costBasis: [money('80'), 0n],
      basis: ['COMPLETE', 'UNPRICED'],
    });
  });
});

describe('treatment', () => {
  test.each([
    // A gift instead of a sale: 6 leave without a disposal; 2 of the second purchase are left.
    ['NON_TAXABLE', { balance: '2', cost: '400', realized: '0', expenses: '0' }],
    ['EXPENSE', { balance: '2', cost: '400', realized: '1000', expenses: '1800' }],
  ] as const)('a sale as %s', (value, expected) => {
    expect(figures(corrected(history, { s: treatment(value) }))).toMatchObject(expected);
  });

  test('a receipt as income, and as something that cost nothing', () => {
    expect(figures(corrected(history, { a: treatment('INCOME') }))).toMatchObject({
      ...{ income: '400', realized: '1000' },
    });
    // FIFO: 1800 − (0 + 400).
    expect(figures(corrected(history, { a: treatment('NON_TAXABLE') })).realized).toBe('1400');
    // WAC: 800 ÷ 8 = 100; 1800 − 600.
    expect(figures(corrected(history, { a: treatment('NON_TAXABLE') }), { method: 'WAC' }).realized).toBe(
      '1200',
    );
  });

  test('one that does not fit the side is left out', () => {
    expect(figures(corrected(history, { s: treatment('INCOME') })).realized).toBe('1000');
  });

  /** 10 A of cost 50 given for 5 B, both priced: a trade of 80. */
  const deposit = [
    inflow({ id: 'funds', at: '2024-01-01', token: 'A', amount: '10', price: '5' }),
    outflow({ id: 'given', tx: 'd', item: 1, at: '2024-02-01', token: 'A', amount: '10', price: '8' }),
    inflow({ id: 'taken', tx: 'd', item: 2, at: '2024-02-01', token: 'B', amount: '5', price: '16' }),
  ];

  test('both legs of a deposit as BASIS_TRANSFER carry the lots', () => {
    expect(figures(corrected(deposit, {}), { token: 'A' }).realized).toBe('30');
    const both = { given: treatment('BASIS_TRANSFER'), taken: treatment('BASIS_TRANSFER') };
    const result = corrected(deposit, both);
    expect(figures(result, { token: 'A' })).toMatchObject({ balance: '0', realized: '0' });
    expect(lots(result, 'alice', 'B')).toEqual(['funds 2024-01-01: 5, 50']);
  });

  test('one leg alone: what leaves drops its lots, what arrives has no known basis', () => {
    const given = corrected(deposit, { given: treatment('BASIS_TRANSFER') });
    expect(figures(given, { token: 'A' })).toMatchObject({ balance: '0', cost: '0', realized: '0' });
    const taken = corrected(deposit, { taken: treatment('BASIS_TRANSFER') });
    expect(issues(taken)).toEqual(['MISSING_BASIS taken 5']);
  });
});

describe('ends of a carry', () => {
  /** 2 of cost 20 moved to bob when they are worth 50. */
  const move = [
    inflow({ id: 'funds', at: '2024-01-01', amount: '2', price: '10' }),
    leave({ id: 'out', tx: 'm', item: 1, at: '2024-02-01', amount: '2', price: '25', pair: 'p' }),
    arrive({
      id: 'in',
      tx: 'm',
      item: 2,
      at: '2024-02-01',
      amount: '2',
      price: '25',
      pair: 'p',
      wallet: 'bob',
    }),
  ];
  const bob = { wallet: 'bob' };

  test.each([
    // As it is: bob has the lots.
    ['nothing', {}, { realized: '0' }, { cost: '20', basis: 'COMPLETE' }],
    // A sale by one end is a purchase by the other.
    ['out sold', { out: treatment('DISPOSAL') }, { realized: '30' }, { cost: '50', basis: 'COMPLETE' }],
    ['in bought', { in: treatment('ACQUISITION') }, { realized: '30' }, { cost: '50', basis: 'COMPLETE' }],
    // What the arrival cost is stated: what left is no sale.
    ['in stated', { in: basis('33') }, { realized: '0', cost: '0' }, { cost: '33', basis: 'COMPLETE' }],
    ['in for nothing', { in: treatment('NON_TAXABLE') }, { realized: '0', cost: '0' }, { cost: '0' }],
    // The lots are dropped: nobody knows what the other end cost.
    ['out dropped', { out: treatment('NON_TAXABLE') }, { realized: '0', cost: '0' }, { basis: 'MISSING' }],
    ['out stays', { out: treatment('BASIS_TRANSFER') }, { realized: '0' }, { cost: '20', basis: 'COMPLETE' }],
  ] as const)('%s', (_name, corrections, alice, other) => {
    const result = corrected(move, corrections);
    expect(figures(result)).toMatchObject({ balance: '0', ...alice });
    expect(figures(result, bob)).toMatchObject({ balance: '2', ...other });
    // What nobody took over would wait for ever.
    expect(result.ledger.snapshot().pending).toEqual([]);
  });

  test('where own moves are realised, a stated basis leaves the sale a sale', () => {
    const result = corrected(move, { in: basis('33') }, { ownTransfers: 'realize' });
    expect(figures(result)).toMatchObject({ realized: '30' });
    expect(figures(result, bob)).toMatchObject({ cost: '33' });
  });
});

describe('opening lots', () => {
  /** Movements whose positions are real ones, since opening lots stand among them. */
  const placed = (movement: LedgerMovement): LedgerMovement => {
    const { timestamp, side } = movement;
    const place = { timestamp, chainId: 1, blockNumber: 1, transactionIndex: 0 };
    const transaction = transactionPosition(place);
    const item = itemPosition({ kind: 'native', index: 0, batch: 0 }, side);
    return { ...movement, transaction, position: transaction + item };
  };
  const opening = (number: number, at: string, quantity: string, cost: string | null): LedgerMovement =>
    openingMovement({
      ...{ number, idOf: () => `o${number}`, wallet: 'alice', token: 'ETH', decimals: 18 },
      ...{
        quantity: money(quantity),
        acquiredAt: parseTime(at) ?? 0,
        cost: cost === null ? null : [money(cost)],
      },
    });
  const sale = placed(outflow({ id: 's', at: '2024-03-01', amount: '6', price: '300' }));
  const purchase = placed(inflow({ id: 'b', at: '2024-02-01', amount: '4', price: '200' }));

  test.each([
    // 4 held of cost 400 and 4 bought for 800: as in the table of prices above.
    ['FIFO', '1000'],
    ['LIFO', '800'],
    ['WAC', '900'],
  ] as const)('%s: a former holding covers the sale', (method, realized) => {
    const result = run([opening(1, '2020-01-01', '4', '400'), purchase, sale]);
    expect(figures(result, { method })).toMatchObject({ balance: '2', realized, basis: 'COMPLETE' });
    expect(issues(result)).toEqual([]);
  });

  test('without it the sale is short by 2', () => {
    const result = run([purchase, sale]);
    expect(figures(result)).toMatchObject({ balance: '-2', basis: 'MISSING' });
    expect(issues(result)).toEqual(['MISSING_BASIS s 2']);
  });

  test('of unknown cost: it is held and MISSING, so that the balance is right', () => {
    const result = run([opening(1, '2020-01-01', '4', null), purchase, sale]);
    expect(figures(result)).toMatchObject({ balance: '2', realized: '1400', cost: '400' });
    expect(matches(result)[0]).toBe('s < o1: 4 ETH, 1200 - 0 = 1200 MISSING');
    expect(issues(result)).toEqual(['MISSING_BASIS o1 4']);
  });

  test('it stays held where own moves are realised', () => {
    const result = run([opening(1, '2020-01-01', '4', null)], { ownTransfers: 'realize' });
    expect(figures(result)).toMatchObject({ balance: '4', basis: 'MISSING' });
  });

  test('several of one second, and one in the second of a transaction, stand before it', () => {
    const at = '2024-03-01';
    const openings = [opening(2, at, '3', '30'), opening(1, at, '3', '60')];
    const result = run([sale, ...openings]);
    expect(matches(result)).toEqual(['s < o1: 3 ETH, 900 - 60 = 840', 's < o2: 3 ETH, 900 - 30 = 870']);
    expect(openings.map(({ position }) => timeOfPosition(position))).toEqual([parseTime(at), parseTime(at)]);
  });
});
