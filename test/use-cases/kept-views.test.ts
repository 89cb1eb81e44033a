/** The newest page asked for twice is made once, and anew in all that has changed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { transferJson } from '../../src/rest/wire/transfer.ts';
import { isSharedView } from '../../src/use-cases/model/shared-views.ts';
import type { Caller, TransferView } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, registerWallet, store, usdc, type World } from '../support/builders.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let alice: Caller;
let bob: Caller;
let wallet: Address;
let walletCount = 0;

beforeAll(async () => {
  world = await buildWorld(db.database);
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
  const walletId = await registerWallet(db.database, alice, wallet);
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

async function page(caller = alice): Promise<readonly TransferView[]> {
  const request = { wallets: [wallet], filter: {}, order: 'DESC' } as const;
  return (await world.readModel.listTransfers(caller, request, { mode: 'page', page: 1, pageSize: 10 }))
    .items;
}

test('the same objects, for REST and for cursors alike', async () => {
  const first = await page();
  expect(first.map(isSharedView)).toEqual([true, true, true]);
  (await page()).forEach((view, index) => {
    expect(view).toBe(first[index]);
  });
  const request = { wallets: [wallet], filter: {}, order: 'DESC' } as const;
  const { items } = await world.readModel.listTransfers(alice, request, { mode: 'cursor', first: 10 });
  items.forEach((view, index) => {
    expect(view).toBe(first[index]);
  });
});

test('a price shows at once', async () => {
  const before = await page();
  await db.database.pool.query(
    `UPDATE transfer SET price = 2, value = 2.5, price_source = 'chainlink'
     WHERE wallet_id = (SELECT id FROM wallet WHERE address = $1) AND block_number = 3`,
    [wallet],
  );
  const after = await page();
  expect(after[0]).toMatchObject({ price: '2', value: '2.5', priceSource: 'chainlink' });
  expect(transferJson(after[0] as TransferView, '')).toContain('"price":"2.0000"');
  expect([after[1] === before[1], after[2] === before[2]]).toEqual([true, true]);
});

test('a label shows at once, to its client alone', async () => {
  await page();
  await world.readModel.putCustomLabel(alice, { address: party, name: 'Friend', tags: [] });
  expect((await page())[1]?.counterparty).toMatchObject({ name: 'Friend' });
  expect((await page(bob))[1]?.counterparty).toMatchObject({ name: null, customLabel: null });
  expect(transferJson((await page())[1] as TransferView, '')).toContain('"name":"Friend"');
  await world.readModel.deleteCustomLabel(alice, party);
  expect((await page())[1]?.counterparty.customLabel).toBeNull();
  expect(transferJson((await page())[1] as TransferView, '')).toContain('"custom_label":null');
});

test('what is corrected says so, to its client alone', async () => {
  const [newest] = await page();
  await page(bob);
  await world.readModel.correctTransfer(alice, { transferId: newest?.id ?? '', treatment: 'INCOME' });
  expect((await page()).map(({ mayBeCorrected }) => mayBeCorrected)).toEqual([true, true, true]);
  expect((await page(bob)).map(({ mayBeCorrected }) => mayBeCorrected)).toEqual([false, false, false]);
});
