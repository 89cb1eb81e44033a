/** A real re-org on a real node, under wallets that share what they read of the newest blocks. */
import { encodeAbiParameters, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tokenAbi } from '../../demo/contracts/abis.ts';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import type { Activity, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { systemClock } from '../../src/outgoing/clock.ts';
import { askNode } from '../support/ask-node.ts';

const chainId = 31337;
let anvil: Anvil;
let wallets: Address[];

const node = (method: string, params: readonly unknown[]): Promise<unknown> =>
  askNode(anvil.rpcUrl, method, params);

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  wallets = z
    .array(z.string())
    .parse(await node('eth_accounts', []))
    .slice(0, 4)
    .map(lowerAddress);
  for (let round = 0; round < 4; round += 1) {
    for (const from of wallets) {
      await node('eth_sendTransactionSync', [{ from, to: wallets[0], value: '0x5', gas: '0x5208' }]);
    }
  }
});

afterAll(() => anvil?.stop());

const open = (): ChainSource => createRpcSource({ chainId, urls: [anvil.rpcUrl] });

async function follow(source: ChainSource, fromBlock: number, toBlock: number): Promise<Activity[]> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      return await Promise.all(
        wallets.map((address) => source.fetchActivity({ address, fromBlock, toBlock })),
      );
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
    }
  }
  throw new Error('the source never came to one mind');
}

test('blocks that are read for all wallets after a re-org are those of now, and name who is in them', async () => {
  // By this clock nothing that is remembered ever gets old.
  const clock = { ...systemClock, elapsed: () => 0 };
  const source = createRpcSource({ chainId, urls: [anvil.rpcUrl], clock });
  const [from = zeroAddress] = wallets;
  const to = lowerAddress('0x00000000000000000000000000000000000dEaD1');
  await node('eth_sendTransactionSync', [{ from, to, value: '0x5', gas: '0x5208' }]);
  const { number } = await source.getHead();
  const range = { fromBlock: number - 1, toBlock: number };
  const before = await source.readNamedBlocks?.(range);
  expect(before?.blocks.map((block) => block.number)).toEqual([number - 1, number]);
  expect(before?.blocks[1]?.parentHash).toBe(before?.blocks[0]?.hash);
  expect(before?.addresses).toContain(from);
  expect(before?.addresses).toContain(to);

  await node('anvil_reorg', [2, []]);
  const after = await source.readNamedBlocks?.({ ...range, isFresh: true });
  const { hash } = z
    .object({ hash: z.string() })
    .parse(await node('eth_getBlockByNumber', ['latest', false]));
  expect(after?.blocks.at(-1)).toMatchObject({ number, hash });
  expect(after?.addresses).not.toContain(to);
});

test('what was remembered from before a re-org is not taken for the new chain', async () => {
  const source = open();
  const head = await source.getHead();
  const before = await follow(source, head.number - 3, head.number);
  expect(before.flatMap((activity) => activity.transactions).length).toBeGreaterThanOrEqual(4);
  // Remembered now by all four.
  await follow(source, head.number - 3, head.number);

  await node('anvil_reorg', [3, []]);
  const after = await follow(source, head.number - 3, head.number);
  const fresh = await Promise.all(
    wallets.map((address) =>
      open().fetchActivity({ address, fromBlock: head.number - 3, toBlock: head.number }),
    ),
  );
  expect(after).toEqual(fresh);
  expect(after[0]?.reached.hash).not.toBe(head.hash);
  // Three of the four blocks, one transaction each, are gone.
  expect(new Set(after.flatMap((activity) => activity.transactions.map((item) => item.hash))).size).toBe(1);
});

test('blocks remembered from before a re-org are not taken for the new chain by a wallet alone either', async () => {
  // Six tokens come in one block: from there on its receipts are read, and remembered, as a whole.
  const [payer, , , owner] = wallets;
  if (payer === undefined || owner === undefined) throw new Error('no accounts');
  const { Token = '0x' } = await compileContracts(defaultCacheDirectory);
  const data = `${Token}${encodeAbiParameters(tokenAbi[0].inputs, ['Gold', 'GLD', 6]).slice(2)}`;
  const receipt = await node('eth_sendTransactionSync', [{ from: payer, data, gas: '0x300000' }]);
  const to = String(Object(receipt).contractAddress);
  const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [owner, 5n] });
  await node('evm_setAutomine', [false]);
  for (let count = 1; count <= 6; count += 1) {
    await node('eth_sendTransaction', [{ from: payer, to, data: mint, gas: '0x30000' }]);
  }
  await node('evm_mine', []);
  await node('evm_setAutomine', [true]);

  const source = open();
  const head = await source.getHead();
  const range = { address: owner, fromBlock: head.number, toBlock: head.number };
  expect((await source.fetchActivity(range)).transactions).toHaveLength(6);
  await node('anvil_reorg', [1, []]);
  await node('evm_mine', []);
  const next = await source.getHead();
  expect(next.number).toBe(head.number + 1);
  const request = { ...range, toBlock: next.number };
  await expect(source.fetchActivity(request)).rejects.toThrow(RetryableError);
  expect((await source.fetchActivity(request)).transactions).toEqual([]);
});

test('what was found of a wallet while another was loaded is not taken for the new chain', async () => {
  const [payer = zeroAddress] = wallets;
  const paid = lowerAddress('0x00000000000000000000000000000000000dEaD2');
  const pay = () => node('eth_sendTransactionSync', [{ from: payer, to: paid, value: '0x5', gas: '0x5208' }]);
  await pay();
  await pay();
  // Nothing that is remembered of single blocks is used in so long a range.
  const source = createRpcSource({ chainId, urls: [anvil.rpcUrl], limits: { headerBlocks: 1 } });
  const { number: toBlock } = await source.getHead();
  const company = async () => [{ address: paid, fromBlock: 0 }];
  const range = { fromBlock: 0, toBlock, company };
  expect((await source.fetchActivity({ ...range, address: payer })).transactions.length).toBeGreaterThan(4);

  await node('anvil_reorg', [1, []]);
  const left = await source.fetchActivity({ ...range, address: paid });
  expect(left.transactions.map(({ blockNumber }) => blockNumber)).toEqual([toBlock - 1]);
});

test('genesis allocations are credits, and the sums still agree with the node', async () => {
  const source = open();
  const head = await source.getHead();
  const [wallet] = wallets;
  if (wallet === undefined) throw new Error('no account');
  const { credits } = await source.fetchActivity({ address: wallet, fromBlock: 0, toBlock: head.number });
  expect(credits).toMatchObject([
    { kind: 'genesis', index: 0, address: wallet, value: 10_000n * 10n ** 18n, blockNumber: 0 },
  ]);
});
