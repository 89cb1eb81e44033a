/** What balances before and after a block say of moves, by a source that is written down: block → token → balance. */
import { encodeAbiParameters } from 'viem';
import { describe, expect, test } from 'vitest';
import type { ContractCall } from '../../src/chains/definitions/chain-source.ts';
import { createClassifyContext } from '../../src/domain/classify/evidence/context.ts';
import type { Address, Hex } from '../../src/domain/model.ts';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import type { NormalizedTransaction } from '../../src/domain/normalize/normalized.ts';
import { PermanentError, RetryableError } from '../../src/errors.ts';
import { createBalanceProofs } from '../../src/ingest/loading/balance-proofs.ts';
import {
  chainTransaction,
  erc20Transfer,
  otherToken,
  router,
  stranger,
  token,
  wallet,
} from '../domain/support/chain-builders.ts';

const chainId = 31337;

const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: () => ({ name: 'Moon Hamster', symbol: 'HAMSTR', decimals: 18 }),
});

type Change = Parameters<typeof chainTransaction>[0];

function foreign(blockNumber: number, logs: NonNullable<Change>['logs'], change: Change = {}) {
  const transaction = { from: stranger, to: router, input: '0x12345678', blockNumber, ...change } as const;
  return normalizeTransaction(
    chainTransaction({ ...transaction, ...(logs && { logs }) }),
    wallet,
    chainRules(31337),
  );
}

const words = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);

/** Answers from the table; null where it has nothing. Notes each block that was asked. */
function sourceOf(balances: Readonly<Record<number, Hex | null | undefined>>) {
  const asked: number[] = [];
  return {
    chainId,
    asked,
    async callContracts(calls: readonly ContractCall[], blockNumber?: number): Promise<(Hex | null)[]> {
      asked.push(blockNumber ?? -1);
      return calls.map(() => balances[blockNumber ?? -1] ?? null);
    },
  };
}

async function proofOf(
  transactions: readonly NormalizedTransaction[],
  balances: Readonly<Record<number, Hex | null | undefined>>,
  of: Address = otherToken,
) {
  const source = sourceOf(balances);
  const proofs = await createBalanceProofs()(source, transactions, () => context);
  return { proofs: transactions.map((transaction) => proofs(of, transaction)), asked: source.asked };
}

const out = [erc20Transfer(wallet, stranger, 5n, otherToken)];
const arriving = [erc20Transfer(stranger, wallet, 5n, otherToken)];

describe('the balance at the end of the block, less that of the block before', () => {
  test.each([
    ['the logged amount leaves', out, words(9n), words(4n), 'moved'],
    ['less leaves, as where interest was added', out, words(9n), words(6n), 'moved'],
    ['nothing leaves', out, words(9n), words(9n), 'unmoved'],
    ['it grows while the logs say that it left', out, words(9n), words(14n), undefined],
    ['the logged amount arrives', arriving, words(0n), words(5n), 'moved'],
    ['nothing arrives', arriving, words(0n), words(0n), 'unmoved'],
    ['logs that add up to nothing', [...out, ...arriving], words(9n), words(9n), undefined],
    ['the contract refuses one of them', out, null, words(4n), undefined],
    ['it answers something else', out, '0x1234', words(4n), undefined],
  ] as const)('%s', async (_name, logs, before, after, proof) => {
    const found = await proofOf([foreign(100, [...logs])], { 99: before, 100: after });
    expect(found.proofs).toEqual([proof]);
  });

  test('a node that fails leaves it open', async () => {
    const failing = { chainId, callContracts: () => Promise.reject(new PermanentError('missing trie node')) };
    const transaction = foreign(100, out);
    const proofs = await createBalanceProofs()(failing, [transaction], () => context);
    expect(proofs(otherToken, transaction)).toBeUndefined();
  });
});

/** A source that fails at block 100, and at 300, so many times; a step asks once. */
function faultyWith(faults: number) {
  let left = faults;
  const source = {
    ...{ chainId, transaction: foreign(100, out) },
    async callContracts(calls: readonly ContractCall[], blockNumber?: number) {
      if ((blockNumber === 100 || blockNumber === 300) && left > 0) {
        left -= 1;
        throw new RetryableError('busy');
      }
      return calls.map(() => words(blockNumber === 100 ? 4n : 9n));
    },
  };
  const proofs = createBalanceProofs({ now: () => 0, elapsed: () => 0, sleep: async () => {} });
  const read = (transactions: readonly NormalizedTransaction[]) =>
    proofs(source, transactions, () => context);
  const failAgain = (times: number): void => {
    left = times;
  };
  return { source, read, failAgain };
}

