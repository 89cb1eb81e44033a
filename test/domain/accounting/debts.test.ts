/** What is owed, and to whom: tables of literal figures. */
import { expect, test } from 'vitest';
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

test('a liquidation: the collateral is sold at market value, and the debt that it paid is gone', () => {
  // 2 ETH that cost 300 are taken at 275 each; 500 of the debt are burned. The 500 that are left pay it back without interest.
  const result = run([
    inflow({ id: 'eth', at: '2023-06-01', amount: '10', price: '150' }),
    ...loan,
    outflow({ id: 'taken', tx: 'b', item: 1, at: '2024-06-01', amount: '2', price: '275' }),
    outflow({ id: 'burned', tx: 'b', item: 2, at: '2024-06-01', amount: '500', ...token }),
    outflow({ id: 'rest', tx: 'c', item: 1, at: '2025-01-01', amount: '500', ...dollars }),
    outflow({ id: 'rest burned', tx: 'c', item: 2, at: '2025-01-01', amount: '500', ...token }),
  ]);
  expect(matches(result)).toEqual([
    'taken < eth: 2 ETH, 550 - 300 = 250',
    'rest < loan: 500 USDX, 500 - 500 = 0',
  ]);
  expect(owed(result)).toEqual([]);
  expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '500', cost: '500', expenses: '0' });
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
