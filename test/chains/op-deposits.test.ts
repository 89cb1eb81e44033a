/**
 * OP-stack deposits on a node that speaks that stack: ether that the transaction itself creates for its sender. What is
 * read adds up to the balance that the node states, through a node and through an explorer, whose lists do not name it.
 */
import { type Address, concatHex, type Hex, keccak256, numberToHex, parseEther, toRlp } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createExplorerSource } from '../../src/chains/explorer/explorer-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { ChainTransaction } from '../../src/domain/model.ts';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import { askNode, createChainIndex } from '../support/explorer-fake/chain-index.ts';
import { type FakeExplorer, startFakeExplorer } from '../support/explorer-fake/fake-explorer.ts';
import { type NodeProxy, startNodeProxy, without } from './support/node-proxy.ts';

const chainId = 10;
const wallet: Address = '0x00000000000000000000000000000000000a11ce';
const friend: Address = '0x000000000000000000000000000000000000f00d';

let anvil: Anvil;
let proxy: NodeProxy;
const explorers: FakeExplorer[] = [];
let head: number;

beforeAll(async () => {
  anvil = await startAnvil({ chainId, args: ['--optimism'] });
  const ask = (method: string, ...params: unknown[]) => askNode(anvil.rpcUrl, method, params);
  const deposit = async (number: number, fields: { to: Hex; mint: bigint; value: bigint; data?: Hex }) => {
    const quantity = (value: bigint): Hex => (value === 0n ? '0x' : numberToHex(value));
    const { to, mint, value, data = '0x' } = fields;
    const source = keccak256(numberToHex(number));
    // The fields of a deposit in their order: source, from, to, mint, value, gas, isSystemTransaction, data.
    const list = [
      source,
      wallet,
      to,
      quantity(mint),
      quantity(value),
      quantity(1_000_000n),
      '0x',
      data,
    ] as const;
    await ask('eth_sendRawTransaction', concatHex(['0x7e', toRlp(list)]));
    await ask('evm_mine');
  };
  const { Reverter } = await compileContracts(defaultCacheDirectory);
  // One block per deposit: mining by itself at the same time could take one twice.
  await ask('evm_setAutomine', false);
  await deposit(1, { to: wallet, mint: parseEther('5'), value: parseEther('5') });
  await deposit(2, { to: friend, mint: parseEther('3'), value: parseEther('1') });
  await deposit(3, { to: friend, mint: 0n, value: 7n });
  // A creation whose code ends in an invalid instruction: it fails, and the two ether stay.
  await deposit(4, {
    to: '0x',
    mint: parseEther('2'),
    value: parseEther('1'),
    data: concatHex(['0xfe', Reverter ?? '0x']),
  });
  head = Number(await ask('eth_blockNumber'));
  proxy = await startNodeProxy(anvil.rpcUrl);
});
afterAll(async () => {
  for (const explorer of explorers) await explorer.close();
  await proxy?.stop();
  await anvil?.stop();
});

/** The net native movement of an address in these transactions, wei. */
function net(transactions: readonly ChainTransaction[], address: Address): bigint {
  return transactions
    .flatMap((transaction) => normalizeTransaction(transaction, address, chainRules(chainId)).movements)
    .reduce((sum, { side, amount }) => sum + (side === 'inflow' ? amount : -amount), 0n);
}

async function balanceOf(address: Address): Promise<bigint> {
  return BigInt(String(await askNode(anvil.rpcUrl, 'eth_getBalance', [address, 'latest'])));
}

async function read(source: ChainSource, address: Address): Promise<readonly ChainTransaction[]> {
  const activity = await source.fetchActivity({ address, fromBlock: 0, toBlock: head });
  return activity.transactions;
}

async function expectDeposits(source: ChainSource): Promise<void> {
  const transactions = await read(source, wallet);
  expect(transactions.map(({ minted, succeeded, networkFee }) => [minted, succeeded, networkFee])).toEqual([
    [parseEther('5'), true, 0n],
    [parseEther('3'), true, 0n],
    [0n, true, 0n],
    [parseEther('2'), false, 0n],
  ]);
  // 5 + 3 + 2 minted; 1 ether and 7 wei went to the friend; what the failed one wanted to send stayed.
  expect(net(transactions, wallet)).toBe(parseEther('9') - 7n);
  expect(await balanceOf(wallet)).toBe(parseEther('9') - 7n);
  const received = await read(source, friend);
  expect(net(received, friend)).toBe(parseEther('1') + 7n);
  expect(await balanceOf(friend)).toBe(parseEther('1') + 7n);
}

const nodes: [name: string, lacking: string[]][] = [
  ['with every method', []],
  ['without trace_filter', ['trace_filter']],
  ['with debug_traceBlockByNumber alone', ['trace_filter', 'trace_block', 'trace_transaction']],
  [
    'without traces',
    ['trace_filter', 'trace_block', 'trace_transaction', 'debug_traceBlockByNumber', 'eth_getBlockReceipts'],
  ],
];

describe('through a node', () => {
  test.each(nodes)('%s', async (_, lacking) => {
    proxy.interfere(without(...lacking));
    await expectDeposits(createRpcSource({ chainId, urls: [proxy.url] }));
  });
});

describe('through an explorer', () => {
  test.each(['etherscan', 'blockscout', 'routescan'] as const)('%s', async (kind) => {
    const index = createChainIndex(anvil.rpcUrl);
    const explorer = await startFakeExplorer({ kind, index, chainId });
    explorers.push(explorer);
    const limits = { callsPerSecond: 100_000 };
    await expectDeposits(createExplorerSource({ chainId, kind, url: explorer.url, limits }));
  });
});
