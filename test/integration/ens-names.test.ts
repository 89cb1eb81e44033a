/** ENS names through the whole service, on a real node: looked up beside the loading, shown where nothing else names, and taken for addresses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { loadConfig } from '../../src/config.ts';
import type { Address } from '../../src/domain/model.ts';
import { RetryableError } from '../../src/errors.ts';
import { type ChainRuntime, createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createPrimaryNames, type PrimaryNamesJob } from '../../src/ingest/metadata/primary-names.ts';
import type { Log } from '../../src/log.ts';
import { type NameLookup, openNameLookup } from '../../src/name-lookup.ts';
import { takeLeadership } from '../../src/store/connection/leadership.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type EnsWorld, startEnsWorld } from '../support/ens/ens-world.ts';
import { exchange, friend, storeHistory, wallet } from '../support/history.ts';
import { address } from '../support/records.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const newcomer = address(0xad);
const spammer = address(0xbad);
let ens: EnsWorld;
let chain: ChainRuntime;
let lookup: NameLookup | null;
let api: TestApi;
let job: PrimaryNamesJob | null;

beforeAll(async () => {
  ens = await startEnsWorld();
  await ens.register('exchange.eth', exchange);
  await ens.claim(exchange, 'exchange.eth');
  await ens.register('friend.eth', friend);
  await ens.claim(friend, 'friend.eth');
  await ens.register('wallet.eth', wallet);
  await ens.claim(wallet, 'wallet.eth');
  await ens.register('newcomer.eth', newcomer);
  const mainnet = { chainId: 1, rpc: [ens.anvil.rpcUrl] };
  const config = loadConfig({ environment: {}, file: { chains: [mainnet] } });
  lookup = openNameLookup(config, silent);
  api = await createTestApi({ graphql: 'real', ...(lookup && { addressOfName: lookup.addressOf }) });
  const walletId = await storeHistory(api.database, api.clientId);
  // Two transfers, both of them spam.
  await api.database.pool.query('INSERT INTO counterparty_counter VALUES ($1, $2, 1, 2, 2)', [
    walletId,
    spammer,
  ]);
  const source = createRpcSource({ chainId: 1, urls: mainnet.rpc });
  chain = createChainRuntime(resolveChain(mainnet, null), source, Date.now);
  job = createPrimaryNames({ database: api.database, chains: [chain], log: silent, owner: 'test' });
});
afterAll(async () => {
  await chain?.source.close();
  await lookup?.close();
  await api?.close();
  await ens?.anvil.stop();
});

async function graphql(query: string, variables: object = {}): Promise<{ data?: unknown; errors?: unknown }> {
  const { json } = await api.ask('POST', '/graphql', { payload: { query, variables } });
  return Object(json);
}
const look = async (): Promise<number> => {
  await chain.head(0);
  await job?.noteCandidates(api.database, new AbortController().signal);
  return (await job?.lookUpDue(api.database)) ?? 0;
};
const rows = async () =>
  (
    await api.database.pool.query(
      `SELECT address, name, attempts, round(extract(epoch FROM look_up_at - now()) / 600)::int AS pause FROM ens_name`,
    )
  ).rows;
const namesOf = (at: Address) =>
  graphql(`{ counterparty(address: "${at}", chainId: 1) { name ensName defaultLabel { name } } }`);

describe('primary names', () => {
  test('of wallets and counterparties, but not of those that only spam came from', async () => {
    expect(await look()).toBeGreaterThan(2);
    const known = new Map((await rows()).map((row) => [row.address, row]));
    // 3 days and 14 days, in pieces of ten minutes.
    expect(known.get(friend)).toMatchObject({ name: 'friend.eth', attempts: 0, pause: 432 });
    expect(known.get(wallet)).toMatchObject({ name: 'wallet.eth' });
    expect(known.has(spammer)).toBe(false);
    expect([...known.values()].filter(({ name }) => name === null).map(({ pause }) => pause)).toContain(2016);
    // Nothing more is due.
    expect(await look()).toBe(0);
  });

  test("a label comes first: the client's own, then the default one, then ENS", async () => {
    expect(await namesOf(friend)).toMatchObject({
      data: { counterparty: { name: 'friend.eth', ensName: 'friend.eth', defaultLabel: null } },
    });
    expect(await namesOf(exchange)).toMatchObject({
      data: { counterparty: { name: 'The Exchange', ensName: 'exchange.eth' } },
    });
    const label = { address: friend, name: 'My friend' };
    await api.ask('POST', '/wallet/label/', { payload: label });
    expect(await namesOf(friend)).toMatchObject({
      data: { counterparty: { name: 'My friend', ensName: 'friend.eth' } },
    });
    expect(await graphql(`{ wallet(address: "${wallet}") { ensName } }`)).toEqual({
      data: { wallet: { ensName: 'wallet.eth' } },
      extensions: expect.anything(),
    });
  });

  test('counterparties are found by their names', async () => {
    const query = `{ wallet(address: "${wallet}") { counterparties(search: "FRIEND.e") { nodes { address } } } }`;
    expect(await graphql(query)).toMatchObject({
      data: { wallet: { counterparties: { nodes: [{ address: friend }] } } },
    });
  });

  test('a node that does not answer leaves names as they are, and is asked ever later', async () => {
    const away: ChainRuntime = {
      ...chain,
      source: { ...chain.source, callContracts: () => Promise.reject(new RetryableError('away')) },
    };
    const waiting = createPrimaryNames({ ...options(), chains: [away] });
    const pauses: unknown[] = [];
    for (const _try of [1, 2, 3]) {
      await api.database.pool.query('UPDATE ens_name SET look_up_at = now() WHERE address = $1', [friend]);
      await waiting?.lookUpDue(api.database);
      pauses.push((await rows()).find((row) => row.address === friend));
    }
    // Ten minutes, three times as many, nine times as many.
    expect(pauses).toMatchObject([1, 3, 9].map((pause) => ({ name: 'friend.eth', pause })));
  });

  test('a name that is given up is gone, and one that nobody confirms for a month is not shown', async () => {
    await ens.register('exchange.eth', newcomer);
    // The head of before is remembered for a moment.
    await chain.head(0);
    await api.database.pool.query('UPDATE ens_name SET look_up_at = now() WHERE address = $1', [exchange]);
    await job?.lookUpDue(api.database);
    await expect
      .poll(async () => Object(await namesOf(exchange)).data)
      .toMatchObject({ counterparty: { name: 'The Exchange', ensName: null } });
    await api.database.pool.query(
      `UPDATE ens_name SET looked_up_at = now() - interval '31 days' WHERE address = $1`,
      [wallet],
    );
    await api.database.pool.query(`SELECT pg_notify('lookups_changed', '')`);
    await expect
      .poll(async () => Object(await graphql(`{ wallet(address: "${wallet}") { ensName } }`)).data)
      .toEqual({ wallet: { ensName: null } });
  });

  test('whoever has lost the job stores nothing', async () => {
    const former = await takeLeadership(api.database, { job: 'ens_names', owner: 'a', leaseMs: 600_000 });
    await api.database.pool.query(`UPDATE job_lease SET lease_until = now() WHERE job = 'ens_names'`);
    const next = await takeLeadership(api.database, { job: 'ens_names', owner: 'b', leaseMs: 600_000 });
    if (former.leadership === null || next.leadership === null) throw new Error('nobody leads');
    await api.database.pool.query('UPDATE ens_name SET look_up_at = now(), name = NULL');
    await expect(job?.lookUpDue(former.leadership.database)).rejects.toThrow(
      "the lease on 'ens_names' is lost",
    );
    expect((await rows()).every(({ name }) => name === null)).toBe(true);
    await job?.lookUpDue(next.leadership.database);
    expect((await rows()).some(({ name }) => name === 'friend.eth')).toBe(true);
    await next.leadership.release();
    await former.leadership.release();
  });

  test('without a node of mainnet there is no such job', () => {
    const explorerOnly = { ...chain, config: { ...chain.config, rpc: [] } };
    const elsewhere = { ...chain, config: { ...chain.config, chainId: 137 } };
    expect(createPrimaryNames({ ...options(), chains: [explorerOnly, elsewhere] })).toBeNull();
  });
  const options = () => ({ database: api.database, log: silent, owner: 'test' });
});

describe('names for addresses', () => {
  test('REST: registering, filters and paths', async () => {
    const registered = await api.ask('POST', '/wallet/manage/', { payload: { address: 'Newcomer.ETH' } });
    expect(registered.status).toBe(201);
    expect(registered.json).toMatchObject({ results: [{ address: newcomer }] });
    const one = await api.ask('GET', '/wallet/manage/newcomer.eth/');
    expect(one.json).toMatchObject({ address: newcomer });
    const of = async (query: string) => (await api.ask('GET', `/wallet/transfer/?${query}`)).json;
    expect(await of(`wallet=wallet.eth,newcomer.eth&counterparty_address=friend.eth`)).toEqual(
      await of(`wallet=${wallet},${newcomer}&counterparty_address=${friend}`),
    );
  });

  test('GraphQL: in variables, lists, input objects and the text of a query', async () => {
    const byVariable = `query ($w: [Address!]!, $f: TransferFilter) { transfers(wallets: $w, filter: $f) { count nodes { wallet { address } counterparty { address } } } }`;
    const found = { wallet: { address: wallet }, counterparty: { address: friend } };
    const expected = { data: { transfers: { count: 2, nodes: [found, found] } } };
    const variables = { w: 'wallet.eth', f: { counterparties: ['friend.eth'] } };
    expect(await graphql(byVariable, variables)).toMatchObject(expected);
    // A second time it is a known query.
    expect(await graphql(byVariable, variables)).toMatchObject(expected);
    const inText = `{ transfers(wallets: ["wallet.eth"], filter: { counterparties: "friend.eth" }) { count ...Rest } } fragment Rest on TransferConnection { nodes { wallet { address } counterparty { address } } }`;
    expect(await graphql(inText)).toMatchObject(expected);
    // A name that is only a text stays one.
    const label = `mutation { setCustomLabel(input: { address: "friend.eth", name: "friend.eth" }) { counterparty { address name } } }`;
    expect(await graphql(label)).toMatchObject({
      data: { setCustomLabel: { counterparty: { address: friend, name: 'friend.eth' } } },
    });
  });

  test('a name that leads nowhere, or is a look-alike, is refused and named', async () => {
    const { status, json } = await api.ask('GET', '/wallet/transfer/?wallet=nobody.eth,w\u0430llet.eth');
    expect(status).toBe(400);
    expect(json).toMatchObject({
      code: 'BAD_INPUT',
      errors: [
        { path: 'wallet', message: expect.stringContaining("'nobody.eth' leads to no address on mainnet") },
        { path: 'wallet', message: expect.stringContaining('is not a valid ENS name (ENSIP-15)') },
      ],
    });
    expect(await graphql('{ wallet(address: "nobody.eth") { address } }')).toMatchObject({
      errors: [
        { message: expect.stringContaining('leads to no address'), extensions: { code: 'BAD_INPUT' } },
      ],
    });
    const many = Array.from({ length: 11 }, (_, index) => `n${index}.eth`).join(',');
    const tooMany = await api.ask('GET', `/wallet/transfer/?wallet=${many}`);
    expect(tooMany.json).toMatchObject({ errors: [{ message: expect.stringContaining('at most 10') }] });
  });

  test('without a mainnet node the refusal says what to configure', async () => {
    const blind = await createTestApi({ graphql: 'real' });
    try {
      const { status, json } = await blind.ask('POST', '/wallet/manage/', {
        payload: { address: 'vitalik.eth' },
      });
      expect(status).toBe(400);
      const message = expect.stringContaining('give the chain 1 a node (chains[].rpc in CONFIG_FILE)');
      expect(json).toMatchObject({ code: 'BAD_INPUT', errors: [{ path: 'address', message }] });
    } finally {
      await blind.close();
    }
  });
});
