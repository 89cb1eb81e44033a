/** What a balance's status says of a period: selling something of unknown cost does not make the result known. */
import { describe, expect, test } from 'vitest';
import type { LedgerResult } from '../../../src/domain/accounting/ledger.ts';
import { figuresBasis, sumInPeriod } from '../../../src/domain/accounting/period-figures.ts';
import type { CostMethod } from '../../../src/domain/ids.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import { arrive, fourMethods, gas, inflow, leave, outflow, run } from './support.ts';

/** The status of alice's (or another's) figures within `from <= time <= until`. */
function status(
  result: LedgerResult,
  about: { wallet?: string; token?: string; method?: CostMethod; currency?: number; from?: string } = {},
): string {
  const { wallet = 'alice', token = 'ETH', method = 'FIFO', currency = 0, from } = about;
  const isOwn = (entry: { wallet: string; token: string }) =>
    entry.wallet === wallet && entry.token === token;
  const account = result.ledger.accounts().find(isOwn);
  const index = account?.methods.findIndex((totals) => totals.method === method) ?? -1;
  const events = result.totals.filter(isOwn);
  const period = { start: from === undefined ? null : parseTime(from), end: Number.MAX_SAFE_INTEGER };
  const missing = sumInPeriod(events, period, (event) => BigInt(event.methods[index]?.unknown.missing ?? 0));
  const unpriced = sumInPeriod(events, period, (event) =>
    BigInt(event.methods[index]?.unknown.unpriced[currency] ?? 0),
  );
  const open = account?.methods[index]?.basis[currency] ?? 'COMPLETE';
  return figuresBasis(open, { missing: Number(missing), unpriced: Number(unpriced) });
}

const sold = { at: '2024-02-01', price: '31000' } as const;

