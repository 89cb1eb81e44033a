import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { createLedger, restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { arrive, gas, inflow, leave, optionsOf, outflow, run } from './support.ts';

const buy = inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '10' });
const sell = outflow({ id: 's', at: '2024-01-02', amount: '1', price: '15' });

describe('what a ledger refuses', () => {
  const apply = (...group: LedgerMovement[]) => createLedger(optionsOf()).apply(group);

  test.each<[string, () => void]>([
    ['methods are none', () => createLedger(optionsOf({ methods: [] }))],
    ['methods are none or repeated', () => createLedger(optionsOf({ methods: ['FIFO', 'FIFO'] }))],
    ['currencies are none', () => createLedger(optionsOf({ currencies: [] }))],
    ['currencies are none or repeated', () => createLedger(optionsOf({ currencies: ['USD', 'USD'] }))],
    ['18 fractional digits', () => createLedger(optionsOf({ priceDecimals: 17 }))],
    ['no element 0', () => apply()],
    ['quantity is not positive', () => apply({ ...buy, quantity: 0n })],
    ['does not fit the side', () => apply({ ...buy, treatment: 'DISPOSAL' })],
    ['does not fit the side', () => apply({ ...sell, treatment: 'INCOME' })],
    ['pair', () => apply({ ...buy, treatment: 'BASIS_TRANSFER' })],
    ['pair', () => apply({ ...buy, carry: { pair: 'p', kind: 'own' } })],
    ['prices are not one per currency', () => apply({ ...buy, prices: [] })],
    ['fees are not one per currency', () => apply({ ...buy, feeValue: [1n, 2n] })],
    ['stated basis is not one per', () => apply({ ...buy, statedBasis: { cost: [], acquiredAt: null } })],
    ['nothing that has a cost', () => apply({ ...sell, statedBasis: { cost: [1n], acquiredAt: null } })],
    ['more than one transaction', () => apply(buy, sell)],
    ['not in order', () => apply({ ...buy, position: '2' }, { ...buy, position: '1' })],
    ['one is there twice', () => apply(buy, buy)],
    ['two different numbers of decimals', () => apply(buy, { ...buy, id: 'b', decimals: 6 })],
  ])('%s', (message, attempt) => {
    expect(attempt).toThrow(message);
  });

  test('a transaction before or at the last one', () => {
    const ledger = createLedger(optionsOf());
    ledger.apply([sell]);
    expect(() => ledger.apply([buy])).toThrow('stands later');
    expect(() => ledger.apply([sell])).toThrow('stands later');
    expect(() => restoreLedger(ledger.snapshot()).apply([buy])).toThrow('stands later');
  });
});

