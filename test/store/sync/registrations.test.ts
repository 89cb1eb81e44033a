import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { createLedgerRun } from '../../../src/store/ledger/ledger-chains.ts';
import { defaultLedgerSettings } from '../../../src/store/ledger/search/ledger-settings.ts';
import { leaseSync } from '../../../src/store/sync/leases.ts';
import {
  countRegistrations,
  ensureSyncRows,
  findRegistrations,
  findWallet,
  listRegistrations,
  purgeOrphans,
  registerWallets,
} from '../../../src/store/sync/registrations.ts';
import { listWalletSyncs } from '../../../src/store/sync/sync-rows.ts';
import { unregisterWallets } from '../../../src/store/sync/unregistrations.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let alice: number;
let bob: number;

beforeAll(async () => {
  alice = (await ensureClient(db.database, 'alice')).id;
  bob = (await ensureClient(db.database, 'bob')).id;
});
beforeEach(async () => {
  await db.database.pool.query('TRUNCATE wallet, registration, sync, transaction, transfer, counter CASCADE');
});

const chains = [
  { chainId: 1, fromBlock: 0 },
  { chainId: 10, fromBlock: 7 },
];
const register = (clientId: number, ...numbers: number[]) =>
  registerWallets(db.database, { clientId, addresses: numbers.map(address), chains });

describe('registering', () => {
  test('answers in the order of the request, numbers in that order, and says what is new', async () => {
    const first = await register(alice, 9, 3, 5);
    expect(first.map(({ address: a, created }) => [a, created])).toEqual([
      [address(9), true],
      [address(3), true],
      [address(5), true],
    ]);
    expect(first.map(({ id }) => id)).toEqual(first.map(({ id }) => id).sort((a, b) => a - b));
    const second = await register(alice, 5, 4, 9);
    expect(second.map(({ created }) => created)).toEqual([false, true, false]);
    expect(second[0]?.id).toBe(first[2]?.id);
    expect(await register(alice)).toEqual([]);
  });

  test('makes a sync row per chain, from its first block on, and tells the workers', async () => {
    const heard: string[] = [];
    const stop = await db.database.listen('wallet_changed', (payload) => heard.push(payload));
    const [row] = await register(alice, 1);
    if (row === undefined) throw new Error('not registered');
    const syncs = await listWalletSyncs(db.database, [row.walletId]);
    expect(syncs.map(({ chainId, fromBlock, phase, fence }) => [chainId, fromBlock, phase, fence])).toEqual([
      [1, 0, 'QUEUED', 0n],
      [10, 7, 'QUEUED', 0n],
    ]);
    await expect.poll(() => heard).toContain(String(row.walletId));
    await stop();
  });

  test('two clients share the wallet and its data, not the registration', async () => {
    const [ofAlice] = await register(alice, 1);
    const [ofBob] = await register(bob, 1);
    expect(ofBob?.created).toBe(true);
    expect(ofBob?.walletId).toBe(ofAlice?.walletId);
    expect(ofBob?.id).not.toBe(ofAlice?.id);
    expect(await findRegistrations(db.database, bob, [address(2), address(1)])).toEqual([
      { ...ofBob, created: false },
    ]);
  });

  test('a hundred calls at once, in every order of the same wallets: each wallet once, no call fails', async () => {
    const calls = Array.from({ length: 100 }, (_, call) => {
      const numbers = Array.from({ length: 10 }, (_, index) => 1 + ((index * 7 + call * 3) % 10));
      return register(call % 2 === 0 ? alice : bob, ...(call % 3 === 0 ? numbers.reverse() : numbers));
    });
    const answers = await Promise.all(calls);
    expect(answers.every((rows) => rows.length === 10)).toBe(true);
    expect(answers.flat().filter(({ created }) => created)).toHaveLength(20);
    expect(new Set(answers.flat().map(({ walletId }) => walletId)).size).toBe(10);
    expect(await countRegistrations(db.database, alice)).toBe(10);
    expect(await countRegistrations(db.database, bob)).toBe(10);
    expect((await db.database.pool.query('SELECT 1 FROM sync')).rowCount).toBe(20);
  });

  test('registering, unregistering and purging at once leave every registered wallet whole', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const calls = Array.from({ length: 60 }, (_, call) => {
      if (call % 3 === 0) return register(alice, 1, 2, 3).then(() => {});
      if (call % 3 === 1)
        return unregisterWallets(db.database, alice, [address(1 + (call % 2))]).then(() => {});
      return purgeOrphans(db.database, tomorrow).then(() => {});
    });
    await Promise.all(calls);
    const rows = await register(alice, 1, 2, 3);
    const syncs = await listWalletSyncs(
      db.database,
      rows.map(({ walletId }) => walletId),
    );
    expect(syncs).toHaveLength(6);
  });

  test('a chain that is enabled later gets rows for the registered wallets', async () => {
    const [row] = await registerWallets(db.database, {
      clientId: alice,
      addresses: [address(1)],
      chains: [],
    });
    if (row === undefined) throw new Error('not registered');
    expect(await listWalletSyncs(db.database, [row.walletId])).toEqual([]);
    await ensureSyncRows(db.database, chains);
    await ensureSyncRows(db.database, chains);
    expect((await listWalletSyncs(db.database, [row.walletId])).map(({ chainId }) => chainId)).toEqual([
      1, 10,
    ]);
  });
});

