/** Tokens that do not say what they are, on a real chain: they hold up no wallet, stay unknown, and are known once they speak. */
import pg from 'pg';
import { encodeDeployData, encodeFunctionData, parseAbi, parseEther } from 'viem';
import { afterEach, expect, test } from 'vitest';
import { compileContracts, defaultCacheDirectory } from '../../demo/contracts/artifacts.ts';
import { startAnvil } from '../../demo/node/anvil.ts';
import { createChain } from '../../demo/node/chain.ts';
import type { Address, Hex } from '../../src/domain/model.ts';
import { type NodeProxy, startNodeProxy } from '../chains/support/node-proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

const chainId = 7032;
const maker = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const wallet = '0x00000000000000000000000000000000000a11ce';
const abi = parseAbi([
  'constructor(string reason)',
  'function mint(address to, uint256 value)',
  'function speak()',
]);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startWorld(): Promise<{
  proxy: NodeProxy;
  token: Address;
  mint: () => Promise<number>;
  speak: () => Promise<void>;
}> {
  const anvil = await startAnvil({ chainId });
  stops.push(anvil.stop);
  const proxy = await startNodeProxy(anvil.rpcUrl);
  stops.push(proxy.stop);
  const chain = createChain({ rpcUrl: anvil.rpcUrl, chainId });
  await chain.setBalance(maker, parseEther('1000'));
  const bytecode: Hex = (await compileContracts(defaultCacheDirectory)).RefusingToken ?? '0x';
  const { contractAddress: token } = await chain.send({
    from: maker,
    data: encodeDeployData({ abi, bytecode, args: ['rate limit exceeded'] }),
  });
  if (token == null) throw new Error('not deployed');
  const call = async (data: Hex): Promise<void> => {
    await chain.send({ from: maker, to: token, data });
  };
  return {
    proxy,
    token,
    async mint() {
      await call(encodeFunctionData({ abi, functionName: 'mint', args: [wallet, 2_500_000n] }));
      return Number((await chain.latestBlock()).number);
    },
    speak: () => call(encodeFunctionData({ abi, functionName: 'speak' })),
  };
}

async function serve(proxy: NodeProxy): Promise<TestService> {
  const entry = { chainId, name: 'Chain', slug: 'chain', symbol: 'ETH', confirmations: 2, pollSeconds: 0.2 };
  const service = await startTestService([{ ...entry, rpc: [proxy.url] }]);
  stops.push(service.stop);
  return service;
}

async function transfersOf({ api }: TestService): Promise<unknown[]> {
  const { transfers } = await api.query<{ transfers: { nodes: unknown[] } }>(
    `{ transfers(wallets: ["${wallet}"], order: ASC) { nodes { amount rawToken { name symbol } token { decimals } } } }`,
  );
  return transfers.nodes;
}

async function inDatabase<Row extends pg.QueryResultRow>(service: TestService, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const planned =
  'SELECT kind, outcome, attempts, round(extract(epoch FROM read_at - now()) / 3600)::int AS hours FROM unread_metadata';

test('a token that refuses in the words of a busy node: loaded, followed, unknown, and known once it speaks', {
  timeout: 240_000,
}, async () => {
  const { proxy, mint, speak } = await startWorld();
  await mint();
  const service = await serve(proxy);
  await service.api.load([wallet]);
  await service.api.waitForBlock(await mint());
  // Base units, as its decimals are unknown: not 18, not 0.000…
  const unknown = { amount: '2500000', rawToken: { name: '', symbol: '' }, token: null };
  expect(await transfersOf(service)).toEqual([unknown, unknown]);
  expect(
    await inDatabase(service, 'SELECT name, symbol, decimals FROM token WHERE is_trusted = false'),
  ).toEqual([{ name: null, symbol: null, decimals: null }]);
  // The contract's own word: asked again in a day.
  expect(await inDatabase(service, planned)).toEqual([
    { kind: 'token', outcome: 'refused', attempts: 0, hours: 24 },
  ]);

  await speak();
  const [before] = await inDatabase<{ version: string }>(
    service,
    'SELECT max(version) AS version FROM ledger_input WHERE wallet_id > 0',
  );
  await inDatabase(service, 'UPDATE unread_metadata SET read_at = now()');
  const known = { amount: '2.5', rawToken: { name: 'Late Speaker', symbol: 'LATE' }, token: { decimals: 6 } };
  await expect.poll(() => transfersOf(service), { timeout: 60_000 }).toEqual([known, known]);
  // What was judged without it is looked at some more times; then the reading is over (ingest/metadata.test.ts).
  await expect
    .poll(() => inDatabase(service, planned), { timeout: 60_000 })
    .toMatchObject([{ kind: 'token', outcome: 'read' }]);
  const [after] = await inDatabase<{ version: string }>(
    service,
    'SELECT max(version) AS version FROM ledger_input WHERE wallet_id > 0',
  );
  expect(BigInt(after?.version ?? 0)).toBeGreaterThan(BigInt(before?.version ?? 0));
});

test('a node that cannot run the contract: loaded all the same, and read soon', {
  timeout: 240_000,
}, async () => {
  const { proxy, mint, speak } = await startWorld();
  await mint();
  await speak();
  const error = { code: -32603, message: 'Internal error' };
  proxy.interfere({ answer: ({ method }) => (method === 'eth_call' ? { error } : undefined) });
  const service = await serve(proxy);
  await service.api.load([wallet]);
  expect(await transfersOf(service)).toMatchObject([{ amount: '2500000', token: null }]);
  expect(await inDatabase(service, planned)).toMatchObject([{ kind: 'token', outcome: 'unanswered' }]);

  proxy.interfere({});
  await inDatabase(service, 'UPDATE unread_metadata SET read_at = now()');
  await expect
    .poll(() => transfersOf(service), { timeout: 60_000 })
    .toMatchObject([{ amount: '2.5', token: { decimals: 6 } }]);
});
