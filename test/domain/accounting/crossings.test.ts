/** Money on its way over bridges, by hand: who meets whom, what the lots cost, and what the fee was. */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { applyCorrections } from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import {
  figures,
  fourMethods,
  gas,
  inflow,
  issues,
  lots,
  matches,
  optionsOf,
  outflow,
  run,
} from './support.ts';

const unit = 10n ** 18n;
/** 10 for 1,000 and 10 for 2,000: the average is 150. */
const bought = [
  inflow({ id: 'b1', at: '2023-01-01', amount: '10', price: '100' }),
  inflow({ id: 'b2', at: '2023-02-01', amount: '10', price: '200' }),
];
const sent = (id: string, day: string, amount: string, chain = '1', days = 7): LedgerMovement =>
  outflow({ id, at: day, amount, price: '300', over: { chain, days } });
const arrived = (id: string, day: string, amount: string, chain = '10', asset = 'ETH'): LedgerMovement =>
  inflow({ id, at: day, token: `ETH on ${chain}`, amount, price: '400', over: { chain, asset } });

function heldOf(result: ReturnType<typeof run>, token = 'ETH') {
  return result.ledger.accounts().find((account) => account.token === token)?.held;
}
function transitOf(result: ReturnType<typeof run>, token = 'ETH') {
  return result.ledger.accounts().find((account) => account.token === token)?.inTransit;
}

describe('what leaves over a bridge', () => {
  test('is not sold: it waits at the bridge with its cost, and is still in the balance', () => {
    const result = run([...bought, sent('s', '2024-01-01', '12')]);
    expect(matches(result)).toEqual([]);
    expect(figures(result)).toMatchObject({ balance: '20', cost: '3000', realized: '0', expenses: '0' });
    expect(heldOf(result)).toEqual([{ heldBy: 'bridge', quantity: 12n * unit }]);
    // FIFO takes b1 and 2 of b2: 1,000 + 400; LIFO b2 and 2 of b1: 2,000 + 200; the average is 12 × 150.
    const costs = { FIFO: 1400n, LIFO: 2200n, HIFO: 2200n, WAC: 1800n };
    const account = result.ledger.accounts()[0];
    for (const method of fourMethods) {
      const totals = account?.methods.find((one) => one.method === method);
      expect(totals?.heldCosts).toEqual([[costs[method] * unit]]);
    }
    // Twice a window of 7 days.
    const due = parseTime('2024-01-15');
    expect(transitOf(result)).toEqual([{ movement: 's', quantity: 12n * unit, due }]);
    const there = result.ledger.openLots('alice', 'ETH', 'FIFO').map(({ heldBy }) => heldBy);
    expect(there).toEqual(['bridge', null, 'bridge']);
  });

  test('its gas is an expense; what it gives back at once did not leave', () => {
    const result = run([
      ...bought,
      gas({ tx: 'x', at: '2024-01-01', amount: '1', price: '300' }),
      outflow({
        id: 'o',
        tx: 'x',
        item: 1,
        at: '2024-01-01',
        amount: '5',
        price: '300',
        over: { chain: '1' },
      }),
      inflow({
        id: 'i',
        tx: 'x',
        item: 2,
        at: '2024-01-01',
        amount: '2',
        price: '300',
        over: { chain: '1' },
      }),
    ]);
    expect(heldOf(result)).toEqual([{ heldBy: 'bridge', quantity: 3n * unit }]);
    expect(figures(result)).toMatchObject({ balance: '19', expenses: '300' });
  });

  test('and what a protocol of the same address holds are one amount, but two accounts', () => {
    const result = run([
      ...bought,
      outflow({ id: 'd', at: '2023-03-01', amount: '4', price: '300', treatment: 'HELD', by: 'bridge' }),
      sent('s', '2024-01-01', '8'),
      inflow({ id: 'w', at: '2024-01-02', amount: '5', price: '300', treatment: 'HELD', by: 'bridge' }),
    ]);
    // 4 come back of what was handed over, and 1 is income: what crosses is no part of it.
    expect(heldOf(result)).toEqual([{ heldBy: 'bridge', quantity: 8n * unit }]);
    expect(figures(result)).toMatchObject({ balance: '21', income: '300' });
  });
});

