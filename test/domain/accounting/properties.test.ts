import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerMovement, LedgerOptions } from '../../../src/domain/accounting/amounts/types.ts';
import { createCrossingOrder } from '../../../src/domain/accounting/booking/crossing-order.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { createLedger, type LedgerResult, restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { figuresBasis } from '../../../src/domain/accounting/period-figures.ts';
import { bridgedOperations, type HistoryKind, movementsOf, type Operation, operations } from './histories.ts';
import { fourMethods, optionsOf, run } from './support.ts';

const runs = { numRuns: 1000 };
const currencies = ['USD', 'ETH'] as const;
const options: LedgerOptions = optionsOf({ currencies });

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const book = (movements: readonly LedgerMovement[]): LedgerResult => run(movements, { currencies });

/** Everything that a ledger says, as plain data. */
function outputOf({ disposals, totals, issues, ledger }: LedgerResult) {
  return { disposals, totals, issues, accounts: ledger.accounts(), snapshot: ledger.snapshot() };
}

const anyHistory = fc.oneof(operations(), bridgedOperations());

describe('for any history', () => {
  test('balances are the sums of transfers minus fees, and what is held; inventory is balance plus shortfalls', () => {
    fc.assert(
      fc.property(operations(), (history) => {
        const movements = movementsOf(history);
        const result = book(movements);
        for (const account of result.ledger.accounts()) {
          const own = movements.filter(
            (entry) => entry.wallet === account.wallet && entry.token === account.token,
          );
          // What a protocol took was not the wallet's to send.
          const sent = own.filter(
            ({ heldBy, treatment }) => heldBy === null || treatment === 'HELD' || treatment === 'CARRY',
          );
          const moved = sum(
            sent.map((entry) => (entry.side === 'inflow' ? entry.quantity : -entry.quantity)),
          );
          const balance = moved + sum(account.held.map(({ quantity }) => quantity));
          expect(account.balance).toBe(balance);
          expect(account.inventory).toBe(balance + account.shortfall);
          for (const method of fourMethods) {
            const lots = result.ledger.openLots(account.wallet, account.token, method);
            expect(sum(lots.map((lot) => lot.remaining))).toBe(account.inventory);
            expect(lots.every((lot) => lot.remaining > 0n)).toBe(true);
          }
        }
      }),
      runs,
    );
  });

  test('every disposal’s gain is its proceeds less its cost, and realised totals are the sums of the gains', () => {
    fc.assert(
      fc.property(operations(), (history) => {
        const result = book(movementsOf(history));
        for (const row of result.disposals) {
          row.proceeds.forEach((proceeds, currency) => {
            const cost = row.cost[currency] ?? 0n;
            expect(row.gain[currency]).toBe(proceeds === null ? null : proceeds - cost);
          });
        }
        for (const account of result.ledger.accounts()) {
          for (const totals of account.methods) {
            const rows = result.disposals.filter(
              (row) =>
                row.wallet === account.wallet && row.token === account.token && row.method === totals.method,
            );
            expect(totals.realized).toEqual(
              [0, 1].map((index) => sum(rows.map((row) => row.gain[index] ?? 0n))),
            );
          }
        }
      }),
      runs,
    );
  });

  test('the order of the input does not matter', () => {
    const shuffled = anyHistory.chain((history) => {
      const movements = movementsOf(history);
      const length = movements.length;
      return fc.tuple(
        fc.constant(movements),
        fc.shuffledSubarray(movements, { minLength: length, maxLength: length }),
      );
    });
    fc.assert(
      fc.property(shuffled, ([movements, other]) => {
        expect(outputOf(book(other))).toEqual(outputOf(book(movements)));
      }),
      runs,
    );
  });

  test('stopped anywhere and resumed from its snapshot as JSON, the ledger says the same', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(), (history, seed) => {
        const full = outputOf(book(movementsOf(history)));
        const groups = groupMovements(movementsOf(history)).map((movements) => ({ movements }));
        const order = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
        const booked: ReturnType<typeof order.end>[number][] = [];
        // A snapshot is taken where nothing that stands before what was booked still waits.
        const cuts = [0];
        for (const group of groups) {
          booked.push(...order.add(group));
          if (order.isInOrder()) cuts.push(booked.length);
        }
        booked.push(...order.end());
        const cut = cuts[seed % cuts.length] ?? 0;
        const disposals: unknown[] = [];
        const totals: unknown[] = [];
        const issues: unknown[] = [];
        const sink = {
          disposal: (row: unknown) => disposals.push(row),
          totals: (event: unknown) => totals.push(event),
          issue: (issue: unknown) => issues.push(issue),
        };
        const first = createLedger(options, sink);
        for (const { group, isAhead } of booked.slice(0, cut)) first.apply(group.movements, isAhead);
        const ledger = restoreLedger(JSON.parse(JSON.stringify(first.snapshot())), sink);
        // Whoever goes on from it knows nothing but what stands after it.
        const isDone = new Set(booked.slice(0, cut).map(({ group }) => group));
        const later = createCrossingOrder<{ movements: readonly LedgerMovement[] }>();
        const rest = groups.filter((group) => !isDone.has(group)).flatMap((group) => later.add(group));
        for (const { group, isAhead } of [...rest, ...later.end()]) ledger.apply(group.movements, isAhead);
        const resumed = {
          disposals,
          totals,
          issues,
          accounts: ledger.accounts(),
          snapshot: ledger.snapshot(),
        };
        expect(resumed).toEqual(full);
      }),
      runs,
    );
  });
});

