/** What protocols hold, and what is owed to them: tables of literal figures. */
import { describe, expect, test } from 'vitest';
import { applyCorrections } from '../../../src/domain/accounting/booking/lay-corrections.ts';
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

const at = '2024-03-01';
const back = '2025-03-01';
const HELD = 'HELD';

/** 100 T for 10 each. */
const funds = inflow({ id: 'buy', at: '2023-01-01', token: 'T', amount: '100', price: '10' });
const stake = outflow({ id: 'stake', at, token: 'T', amount: '100', price: '12', treatment: HELD });
const held = (result: ReturnType<typeof run>, token: string) =>
  result.ledger.accounts().find((account) => account.token === token)?.held;

describe('a farm', () => {
  const harvest = inflow({
    id: 'claim',
    at: '2024-09-01',
    token: 'R',
    amount: '5',
    price: '20',
    treatment: 'INCOME',
  });
  const exit = inflow({ id: 'exit', at: back, token: 'T', amount: '100', price: '14', treatment: HELD });
  const sale = outflow({ id: 'sale', at: '2025-03-02', token: 'T', amount: '100', price: '15' });

  test('stake 100 of cost 1,000, claim 5 at 20, withdraw 100, sell at 15: 1,500 − 1,000, and 100 of income', () => {
    const result = run([funds, stake, harvest, exit, sale]);
    for (const method of fourMethods) {
      expect(figures(result, { token: 'T', method })).toMatchObject({
        ...{ balance: '0', cost: '0', realized: '500', income: '0', expenses: '0' },
      });
    }
    expect(matches(result)).toEqual(['sale < buy: 100 T, 1500 - 1000 = 500']);
    expect(figures(result, { token: 'R' })).toMatchObject({ balance: '5', cost: '100', income: '100' });
    expect(issues(result)).toEqual([]);
  });

  test('while it is there it is the wallet’s still, with cost and date', () => {
    const result = run([funds, stake, harvest]);
    expect(figures(result, { token: 'T' })).toMatchObject({ balance: '100', inventory: '100', cost: '1000' });
    expect(held(result, 'T')).toEqual([{ heldBy: 'farm', quantity: 100n * 10n ** 18n }]);
    expect(lots(result, 'alice', 'T')).toEqual(['buy 2023-01-01: 100, 1000']);
    expect(result.ledger.openLots('alice', 'T', 'FIFO')[0]?.heldBy).toBe('farm');
  });

  test('deposits realised: a sale when it goes there, a purchase when it is back', () => {
    // 100 × 12 − 1,000; bought back for 1,400 and sold for 1,500.
    const result = run([funds, stake, harvest, exit, sale], { deposits: 'realize' });
    expect(matches(result)).toEqual([
      'stake < buy: 100 T, 1200 - 1000 = 200',
      'sale < exit: 100 T, 1500 - 1400 = 100',
    ]);
    expect(held(result, 'T')).toEqual([]);
  });
});

