/** Flows of several tokens, wallets and forms on their way through the pools. Amounts are in the smallest units, money in pounds. */
import { describe, expect, test } from 'vitest';
import type {
  AssetFlow,
  CarriedFlow,
  FlowAccount,
} from '../../../../src/domain/accounting/amounts/asset-flow.ts';
import type { BasisStatus } from '../../../../src/domain/accounting/amounts/types.ts';
import { nothing } from '../../../../src/domain/accounting/section-104/pool.ts';
import { throughPools } from '../../../../src/domain/accounting/section-104/pools.ts';
import { gainsBookOf, gainText, kindOf } from './support.ts';

const pound = 10n ** 18n;
const account = (token: string, wallet = 'alice'): FlowAccount => ({ wallet, token, decimals: 0 });
/** Noon of the n-th day of 2025, and seconds after it. */
const at = (day: number, seconds = 0): number => Date.UTC(2025, 0, day, 12) / 1_000 + seconds;

const bought = (
  day: number,
  [quantity, token, pounds]: readonly [bigint, string, bigint],
  { wallet, basis = 'COMPLETE', seconds }: { wallet?: string; basis?: BasisStatus; seconds?: number } = {},
): AssetFlow => ({
  ...{ kind: 'acquired', account: account(token, wallet), timestamp: at(day, seconds), quantity },
  ...{ cost: [pounds * pound], basis: [basis] },
});
const sold = (
  day: number,
  [quantity, token, pounds]: readonly [bigint, string, bigint],
  { wallet, fees = 0n, seconds }: { wallet?: string; fees?: bigint; seconds?: number } = {},
): AssetFlow => ({
  ...{ kind: 'disposed', account: account(token, wallet), timestamp: at(day, seconds), quantity },
  ...{ proceeds: [pounds * pound], fees: [fees * pound] },
});
const carried = (
  day: number,
  from: readonly (readonly [bigint, string, wallet?: string])[],
  to: readonly (readonly [bigint, string, weight: bigint | null, wallet?: string])[],
): CarriedFlow => ({
  ...{ kind: 'carried', timestamp: at(day) },
  from: from.map(([quantity, token, wallet]) => ({ account: account(token, wallet), quantity })),
  to: to.map(([quantity, token, weight, wallet]) => ({
    ...{ account: account(token, wallet), quantity },
    weight: weight === null ? null : { numerator: weight, denominator: 1n },
  })),
});

const textsOf = (...flows: readonly AssetFlow[]): string[] =>
  gainsBookOf(flows).disposals(kindOf).map(gainText);

test('days stand in their order, in whichever order their flows are told', () => {
  // The lot of the 20th is within 30 days of the sale on the 10th; that of the 5th is in the pool.
  expect(textsOf(sold(10, [3n, 'A', 90n]), bought(20, [1n, 'A', 50n]), bought(5, [4n, 'A', 40n]))).toEqual([
    '2025-01-10 3 A for 90: 30 days 1 at 50, pool 2 at 20; gain 20; left 2 at 20',
  ]);
});

test('one line for the sales of a day: quantities, proceeds and fees of all forms', () => {
  const found = gainsBookOf([
    bought(1, [10n, 'A', 100n]),
    sold(9, [1n, 'A on 10', 20n], { fees: 3n }),
    sold(9, [2n, 'A', 50n], { fees: 4n, wallet: 'bob' }),
  ]).disposals(kindOf);
  // 70 − (30 + 7).
  expect(found.map(gainText)).toEqual(['2025-01-09 3 A for 70: pool 3 at 30, fees 7; gain 33; left 7 at 70']);
  expect(found.map(({ token, count }) => ({ token, count }))).toEqual([{ token: 'A on 10', count: 2 }]);
});

test('NFTs go in the order of time within their day', () => {
  const [second, first] = [
    sold(3, [1n, 'nft 1', 70n], { seconds: 60 }),
    bought(3, [1n, 'nft 1', 50n], { seconds: 30 }),
  ];
  expect(textsOf(second, first)).toEqual(['2025-01-03 1 nft 1 for 70: pool 1 at 50; gain 20; left 0 at 0']);
});

