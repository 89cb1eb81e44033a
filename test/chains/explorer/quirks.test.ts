/** What the explorers do differently from one another and from a node, one test each (reference/explorers.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import { createRpcSource } from '../../../src/chains/rpc/rpc-source.ts';
import { createRpcTransactionReader } from '../../../src/chains/rpc/transaction-reader.ts';
import type { Address } from '../../../src/domain/model.ts';
import { PermanentError, RetryableError } from '../../../src/errors.ts';
import { askNode, type ChainIndex, createChainIndex } from '../../support/explorer-fake/chain-index.ts';
import { createFakeClock } from '../../support/explorer-fake/fake-clock.ts';
import { countOf, useFakeExplorers } from '../../support/explorer-fake/use-explorers.ts';

const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const receiver: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const creator: Address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const chainId = 31337;
const genesisTime = 1_700_000_000;
/** The sender pays the receiver so many times, 100 seconds apart. */
const lastBlock = 20;

let anvil: Anvil;
let index: ChainIndex;
const open = useFakeExplorers({
  chainId,
  index: () => index,
  activity: { address: receiver, fromBlock: 0, toBlock: lastBlock },
});

beforeAll(async () => {
  anvil = await startAnvil({ timestamp: genesisTime });
  for (let block = 1; block <= lastBlock; block += 1) {
    await askNode(anvil.rpcUrl, 'evm_setNextBlockTimestamp', [genesisTime + 100 * block]);
    await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: sender, to: receiver, value: '0x1' }]);
  }
  index = createChainIndex(anvil.rpcUrl);
});

afterAll(() => anvil.stop());

describe('what it costs', () => {
  test('a transaction of the list costs one request for its receipt', async () => {
    const { fake, load } = await open('etherscan');
    expect((await load(sender)).transactions).toHaveLength(lastBlock);
    expect(countOf(fake, 'eth_getTransactionReceipt')).toBe(lastBlock);
    expect(countOf(fake, 'eth_getTransactionByHash')).toBe(0);
    // The head; the genesis block of the credit, and the last block before and after, because it is near the head.
    expect(countOf(fake, 'eth_blockNumber')).toBe(1);
    expect(countOf(fake, 'eth_getBlockByNumber')).toBe(3);
    // Six lists.
    expect(fake.requests).toHaveLength(lastBlock + 4 + 6);
  });

  test('with a node of one’s own the explorer is asked for its lists and its head only', async () => {
    const node = createRpcSource({ chainId, urls: [anvil.rpcUrl] });
    const reader = createRpcTransactionReader({ chainId, urls: [anvil.rpcUrl] });
    const { fake, load } = await open('etherscan', {}, { rpc: node, reader });
    expect((await load(sender)).transactions).toHaveLength(lastBlock);
    expect(new Set(fake.requests.map(({ action }) => action))).toEqual(
      new Set([
        'eth_blockNumber',
        'txlist',
        'txlistinternal',
        'tokentx',
        'tokennfttx',
        'token1155tx',
        'txsBeaconWithdrawal',
      ]),
    );
    expect(fake.requests).toHaveLength(7);
  });
});

describe('withdrawals of validators', () => {
  const withdrawals = [
    { index: 7001, validator: 12, address: receiver, blockNumber: 3, amountGwei: 17_000_123n },
    { index: 7002, validator: 13, address: receiver, blockNumber: 3, amountGwei: 1n },
  ];

  test('come in gwei and are credits in wei, with the hash of their block', async () => {
    const { load } = await open('etherscan', { withdrawals });
    const block = (await index.update())[3];
    const base = {
      kind: 'withdrawal',
      address: receiver,
      blockNumber: 3,
      blockHash: block?.hash,
      timestamp: 1_700_000_300,
    };
    expect((await load(receiver, 1)).credits).toEqual([
      { ...base, index: 7001, value: 17_000_123_000_000_000n },
      { ...base, index: 7002, value: 1_000_000_000n },
    ]);
  });

  test('are missing where the chain has validators and the explorer no list of them', async () => {
    const options = { chainId: 1, without: ['txsBeaconWithdrawal'] };
    const { load, source } = await open('etherscan', options, { chainId: 1 });
    expect((await load()).missing).toEqual(['withdrawals']);
    expect(await source.probe()).toEqual({ missing: ['withdrawals'], warnings: [] });
  });

  test('are not missed on a chain without validators, and not asked for where that is known', async () => {
    const unknown = await open('etherscan', { without: ['txsBeaconWithdrawal'] });
    expect((await unknown.load()).missing).toEqual([]);
    const base = await open('etherscan', { chainId: 8453 }, { chainId: 8453 });
    await base.load();
    expect(countOf(base.fake, 'txsBeaconWithdrawal')).toBe(0);
  });
});

