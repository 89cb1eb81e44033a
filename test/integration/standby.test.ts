/** An API process on a hot standby, and one that reads its pages from there: real servers, real replication. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ReplicatedDatabase, startReplicated } from '../support/standby.ts';

const chains = [{ chainId: 1, rpc: ['http://127.0.0.1:9'] }];
/** Those of a test; the last of them ends with it. */
const services: TestService[] = [];
let databases: ReplicatedDatabase;
/** What a worker elsewhere writes by. */
let primary: Database;
let walletId: number;
let block = 0;

async function start(environment: Record<string, string>, databaseUrl: string): Promise<TestService> {
  const service = await startTestService(chains, { databaseUrl, environment });
  services.push(service);
  return service;
}

async function storeTransfer(): Promise<void> {
  block += 1;
  const at = { walletId, blockNumber: block, hash: hash(block) };
  await storeTestRows(primary, 1, { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] });
}

beforeAll(async () => {
  databases = await startReplicated(async (url) => {
    // The first start makes the tables, the client and its key.
    await (await start({ ROLE: 'api' }, url)).stop();
  });
  primary = await openDatabase({ url: databases.primaryUrl });
  walletId = await registerTestWallet(primary, 1);
  await storeTransfer();
  await databases.caughtUp();
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});
afterAll(async () => {
  await primary.close();
  await databases.stop();
});

const transfers = async (service: TestService): Promise<number> => {
  const { status, body } = await service.api.get(`/wallet/transfer/?wallet=${address(1)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.count;
};

test('ROLE=api serves a standby, shows what comes, and says that nothing can be changed', async () => {
  const service = await start({ ROLE: 'api', BOOTSTRAP_API_KEY: '' }, databases.standbyUrl);
  expect(await transfers(service)).toBe(block);
  await storeTransfer();
  await databases.caughtUp();
  await expect.poll(() => transfers(service)).toBe(block);
  const refused = await service.api.post('/wallet/manage/', { address: address(2) });
  expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
  expect(refused.body.detail).toContain('Nothing can be changed here');
  const mutation = `mutation { registerWallets(input: { addresses: ["${address(2)}"] }) { wallets { address } } }`;
  await expect(service.api.query(mutation)).rejects.toThrow('Nothing can be changed here');
  // The use of a key is not stored, and nobody is refused for it.
  expect(await transfers(service)).toBe(block);
});

test.each(['all', 'worker'])('ROLE=%s needs a database that can be written', async (role) => {
  await expect(start({ ROLE: role }, databases.standbyUrl)).rejects.toThrow(
    `ROLE=${role} loads wallets into it`,
  );
});

test('a standby that lacks a migration is refused, and what to do is said', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-data-test-'));
  try {
    await cp('prisma/migrations', directory, { recursive: true });
    await mkdir(join(directory, '29990101000000_later'));
    await writeFile(join(directory, '29990101000000_later', 'migration.sql'), 'SELECT 1;');
    await expect(migrateDatabase(databases.standbyUrl, { directory })).rejects.toThrow(
      'lacks the migration 29990101000000_later. Start this version on the primary first',
    );
    expect(await migrateDatabase(databases.standbyUrl)).toEqual({ applied: [] });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('DATABASE_READ_URL: what was told is in the next page, also while the standby stands still', async () => {
  const environment = { ROLE: 'api', DATABASE_READ_URL: databases.standbyUrl };
  const service = await start(environment, databases.primaryUrl);
  expect(await transfers(service)).toBe(block);
  await databases.pause();
  await storeTransfer();
  // The wallet's state is read on the primary: from then on its rows must be there.
  const state = await service.api.get('/wallet/manage/');
  expect(state.status).toBe(200);
  expect(await transfers(service)).toBe(block);
  await databases.resume();
});

test('DATABASE_READ_URL: pages come from the primary when the standby is gone', async () => {
  const environment = { ROLE: 'api', DATABASE_READ_URL: databases.standbyUrl };
  const service = await start(environment, databases.primaryUrl);
  expect(await transfers(service)).toBe(block);
  await databases.stopStandby();
  await storeTransfer();
  // What was under way on it may fail once.
  await expect
    .poll(() => service.api.get(`/wallet/transfer/?wallet=${address(1)}`))
    .toMatchObject({ status: 200, body: { count: block } });
});