describe('what a ledger says', () => {
  test('rows name the transfers, times and positions behind a figure', () => {
    expect(run([sell, buy], { methods: ['FIFO'] }).disposals).toEqual([
      {
        method: 'FIFO',
        wallet: 'alice',
        token: 'ETH',
        position: sell.position,
        disposedBy: 's',
        disposedAt: 1704153600,
        treatment: 'DISPOSAL',
        part: 0,
        source: 'lot',
        acquiredBy: 'a',
        acquiredAt: 1704067200,
        quantity: 10n ** 18n,
        proceeds: [15n * 10n ** 18n],
        cost: [10n * 10n ** 18n],
        gain: [5n * 10n ** 18n],
        basis: ['COMPLETE'],
      },
    ]);
  });

  test('running totals after each transaction, for each account it touched', () => {
    const result = run([buy, sell], { methods: ['WAC', 'FIFO'] });
    const zero = { income: [0n], expenses: [0n], fees: [0n], wallet: 'alice', token: 'ETH' };
    const cost = [10n * 10n ** 18n];
    const gain = [5n * 10n ** 18n];
    const [bought, sold] = [
      { realized: [0n], costBasis: cost, unknown: { missing: 0, unpriced: [0] } },
      { realized: gain, costBasis: [0n], unknown: { missing: 0, unpriced: [0] } },
    ];
    expect(result.totals).toEqual([
      {
        ...zero,
        position: buy.position,
        timestamp: buy.timestamp,
        balance: 10n ** 18n,
        inventory: 10n ** 18n,
        methods: [bought, bought],
      },
      {
        ...zero,
        position: sell.position,
        timestamp: sell.timestamp,
        balance: 0n,
        inventory: 0n,
        methods: [sold, sold],
      },
    ]);
  });

  test('issues name the movement', () => {
    expect(run([sell]).issues).toEqual([
      {
        code: 'MISSING_BASIS',
        wallet: 'alice',
        token: 'ETH',
        position: sell.position,
        timestamp: sell.timestamp,
        movement: 's',
        quantity: 10n ** 18n,
        currencies: ['USD'],
      },
    ]);
  });

  test('an unknown account or method has no open lots', () => {
    const { ledger } = run([buy], { methods: ['FIFO'] });
    expect(ledger.openLots('bob', 'ETH', 'FIFO')).toEqual([]);
    expect(ledger.openLots('alice', 'BTC', 'FIFO')).toEqual([]);
    expect(ledger.openLots('alice', 'ETH', 'LIFO')).toEqual([]);
    expect(ledger.openLots('alice', 'ETH', 'FIFO')).toMatchObject([
      { acquiredBy: 'a', quantity: 10n ** 18n },
    ]);
  });

  test('works without anyone listening', () => {
    const ledger = createLedger(optionsOf());
    for (const group of groupMovements([sell, buy, outflow({ id: 'x', at: '2024-02-01', amount: '1' })])) {
      ledger.apply(group);
    }
    expect(ledger.accounts()).toMatchObject([
      { balance: -(10n ** 18n), inventory: 0n, shortfall: 10n ** 18n },
    ]);
  });
});

describe('order', () => {
  test('by position, wallet and id; the fee before the transfers', () => {
    const fee = gas({ tx: 'x', at: '2024-01-01', amount: '1' });
    const first = inflow({ id: 'b', tx: 'x', item: 1, at: '2024-01-01', amount: '1' });
    const second = inflow({ id: 'c', tx: 'x', item: 1, at: '2024-01-01', wallet: 'bob', amount: '1' });
    const third = inflow({ id: 'd', tx: 'x', item: 1, at: '2024-01-01', wallet: 'bob', amount: '1' });
    const input = [third, sell, second, first, fee];
    expect(groupMovements(input)).toEqual([[fee, first, second, third], [sell]]);
    expect(input[0]).toBe(third);
  });
});

describe('snapshots', () => {
  const movements = [
    buy,
    inflow({ id: 'b', at: '2024-01-03', amount: '2', price: '0.5' }),
    leave({ id: 'o', at: '2024-01-04', amount: '1', price: null, pair: 'p' }),
    outflow({ id: 't', at: '2024-01-05', amount: '5', price: '15', treatment: 'EXPENSE' }),
    arrive({ id: 'i', at: '2024-01-06', wallet: 'bob', amount: '1', pair: 'p' }),
  ];

  test('are plain data', () => {
    const snapshot = run(movements.slice(0, 4)).ledger.snapshot();
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    expect(snapshot.pending).toEqual([
      {
        pair: 'p',
        sources: [{ account: 0, id: 'o', quantity: '1000000000000000000', value: [null], weight: null }],
      },
    ]);
    expect(run([]).ledger.snapshot().position).toBeNull();
  });

  test('are refused when their parts do not agree', () => {
    const snapshot = run(movements.slice(0, 4)).ledger.snapshot();
    const accounts = snapshot.accounts.map((account) => ({ ...account, held: '7' }));
    expect(() => restoreLedger({ ...snapshot, accounts })).toThrow('not what its account holds');
    expect(() => restoreLedger({ ...snapshot, accounts: [] })).toThrow('does not hold');
    expect(() => restoreLedger({ ...snapshot, books: [] })).toThrow('one book per method');
  });

  test('carry on with what is under way', () => {
    const snapshot = run(movements.slice(0, 4)).ledger.snapshot();
    const ledger = restoreLedger(snapshot);
    ledger.apply(movements.slice(4));
    expect(ledger.openLots('bob', 'ETH', 'FIFO')).toMatchObject([
      { acquiredBy: 'a', cost: [10n * 10n ** 18n] },
    ]);
    expect(ledger.snapshot().pending).toEqual([]);
  });
});
