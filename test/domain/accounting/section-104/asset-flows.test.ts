/** What each kind of step tells as flows, case by case. */
import { describe, expect, test } from 'vitest';
import type {
  AssetFlow,
  CarriedFlow,
  CarriedPart,
} from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import { applyCorrections } from '../../../../src/domain/accounting/booking/lay-corrections.ts';
import { arrive, gas, inflow, leave, optionsOf, outflow, usd } from '../support.ts';
import { flowsOfMovements, gainsOf, gainText } from './support.ts';

const partText = ({ account, quantity }: CarriedPart): string =>
  `${usd(quantity)} ${account.token} of ${account.wallet}`;

/** Which part of the cost goes where, as its weights have it; ?: a weight is not known. */
function sharesText(to: CarriedFlow['to']): string {
  const weights = to.map(({ weight }) =>
    weight === null ? null : Number(weight.numerator) / Number(weight.denominator),
  );
  const sum = weights.reduce((total: number, weight) => total + (weight ?? 0), 0);
  return weights
    .map((weight) => (weight === null ? '?' : `${Math.round((100 * weight) / sum)} %`))
    .join(' : ');
}

/** `<kind> <quantity> <token>` and what it cost or brought; of several ends, how the cost is shared. */
const flowText = (flow: AssetFlow): string => {
  if (flow.kind === 'carried') {
    const shares = flow.to.length > 1 ? `, ${sharesText(flow.to)}` : '';
    return `carried ${flow.from.map(partText)} to ${flow.to.map(partText)}${shares}`;
  }
  if (flow.kind === 'restated') {
    const ends = flow.to.map((part) => `${partText(part)} for ${usd(part.cost[0] ?? 0n)} ${part.basis[0]}`);
    return `restated ${flow.from.map(partText)} to ${ends}`;
  }
  const { account, quantity } = flow;
  const what = `${flow.kind} ${usd(quantity)} ${account.token}`;
  if (flow.kind === 'acquired') return `${what} for ${usd(flow.cost[0] ?? 0n)} ${flow.basis[0]}`;
  const proceeds = flow.kind === 'disposed' ? flow.proceeds[0] : undefined;
  return proceeds === undefined ? what : `${what} for ${proceeds === null ? '?' : usd(proceeds)}`;
};

const textsOf = (...given: Parameters<typeof flowsOfMovements>): string[] =>
  flowsOfMovements(...given).map(flowText);

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

test('what comes back within its transaction is no flow', () => {
  expect(
    textsOf([
      outflow({ id: 'a1', tx: 'a', at, item: 1, amount: '1', price: '1000' }),
      inflow({ id: 'a2', tx: 'a', at, item: 2, amount: '1', price: '1000' }),
    ]),
  ).toEqual([]);
});

