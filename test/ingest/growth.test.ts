/** What a balance grew by of itself: by hand, and over random histories on a chain that keeps old states, or does not. */
import fc from 'fast-check';
import { decodeFunctionData, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { ChainSource, ContractCall } from '../../src/chains/definitions/chain-source.ts';
import type { Hex } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { growthOf } from '../../src/ingest/reconciling/accruals.ts';
import { type MeasuredGrowth, measureGrowth } from '../../src/ingest/reconciling/measure-growth.ts';
import type { AccrualHistory, StoredAccrual } from '../../src/store/sync/accrual-rows.ts';
import { address, hash } from '../support/records.ts';

const token = address(0xa0);
const wallet = address(1);
const day = 86_400;
/** 2023-11-15T00:00:00Z. */
const midnight = 1_700_006_400;
const firstBlock = 100;

/** A block as the chain has it, and what the wallet's history says of it. */
interface Block {
  timestamp: number;
  /** At its end. */
  balance: bigint;
  /** Signed amounts that the token logged. */
  moves: bigint[];
}

const abi = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
const word = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, '0')}`;

/** The wallet's token on a chain of these blocks, with what is stored of it. */
function createHolding(blocks: readonly Block[]) {
  let stored: StoredAccrual[] = [];
  let accruedTo: number | null = null;
  let keepsStates = true;
  let asked = 0;
  let syncedTo = 0;
  const at = (number: number): Block | undefined => blocks[number - firstBlock];
  const reference = (number: number) => {
    // Before them the chain stood still, with a block a day.
    const timestamp =
      number < firstBlock ? (blocks[0]?.timestamp ?? 0) - (firstBlock - number) * day : at(number)?.timestamp;
    return timestamp === undefined ? null : { number, hash: hash(number), timestamp };
  };
  const last = firstBlock + blocks.length - 1;
  const unused = () => Promise.reject(new Error('not asked for'));
  const source: ChainSource = {
    ...{
      chainId: 1,
      description: 'the test',
      probe: unused,
      fetchActivity: unused,
      getNativeBalance: unused,
    },
    getHead: async () => reference(last) ?? unused(),
    getBlock: async (number) => reference(number),
    close: async () => {},
    async callContracts(calls: readonly ContractCall[], number = last) {
      asked += 1;
      if (!keepsStates && number < syncedTo) throw new RetryableError('missing trie node');
      return calls.map(({ to, data }) => {
        const [owner] = decodeFunctionData({ abi, data }).args;
        if (to !== token || owner !== wallet) throw new Error('not the question');
        return word(at(number)?.balance ?? 0n);
      });
    },
  };
  const config = resolveChain({ chainId: 1, rpc: ['http://node.test'] }, null);
  const chain = createChainRuntime(config, source, () => 0);

  const upTo = (number: number): Block[] => blocks.slice(0, number - firstBlock + 1);
  const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
  const amountsOf = (rows: readonly { amount: bigint }[]): bigint[] => rows.map(({ amount }) => amount);

  function historyAt(head: number): AccrualHistory {
    const from = accruedTo ?? -1;
    const before = upTo(Math.max(from, firstBlock - 1)).flatMap(({ moves }) => moves);
    const moves = upTo(head).flatMap(({ timestamp, moves: amounts }, index) => {
      const blockNumber = firstBlock + index;
      if (blockNumber <= from || amounts.length === 0) return [];
      const hasOutflow = amounts.some((amount) => amount < 0n);
      return [{ blockNumber, timestamp, net: sumOf(amounts), count: amounts.length, hasOutflow }];
    });
    const [settled, open] = [true, false].map((isSettled) =>
      stored.filter(({ blockNumber }) => blockNumber <= from === isSettled),
    );
    return {
      ...{ tokenAddress: token, accruedTo, moves, isWhole: true, mark: '', accruals: open ?? [] },
      sum: sumOf(before) + sumOf(amountsOf(settled ?? [])),
      transferCount: before.length,
    };
  }

  return {
    rows: () => stored.map(({ blockNumber, amount }) => [blockNumber, amount] as const),
    times: () => stored.map(({ timestamp }) => timestamp),
    asked: () => asked,
    /** What the history and the accruals add up to. */
    known: (head: number) => sumOf(upTo(head).flatMap(({ moves }) => moves)) + sumOf(amountsOf(stored)),
    transfersUpTo: (head: number) => upTo(head).flatMap(({ moves }) => moves).length,
    async compare(head: number, options: { keepsStates?: boolean; final?: number } = {}) {
      keepsStates = options.keepsStates ?? true;
      syncedTo = head;
      const block = reference(head);
      if (block === null) throw new Error('no such block');
      const task = { walletId: 1, chainId: 1, address: wallet, claimedUntilMs: 0 };
      const current = { task, history: historyAt(head), head: block, safeBlock: options.final ?? head };
      const grown: MeasuredGrowth = await measureGrowth(chain, {
        ...current,
        balance: at(head)?.balance ?? 0n,
      });
      const { change } = grown;
      const added = change.transfers.map(({ position, blockNumber, timestamp, amount }) => ({
        ...{ position: position.slice(0, 30), blockNumber, timestamp, amount },
      }));
      const kept = stored.filter(({ position }) => !change.removed.includes(position));
      stored = [...kept, ...added].sort((left, right) => (left.position < right.position ? -1 : 1));
      accruedTo = change.accruedTo;
      return grown;
    },
  };
}

/** Blocks at these hours after the first midnight. */
const blockAt = (hours: number, balance: bigint, moves: bigint[] = []): Block => ({
  ...{ timestamp: midnight + hours * 3600, balance, moves },
});

describe('by hand', () => {
  // 1,000 come in; 10 a day grow; on the third day 500 leave at noon.
  const blocks = [
    blockAt(6, 1_000n, [1_000n]),
    blockAt(20, 1_010n),
    blockAt(30, 1_010n),
    blockAt(44, 1_020n),
    blockAt(56, 1_030n),
    blockAt(60, 530n, [-500n]),
    blockAt(68, 535n),
    blockAt(80, 545n),
  ];

  test('each day’s growth stands at its last block, and what grew before something left stands before it', async () => {
    const holding = createHolding(blocks);
    await holding.compare(107);
    expect(holding.rows()).toEqual([
      [101, 10n],
      [103, 10n],
      [104, 10n],
      [106, 5n],
      [107, 10n],
    ]);
    expect(holding.times()).toEqual([20, 44, 56, 68, 80].map((hours) => midnight + hours * 3600));
    expect(holding.known(107)).toBe(545n);
  });

  test('a node without old states: sums at the times of comparisons, one a day, and none of them moves behind what left', async () => {
    const holding = createHolding(blocks);
    const rowsAfter = async (head: number) => {
      await holding.compare(head, { keepsStates: false });
      return holding.rows();
    };
    expect(await rowsAfter(101)).toEqual([[101, 10n]]);
    expect(await rowsAfter(103)).toEqual([
      [101, 10n],
      [103, 10n],
    ]);
    expect((await rowsAfter(104)).at(-1)).toEqual([104, 10n]);
    expect((await rowsAfter(106)).slice(-2)).toEqual([
      [104, 10n],
      [106, 5n],
    ]);
    // With them, the days are as if they had been there from the first.
    await holding.compare(107);
    expect(holding.rows()).toEqual([
      [101, 10n],
      [103, 10n],
      [104, 10n],
      [106, 5n],
      [107, 10n],
    ]);
  });

  test('what comes of rounding is no growth; what is more than that shrank', () => {
    const moves = [{ blockNumber: 1, timestamp: 1, net: 100n, count: 1, hasOutflow: false }];
    const grown = (balance: bigint) =>
      growthOf({ sum: 0n, transferCount: 0, moves }, [{ blockNumber: 2, balance }]);
    expect([98n, 99n, 100n, 101n, 102n].map(grown)).toEqual([[], [], [], [], []]);
    expect(grown(97n)).toEqual([{ blockNumber: 2, amount: -3n }]);
    expect(grown(103n)).toEqual([{ blockNumber: 2, amount: 3n }]);
  });

  test('a thousand days are measured in rounds of bounded size; days without a balance are not asked for', async () => {
    const grows = (index: number) => blockAt(index * 24 + 12, 1_000n + 10n * BigInt(index));
    const days = Array.from({ length: 1_000 }, (_, index) =>
      index === 0 ? blockAt(12, 1_000n, [1_000n]) : grows(index),
    );
    const left = blockAt(1_000 * 24 + 12, 0n, [-10_990n]);
    const idle = Array.from({ length: 1_000 }, (_, index) => blockAt((1_001 + index) * 24 + 12, 0n));
    const holding = createHolding([...days, left, ...idle]);
    let rounds = 0;
    for (let hasMore = true; hasMore; rounds += 1) {
      const before = holding.asked();
      ({ hasMore } = await holding.compare(2_100));
      expect(holding.asked() - before).toBeLessThanOrEqual(425);
      expect(holding.known(2_100)).toBe(0n);
    }
    expect(rounds).toBe(3);
    expect(holding.rows()).toHaveLength(999);
    // A piece of days at most after the last move.
    expect(holding.asked()).toBeLessThan(1_100);
  });
});

describe('random histories', () => {
  const step = fc.record({
    pause: fc.integer({ min: 1, max: 2 * day }),
    growth: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0n) },
      { weight: 4, arbitrary: fc.bigInt(0n, 5_000n) },
      { weight: 1, arbitrary: fc.bigInt(-2_000n, -1n) },
    ),
    move: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0n) },
      { weight: 2, arbitrary: fc.bigInt(1n, 1_000_000n) },
      { weight: 2, arbitrary: fc.bigInt(-1_000_000n, -1n) },
    ),
    rounding: fc.bigInt(-1n, 1n),
    /** A comparison at this block. */
    compare: fc.constantFrom('none', 'states', 'no states'),
  });
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  function blocksOf(steps: readonly Step[]): Block[] {
    const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);
    let balance = 0n;
    let timestamp = midnight;
    return steps.map(({ pause, growth, move, rounding }) => {
      timestamp += pause;
      const grown = balance === 0n ? 0n : balance - least(-growth, balance);
      const amount = move < 0n ? -least(-move, grown) : move;
      const rest = grown + amount;
      balance = amount === 0n || rest === 0n || rest + rounding < 0n ? rest : rest + rounding;
      return { timestamp, balance, moves: amount === 0n ? [] : [amount] };
    });
  }

  test('transfers and accruals are the balance at each comparison, and in the end the days are those of one that saw it all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const blocks = blocksOf(steps);
        const last = firstBlock + blocks.length - 1;
        const holding = createHolding(blocks);
        for (const [index, { compare }] of steps.entries()) {
          const head = firstBlock + index;
          if (compare === 'none') continue;
          await holding.compare(head, { keepsStates: compare === 'states', final: head - 3 });
          const difference = (blocks[index]?.balance ?? 0n) - holding.known(head);
          const rounding = 2n * BigInt(holding.transfersUpTo(head));
          expect(difference <= rounding && difference >= -rounding).toBe(true);
        }
        await holding.compare(last);
        const fresh = createHolding(blocks);
        await fresh.compare(last);
        const settled = (rows: ReturnType<typeof fresh.rows>) =>
          rows.filter(([block]) => Math.floor((blocks[block - firstBlock]?.timestamp ?? 0) / day) < today);
        const today = Math.floor((blocks.at(-1)?.timestamp ?? 0) / day);
        expect(settled(holding.rows())).toEqual(settled(fresh.rows()));
        expect(holding.known(last)).toBe(fresh.known(last));
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
