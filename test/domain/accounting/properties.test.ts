import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerMovement, LedgerOptions } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { createLedger, type LedgerResult, restoreLedger } from '../../../src/domain/accounting/ledger.ts';
import { bridgedOperations, movementsOf, operations } from './histories.ts';
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
        const groups = groupMovements(movementsOf(history));
        const full = outputOf(book(movementsOf(history)));
        const cut = seed % (groups.length + 1);
        const disposals: unknown[] = [];
        const totals: unknown[] = [];
        const issues: unknown[] = [];
        const sink = {
          disposal: (row: unknown) => disposals.push(row),
          totals: (event: unknown) => totals.push(event),
          issue: (issue: unknown) => issues.push(issue),
        };
        const first = createLedger(options, sink);
        for (const group of groups.slice(0, cut)) first.apply(group);
        const ledger = restoreLedger(JSON.parse(JSON.stringify(first.snapshot())), sink);
        for (const group of groups.slice(cut)) ledger.apply(group);
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
