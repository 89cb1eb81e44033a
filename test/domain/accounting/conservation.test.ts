/** Nothing is lost and nothing is made: money, quantities and cost, over random histories, by every method and in every setting. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import type { LedgerResult } from '../../../src/domain/accounting/ledger.ts';
import { asBooked, crossed } from './crossed.ts';
import {
  bridgedOperations,
  type HistoryKind,
  kindsBut,
  movementsOf,
  type Operation,
  operations,
  positionOf,
  tokens,
  wallets,
} from './histories.ts';
import { moneyOut, worthOf } from './money-out.ts';
import { settledParts } from './settled-parts.ts';
import { fourMethods, run } from './support.ts';

const runs = { numRuns: 1000 };
const currencies = ['USD', 'ETH'] as const;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const book = (movements: readonly LedgerMovement[]): LedgerResult => run(movements, { currencies });

/** Histories in which nothing enters or leaves without being a row or a lot: no gifts. */
const conserved = kindsBut('receive', 'gift', 'fill', 'claim', 'cover', 'receipt', 'liquidity');

/** The tokens on both chains. */
const everyToken = tokens.flatMap((token) => [token, `${token} on b`]);

/** Brings home what is on its way over bridges, within its window: to a third chain, and from there as if it were bought. */
function bringHome(movements: readonly LedgerMovement[]): LedgerMovement[] {
  const last = movements.reduce((latest, movement) => Math.max(latest, movement.timestamp), 0);
  return crossed(movements).waiting.map((left, index): LedgerMovement => {
    const transaction = `y${index.toString().padStart(4, '0')}`;
    const crossing = left.crossing === null ? null : { ...left.crossing, chain: 'c', arrives: true };
    return {
      ...{ ...left, transaction, id: `${transaction}.1`, crossing },
      position: positionOf({ timestamp: last, chain: 'c', transaction, item: 1 }),
      ...{ token: `${left.token} on c`, timestamp: last, side: 'inflow', heldBy: null },
    };
  });
}

/** Takes back what protocols hold and sells all that each account holds, a day after the history. */
function sellOut(movements: readonly LedgerMovement[], result: LedgerResult): LedgerMovement[] {
  const last = movements.reduce((latest, movement) => Math.max(latest, movement.timestamp), 0);
  const timestamp = last + 86_400;
  const prices = [7n * 10n ** 36n, 10n ** 36n];
  return result.ledger
    .accounts()
    .filter((account) => account.inventory > 0n)
    .flatMap((account, index): LedgerMovement[] => {
      const transaction = `z${index.toString().padStart(4, '0')}`;
      const { wallet, token, decimals } = account;
      const held = account.held.filter(({ heldBy }) => heldBy !== 'bridge');
      const shared = {
        ...{ transaction, timestamp, wallet, token, decimals, prices },
        priceTier: 'reference',
        ...{ carry: null, crossing: null, feeValue: null, statedBasis: null, lender: null },
        settles: null,
      } as const;
      const named = (place: number) => ({
        id: `${transaction}.${place}`,
        position: positionOf({ timestamp, chain: 'd', transaction, item: place }),
      });
      const back = held.map(({ heldBy, quantity }, place): LedgerMovement => {
        return { ...shared, ...named(place + 1), side: 'inflow', quantity, heldBy, treatment: 'HELD' };
      });
      const sale: LedgerMovement = {
        ...{ ...shared, ...named(9), side: 'outflow', heldBy: null },
        ...{ quantity: account.inventory, treatment: 'DISPOSAL' },
      };
      return [...back, ...(sale.quantity > 0n ? [sale] : [])];
    });
}

/** Histories in which money comes in and goes out: nothing is had or left for nothing but income and expenses. */
const paidFor: readonly HistoryKind[] = [
  'buy',
  'sell',
  'income',
  'expense',
  'fail',
  'deposit',
  'withdraw',
  'seize',
  'borrow',
  'repay',
  'liquidate',
  'fill',
  'claim',
  'cover',
  'wrap',
  'receipt',
  'liquidity',
  'depart',
  'land',
];

