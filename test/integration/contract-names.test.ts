/** What counterparties call themselves, on a real node: asked beside the loading, shown as their own word, and never as a name. */
import { encodeAbiParameters } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { Address, Hex } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { type ChainRuntime, createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { type ContractNamesJob, createContractNames } from '../../src/ingest/metadata/contract-names.ts';
import type { Log } from '../../src/log.ts';
import { upsertContractLabels, upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections } from '../../src/store/lookups/nft-writes.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, storeHistory } from '../support/history.ts';
import { address } from '../support/records.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
let anvil: Anvil;
let chain: ChainRuntime;
let api: TestApi;
let job: ContractNamesJob | null;
let walletId: number;
let next = 0xc0de00;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  api = await createTestApi({ graphql: 'real' });
  walletId = await storeHistory(api.database, api.clientId);
  const mainnet = { chainId: 1, rpc: [anvil.rpcUrl] };
  const source = createRpcSource({ chainId: 1, urls: mainnet.rpc });
  chain = createChainRuntime(resolveChain(mainnet, null), source, Date.now);
  job = createContractNames(options());
});
afterAll(async () => {
  await chain?.source.close();
  await api?.close();
  await anvil?.stop();
});

const options = () => ({ database: api.database, chains: [chain], log: silent, owner: 'test' });

async function rpc(method: string, params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(anvil.rpcUrl, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  });
  expect(await answer.json()).toHaveProperty('result');
}

/** Code that answers every call with the same bytes: it copies them from behind itself, and returns them. */
function answering(data: Hex): Hex {
  const length = ((data.length - 2) / 2).toString(16).padStart(4, '0');
  // PUSH2 length, PUSH2 14, PUSH0, CODECOPY, PUSH2 length, PUSH0, RETURN: 3 + 3 + 1 + 1 + 3 + 1 + 1 = 13 bytes, and a STOP.
  return `0x61${length}61000e5f3961${length}5ff300${data.slice(2)}`;
}
const naming = (name: string): Hex => answering(encodeAbiParameters([{ type: 'string' }], [name]));

/** A counterparty of the wallet's, with this code; `spam`: all that came from it. */
async function counterparty(code: Hex, { spam = false } = {}): Promise<Address> {
  next += 1;
  const at = address(next);
  await rpc('anvil_setCode', [at, code]);
  await api.database.pool.query('INSERT INTO counterparty_counter VALUES ($1, $2, 1, 2, $3)', [
    ...[walletId, at, spam ? 2 : 0],
  ]);
  return at;
}

async function look(): Promise<number> {
  await chain.head(0);
  await job?.noteCandidates(api.database, new AbortController().signal);
  return (await job?.lookUpDue(api.database, chain)) ?? 0;
}

async function shown(at: Address): Promise<unknown> {
  const query = `{ counterparty(address: "${at}", chainId: 1) { name contractName defaultLabel { name } } }`;
  const { json } = await api.ask('POST', '/graphql', { payload: { query } });
  return Object(json).data.counterparty;
}

const row = async (at: Address) =>
  (
    await api.database.pool.query(
      `SELECT name, attempts, round(extract(epoch FROM look_at - now()) / 600)::int AS pause FROM contract_name WHERE address = $1`,
      [at],
    )
  ).rows[0];

test('a pool says what it is: shown as its own word, beside the names that are vouched for, and asked once', async () => {
  const pool = await counterparty(naming('Uniswap V2'));
  // As early tokens write it.
  const word = await counterparty(answering(`0x${Buffer.from('Maker').toString('hex').padEnd(64, '0')}`));
  await look();
  expect(await shown(pool)).toEqual({ name: null, contractName: 'Uniswap V2', defaultLabel: null });
  expect(await shown(word)).toMatchObject({ name: null, contractName: 'Maker' });
  expect(await row(pool)).toEqual({ name: 'Uniswap V2', attempts: 1, pause: null });
  expect(await look()).toBe(0);

  await api.ask('POST', '/wallet/label/', { payload: { address: pool, name: 'My pool' } });
  expect(await shown(pool)).toEqual({ name: 'My pool', contractName: 'Uniswap V2', defaultLabel: null });
});

test('a label that comes later takes its place', async () => {
  const pool = await counterparty(naming('Uniswap V2'));
  await look();
  const label = { chainId: 1, address: pool, name: 'Uniswap V2: WETH-DAI', tags: ['dex'] };
  await upsertContractLabels(api.database, [label]);
  expect(await shown(pool)).toEqual({
    ...{ name: label.name, contractName: null, defaultLabel: { name: label.name } },
  });
});

