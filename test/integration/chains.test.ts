/** Several chains per wallet: each at its own pace, one more added later, one taken away, one that does not answer. */
import { createServer } from 'node:net';
import pg from 'pg';
import { numberToHex, parseEther } from 'viem';
import { afterEach, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createChain } from '../../demo/node/chain.ts';
import type { ConfigFile } from '../../src/config-file.ts';
import { askNode } from '../support/explorer-fake/chain-index.ts';
import { createDatabase } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';

type ChainEntry = NonNullable<ConfigFile['chains']>[number];

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const wallet = '0x00000000000000000000000000000000000a11ce';

/** A node with `receipts` payments to the wallet, one in each block. */
async function startChain(chainId: number, receipts: number): Promise<{ anvil: Anvil; entry: ChainEntry }> {
  const anvil = await startAnvil({ chainId });
  stops.push(anvil.stop);
  await pay(anvil, chainId, receipts);
  return {
    anvil,
    entry: {
      chainId,
      name: `Chain ${chainId}`,
      slug: `c${chainId}`,
      rpc: [anvil.rpcUrl],
      confirmations: 4,
      pollSeconds: 0.2,
    },
  };
}

const payer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

async function pay(anvil: Anvil, chainId: number, times: number): Promise<void> {
  const chain = createChain({ rpcUrl: anvil.rpcUrl, chainId });
  await chain.setBalance(payer, parseEther('1000'));
  for (let time = 0; time < times; time += 1) {
    await chain.send({ from: payer, to: wallet, value: parseEther('1'), gas: 21_000n });
  }
}

async function serve(databaseUrl: string, chains: ChainEntry[]): Promise<TestService> {
  const service = await startTestService(chains, { databaseUrl });
  stops.push(service.stop);
  return service;
}

interface Wallet {
  isLoaded: boolean;
  sync: {
    phase: string;
    syncedBlock: number | null;
    headBlock: number | null;
    blockchain: { chainId: number };
  }[];
}

async function walletOf(service: TestService): Promise<Wallet> {
  const data = await service.api.query<{ wallet: Wallet }>(
    `query ($address: Address!) { wallet(address: $address) {
       isLoaded sync { phase syncedBlock headBlock blockchain { chainId } } } }`,
    { address: wallet },
  );
  return data.wallet;
}

/** Every stored row of a chain with the place where it stands in its table: a row that is written again moves. */
async function rowsOf(databaseUrl: string, chainId: number): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT ctid, * FROM transfer WHERE chain_id = $1 ORDER BY position',
      [chainId],
    );
    return rows;
  } finally {
    await client.end();
  }
}

test('two chains load side by side, one is added later, one is removed', async () => {
  const { url } = await createDatabase();
  const [first, second, third] = await Promise.all([
    startChain(7001, 3),
    startChain(7002, 5),
    startChain(7003, 2),
  ]);
  const two = await serve(url, [first.entry, second.entry]);
  await two.api.load([wallet]);
  expect((await walletOf(two)).sync).toMatchObject([
    { phase: 'FOLLOWING', syncedBlock: 3, headBlock: 3, blockchain: { chainId: 7001 } },
    { phase: 'FOLLOWING', syncedBlock: 5, headBlock: 5, blockchain: { chainId: 7002 } },
  ]);

  // One goes on while the other stands.
  await pay(second.anvil, 7002, 4);
  await expect.poll(async () => (await walletOf(two)).sync[1]?.syncedBlock, { timeout: 20_000 }).toBe(9);
  expect((await walletOf(two)).sync[0]?.syncedBlock).toBe(3);
  const before = [await rowsOf(url, 7001), await rowsOf(url, 7002)];
  expect(before.map((rows) => rows.length)).toEqual([3, 9]);
  await two.stop();
  stops.pop();

  // A third chain whose node is not there yet: the wallet is not loaded, what it has stays.
  const closed = { ...third.entry, rpc: [`http://127.0.0.1:${await freePort()}`] };
  const waiting = await serve(url, [first.entry, second.entry, closed]);
  const added = await walletOf(waiting);
  expect(added.isLoaded).toBe(false);
  expect(added.sync.map(({ blockchain }) => blockchain.chainId)).toEqual([7001, 7002, 7003]);
  await pay(first.anvil, 7001, 1);
  await expect.poll(async () => (await walletOf(waiting)).sync[0]?.syncedBlock, { timeout: 20_000 }).toBe(4);
  await waiting.stop();
  stops.pop();

  const three = await serve(url, [first.entry, second.entry, third.entry]);
  await three.api.load([wallet]);
  expect((await rowsOf(url, 7001)).slice(0, 3)).toEqual(before[0]);
  expect(await rowsOf(url, 7002)).toEqual(before[1]);
  expect(await rowsOf(url, 7003)).toHaveLength(2);
  await three.stop();
  stops.pop();

  const last = await serve(url, [third.entry]);
  expect(await walletOf(last)).toMatchObject({ isLoaded: true });
  expect(await rowsOf(url, 7002)).toEqual(before[1]);
});