describe('lists', () => {
  test('pages by offset and from an id on, both ways', async () => {
    const rows = await register(alice, 1, 2, 3, 4, 5);
    await register(bob, 6);
    const addresses = async (request: Partial<Parameters<typeof listRegistrations>[1]>) =>
      (await listRegistrations(db.database, { clientId: alice, limit: 2, ...request })).map(
        (row) => row.address,
      );
    expect(await addresses({})).toEqual([address(1), address(2)]);
    expect(await addresses({ offset: 4 })).toEqual([address(5)]);
    expect(await addresses({ order: 'DESC' })).toEqual([address(5), address(4)]);
    const third = rows[2]?.id ?? 0;
    expect(await addresses({ afterId: third })).toEqual([address(4), address(5)]);
    expect(await addresses({ afterId: third, order: 'DESC' })).toEqual([address(2), address(1)]);
  });
});

describe('unregistering', () => {
  test('leaves the wallet to other clients; without any it is an orphan that nobody loads', async () => {
    const [row] = await register(alice, 1);
    if (row === undefined) throw new Error('not registered');
    await register(bob, 1);
    expect(await unregisterWallets(db.database, alice, [address(1)])).toEqual([]);
    expect(await unregisterWallets(db.database, alice, [address(1)])).toEqual([address(1)]);
    expect(await unregisterWallets(db.database, alice, [address(99)])).toEqual([address(99)]);
    const orphanedAt = async () =>
      (await db.database.pool.query('SELECT orphaned_at FROM wallet')).rows[0]?.orphaned_at;
    expect(await orphanedAt()).toBeNull();
    await unregisterWallets(db.database, bob, [address(1)]);
    expect(await orphanedAt()).toBeInstanceOf(Date);
    expect(await leaseSync(db.database, { owner: 'a', leaseMs: 1000, chainIds: [1, 10] })).toBeNull();
    expect((await register(alice, 1))[0]).toMatchObject({ walletId: row.walletId, created: true });
    expect(await orphanedAt()).toBeNull();
  });

  test("lets go of the client's ledger, of a run that is being booked too, and says so", async () => {
    const [row] = await register(alice, 1);
    const walletIds = [row?.walletId ?? 0];
    const own = await createLedgerRun(db.database, {
      clientId: alice,
      walletIds,
      settings: defaultLedgerSettings,
    });
    const others = await createLedgerRun(db.database, {
      clientId: bob,
      walletIds,
      settings: defaultLedgerSettings,
    });
    await unregisterWallets(db.database, alice, [address(1)]);
    const { rows } = await db.database.pool.query(
      'SELECT id, superseded_at IS NULL AS current FROM ledger_run',
    );
    expect(rows).toEqual([
      { id: String(others), current: true },
      { id: String(own), current: false },
    ]);
    const changes = await db.database.pool.query(
      'SELECT client_id, from_position FROM ledger_change WHERE wallet_id = ANY($1::int[])',
      [walletIds],
    );
    expect(changes.rows).toEqual([{ client_id: alice, from_position: '' }]);
  });

  test('orphans are purged with their data after the given moment, others never', async () => {
    for (const number of [1, 2]) {
      const walletId = await registerTestWallet(db.database, number);
      await storeTestRows(db.database, 1, {
        transactions: [transactionRecord({ walletId })],
        transfers: [transferRecord({ walletId })],
      });
      await db.database.pool.query("UPDATE sync SET next_run_at = 'infinity'");
    }
    const { id: clientId } = await ensureClient(db.database, 'default');
    await unregisterWallets(db.database, clientId, [address(1)]);
    await db.database.pool.query(
      "UPDATE wallet SET orphaned_at = '2026-01-01T00:00:00Z' WHERE orphaned_at IS NOT NULL",
    );
    expect(await purgeOrphans(db.database, new Date('2025-12-31T23:59:59Z'))).toBe(0);
    expect(await purgeOrphans(db.database, new Date('2026-01-01T00:00:01Z'))).toBe(1);
    expect(await findWallet(db.database, address(1))).toBeNull();
    expect(await findWallet(db.database, address(2))).not.toBeNull();
    for (const table of ['transaction', 'transfer', 'counter', 'sync']) {
      expect((await db.database.pool.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(1);
    }
  });
});
