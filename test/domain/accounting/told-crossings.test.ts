/** Crossings that the bridge names at both ends, by hand: who meets whom, whatever the wallet, the chain and the time. */
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { figures, inflow, issues, lots, matches, outflow, run } from './support.ts';

/** 10 for 1,000 and 10 for 2,000. */
const bought = [
  inflow({ id: 'b1', at: '2023-01-01', amount: '10', price: '100' }),
  inflow({ id: 'b2', at: '2023-02-01', amount: '10', price: '200' }),
];
type Line = Parameters<typeof inflow>[0];
type Over = NonNullable<Line['over']>;

const leaves = (id: string, day: string, amount: string, over: Partial<Over> = {}): LedgerMovement =>
  outflow({ id, at: day, amount, price: '300', over: { chain: '1', ...over } });
const comes = (
  id: string,
  day: string,
  amount: string,
  { over, ...change }: Partial<Omit<Line, 'over'>> & { over?: Partial<Over> } = {},
): LedgerMovement =>
  inflow({
    ...{ id, at: day, token: 'ETH on 10', amount, price: '400', ...change },
    over: { chain: '10', ...over },
  });
const waiting = (result: ReturnType<typeof run>) =>
  result.ledger.accounts().flatMap(({ inTransit }) => inTransit.map(({ movement }) => movement));

