import { describe, expect, test } from 'vitest';
import { arrive, figures, inflow, issues, leave, lots, matches, run } from './support.ts';

const at = '2024-03-01';

/** Alice: 2 ETH for 100 each in 2022, 3 for 200 each in 2023. */
const held = [
  inflow({ id: 'a', at: '2022-01-01', amount: '2', price: '100' }),
  inflow({ id: 'b', at: '2023-01-01', amount: '3', price: '200' }),
];
describe('wrapping', () => {
  test('and unwrapping carries cost and dates, whatever the settings', () => {
    const result = run(
      [
        ...held,
        leave({ id: 'w1', tx: 'wrap', item: 1, at, amount: '3', price: '500', pair: 'w', kind: 'wrap' }),
        arrive({
          id: 'w2',
          tx: 'wrap',
          item: 2,
          at,
          token: 'WETH',
          amount: '3',
          price: '500',
          pair: 'w',
          kind: 'wrap',
        }),
        leave({
          id: 'u1',
          tx: 'z',
          item: 1,
          at: '2024-03-02',
          token: 'WETH',
          amount: '1',
          pair: 'u',
          kind: 'wrap',
        }),
        arrive({ id: 'u2', tx: 'z', item: 2, at: '2024-03-02', amount: '1', pair: 'u', kind: 'wrap' }),
      ],
      { ownTransfers: 'realize', receiptTokens: 'realize' },
    );
    expect(matches(result)).toEqual([]);
    // a (2) and 1 of b were wrapped; half of a comes back.
    expect(lots(result, 'alice', 'WETH')).toEqual(['a 2022-01-01: 1, 100', 'b 2023-01-01: 1, 200']);
    expect(lots(result, 'alice', 'ETH')).toEqual(['a 2022-01-01: 1, 100', 'b 2023-01-01: 2, 400']);
  });
});

