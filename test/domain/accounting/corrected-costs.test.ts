/** With corrections as without, no cost is lost and none is there twice: made transactions (made-corrections.ts), by every method and in two currencies. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import { applyCorrections } from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import type { LedgerResult } from '../../../src/domain/accounting/ledger.ts';
import { type Draw, kinds, makeSituation } from './made-corrections.ts';
import { fourMethods, inflow, optionsOf, run } from './support.ts';

const currencies = ['USD', 'ETH'] as const;
const settings: Partial<LedgerSettings> = { receiptTokens: 'carry' };
/** What splitting quantities and money may round away: a billionth. */
const rounding = 10n ** 9n;
const dollars = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

const draws = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as Draw['kind'][])),
    variant: fc.nat(11),
    wallet: fc.constantFrom('alice', 'bob'),
    ...{
      a: fc.integer({ min: 1, max: 7 }),
      c: fc.integer({ min: 1, max: 7 }),
      p: fc.integer({ min: 1, max: 9 }),
    },
    ...{ stated: fc.integer({ min: 1, max: 99 }), price: fc.integer({ min: 1, max: 9 }) },
  }),
  { minLength: 1, maxLength: 12 },
);

/** What there was before: enough of each token, in two lots of 500 for 1,000 and 1,500. */
const openings = ['alice', 'bob', 'carol', 'dave'].flatMap((wallet) =>
  ['T', 'U', 'S'].flatMap((token) =>
    [2, 3].map((price) => {
      const id = `${wallet} ${token} ${price}`;
      const at = `2023-0${price}-01`;
      return inflow({ id, at, wallet, token, amount: '500', price: [`${price}`, `${2 * price}`] });
    }),
  ),
);
const opened = 12 * 2500;

const book = (movements: readonly LedgerMovement[]): LedgerResult =>
  run(movements, { ...settings, currencies });

/** The same with what is dropped written as spent for nothing, so that its cost is in a row. */
function withDropsAsRows(movements: readonly LedgerMovement[]): LedgerMovement[] {
  const spent = { prices: [0n, 0n], side: 'outflow', treatment: 'EXPENSE', statedBasis: null } as const;
  const nowhere = { carry: null, crossing: null, lender: null, settles: null };
  const stated = movements.filter(({ statedBasis }) => statedBasis !== null);
  const isOf =
    (asset: string | null | undefined) =>
    (other: LedgerMovement): boolean =>
      other.crossing?.asset === asset;
  return movements.flatMap((movement): LedgerMovement[] => {
    const { treatment, side, statedBasis, settles, heldBy, crossing } = movement;
    const gone = { ...movement, ...spent, ...nowhere, heldBy: null };
    if (side === 'outflow' && treatment === 'NON_TAXABLE') return [gone];
    if (crossing?.arrives === false && stated.some(isOf(crossing.asset))) {
      // What came back at once did not leave.
      const back = movements
        .filter(isOf(crossing.asset))
        .filter(({ crossing: at, side: way }) => at?.arrives === false && way === 'inflow');
      const quantity = movement.quantity - sum(back.map((one) => one.quantity));
      return side === 'inflow' ? [] : [{ ...gone, quantity }];
    }
    if (statedBasis === null) return [movement];
    const bought: LedgerMovement = {
      ...{
        ...movement,
        ...nowhere,
        heldBy: null,
        treatment: treatment === 'INCOME' ? 'INCOME' : 'ACQUISITION',
      },
      statedBasis: { ...statedBasis, isGiven: statedBasis.isGiven ?? treatment !== 'ACQUISITION' },
    };
    const taken = { ...movement, ...spent, ...nowhere, part: 9 };
    if (treatment === 'HELD') return [bought, { ...taken, heldBy }];
    if (settles === null) return [bought];
    const { contract, token, quantity } = settles;
    return [bought, { ...taken, heldBy: contract, token: token ?? '', quantity }];
  });
}

test('cost that is held = cost from outside + gains + income − expenses, and each wallet has what its transfers say', () => {
  fc.assert(
    fc.property(draws, (drawn) => {
      const made = drawn.map(makeSituation);
      const movements = [...openings, ...made.flatMap((one) => one.movements)];
      const corrections = new Map(made.flatMap((one) => [...one.corrections]));
      const laid = groupMovements(movements).flatMap((group) =>
        applyCorrections(group, (id) => corrections.get(id), optionsOf(settings)),
      );
      const result = book(laid);
      const accounts = result.ledger.accounts();
      expect(result.ledger.snapshot().pending).toEqual([]);
      for (const { wallet, token, balance, held } of accounts) {
        const own = movements.filter((one) => one.wallet === wallet && one.token === token);
        const has = sum(own.map(({ side, quantity }) => (side === 'inflow' ? quantity : -quantity)));
        expect(balance - sum(held.map(({ quantity }) => quantity))).toBe(has);
      }
      const rows = book(withDropsAsRows(laid)).ledger.accounts();
      const total = (of: 'external' | 'income' | 'expenses'): bigint =>
        dollars(made.reduce((all, { outcome }) => all + outcome[of], 0));
      for (const currency of currencies.keys()) {
        const in2 = BigInt(currency + 1);
        const all = (of: 'income' | 'expenses') => sum(accounts.map((one) => one[of][currency] ?? 0n));
        expectNear(all('income'), in2 * total('income'));
        expectNear(all('expenses'), in2 * total('expenses'));
        for (const method of fourMethods.keys()) {
          const costs = (some: typeof accounts): bigint =>
            sum(some.map(({ methods }) => methods[method]?.costBasis[currency] ?? 0n));
          const gains = sum(rows.map(({ methods }) => methods[method]?.realized[currency] ?? 0n));
          expectNear(costs(accounts), costs(rows));
          const outside = in2 * (dollars(opened) + total('external'));
          expectNear(costs(accounts), outside + gains + in2 * (total('income') - total('expenses')));
        }
      }
    }),
    { numRuns: 300 },
  );
});

function expectNear(actual: bigint, expected: bigint): void {
  const apart = actual - expected;
  if (apart > rounding || apart < -rounding) expect(actual).toBe(expected);
}
