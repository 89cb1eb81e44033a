/** `GET /wallet/event/`: pages that can be walked and taken up again, bad places refused, and the fold of docs/events.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Address } from '../../src/domain/model.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { blockchain, ethereum, polygon, registerWallet } from '../support/builders.ts';
import { address, hash, transferRecord } from '../support/records.ts';
import { commit, items, range, type TestWallet } from '../use-cases/stream-world.ts';

let api: TestApi;
let next = 0x700;

beforeAll(async () => {
  api = await createTestApi();
  await upsertBlockchains(api.database, [
    blockchain(ethereum, 'Ethereum', 'ETH'),
    blockchain(polygon, 'Polygon', 'POL'),
  ]);
});
afterAll(() => api.close());

async function newWallet(): Promise<TestWallet> {
  next += 1;
  const caller = { clientId: api.clientId, keyId: 'k', scopes: [] };
  return { id: await registerWallet(api.database, caller, address(next)), address: address(next) };
}

const pageSchema = z.strictObject({
  cursor: z.string(),
  next: z.string().nullable(),
  results: z.array(
    z.looseObject({ id: z.string(), type: z.string(), sequence: z.int(), wallet: z.string() }),
  ),
});

const list = async (query: string) => {
  const { status, json, text } = await api.ask('GET', `/wallet/event/?${query}`);
  expect(status, text).toBe(200);
  return pageSchema.parse(json);
};
const refusal = async (query: string) => {
  const { status, json } = await api.ask('GET', `/wallet/event/?${query}`);
  return [status, json];
};

test('pages are walked by their links, and taken up by cursor or number', async () => {
  const wallet = await newWallet();
  await commit(api.database, wallet, items(1));
  await commit(api.database, wallet, items(...range(2, 8)));
  const all = (await list(`wallet=${wallet.address}`)).results;
  expect(all.map(({ sequence, type }) => [sequence, type])).toEqual([
    [1, 'wallet.loaded'],
    ...range(2, 8).map((number) => [number, 'transfer.added']),
  ]);
  const walked: unknown[] = [];
  for (let url: string | null = `/wallet/event/?wallet=${wallet.address}&limit=3`; url !== null; ) {
    const page = pageSchema.parse((await api.ask('GET', url.replace(/^http:\/\/[^/]+/, ''))).json);
    walked.push(...page.results);
    const { results } = await list(`wallet=${wallet.address}&after=${page.cursor}`);
    expect(results[0]?.sequence).toBe(walked.length < 8 ? walked.length + 1 : undefined);
    url = page.next;
  }
  expect(walked.map((event) => Object(event).id)).toEqual(all.map(({ id }) => id));
  expect((await list(`wallet=${wallet.address}&after=6`)).results).toEqual(
    all.slice(6).map((event, index) => (index === 0 ? { ...event, previous: 6 } : event)),
  );
  expect((await list(`wallet=${wallet.address}&types=Transfer.Added&limit=1`)).results[0]?.sequence).toBe(2);
  const { headers } = await api.ask('GET', `/wallet/event/?wallet=${wallet.address}`);
  // Of another origin, and with a session's cookie, the answer is another.
  expect(String(headers.vary).split(/, */)).toEqual(expect.arrayContaining(['Origin', 'Cookie']));
  const again = { headers: { 'if-none-match': String(headers.etag) } };
  expect((await api.ask('GET', `/wallet/event/?wallet=${wallet.address}`, again)).status).toBe(304);
});

test('several wallets: each one in its order, and one cursor for all', async () => {
  const [one, two] = [await newWallet(), await newWallet()];
  const both = `wallet=${one.address},${two.address}`;
  const { cursor } = await list(`${both}&after=latest`);
  for (const number of range(1, 6)) await commit(api.database, number % 2 === 0 ? one : two, items(number));
  const seen: [string, number][] = [];
  for (let after = cursor; ; ) {
    const page = await list(`wallet=${two.address},${one.address}&after=${after}&limit=2`);
    seen.push(...page.results.map(({ wallet, sequence }): [string, number] => [wallet, sequence]));
    if (page.results.length === 0) break;
    after = page.cursor;
  }
  // As they were stored; the first of each is that it is loaded.
  expect(seen).toEqual(
    range(1, 3).flatMap((number) => [
      [two.address, number],
      [one.address, number],
    ]),
  );
});

