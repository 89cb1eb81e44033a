/** A client's word on what something cost changes that cost, and nothing else of its transaction. */
import { describe, expect, test } from 'vitest';
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import {
  applyCorrections,
  type TransferCorrection,
} from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import {
  arrive,
  figures,
  fourMethods,
  gas,
  inflow,
  issues,
  leave,
  lots,
  matches,
  optionsOf,
  outflow,
  run,
} from './support.ts';

const none: TransferCorrection = { treatment: null, prices: null, basis: null };
const cost = (text: string): TransferCorrection => ({
  ...none,
  basis: { cost: [parseScaled(text, moneyDecimals)], acquiredAt: null },
});

function corrected(
  movements: readonly LedgerMovement[],
  corrections: Readonly<Record<string, TransferCorrection>>,
  settings: Partial<LedgerSettings> = {},
) {
  const laid = groupMovements(movements).flatMap((group) =>
    applyCorrections(group, (id) => corrections[id], optionsOf(settings)),
  );
  return run(laid, settings);
}

describe('beside a trade', () => {
  const at = '2024-03-01';

  test.each(['HELD', 'ACQUISITION'] as const)(
    'what comes in (%s) and is sold brings its price once',
    (treatment) => {
      const movements = [
        inflow({ id: 'lp', tx: 'x', item: 1, at, token: 'LP', amount: '10', price: '150', treatment }),
        outflow({ id: 'sell', tx: 'x', item: 2, at, token: 'LP', amount: '10', price: '150' }),
        inflow({ id: 'usd', tx: 'x', item: 3, at, token: 'USD', amount: '1500', price: '1' }),
      ];
      const result = corrected(movements, { lp: cost('1000') });
      expect(matches(result)).toEqual(['sell < lp: 10 LP, 1500 - 1000 = 500']);
      expect(figures(result, { token: 'USD' }).cost).toBe('1500');
      expect(issues(result)).toEqual([]);
    },
  );

  const swap = [
    inflow({ id: 'funds', at: '2024-01-01', amount: '1', price: '2000' }),
    outflow({ id: 'sold', tx: 'x', item: 1, at, amount: '1', price: '3000' }),
    inflow({ id: 'usd', tx: 'x', item: 2, at, token: 'USD', amount: '3000', price: '1' }),
  ];

  test('a gift of stated cost is no part of it', () => {
    const gift = inflow({ id: 'gift', tx: 'x', item: 3, at, token: 'G', amount: '100', price: '5' });
    const result = corrected([...swap, gift], { gift: { ...cost('200'), treatment: 'NON_TAXABLE' } });
    expect(matches(result)).toEqual(['sold < funds: 1 ETH, 3000 - 2000 = 1000']);
    expect(figures(result, { token: 'USD' }).cost).toBe('3000');
    expect(figures(result, { token: 'G' })).toMatchObject({ cost: '200', basis: 'COMPLETE' });
  });

  test('neither is a move of stated cost; where moves are purchases, it stays bought', () => {
    const move = [
      inflow({ id: 'former', at: '2024-01-01', wallet: 'bob', token: 'G', amount: '100', price: '4' }),
      leave({
        id: 'o',
        tx: 'x',
        item: 3,
        at,
        wallet: 'bob',
        token: 'G',
        amount: '100',
        price: '5',
        pair: 'p',
      }),
      arrive({ id: 'i', tx: 'x', item: 4, at, token: 'G', amount: '100', price: '5', pair: 'p' }),
    ];
    const realized = (settings: Partial<LedgerSettings>) =>
      figures(corrected([...swap, ...move], { i: cost('400') }, settings)).realized;
    expect(realized({})).toBe('1000');
    // As without the stated cost: V = 3000 + 100 × 5.
    expect(realized({ ownTransfers: 'realize' })).toBe('1500');
    expect(figures(run([...swap, ...move], { ownTransfers: 'realize' })).realized).toBe('1500');
  });

  test('an ordinary purchase stays in, and so does the part of it that does not leave again', () => {
    const bought = inflow({ id: 'x', tx: 'x', item: 4, at, token: 'X', amount: '10', price: '50' });
    // V = 3000 + 10 × 50, with and without a stated cost.
    expect(figures(run([...swap, bought])).realized).toBe('1500');
    expect(figures(corrected([...swap, bought], { x: cost('450') })).realized).toBe('1500');
    // 4 of the 10 leave: 6 are bought with the ETH, V = 3000 + 6 × 50. The 4 cost 4 × 45, and leave for 4 × 50.
    const passed = outflow({ id: 'part', tx: 'x', item: 5, at, token: 'X', amount: '4', price: '50' });
    expect(figures(run([...swap, bought, passed])).realized).toBe('1300');
    const result = corrected([...swap, bought, passed], { x: cost('450') });
    expect(figures(result).realized).toBe('1300');
    expect(figures(result, { token: 'X' })).toMatchObject({ balance: '6', cost: '270', realized: '20' });
    // Of 14 that leave, 4 were there before, for 40 each: they are sold for their part of V, and 10 leave for 10 × 50.
    const former = inflow({ id: 'old', at: '2024-01-01', token: 'X', amount: '4', price: '40' });
    const more = outflow({ id: 'more', tx: 'x', item: 5, at, token: 'X', amount: '14', price: '50' });
    const sold = corrected([...swap, former, bought, more], { x: cost('450') });
    // V = 3000, shared by 3000 for the ETH and 200 for 4 X: 2812.5 and 187.5.
    expect(figures(sold).realized).toBe('812.5');
    expect(figures(sold, { token: 'X' }).realized).toBe('77.5');
  });
});