describe('in and out', () => {
  const lotsOfThree = ['1', '2', '3'].map((price, year) =>
    inflow({ id: `b${price}`, at: `202${year}-01-01`, token: 'T', amount: '10', price }),
  );
  const deposit = (id: string, day: string, amount: string, by?: string) =>
    outflow({ id, at: day, token: 'T', amount, price: '5', treatment: HELD, ...(by && { by }) });
  const withdraw = (id: string, day: string, amount: string, by?: string) =>
    inflow({ id, at: day, token: 'T', amount, price: '5', treatment: HELD, ...(by && { by }) });

  test('over several transactions: what goes in by the method, what comes back first in, first out', () => {
    const movements = [...lotsOfThree, deposit('d1', '2023-01-01', '12'), deposit('d2', '2023-02-01', '6')];
    // FIFO hands over b1 and 2 + 6 of b2; LIFO b3 and 2 + 6 of b2. Of these the oldest 9 come back.
    const result = run([...movements, withdraw('w', '2023-03-01', '9')]);
    expect(lots(result, 'alice', 'T')).toEqual([
      'b1 2020-01-01: 1, 1',
      'b1 2020-01-01: 9, 9',
      'b2 2021-01-01: 2, 4',
      'b2 2021-01-01: 2, 4',
      'b2 2021-01-01: 6, 12',
      'b3 2022-01-01: 10, 30',
    ]);
    const there = result.ledger.openLots('alice', 'T', 'FIFO').map(({ heldBy }) => heldBy);
    expect(there).toEqual(['farm', null, null, 'farm', 'farm', null]);
    expect(lots(result, 'alice', 'T', 'LIFO')).toEqual([
      'b1 2020-01-01: 10, 10',
      'b2 2021-01-01: 2, 4',
      'b2 2021-01-01: 2, 4',
      'b2 2021-01-01: 6, 12',
      'b3 2022-01-01: 9, 27',
      'b3 2022-01-01: 1, 3',
    ]);
    // The average is 60 ÷ 30, wherever it is.
    expect(lots(result, 'alice', 'T', 'WAC')).toEqual(['pool ?: 21, 42', 'pool ?: 9, 18']);
    for (const method of fourMethods) {
      expect(figures(result, { token: 'T', method })).toMatchObject({ inventory: '30', cost: '60' });
    }
  });

  test('each contract has its own account', () => {
    const result = run([
      ...lotsOfThree,
      deposit('d1', '2023-01-01', '10', 'farm'),
      deposit('d2', '2023-02-01', '10', 'gauge'),
      withdraw('w', '2023-03-01', '10', 'gauge'),
    ]);
    expect(lots(result, 'alice', 'T')).toEqual([
      'b1 2020-01-01: 10, 10',
      'b2 2021-01-01: 10, 20',
      'b3 2022-01-01: 10, 30',
    ]);
    const there = result.ledger.openLots('alice', 'T', 'FIFO').map(({ heldBy }) => heldBy);
    expect(there).toEqual(['farm', null, null]);
    expect(held(result, 'T')).toEqual([{ heldBy: 'farm', quantity: 10n * 10n ** 18n }]);
  });

  test('what a protocol holds cannot be sold: more than the wallet has is a shortfall', () => {
    const result = run([
      ...lotsOfThree,
      deposit('d', '2023-01-01', '25'),
      outflow({ id: 's', at: '2023-02-01', token: 'T', amount: '6', price: '5' }),
    ]);
    expect(matches(result)).toEqual(['s < b3: 5 T, 25 - 15 = 10', 's < shortfall: 1 T, 5 - 0 = 5 MISSING']);
    // 25 are held, and 1 more left than was there.
    expect(figures(result, { token: 'T' })).toMatchObject({ balance: '24', inventory: '25' });
  });

  test('more than is there is handed over: what nobody knows of comes back as it went', () => {
    const result = run([deposit('d', '2023-01-01', '4'), withdraw('w', '2023-03-01', '4')]);
    expect(issues(result)).toEqual(['MISSING_BASIS d 4']);
    expect(figures(result, { token: 'T' })).toMatchObject({ balance: '0', inventory: '4', income: '0' });
    expect(lots(result, 'alice', 'T')).toEqual(['shortfall ?: 4, 0 MISSING']);
  });

  test('from a contract that never got any: not income, and nobody knows its cost', () => {
    const result = run([
      ...lotsOfThree,
      deposit('d', '2023-01-01', '5', 'farm'),
      withdraw('w', '2023-03-01', '4', 'other'),
    ]);
    expect(issues(result)).toEqual(['MISSING_BASIS w 4']);
    expect(figures(result, { token: 'T' })).toMatchObject({ balance: '34', income: '0', cost: '60' });
  });

  test('one transaction moves it from one farm to another', () => {
    const result = run([
      funds,
      stake,
      outflow({
        id: 'o',
        tx: 'x',
        item: 1,
        at: back,
        token: 'T',
        amount: '60',
        treatment: HELD,
        by: 'gauge',
      }),
      inflow({ id: 'i', tx: 'x', item: 2, at: back, token: 'T', amount: '60', treatment: HELD }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(held(result, 'T')?.map(({ heldBy }) => heldBy)).toEqual(['farm', 'gauge']);
    expect(figures(result, { token: 'T' })).toMatchObject({
      balance: '100',
      cost: '1000',
      basis: 'COMPLETE',
    });
  });

  test('what is claimed and handed over in one transaction was there', () => {
    const result = run([
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'T', amount: '3', price: '2', treatment: 'INCOME' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, token: 'T', amount: '3', price: '2', treatment: HELD }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(figures(result, { token: 'T' })).toMatchObject({ balance: '3', cost: '6', income: '6' });
  });

  test('a refund of a deposit nets with it; gas of a deposit is an expense', () => {
    const result = run([
      inflow({ id: 'b', at: '2023-01-01', amount: '10', price: '100' }),
      gas({ tx: 'x', at, amount: '1', price: '120' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '5', price: '120', treatment: HELD }),
      inflow({ id: 'i', tx: 'x', item: 2, at, amount: '2', price: '120', treatment: HELD }),
    ]);
    expect(held(result, 'ETH')).toEqual([{ heldBy: 'farm', quantity: 3n * 10n ** 18n }]);
    // 1 of gas: 120 − 100.
    expect(figures(result)).toMatchObject({ balance: '9', cost: '900', realized: '20', expenses: '120' });
  });

  test('a carry brings in what is handed over: unwrapped, then staked', () => {
    const pair = { pair: 'p', kind: 'wrap', tx: 'x', at } as const;
    const result = run([
      inflow({ id: 'b', at: '2023-01-01', token: 'W', amount: '4', price: '100' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '4', treatment: HELD }),
      leave({ ...pair, id: 'l', item: 2, token: 'W', amount: '4' }),
      arrive({ ...pair, id: 'a', item: 3, amount: '4' }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['b 2023-01-01: 4, 400']);
  });
});

describe('what comes back beyond what went in is income', () => {
  test('lending: 100 in, 103 out at 2: 6 of income', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', token: 'USDX', amount: '100', price: '1' }),
      outflow({ id: 'd', at, token: 'USDX', amount: '100', price: '1', treatment: HELD }),
      inflow({ id: 'w', at: back, token: 'USDX', amount: '103', price: '2', treatment: HELD }),
    ]);
    expect(lots(result, 'alice', 'USDX')).toEqual(['buy 2023-01-01: 100, 100', 'w 2025-03-01: 3, 6']);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ income: '6', cost: '106', balance: '103' });
    expect(issues(result)).toEqual([]);
  });

  test('in one transaction, at a contract that never got any before: 100 in, 103 out at 12: 36 of income', () => {
    const result = run([
      funds,
      outflow({ id: 'd', tx: 'x', item: 1, at, token: 'T', amount: '100', price: '12', treatment: HELD }),
      inflow({ id: 'w', tx: 'x', item: 2, at, token: 'T', amount: '103', price: '12', treatment: HELD }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(lots(result, 'alice', 'T')).toEqual(['buy 2023-01-01: 100, 1000', 'w 2024-03-01: 3, 36']);
    expect(figures(result, { token: 'T' })).toMatchObject({ income: '36', balance: '103' });
  });

  test('a validator: 32 in, 32.4 out at 3,000: 1,200 of income', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '32', price: '1000' }),
      outflow({ id: 'd', at, amount: '32', price: '2000', treatment: HELD, by: 'deposit contract' }),
      inflow({ id: 'w', at: back, amount: '32.4', price: '3000', treatment: HELD, by: 'deposit contract' }),
      outflow({ id: 's', at: '2025-03-02', amount: '32.4', price: '3000' }),
    ]);
    // 32 × 3,000 − 32,000, and 0.4 for what it cost.
    expect(matches(result)).toEqual([
      's < buy: 32 ETH, 96000 - 32000 = 64000',
      's < w: 0.4 ETH, 1200 - 1200 = 0',
    ]);
    expect(figures(result)).toMatchObject({ income: '1200', realized: '64000', balance: '0' });
  });

  test('without a price: income that is not known, and a lot that says so', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '100' }),
      outflow({ id: 'd', at, amount: '10', price: '100', treatment: HELD }),
      inflow({ id: 'w', at: back, amount: '11', price: null, treatment: HELD }),
    ]);
    expect(issues(result)).toEqual(['UNPRICED_ACQUISITION w 1']);
    expect(lots(result, 'alice', 'ETH')).toEqual(['buy 2023-01-01: 10, 1000', 'w 2025-03-01: 1, 0 UNPRICED']);
    expect(result.ledger.accounts()[0]?.methods[0]?.unknown.unpriced).toEqual([1]);
  });
});

