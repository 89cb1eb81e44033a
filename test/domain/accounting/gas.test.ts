import { describe, expect, test } from 'vitest';
import { figures, gas, inflow, issues, lots, matches, outflow, run } from './support.ts';

const at = '2024-03-01';
const fundsAt = (price: string) => inflow({ id: 'funds', at: '2024-01-01', amount: '10', price });

describe('gas enters exactly once', () => {
  test('on a purchase: into the basis of what was bought', () => {
    // 0.1 ETH of gas at 2000 = 200, of cost 100. Sold 1 ETH for 2000 USDC: they cost 2000 + 200.
    const result = run([
      fundsAt('1000'),
      gas({ tx: 'x', at, amount: '0.1', price: '2000' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '2000' }),
      inflow({ id: 'u', tx: 'x', item: 2, at, token: 'USDC', amount: '2000', price: '1' }),
    ]);
    expect(matches(result)).toEqual([
      'x < funds: 0.1 ETH, 200 - 100 = 100',
      'o < funds: 1 ETH, 2000 - 1000 = 1000',
    ]);
    expect(lots(result, 'alice', 'USDC')).toEqual(['u 2024-03-01: 2000, 2200']);
    expect(figures(result)).toMatchObject({ balance: '8.9', cost: '8900', realized: '1100', expenses: '0' });
  });

  test('on a purchase of several: by their value', () => {
    // 200 of gas on A worth 1500 and B worth 500: 150 and 50.
    const result = run([
      fundsAt('1000'),
      gas({ tx: 'x', at, amount: '0.1', price: '2000' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '2000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '1', price: '1500' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: '500' }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('1650');
    expect(figures(result, { token: 'B' }).cost).toBe('550');
  });

  test('on a claim: into the basis, not into the income', () => {
    const result = run([
      fundsAt('2000'),
      gas({ tx: 'x', at, amount: '0.01', price: '2000' }),
      inflow({ id: 'c', tx: 'x', at, token: 'OP', amount: '50', price: '2', treatment: 'INCOME' }),
    ]);
    expect(figures(result, { token: 'OP' })).toMatchObject({ cost: '120', income: '100' });
  });

  test('on an unpriced receipt: its whole cost', () => {
    const result = run([
      fundsAt('2000'),
      gas({ tx: 'x', at, amount: '0.01', price: '2000' }),
      inflow({ id: 'n', tx: 'x', at, token: 'NEW', amount: '50', price: null }),
    ]);
    expect(figures(result, { token: 'NEW' })).toMatchObject({ cost: '20', basis: 'UNPRICED' });
  });

  test('on a send or sale: off the proceeds', () => {
    // 100 USDC sent; gas 0.01 × 2000 = 20 → proceeds 80.
    const result = run([
      fundsAt('2000'),
      inflow({ id: 'u', at: '2024-01-02', token: 'USDC', amount: '100', price: '1' }),
      gas({ tx: 'x', at, amount: '0.01', price: '2000' }),
      outflow({ id: 'o', tx: 'x', at, token: 'USDC', amount: '100', price: '1' }),
    ]);
    expect(matches(result)).toEqual(['x < funds: 0.01 ETH, 20 - 20 = 0', 'o < u: 100 USDC, 80 - 100 = -20']);
    expect(figures(result)).toMatchObject({ expenses: '0' });
  });

  test('on a send of several tokens: off each by its value; more than it is worth makes it negative', () => {
    // Gas 40 on A worth 30 and B worth 10: 30 and 10 off → 0 and 0; with 80 of gas −30 and −10.
    const sends = (amount: string) => [
      fundsAt('2000'),
      inflow({ id: 'a', at: '2024-01-02', token: 'A', amount: '1', price: '30' }),
      inflow({ id: 'b', at: '2024-01-03', token: 'B', amount: '1', price: '10' }),
      gas({ tx: 'x', at, amount, price: '2000' }),
      outflow({ id: 'sa', tx: 'x', item: 1, at, token: 'A', amount: '1', price: '30' }),
      outflow({ id: 'sb', tx: 'x', item: 2, at, token: 'B', amount: '1', price: '10' }),
    ];
    expect(matches(run(sends('0.02'))).slice(1)).toEqual([
      'sa < a: 1 A, 0 - 30 = -30',
      'sb < b: 1 B, 0 - 10 = -10',
    ]);
    expect(matches(run(sends('0.04'))).slice(1)).toEqual([
      'sa < a: 1 A, -30 - 30 = -60',
      'sb < b: 1 B, -10 - 10 = -20',
    ]);
  });

  test('on a send of native: gas first, then the send, both from the oldest lots', () => {
    // Lots: 1 for 1000, then 9 for 1500 each. Gas 0.5 × 2000 = 1000 from the first; then 1 sent at 2000 less 1000.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '1000' }),
      inflow({ id: 'b', at: '2024-01-02', amount: '9', price: '1500' }),
      outflow({ id: 'o', tx: 'x', at, amount: '1', price: '2000' }),
      gas({ tx: 'x', at, amount: '0.5', price: '2000' }),
    ]);
    expect(matches(result)).toEqual([
      'x < a: 0.5 ETH, 1000 - 500 = 500',
      'o < a: 0.5 ETH, 500 - 500 = 0',
      'o < b: 0.5 ETH, 500 - 750 = -250',
    ]);
  });

  test('on a failed transaction or an approval: an expense, and still a disposal of native', () => {
    const result = run([fundsAt('1000'), gas({ tx: 'failed', at, amount: '0.2', price: '1500' })]);
    expect(matches(result)).toEqual(['failed < funds: 0.2 ETH, 300 - 200 = 100']);
    expect(figures(result)).toMatchObject({ balance: '9.8', realized: '100', expenses: '300' });
    expect(result.disposals[0]).toMatchObject({ treatment: 'GAS', disposedBy: 'failed' });
  });

  test('on a gift: an expense, for nothing was acquired or disposed of', () => {
    const result = run([
      fundsAt('1000'),
      gas({ tx: 'x', at, amount: '0.2', price: '1500' }),
      outflow({ id: 'g', tx: 'x', at, amount: '1', price: '1500', treatment: 'NON_TAXABLE' }),
    ]);
    expect(figures(result)).toMatchObject({ balance: '8.8', cost: '8800', expenses: '300' });
  });

  test('with an unpriced disposal: an expense, for it cannot come off unknown proceeds', () => {
    const result = run([
      fundsAt('1000'),
      inflow({ id: 'n', at: '2024-01-02', token: 'NEW', amount: '5', price: '1' }),
      gas({ tx: 'x', at, amount: '0.2', price: '1500' }),
      outflow({ id: 'o', tx: 'x', at, token: 'NEW', amount: '5', price: null }),
    ]);
    expect(matches(result).slice(1)).toEqual(['o < n: 5 NEW, ? - 5 = ?']);
    expect(figures(result)).toMatchObject({ expenses: '300' });
  });

  test('gas without a price is an unpriced disposal and adds nothing', () => {
    const result = run([
      fundsAt('1000'),
      gas({ tx: 'x', at, amount: '0.2', price: null }),
      inflow({ id: 'n', tx: 'x', at, token: 'NEW', amount: '5', price: '1' }),
    ]);
    expect(matches(result)).toEqual(['x < funds: 0.2 ETH, ? - 200 = ?']);
    expect(figures(result, { token: 'NEW' }).cost).toBe('5');
    expect(issues(result)).toEqual(['UNPRICED_DISPOSAL x 0.2']);
  });

  test('belongs to the wallet that paid it', () => {
    // Bob pays the gas; Alice receives: her lot costs its market value, Bob has an expense.
    const result = run([
      inflow({ id: 'f', at: '2024-01-01', wallet: 'bob', amount: '1', price: '1000' }),
      gas({ tx: 'x', at, wallet: 'bob', amount: '0.1', price: '1000' }),
      inflow({ id: 'n', tx: 'x', at, wallet: 'alice', token: 'NEW', amount: '5', price: '1' }),
    ]);
    expect(figures(result, { wallet: 'alice', token: 'NEW' }).cost).toBe('5');
    expect(figures(result, { wallet: 'bob' })).toMatchObject({ balance: '0.9', expenses: '100' });
  });

  test('does not wait for what the transaction brings in', () => {
    // No ETH held: the gas has no basis, although 1 ETH arrives in the same transaction.
    const result = run([
      gas({ tx: 'x', at, amount: '0.1', price: '1000' }),
      inflow({ id: 'i', tx: 'x', at, amount: '1', price: '1000' }),
    ]);
    expect(matches(result)).toEqual(['x < shortfall: 0.1 ETH, 100 - 0 = 100 MISSING']);
    expect(lots(result, 'alice', 'ETH')).toEqual(['i 2024-03-01: 1, 1100']);
  });
});

describe('fees stated in money', () => {
  test('are borne by their own movement', () => {
    // Buy 1 at 100 + 3; sell 1 at 150 − 2.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '100', fee: '3' }),
      outflow({ id: 's', at: '2024-01-02', amount: '1', price: '150', fee: '2' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 1 ETH, 148 - 103 = 45']);
  });

  test('and add to gas', () => {
    const result = run([
      fundsAt('1000'),
      gas({ tx: 'x', at, amount: '0.1', price: '1000' }),
      inflow({ id: 'i', tx: 'x', at, token: 'T', amount: '1', price: '50', fee: '7' }),
    ]);
    expect(figures(result, { token: 'T' }).cost).toBe('157');
  });
});
