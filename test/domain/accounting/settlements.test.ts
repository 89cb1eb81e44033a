/** What a transaction settles without moving it: tables of literal figures. */
import { describe, expect, test } from 'vitest';
import { applyCorrections } from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { figures, fourMethods, inflow, issues, lots, matches, optionsOf, outflow, run } from './support.ts';

const at = '2024-03-01';
const later = '2024-04-01';
const end = '2024-05-01';
const units = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
const accountOf = (result: ReturnType<typeof run>, token: string) =>
  result.ledger.accounts().find((account) => account.token === token);

/** 10 ETH for 1,000 each, of which the order book has 5. */
const funds = inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '1000' });
const placed = outflow({ id: 'placed', at, amount: '5', price: '2000', treatment: 'HELD', by: 'book' });
const sold = { by: 'book', token: 'ETH', amount: '5', price: '1900' } as const;
const paid = { id: 'fill', at: later, token: 'USDX', amount: '9000', price: '1', settles: sold } as const;

describe('an order that is filled', () => {
  test('5 ETH of cost 5,000, held by the book, are sold for the 9,000 that somebody pays for them', () => {
    const result = run([funds, placed, inflow(paid)]);
    for (const method of fourMethods) {
      expect(figures(result, { method })).toMatchObject({
        ...{ balance: '5', inventory: '5', cost: '5000', realized: '4000', income: '0', expenses: '0' },
      });
      expect(figures(result, { token: 'USDX', method })).toMatchObject({ balance: '9000', cost: '9000' });
    }
    expect(matches(result)).toEqual(['fill < buy: 5 ETH, 9000 - 5000 = 4000']);
    expect(accountOf(result, 'ETH')?.held).toEqual([]);
    expect(issues(result)).toEqual([]);
  });

  test('what is got has no price, or is known worse: the trade is worth what was sold, 5 × 1,900', () => {
    for (const change of [{ price: null }, { price: '0.5', tier: 'other' }] as const) {
      const result = run([funds, placed, inflow({ ...paid, ...change })]);
      expect(matches(result)).toEqual(['fill < buy: 5 ETH, 9500 - 5000 = 4500']);
      expect(figures(result, { token: 'USDX' }).cost).toBe('9500');
      expect(issues(result)).toEqual([]);
    }
  });

  test('nothing has a price: neither is known', () => {
    const settles = { ...sold, price: null };
    const result = run([funds, placed, inflow({ ...paid, price: null, settles })]);
    expect(matches(result)).toEqual(['fill < buy: 5 ETH, ? - 5000 = ?']);
    expect(issues(result)).toEqual(['UNPRICED_DISPOSAL fill 5', 'UNPRICED_ACQUISITION fill 9000']);
  });

  test('the oldest of several orders is sold first, a part of it too', () => {
    const second = outflow({ ...{ id: 'second', at, amount: '3', treatment: 'HELD' }, by: 'book' });
    const more = inflow({ id: 'more', at: '2023-06-01', amount: '10', price: '1500' });
    const part = inflow({ ...paid, amount: '12600', settles: { ...sold, amount: '7' } });
    const all = [funds, outflow({ id: 'gone', at: '2023-02-01', amount: '5', price: '1000' }), more];
    // 5 of `buy` and 3 of `more` are there; 12,600 for 7: 9,000 for 5 and 3,600 for 2.
    expect(matches(run([...all, placed, second, part])).slice(1)).toEqual([
      'fill < buy: 5 ETH, 9000 - 5000 = 4000',
      'fill < more: 2 ETH, 3600 - 3000 = 600',
    ]);
  });

  test('two in one transaction share what both got by what they sold: 8,200 are 5,125 for 5 and 3,075 for 3', () => {
    const both = outflow({ ...{ id: 'placed', at, amount: '8', treatment: 'HELD' }, by: 'book' });
    const one = inflow({ ...paid, id: 'one', tx: 'x', item: 1, amount: '5000' });
    const settles = { ...sold, amount: '3' };
    const other = inflow({ ...paid, id: 'other', tx: 'x', item: 2, amount: '3200', settles });
    expect(matches(run([funds, both, one, other]))).toEqual([
      'one < buy: 5 ETH, 5125 - 5000 = 125',
      'other < buy: 3 ETH, 3075 - 3000 = 75',
    ]);
  });

  test('more is sold than the book is known to have: what it has goes, for its part of what is paid', () => {
    const result = run([funds, placed, inflow({ ...paid, settles: { ...sold, amount: '20' } })]);
    // A quarter of 9,000.
    expect(matches(result)).toEqual(['fill < buy: 5 ETH, 2250 - 5000 = -2750']);
    expect(figures(result)).toMatchObject({ balance: '5', inventory: '5' });
    expect(figures(result, { token: 'USDX' }).cost).toBe('9000');
  });

  test('the book never had any, or has none any more: it is bought, and nothing is sold', () => {
    const back = inflow({ ...{ id: 'back', at: later, amount: '5', treatment: 'HELD' }, by: 'book' });
    for (const before of [[], [placed, back]]) {
      const result = run([funds, ...before, inflow({ ...paid, at: end })]);
      expect(matches(result)).toEqual([]);
      expect(figures(result)).toMatchObject({ balance: '10', cost: '10000' });
      expect(figures(result, { token: 'USDX' }).cost).toBe('9000');
    }
  });

  test('placed and filled in one transaction', () => {
    const placing = outflow({
      ...{ id: 'in', tx: 'x', item: 1, at: later, amount: '5', price: '1900', treatment: 'HELD' },
      by: 'book',
    });
    const result = run([funds, placing, inflow({ ...paid, tx: 'x', item: 2 })]);
    expect(matches(result)).toEqual(['fill < buy: 5 ETH, 9000 - 5000 = 4000']);
  });

  test('where deposits are sales it was sold when it was placed, and this is a purchase', () => {
    const result = run([funds, placed, inflow(paid)], { deposits: 'realize' });
    expect(matches(result)).toEqual(['placed < buy: 5 ETH, 10000 - 5000 = 5000']);
    expect(figures(result, { token: 'USDX' }).cost).toBe('9000');
  });

  test('a client’s price decides the trade; his word that it is no purchase leaves the order where it is', () => {
    const corrected = (correction: Parameters<typeof applyCorrections>[1]) =>
      run([funds, placed, ...applyCorrections([inflow(paid)], correction, optionsOf())]);
    const price = { treatment: null, prices: [8n * 10n ** 35n], basis: null };
    expect(matches(corrected(() => price))).toEqual(['fill < buy: 5 ETH, 7200 - 5000 = 2200']);
    const cost = { treatment: null, prices: null, basis: { cost: [7n * 10n ** 18n], acquiredAt: null } };
    const stated = corrected(() => cost);
    expect(matches(stated)).toEqual(['fill < buy: 5 ETH, 9000 - 5000 = 4000']);
    expect(figures(stated, { token: 'USDX' }).cost).toBe('7');
    const gift = corrected(() => ({ treatment: 'INCOME', prices: null, basis: null }));
    expect(matches(gift)).toEqual([]);
    expect(accountOf(gift, 'ETH')?.held).toEqual([{ heldBy: 'book', quantity: units(5) }]);
  });
});

