/** A client's word on what something cost changes that cost, and nothing else of its transaction. */
import { describe, expect, test } from 'vitest';
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import {
  applyCorrections,
  type TransferCorrection,
} from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { arrive, figures, inflow, issues, leave, matches, optionsOf, outflow, run } from './support.ts';

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
