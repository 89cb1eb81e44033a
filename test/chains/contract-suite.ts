/**
 * What every chain source must do, checked against the chain itself: the expected history is made from the local node's
 * blocks, receipts and traces by test/support/explorer-fake/chain-index.ts, which shares no code with the sources.
 */
import { encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../demo/economy/world-types.ts';
import type { Activity, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { hash } from '../../src/chains/rpc/client/schemas.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import type { Address, ChainTransaction, Hash } from '../../src/domain/model.ts';

import {
  askNode,
  type ChainIndex,
  type IndexedBlock,
  type IndexedCall,
} from '../support/explorer-fake/chain-index.ts';

export interface ContractSetting {
  source: ChainSource;
  world: World;
  index: ChainIndex;
}

export const watched = ['alice', 'bob', 'carol', 'safe'] as const;

export interface History {
  transactions: ChainTransaction[];
  credits: Activity['credits'][number][];
  steps: number;
  missing: string[];
}

/** A wallet's whole history, step by step as the worker loads it. */
export async function loadHistory(source: ChainSource, address: Address, fromBlock = 0): Promise<History> {
  const head = await source.getHead();
  const history: History = { transactions: [], credits: [], steps: 0, missing: [] };
  let next = fromBlock;
  while (next <= head.number) {
    const activity = await source.fetchActivity({ address, fromBlock: next, toBlock: head.number });
    expect(activity.reached.number).toBeGreaterThanOrEqual(next);
    history.transactions.push(...activity.transactions);
    history.credits.push(...activity.credits);
    history.missing.push(...activity.missing);
    history.steps += 1;
    next = activity.reached.number + 1;
  }
  return history;
}

/** The history of a wallet as the suite's source tells it; loaded once. */
export type HistoryOf = (address: Address) => Promise<History>;

/** Runs the suite on a source. `open` is called once. Answers what it loads, for tests that come after it. */
export function chainSourceContract(name: string, open: () => Promise<ContractSetting>): HistoryOf {
  let opening: Promise<ContractSetting> | undefined;
  const opened = (): Promise<ContractSetting> => {
    opening ??= open();
    return opening;
  };
  const histories = new Map<Address, Promise<History>>();
  /** Loaded once for all tests that only look at it. */
  const historyOf: HistoryOf = (address) => {
    const history = histories.get(address) ?? opened().then(({ source }) => loadHistory(source, address));
    histories.set(address, history);
    return history;
  };
  describe(`the chain source contract: ${name}`, () => {
    let setting: ContractSetting;
    let blocks: readonly IndexedBlock[];
    beforeAll(async () => {
      setting = await opened();
      blocks = await setting.index.update();
    });
    const walletOf = (wallet: (typeof watched)[number]): Address =>
      lowerAddress(setting.world.wallets[wallet]);

    test('probing it finds nothing missing', async () => {
      expect(await setting.source.probe()).toEqual({ missing: [], warnings: [] });
    });

    test('the head is the last block of the chain', async () => {
      const last = blocks.at(-1);
      expect(await setting.source.getHead()).toEqual({
        number: last?.number,
        hash: last?.hash,
        timestamp: last?.timestamp,
      });
    });

    test('a block is given by number, and null where there is none', async () => {
      const third = blocks[3];
      expect(await setting.source.getBlock(3)).toEqual({
        number: 3,
        hash: third?.hash,
        timestamp: third?.timestamp,
      });
      expect(await setting.source.getBlock(blocks.length + 10)).toBeNull();
    });

    test.each(watched)(
      '%s: exactly the transactions that the wallet has a part in, in order',
      async (wallet) => {
        const history = await historyOf(walletOf(wallet));
        expect(history.missing).toEqual([]);
        expect(history.transactions.map((transaction) => transaction.hash)).toEqual(
          expectedTransactions(blocks, walletOf(wallet)),
        );
      },
    );

    test.each(watched)('%s: every field of a transaction is the chain’s', async (wallet) => {
      const address = walletOf(wallet);
      const { transactions } = await historyOf(address);
      const known = new Map(
        blocks.flatMap((block) => block.transactions.map((tx) => [tx.hash, { block, tx }])),
      );
      for (const transaction of transactions) {
        const { block, tx } = known.get(transaction.hash) ?? {};
        if (block === undefined || tx === undefined)
          throw new Error(`${transaction.hash} is not on the chain`);
        const succeeded = tx.receipt.status === '0x1';
        const { functionName, ...facts } = transaction;
        // The name of a function is the source's own word; the fakes have it of one function.
        if (functionName !== undefined)
          expect([functionName, tx.input.slice(0, 10)]).toEqual(['transfer', '0xa9059cbb']);
        expect(facts).toEqual({
          hash: tx.hash,
          blockNumber: block.number,
          blockHash: block.hash,
          transactionIndex: tx.transactionIndex,
          timestamp: block.timestamp,
          from: tx.from,
          to: tx.to,
          createdContract: tx.to === null ? tx.receipt.contractAddress : null,
          value: tx.value,
          input: tx.input,
          succeeded,
          networkFee: tx.receipt.gasUsed * tx.gasPrice,
          // Only deposits of an OP-stack chain mint: op-deposits.test.ts.
          minted: 0n,
          logs: succeeded
            ? tx.receipt.logs.map(({ address: contract, topics, data, logIndex }) => ({
                address: contract,
                topics,
                data,
                logIndex,
              }))
            : [],
          internalCalls: succeeded ? expectedCalls(block, tx.hash, address) : [],
        });
      }
    });

    test.each(watched)(
      '%s: the native moves less the fees are the balance, to the last wei',
      async (wallet) => {
        const address = walletOf(wallet);
        const { transactions, credits } = await historyOf(address);
        const head = blocks.length - 1;
        expect(netOf(transactions, address) + credits.reduce((sum, credit) => sum + credit.value, 0n)).toBe(
          await setting.source.getNativeBalance(address, head),
        );
      },
    );

    test('what an account owned in the genesis block is a credit', async () => {
      const dave = lowerAddress(setting.world.accounts.dave);
      const balance = BigInt(String(await askNode(setting.index.rpcUrl, 'eth_getBalance', [dave, '0x0'])));
      const activity = await setting.source.fetchActivity({ address: dave, fromBlock: 0, toBlock: 5 });
      const [genesis] = blocks;
      expect(activity.credits).toEqual([
        {
          kind: 'genesis',
          index: 0,
          address: dave,
          value: balance,
          blockNumber: 0,
          blockHash: genesis?.hash,
          timestamp: genesis?.timestamp,
        },
      ]);
    });

    test('pieces of a range put together are the range', async () => {
      const alice = walletOf('alice');
      const whole = await historyOf(alice);
      const head = blocks.length - 1;
      const cuts = [0, Math.floor(head / 7), Math.floor(head / 2), Math.floor((head * 5) / 6), head];
      const pieces: ChainTransaction[] = [];
      for (const [position, cut] of cuts.slice(1).entries()) {
        let next = position === 0 ? 0 : (cuts[position] ?? 0) + 1;
        while (next <= cut) {
          const activity = await setting.source.fetchActivity({
            address: alice,
            fromBlock: next,
            toBlock: cut,
          });
          pieces.push(...activity.transactions);
          next = activity.reached.number + 1;
        }
      }
      expect(pieces).toEqual(whole.transactions);
    });

    test('a range of at most 256 blocks is never cut', async () => {
      const head = blocks.length - 1;
      const fromBlock = Math.max(0, head - 255);
      const activity = await setting.source.fetchActivity({
        address: walletOf('alice'),
        fromBlock,
        toBlock: head,
      });
      expect(activity.reached.number).toBe(head);
    });

    test('what continues a block that is not of this chain is no answer', async () => {
      const head = blocks.length - 1;
      const address = walletOf('alice');
      const hashOf = (block: number): Hash => hash.parse(blocks[block]?.hash);
      // Few enough blocks to read each header, and more than that.
      for (const fromBlock of [head - 3, head - 100]) {
        const range = { address, fromBlock, toBlock: head };
        const parentHash = hashOf(fromBlock - 1);
        const activity = await setting.source.fetchActivity({ ...range, parentHash });
        expect(activity.reached.number).toBe(head);
        const other = setting.source.fetchActivity({ ...range, parentHash: hashOf(0) });
        await expect(other).rejects.toMatchObject({ name: 'RetryableError', message: /re-org/ });
      }
    });

    test('an address without any activity has an empty history', async () => {
      const history = await loadHistory(setting.source, '0x00000000000000000000000000000000000abcde');
      expect(history).toMatchObject({ transactions: [], credits: [], steps: 1 });
    });

    test('contracts are read, with null where a call fails or there is no code', async () => {
      const abi = parseAbi(['function decimals() view returns (uint8)', 'function nothing() view']);
      const usdc = lowerAddress(setting.world.tokens.usdc.address);
      const decimals = encodeFunctionData({ abi, functionName: 'decimals' });
      const answers = await setting.source.callContracts([
        { to: usdc, data: decimals },
        { to: usdc, data: encodeFunctionData({ abi, functionName: 'nothing' }) },
        { to: '0x00000000000000000000000000000000000abcde', data: decimals },
      ]);
      expect(answers).toEqual([`0x${'6'.padStart(64, '0')}`, null, null]);
    });
  });
  return historyOf;
}

/** Sent by the wallet, sent to it, or moving value or tokens from or to it. */
function expectedTransactions(blocks: readonly IndexedBlock[], wallet: string): string[] {
  return blocks.flatMap((block) => {
    const moved = new Set([
      ...block.calls.filter((call) => isMove(call, wallet)).map((call) => call.hash),
      ...block.tokens.filter(({ from, to }) => from === wallet || to === wallet).map((token) => token.hash),
    ]);
    return block.transactions
      .filter(({ hash, from, to }) => from === wallet || to === wallet || moved.has(hash))
      .map(({ hash }) => hash);
  });
}

function isMove(call: IndexedCall, wallet: string): boolean {
  const movesValue = call.type === 'call' ? call.callType === 'call' : true;
  const receiver = call.created ?? call.to;
  const isInternal = call.path.length > 0;
  return (
    isInternal &&
    movesValue &&
    call.error === null &&
    call.value > 0n &&
    [call.from, receiver].includes(wallet)
  );
}

function expectedCalls(block: IndexedBlock, hash: string, wallet: string): unknown[] {
  return block.calls
    .filter((call) => call.hash === hash && isMove(call, wallet))
    .map((call) => ({
      type: call.type === 'suicide' ? 'selfdestruct' : call.type,
      from: call.from,
      to: call.created ?? call.to,
      value: call.value,
    }));
}

/** Native value in, less value out, less the fees that the wallet paid. */
function netOf(transactions: readonly ChainTransaction[], wallet: Address): bigint {
  let net = 0n;
  for (const { from, to, createdContract, value, succeeded, networkFee, internalCalls } of transactions) {
    if (from === wallet) net -= networkFee;
    if (!succeeded) continue;
    for (const move of [{ from, to: to ?? createdContract, value }, ...internalCalls]) {
      if (move.from === wallet) net -= move.value;
      if (move.to === wallet) net += move.value;
    }
  }
  return net;
}
