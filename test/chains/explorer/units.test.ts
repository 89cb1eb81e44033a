/** Small parts by themselves: addresses, rows, fees of receipts that no list carries. */
import { describe, expect, test } from 'vitest';
import { explorerUrl } from '../../../src/chains/explorer/client/client.ts';
import { isLoopback } from '../../../src/chains/explorer/client/loopback.ts';
import { blockscout } from '../../../src/chains/explorer/dialects/blockscout.ts';
import { explorerPlan } from '../../../src/chains/explorer/explorer-source.ts';
import {
  blockOfBudget,
  type Discovery,
  seenTransactions,
} from '../../../src/chains/explorer/lists/discover.ts';
import { completeTransactions } from '../../../src/chains/explorer/lists/join-transactions.ts';
import { tokenRow, txlistRow } from '../../../src/chains/explorer/lists/rows.ts';
import { createExplorerTransactionReader } from '../../../src/chains/rpc/transaction-reader.ts';
import type { Hash } from '../../../src/domain/model.ts';
import { RetryableError } from '../../../src/errors.ts';

const hash: Hash = `0x${'ab'.repeat(32)}`;
const blockHash: Hash = `0x${'cd'.repeat(32)}`;
const from = `0x${'a1'.repeat(20)}`;
const to = `0x${'b2'.repeat(20)}`;

const listRow = {
  blockNumber: '9',
  blockHash,
  timeStamp: '1700000000',
  hash,
  nonce: '1',
  transactionIndex: '4',
  from,
  to,
  value: '5',
  gas: '50000',
  gasPrice: '10',
  input: '0xa9059cbb',
  methodId: '0x',
  contractAddress: '',
  txreceipt_status: '1',
  isError: '0',
};

const receipt = {
  transactionHash: hash,
  transactionIndex: '0x4',
  blockHash,
  blockNumber: '0x9',
  contractAddress: null,
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0xa',
  logs: [],
};

/** A node that answers only with this receipt. */
const readerOf = (answer: object) =>
  createExplorerTransactionReader({ request: async (request) => request.parse(answer) });

const nothing: Discovery = {
  reached: 9,
  transactions: [],
  genesis: [],
  internal: [],
  tokens: [],
  withdrawals: [],
  rewards: [],
  warnings: [],
  missing: [],
};

function discovered(row: Record<string, string>): Discovery {
  const parsed = txlistRow.parse(row);
  return { ...nothing, transactions: parsed.kind === 'transaction' ? [parsed] : [] };
}

async function read(row: Record<string, string>, answer: object) {
  const found = discovered(row);
  const seen = seenTransactions(found);
  const transactions = await readerOf(answer).readTransactions(seen);
  return completeTransactions({
    host: 'explorer.example',
    read: transactions,
    seen,
    found,
    internalCalls: new Map(),
  });
}

describe('fees that no list carries come from the receipt', () => {
  test('gas alone', async () => {
    expect((await read(listRow, receipt)).transactions[0]?.networkFee).toBe(210_000n);
  });
  test('and the L1 fee on OP-stack chains and Scroll', async () => {
    expect((await read(listRow, { ...receipt, l1Fee: '0x64' })).transactions[0]?.networkFee).toBe(210_100n);
  });
  test('and the blob fee of type 3', async () => {
    const blobs = { type: '0x3', blobGasUsed: '0x20000', blobGasPrice: '0x2' };
    expect((await read(listRow, { ...receipt, ...blobs })).transactions[0]?.networkFee).toBe(
      210_000n + 262_144n,
    );
  });
});

describe('what a list says is checked against the receipt', () => {
  test('another block', async () => {
    await expect(read({ ...listRow, blockHash: `0x${'ee'.repeat(32)}` }, receipt)).rejects.toBeInstanceOf(
      RetryableError,
    );
  });
  test('another place in the block', async () => {
    await expect(read({ ...listRow, transactionIndex: '5' }, receipt)).rejects.toBeInstanceOf(RetryableError);
  });
  test('the calldata is the row’s input, whatever its methodId says', async () => {
    expect((await read(listRow, receipt)).transactions[0]?.input).toBe('0xa9059cbb');
  });
  test('a token transfer that the receipt does not show leaves a warning', async () => {
    const contractAddress = '0x00000000000000000000000000000000000000c3';
    const found = { ...discovered(listRow), tokens: [tokenRow.parse({ ...listRow, contractAddress })] };
    const seen = seenTransactions(found);
    const transactions = await readerOf(receipt).readTransactions(seen);
    const host = 'explorer.example';
    const { warnings } = completeTransactions({
      host,
      read: transactions,
      seen,
      found,
      internalCalls: new Map(),
    });
    expect(warnings).toEqual([
      `Transaction ${hash}: the explorer lists a transfer of token 0x00000000000000000000000000000000000000c3 that its receipt does not show`,
    ]);
  });
});

