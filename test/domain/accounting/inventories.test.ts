/** Inventories with more lots than a table of two or three shows: long queues, long splits, and where they are cut. */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { restoreLedger, restoreLedgerFrom } from '../../../src/domain/accounting/ledger.ts';
import { arrive, figures, fourMethods, inflow, leave, lots, matches, outflow, run } from './support.ts';

/** A day of 2024 and after: 0 is 2024-01-01. */
const dayOf = (number: number): string => new Date(Date.UTC(2024, 0, 1 + number)).toISOString();

/** Lots 1, 2, … of one unit each; lot n is bought on day n for n. */
const bought = (count: number): LedgerMovement[] =>
  Array.from({ length: count }, (_, index) =>
    inflow({ id: `l${index + 1}`, at: dayOf(index + 1), amount: '1', price: `${index + 1}` }),
  );

/** first + (first + 1) + … + last. */
const sumOf = (first: number, last: number): number => ((first + last) * (last - first + 1)) / 2;

describe('two hundred lots of one unit', () => {
  const sold = outflow({ id: 's', at: dayOf(300), amount: '150', price: '1000' });

  test('FIFO sells the first 150 at once and keeps the last 50 in order', () => {
    const result = run([...bought(200), sold]);
    const rows = matches(result);
    expect(rows).toHaveLength(150);
    expect(rows[0]).toBe('s < l1: 1 ETH, 1000 - 1 = 999');
    expect(rows[149]).toBe('s < l150: 1 ETH, 1000 - 150 = 850');
    expect(figures(result)).toMatchObject({
      cost: `${sumOf(151, 200)}`,
      realized: `${150_000 - sumOf(1, 150)}`,
    });
    const open = lots(result, 'alice', 'ETH');
    expect(open.map((lot) => lot.split(' ')[0])).toEqual(
      Array.from({ length: 50 }, (_, index) => `l${151 + index}`),
    );
  });

  test('FIFO goes on where it stopped: what is bought later comes last, what is older first', () => {
    // Left: 151 … 200. A lot of day 0 arrives from Bob, one of day 301 is bought; then all 52 are sold.
    const pair = { tx: 'x', pair: 'p', amount: '1', price: '1000', at: dayOf(301) };
    const result = run([
      ...bought(200),
      inflow({ id: 'old', at: dayOf(0), wallet: 'bob', amount: '1', price: '7' }),
      sold,
      leave({ id: 'out', item: 1, wallet: 'bob', ...pair }),
      arrive({ id: 'in', item: 2, ...pair }),
      inflow({ id: 'new', at: dayOf(302), amount: '1', price: '500' }),
      outflow({ id: 't', at: dayOf(303), amount: '52', price: '1000' }),
    ]);
    const rows = matches(result).slice(150);
    expect(rows).toHaveLength(52);
    expect(rows[0]).toBe('t < old: 1 ETH, 1000 - 7 = 993');
    expect(rows[1]).toBe('t < l151: 1 ETH, 1000 - 151 = 849');
    expect(rows[51]).toBe('t < new: 1 ETH, 1000 - 500 = 500');
    expect(figures(result)).toMatchObject({
      ...{ balance: '0', inventory: '0', cost: '0' },
      realized: `${202_000 - sumOf(1, 200) - 7 - 500}`,
    });
  });

  test('sold one by one, each sale takes the lot whose turn it is', () => {
    const sales = Array.from({ length: 200 }, (_, index) =>
      outflow({ id: `s${index + 1}`, at: dayOf(300 + index), amount: '1', price: '1000' }),
    );
    const result = run([...bought(200), ...sales]);
    const taken = (method: 'FIFO' | 'LIFO' | 'HIFO') =>
      matches(result, method).map((row) => row.slice(0, row.indexOf(':')));
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(taken('FIFO')).toEqual(numbers.map((number) => `s${number} < l${number}`));
    // The youngest is the dearest, too.
    expect(taken('LIFO')).toEqual(numbers.map((number) => `s${number} < l${201 - number}`));
    expect(taken('HIFO')).toEqual(taken('LIFO'));
  });

  test('sold half a lot at a time, with purchases in between, the queue never skips', () => {
    // Before: 100 lots. 300 times: buy lot n for n, sell half a lot of what is oldest.
    const turns = Array.from({ length: 300 }, (_, index) => [
      inflow({
        id: `l${101 + index}`,
        at: dayOf(400 + index),
        tx: 'a',
        amount: '1',
        price: `${101 + index}`,
      }),
      outflow({ id: `h${index}`, at: dayOf(400 + index), tx: 'b', amount: '0.5', price: '1000' }),
    ]).flat();
    const result = run([...bought(100), ...turns]);
    expect(matches(result).map((row) => row.slice(0, row.indexOf(':')))).toEqual(
      Array.from({ length: 300 }, (_, index) => `h${index} < l${Math.floor(index / 2) + 1}`),
    );
    // Lots 151 … 400 are left; each of the first 150 was sold in two halves.
    expect(figures(result)).toMatchObject({
      cost: `${sumOf(151, 400)}`,
      realized: `${150_000 - sumOf(1, 150)}`,
    });
    expect(lots(result, 'alice', 'ETH')).toHaveLength(250);
  });
});