describe('what is asked', () => {
  test('nothing for what the wallet did itself, for trusted tokens, for mailings and for nothing', async () => {
    const mailing = Array.from({ length: 8 }, (_, index) =>
      erc20Transfer(stranger, index === 0 ? wallet : `0x${String(index).repeat(40)}`, 5n, otherToken),
    );
    const transactions = [
      foreign(100, out, { from: wallet }),
      foreign(101, [erc20Transfer(wallet, stranger, 5n)]),
      foreign(102, mailing),
      foreign(103, [erc20Transfer(wallet, stranger, 0n, otherToken)]),
    ];
    expect((await proofOf(transactions, {})).asked).toEqual([]);
  });

  test('no block is begun after a minute: what is left is judged without', async () => {
    const transactions = Array.from({ length: 20 }, (_, index) => foreign(1_000 + 2 * index, out));
    let elapsed = 0;
    let asked = 0;
    const slow = {
      chainId,
      async callContracts(calls: readonly ContractCall[]) {
        asked += 1;
        elapsed += 20_000;
        return calls.map(() => words(9n));
      },
    };
    const clock = { now: () => 0, elapsed: () => elapsed, sleep: async () => {} };
    const proofs = await createBalanceProofs(clock)(slow, transactions, () => context);
    // Two states of a block take 40 seconds: blocks begin at 0 and 40, and at 80 the minute is over.
    expect(asked).toBe(4);
    expect(transactions.map((transaction) => proofs(otherToken, transaction) ?? 'open')).toEqual([
      ...Array(2).fill('unmoved'),
      ...Array(18).fill('open'),
    ]);
  });

  test('a fault that may pass fails the step, which is made again, and judged with the proof', async () => {
    const { source, read } = faultyWith(2);
    await expect(read([source.transaction])).rejects.toThrow(RetryableError);
    await expect(read([source.transaction])).rejects.toThrow('busy');
    expect((await read([source.transaction]))(otherToken, source.transaction)).toBe('moved');
  });

  test('blocks that were judged and are loaded once more have their steps anew', async () => {
    const { source, read } = faultyWith(4);
    const { transaction } = source;
    for (const fault of [1, 2]) await expect(read([transaction]), `fault ${fault}`).rejects.toThrow('busy');
    // The third step is judged without.
    expect((await read([transaction]))(otherToken, transaction)).toBeUndefined();
    // A reload: its first step fails with the fourth fault, the second is judged with the proof.
    await expect(read([transaction])).rejects.toThrow('busy');
    expect((await read([transaction]))(otherToken, transaction)).toBe('moved');
  });

  test('faults before an answer do not count at a reload', async () => {
    const { source, read, failAgain } = faultyWith(2);
    const { transaction } = source;
    for (const fault of [1, 2]) await expect(read([transaction]), `fault ${fault}`).rejects.toThrow('busy');
    expect((await read([transaction]))(otherToken, transaction)).toBe('moved');
    failAgain(2);
    for (const fault of [3, 4]) await expect(read([transaction]), `fault ${fault}`).rejects.toThrow('busy');
    expect((await read([transaction]))(otherToken, transaction)).toBe('moved');
  });

  test('what always fails is judged without in the third step, beside others that have their proofs', async () => {
    const { source, read } = faultyWith(Number.POSITIVE_INFINITY);
    const other = foreign(200, out);
    for (let step = 1; step <= 2; step += 1)
      await expect(read([source.transaction, other])).rejects.toThrow('busy');
    const proofs = await read([source.transaction, other]);
    expect(proofs(otherToken, source.transaction)).toBeUndefined();
    // The others are judged with what was answered of them.
    expect(proofs(otherToken, other)).toBe('unmoved');
  });

  test('each wallet of a block has its own steps', async () => {
    const { source, read } = faultyWith(Number.POSITIVE_INFINITY);
    for (const step of [1, 2])
      await expect(read([source.transaction]), `step ${step}`).rejects.toThrow('busy');
    await expect(read([{ ...source.transaction, wallet: stranger }])).rejects.toThrow('busy');
  });

  test('a block out of steps does not end those of another that has some left', async () => {
    const { source, read } = faultyWith(Number.POSITIVE_INFINITY);
    const busy = foreign(300, out);
    for (const step of [1, 2])
      await expect(read([source.transaction]), `step ${step}`).rejects.toThrow('busy');
    // The first is in its third and fourth step, this one in its first and second.
    for (const step of [1, 2]) {
      await expect(read([source.transaction, busy]), `step ${step}`).rejects.toThrow('busy');
    }
  });

  test('a hundred blocks at most, those in which something leaves first', async () => {
    const received = Array.from({ length: 100 }, (_, index) => foreign(1_000 + 2 * index, arriving));
    const left = foreign(9_000, out);
    const { asked, proofs } = await proofOf([...received, left], { 8999: words(9n), 9000: words(9n) });
    expect(asked).toHaveLength(200);
    expect(proofs.at(-1)).toBe('unmoved');
    // The one that was left out.
    expect(asked).not.toContain(1_000 + 2 * 99);
  });
});
