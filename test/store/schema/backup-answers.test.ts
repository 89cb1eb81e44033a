/** A backup that is written while clients ask and a worker stores, restored elsewhere: its API answers as the first one does. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { operationsOf } from '../../contract/support/rest-requests.ts';
import { createTestApi, type TestApi } from '../../support/api.ts';
import { runInProcess } from '../../support/command.ts';
import { compareAnswers, send } from '../../support/compared/answers.ts';
import { type ComparedRequest, graphqlQueries, restRequestsTo } from '../../support/compared/requests.ts';
import { storeComparedWorld } from '../../support/compared/world.ts';
import { storeTestRows } from '../../support/loaded-wallet.ts';
import { createDatabase, makeDataDirectory } from '../../support/postgres.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let directory: string;
let elsewhere: Awaited<ReturnType<typeof createDatabase>>;
let original: TestApi;
let requests: Record<'REST' | 'GraphQL', ComparedRequest[]>;

beforeAll(async () => {
  directory = await makeDataDirectory();
  elsewhere = await createDatabase('template0');
  original = await createTestApi({ graphql: 'real', database: db.database });
  await storeComparedWorld(db.database, original.clientId, 100);
  const { text } = await send(original, { method: 'GET', url: '/openapi.json', name: '' });
  const operations = operationsOf(JSON.parse(text));
  const reading = operations.filter(({ path }) => !/metrics|health|ready|stream/.test(path));
  requests = { REST: restRequestsTo(reading, 5), GraphQL: graphqlQueries(schema) };
});
afterAll(async () => {
  await original.close();
  await elsewhere.drop();
  await rm(directory, { recursive: true });
});

const run = (commandLine: readonly string[], url: string) =>
  runInProcess(commandLine, { DATABASE_URL: url, DATA_DIR: directory });

/** Of a chain that nothing else is on, so that its wallet is the only one that is due there. */
const chainId = 10;
const busyWallet = address(0x99);

/** Stores a block of another client's wallet after the other, until it is told to stop. Answers how many there were. */
async function storeBlocks(walletId: number, signal: AbortSignal): Promise<number> {
  for (let blockNumber = 1; ; blockNumber += 1) {
    const at = { walletId, chainId, blockNumber };
    const rows = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    await storeTestRows(db.database, chainId, rows);
    if (signal.aborted) return blockNumber;
  }
}

/** Asks until it is told to stop. Answers what was no answer. */
async function askAll(signal: AbortSignal): Promise<string[]> {
  const failed: string[] = [];
  while (!signal.aborted) {
    for (const request of requests.REST) {
      if (signal.aborted) break;
      const { status, text } = await send(original, request);
      if (status >= 500) failed.push(`${request.name}: ${text}`);
    }
  }
  return failed;
}

async function blocksOf({ pool }: Pick<Database, 'pool'>, walletId: number): Promise<number[]> {
  const { rows } = await pool.query<{ block: number }>(
    'SELECT block_number AS block FROM transfer WHERE wallet_id = $1 ORDER BY 1',
    [walletId],
  );
  return rows.map(({ block }) => block);
}

test('every answer is the same but for times; what was being written is there up to a moment', async () => {
  const { id: clientId } = await ensureClient(db.database, 'busy');
  const chains = [{ chainId, fromBlock: 0 }];
  const [row] = await registerWallets(db.database, { clientId, addresses: [busyWallet], chains });
  if (row === undefined) throw new Error('the wallet was not registered');
  const { key: busyKey } = await original.addKey({ client: 'busy' });

  const done = new AbortController();
  const load = Promise.all([storeBlocks(row.walletId, done.signal), askAll(done.signal)]);
  await expect.poll(() => blocksOf(db.database, row.walletId)).not.toEqual([]);
  const file = join(directory, 'copy.backup');
  const backedUp = await run(['backup', file], db.url);
  done.abort();
  const [written, failed] = await load;
  expect(backedUp).toMatchObject({ code: 0, stderr: '' });
  expect(failed).toEqual([]);
  expect(await run(['restore', file], elsewhere.url)).toMatchObject({ code: 0, stderr: '' });

  const database = await openDatabase({ url: elsewhere.url, maximumConnections: 12 });
  const restored = await createTestApi({ graphql: 'real', database });
  try {
    for (const [what, asked] of Object.entries(requests))
      await compareAnswers(`${what}, restored`, { right: original, other: restored }, asked);
    // Its keys are those of before: the busy client reads what was stored before the moment, and nothing of what came later.
    const headers = { 'x-api-key': busyKey };
    const { json } = await restored.ask('GET', `/wallet/transfer/?wallet=${busyWallet}`, { headers });
    const blocks = await blocksOf(database, row.walletId);
    expect(blocks).toEqual(Array.from({ length: blocks.length }, (_, index) => index + 1));
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.length).toBeLessThanOrEqual(written);
    expect(json).toMatchObject({ count: blocks.length });
  } finally {
    await restored.close();
    await database.close();
  }
});