test('for any history: MISSING exactly where a disposal is, else UNPRICED exactly where something has no price', () => {
  fc.assert(
    fc.property(operations(), (history) => {
      const movements = movementsOf(history);
      const earned = earnedBy(movements);
      const result = book(movements);
      for (const account of result.ledger.accounts()) {
        const isOwn = (entry: { wallet: string; token: string }) =>
          entry.wallet === account.wallet && entry.token === account.token;
        for (const { method, unknown } of account.methods) {
          const rows = result.disposals.filter((row) => row.method === method && isOwn(row));
          for (const currency of [0, 1]) {
            const isMissing = rows.some(({ basis }) => basis[currency] === 'MISSING');
            const isUnpriced =
              rows.some((row) => row.basis[currency] === 'UNPRICED' || row.proceeds[currency] === null) ||
              earned.some((entry) => isOwn(entry) && entry.prices?.[currency] === null);
            const expected = isMissing ? 'MISSING' : isUnpriced ? 'UNPRICED' : 'COMPLETE';
            const counts = { missing: unknown.missing, unpriced: unknown.unpriced[currency] ?? 0 };
            expect(figuresBasis('COMPLETE', counts)).toBe(expected);
          }
        }
      }
    }),
    { numRuns: 500, examples: [[[one('deposit', 1), one('withdraw', 2)]]] },
  );
});

/** Without a price. */
const one = (kind: HistoryKind, quantity: number): Operation => ({
  ...{ kind, wait: 0, wallet: 'alice', token: 'USDC', other: 'USDC' },
  ...{ quantity, otherQuantity: 1, price: null, otherPrice: null, gas: 0, gasPrice: null },
});

/** Income, and what comes back from where something was handed over beyond what went there. */
function earnedBy(movements: readonly LedgerMovement[]): LedgerMovement[] {
  const held = new Map<string, bigint>();
  return movements.filter(({ wallet, token, heldBy, side, treatment, quantity }) => {
    if (heldBy === null) return treatment === 'INCOME';
    const name = `${wallet} ${token} ${heldBy}`;
    const before = held.get(name);
    // What a protocol took was held by it, as what came back.
    const comesOut = treatment !== 'HELD' || side === 'inflow';
    if (!comesOut) held.set(name, (before ?? 0n) + quantity);
    else if (before !== undefined) held.set(name, before < quantity ? 0n : before - quantity);
    return comesOut && before !== undefined && before < quantity;
  });
}