describe('receipt tokens', () => {
  // 4 ETH deposited for 8 shares worth 240 each (1920), later 8 shares back for 5 ETH at 600 (3000).
  const deposit = [
    leave({ id: 'd1', tx: 'd', item: 1, at, amount: '4', price: '500', pair: 'd', kind: 'receipt' }),
    arrive({
      id: 'd2',
      tx: 'd',
      item: 2,
      at,
      token: 'S',
      amount: '8',
      price: '240',
      tier: 'other',
      pair: 'd',
      kind: 'receipt',
    }),
  ];
  const later = '2024-09-01';
  const withdraw = [
    leave({
      id: 'w1',
      tx: 'w',
      item: 1,
      at: later,
      token: 'S',
      amount: '8',
      price: null,
      pair: 'w',
      kind: 'receipt',
    }),
    arrive({ id: 'w2', tx: 'w', item: 2, at: later, amount: '5', price: '600', pair: 'w', kind: 'receipt' }),
  ];

  test('realised: a trade each way', () => {
    // Deposit: V = 4 × 500 = 2000, the better price; cost 200 + 400. Withdrawal: V = 3000 against 2000.
    const result = run([...held, ...deposit, ...withdraw]);
    expect(matches(result)).toEqual([
      'd1 < a: 2 ETH, 1000 - 200 = 800',
      'd1 < b: 2 ETH, 1000 - 400 = 600',
      'w1 < d2: 8 S, 3000 - 2000 = 1000',
    ]);
    expect(lots(result, 'alice', 'ETH')).toEqual(['b 2023-01-01: 1, 200', 'w2 2024-09-01: 5, 3000']);
  });

  test('carried: all that left turns into all that arrived', () => {
    // 2 of a for 200 → 4 shares → 2.5 ETH; 2 of b for 400 likewise.
    const options = { receiptTokens: 'carry' } as const;
    const deposited = run([...held, ...deposit], options);
    expect(lots(deposited, 'alice', 'S')).toEqual(['a 2022-01-01: 4, 200', 'b 2023-01-01: 4, 400']);
    const result = run([...held, ...deposit, ...withdraw], options);
    expect(matches(result)).toEqual([]);
    expect(issues(result)).toEqual([]);
    expect(figures(result, { token: 'S' })).toMatchObject({ balance: '0', expenses: '0' });
    expect(lots(result, 'alice', 'ETH')).toEqual([
      'a 2022-01-01: 2.5, 200',
      'b 2023-01-01: 1, 200',
      'b 2023-01-01: 2.5, 400',
    ]);
  });

  test('carried, several legs: quantities by the value that went in, costs by the value that came out', () => {
    // In: 1 ETH (cost 100, worth 300) and 100 USDC (cost 100, worth 100) → 8 LP: 6 and 2.
    // Out: 8 LP → 1 ETH worth 300 and 900 USDC worth 900: costs 1 : 3.
    const pair = { pair: 'in', kind: 'receipt' } as const;
    const back = { pair: 'out', kind: 'receipt', at: '2024-05-01', tx: 'y' } as const;
    const result = run(
      [
        inflow({ id: 'e', at: '2022-01-01', amount: '1', price: '100' }),
        inflow({ id: 'u', at: '2023-01-01', token: 'USDC', amount: '100', price: '1' }),
        leave({ id: '1', tx: 'x', item: 1, at, amount: '1', price: '300', ...pair }),
        leave({ id: '2', tx: 'x', item: 2, at, token: 'USDC', amount: '100', price: '1', ...pair }),
        arrive({ id: '3', tx: 'x', item: 3, at, token: 'LP', amount: '8', price: null, ...pair }),
        leave({ id: '4', item: 1, token: 'LP', amount: '8', price: null, ...back }),
        arrive({ id: '5', item: 2, amount: '1', price: '300', ...back }),
        arrive({ id: '6', item: 3, token: 'USDC', amount: '900', price: '1', ...back }),
      ],
      { receiptTokens: 'carry' },
    );
    expect(lots(result, 'alice', 'ETH')).toEqual(['e 2022-01-01: 0.75, 25', 'u 2023-01-01: 0.25, 25']);
    expect(lots(result, 'alice', 'USDC')).toEqual(['e 2022-01-01: 675, 75', 'u 2023-01-01: 225, 75']);
  });

  test('carried, legs of tiny value: as their values stand to each other, not as they are rounded', () => {
    // 600 of cost; X is worth 3 × 10^-18, Y 1.5 × 10^-18, as money 2: two thirds and a third.
    const end = { tx: 'x', at, price: '0.0000000000000000015', pair: 'd', kind: 'receipt' } as const;
    const result = run(
      [
        inflow({ id: 'b', at: '2023-01-01', amount: '3', price: '200' }),
        leave({ ...end, id: 'o', item: 1, amount: '3' }),
        arrive({ ...end, id: 'i', item: 2, token: 'X', amount: '2' }),
        arrive({ ...end, id: 'j', item: 3, token: 'Y', amount: '1' }),
      ],
      { receiptTokens: 'carry' },
    );
    expect(lots(result, 'alice', 'X')).toEqual(['b 2023-01-01: 2, 400']);
    expect(lots(result, 'alice', 'Y')).toEqual(['b 2023-01-01: 1, 200']);
  });

  test('carried into a position NFT: lots are joined under the later date, no cost is lost', () => {
    const pair = { pair: 'in', kind: 'receipt' } as const;
    const result = run(
      [
        ...held,
        inflow({ id: 'u', at: '2021-01-01', token: 'USDC', amount: '100', price: '1' }),
        leave({ id: '1', tx: 'x', item: 1, at, amount: '5', price: '300', ...pair }),
        leave({ id: '2', tx: 'x', item: 2, at, token: 'USDC', amount: '100', price: '1', ...pair }),
        arrive({ id: '3', tx: 'x', item: 3, at, token: 'nft:1', nft: true, amount: '1', ...pair }),
      ],
      { receiptTokens: 'carry' },
    );
    // 200 + 600 + 100; the youngest is b of 2023.
    expect(lots(result, 'alice', 'nft:1')).toEqual(['b 2023-01-01: 1, 900']);
  });

  test('carried, with a leg of unknown value: equally', () => {
    // In: 1 ETH (worth 300) and 5 X of unknown worth → 8 LP: 4 and 4. Out: costs to ETH and X in halves.
    const pair = { pair: 'in', kind: 'receipt' } as const;
    const back = { pair: 'out', kind: 'receipt', at: '2024-05-01', tx: 'y' } as const;
    const movements = [
      inflow({ id: 'e', at: '2022-01-01', amount: '1', price: '100' }),
      inflow({ id: 'j', at: '2023-01-01', token: 'X', amount: '5', price: '4' }),
      leave({ id: '1', tx: 'x', item: 1, at, amount: '1', price: '300', ...pair }),
      leave({ id: '2', tx: 'x', item: 2, at, token: 'X', amount: '5', price: null, ...pair }),
      arrive({ id: '3', tx: 'x', item: 3, at, token: 'LP', amount: '8', price: null, ...pair }),
    ];
    const deposited = run(movements, { receiptTokens: 'carry' });
    expect(lots(deposited, 'alice', 'LP')).toEqual(['e 2022-01-01: 4, 100', 'j 2023-01-01: 4, 20']);
    const result = run(
      [
        ...movements,
        leave({ id: '4', item: 1, token: 'LP', amount: '8', price: null, ...back }),
        arrive({ id: '5', item: 2, amount: '1', price: '300', ...back }),
        arrive({ id: '6', item: 3, token: 'X', amount: '5', price: null, ...back }),
      ],
      { receiptTokens: 'carry' },
    );
    expect(lots(result, 'alice', 'ETH')).toEqual(['e 2022-01-01: 0.5, 50', 'j 2023-01-01: 0.5, 10']);
    expect(lots(result, 'alice', 'X')).toEqual(['e 2022-01-01: 2.5, 50', 'j 2023-01-01: 2.5, 10']);
  });

  test('carried, of legs that are all worth nothing: equally per leg', () => {
    // Two lots of A and one of B: half of the 8 LP each side, 2 + 2 and 4.
    const pair = { pair: 'in', kind: 'receipt', tx: 'x', at, price: '0' } as const;
    const result = run(
      [
        inflow({ id: 'a1', at: '2021-01-01', token: 'A', amount: '1', price: '1' }),
        inflow({ id: 'a2', at: '2022-01-01', token: 'A', amount: '1', price: '2' }),
        inflow({ id: 'b', at: '2023-01-01', token: 'B', amount: '5', price: '1' }),
        leave({ id: '1', item: 1, token: 'A', amount: '2', ...pair }),
        leave({ id: '2', item: 2, token: 'B', amount: '5', ...pair }),
        arrive({ id: '3', item: 3, token: 'LP', amount: '8', ...pair }),
      ],
      { receiptTokens: 'carry' },
    );
    expect(lots(result, 'alice', 'LP')).toEqual([
      'a1 2021-01-01: 2, 1',
      'a2 2022-01-01: 2, 2',
      'b 2023-01-01: 4, 5',
    ]);
  });

  test('carried, a leg worth nothing keeps its cost in the last lot', () => {
    const pair = { pair: 'in', kind: 'receipt' } as const;
    const result = run(
      [
        inflow({ id: 'e', at: '2022-01-01', amount: '1', price: '100' }),
        inflow({ id: 'j', at: '2021-01-01', token: 'JUNK', amount: '5', price: '7' }),
        leave({ id: '1', tx: 'x', item: 1, at, amount: '1', price: '300', ...pair }),
        leave({ id: '2', tx: 'x', item: 2, at, token: 'JUNK', amount: '5', price: '0', ...pair }),
        arrive({ id: '3', tx: 'x', item: 3, at, token: 'LP', amount: '8', price: null, ...pair }),
      ],
      { receiptTokens: 'carry' },
    );
    expect(lots(result, 'alice', 'LP')).toEqual(['e 2022-01-01: 8, 135']);
  });
});