describe('what goes on', () => {
  test('as as much of the same kind changes nothing, even where the pool has less', () => {
    expect(
      textsOf(
        bought(1, [3n, 'A', 30n]),
        carried(2, [[5n, 'A']], [[5n, 'A on 10', null]]),
        sold(50, [3n, 'A', 60n]),
      ),
    ).toEqual(['2025-02-19 3 A for 60: pool 3 at 30; gain 30; left 0 at 0']);
  });

  test('as more, or less, of the same kind has the same cost', () => {
    for (const arrived of [4n, 2n])
      expect(
        textsOf(
          bought(1, [3n, 'A', 30n]),
          carried(2, [[3n, 'A']], [[arrived, 'A on 10', null]]),
          sold(50, [arrived, 'A', 60n]),
        ),
      ).toEqual([`2025-02-19 ${arrived} A for 60: pool ${arrived} at 30; gain 30; left 0 at 0`]);
  });

  test('takes along what is not known of it', () => {
    expect(
      textsOf(
        bought(1, [3n, 'A', 0n], { basis: 'UNPRICED' }),
        carried(2, [[3n, 'A']], [[3n, 'B', null]]),
        sold(50, [3n, 'B', 60n]),
      ),
    ).toEqual(['2025-02-19 3 B for 60: pool 3 at 0; gain 60; left 0 at 0 UNPRICED']);
  });

  test('as several shares its cost by their weights, or equally where one is not known', () => {
    const shared = (weight: bigint | null) =>
      textsOf(
        bought(1, [3n, 'A', 30n]),
        carried(
          2,
          [[3n, 'A']],
          [
            [1n, 'B', 2n],
            [1n, 'C', weight],
          ],
        ),
        sold(50, [1n, 'B', 60n]),
        sold(50, [1n, 'C', 60n]),
      );
    // 2 to 1 of 30.
    expect(shared(1n)).toEqual([
      '2025-02-19 1 B for 60: pool 1 at 20; gain 40; left 0 at 0',
      '2025-02-19 1 C for 60: pool 1 at 10; gain 50; left 0 at 0',
    ]);
    expect(shared(null)).toEqual([
      '2025-02-19 1 B for 60: pool 1 at 15; gain 45; left 0 at 0',
      '2025-02-19 1 C for 60: pool 1 at 15; gain 45; left 0 at 0',
    ]);
  });
});

describe('of others', () => {
  test('nothing counts', () => {
    const book = gainsBookOf([
      bought(1, [3n, 'A', 30n]),
      bought(1, [9n, 'A', 900n], { wallet: 'carol' }),
      carried(2, [[3n, 'A', 'carol']], [[3n, 'B', null, 'dave']]),
      sold(3, [9n, 'A', 1n], { wallet: 'carol' }),
      sold(50, [3n, 'A', 60n]),
    ]);
    expect(book.disposals(kindOf).map(gainText)).toEqual([
      '2025-02-19 3 A for 60: pool 3 at 30; gain 30; left 0 at 0',
    ]);
    expect(book.tokens()).toEqual(['A']);
    expect(book.missingWallets()).toEqual([]);
  });

  test('whose lots are mixed with theirs are named in order', () => {
    const book = gainsBookOf([
      carried(1, [[1n, 'A', 'dave']], [[1n, 'A', null]]),
      carried(2, [[1n, 'A']], [[1n, 'B', null, 'carol']]),
    ]);
    expect(book.missingWallets()).toEqual(['carol', 'dave']);
    expect(book.tokens()).toEqual([]);
  });
});

test('a token without its digits is a fault of the program', () => {
  const day = {
    account: account('A'),
    day: 1,
    acquired: nothing(),
    disposed: 0n,
    count: 0,
    proceeds: 0n,
    fees: 0n,
  };
  const gathered = { days: [day], ordered: [], currency: 0, decimalsOf: new Map() };
  expect(() => throughPools(gathered, kindOf)).toThrow("'A' never flowed");
});