describe('before Byzantium receipts have no status', () => {
  const { status: _status, ...old } = receipt;
  const early = { ...listRow, txreceipt_status: '' };
  test('and isError says whether it failed', async () => {
    const all = { ...old, gasUsed: '0xc350' };
    expect((await read({ ...early, isError: '1' }, all)).transactions[0]?.succeeded).toBe(false);
    expect((await read(early, all)).transactions[0]?.succeeded).toBe(true);
  });
  test('afterwards the receipt says', async () => {
    expect((await read(listRow, { ...receipt, status: '0x0' })).transactions[0]?.succeeded).toBe(false);
  });
});

describe('rows', () => {
  test('of the genesis block have no hash of a transaction', () => {
    const row = {
      ...listRow,
      blockNumber: '0',
      hash: `GENESIS_${to.slice(2)}`,
      from: 'GENESIS',
      nonce: '',
      blockHash: '',
      input: '',
    };
    expect(txlistRow.parse(row)).toEqual({
      kind: 'genesis',
      blockNumber: 0,
      to,
      value: 5n,
      timestamp: 1_700_000_000,
    });
  });
  test('take numbers for texts, any letter case, and no gas price', () => {
    const row = { ...listRow, blockNumber: 9, from: from.toUpperCase().replace('0X', '0x'), gasPrice: '' };
    expect(txlistRow.parse(row)).toMatchObject({ blockNumber: 9, from, gasPrice: null });
  });
  test('of one transaction in several lists, and twice in one, are one transaction', () => {
    const token = tokenRow.parse({ ...listRow, contractAddress: to });
    const seen = seenTransactions({ ...discovered(listRow), tokens: [token, token] });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ hash, blockHash, transaction: { value: 5n } });
  });
});

test('a step ends with the block in which its budget is used up, and takes a block whole', () => {
  const at = (...blocks: number[]) =>
    blocks.map((blockNumber) => ({ hash, blockNumber, blockHash: null, timestamp: 0 }));
  expect(blockOfBudget(at(1, 2, 3), 3, 50)).toBe(50);
  expect(blockOfBudget(at(1, 2, 3, 3), 2, 50)).toBe(2);
  expect(blockOfBudget(at(1, 3, 3, 3), 2, 50)).toBe(2);
  expect(blockOfBudget(at(4, 4, 4), 2, 50)).toBe(4);
  expect(blockOfBudget([], 2, 50)).toBe(50);
});

test('the figures of the plans', () => {
  expect(explorerPlan('etherscan')).toEqual({ callsPerSecond: 3, rowsPerPage: 1000 });
  expect(explorerPlan('etherscan', { plan: 'paid' })).toEqual({ callsPerSecond: 5, rowsPerPage: 5000 });
  expect(explorerPlan('blockscout', { callsPerSecond: 10 })).toEqual({
    callsPerSecond: 10,
    rowsPerPage: 1000,
  });
});

test('addresses of Blockscout: an instance, and the one for all chains', () => {
  const instance = explorerUrl('https://gnosis.blockscout.com/api', 100);
  expect(blockscout.jsonRpcUrl(100, instance).href).toBe('https://gnosis.blockscout.com/api/eth-rpc');
  expect(blockscout.chainParameters(100, instance)).toEqual({});
  const shared = explorerUrl('https://api.blockscout.com/v2/api', 100);
  expect(blockscout.jsonRpcUrl(100, shared).href).toBe('https://api.blockscout.com/100/json-rpc');
  expect(blockscout.chainParameters(100, shared)).toEqual({ chainid: '100', chain_id: '100' });
});

test('this machine, and others', () => {
  expect(['127.0.0.1:4000', 'localhost', '[::1]:80'].map(isLoopback)).toEqual([true, true, true]);
  expect(['api.etherscan.io', '10.0.0.1', 'localhost.example.org'].map(isLoopback)).toEqual([
    false,
    false,
    false,
  ]);
});
