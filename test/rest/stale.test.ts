/** A wallet whose chain is not looked at any more, or whose last step failed, says so on every way out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Address } from '../../src/domain/model.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { failStep } from '../../src/store/sync/leases.ts';
import { readFigures } from '../../src/store/sync/progress-figures.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { blockchain, ethereum, leaseOf, polygon, store } from '../support/builders.ts';
import { parseCsv } from '../support/csv.ts';
import { address } from '../support/records.ts';

let api: TestApi;
let wallet: Address;
let walletId = 0;
let nextAddress = 1;

/** The moments that rows are given; staleness is asked of the database's clock, years later. */
const earlier = '2026-01-02T03:04:05Z';
const later = '2026-01-02T03:04:50Z';

beforeAll(async () => {
  api = await createTestApi({
    graphql: 'real',
    enabledChains: [
      { chainId: ethereum, fromBlock: 0 },
      { chainId: polygon, fromBlock: 0 },
    ],
  });
  await upsertBlockchains(api.database, [
    blockchain(ethereum, 'Ethereum', 'ETH'),
    blockchain(polygon, 'Polygon', 'POL'),
  ]);
});
afterAll(() => api.close());

beforeEach(async () => {
  wallet = address(nextAddress++);
  await api.ask('POST', '/wallet/manage/', { payload: { address: wallet } });
  const { rows } = await api.database.pool.query('SELECT id FROM wallet WHERE address = $1', [wallet]);
  walletId = rows[0].id;
  for (const chainId of [ethereum, polygon]) await store(api.database, { walletId, chainId });
});

/** As rows are when nobody has looked at the head since: no worker is told, nothing is notified. */
async function forget(chainId: number, reachedAt: string, { isOver = true } = {}): Promise<void> {
  await api.database.pool.query(
    `UPDATE sync SET head_reached_at = $3, stale_at = CASE WHEN $4 THEN now() - interval '1 second' ELSE 'infinity' END
     WHERE wallet_id = $1 AND chain_id = $2`,
    [walletId, chainId, reachedAt, isOver],
  );
}

async function fail(chainId: number): Promise<void> {
  const lease = await leaseOf(api.database, walletId, chainId);
  await failStep(api.database, lease, {
    error: 'connect ECONNREFUSED 10.0.0.7:8545, "buy at evil.example"',
    kind: 'source-unavailable',
    permanent: false,
    retryInMs: 0,
  });
}