describe('the heap of HIFO', () => {
  // Unit costs in an order that is neither up nor down; each lot of one unit.
  const costs = [50, 90, 20, 70, 100, 10, 80, 30, 60, 40];
  const mixed = costs.map((cost, index) =>
    inflow({ id: `c${cost}`, at: dayOf(index), amount: '1', price: `${cost}` }),
  );

  test('gives the dearest first, whatever order they came in', () => {
    const result = run([...mixed, outflow({ id: 's', at: dayOf(20), amount: '10', price: '100' })]);
    expect(matches(result, 'HIFO').map((row) => row.split(/[ :]+/)[2])).toEqual(
      costs.toSorted((left, right) => right - left).map((cost) => `c${cost}`),
    );
  });

  test('lists what is left by age', () => {
    // Sold: 100, 90, 80, 70. Left, in the order they came: 50, 20, 10, 30, 60, 40.
    const result = run([...mixed, outflow({ id: 's', at: dayOf(20), amount: '4', price: '100' })]);
    expect(lots(result, 'alice', 'ETH', 'HIFO').map((lot) => lot.split(' ')[0])).toEqual([
      'c50',
      'c20',
      'c10',
      'c30',
      'c60',
      'c40',
    ]);
    expect(figures(result, { method: 'HIFO' })).toMatchObject({ cost: '210', realized: '60' });
  });
});

describe('a disposal from several lots', () => {
  const both = { currencies: ['USD', 'ETH'] } as const;
  const one = (id: string, number: number, price: readonly (string | null)[]) =>
    inflow({ id, at: dayOf(number), token: 'T', amount: '1', price });

  test('splits the proceeds of each currency, and leaves out the one that is unknown', () => {
    // 3 T for 90 USD; nobody knows how many ETH that was.
    const result = run(
      [
        one('a', 1, ['10', '1']),
        one('b', 2, ['20', '2']),
        one('c', 3, ['30', '3']),
        outflow({ id: 's', at: dayOf(4), token: 'T', amount: '3', price: ['30', null] }),
      ],
      both,
    );
    expect(matches(result, 'FIFO', 0)).toEqual([
      's < a: 1 T, 30 - 10 = 20',
      's < b: 1 T, 30 - 20 = 10',
      's < c: 1 T, 30 - 30 = 0',
    ]);
    expect(matches(result, 'FIFO', 1)).toEqual([
      's < a: 1 T, ? - 1 = ?',
      's < b: 1 T, ? - 2 = ?',
      's < c: 1 T, ? - 3 = ?',
    ]);
    const [account] = result.ledger.accounts();
    // 90 − 60 USD; the gain in ETH is in no total.
    expect(account?.methods[0]?.realized).toEqual([30n * 10n ** 18n, 0n]);
    expect(account?.methods[0]?.costBasis).toEqual([0n, 0n]);
    expect(result.disposals.filter(({ method }) => method === 'FIFO').map(({ part }) => part)).toEqual([
      0, 1, 2,
    ]);
  });

  test('a base unit that does not divide goes to the last lot', () => {
    // 10 base units of money over three equal lots: 3 (3.33), then 7 ÷ 2 = 3.5 → 4 (even), then 3.
    const movements = [
      one('a', 1, ['0']),
      one('b', 2, ['0']),
      one('c', 3, ['0']),
      outflow({
        id: 's',
        at: dayOf(4),
        token: 'T',
        amount: '3',
        price: '0.000000000000000003333333333333333333',
      }),
    ];
    expect(
      run(movements)
        .disposals.filter(({ method }) => method === 'FIFO')
        .map(({ proceeds }) => proceeds),
    ).toEqual([[3n], [4n], [3n]]);
  });

  test('a shortfall takes its share of the proceeds, beside the lots', () => {
    // 1 held for 10, 4 sold for 200: 50 for the lot, 150 for what nobody knows.
    const result = run([
      one('a', 1, ['10']),
      outflow({ id: 's', at: dayOf(2), token: 'T', amount: '4', price: '50' }),
    ]);
    for (const method of ['FIFO', 'LIFO', 'HIFO'] as const) {
      expect(matches(result, method)).toEqual([
        's < a: 1 T, 50 - 10 = 40',
        's < shortfall: 3 T, 150 - 0 = 150 MISSING',
      ]);
    }
    expect(matches(result, 'WAC')).toEqual([
      's < pool: 1 T, 50 - 10 = 40',
      's < shortfall: 3 T, 150 - 0 = 150 MISSING',
    ]);
  });
});