describe('what was sold', () => {
  test('a gift sold for 31,000 at cost 0 is MISSING, with every method, and not in a later period', () => {
    const result = run([
      inflow({ id: 'g', at: '2024-01-01', amount: '1', price: '30000', treatment: 'NON_TAXABLE' }),
      outflow({ id: 's', amount: '1', ...sold }),
      inflow({ id: 'b', at: '2024-03-01', amount: '1', price: '1' }),
    ]);
    for (const method of fourMethods) {
      expect(status(result, { method })).toBe('MISSING');
      expect(status(result, { method, from: '2024-02-01' })).toBe('MISSING');
      // From the second after the sale on, nothing unknown was sold, and what is open has a cost.
      expect(status(result, { method, from: '2024-02-01T00:00:01Z' })).toBe('COMPLETE');
    }
  });

  test('an unpriced lot, all sold', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: null }),
      outflow({ id: 's', amount: '1', ...sold }),
    ]);
    expect(status(result)).toBe('UNPRICED');
    expect(status(result, { from: '2024-02-02' })).toBe('COMPLETE');
  });

  test('MISSING is worse than UNPRICED, whichever is open and whichever is sold', () => {
    const unpriced = inflow({ id: 'a', at: '2024-01-01', amount: '1', price: null });
    const gift = inflow({ id: 'b', at: '2024-01-02', amount: '1', price: '1', treatment: 'NON_TAXABLE' });
    const sale = outflow({ id: 's', amount: '1', ...sold });
    expect(status(run([unpriced, gift, sale]))).toBe('MISSING');
    expect(status(run([unpriced, gift, sale]), { method: 'LIFO' })).toBe('MISSING');
    // Under LIFO the gift is gone by then, and the unpriced lot is open.
    expect(status(run([unpriced, gift, sale]), { method: 'LIFO', from: '2024-02-02' })).toBe('UNPRICED');
  });

  test('the methods differ: FIFO sells the unknown lot, HIFO the known one', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: null }),
      inflow({ id: 'b', at: '2024-01-02', amount: '1', price: '9' }),
      outflow({ id: 's', amount: '1', ...sold }),
      outflow({ id: 't', at: '2024-03-01', amount: '1', price: '5' }),
    ]);
    expect(status(result, { from: '2024-02-15' })).toBe('COMPLETE');
    expect(status(result, { from: '2024-02-15', method: 'HIFO' })).toBe('UNPRICED');
    // One pool with an unknown part is unknown until it is empty.
    expect(status(result, { from: '2024-02-15', method: 'WAC' })).toBe('UNPRICED');
  });

  test('a shortfall stays MISSING: the balance is not what the lots hold', () => {
    const result = run([
      outflow({ id: 's', amount: '1', ...sold }),
      inflow({ id: 'b', at: '2024-03-01', amount: '1', price: '1' }),
    ]);
    expect(status(result)).toBe('MISSING');
    expect(status(result, { from: '2024-03-01' })).toBe('MISSING');
  });

  test('gas burns an unknown lot, too', () => {
    const result = run([
      inflow({ id: 'g', at: '2024-01-01', amount: '1', price: '1', treatment: 'NON_TAXABLE' }),
      gas({ tx: 'x', at: '2024-01-02', amount: '1', price: '1' }),
    ]);
    expect(status(result)).toBe('MISSING');
    expect(status(result, { from: '2024-01-03' })).toBe('COMPLETE');
  });

  test('what leaves without a sale takes its status along', () => {
    const result = run([
      inflow({ id: 'g', at: '2024-01-01', amount: '1', price: '1', treatment: 'NON_TAXABLE' }),
      leave({ id: 'o', tx: 'x', at: '2024-01-02', amount: '1', price: '1', pair: 'p' }),
      arrive({
        id: 'i',
        tx: 'x',
        item: 2,
        at: '2024-01-02',
        wallet: 'bob',
        amount: '1',
        price: '1',
        pair: 'p',
      }),
    ]);
    expect(status(result)).toBe('COMPLETE');
    expect(status(result, { wallet: 'bob' })).toBe('MISSING');
  });

  test('what a move of an unknown lot loses on the way counts', () => {
    const result = run([
      inflow({ id: 'g', at: '2024-01-01', amount: '2', price: '1', treatment: 'NON_TAXABLE' }),
      leave({ id: 'o', tx: 'x', at: '2024-01-02', amount: '2', price: '1', pair: 'p' }),
      arrive({
        id: 'i',
        tx: 'x',
        item: 2,
        at: '2024-01-02',
        wallet: 'bob',
        amount: '1',
        price: '1',
        pair: 'p',
      }),
    ]);
    expect(status(result)).toBe('MISSING');
  });
});

describe('what has no price', () => {
  const both = { currencies: ['USD', 'ETH'] } as const;

  test('a currency without a rate says UNPRICED, the other COMPLETE', () => {
    const result = run(
      [
        inflow({ id: 'a', at: '2024-01-01', token: 'T', amount: '1', price: ['5', '0.002'] }),
        outflow({ id: 's', at: '2024-02-01', token: 'T', amount: '1', price: ['9', null] }),
      ],
      both,
    );
    expect(status(result, { token: 'T' })).toBe('COMPLETE');
    expect(status(result, { token: 'T', currency: 1 })).toBe('UNPRICED');
    expect(status(result, { token: 'T', currency: 1, from: '2024-02-02' })).toBe('COMPLETE');
  });

  test('income of unknown value, though its basis is stated', () => {
    const result = run([
      inflow({
        ...{ id: 'i', at: '2024-01-01', amount: '1', price: null, treatment: 'INCOME' },
        stated: { cost: '7' },
      }),
    ]);
    expect(status(result)).toBe('UNPRICED');
    expect(status(result, { from: '2024-01-02' })).toBe('COMPLETE');
  });

  test('gas without a price, since its expense is not known', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '1' }),
      gas({ tx: 'x', at: '2024-01-02', amount: '0.1', price: null }),
    ]);
    expect(status(result)).toBe('UNPRICED');
  });
});

test('a gift of which the client states the basis is COMPLETE', () => {
  const result = run([
    inflow({ id: 'g', at: '2024-01-01', amount: '1', price: '30000', stated: { cost: '12000' } }),
    outflow({ id: 's', amount: '1', ...sold }),
  ]);
  expect(status(result)).toBe('COMPLETE');
});