const shape = z.object({
  data: z.object({
    wallet: z.object({
      isLoaded: z.boolean(),
      staleSince: z.string().nullable(),
      sync: z.array(
        z.object({
          phase: z.string(),
          percent: z.number(),
          staleSince: z.string().nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
  }),
});

async function overGraphql() {
  const query = `{ wallet(address: "${wallet}") { isLoaded staleSince sync { phase percent staleSince error } } }`;
  const { json } = await api.ask('POST', '/graphql', { payload: { query } });
  return shape.parse(json).data.wallet;
}

const headers = async () => {
  const answer = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}`);
  return [answer.headers['wallet-data-loaded'], answer.headers['wallet-data-stale-since']];
};

test('while both chains are followed, nothing is stale', async () => {
  await forget(ethereum, earlier, { isOver: false });
  expect(await overGraphql()).toMatchObject({
    isLoaded: true,
    staleSince: null,
    sync: [
      { phase: 'FOLLOWING', percent: 100, staleSince: null, error: null },
      { phase: 'FOLLOWING', percent: 100, staleSince: null, error: null },
    ],
  });
  expect(await headers()).toEqual(['true', undefined]);
});

test('a head that nobody looked at for too long: STALE, less than 100 %, since when, although no worker says anything', async () => {
  await forget(polygon, later);
  await forget(ethereum, earlier);
  expect(await overGraphql()).toMatchObject({
    isLoaded: true,
    staleSince: earlier,
    sync: [
      { phase: 'STALE', percent: 99.99, staleSince: earlier, error: null },
      { phase: 'STALE', percent: 99.99, staleSince: later, error: null },
    ],
  });
  expect(await headers()).toEqual(['true', earlier]);
  // Both are asked for at once, and again from memory.
  expect(await headers()).toEqual(['true', earlier]);
});

test('a failed step: STALE at once, until a step succeeds', async () => {
  await forget(ethereum, earlier, { isOver: false });
  expect(await headers()).toEqual(['true', undefined]);
  await fail(ethereum);
  const failed = await overGraphql();
  expect(failed).toMatchObject({
    isLoaded: true,
    staleSince: earlier,
    sync: [{ phase: 'STALE', staleSince: earlier }, { phase: 'FOLLOWING' }],
  });
  expect(failed.sync[0]?.error).toMatch(/does not answer as it should/);
  // The failure was notified, so that what the process remembers of the wallet is forgotten.
  await expect.poll(headers).toEqual(['true', earlier]);
  await store(api.database, { walletId, chainId: ethereum });
  expect(await overGraphql()).toMatchObject({ staleSince: null, sync: [{ phase: 'FOLLOWING' }, {}] });
  await expect.poll(headers).toEqual(['true', undefined]);
});

test('a chain that failed for good is not loaded, and still says until when it is complete', async () => {
  await forget(ethereum, earlier, { isOver: false });
  const lease = await leaseOf(api.database, walletId, ethereum);
  await failStep(api.database, lease, { error: 'x', kind: 'deep-reorg', permanent: true, retryInMs: 0 });
  expect(await overGraphql()).toMatchObject({
    isLoaded: false,
    staleSince: earlier,
    sync: [{ phase: 'FAILED', percent: 99.99, staleSince: earlier }, { phase: 'FOLLOWING' }],
  });
});

test('REST: the list, its CSV form, and the answer to a registration', async () => {
  await forget(ethereum, earlier);
  const ofWallet = z.object({ results: z.array(z.looseObject({ address: z.string() })) });
  const page = ofWallet.parse((await api.ask('GET', '/wallet/manage/?page_size=500')).json);
  expect(page.results.find((one) => one.address === wallet)).toMatchObject({
    is_loaded: true,
    stale_since: earlier,
    sync: [
      { phase: 'STALE', percent: 99.99, stale_since: earlier },
      { phase: 'FOLLOWING', percent: 100, stale_since: null },
    ],
  });
  const csv = await api.ask('GET', '/wallet/manage/', { headers: { accept: 'text/csv' } });
  const [names = [], ...lines] = parseCsv(csv.text);
  const line = lines.find((cells) => cells.includes(wallet)) ?? [];
  expect(Object.fromEntries(names.map((name, place) => [name, line[place]]))).toMatchObject({
    sync: 'ethereum STALE 99.99%; polygon FOLLOWING 100%',
    stale_since: earlier,
    chains_stale_since: `ethereum ${earlier}`,
  });

  const again = await api.ask('POST', '/wallet/manage/', { payload: { address: wallet } });
  expect(again.headers['wallet-data-stale-since']).toBe(earlier);
});

test('waiting and walletSync hold on until the wallet is in step again', async () => {
  await forget(ethereum, earlier);
  const caller = { clientId: api.clientId, keyId: 'k', scopes: ['read', 'write'] as const };
  const seen: string[] = [];
  for await (const view of api.readModel.watchWallets(caller, [wallet])) {
    seen.push(String(view.sync[0]?.phase));
    if (seen.length === 1) await store(api.database, { walletId, chainId: ethereum });
  }
  expect(seen).toEqual(['STALE', 'FOLLOWING']);

  await forget(ethereum, earlier);
  const waited = await api.ask('POST', '/wallet/manage/', {
    payload: { address: wallet },
    headers: { prefer: 'wait=1' },
  });
  expect([waited.status, waited.headers['preference-applied']]).toEqual([200, 'wait=1']);
  expect(waited.headers['wallet-data-stale-since']).toBe(earlier);
});

test('metrics count it as STALE, with how long ago it was in step', async () => {
  await api.database.pool.query(`UPDATE sync SET stale_at = 'infinity', attempts = 0, phase = 'FOLLOWING'`);
  await forget(ethereum, earlier);
  const { chains } = await readFigures(api.database);
  const stale = chains.filter(({ phase }) => phase === 'STALE');
  expect(stale).toMatchObject([{ chain: 'ethereum', wallets: 1 }]);
  const { rows } = await api.database.pool.query(
    'SELECT extract(epoch FROM now() - $1::timestamptz) AS age',
    [earlier],
  );
  // Between the two statements time passes, never backwards.
  expect(stale[0]?.staleSeconds).toBeLessThanOrEqual(Math.ceil(Number(rows[0].age)));
  expect(stale[0]?.staleSeconds).toBeGreaterThan(Number(rows[0].age) - 600);
});

test('the words of nodes stay out of every answer', async () => {
  await fail(ethereum);
  const answers = await Promise.all([
    api.ask('GET', '/wallet/manage/?page_size=500'),
    api.ask('GET', '/wallet/manage/', { headers: { accept: 'text/csv' } }),
    api.ask('GET', `/wallet/issue/?wallet=${wallet}`),
    api.ask('POST', '/graphql', {
      payload: {
        query: `{ wallet(address: "${wallet}") { sync { error warnings } issues { nodes { message } } } }`,
      },
    }),
  ]);
  for (const { text, status } of answers) {
    expect(status).toBe(200);
    expect(text).not.toMatch(/10\.0\.0\.7|:8545|evil/);
  }
  expect(answers[0]?.text).toContain('does not answer as it should');
});