describe('lists that an explorer does not have', () => {
  test.each([
    ['txlistinternal', 'internal-calls'],
    ['token1155tx', 'logs'],
  ])('%s: %s are missing, and it is not asked for twice', async (action, part) => {
    const { load, fake, source } = await open('blockscout', { without: [action] });
    expect(await source.probe()).toEqual({ missing: [part], warnings: [] });
    expect((await load()).missing).toEqual([part]);
    expect(countOf(fake, action)).toBe(1);
  });

  test('without a list of transactions it is no explorer', async () => {
    const { source } = await open('routescan', { without: ['txlist'] });
    await expect(source.probe()).rejects.toBeInstanceOf(PermanentError);
  });
});

describe('Blockscout', () => {
  test('pending transactions, listed with isError 1 and without a block, are not there yet', async () => {
    const { load, fake } = await open('blockscout');
    const before = await load();
    fake.setListsPending(true);
    expect(await load()).toEqual(before);
  });

  test('is read by JSON-RPC at its own address', async () => {
    const { load, fake } = await open('blockscout');
    await load();
    expect(
      fake.requests
        .filter(({ action }) => action.startsWith('eth_'))
        .every(({ parameters }) => !('module' in parameters)),
    ).toBe(true);
  });

  test('without JSON-RPC is read by module=proxy', async () => {
    const { load, fake } = await open('blockscout', { without: ['json-rpc'] });
    expect((await load()).transactions).toHaveLength(lastBlock);
    const ways = fake.requests
      .filter(({ action }) => action.startsWith('eth_'))
      .map(({ parameters }) => parameters.module);
    // Tried once, and not again.
    expect(ways.filter((way) => way === undefined)).toHaveLength(1);
  });

  test('a contract created by the transaction itself is listed as internal, but is counted once', async () => {
    // Code that returns nothing: an empty contract, endowed with 5 wei.
    const create = { from: creator, data: '0x60006000f3', value: '0x5' };
    const receipt = await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [create]);
    const blockNumber = Number(Reflect.get(Object(receipt), 'blockNumber'));
    for (const kind of ['etherscan', 'blockscout', 'routescan'] as const) {
      const { load } = await open(kind);
      const { transactions } = await load(creator, blockNumber, blockNumber);
      expect(transactions).toMatchObject([{ to: null, value: 5n, internalCalls: [] }]);
    }
  });
});

describe('the head', () => {
  test('is the explorer’s, which may be behind the node’s', async () => {
    const node = createRpcSource({ chainId, urls: [anvil.rpcUrl] });
    const { load, fake, source } = await open('etherscan', {}, { rpc: node });
    fake.setIndexedBlock(12);
    expect((await source.getHead()).number).toBe(12);
    const activity = await load();
    expect(activity.reached).toMatchObject({ number: 12, timestamp: genesisTime + 1200 });
    expect(activity.transactions).toHaveLength(12);
  });

  test('behind the blocks asked for is waited for', async () => {
    const { load, fake } = await open('etherscan');
    fake.setIndexedBlock(12);
    const waiting = load(receiver, 15, 20);
    await expect(waiting).rejects.toBeInstanceOf(RetryableError);
    await expect(waiting).rejects.toThrow('has indexed block 12, behind block 15');
  });

  test.each(['etherscan', 'blockscout', 'routescan'] as const)(
    '%s: blocks too young to be indexed are left for later',
    async (kind) => {
      // 30 seconds after block 10, and an explorer that takes 60: block 9.
      const clock = createFakeClock((genesisTime + 1030) * 1000);
      const { source, load } = await open(kind, {}, { clock, limits: { indexDelaySeconds: 60 } });
      expect((await source.getHead()).number).toBe(9);
      expect((await load()).reached.number).toBe(9);
    },
  );

  test('where no block can be found by time, twelve are held back', async () => {
    const { source } = await open(
      'etherscan',
      { without: ['getblocknobytime'] },
      { limits: { indexDelaySeconds: 60 } },
    );
    const head = (await index.update()).length - 1;
    expect((await source.getHead()).number).toBe(head - 12);
  });
});