/** What protocols hold and what is owed, tallied from the movements alone: `alice T farm`. */
function tally(movements: readonly LedgerMovement[]): {
  held: Map<string, bigint>;
  owed: Map<string, bigint>;
} {
  const held = new Map<string, bigint>();
  const owed = new Map<string, bigint>();
  const counted = new Set<string>();
  const { met, exchanged } = crossed(movements);
  const settled = settledParts(movements);
  const takeMet = ({ wallet, token, quantity, heldBy }: LedgerMovement): void =>
    add(held, `${wallet} ${token} ${heldBy}`, -quantity);
  const add = (to: Map<string, bigint>, name: string, change: bigint): void => {
    const sum = (to.get(name) ?? 0n) + change;
    to.set(name, sum < 0n ? 0n : sum);
  };
  for (const group of asBooked(groupMovements(movements))) {
    for (const movement of group) {
      const { id, treatment, side, wallet, token, quantity, heldBy, lender, settles } = movement;
      const gone = settled.get(movement);
      if (gone !== undefined) add(held, gone.name, -gone.part);
      if (settles !== null && side === 'outflow')
        add(owed, `${wallet} ${settles.token} ${settles.contract}`, -settles.quantity);
      const left = met.get(id) ?? exchanged.get(id);
      if (left !== undefined) takeMet(left);
      const signed = side === 'inflow' ? quantity : -quantity;
      const name = `${wallet} ${token} ${heldBy ?? lender}`;
      const debtName = `${wallet} ${token.replace('debt of ', '')} pool`;
      const isKept = treatment === 'HELD' || treatment === 'CARRY';
      if (heldBy !== null) add(held, name, isKept ? -signed : signed);
      // The pool's tokens count what is owed to it, from the first loan on.
      if (lender === 'pool' && side === 'inflow') counted.add(name);
      if (lender === 'farm') add(owed, name, signed);
      if (treatment === 'LIABILITY' && counted.has(debtName)) add(owed, debtName, signed);
    }
  }
  return { held, owed };
}

const settingsOf = (deposits: 'carry' | 'realize', others: 'carry' | 'realize') =>
  ({ deposits, receiptTokens: others, liquidityTokens: others, ownTransfers: others }) as const;

/** One unit of a token that the pool lends, for nothing. */
const debtOf = (kind: HistoryKind): Operation => ({
  ...{ kind, wait: 0, wallet: 'alice', token: 'T', other: 'ETH' },
  ...{ quantity: 1, otherQuantity: 1, price: 0, otherPrice: 0, gas: 0, gasPrice: 0 },
});

describe('money is conserved', () => {
  test.each([
    settingsOf('carry', 'carry'),
    settingsOf('carry', 'realize'),
    settingsOf('realize', 'carry'),
    settingsOf('realize', 'realize'),
  ])(
    'realised + unrealised + income − expenses = money out − money in + what is left, held included, by every method: %o',
    (settings) => {
      fc.assert(
        fc.property(operations({ kinds: paidFor, priced: true }), (history) => {
          const movements = movementsOf(history);
          const { ledger } = run(movements, { currencies, ...settings });
          const price = 7n;
          for (const [index] of fourMethods.entries()) {
            let result = 0n;
            let left = 0n;
            for (const { inventory, decimals, income, expenses, methods } of ledger.accounts()) {
              const value = (inventory * price * 10n ** 18n) / 10n ** BigInt(decimals);
              const { realized, costBasis } = methods[index] ?? { realized: [], costBasis: [] };
              const unrealized = value - (costBasis[0] ?? 0n);
              result += (realized[0] ?? 0n) + unrealized + (income[0] ?? 0n) - (expenses[0] ?? 0n);
              left += value;
            }
            expect(result).toBe(moneyOut(movements, settings) + left);
          }
        }),
        {
          numRuns: 500,
          examples: [
            [[debtOf('borrow'), debtOf('liquidate'), { ...debtOf('repay'), price: 1 }, debtOf('buy')]],
          ],
        },
      );
    },
  );

  test('what is held and what is owed are what was handed over and borrowed, less what came back, by contract', () => {
    fc.assert(
      fc.property(operations(), (history) => {
        const movements = movementsOf(history);
        const { held, owed } = tally(movements);
        const [ownHeld, ownOwed] = [new Map<string, bigint>(), new Map<string, bigint>()];
        for (const account of book(movements).ledger.accounts()) {
          const { wallet, token, methods } = account;
          for (const part of account.held) ownHeld.set(`${wallet} ${token} ${part.heldBy}`, part.quantity);
          for (const part of account.owed) ownOwed.set(`${wallet} ${token} ${part.lender}`, part.quantity);
          for (const { heldCosts, costBasis } of methods) {
            expect(heldCosts.length).toBe(account.held.length);
            expect(sum(heldCosts.map(([cost = 0n]) => cost)) <= (costBasis[0] ?? 0n)).toBe(true);
          }
        }
        const open = (all: Map<string, bigint>) => [...all].filter(([, quantity]) => quantity > 0n).sort();
        expect(open(ownHeld)).toEqual(open(held));
        expect(open(ownOwed)).toEqual(open(owed));
      }),
      runs,
    );
  });
});

test('over bridges: what is met is what the movements alone say, and no cost is lost on the way, by every method', () => {
  let metCount = 0;
  let feeCount = 0;
  fc.assert(
    fc.property(bridgedOperations(), (history) => {
      const simple = history.map((operation): Operation => ({ ...operation, gas: 0 }));
      const movements = movementsOf(simple);
      const { met, waiting } = crossed(movements);
      metCount += met.size;
      const { ledger, disposals } = book(movements);
      const accounts = ledger.accounts();
      const onTheWay = accounts.flatMap(({ inTransit }) => inTransit.map(({ movement }) => movement));
      expect(onTheWay.sort()).toEqual(waiting.map(({ id }) => id).sort());
      // What is bought, on arrival as well, costs its market value in whole dollars.
      const bought = movements.filter(({ id, side }) => side === 'inflow' && !met.has(id));
      const paid = sum(bought.map((movement) => worthOf(movement)));
      for (const [index, method] of fourMethods.entries()) {
        const open = accounts.map(({ methods }) => methods[index]?.costBasis[0] ?? 0n);
        const rows = disposals.filter((row) => row.method === method);
        expect(sum(open) + sum(rows.map(({ cost }) => cost[0] ?? 0n))).toBe(paid);
        feeCount += rows.filter(({ treatment }) => treatment === 'BASIS_TRANSFER').length;
      }
    }),
    runs,
  );
  expect(metCount).toBeGreaterThan(500);
  expect(feeCount).toBeGreaterThan(500);
});