test('a place that is none is refused, and the answer says what to do', async () => {
  const [wallet, other] = [await newWallet(), await newWallet()];
  await commit(api.database, wallet, items(1));
  await commit(api.database, wallet, items(2));
  const own = `wallet=${wallet.address}`;
  const { cursor } = await list(own);
  const badAfter = [400, { code: 'BAD_INPUT', errors: [{ path: 'after' }] }];
  for (const after of ['3', 'x', `${cursor}A`, '-1', '1.5', (await list(`wallet=${other.address}`)).cursor])
    expect(await refusal(`${own}&after=${after}`), after).toMatchObject(badAfter);
  expect(await refusal(`${own},${other.address}&after=1`)).toMatchObject(badAfter);
  expect(await refusal(`${own}&limit=501`)).toMatchObject([400, { errors: [{ path: 'limit' }] }]);
  expect(await refusal(`${own}&types=transfer.eaten`)).toMatchObject([400, { errors: [{ path: 'types' }] }]);
  expect(await refusal(`wallet=${address(0x123)}`)).toMatchObject([404, { code: 'WALLET_NOT_REGISTERED' }]);
  await api.database.pool.query('DELETE FROM wallet_event WHERE wallet_id = $1 AND told_to < 2', [wallet.id]);
  expect(await refusal(`${own}&after=0`)).toMatchObject([410, { code: 'GONE_FROM_LOG' }]);
  expect((await list(own)).results.map(({ sequence }) => sequence)).toEqual([2]);
  await unregisterWallets(api.database, api.clientId, [wallet.address]);
  expect(await refusal(own)).toMatchObject([404, { code: 'WALLET_NOT_REGISTERED' }]);
  await registerWallet(api.database, { clientId: api.clientId, keyId: 'k', scopes: [] }, wallet.address);
  expect(await refusal(`${own}&after=${cursor}`)).toMatchObject(badAfter);
});

type Follow = (
  ask: (path: string) => Promise<unknown>,
  wallet: Address,
  held: Map<string, unknown>,
  after?: string,
) => Promise<string>;

/** The code of docs/events.md, as it stands there. */
async function shownFollow(): Promise<Follow> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8');
  const code = /```js\n((?:(?!```)[\s\S])*async function follow\([\s\S]*?)\n```/.exec(page)?.[1] ?? '';
  const module: { default: Follow } = await import(
    `data:text/javascript,${encodeURIComponent(`${code}\nexport default follow;`)}`
  );
  return module.default;
}

test('the fold of docs/events.md ends with the list, whatever happens', async () => {
  const follow = await shownFollow();
  const wallet = await newWallet();
  const ask = async (path: string) => (await api.ask('GET', path.replace(/^http:\/\/[^/]+/, ''))).json;
  const held = new Map<string, unknown>();
  const listed = async () => {
    const { json } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet.address}&page_size=500`);
    return z.object({ results: z.array(z.looseObject({ position: z.string() })) }).parse(json).results;
  };
  const positionOf = (transfer: unknown): string => String(Object(transfer).position);
  const ordered = () =>
    [...held.values()].sort((left, right) => (positionOf(left) < positionOf(right) ? 1 : -1));
  let after = await follow(ask, wallet.address, held);
  const check = async () => {
    after = await follow(ask, wallet.address, held, after);
    expect(ordered()).toEqual(await listed());
  };
  await commit(api.database, wallet, items(1, 2));
  await check();
  await commit(api.database, wallet, items(3, 4, 5));
  await commit(api.database, wallet, [...items(4), ...items(6)], { rollbackTo: 3 });
  const { position, tokenAddress } = transferRecord({
    ...{ walletId: wallet.id, chainId: ethereum, blockNumber: 6, transactionIndex: 6, hash: hash(6) },
  });
  await priceTransfers(api.database, wallet.id, [
    { position, tokenAddress, price: '2', unit: '0.000001', source: 'coingecko' },
  ]);
  await check();
  await commit(api.database, wallet, items(7), { chainId: polygon });
  await commit(api.database, wallet, items(...range(8, 480)), { chainId: polygon });
  await check();
  await resetSync(api.database, wallet.id, ethereum);
  await check();
  await commit(api.database, wallet, items(1));
  await check();
  expect(held.size).toBe(475);
});