test('one answer about the head serves all wallets for a moment, and for longer those that go no further', async () => {
  const clock = createFakeClock();
  const { fake, source, load } = await open('etherscan', {}, { clock });
  await load(receiver);
  await load(sender);
  expect(countOf(fake, 'eth_blockNumber')).toBe(1);
  clock.advance(3000);
  await load(receiver);
  expect(countOf(fake, 'eth_blockNumber')).toBe(1);
  await source.getHead();
  expect(countOf(fake, 'eth_blockNumber')).toBe(2);
});

describe('disagreement', () => {
  test('an explorer and a node on different chains are refused', async () => {
    const other = await startAnvil({ timestamp: genesisTime + 5 });
    try {
      const node = createRpcSource({ chainId, urls: [other.rpcUrl] });
      const { source } = await open('etherscan', {}, { rpc: node });
      await expect(source.probe()).rejects.toMatchObject({
        name: 'PermanentError',
        message: expect.stringMatching(
          /are on different chains: block 0 is 0x[0-9a-f]{64} there and 0x[0-9a-f]{64} here/,
        ),
      });
    } finally {
      await other.stop();
    }
  });

  test('a re-org between two lists is noticed', async () => {
    const chain = await startAnvil({ timestamp: genesisTime });
    try {
      for (let block = 1; block <= 3; block += 1) {
        await askNode(chain.rpcUrl, 'eth_sendTransactionSync', [
          { from: sender, to: receiver, value: '0x1' },
        ]);
      }
      const chainIndex = createChainIndex(chain.rpcUrl);
      let updates = 0;
      const unsettled: ChainIndex = {
        rpcUrl: chain.rpcUrl,
        async update() {
          updates += 1;
          // After the head and the first list.
          if (updates === 3) await askNode(chain.rpcUrl, 'anvil_reorg', [1, []]);
          return chainIndex.update();
        },
      };
      const { load } = await open('etherscan', { index: unsettled });
      // Of an address without transactions, which the re-org could not show otherwise.
      await expect(load(creator, 1, 3)).rejects.toThrow(
        'block 3 changed while it was read: a re-org is under way',
      );
    } finally {
      await chain.stop();
    }
  });

  test('a node of another chain gives no receipts', async () => {
    const reader = createRpcTransactionReader({ chainId: 5, urls: [anvil.rpcUrl] });
    const { load } = await open('etherscan', {}, { reader });
    await expect(load()).rejects.toMatchObject({
      name: 'PermanentError',
      message: expect.stringMatching(/serves chain 31337, not 5/),
    });
  });

  test('a re-org between list and receipt is noticed', async () => {
    const chain = await startAnvil({ timestamp: genesisTime });
    try {
      for (let block = 1; block <= 3; block += 1) {
        await askNode(chain.rpcUrl, 'eth_sendTransactionSync', [
          { from: sender, to: receiver, value: '0x1' },
        ]);
      }
      const blocks = await createChainIndex(chain.rpcUrl).update();
      // The explorer's lists stay as they were; the chain behind it moves on.
      const frozen = { rpcUrl: chain.rpcUrl, update: async () => blocks };
      const { load } = await open('etherscan', { index: frozen });
      expect((await load(receiver, 0, 3)).transactions).toHaveLength(3);
      await askNode(chain.rpcUrl, 'anvil_reorg', [2, []]);
      await expect(load(receiver, 0, 3)).rejects.toBeInstanceOf(RetryableError);
    } finally {
      await chain.stop();
    }
  });
});

describe('addresses of the API', () => {
  test('the chain id goes into the path where the address says so', async () => {
    const { source } = await open('routescan', {}, ({ url }) => ({
      url: url.replace(`/${chainId}/`, '/{chainId}/'),
    }));
    expect((await source.getHead()).number).toBe((await index.update()).length - 1);
  });

  test('the key goes along, and into no text', async () => {
    const { load, fake, source } = await open(
      'etherscan',
      { apiKey: 'secret-key' },
      { apiKey: 'secret-key' },
    );
    await load();
    expect(fake.requests.every(({ parameters }) => parameters.apikey === 'secret-key')).toBe(true);
    expect(source.description).toBe(new URL(fake.url).host);
  });
});