describe('what arrives and is named as what left', () => {
  test('meets it, and not the older one that it could be as well', () => {
    const result = run([
      ...bought,
      leaves('s1', '2024-01-01', '10', { message: 'across:1:7' }),
      leaves('s2', '2024-01-02', '10', { message: 'across:1:8' }),
      comes('a2', '2024-01-03', '10', { over: { message: 'across:1:8' } }),
    ]);
    // The second departure has b2, of the first of February.
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(['b2 2023-02-01: 10, 2000']);
    expect(waiting(result)).toEqual(['s1']);
  });

  test('takes nothing of another crossing of the same bridge; of other bridges, and of those that name nothing, it may', () => {
    const arrival = comes('a', '2024-01-03', '10', { over: { message: 'across:1:8' } });
    for (const [message, lot] of [
      ['across:1:7', 'a 2024-01-03: 10, 4000'],
      ['hop:7', 'b1 2023-01-01: 10, 1000'],
      [null, 'b1 2023-01-01: 10, 1000'],
    ] as const) {
      const result = run([...bought, leaves('s', '2024-01-01', '10', { message }), arrival]);
      expect(lots(result, 'alice', 'ETH on 10')).toEqual([lot]);
    }
    const nameless = [
      leaves('s', '2024-01-01', '10', { message: 'across:1:7' }),
      comes('a', '2024-01-03', '10'),
    ];
    expect(lots(run([...bought, ...nameless]), 'alice', 'ETH on 10')).toEqual(['b1 2023-01-01: 10, 1000']);
  });

  test('arrives at another of the client’s wallets, long after, or on the chain that it left', () => {
    const there = { wallet: 'bob', over: { message: 'hop:5' } };
    const left = leaves('s', '2024-01-01', '10', { message: 'hop:5' });
    const result = run([...bought, left, comes('a', '2024-12-01', '10', there)]);
    expect(lots(result, 'bob', 'ETH on 10')).toEqual(['b1 2023-01-01: 10, 1000']);
    expect(figures(result)).toMatchObject({ balance: '10', cost: '2000', realized: '0' });
    expect([waiting(result), issues(result)]).toEqual([[], []]);

    const back = comes('a', '2024-01-02', '10', { token: 'ETH', over: { chain: '1', message: 'hop:5' } });
    expect(lots(run([...bought, left, back]), 'alice', 'ETH')).toEqual([
      'b1 2023-01-01: 10, 1000',
      'b2 2023-02-01: 10, 2000',
    ]);
    // Without its name it is another's.
    const unnamed = run([...bought, left, comes('a', '2024-01-02', '10', { wallet: 'bob' })]);
    expect([waiting(unnamed), lots(unnamed, 'bob', 'ETH on 10')]).toEqual([
      ['s'],
      ['a 2024-01-02: 10, 4000'],
    ]);
  });

  test.each([
    ['5', ['s']],
    ['4.9', []],
    ['10', ['s']],
    ['10.5', ['s']],
    ['10.6', []],
  ])('of 10 that left, %s arrive', (amount, met) => {
    const left = leaves('s', '2024-01-01', '10', { message: 'hop:5' });
    const result = run([...bought, left, comes('a', '2024-01-02', amount, { over: { message: 'hop:5' } })]);
    expect(waiting(result)).toEqual(met.length === 0 ? ['s'] : []);
    // What did not arrive was the fee: sold for what it was worth there.
    const lost = { '5': ['a < b1: 5 ETH, 2000 - 500 = 1500'] };
    expect(matches(result)).toEqual(amount === '5' ? lost['5'] : []);
  });

  test('and is more than left takes over its lots; the rest is bought by itself, beside a trade, too', () => {
    const message = 'hop:5';
    const left = leaves('s', '2024-01-01', '10', { message });
    const arrived = comes('a', '2024-01-02', '10.1', { tx: 'x', item: 1, over: { message } });
    const trade = [
      outflow({ id: 'o', tx: 'x', item: 2, at: '2024-01-02', token: 'A on 10', amount: '1', price: '7' }),
      inflow({ id: 'i', tx: 'x', item: 3, at: '2024-01-02', token: 'B on 10', amount: '1', price: '9' }),
    ];
    const result = run([...bought, left, arrived, ...trade]);
    // 10 for 1,000, and 0.1 at 400.
    const expected = ['b1 2023-01-01: 10, 1000', 'a 2024-01-02: 0.1, 40'];
    expect(lots(result, 'alice', 'ETH on 10')).toEqual(expected);
    expect(figures(result)).toMatchObject({ balance: '10', cost: '2000', realized: '0', expenses: '0' });
    // Of the trade V is the 9 that were received.
    expect(figures(result, { token: 'A on 10' }).realized).toBe('9');
    // Without a price the rest costs nothing that is known.
    const unpriced = run([...bought, left, { ...arrived, prices: null }]);
    expect(issues(unpriced)).toEqual(['UNPRICED_ACQUISITION a 0.1']);
    // Without a name nothing says that it is the same.
    expect(waiting(run([...bought, left, comes('a', '2024-01-02', '10.1')]))).toEqual(['s']);
  });

  test('is the same token that nobody lists, over a bridge that gives what it takes, if it is worth about as much', () => {
    const over = { asset: null, message: 'layerzero:9' };
    const left = leaves('s', '2024-01-01', '10', { ...over });
    const arrives = (change: Parameters<typeof comes>[3]) =>
      comes('a', '2024-01-02', '10', { over, ...change });
    // 10 that are worth 3,000 left.
    for (const [price, met] of [
      ['300', true],
      ['150', true],
      ['149', false],
      ['315', true],
      ['316', false],
      [null, false],
    ] as const) {
      const result = run([...bought, left, arrives({ price })]);
      expect(lots(result, 'alice', 'ETH on 10')[0]).toContain(met ? 'b1 2023-01-01' : 'a 2024-01-02');
      expect(waiting(result)).toEqual(met ? [] : ['s']);
    }
    // Neither over one that gives something else, nor if one is listed as something, and nothing may be exchanged.
    const ends: readonly [Partial<Over>, Partial<Over>][] = [
      [{ message: 'across:1:9' }, { message: 'across:1:9' }],
      [{ exchanges: false }, { exchanges: false, asset: 'USDX' }],
      [{ exchanges: false, asset: 'USDX' }, { exchanges: false }],
    ];
    for (const [there, here] of ends) {
      const result = run([
        ...bought,
        leaves('s', '2024-01-01', '10', { ...over, ...there }),
        arrives({ price: '300', over: { ...over, ...here } }),
      ]);
      expect(waiting(result)).toEqual(['s']);
    }
  });

  test('of a token that is listed and one that is not the one was sold for the other, for what that is worth', () => {
    const message = 'cctp:0:5';
    const left = leaves('s', '2024-01-01', '10', { message });
    const fake = (amount: string, price: string | null) =>
      comes('a', '2024-01-02', amount, { price, token: 'FOO', over: { asset: null, message } });
    // As many units as left, and worth nothing that is known: a stranger's token takes nothing.
    expect(waiting(run([...bought, left, fake('10', null)]))).toEqual(['s']);
    expect(waiting(run([...bought, left, fake('10', '1')]))).toEqual(['s']);
    expect(matches(run([...bought, left, fake('2000', '1')]))).toEqual([
      'a < b1: 10 ETH, 2000 - 1000 = 1000',
    ]);
  });

  test('or what left was exchanged for it, at another wallet as well, days later, for half of its worth', () => {
    const message = 'debridge:3';
    // 10 that are worth 3,000.
    const left = leaves('s', '2024-01-01', '10', { message });
    const dollars = (amount: string): LedgerMovement =>
      comes('a', '2024-01-05', amount, {
        ...{ token: 'USDX', price: '1', wallet: 'bob', over: { asset: 'USDX', message } },
      });
    const result = run([...bought, left, dollars('1500')]);
    expect(matches(result)).toEqual(['a < b1: 10 ETH, 1500 - 1000 = 500']);
    expect(lots(result, 'bob', 'USDX')).toEqual(['a 2024-01-05: 1500, 1500']);
    expect(waiting(result)).toEqual([]);
    expect(waiting(run([...bought, left, dollars('1499')]))).toEqual(['s']);
    expect(waiting(run([...bought, left, dollars('3151')]))).toEqual(['s']);
  });

  test('two of one name: the older first; and a ledger that goes on from a snapshot knows them', () => {
    const message = 'across:1:7';
    const before = [
      ...bought,
      leaves('s1', '2024-01-01', '10', { message }),
      leaves('s2', '2024-01-02', '10', { message }),
    ];
    const snapshot = JSON.parse(JSON.stringify(run(before).ledger.snapshot()));
    const restored = restoreLedger(snapshot);
    const over = { message };
    restored.apply([comes('a1', '2024-02-03', '9', { wallet: 'bob', over })]);
    expect(restored.openLots('bob', 'ETH on 10', 'FIFO').map(({ acquiredBy }) => acquiredBy)).toEqual(['b1']);
    restored.apply([comes('a2', '2024-02-04', '9', { wallet: 'bob', over })]);
    expect(restored.openLots('bob', 'ETH on 10', 'FIFO').map(({ acquiredBy }) => acquiredBy)).toEqual([
      'b1',
      'b2',
    ]);
  });
});