describe('a queue that gives something that stands for what was requested', () => {
  /** 100 USDX of cost 100 wait in the vault, then 90 shares of it are claimed. */
  const money = inflow({ id: 'buy', at: '2023-01-01', token: 'USDX', amount: '150', price: '1' });
  const request = outflow({
    ...{ id: 'request', at, token: 'USDX', amount: '100', price: '1', treatment: 'HELD' },
    by: 'vault',
  });
  const claimOf = (token: string | null) =>
    inflow({
      ...{ id: 'claim', at: later, token: 'SHARE', amount: '90', price: '1.2' },
      settles: { by: 'vault', token, amount: '100', isReceipt: true },
    });

  test.each([['USDX'], [null]])('their lots go on in the shares, with cost and date (token: %s)', (token) => {
    const result = run([money, request, claimOf(token)], { receiptTokens: 'carry' });
    expect(matches(result)).toEqual([]);
    expect(issues(result)).toEqual([]);
    expect(lots(result, 'alice', 'SHARE')).toEqual(['buy 2023-01-01: 90, 100']);
    for (const method of fourMethods) {
      expect(figures(result, { token: 'USDX', method })).toMatchObject({ balance: '50', cost: '50' });
      expect(figures(result, { token: 'SHARE', method })).toMatchObject({ balance: '90', cost: '100' });
    }
    expect(accountOf(result, 'USDX')?.held).toEqual([]);
  });

  test('or they are sold for the shares: 90 × 1.2 − 100', () => {
    const result = run([money, request, claimOf(null)], { receiptTokens: 'realize' });
    expect(matches(result)).toEqual(['claim < buy: 100 USDX, 108 - 100 = 8']);
    expect(figures(result, { token: 'SHARE' }).cost).toBe('108');
  });

  test('the vault holds two tokens, and the event names none: nobody knows which it was', () => {
    const other = inflow({ id: 'other', at: '2023-01-01', token: 'T', amount: '9', price: '1' });
    const also = outflow({ ...{ id: 'also', at, token: 'T', amount: '9', treatment: 'HELD' }, by: 'vault' });
    const result = run([money, other, request, also, claimOf(null)], { receiptTokens: 'carry' });
    expect(figures(result, { token: 'SHARE' })).toMatchObject({ cost: '108', basis: 'COMPLETE' });
    expect(accountOf(result, 'USDX')?.held).toEqual([{ heldBy: 'vault', quantity: units(100) }]);
  });
});