describe('what a protocol takes', () => {
  test('slashing: 32 in, 31.5 back, 0.5 taken: its cost of 500 is lost', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '32', price: '1000' }),
      outflow({ id: 'd', at, amount: '32', price: '2000', treatment: HELD }),
      inflow({ id: 'w', tx: 'x', item: 1, at: back, amount: '31.5', price: '3000', treatment: HELD }),
      outflow({
        id: 'l',
        tx: 'x',
        item: 2,
        at: back,
        amount: '0.5',
        price: '3000',
        treatment: 'EXPENSE',
        by: 'farm',
      }),
    ]);
    // Worth 1,500, which are realised and spent: 1,000 − 1,500 = −500.
    expect(matches(result)).toEqual(['l < buy: 0.5 ETH, 1500 - 500 = 1000']);
    expect(figures(result)).toMatchObject({
      expenses: '1500',
      realized: '1000',
      balance: '31.5',
      cost: '31500',
    });
    expect(held(result, 'ETH')).toEqual([]);
  });

  test('a liquidation sells collateral at what it covers', () => {
    // 10 of cost 1,000; a loan of 1,500; 8 taken for it at 187.5 each: 1,500 − 800. 2 are had back.
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '100' }),
      outflow({ id: 'd', at, amount: '10', price: '300', treatment: HELD }),
      inflow({ id: 'loan', at, tx: 'e', token: 'USDX', amount: '1500', price: '1', isLoan: true }),
      outflow({ id: 'l', at: back, amount: '8', price: '187.5', treatment: 'DISPOSAL', by: 'farm' }),
      inflow({ id: 'w', at: '2025-03-02', amount: '2', price: '200', treatment: HELD }),
      outflow({ id: 's', at: '2025-03-03', token: 'USDX', amount: '1500', price: '1' }),
    ]);
    expect(matches(result)).toEqual([
      'l < buy: 8 ETH, 1500 - 800 = 700',
      's < loan: 1500 USDX, 1500 - 1500 = 0',
    ]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['buy 2023-01-01: 2, 200']);
  });

  test('interest that is taken before it came back was earned; from a stranger it is unknown', () => {
    const taken = { at: back, price: '200', treatment: 'DISPOSAL' } as const;
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '100' }),
      outflow({ id: 'd', at, amount: '10', price: '300', treatment: HELD }),
      outflow({ ...taken, id: 'l', amount: '11', by: 'farm' }),
      outflow({ ...taken, id: 'm', amount: '1', by: 'other' }),
    ]);
    expect(matches(result)).toEqual([
      'l < buy: 10 ETH, 2000 - 1000 = 1000',
      'l < l: 1 ETH, 200 - 200 = 0',
      'm < m: 1 ETH, 200 - 0 = 200 MISSING',
    ]);
    expect(figures(result)).toMatchObject({ balance: '0', inventory: '0', income: '200' });
    expect(issues(result)).toEqual(['MISSING_BASIS m 1']);
  });

  test('where deposits are sales there is nothing to take', () => {
    const result = run(
      [
        inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '100' }),
        outflow({ id: 'd', at, amount: '10', price: '300', treatment: HELD }),
        outflow({ id: 'l', at: back, amount: '8', price: '200', treatment: 'DISPOSAL', by: 'farm' }),
      ],
      { deposits: 'realize' },
    );
    expect(matches(result)).toEqual(['d < buy: 10 ETH, 3000 - 1000 = 2000']);
    expect(figures(result)).toMatchObject({ balance: '0', inventory: '0' });
  });
});