describe('one wallet into several', () => {
  test('costs go by quantity, though nobody knows the price', () => {
    // Lots of 2 for 100 and 4 for 800 leave; 4 arrive at Bob and 2 at Carol: two thirds and one third of each lot.
    const x = { tx: 'x', at: dayOf(9), pair: 'p', price: null };
    const result = run([
      inflow({ id: 'a', at: dayOf(1), amount: '2', price: '50' }),
      inflow({ id: 'b', at: dayOf(2), amount: '4', price: '200' }),
      leave({ id: 'o', item: 1, amount: '6', ...x }),
      arrive({ id: 'i1', item: 2, wallet: 'bob', amount: '4', ...x }),
      arrive({ id: 'i2', item: 3, wallet: 'carol', amount: '2', ...x }),
    ]);
    const text = (wallet: string) =>
      result.ledger
        .openLots(wallet, 'ETH', 'FIFO')
        .map(({ acquiredBy, remaining }) => [acquiredBy, remaining]);
    // 2 × 4/6 and 4 × 4/6, rounded down against the running total; the whole arrives.
    const third = 10n ** 18n / 3n;
    expect(text('bob')).toEqual([
      ['a', 4n * third + 1n],
      ['b', 4n * 10n ** 18n - (4n * third + 1n)],
    ]);
    expect(figures(result, { wallet: 'bob' })).toMatchObject({
      balance: '4',
      cost: '600',
      basis: 'COMPLETE',
    });
    expect(figures(result, { wallet: 'carol' })).toMatchObject({
      balance: '2',
      cost: '300',
      basis: 'COMPLETE',
    });
    expect(result.disposals).toEqual([]);
  });
});