describe('a queue that pays out what was handed back', () => {
  /** 90 shares of cost 100 are handed back, and 120 USDX are paid for them later. */
  const shares = inflow({
    id: 'buy',
    at: '2023-01-01',
    token: 'SHARE',
    amount: '90',
    price: null,
    stated: { cost: '100' },
  });
  const request = outflow({
    ...{ id: 'request', at, token: 'SHARE', amount: '90', price: null, treatment: 'HELD' },
    by: 'vault',
  });
  const paidOut = inflow({
    ...{ id: 'out', at: later, token: 'USDX', amount: '120', price: '1', treatment: 'HELD', by: 'vault' },
    settles: { by: 'vault', token: null, amount: '90', isReceipt: true },
  });

  test('while they wait they are the wallet’s; then their lots go on in what is paid', () => {
    expect(accountOf(run([shares, request]), 'SHARE')?.held).toEqual([
      { heldBy: 'vault', quantity: units(90) },
    ]);
    const result = run([shares, request, paidOut], { receiptTokens: 'carry' });
    expect(matches(result)).toEqual([]);
    expect(issues(result)).toEqual([]);
    expect(lots(result, 'alice', 'USDX')).toEqual(['buy 2023-01-01: 120, 100']);
    expect(accountOf(result, 'SHARE')).toMatchObject({ balance: 0n, held: [] });
  });

  test('or they are sold for it: 120 − 100', () => {
    const result = run([shares, request, paidOut], { receiptTokens: 'realize' });
    expect(matches(result)).toEqual(['out < buy: 90 SHARE, 120 - 100 = 20']);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ cost: '120', income: '0' });
  });

  test('a vault that has the very token gives that back, whatever else it holds', () => {
    const own = inflow({ id: 'own', at: '2023-01-01', token: 'USDX', amount: '120', price: '1' });
    const put = outflow({
      ...{ id: 'put', at, token: 'USDX', amount: '120', treatment: 'HELD' },
      by: 'vault',
    });
    const result = run([shares, request, own, put, paidOut], { receiptTokens: 'carry' });
    expect(lots(result, 'alice', 'USDX')).toEqual(['own 2023-01-01: 120, 120']);
    expect(accountOf(result, 'SHARE')?.held).toEqual([{ heldBy: 'vault', quantity: units(90) }]);
  });
});

describe('a liquidation that an event alone tells of', () => {
  /** Collateral of cost 1,000; 5 of 10 are taken, worth 300 each. */
  const collateral = inflow({ id: 'buy', at: '2023-01-01', token: 'cETH', amount: '10', price: '100' });
  const loan = inflow({
    id: 'loan',
    at,
    token: 'USDX',
    amount: '1500',
    price: '1',
    isLoan: true,
    by: 'market',
  });
  const taken = (amount: string, price: string | null = '1') =>
    outflow({
      ...{ id: 'taken', at: later, token: 'cETH', amount: '5', price: '300' },
      settles: { by: 'market', token: 'USDX', amount, price },
    });

  test('is a sale at the debt that is gone, of which so much less is owed', () => {
    const result = run([collateral, loan, taken('1400')]);
    expect(matches(result)).toEqual(['taken < buy: 5 cETH, 1400 - 500 = 900']);
    expect(accountOf(result, 'USDX')?.owed).toEqual([{ lender: 'market', quantity: units(100) }]);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '1500', expenses: '0' });
  });

  test('what is beyond the loan was interest', () => {
    const result = run([collateral, loan, taken('1530')]);
    expect(matches(result)).toEqual(['taken < buy: 5 cETH, 1530 - 500 = 1030']);
    expect(accountOf(result, 'USDX')?.owed).toEqual([]);
    expect(figures(result, { token: 'USDX' }).expenses).toBe('30');
  });

  test('of a loan from before the known history: a sale at the debt, and no interest is known', () => {
    const result = run([collateral, taken('1400')]);
    expect(matches(result)).toEqual(['taken < buy: 5 cETH, 1400 - 500 = 900']);
    expect(issues(result)).toEqual([]);
  });

  test('without a price of the debt the collateral has its own', () => {
    const result = run([collateral, loan, taken('1400', null)]);
    expect(matches(result)).toEqual(['taken < buy: 5 cETH, 1500 - 500 = 1000']);
    expect(accountOf(result, 'USDX')?.owed).toEqual([{ lender: 'market', quantity: units(100) }]);
  });
});