describe('a cost that the client gives to what came in', () => {
  const basis = { cost: [70n * 10n ** 18n], acquiredAt: 0 };
  /** Laid over one transfer. */
  const given = (movements: Parameters<typeof flowsOfMovements>[0], of: string, change = {}) =>
    textsOf(
      applyCorrections(
        movements,
        (id) => (id === of ? { treatment: null, prices: null, basis, ...change } : undefined),
        optionsOf(),
      ),
    );
  const one = { tx: 'm', at, price: '150' };
  const gift = inflow({ ...one, id: 'in', item: 2, token: 'UNI', amount: '5', treatment: 'NON_TAXABLE' });

  test('is that of what moved; the fee of the move stays what it is', () => {
    expect(
      given(
        [
          gas({ ...one, amount: '0.01' }),
          leave({ ...one, id: 'm1', item: 1, amount: '5', pair: 'p' }),
          arrive({ ...one, id: 'm2', item: 2, amount: '5', wallet: 'bob', pair: 'p' }),
        ],
        'm2',
      ),
    ).toEqual(['disposed 0.01 ETH for 1.5', 'restated 5 ETH of alice to 5 ETH of bob for 70 COMPLETE']);
  });

  test('is one change for all that went on in it', () => {
    const ends = (['ETH', 'DAI'] as const).map((token, item) =>
      leave({ ...one, id: `m${item}`, item, token, amount: '1', pair: 'p', kind: 'wrap' }),
    );
    const share = arrive({ ...one, id: 'm3', item: 3, token: 'SHARE', amount: '2', pair: 'p', kind: 'wrap' });
    expect(given([...ends, share], 'm3')).toEqual([
      'restated 1 ETH of alice,1 DAI of alice to 2 SHARE of alice for 70 COMPLETE',
    ]);
  });

  test('beside a sale is an acquisition', () => {
    const sale = outflow({ ...one, id: 'out', item: 1, amount: '1' });
    expect(given([sale, gift], 'in')).toEqual(['disposed 1 ETH for 150', 'acquired 5 UNI for 70 COMPLETE']);
  });

  test('beside another gift that came in is an acquisition, as that is', () => {
    const other = inflow({
      ...one,
      id: 'other',
      item: 1,
      token: 'DAI',
      amount: '3',
      treatment: 'NON_TAXABLE',
    });
    expect(given([other, gift], 'in')).toEqual([
      'acquired 3 DAI for 0 MISSING',
      'acquired 5 UNI for 70 COMPLETE',
    ]);
  });

  test('as income, beside something given away, is an acquisition', () => {
    const away = outflow({ ...one, id: 'out', item: 1, amount: '1', treatment: 'NON_TAXABLE' });
    const income = inflow({ ...one, id: 'in', item: 2, token: 'UNI', amount: '5', treatment: 'INCOME' });
    expect(given([away, income], 'in')).toEqual(['dropped 1 ETH', 'acquired 5 UNI for 70 COMPLETE']);
    const bought = inflow({ ...one, id: 'in', item: 2, token: 'UNI', amount: '5' });
    expect(textsOf([away, bought])).toEqual(['dropped 1 ETH', 'acquired 5 UNI for 750 COMPLETE']);
  });
});

describe('what a protocol holds', () => {
  const bought = inflow({ id: 'b', at: '2023-01-01', amount: '3', price: '1000' });
  const deposit = outflow({ id: 'd', at: '2023-02-01', amount: '2', price: '1000', treatment: 'HELD' });
  const receipt = {
    ...{ id: 'r', at, token: 'SHARE', amount: '4', price: '600' },
    settles: { amount: '2', price: '1200', isReceipt: true },
  };
  const before = 'acquired 3 ETH for 3000 COMPLETE';

  test('is sold for what is got for it', () => {
    // 4 shares at 600.
    expect(textsOf([bought, deposit, inflow(receipt)])).toEqual([
      before,
      'disposed 2 ETH for 2400',
      'acquired 4 SHARE for 2400 COMPLETE',
    ]);
    // Of 3 that were to be sold it has 2, and their share of what came.
    const more = { ...receipt, settles: { ...receipt.settles, amount: '3' } };
    expect(textsOf([bought, deposit, inflow(more)])).toEqual([
      before,
      'disposed 2 ETH for 1600',
      'acquired 4 SHARE for 2400 COMPLETE',
    ]);
  });

  test('goes on in a receipt, where receipts carry', () => {
    const settings = { receiptTokens: 'carry' } as const;
    expect(textsOf([bought, deposit, inflow(receipt)], settings)).toEqual([
      before,
      'carried 2 ETH of alice to 4 SHARE of alice',
    ]);
    const stated = { ...receipt, stated: { cost: '900' } };
    expect(textsOf([bought, deposit, inflow(stated)], settings)).toEqual([
      before,
      'restated 2 ETH of alice to 4 SHARE of alice for 900 COMPLETE',
    ]);
  });

  test('is disposed of where the protocol takes it; what it took beyond what went in had been earned', () => {
    const taken = (amount: string) =>
      outflow({ id: 't', at, amount, price: '1000', treatment: 'EXPENSE', by: 'farm' });
    expect(textsOf([bought, deposit, taken('2')])).toEqual([before, 'disposed 2 ETH for 2000']);
    expect(textsOf([bought, deposit, taken('2.5')])).toEqual([
      before,
      'acquired 0.5 ETH for 500 COMPLETE',
      'disposed 2.5 ETH for 2500',
    ]);
  });

  test('what it earned without a price has no known cost; what never went in has no known origin', () => {
    const out = { id: 'w', at, amount: '3', treatment: 'HELD' } as const;
    expect(textsOf([bought, deposit, inflow({ ...out, price: null })])).toEqual([
      before,
      'acquired 1 ETH for 0 UNPRICED',
    ]);
    expect(textsOf([inflow({ ...out, price: '1000' })])).toEqual(['acquired 3 ETH for 0 MISSING']);
  });

  test('and gives back as it was, at a stated cost, is all of it', () => {
    const back = { id: 'w', at, amount: '2', price: '1000', treatment: 'HELD' } as const;
    expect(textsOf([bought, deposit, inflow({ ...back, stated: { cost: '300' } })])).toEqual([
      before,
      'restated 2 ETH of alice to 2 ETH of alice for 300 COMPLETE',
    ]);
  });
});

