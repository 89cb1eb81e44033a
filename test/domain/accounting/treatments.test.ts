import { describe, expect, test } from 'vitest';
import { bookedTreatment } from '../../../src/domain/accounting/booking/booked-treatment.ts';
import { figures, inflow, issues, lots, matches, outflow, run } from './support.ts';

const at = '2024-03-01';

/** 10 ETH for 1000 each, bought before everything of this file. */
const funds = inflow({ id: 'funds', at: '2024-01-01', amount: '10', price: '1000' });

describe('NFTs', () => {
  const bought = [
    outflow({ id: 'pay', tx: 'buy', item: 1, at, amount: '2', price: '1500' }),
    inflow({ id: 'punk', tx: 'buy', item: 2, at, token: 'nft:7', nft: true, amount: '1', price: null }),
  ];

  test('bought and sold: one lot per token id', () => {
    // Bought for 2 ETH at 1500 = 3000 (ETH cost 2000); sold for 3 ETH at 1200 = 3600.
    const result = run([
      funds,
      ...bought,
      outflow({ id: 'give', tx: 'sell', item: 1, at: '2024-06-01', token: 'nft:7', nft: true, amount: '1' }),
      inflow({ id: 'got', tx: 'sell', item: 2, at: '2024-06-01', amount: '3', price: '1200' }),
    ]);
    expect(matches(result)).toEqual([
      'pay < funds: 2 ETH, 3000 - 2000 = 1000',
      'give < punk: 1 nft:7, 3600 - 3000 = 600',
    ]);
    // ETH: 10 − 2 + 3 = 11, cost 10000 − 2000 + 3600.
    expect(figures(result)).toMatchObject({ balance: '11', cost: '11600', realized: '1000' });
    expect(figures(result, { token: 'nft:7' })).toMatchObject({ balance: '0', cost: '0', realized: '600' });
  });

  test('two NFTs bought together share the price equally', () => {
    const result = run([
      funds,
      ...bought,
      inflow({ id: 'punk8', tx: 'buy', item: 3, at, token: 'nft:8', nft: true, amount: '1', price: null }),
    ]);
    expect(figures(result, { token: 'nft:7' }).cost).toBe('1500');
    expect(figures(result, { token: 'nft:8' }).cost).toBe('1500');
  });
});

describe('treatments', () => {
  test('a carry whose other end is not known is what it looks like from outside', () => {
    expect([bookedTreatment('CARRY', 'outflow'), bookedTreatment('CARRY', 'inflow')]).toEqual([
      'DISPOSAL',
      'ACQUISITION',
    ]);
    expect([bookedTreatment('HELD', 'outflow'), bookedTreatment('LIABILITY', 'inflow')]).toEqual([
      'HELD',
      'LIABILITY',
    ]);
  });

  test('income, then its sale', () => {
    // 4 claimed at 25: income 100, basis 100. 3 sold at 40 = 120 against 75.
    const result = run([
      inflow({ id: 'claim', at: '2024-01-01', amount: '4', price: '25', treatment: 'INCOME' }),
      outflow({ id: 's', at: '2024-01-02', amount: '3', price: '40' }),
    ]);
    expect(matches(result)).toEqual(['s < claim: 3 ETH, 120 - 75 = 45']);
    expect(figures(result)).toMatchObject({ income: '100', cost: '25', realized: '45' });
  });

  test('what a protocol holds keeps its lots: nothing is sold when it goes there, nothing bought when it is back', () => {
    // 10 staked at 1,500 and had back at 2,000: no gain but that of the sale of 4 at 3,000 = 12,000 against 4,000.
    const result = run([
      funds,
      outflow({ id: 'stake', at, amount: '10', price: '1500', treatment: 'HELD' }),
      inflow({ id: 'back', at: '2024-05-01', amount: '10', price: '2000', treatment: 'HELD' }),
      outflow({ id: 's', at: '2024-06-01', amount: '4', price: '3000' }),
    ]);
    expect(matches(result)).toEqual(['s < funds: 4 ETH, 12000 - 4000 = 8000']);
    expect(figures(result)).toMatchObject({ balance: '6', cost: '6000', realized: '8000', income: '0' });
  });

  test('a loan: what is borrowed has its market value as its cost, the token of the debt is nothing', () => {
    const result = run([
      inflow({
        id: 'debt',
        tx: 'loan',
        item: 1,
        at,
        token: 'debtUSDC',
        amount: '500',
        price: '1',
        treatment: 'LIABILITY',
      }),
      inflow({ id: 'loan', tx: 'loan', item: 2, at, amount: '5', price: '100' }),
    ]);
    expect(figures(result)).toMatchObject({ balance: '5', cost: '500', income: '0' });
    expect(result.totals.map(({ token }) => token)).not.toContain('debtUSDC');
  });

  test('income without a price is listed and adds nothing', () => {
    const result = run([inflow({ id: 'claim', at, amount: '4', price: null, treatment: 'INCOME' })]);
    expect(figures(result)).toMatchObject({ income: '0', cost: '0', basis: 'UNPRICED' });
    expect(issues(result)).toEqual(['UNPRICED_ACQUISITION claim 4']);
  });

  test('an expense is a disposal at market value, whose value is an expense too', () => {
    // Paid 1 ETH (cost 1000) worth 1300 for a service.
    const result = run([funds, outflow({ id: 'pay', at, amount: '1', price: '1300', treatment: 'EXPENSE' })]);
    expect(matches(result)).toEqual(['pay < funds: 1 ETH, 1300 - 1000 = 300']);
    expect(figures(result)).toMatchObject({ realized: '300', expenses: '1300' });
  });

  test('non-taxable: out drops lots without a disposal, in enters at zero cost, which is MISSING', () => {
    const result = run([
      funds,
      outflow({ id: 'gift', at, amount: '4', price: '1300', treatment: 'NON_TAXABLE' }),
      inflow({ id: 'got', at: '2024-04-01', amount: '1', price: '1300', treatment: 'NON_TAXABLE' }),
    ]);
    expect(matches(result)).toEqual([]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['funds 2024-01-01: 6, 6000', 'got ?: 1, 0 MISSING']);
    expect(figures(result)).toMatchObject({ balance: '7', realized: '0', basis: 'MISSING' });
    expect(issues(result)).toEqual(['MISSING_BASIS got 1']);
  });

  test('a stated basis replaces cost, fees and date, and leaves the value of the trade alone', () => {
    // Sold 1 ETH for T at V = 1200; the client says T cost 500 and dates from 2020: it goes first under FIFO.
    const result = run([
      funds,
      inflow({ id: 't0', at: '2023-01-01', token: 'T', amount: '1', price: '9' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '1200' }),
      inflow({
        id: 't1',
        tx: 'x',
        item: 2,
        at,
        token: 'T',
        amount: '1',
        price: null,
        fee: '30',
        stated: { cost: '500', acquiredAt: '2020-01-01' },
      }),
    ]);
    expect(matches(result)).toEqual(['o < funds: 1 ETH, 1200 - 1000 = 200']);
    expect(lots(result, 'alice', 'T')).toEqual(['t1 2020-01-01: 1, 500', 't0 2023-01-01: 1, 9']);
    expect(issues(result)).toEqual([]);
  });

  test('a stated basis settles an unpriced acquisition', () => {
    const result = run([inflow({ id: 'a', at, amount: '1', price: null, stated: { cost: '70' } })]);
    expect(figures(result)).toMatchObject({ cost: '70', basis: 'COMPLETE' });
    expect(issues(result)).toEqual([]);
  });
});