describe('what arrives', () => {
  test('takes the lots over, and what is missing is the fee, sold at what it was worth on arrival', () => {
    // 12 left, 11.7 arrived. FIFO: b1 and 2 of b2, of which 0.3 of b2 are lost: 60 of cost, worth 120.
    const result = run([...bought, sent('s', '2024-01-01', '12'), arrived('a', '2024-01-02', '11.7')]);
    expect(matches(result)).toEqual(['a < b2: 0.3 ETH, 120 - 60 = 60']);
    expect(result.disposals[0]).toMatchObject({
      ...{ treatment: 'BASIS_TRANSFER', disposedAt: parseTime('2024-01-02'), token: 'ETH' },
    });
    expect(figures(result)).toMatchObject({ balance: '8', cost: '1600', realized: '60', expenses: '120' });
    expect(lots(result, 'alice', 'ETH on 10')).toEqual([
      'b1 2023-01-01: 10, 1000',
      'b2 2023-02-01: 1.7, 340',
    ]);
    expect([heldOf(result), transitOf(result)]).toEqual([[], []]);
    // LIFO took b2 and 2 of b1: the oldest arrive, 0.3 of b2 are lost as well. The pool: 0.3 × 150.
    expect(matches(result, 'LIFO')).toEqual(['a < b2: 0.3 ETH, 120 - 60 = 60']);
    expect(lots(result, 'alice', 'ETH on 10', 'LIFO')).toEqual([
      ...['b1 2023-01-01: 2, 200', 'b2 2023-02-01: 9.7, 1940'],
    ]);
    expect(matches(result, 'WAC')).toEqual(['a < pool: 0.3 ETH, 120 - 45 = 75']);
    expect(figures(result, { token: 'ETH on 10', method: 'WAC' }).cost).toBe('1755');
    expect(issues(result)).toEqual([]);
  });

  test('in other decimals: whole units are compared', () => {
    const dollars = { ...arrived('a', '2024-01-02', '0'), decimals: 6, quantity: 11_999_999n };
    // 12 left and 11.999999 arrived: 0.000001 of b2 is lost, worth 0.0004, of 0.0002.
    const result = run([...bought, sent('s', '2024-01-01', '12'), dollars]);
    expect(matches(result)).toEqual(['a < b2: 0.000001 ETH, 0.0004 - 0.0002 = 0.0002']);
    expect(figures(result, { token: 'ETH on 10' })).toMatchObject({
      balance: '11.999999',
      cost: '1399.9998',
    });
  });

  test('the oldest that it can be is met: the same asset, enough of it, of another chain', () => {
    const result = run([
      ...bought,
      sent('large', '2024-01-01', '9'),
      sent('first', '2024-01-02', '2'),
      sent('second', '2024-01-03', '2'),
      arrived('a', '2024-01-04', '1.95'),
      arrived('other asset', '2024-01-04', '2', '10', 'USDC'),
      arrived('same chain', '2024-01-04', '2', '1'),
    ]);
    expect(transitOf(result)?.map(({ movement }) => movement)).toEqual(['large', 'second']);
    // 1 of b1 went with the first, and 1 of b2, of which 0.05 are lost.
    expect(matches(result)).toEqual(['a < b2: 0.05 ETH, 20 - 10 = 10']);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual([
      ...['b1 2023-01-01: 1, 100', 'b2 2023-02-01: 0.95, 190', 'other asset 2024-01-04: 2, 800'],
    ]);
    expect(lots(result, 'alice', 'ETH on 1')).toEqual(['same chain 2024-01-04: 2, 800']);
  });

  test.each([
    { amount: '9.5', isMet: true, cost: '950' },
    // Bought at 400 each, while what left waits on.
    { amount: '9.499', isMet: false, cost: '3799.6' },
    { amount: '10', isMet: true, cost: '1000' },
    { amount: '10.001', isMet: false, cost: '4000.4' },
  ])('$amount of 10: met $isMet', ({ amount, isMet, cost }) => {
    const result = run([...bought, sent('s', '2024-01-01', '10'), arrived('a', '2024-01-02', amount)]);
    expect(transitOf(result)?.length).toBe(isMet ? 0 : 1);
    expect(figures(result, { token: 'ETH on 10' }).cost).toBe(cost);
    expect(figures(result).cost).toBe(isMet ? '2000' : '3000');
  });

  test.each([
    { day: '2024-01-15T00:00:00Z', isMet: true },
    { day: '2024-01-15T00:00:01Z', isMet: false },
    // The clocks of two chains are 15 seconds apart at most.
    { day: '2023-12-31T23:59:45Z', isMet: true },
    { day: '2023-12-31T23:59:44Z', isMet: false },
  ])('at $day: met $isMet', ({ day, isMet }) => {
    const result = run([...bought, sent('s', '2024-01-01', '10'), arrived('a', day, '10')]);
    expect(transitOf(result)?.length).toBe(isMet ? 0 : 1);
  });

  test('what comes back from the contract that holds it, on its chain, is what left', () => {
    const back = (by: string) =>
      inflow({ id: 'a', at: '2024-01-02', amount: '9.9', price: '400', over: { chain: '1', by } });
    const result = (by: string) => run([...bought, sent('s', '2024-01-01', '10'), back(by)]);
    expect(transitOf(result('bridge'))).toEqual([]);
    // From anybody else it is bought anew.
    expect(transitOf(result('other'))?.length).toBe(1);
  });

  test('each departure is met once; another wallet meets none', () => {
    const result = run([
      ...bought,
      sent('s', '2024-01-01', '10'),
      { ...arrived('of bob', '2024-01-01T12:00:00Z', '10'), wallet: 'bob' },
      arrived('a', '2024-01-02', '10'),
      arrived('b', '2024-01-03', '10'),
    ]);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['b1 2023-01-01: 10, 1000', 'b 2024-01-03: 10, 4000']);
    expect(lots(result, 'bob', 'ETH on 10')).toEqual(['of bob 2024-01-01: 10, 4000']);
  });

  test('what is known of no other chain is met by nothing', () => {
    const over = (chain: string) => ({ chain, asset: null });
    const result = run([
      ...bought,
      outflow({ id: 's', at: '2024-01-01', amount: '10', price: '300', over: over('1') }),
      inflow({ id: 'a', at: '2024-01-02', token: 'other', amount: '10', price: '400', over: over('10') }),
    ]);
    expect(transitOf(result)?.length).toBe(1);
  });

  test('there and back: dates and cost are those of the purchase', () => {
    const result = run([
      ...bought,
      sent('s', '2024-01-01', '10'),
      arrived('a', '2024-01-02', '10'),
      { ...sent('t', '2024-02-01', '10', '10'), token: 'ETH on 10' },
      { ...arrived('b', '2024-02-15', '10', '1'), token: 'ETH' },
    ]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['b1 2023-01-01: 10, 1000', 'b2 2023-02-01: 10, 2000']);
    expect(figures(result)).toMatchObject({ balance: '20', cost: '3000', realized: '0' });
  });

  test('without a price on arrival the fee is an unpriced disposal, and what was sent without being there stays unknown', () => {
    const result = run([
      sent('s', '2024-01-01', '10'),
      { ...arrived('a', '2024-01-02', '9.9'), prices: null },
    ]);
    expect(issues(result)).toEqual(['MISSING_BASIS s 10', 'UNPRICED_DISPOSAL a 0.1']);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['shortfall ?: 9.9, 0 MISSING']);
  });
});