describe('cost is conserved', () => {
  test('what is bought one by one costs quantity × price, in lots and in disposals together', () => {
    fc.assert(
      fc.property(operations({ kinds: ['buy', 'sell', 'income', 'expense'] }), (history) => {
        const simple = history.map((operation): Operation => ({ ...operation, gas: 0 }));
        const movements = movementsOf(simple);
        const result = book(movements);
        const scales = { ETH: 24n, USDC: 20n, T: 18n };
        for (const token of tokens) {
          const bought = movements.filter((entry) => entry.token === token && entry.side === 'inflow');
          // USD prices are whole dollars, so a base unit costs price × 10^(18 − decimals) exactly.
          const unit = 10n ** (18n - (scales[token] - 18n));
          const cost = sum(
            bought.map((entry) => entry.quantity * ((entry.prices?.[0] ?? 0n) / 10n ** 36n) * unit),
          );
          for (const method of fourMethods) {
            const rows = result.disposals.filter((row) => row.method === method && row.token === token);
            const open = wallets.flatMap((wallet) => result.ledger.openLots(wallet, token, method));
            expect(sum([...rows, ...open].map((item) => item.cost[0] ?? 0n))).toBe(cost);
          }
        }
      }),
      runs,
    );
  });

  test('over trades, gas, moves and wraps every method accounts for the same cost', () => {
    fc.assert(
      fc.property(operations({ kinds: conserved }), (history) => {
        const result = book(movementsOf(history));
        const costs = fourMethods.map((method) => {
          const rows = result.disposals.filter((row) => row.method === method);
          const open = wallets.flatMap((wallet) =>
            everyToken.flatMap((token) => result.ledger.openLots(wallet, token, method)),
          );
          return [0, 1].map((currency) => sum([...rows, ...open].map((item) => item.cost[currency] ?? 0n)));
        });
        for (const cost of costs) expect(cost).toEqual(costs[0]);
      }),
      runs,
    );
  });

  test('everything sold, every method has realised the same total', () => {
    fc.assert(
      fc.property(operations({ kinds: conserved, priced: true }), (history) => {
        // What nothing can meet any more stays on its way, so that what is slowest to cross is taken.
        const slow = history.map((operation): Operation => {
          return operation.kind === 'depart' ? { ...operation, token: 'ETH' } : operation;
        });
        const gone = movementsOf(slow);
        const movements = [...gone, ...bringHome(gone)];
        const result = book([...movements, ...sellOut(movements, book(movements))]);
        const accounts = result.ledger.accounts();
        const totals = fourMethods.map((_, index) =>
          [0, 1].map((currency) =>
            sum(accounts.map((account) => account.methods[index]?.realized[currency] ?? 0n)),
          ),
        );
        for (const total of totals) expect(total).toEqual(totals[0]);
        for (const account of accounts) {
          expect(account.inventory).toBe(0n);
          for (const method of account.methods) expect(method.costBasis).toEqual([0n, 0n]);
        }
      }),
      runs,
    );
  });

  test('splitting a purchase into equal parts changes nothing', () => {
    const simple = operations({ kinds: ['buy', 'sell'], priced: true });
    fc.assert(
      fc.property(simple, fc.integer({ min: 2, max: 5 }), (history, parts) => {
        // One token and wallet, quantities that divide by the parts.
        const whole = history.map((operation): Operation => {
          const quantity = operation.kind === 'buy' ? operation.quantity * parts : operation.quantity;
          return { ...operation, wallet: 'alice', token: 'ETH', quantity, gas: 0, wait: 1 };
        });
        const split = whole.flatMap((operation): Operation[] => {
          if (operation.kind !== 'buy') return [operation];
          const part = { ...operation, quantity: operation.quantity / parts };
          return [part, ...new Array<Operation>(parts - 1).fill({ ...part, wait: 0 })];
        });
        // In the first currency a base unit costs a whole number of 10^-18, so that no part is rounded.
        const usd = { currencies: ['USD'] } as const;
        const inUsd = (movements: LedgerMovement[]) =>
          movements.map((entry) => ({ ...entry, prices: entry.prices?.slice(0, 1) ?? null }));
        const left = run(inUsd(movementsOf(whole)), usd).ledger.accounts();
        const right = run(inUsd(movementsOf(split)), usd).ledger.accounts();
        expect(right).toEqual(left);
      }),
      runs,
    );
  });
});
