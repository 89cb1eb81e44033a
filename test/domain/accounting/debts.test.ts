/** What is owed, and to whom: tables of literal figures. */
import { describe, expect, test } from 'vitest';
import { createLedger, restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { figures, inflow, issues, matches, optionsOf, outflow, run } from './support.ts';

const LIABILITY = 'LIABILITY';
const units = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
const dollars = { token: 'USDX', price: '1', isLoan: true } as const;
const token = { token: 'debtUSDX', treatment: LIABILITY } as const;
const owed = (result: ReturnType<typeof run>, of = 'USDX') =>
  result.ledger.accounts().find((account) => account.token === of)?.owed;

const funds = inflow({ id: 'buy', at: '2023-01-01', token: 'USDX', amount: '100', price: '1' });
const loan = [
  inflow({ id: 'loan', tx: 'a', item: 1, at: '2024-01-01', amount: '1000', ...dollars }),
  inflow({ id: 'debt', tx: 'a', item: 2, at: '2024-01-01', amount: '1000', ...token }),
];

test('a loan with interest, paid back in two parts: 1,000 are owed, then 620, then nothing; 30 were interest', () => {
  // 400 are paid when 20 had grown: 380 tokens are burned. 630 are paid when 10 more had: 620 tokens, and no more than 600 was borrowed still.
  const half = [
    outflow({ id: 'half', tx: 'b', item: 1, at: '2024-06-01', amount: '400', ...dollars }),
    outflow({ id: 'half burned', tx: 'b', item: 2, at: '2024-06-01', amount: '380', ...token }),
  ];
  const rest = [
    outflow({ id: 'rest', tx: 'c', item: 1, at: '2025-01-01', amount: '630', ...dollars }),
    outflow({ id: 'rest burned', tx: 'c', item: 2, at: '2025-01-01', amount: '620', ...token }),
  ];
  expect(owed(run([funds, ...loan]))).toEqual([{ lender: 'bank', quantity: units(1000) }]);
  const between = run([funds, ...loan, ...half]);
  expect(owed(between)).toEqual([{ lender: 'bank', quantity: units(620) }]);
  expect(figures(between, { token: 'USDX' })).toMatchObject({ balance: '700', cost: '700', expenses: '0' });
  const result = run([funds, ...loan, ...half, ...rest]);
  expect(owed(result)).toEqual([]);
  // 100 + 1,000 − 400 − 630.
  expect(figures(result, { token: 'USDX' })).toMatchObject({
    ...{ balance: '70', cost: '70', realized: '0', income: '0', expenses: '30' },
  });
  expect(issues(result)).toEqual([]);
  // The debt token is nowhere.
  expect(result.ledger.accounts().map((account) => account.token)).toEqual(['USDX']);
});

test('interest that the token tells when more is borrowed is owed, and no expense before it is paid', () => {
  // 200 more are borrowed when 15 had grown: 215 tokens come.
  const result = run([
    ...loan,
    inflow({ id: 'more', tx: 'b', item: 1, at: '2024-06-01', amount: '200', ...dollars }),
    inflow({ id: 'more debt', tx: 'b', item: 2, at: '2024-06-01', amount: '215', ...token }),
  ]);
  expect(owed(result)).toEqual([{ lender: 'bank', quantity: units(1215) }]);
  expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '1200', cost: '1200', expenses: '0' });
});

test('a liquidation: the collateral is sold at the debt that it covered, which is gone', () => {
  // 2 ETH that cost 300 are taken at 275 each; 500 of the debt are burned. The 500 that are left pay it back without interest.
  const result = run([
    inflow({ id: 'eth', at: '2023-06-01', amount: '10', price: '150' }),
    ...loan,
    outflow({ id: 'taken', tx: 'b', item: 1, at: '2024-06-01', amount: '2', price: '275' }),
    outflow({ id: 'burned', tx: 'b', item: 2, at: '2024-06-01', amount: '500', ...token, price: '1' }),
    outflow({ id: 'rest', tx: 'c', item: 1, at: '2025-01-01', amount: '500', ...dollars }),
    outflow({ id: 'rest burned', tx: 'c', item: 2, at: '2025-01-01', amount: '500', ...token }),
  ]);
  expect(matches(result)).toEqual([
    'taken < eth: 2 ETH, 500 - 300 = 200',
    'rest < loan: 500 USDX, 500 - 500 = 0',
  ]);
  expect(owed(result)).toEqual([]);
  expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '500', cost: '500', expenses: '0' });
});