describe('a snapshot between any two transactions', () => {
  /** Two wallets, partial lots, a shortfall, an unpriced and a stated lot, income, expenses, a move that is under way. */
  const movements = [
    inflow({ id: 'a', at: dayOf(1), amount: '2', price: '10' }),
    inflow({ id: 'b', at: dayOf(1), tx: 'later', amount: '2', price: '30' }),
    inflow({ id: 'u', at: dayOf(2), amount: '1', price: null }),
    inflow({ id: 'n', at: dayOf(3), amount: '1', price: '50', treatment: 'INCOME' }),
    inflow({
      id: 'z',
      at: dayOf(4),
      amount: '1',
      price: '9',
      stated: { cost: '70', acquiredAt: '2020-01-01' },
    }),
    outflow({ id: 's', at: dayOf(5), amount: '1.5', price: '40' }),
    outflow({ id: 'x', at: dayOf(6), token: 'T', amount: '1', price: '5', treatment: 'EXPENSE' }),
    leave({ id: 'o', at: dayOf(7), amount: '3', price: '20', pair: 'p' }),
    inflow({ id: 'k', at: dayOf(8), wallet: 'bob', amount: '1', price: '15' }),
    arrive({ id: 'i', at: dayOf(9), wallet: 'bob', amount: '3', price: '20', pair: 'p' }),
    outflow({ id: 't', at: dayOf(10), wallet: 'bob', amount: '3.5', price: '60' }),
    outflow({ id: 'v', at: dayOf(11), amount: '2', price: '60' }),
  ];

  test('changes nothing of what follows: rows, issues, figures, lots and the next snapshot', () => {
    const whole = run(movements);
    for (let cut = 0; cut <= movements.length; cut += 1) {
      const before = run(movements.slice(0, cut));
      const disposals = [...before.disposals];
      const issues = [...before.issues];
      const totals = [...before.totals];
      const ledger = restoreLedger(JSON.parse(JSON.stringify(before.ledger.snapshot())), {
        disposal: (row) => disposals.push(row),
        issue: (issue) => issues.push(issue),
        totals: (event) => totals.push(event),
      });
      for (const movement of movements.slice(cut)) ledger.apply([movement]);
      expect(disposals).toEqual(whole.disposals);
      expect(issues).toEqual(whole.issues);
      expect(totals).toEqual(whole.totals);
      expect(ledger.accounts()).toEqual(whole.ledger.accounts());
      expect(ledger.snapshot()).toEqual(whole.ledger.snapshot());
      for (const method of fourMethods) {
        expect(ledger.openLots('bob', 'ETH', method)).toEqual(whole.ledger.openLots('bob', 'ETH', method));
      }
    }
  });

  test('in parts: the head without lots, and the lots in pieces; together the same ledger', async () => {
    const buys = Array.from({ length: 1_500 }, (_, index) =>
      inflow({
        id: `many${index}`,
        at: `2024-03-01T00:00:00.${String(index).padStart(4, '0')}`,
        amount: '1',
      }),
    );
    const all = [...movements, ...buys.map((buy, index) => ({ ...buy, timestamp: buy.timestamp + index }))];
    const { ledger } = run(all);
    const { head, lots } = ledger.snapshotParts();
    expect(head.books.flatMap(({ accounts }) => accounts.flatMap((account) => account.lots))).toEqual([]);
    const pieces = [...lots];
    // alice's 1,500 lots of each method but WAC, which has one pool, make a piece of 1,000 and one of the rest.
    expect(pieces.filter((piece) => piece.lots.length === 1_000)).toHaveLength(3);
    expect(Math.max(...pieces.map((piece) => piece.lots.length))).toBe(1_000);
    const again = await restoreLedgerFrom({
      head: JSON.parse(JSON.stringify(head)),
      lots: (async function* () {
        for (const piece of pieces) yield JSON.parse(JSON.stringify(piece));
      })(),
    });
    expect(again.snapshot()).toEqual(ledger.snapshot());
    const none = { head, lots: (async function* () {})() };
    await expect(restoreLedgerFrom(none)).rejects.toThrow('not what its account holds');
  });

  test('what was handed out stays as it was', () => {
    const ledger = run(movements.slice(0, 5)).ledger;
    const [account] = ledger.accounts();
    const open = ledger.openLots('alice', 'ETH', 'FIFO');
    // 2 × 10 + 2 × 30 + 0 + 50 + 70.
    expect(account?.methods[0]?.costBasis).toEqual([200n * 10n ** 18n]);
    const copy = structuredClone({ account, open });
    for (const movement of movements.slice(5)) ledger.apply([movement]);
    expect({ account, open }).toEqual(copy);
  });

  test('refuses another balance, and lots that are not what is held', () => {
    const snapshot = run(movements.slice(0, 6)).ledger.snapshot();
    const change = (fields: { balance?: string; held?: string; shortfall?: string }) => ({
      ...snapshot,
      accounts: snapshot.accounts.map((account) => ({ ...account, ...fields })),
    });
    expect(() => restoreLedger(change({ balance: '1' }))).toThrow('less its shortfall');
    expect(() => restoreLedger(change({ held: '1', balance: '1' }))).toThrow('the lots of the snapshot');
    const books = snapshot.books.map((book) => ({ ...book, accounts: [...book.accounts, ...book.accounts] }));
    expect(() => restoreLedger({ ...snapshot, books })).toThrow('lots of an account that it does not hold');
    const { methods } = snapshot.options;
    expect(() => restoreLedger({ ...snapshot, books: [...snapshot.books, ...snapshot.books] })).toThrow(
      'one book per method',
    );
    expect(methods).toHaveLength(snapshot.books.length);
  });
});