describe('what comes out', () => {
  const carried: TransferCorrection = { ...none, treatment: 'BASIS_TRANSFER' };
  const bought = inflow({ id: 'buy', at: '2024-01-01', amount: '10', price: '100' });
  const heldOf = (result: ReturnType<typeof run>) => result.ledger.accounts().flatMap(({ held }) => held);
  const deposit = outflow({ id: 'in', at: '2024-02-01', amount: '10', price: '110', treatment: 'HELD' });
  const withdrawn = (amount: string, price: string | null) =>
    inflow({ id: 'out', tx: 'w', at: '2024-03-01', amount, price, treatment: 'HELD' });

  test.each(fourMethods)('of a contract leaves it, and is one lot of the stated cost: %s', (method) => {
    const movements = [bought, deposit, withdrawn('10', '120')];
    for (const correction of [cost('900'), { ...cost('900'), treatment: 'BASIS_TRANSFER' as const }]) {
      const result = corrected(movements, { out: correction });
      const expected = { balance: '10', cost: '900', realized: '0', income: '0', basis: 'COMPLETE' };
      expect(figures(result, { method })).toMatchObject(expected);
      expect(heldOf(result)).toEqual([]);
      expect(lots(result, 'alice', 'ETH')).toEqual(['out 2024-03-01: 10, 900']);
    }
  });

  test('of a contract in part leaves the rest there, and costs no gas beside it', () => {
    const fee = gas({ tx: 'w', at: '2024-03-01', amount: '0.1', token: 'GAS', price: '100' });
    const result = corrected([bought, deposit, fee, withdrawn('4', '120')], { out: cost('500') });
    // 6 of the 10 for 1000 are still held.
    expect(figures(result)).toMatchObject({ balance: '10', cost: '1100' });
    expect(figures(result, { token: 'GAS' }).expenses).toBe('0');
  });

  test('of a contract beyond what it got is still income, and known where it never got any', () => {
    // 2 of 12 at 120.
    const more = corrected([bought, deposit, withdrawn('12', '120')], { out: cost('1200') });
    expect(figures(more)).toMatchObject({ balance: '12', cost: '1200', income: '240', basis: 'COMPLETE' });
    const unknown = corrected([withdrawn('12', '120')], { out: cost('1200') });
    expect(figures(unknown)).toMatchObject({ balance: '12', cost: '1200', income: '0', basis: 'COMPLETE' });
    expect(issues(unknown)).toEqual([]);
  });

  test('where deposits are sales, it is bought for the stated cost', () => {
    const result = corrected(
      [bought, deposit, withdrawn('10', '120')],
      { out: cost('900') },
      { deposits: 'realize' },
    );
    expect(figures(result)).toMatchObject({ balance: '10', cost: '900', realized: '100' });
  });

  const leaves = outflow({ id: 'left', at: '2024-02-01', amount: '10', price: '110', over: { chain: '1' } });
  const arrives = (over: { asset?: string } = {}) =>
    inflow({
      id: 'came',
      at: '2024-02-02',
      token: 'E2',
      amount: '9.9',
      price: '110',
      over: { chain: '2', ...over },
    });

  test.each(fourMethods)('of a bridge leaves it, unsold as a whole: %s', (method) => {
    const result = corrected([bought, leaves, arrives()], { came: cost('950') });
    expect(figures(result, { method })).toMatchObject({
      balance: '0',
      cost: '0',
      realized: '0',
      expenses: '0',
    });
    expect(figures(result, { method, token: 'E2' })).toMatchObject({ balance: '9.9', cost: '950' });
    expect(heldOf(result)).toEqual([]);
    expect(result.ledger.snapshot().pending).toEqual([]);
  });

  test('of a bridge that held nothing for it is bought, and what waits there stays', () => {
    const result = corrected([bought, leaves, arrives({ asset: 'OTHER' })], { came: cost('950') });
    // Worth 99 % of what left within the day, not the hour: no exchange.
    expect(figures(result)).toMatchObject({ balance: '10', cost: '1000' });
    expect(figures(result, { token: 'E2' })).toMatchObject({ balance: '9.9', cost: '950' });
  });

  test('and is only said to carry lots brings those that waited', () => {
    const withdrawal = corrected([bought, deposit, withdrawn('10', '120')], { out: carried });
    expect(lots(withdrawal, 'alice', 'ETH')).toEqual(['buy 2024-01-01: 10, 1000']);
    const arrival = corrected([bought, leaves, arrives()], { came: carried });
    expect(lots(arrival, 'alice', 'E2')).toEqual(['buy 2024-01-01: 9.9, 990']);
    // Beside what is said to carry its lots, it takes over those.
    const given = outflow({
      id: 'given',
      tx: 'w',
      item: 2,
      at: '2024-03-01',
      token: 'A',
      amount: '5',
      price: '1',
    });
    const funds = inflow({ id: 'funds', at: '2024-01-01', token: 'A', amount: '5', price: '2' });
    const both = corrected([funds, given, withdrawn('10', '120')], { out: carried, given: carried });
    expect(lots(both, 'alice', 'ETH')).toEqual(['funds 2024-01-01: 10, 10']);
  });
});