test('who has a label, and who sent nothing but spam, is not asked', async () => {
  const spammer = await counterparty(naming('Generous'), { spam: true });
  await look();
  expect(await row(spammer)).toBeUndefined();
  expect(await row(exchange)).toBeUndefined();
});

test('an account without code is asked three times in all, a month apart', async () => {
  const account = await counterparty('0x');
  const seen: unknown[] = [];
  for (const _time of [1, 2, 3, 4]) {
    await look();
    seen.push(await row(account));
    await api.database.pool.query('UPDATE contract_name SET look_at = now() WHERE look_at IS NOT NULL');
  }
  // 30 days of 144 times ten minutes.
  expect(seen).toEqual([
    { name: null, attempts: 1, pause: 4320 },
    { name: null, attempts: 2, pause: 4320 },
    { name: null, attempts: 3, pause: null },
    { name: null, attempts: 3, pause: null },
  ]);
  expect(await shown(account)).toEqual({ name: null, contractName: null, defaultLabel: null });
});

test.each([
  ['the name of a listed token, in other letters', 'USD С\u043Ein'],
  ['the symbol of a listed token', 'U S D C'],
  ['the coin', 'ETH'],
  ['a site', 'claim at https://evil.example'],
  ['a name in ENS', 'vitalik.eth'],
  ['an address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a sentence', 'Send back what you got by mistake, else your account will be closed soon'],
  ['no letter', '100000'],
])('not shown: %s', async (_what, name) => {
  const liar = await counterparty(naming(name));
  await look();
  expect(await row(liar)).toMatchObject({ name: null, attempts: 1 });
});

test('what reverses text is taken out, and an answer of megabytes is none', async () => {
  const reversing = await counterparty(naming('Vault \u202Eyromem'));
  const huge = await counterparty(answering(`0x${'00'.repeat(31)}20${'ff'.repeat(32)}`));
  await look();
  expect(await row(reversing)).toMatchObject({ name: 'Vault yromem' });
  expect(await row(huge)).toMatchObject({ name: null });
});

test('tokens and collections are not asked again: what is stored of them counts, and spam has no name', async () => {
  const code = naming('Another name');
  const [vault, advert, drops, spam] = [
    await counterparty(code),
    await counterparty(code),
    await counterparty(code),
    await counterparty(code),
  ];
  const token = { chainId: 1, symbol: 'VLT', decimals: 18, assetSlug: null, isTrusted: false };
  await upsertTokens(api.database, [
    { ...token, address: vault, name: 'Steady Vault' },
    { ...token, address: advert, name: 'Steady Vault', symbol: 'get https://evil.example' },
  ]);
  await upsertNftCollections(api.database, [
    { chainId: 1, address: drops, name: 'Drops', symbol: 'DRP' },
    { chainId: 1, address: spam, name: 'Drops', symbol: 'DRP', isSpam: true },
  ]);
  await look();
  expect([await row(vault), await row(advert), await row(drops), await row(spam)]).toMatchObject(
    ['Steady Vault', null, 'Drops', null].map((name) => ({ name, attempts: 1 })),
  );
});

test('silence leaves what is known, is longer each time, and ends', async () => {
  const pool = await counterparty(naming('Quiet Pool'));
  await job?.noteCandidates(api.database, new AbortController().signal);
  const away: ChainRuntime = {
    ...chain,
    source: { ...chain.source, callContracts: () => Promise.reject(new RetryableError('away')) },
  };
  const pauses: unknown[] = [];
  for (let time = 1; time <= 9; time += 1) {
    await api.database.pool.query('UPDATE contract_name SET look_at = now() WHERE address = $1', [pool]);
    await job?.lookUpDue(api.database, away);
    pauses.push((await row(pool))?.pause);
  }
  expect(pauses).toEqual([1, 3, 9, 27, 81, 243, 729, 2187, null]);
});

test('a node that is down is no silence of the contracts', async () => {
  const pool = await counterparty(naming('Waiting Pool'));
  await job?.noteCandidates(api.database, new AbortController().signal);
  const down: ChainRuntime = { ...chain, head: () => Promise.reject(new RetryableError('down')) };
  await expect(job?.lookUpDue(api.database, down)).rejects.toThrow('down');
  expect(await row(pool)).toMatchObject({ name: null, attempts: 0 });
});

test('without a node there is no such job: an explorer is not asked', () => {
  const explorerOnly = { ...chain, config: { ...chain.config, rpc: [] } };
  expect(createContractNames({ ...options(), chains: [explorerOnly] })).toBeNull();
});
