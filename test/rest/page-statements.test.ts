/** How many statements the REST page costs that clients ask for most. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { registerWallet, statementsOf, store } from '../support/builders.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

let api: TestApi;
const wallet = address(1);

beforeAll(async () => {
  api = await createTestApi();
  await upsertBlockchains(api.database, [
    {
      ...{ chainId: 1, name: 'Ethereum', slug: 'ethereum', symbol: 'ETH', imageUrl: '', nativeDecimals: 18 },
      ...{ enabled: true, disabledReason: null },
    },
  ]);
  await load(wallet, 30);
});
afterAll(() => api.close());

/** Registers and loads a wallet with a transfer in each of the blocks 1 to `blocks`. */
async function load(of: Address, blocks: number): Promise<number> {
  const caller = { clientId: api.clientId, keyId: 'none', scopes: ['read', 'write'] as const };
  const walletId = await registerWallet(api.database, caller, of);
  await add(
    walletId,
    Array.from({ length: blocks }, (_, index) => index + 1),
  );
  return walletId;
}

async function add(walletId: number, blocks: readonly number[]): Promise<void> {
  const places = blocks.map((blockNumber) => ({ walletId, blockNumber }));
  const rows = {
    transactions: places.map((at) => transactionRecord(at)),
    transfers: places.map((at) => transferRecord(at)),
  };
  await store(api.database, { walletId }, rows);
}

const ask = (query: string) => api.ask('GET', `/wallet/transfer/?${query}`);

test('one, with the count of all pages', async () => {
  const page = `wallet=${wallet}&page_size=10`;
  const first = await ask(page);
  expect(first).toMatchObject({ status: 200, json: { count: 30 } });
  let again: typeof first | undefined;
  const statements = () =>
    statementsOf(async () => {
      again = await ask(page);
    });
  // As soon as nothing more is heard of what was stored before: a wallet that changes is asked for anew.
  await expect
    .poll(statements)
    .toEqual([expect.stringMatching(/FROM counter .* FROM transfer WHERE wallet_id = \$\d .*ORDER BY .*/s)]);
  expect(again?.json).toEqual(first.json);
  expect(again?.headers['wallet-data-loaded']).toBe(first.headers['wallet-data-loaded']);
});

test.each([
  ['by number', 'page=2'],
  ['of spam left out, by number', 'spam=exclude&page=3'],
  ['of one chain', 'blockchain=ethereum'],
  ['of one chain, by number', 'blockchain=ethereum&page=2&order=asc'],
  ['of a time, by number', 'from=2020-01-01T00:00:00Z&page=2'],
])('one for a page %s, with the count', async (_name, query) => {
  const page = `wallet=${wallet}&page_size=10&${query}`;
  const first = await ask(page);
  expect(first).toMatchObject({ status: 200, json: { count: 30 } });
  let again: typeof first | undefined;
  const statements = () =>
    statementsOf(async () => {
      again = await ask(page);
    });
  await expect.poll(async () => (await statements()).length).toBe(1);
  expect(again?.json).toEqual(first.json);
});

test('the count grows with the list, and leaves out what `spam` leaves out', async () => {
  const growing = address(2);
  const walletId = await load(growing, 12);
  const counted = async (query: string) => (await ask(`wallet=${growing}&page_size=5${query}`)).json;
  expect(await counted('')).toMatchObject({ count: 12 });
  await add(walletId, [13, 14, 15]);
  expect(await counted('')).toMatchObject({ count: 15 });
  expect(await counted('&spam=exclude')).toMatchObject({ count: 15 });
  expect(await counted('&spam=only')).toMatchObject({ count: 0, results: [] });
});

test('a wallet that another process unregisters is refused as soon as this one hears of it', async () => {
  const leaving = address(3);
  await load(leaving, 3);
  expect((await ask(`wallet=${leaving}`)).status).toBe(200);
  await unregisterWallets(api.database, api.clientId, [leaving]);
  await expect.poll(async () => (await ask(`wallet=${leaving}`)).status, { timeout: 3_000 }).toBe(404);
});