describe('what arrives', () => {
  const end = (id: string, item: number) => ({ id, tx: 'c', at, item, pair: 'p' });

  test('without anything that left for it has no known origin', () => {
    expect(textsOf([arrive({ ...end('c1', 1), wallet: 'bob', amount: '1', price: '1000' })])).toEqual([
      'acquired 1 ETH for 0 MISSING',
    ]);
  });

  test('over a bridge that nothing is known to have gone over has the cost that is stated', () => {
    const over = { over: { chain: '10' }, token: 'ETH on 10', stated: { cost: '70' } };
    expect(textsOf([inflow({ id: 'e', at, amount: '1', price: '1000', ...over })])).toEqual([
      'acquired 1 ETH on 10 for 70 COMPLETE',
    ]);
  });

  test('of one token in two wallets shares the cost by quantities, whatever is known of prices', () => {
    const priced = (price: string | null) => [
      leave({ ...end('c1', 1), amount: '4', price }),
      arrive({ ...end('c2', 2), wallet: 'bob', amount: '1', price }),
      arrive({ ...end('c3', 3), wallet: 'carol', amount: '3', price }),
    ];
    for (const price of ['1000', null])
      expect(textsOf(priced(price))).toEqual([
        'carried 4 ETH of alice to 1 ETH of bob,3 ETH of carol, 25 % : 75 %',
      ]);
  });

  test('of two wallets in one takes the lots of both', () => {
    expect(
      textsOf([
        leave({ ...end('c1', 1), amount: '2', price: '1000' }),
        leave({ ...end('c2', 2), wallet: 'bob', amount: '1', price: '1000' }),
        arrive({ ...end('c3', 3), wallet: 'carol', amount: '3', price: '1000' }),
      ]),
    ).toEqual(['carried 2 ETH of alice,1 ETH of bob to 3 ETH of carol']);
  });

  test('as other tokens shares the cost by market value; equally where one of them is not known', () => {
    const parts = (price: string | null) => [
      leave({ ...end('c1', 1), amount: '1', price: '1000', kind: 'wrap' }),
      arrive({ ...end('c2', 2), token: 'AAA', amount: '2', price: '300', kind: 'wrap' }),
      arrive({ ...end('c3', 3), token: 'BBB', amount: '1', price, kind: 'wrap' }),
    ];
    // 600 to 400.
    expect(textsOf(parts('400'))).toEqual([
      'carried 1 ETH of alice to 2 AAA of alice,1 BBB of alice, 60 % : 40 %',
    ]);
    expect(textsOf(parts(null))).toEqual([
      'carried 1 ETH of alice to 2 AAA of alice,1 BBB of alice, 100 % : ?',
    ]);
  });

  test('more as another token than had left is not too much', () => {
    const wrap = { kind: 'wrap', price: '1000' } as const;
    expect(
      textsOf([
        leave({ ...end('c1', 1), amount: '1', ...wrap }),
        arrive({ ...end('c2', 2), token: 'STETH', amount: '1.5', ...wrap }),
      ]),
    ).toEqual(['carried 1 ETH of alice to 1.5 STETH of alice']);
  });
});