describe('a loan', () => {
  const loan = inflow({ id: 'loan', at, token: 'USDX', amount: '500', price: '1', isLoan: true });

  test('enters at market value without income; 515 paid back are 500 and 15 of interest', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', token: 'USDX', amount: '15', price: '1' }),
      loan,
      outflow({ id: 'half', at: '2024-06-01', token: 'USDX', amount: '200', price: '1', isLoan: true }),
      outflow({ id: 'rest', at: back, token: 'USDX', amount: '315', price: '1', isLoan: true }),
    ]);
    expect(figures(result, { token: 'USDX' })).toMatchObject({
      ...{ balance: '0', cost: '0', realized: '0', income: '0', expenses: '15' },
    });
  });

  test('what is owed goes down as it is paid back', () => {
    const result = run([
      loan,
      outflow({ id: 'half', at: '2024-06-01', token: 'USDX', amount: '200', price: '1', isLoan: true }),
    ]);
    expect(result.ledger.accounts()[0]?.owed).toEqual([{ lender: 'bank', quantity: 300n * 10n ** 18n }]);
  });

  test('from before the known history: nothing says what of it is interest', () => {
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', token: 'USDX', amount: '50', price: '1' }),
      outflow({ id: 'p', at, token: 'USDX', amount: '50', price: '1', isLoan: true }),
    ]);
    expect(figures(result, { token: 'USDX' })).toMatchObject({ balance: '0', realized: '0', expenses: '0' });
  });

  test('against collateral in the same transaction is no trade, in any setting', () => {
    // 10 ETH of cost 1,000, worth 3,000, for a receipt; 500 USDX are borrowed on them.
    const pair = { pair: 'p', kind: 'receipt', tx: 'x', at } as const;
    const result = run([
      inflow({ id: 'buy', at: '2023-01-01', amount: '10', price: '100' }),
      leave({ ...pair, id: 'o', item: 1, amount: '10', price: '300' }),
      arrive({ ...pair, id: 'r', item: 2, token: 'aETH', amount: '10', price: '300' }),
      inflow({ id: 'l', tx: 'x', item: 3, at, token: 'USDX', amount: '500', price: '1', isLoan: true }),
    ]);
    expect(matches(result)).toEqual(['o < buy: 10 ETH, 3000 - 1000 = 2000']);
    expect(figures(result, { token: 'aETH' }).cost).toBe('3000');
    expect(figures(result, { token: 'USDX' }).cost).toBe('500');
  });
});

test('a client who says that a deposit was a sale has sold it', () => {
  const correction = { treatment: 'DISPOSAL', prices: null, basis: null } as const;
  const corrected = applyCorrections([stake], (id) => (id === 'stake' ? correction : undefined), optionsOf());
  const result = run([funds, ...corrected]);
  expect(matches(result)).toEqual(['stake < buy: 100 T, 1200 - 1000 = 200']);
});