describe('what the client says', () => {
  const way = [sent('s', '2024-01-01', '10'), arrived('a', '2024-01-02', '10')];
  const corrected = (id: string, treatment: 'DISPOSAL' | 'NON_TAXABLE' | 'INCOME') =>
    applyCorrections(
      way,
      (of) => (of === id ? { treatment, prices: null, basis: null } : undefined),
      optionsOf(),
    );

  test('a departure that was a sale, or a gift, waits for nothing', () => {
    const sale = run([...bought, ...corrected('s', 'DISPOSAL')]);
    expect(matches(sale)).toEqual(['s < b1: 10 ETH, 3000 - 1000 = 2000']);
    expect(lots(sale, 'alice', 'ETH on 10')).toEqual(['a 2024-01-02: 10, 4000']);
    const gift = run([...bought, ...corrected('s', 'NON_TAXABLE')]);
    expect(matches(gift)).toEqual([]);
    expect(figures(gift)).toMatchObject({ balance: '10', cost: '2000' });
    expect([heldOf(sale), heldOf(gift)]).toEqual([[], []]);
  });

  test('an arrival that was income meets nothing', () => {
    const result = run([...bought, ...corrected('a', 'INCOME')]);
    expect(figures(result, { token: 'ETH on 10' })).toMatchObject({ income: '4000', cost: '4000' });
    expect(transitOf(result)?.length).toBe(1);
  });

  test('deposits realised: a sale when it leaves, a purchase when it arrives', () => {
    const result = run([...bought, ...way], { deposits: 'realize' });
    expect(matches(result)).toEqual(['s < b1: 10 ETH, 3000 - 1000 = 2000']);
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['a 2024-01-02: 10, 4000']);
    expect([heldOf(result), transitOf(result)]).toEqual([[], []]);
  });
});
