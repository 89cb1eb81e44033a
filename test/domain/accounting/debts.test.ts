/** What is owed, and to whom: tables of literal figures. */
import { describe, expect, test } from 'vitest';
import { createLedger, restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { figures, inflow, issues, matches, optionsOf, outflow, run, usd } from './support.ts';

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

test('a flash loan: 1,000 are borrowed and 1,000.9 paid back in one transaction, 0.9 were interest', () => {
  const at = '2024-06-01';
  const back = outflow({ id: 'back', tx: 'f', item: 2, at, amount: '1000.9', ...dollars });
  const flash = [inflow({ id: 'flash', tx: 'f', item: 1, at, amount: '1000', ...dollars }), back];
  // 100 − 0.9, at the cost of 1 each.
  const expected = { balance: '99.1', cost: '99.1', realized: '0', income: '0', expenses: '0.9' };
  expect(figures(run([funds, ...flash]), { token: 'USDX' })).toMatchObject(expected);
  // Of a loan from before the history nothing is known.
  expect(figures(run([funds, back]), { token: 'USDX' }).expenses).toBe('0');
  // Beside a loan it is the last of it that is interest: 0.9 and 999.1 pay the 1,000, and 5 are beyond it.
  const rest = outflow({ id: 'rest', at: '2025-01-01', amount: '1004.1', ...dollars });
  const all = run([
    funds,
    inflow({ id: 'loan', at: '2024-01-01', amount: '1000', ...dollars }),
    ...flash,
    rest,
  ]);
  expect(figures(all, { token: 'USDX' })).toMatchObject({ balance: '95', expenses: '5' });
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

describe('a loan of something whose price moves', () => {
  const lent = { isLoan: true } as const;
  const loan = inflow({ id: 'loan', at: '2024-01-01', amount: '10', price: '2000', ...lent });

  test('kept and given back brings nothing: 10,000 of gain, and the debt has become dearer by as much', () => {
    const result = run([
      loan,
      outflow({ id: 'back', at: '2024-06-01', amount: '10', price: '3000', ...lent }),
    ]);
    expect(matches(result)).toEqual(['back < loan: 10 ETH, 30000 - 20000 = 10000']);
    expect(figures(result)).toMatchObject({ realized: '10000', income: '0', expenses: '10000' });
  });

  test('sold at 2,000 and bought back at 1,500: 5,000 are earned', () => {
    const result = run([
      loan,
      outflow({ id: 'sale', at: '2024-02-01', amount: '10', price: '2000' }),
      inflow({ id: 'buy', at: '2024-06-01', amount: '10', price: '1500' }),
      outflow({ id: 'back', at: '2024-06-02', amount: '10', price: '1500', ...lent }),
    ]);
    expect(figures(result)).toMatchObject({ realized: '0', income: '5000', expenses: '0', balance: '0' });
  });

  test('in parts: what is left is worth what it brought on average, a snapshot between', () => {
    // 10 at 2,000 and 10 at 4,000 brought 3,000 each. 8 at 3,500: 4,000 more. 13 at 2,900: 12 × 100 less, and 1 of interest at 2,900.
    const first = createLedger(optionsOf());
    const parts = [
      loan,
      inflow({ id: 'more', at: '2024-02-01', amount: '10', price: '4000', ...lent }),
      inflow({ id: 'own', at: '2024-02-02', amount: '1', price: '4000' }),
      outflow({ id: 'some', at: '2024-06-01', amount: '8', price: '3500', ...lent }),
    ];
    for (const movement of parts) first.apply([movement]);
    expect(usd(first.accounts()[0]?.expenses[0] ?? 0n)).toBe('4000');
    const ledger = restoreLedger(JSON.parse(JSON.stringify(first.snapshot())));
    ledger.apply([outflow({ id: 'rest', at: '2024-07-01', amount: '13', price: '2900', ...lent })]);
    const [account] = ledger.accounts();
    expect(account?.owed).toEqual([]);
    // 13 × 2,900 − 12 × 3,000 = 1,700 more.
    expect([usd(account?.income[0] ?? 0n), usd(account?.expenses[0] ?? 0n)]).toEqual(['0', '5700']);
  });

  test('of an unknown price: only the interest is known', () => {
    const result = run([
      inflow({ id: 'loan', at: '2024-01-01', amount: '10', price: null, ...lent }),
      inflow({ id: 'own', at: '2024-02-02', amount: '1', price: '4000' }),
      outflow({ id: 'back', at: '2024-06-01', amount: '11', price: '3000', ...lent }),
    ]);
    expect(figures(result)).toMatchObject({ income: '0', expenses: '3000' });
  });

  test('a liquidation pays the interest, too: 1,100 go for a loan of 1,000', () => {
    const result = run([
      inflow({ id: 'eth', at: '2023-06-01', amount: '10', price: '150' }),
      inflow({ id: 'loan', tx: 'a', item: 1, at: '2024-01-01', amount: '1000', ...dollars }),
      inflow({ id: 'debt', tx: 'a', item: 2, at: '2024-01-01', amount: '1000', ...token }),
      outflow({ id: 'taken', tx: 'b', item: 1, at: '2024-06-01', amount: '4', price: '290' }),
      outflow({ id: 'burned', tx: 'b', item: 2, at: '2024-06-01', amount: '1100', ...token, price: '1' }),
    ]);
    // 1,160 of ETH went for 1,100, of which 1,000 were borrowed.
    expect(matches(result)).toEqual(['taken < eth: 4 ETH, 1100 - 600 = 500']);
    expect(owed(result)).toEqual([]);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ expenses: '100', income: '0' });
  });
});

describe('a liquidation whose event says what was paid, with interest that the token had not told', () => {
  // 60 had grown since the token last told: 540 are paid, 480 tokens burned. The pool is the bank.
  const eth = inflow({ id: 'eth', at: '2023-06-01', amount: '10', price: '150' });
  const settles = { by: 'bank', token: 'USDX', amount: '540', price: '1' } as const;
  const taken = (change: Partial<Parameters<typeof outflow>[0]> = {}) =>
    outflow({
      id: 'taken',
      tx: 'b',
      item: 1,
      at: '2024-06-01',
      amount: '2',
      price: '280',
      settles,
      ...change,
    });
  const burned = outflow({
    id: 'burned',
    tx: 'b',
    item: 2,
    at: '2024-06-01',
    amount: '480',
    ...token,
    price: '1',
  });
  const rest = [
    outflow({ id: 'rest', tx: 'c', item: 1, at: '2025-01-01', amount: '520', ...dollars }),
    outflow({ id: 'rest burned', tx: 'c', item: 2, at: '2025-01-01', amount: '520', ...token }),
  ];

  test('the collateral is sold for all that was paid; what is owed follows the token; interest is an expense once the loan is paid', () => {
    const result = run([eth, ...loan, taken(), burned]);
    expect(matches(result)).toEqual(['taken < eth: 2 ETH, 540 - 300 = 240']);
    // 1,000 + 60 − 540.
    expect(owed(result)).toEqual([{ lender: 'bank', quantity: units(520) }]);
    // 460 of the loan are left: 520 pay them, and the 60 that had grown.
    const paid = run([funds, eth, ...loan, taken(), burned, ...rest]);
    expect(owed(paid)).toEqual([]);
    expect(figures(paid, { token: 'USDX' })).toMatchObject({ balance: '580', expenses: '60', income: '0' });
  });

  test('of a loan from before the history, the only token that shrinks is the one', () => {
    expect(matches(run([eth, taken(), burned]))).toEqual(['taken < eth: 2 ETH, 540 - 300 = 240']);
  });

  test('what the event names without a price leaves the collateral its own', () => {
    const unpriced = { ...settles, price: null };
    expect(matches(run([eth, ...loan, taken({ settles: unpriced }), burned]))).toEqual([
      'taken < eth: 2 ETH, 560 - 300 = 260',
    ]);
  });

  test('another debt that shrinks beside it is covered, too', () => {
    const other = { ...burned, id: 'other burned', item: 3, token: 'debtOther' };
    // 540 and 480 for 2 ETH.
    expect(matches(run([eth, ...loan, taken(), burned, other]))).toEqual([
      'taken < eth: 2 ETH, 1020 - 300 = 720',
    ]);
  });
});

describe('a debt that moves to another lender in one transaction', () => {
  const move = { tx: 'm', at: '2024-06-01' } as const;
  const other = { token: 'otherDebt', treatment: LIABILITY, isLoan: true, by: 'pool' } as const;
  const collateral = inflow({ id: 'eth', at: '2023-06-01', token: 'aETH', amount: '10', price: '150' });
  const moved = (amount: string) => [
    outflow({ ...move, id: 'given', item: 1, token: 'aETH', amount: '10', price: '300' }),
    outflow({ ...move, id: 'burned', item: 2, amount: '1000', ...token, price: '1' }),
    inflow({ ...move, id: 'got', item: 3, token: 'bETH', amount: '10', price: '300' }),
    inflow({ ...move, id: 'minted', item: 4, amount, ...other, price: '1' }),
  ];

  test('is owed to that one, and nothing was sold for it', () => {
    const result = run([collateral, ...loan, ...moved('1000')]);
    // What the new receipt is worth; not 1,000 more.
    expect(matches(result)).toEqual(['given < eth: 10 aETH, 3000 - 1500 = 1500']);
    expect(owed(result)).toEqual([{ lender: 'pool', quantity: units(1000) }]);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ income: '0', expenses: '0' });
  });

  test('what the move costs is interest once it is paid', () => {
    const result = run([
      ...[funds, collateral, ...loan, ...moved('1002')],
      outflow({ id: 'paid', tx: 'p', item: 1, at: '2025-01-01', amount: '1002', ...dollars, by: 'pool' }),
      outflow({ id: 'gone', tx: 'p', item: 2, at: '2025-01-01', amount: '1002', ...other }),
    ]);
    expect(owed(result)).toEqual([]);
    // 100 + 1,000 − 1,002.
    expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '98', expenses: '2', income: '0' });
  });

  test('of which only a part is moved: the rest was paid with the collateral', () => {
    const result = run([collateral, ...loan, ...moved('600')]);
    // 3,000 of the new receipt, and 400 of the debt.
    expect(matches(result)).toEqual(['given < eth: 10 aETH, 3400 - 1500 = 1900']);
    expect(owed(result)).toEqual([{ lender: 'pool', quantity: units(600) }]);
  });
});
