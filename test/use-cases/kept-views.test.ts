/** The newest page asked for twice is made once, and anew in all that has changed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { pageText } from '../../src/rest/page-text.ts';
import { transferJson } from '../../src/rest/wire/transfer.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { noteWalletChange } from '../../src/store/history/ledger-changes.ts';
import { upsertContractLabels } from '../../src/store/lookups/lookup-writes.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { isSharedView } from '../../src/use-cases/model/shared-views.ts';
import type { Caller, TransferView } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, ethereum, registerWallet, store, usdc, type World } from '../support/builders.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let alice: Caller;
let bob: Caller;
let wallet: Address;
let walletId: number;
let walletCount = 0;
let now = Date.now();

beforeAll(async () => {
  world = await buildWorld(db.database, { now: () => now });
  alice = await world.caller('alice');
  bob = await world.caller('bob');
});
afterAll(async () => {
  await world.readModel.close();
});

const party = address(0xabc);

/** A wallet of both clients with three transfers of a known token, from three parties. */
beforeEach(async () => {
  walletCount += 1;
  wallet = address(walletCount);
  walletId = await registerWallet(db.database, alice, wallet);
  await registerWallet(db.database, bob, wallet);
  const places = [1, 2, 3].map((blockNumber) => ({ walletId, blockNumber }));
  const counterparty = ({ blockNumber }: { blockNumber: number }) =>
    blockNumber === 2 ? party : address(0x9000 + blockNumber);
  await store(
    db.database,
    { walletId },
    {
      transactions: places.map((at) => transactionRecord(at)),
      transfers: places.map((at) =>
        transferRecord(at, { tokenAddress: usdc, counterparty: counterparty(at) }),
      ),
    },
  );
});

const page = (caller = alice): Promise<readonly TransferView[]> => numbered(1, 10, caller);

async function numbered(number: number, pageSize: number, caller = alice): Promise<readonly TransferView[]> {
  const request = { wallets: [wallet], filter: {}, order: 'DESC' } as const;
  return (await world.readModel.listTransfers(caller, request, { mode: 'page', page: number, pageSize }))
    .items;
}

/** As the world's clock says, by which memories grow old. */
const later = (milliseconds: number): void => {
  now += milliseconds;
};

test('the same list of the same objects', async () => {
  const first = await page();
  expect(first).toHaveLength(3);
  expect(isSharedView(first)).toBe(true);
  expect(await page()).toBe(first);
  // Another client's views are its own.
  expect(await page(bob)).not.toBe(first);
  expect(await page(bob)).toEqual(first);
  expect(await page()).toBe(first);
});

test('a page in the middle is the same list from the second time on, until a row changes', async () => {
  const middle = () => numbered(2, 1);
  const first = await middle();
  expect(isSharedView(first)).toBe(false);
  const second = await middle();
  expect(second).toEqual(first);
  expect(isSharedView(second)).toBe(true);
  expect(await middle()).toBe(second);
  await change(
    `UPDATE transfer SET counterparty = '${address(0x8888)}' WHERE wallet_id = $1 AND block_number = 2`,
  );
  expect((await middle())[0]?.counterparty.address).toBe(address(0x8888));
  // What stands before it is gone: another row is on the page.
  await change('DELETE FROM transfer WHERE wallet_id = $1 AND block_number = 3');
  await db.database.pool.query('UPDATE counter SET transfer_count = 2 WHERE wallet_id = $1', [walletId]);
  expect((await middle())[0]?.counterparty.address).toBe(address(0x9001));
});

test('its JSON is made once, for each base URL', async () => {
  const one = pageText(await page(), transferJson, 'https://one.example');
  let written = 0;
  const count = (view: TransferView, baseUrl: string): string => {
    written += 1;
    return transferJson(view, baseUrl);
  };
  expect(pageText(await page(), count, 'https://one.example')).toBe(one);
  expect(pageText(await page(), count, 'https://one.example')).toBe(one);
  expect(written).toBe(3);
  pageText(await page(), count, 'https://two.example');
  expect(written).toBe(6);
});

/** Changes rows as whoever writes them does: the change is noted in the same transaction. */
async function change(statement: string): Promise<void> {
  await withTransaction(db.database.pool, async (client) => {
    await client.query(statement, [walletId]);
    await noteWalletChange(client, walletId, '');
  });
}

test('a price shows at once', async () => {
  const before = await page();
  const position = before[0]?.position ?? '';
  const price = { position, tokenAddress: usdc, price: '2', unit: '0.000001', source: 'chainlink' };
  expect(await priceTransfers(db.database, walletId, [price])).toBe(1);
  const after = await page();
  expect(after[0]).toMatchObject({ price: '2', priceSource: 'chainlink' });
  expect(pageText(after, transferJson, '')).toContain('"price":"2.0000"');
  expect(after.slice(1)).toEqual(before.slice(1));
});

test('a transfer that is another one, or is gone, shows at once', async () => {
  const before = await page();
  const ofFirst = 'WHERE wallet_id = $1 AND block_number = 1';
  await change(`UPDATE transfer SET counterparty = '${address(0x9999)}' ${ofFirst}`);
  expect((await page()).map(({ counterparty }) => counterparty.address)).toEqual([
    ...before.slice(0, 2).map(({ counterparty }) => counterparty.address),
    address(0x9999),
  ]);
  await change(`DELETE FROM transfer ${ofFirst}`);
  expect(await page()).toEqual(before.slice(0, 2));
});

test('a label shows at once, to its client alone', async () => {
  await page();
  await world.readModel.putCustomLabel(alice, { address: party, name: 'Friend', tags: [] });
  expect((await page())[1]?.counterparty).toMatchObject({ name: 'Friend' });
  expect((await page(bob))[1]?.counterparty).toMatchObject({ name: null, customLabel: null });
  expect(pageText(await page(), transferJson, '')).toContain('"name":"Friend"');
  await world.readModel.deleteCustomLabel(alice, party);
  expect((await page())[1]?.counterparty.customLabel).toBeNull();
  expect(pageText(await page(), transferJson, '')).not.toContain('"name":"Friend"');
});

test('what the service learns shows when it says so, and in a minute when nobody does', async () => {
  await page();
  await upsertContractLabels(db.database, [{ chainId: ethereum, address: party, name: 'Learned', tags: [] }]);
  await expect.poll(async () => (await page())[1]?.counterparty.name).toBe('Learned');
  await db.database.pool.query(`UPDATE contract_label SET name = 'Renamed' WHERE name = 'Learned'`);
  later(60_001);
  expect((await page())[1]?.counterparty.name).toBe('Renamed');
  await db.database.pool.query(`DELETE FROM contract_label WHERE name = 'Renamed'`);
  later(60_001);
  expect((await page())[1]?.counterparty.name).toBeNull();
});

test('what is corrected says so, to its client alone', async () => {
  const [newest] = await page();
  await page(bob);
  await world.readModel.correctTransfer(alice, { transferId: newest?.id ?? '', treatment: 'INCOME' });
  expect((await page()).map(({ mayBeCorrected }) => mayBeCorrected)).toEqual([true, true, true]);
  expect((await page(bob)).map(({ mayBeCorrected }) => mayBeCorrected)).toEqual([false, false, false]);
});
