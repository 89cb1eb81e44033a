/** Flows tell all that the books book, and no more: over random histories of every kind. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  AssetFlow,
  DisposedFlow,
  FlowAccount,
} from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import { kindsBut, movementsOf, operations } from '../histories.ts';
import { run } from '../support.ts';
import { flowsOfMovements } from './support.ts';

const runs = { numRuns: 1_000 };
const currencies = ['USD', 'ETH'] as const;

/** What each account has by its flows. */
function quantitiesOf(flows: readonly AssetFlow[]): Map<string, bigint> {
  const held = new Map<string, bigint>();
  const add = ({ wallet, token }: FlowAccount, quantity: bigint): void => {
    const name = `${wallet} ${token}`;
    held.set(name, (held.get(name) ?? 0n) + quantity);
  };
  for (const flow of flows) {
    if (flow.kind === 'carried' || flow.kind === 'restated') {
      for (const { account, quantity } of flow.from) add(account, -quantity);
      for (const { account, quantity } of flow.to) add(account, quantity);
    } else add(flow.account, flow.kind === 'acquired' ? flow.quantity : -flow.quantity);
  }
  return held;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

describe.each([
  {},
  { receiptTokens: 'carry', liquidityTokens: 'carry' },
  { deposits: 'realize', ownTransfers: 'realize' },
] as const)('in the settings %j', (settings) => {
  const options = { ...settings, currencies };

  test('each account has what its flows brought, less what they took', () => {
    fc.assert(
      fc.property(operations(), (history) => {
        const movements = movementsOf(history);
        const held = quantitiesOf(flowsOfMovements(movements, options));
        for (const { wallet, token, balance } of run(movements, options).ledger.accounts())
          expect([wallet, token, held.get(`${wallet} ${token}`) ?? 0n]).toEqual([wallet, token, balance]);
      }),
      runs,
    );
  });

  test('disposals are those of the books, with what they brought', () => {
    fc.assert(
      fc.property(operations(), (history) => {
        const movements = movementsOf(history);
        const flows = flowsOfMovements(movements, options);
        const told = flows.flatMap((flow) =>
          flow.kind === 'disposed'
            ? [[flow.account.wallet, flow.account.token, flow.timestamp, flow.quantity, netOf(flow)]]
            : [],
        );
        const rows = run(movements, { ...options, methods: ['FIFO'] }).disposals;
        const booked: unknown[][] = [];
        for (const row of rows) {
          const { wallet, token, disposedAt, quantity, proceeds } = row;
          if (row.part === 0) booked.push([wallet, token, disposedAt, quantity, proceeds]);
          else addPart(booked.at(-1) ?? [], quantity, proceeds);
        }
        expect(told).toEqual(booked);
      }),
      runs,
    );
  });
});

/** The books take fees off the proceeds. */
const netOf = ({ proceeds, fees }: DisposedFlow): (bigint | null)[] =>
  proceeds.map((amount, currency) => (amount === null ? null : amount - (fees[currency] ?? 0n)));

/** A disposal's parts make its whole. */
function addPart(whole: unknown[], quantity: bigint, proceeds: readonly (bigint | null)[]): void {
  const [, , , before, brought] = whole;
  if (typeof before !== 'bigint' || !Array.isArray(brought)) throw new Error('a part without its whole');
  whole[3] = before + quantity;
  whole[4] = brought.map((amount: bigint | null, place) => {
    const part = proceeds[place] ?? null;
    return amount === null || part === null ? null : amount + part;
  });
}

test('what was acquired cost what the books disposed of and still have', () => {
  // Without gifts, whose cost leaves without a disposal.
  const kinds = kindsBut('receive', 'gift', 'cover', 'land');
  fc.assert(
    fc.property(operations({ kinds }), (history) => {
      const movements = movementsOf(history);
      const acquired = flowsOfMovements(movements, { currencies }).flatMap((flow) =>
        flow.kind === 'acquired' ? [flow.cost[0] ?? 0n] : [],
      );
      const { disposals, ledger } = run(movements, { currencies, methods: ['FIFO'] });
      const gone = disposals.map(({ cost }) => cost[0] ?? 0n);
      const open = ledger.accounts().map(({ methods }) => methods[0]?.costBasis[0] ?? 0n);
      expect(sum(acquired)).toBe(sum(gone) + sum(open));
    }),
    runs,
  );
});
