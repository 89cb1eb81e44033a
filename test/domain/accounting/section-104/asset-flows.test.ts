/** Flows tell all that the books book, and no more: over random histories of every kind, and case by case. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  AssetFlow,
  DisposedFlow,
  FlowAccount,
} from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import { movementsOf, operations } from '../histories.ts';
import { arrive, gas, inflow, leave, outflow, run, usd } from '../support.ts';
import { flowsOfMovements, gainsOf, gainText } from './support.ts';

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
  const kinds = [
    'buy',
    'sell',
    'swap',
    'refund',
    'income',
    'expense',
    'fail',
    'move',
    'wrap',
    'deposit',
    'withdraw',
  ] as const;
  const more = [
    'seize',
    'borrow',
    'repay',
    'liquidate',
    'fill',
    'claim',
    'receipt',
    'liquidity',
    'depart',
  ] as const;
  fc.assert(
    fc.property(operations({ kinds: [...kinds, ...more] }), (history) => {
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

/** `<kind> <quantity> <token>` and what it cost or brought. */
const flowText = (flow: AssetFlow): string => {
  const amount = (quantity: bigint): string => usd(quantity);
  if (flow.kind === 'carried')
    return `carried ${flow.from.map(({ account, quantity }) => `${amount(quantity)} ${account.token} of ${account.wallet}`)} to ${flow.to.map(({ account, quantity }) => `${amount(quantity)} ${account.token} of ${account.wallet}`)}`;
  if (flow.kind === 'restated')
    return `restated ${flow.from.map(({ account, quantity }) => `${amount(quantity)} ${account.token} of ${account.wallet}`)} to ${flow.to.map(({ account, quantity, cost, basis }) => `${amount(quantity)} ${account.token} of ${account.wallet} for ${usd(cost[0] ?? 0n)} ${basis[0]}`)}`;
  const { account, quantity } = flow;
  const what = `${flow.kind} ${amount(quantity)} ${account.token}`;
  if (flow.kind === 'acquired') return `${what} for ${usd(flow.cost[0] ?? 0n)} ${flow.basis[0]}`;
  const proceeds = flow.kind === 'disposed' ? flow.proceeds[0] : undefined;
  return proceeds === undefined ? what : `${what} for ${proceeds === null ? '?' : usd(proceeds)}`;
};

const textsOf = (movements: Parameters<typeof flowsOfMovements>[0]): string[] =>
  flowsOfMovements(movements).map(flowText);

const at = '2024-03-01T12:00:00Z';

test('fees join the cost, and are disposals themselves', () => {
  expect(
    textsOf([
      gas({ tx: 'a', at, amount: '0.01', price: '3000' }),
      inflow({ id: 'a1', tx: 'a', at, token: 'UNI', amount: '10', price: '7' }),
    ]),
  ).toEqual(['disposed 0.01 ETH for 30', 'acquired 10 UNI for 100 COMPLETE']);
});

test('fees of a disposal are costs of it, and leave the proceeds what they are', () => {
  // A worthless token, whose sale costs 30 of gas; then 10 at 7 with the same fee: 70 − (10 at 1, and 30) is 30.
  const line = (tx: string) => gas({ tx, at, amount: '0.01', price: '3000' });
  const found = gainsOf([
    inflow({ id: 'b', at: '2024-01-01T12:00:00Z', token: 'UNI', amount: '20', price: '1' }),
    inflow({ id: 'c', at: '2024-01-01T12:00:00Z', token: 'DUST', amount: '5', price: '0' }),
    ...[line('d'), outflow({ id: 'd1', tx: 'd', at, token: 'UNI', amount: '10', price: '7' })],
    ...[line('e'), outflow({ id: 'e1', tx: 'e', at, token: 'DUST', amount: '5', price: '0' })],
  ]);
  expect(found.filter(({ asset }) => asset !== 'ETH').map(gainText)).toEqual([
    '2024-03-01 10 UNI for 70: pool 10 at 10, fees 30; gain 30; left 10 at 10',
    '2024-03-01 5 DUST for 0: pool 5 at 0, fees 30; gain -30; left 0 at 0',
  ]);
});

test('a move loses its fee on the way; what is too much has no known origin', () => {
  expect(
    textsOf([
      inflow({ id: 'b', at, amount: '2', price: '1000' }),
      leave({ id: 'c1', tx: 'c', at, amount: '1', price: '1000', pair: 'p', item: 1 }),
      arrive({ id: 'c2', tx: 'c', at, wallet: 'bob', amount: '0.9', price: '1000', pair: 'p', item: 2 }),
    ]),
  ).toEqual([
    'acquired 2 ETH for 2000 COMPLETE',
    'disposed 0.1 ETH for 100',
    'carried 0.9 ETH of alice to 0.9 ETH of bob',
  ]);
  expect(
    textsOf([
      leave({ id: 'c1', tx: 'c', at, amount: '1', price: '1000', pair: 'p', item: 1 }),
      arrive({ id: 'c2', tx: 'c', at, wallet: 'bob', amount: '1.5', price: '1000', pair: 'p', item: 2 }),
    ]),
  ).toEqual(['carried 1 ETH of alice to 1 ETH of bob', 'acquired 0.5 ETH for 0 MISSING']);
});

test('what protocols hold moves nothing; what they earned comes in', () => {
  const held = { treatment: 'HELD' as const, price: '1000' };
  expect(
    textsOf([
      inflow({ id: 'b', at, amount: '2', price: '1000' }),
      outflow({ id: 'd', at, amount: '2', ...held }),
      inflow({ id: 'e', at, amount: '2.5', ...held }),
      outflow({ id: 'g', at, amount: '1', price: '1000', treatment: 'NON_TAXABLE' }),
    ]),
  ).toEqual(['acquired 2 ETH for 2000 COMPLETE', 'acquired 0.5 ETH for 500 COMPLETE', 'dropped 1 ETH']);
});

test('a stated cost drops what left for it', () => {
  expect(
    textsOf([
      inflow({ id: 'b', at, amount: '2', price: '1000' }),
      outflow({ id: 'd', at, amount: '1', over: { chain: '1' }, price: '1000' }),
      inflow({
        id: 'e',
        at,
        amount: '1',
        over: { chain: '10' },
        price: '1000',
        token: 'ETH on 10',
        stated: { cost: '70' },
      }),
    ]),
  ).toEqual([
    'acquired 2 ETH for 2000 COMPLETE',
    'restated 1 ETH of alice to 1 ETH on 10 of alice for 70 COMPLETE',
  ]);
});

test('what a protocol gives back at a stated cost replaces what it held; what is beyond that is new', () => {
  const held = { treatment: 'HELD' as const, price: '1000' };
  // 3 of 4 had gone in: 300 of the 400 that are stated are theirs.
  expect(
    textsOf([
      inflow({ id: 'b', at, amount: '3', price: '1000' }),
      outflow({ id: 'd', at, amount: '3', ...held }),
      inflow({
        id: 'e',
        at,
        amount: '4',
        ...held,
        stated: { cost: '400', acquiredAt: '2020-01-01T00:00:00Z' },
      }),
    ]),
  ).toEqual([
    'acquired 3 ETH for 3000 COMPLETE',
    'restated 3 ETH of alice to 3 ETH of alice for 300 COMPLETE',
    'acquired 1 ETH for 100 COMPLETE',
  ]);
  // Nothing is known to have gone in.
  expect(textsOf([inflow({ id: 'e', at, amount: '4', ...held, stated: { cost: '400' } })])).toEqual([
    'acquired 4 ETH for 400 COMPLETE',
  ]);
});
