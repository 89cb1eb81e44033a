/** Requests that wait for the same reading: one of them is given up, and the others are answered. */
import pg from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createKeyMemory } from '../../src/http/keys/key-memory.ts';
import { sessionsOf } from '../../src/prepare-keys.ts';
import { findApiKey, findApiKeyByHash } from '../../src/store/clients/api-key-rows.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { putCustomLabel } from '../../src/store/clients/custom-labels.ts';
import { inRequest } from '../../src/store/connection/request-scope.ts';
import { createOwnership } from '../../src/use-cases/access/ownership.ts';
import { createCustomLabelMemory } from '../../src/use-cases/lookups/custom-label-memory.ts';
import { registerTestWallet } from '../support/loaded-wallet.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let clientId: number;
beforeAll(async () => {
  clientId = (await ensureClient(db.database, 'default')).id;
  await putCustomLabel(db.database, { clientId, address: address(1), name: 'one', tags: [] });
  await registerTestWallet(db.database, 1);
});

const locks: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const open of locks.splice(0)) await open();
});

/** Until the answer is called, who reads the table waits. */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  let isOpen = false;
  const open = async () => {
    if (!isOpen) await client.end();
    isOpen = true;
  };
  locks.push(open);
  return open;
}

const waiting = async (): Promise<number> => {
  const { rows } = await db.database.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

/** Two requests ask at once; the first is given up while both wait. Answers what the second gets. */
async function askTwice<Result>(table: string, ask: () => Promise<Result>): Promise<Result> {
  const unlock = await lock(table);
  const givenUp = new AbortController();
  const scopeOf = (signal: AbortSignal) => ({ signal, work: null });
  const first = inRequest(scopeOf(givenUp.signal), ask);
  const second = inRequest(scopeOf(new AbortController().signal), ask);
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  first.then(end, end);
  await expect.poll(waiting).toBeGreaterThan(0);
  givenUp.abort();
  // A statement that is cancelled ends as soon as the server gets to it. What both wait for is not cancelled.
  for (let look = 0; look < 20 && !isSettled; look += 1) await waiting();
  await unlock();
  await first.catch(() => {});
  return second;
}

const now = () => 1_000_000;

test('labels of a client', async () => {
  const memory = createCustomLabelMemory(db.database, now);
  const found = await askTwice('custom_label', () => memory.find(clientId, [address(1)]));
  expect(found.get(address(1))).toMatchObject({ name: 'one' });
});

test('registrations', async () => {
  const notifications = { onSync: () => () => {} };
  const ownership = createOwnership({ database: db.database, notifications, now });
  const caller = { clientId, scopes: ['read'] as const, keyId: 'k' };
  const found = await askTwice('registration', () => ownership.find(caller, [address(1)]));
  expect([...found.keys()]).toEqual([address(1)]);
});

test.each([
  { name: 'a key, by its hash', table: 'api_key', of: { hash: Buffer.alloc(32, 1) } },
  { name: 'a key, by its id', table: 'api_key', of: { id: 'nobody' } },
  { name: 'a session', table: 'member_session', of: { session: Buffer.alloc(32, 1) } },
])('$name', async ({ table, of }) => {
  const memory = createKeyMemory({
    now,
    findApiKeyByHash: (hash) => findApiKeyByHash(db.database, hash),
    findApiKey: (id) => findApiKey(db.database, id),
    ...sessionsOf(db.database, { hasGuests: false }),
  });
  expect(await askTwice(table, () => memory.find(of, 5_000))).toBeNull();
});