test('what no event tells of is said: money from nowhere, and a balance that is negative for it', async () => {
  const { anvil, entry } = await startChain(7021, 1);
  // An account of the node's that had nothing at genesis gets 10 ether that no transaction brought.
  const stranger = '0x00000000000000000000000000000000000057a6';
  const askChain = (method: string, ...params: unknown[]) => askNode(anvil.rpcUrl, method, params);
  await askChain('anvil_setBalance', stranger, numberToHex(parseEther('10')));
  await askChain('anvil_impersonateAccount', stranger);
  const payment = {
    from: stranger,
    to: wallet,
    value: numberToHex(parseEther('3')),
    gas: numberToHex(21_000),
  };
  await askChain('eth_sendTransaction', payment);
  await askChain('evm_mine');
  const service = await serve((await createDatabase()).url, [entry]);
  await service.api.load([stranger]);
  const ask = async () =>
    service.api.query<{
      wallet: { isLoaded: boolean; sync: { warnings: string[] }[] };
      tokenBalances: { nodes: { balance: string; reconciliation: { difference: string } | null }[] };
    }>(
      `query ($address: Address!) {
         wallet(address: $address) { isLoaded sync { warnings } }
         tokenBalances(wallets: [$address]) { nodes { balance reconciliation { difference } } } }`,
      { address: stranger },
    );
  await expect
    .poll(async () => (await ask()).tokenBalances.nodes[0]?.reconciliation, { timeout: 20_000 })
    .toEqual({ difference: '10' });
  const { wallet: loaded, tokenBalances } = await ask();
  expect(loaded.isLoaded).toBe(true);
  expect(loaded.sync[0]?.warnings).toEqual([
    'Balance of ETH differs from the chain by 10: rebasing token or missing history',
    `Balance of ETH is negative (${tokenBalances.nodes[0]?.balance}): more went out than is known to have come in`,
  ]);
  expect(Number(tokenBalances.nodes[0]?.balance)).toBeCloseTo(-3, 2);
});

test('a node that accepts connections and never answers keeps no other chain from loading', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<import('node:net').Socket>();
  silent.on('connection', (socket) => sockets.add(socket));
  stops.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const good = await startChain(7011, 2);
  const { url } = await createDatabase();
  const service = await serve(url, [
    { ...good.entry, chainId: 7010, name: 'Silent', slug: 'silent', rpc: [`http://127.0.0.1:${port}`] },
    good.entry,
  ]);
  // More wallets than slots, so that the silent chain would take every one.
  const wallets = Array.from({ length: 10 }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`);
  await service.api.post('/wallet/manage/', { address: wallets.join(',') });
  const loadedOn = async (chainId: number): Promise<number> => {
    const data = await service.api.query<{ wallets: { nodes: Wallet[] } }>(
      '{ wallets(pageSize: 500) { nodes { isLoaded sync { phase syncedBlock headBlock blockchain { chainId } } } } }',
    );
    return data.wallets.nodes.filter(({ sync }) =>
      sync.some((chain) => chain.blockchain.chainId === chainId && chain.phase === 'FOLLOWING'),
    ).length;
  };
  await expect.poll(() => loadedOn(7011)).toBe(10);
  expect(await loadedOn(7010)).toBe(0);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