describe('what is taken for a debt', () => {
  const eth = inflow({ id: 'eth', at: '2023-06-01', amount: '10', price: '150' });
  const taken = (item: number, amount: string, change: Partial<Parameters<typeof outflow>[0]> = {}) =>
    outflow({ id: `taken ${item}`, tx: 'b', item, at: '2024-06-01', amount, price: '275', ...change });
  const burned = (price: string | null, item = 8, amount = '500') =>
    outflow({ id: `burned ${item}`, tx: 'b', item, at: '2024-06-01', amount, ...token, price });
  const sold = (...lines: ReturnType<typeof outflow>[]) => matches(run([eth, ...loan, ...lines]));

  test('is worth the debt at its price, not what was borrowed', () => {
    // 500 at 0.9.
    expect(sold(taken(1, '2'), burned('0.9'))).toEqual(['taken 1 < eth: 2 ETH, 450 - 300 = 150']);
  });

  test('shares the debts by market value: what the liquidator got, and what the protocol kept', () => {
    // 400 and 100 of debts for 3 + 1 tokens at 100 and 1 ETH at 100: 300 : 100 : 100 of 500.
    const other = { ...eth, id: 'other', token: 'AAA' };
    const lines = [
      taken(1, '3', { token: 'AAA', price: '100' }),
      taken(2, '1', { token: 'BBB', price: '100', treatment: 'EXPENSE' }),
      taken(3, '1', { price: '100' }),
      ...[burned('1', 8, '400'), { ...burned('1', 9, '100'), token: 'debtOther' }],
    ];
    // The expense is no sale: 3 : 1 of 500.
    expect(matches(run([eth, other, ...loan, ...lines]))).toEqual([
      'taken 1 < other: 3 AAA, 375 - 450 = -75',
      'taken 2 < shortfall: 1 BBB, 100 - 0 = 100 MISSING',
      'taken 3 < eth: 1 ETH, 125 - 150 = -25',
    ]);
  });

  test('is worth the debt and what came back beside it', () => {
    const back = inflow({
      id: 'back',
      tx: 'b',
      item: 3,
      at: '2024-06-01',
      token: 'USDX',
      amount: '40',
      price: '1',
    });
    expect(sold(taken(1, '2'), back, burned('1'))).toEqual(['taken 1 < eth: 2 ETH, 540 - 300 = 240']);
  });

  test('is worth its own price where that of the debt is unknown, or the client states one', () => {
    expect(sold(taken(1, '2'), burned(null))).toEqual(['taken 1 < eth: 2 ETH, 550 - 300 = 250']);
    expect(sold(taken(1, '2', { tier: 'stated' }), burned('1'))).toEqual([
      'taken 1 < eth: 2 ETH, 550 - 300 = 250',
    ]);
  });

  test('without a price of its own is no unpriced disposal', () => {
    const result = run([eth, ...loan, taken(1, '2', { price: null }), burned('1')]);
    expect(matches(result)).toEqual(['taken 1 < eth: 2 ETH, 500 - 300 = 200']);
    expect(issues(result)).toEqual([]);
  });

  test('is no sale for the debt where the wallet pays it back itself', () => {
    const paid = outflow({ id: 'paid', tx: 'b', item: 2, at: '2024-06-01', amount: '500', ...dollars });
    expect(sold(taken(1, '2'), paid, burned('1'))).toEqual([
      'taken 1 < eth: 2 ETH, 550 - 300 = 250',
      'paid < loan: 500 USDX, 500 - 500 = 0',
    ]);
  });
});

test('what is paid to one lender is not paid to the other', () => {
  const result = run([
    funds,
    inflow({ id: 'a', at: '2024-01-01', amount: '300', by: 'bank', ...dollars }),
    inflow({ id: 'b', at: '2024-01-02', amount: '200', by: 'pool', ...dollars }),
    outflow({ id: 'c', at: '2024-06-01', amount: '210', by: 'pool', ...dollars }),
  ]);
  expect(owed(result)).toEqual([{ lender: 'bank', quantity: units(300) }]);
  expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '390', expenses: '10' });
});

test('a token of other units counts nothing: what is owed is what was borrowed less what was paid back', () => {
  const shares = inflow({ id: 'shares', tx: 'a', item: 2, at: '2024-01-01', amount: '987', ...token });
  const [borrowed = shares] = loan;
  const result = run([
    borrowed,
    shares,
    outflow({ id: 'b', tx: 'b', item: 1, at: '2024-06-01', amount: '400', ...dollars }),
    outflow({ id: 'b shares', tx: 'b', item: 2, at: '2024-06-01', amount: '390', ...token }),
  ]);
  expect(owed(result)).toEqual([{ lender: 'bank', quantity: units(600) }]);
});

test('a snapshot remembers what a debt token stands for', () => {
  const options = optionsOf();
  const first = createLedger(options);
  first.apply(loan);
  const ledger = restoreLedger(JSON.parse(JSON.stringify(first.snapshot())));
  ledger.apply([outflow({ id: 'burned', tx: 'b', at: '2024-06-01', amount: '250', ...token })]);
  expect(ledger.accounts()[0]?.owed).toEqual([{ lender: 'bank', quantity: units(750) }]);
});
