/** One cursor stands for all wallets that follow a chain: who joins, who is let go, and what the rows say meanwhile. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { commitStep, type SyncLease } from '../../../src/store/sync/commit.ts';
import {
  type CursorMove,
  countFollowers,
  dropCursor,
  failCursor,
  letGoOfOtherwiseMissing,
  moveCursor,
  readCursor,
  readLiveCursor,
  touchCursor,
} from '../../../src/store/sync/following/chain-cursor.ts';
import {
  joinCursor,
  postponeCheck,
  spreadChecks,
} from '../../../src/store/sync/following/follower-checks.ts';
import { leaseSync, resetSync } from '../../../src/store/sync/leases.ts';
import { readStoredBalances, storeReconciliation } from '../../../src/store/sync/reconciliation-rows.ts';
import { claimReconciliation } from '../../../src/store/sync/reconciliation-turns.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { listWalletSyncs, type SyncRow } from '../../../src/store/sync/sync-rows.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let clientId: number;
const chainId = 1;

beforeAll(async () => {
  clientId = (await ensureClient(db.database, 'default')).id;
});
beforeEach(async () => {
  await db.database.pool.query(
    'TRUNCATE wallet, registration, sync, chain_cursor, transaction, transfer, counter CASCADE',
  );
});

const block = (number: number, fork = 0) => ({ number, hash: hash(number + fork * 1_000_000) });

const move = (
  from: ReturnType<typeof block> | null,
  to: ReturnType<typeof block>,
  more: Partial<CursorMove> = {},
) =>
  moveCursor(db.database, {
    ...{ chainId, from, to, safe: block(to.number - 4), headBlock: to.number, addresses: [] },
    ...{ headAgeMs: 0, staleAfterMs: 60_000, ...more },
  });

/** A wallet whose own steps have stored everything up to the block; it is not leased. */
async function loadedTo(
  number: number,
  at: ReturnType<typeof block>,
  transfers: (walletId: number) => TransferRecord[] = () => [],
): Promise<SyncLease> {
  const chains = [{ chainId, fromBlock: 0 }];
  await registerWallets(db.database, { clientId, addresses: [address(number)], chains });
  const lease = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });
  if (lease === null) throw new Error('nothing to lease');
  await commitStep(db.database, lease, {
    ...{ transactions: [], transfers: transfers(lease.walletId) },
    progress: {
      ...{ phase: 'FOLLOWING', syncedBlock: at.number, syncedHash: at.hash, headBlock: at.number },
      ...{ safeBlock: at.number - 4, safeHash: hash(at.number - 4), loaded: true },
      ...{ nextRunInMs: 3_600_000, staleAfterMs: 60_000, release: true },
    },
  });
  return lease;
}

async function following(...wallet: Parameters<typeof loadedTo>): Promise<number> {
  const lease = await loadedTo(...wallet);
  expect(await joinCursor(db.database, lease)).toBe(true);
  return lease.walletId;
}

async function shown(walletId: number): Promise<SyncRow> {
  const [row] = await listWalletSyncs(db.database, [walletId]);
  if (row === undefined) throw new Error('no row');
  return row;
}

const own = async (walletId: number) =>
  (await db.database.pool.query('SELECT *, xmin::text AS version FROM sync WHERE wallet_id = $1', [walletId]))
    .rows[0];

test('a wallet joins only where the cursor stands, by number and hash', async () => {
  await move(null, block(100));
  const there = await loadedTo(1, block(100));
  expect(await joinCursor(db.database, there)).toBe(true);
  expect(await joinCursor(db.database, await loadedTo(2, block(100, 1)))).toBe(false);
  expect(await joinCursor(db.database, await loadedTo(3, block(101)))).toBe(false);
  const behind = await loadedTo(4, block(99));
  expect(await joinCursor(db.database, behind)).toBe(false);
  // The one that is behind is due at once, the others when they would have been.
  const due = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });
  expect(due?.walletId).toBe(behind.walletId);
  expect(await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] })).toBeNull();
  expect((await shown(there.walletId)).follows).toBe(true);
});

test('the cursor moves on, and an idle wallet is shown there without being written', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  const before = await own(walletId);
  await move(block(100), block(101));
  await move(block(101), block(109), { headBlock: 110 });
  expect(await own(walletId)).toEqual(before);
  expect(await shown(walletId)).toMatchObject({
    ...{ syncedBlock: 109, syncedHash: hash(109), safeBlock: 105, headBlock: 110, staleSince: null },
  });
});

test('a wallet that the blocks name stands where the cursor stood, and is due at once', async () => {
  await move(null, block(100));
  const [idle, named] = [await following(1, block(100)), await following(2, block(100))];
  await move(block(100), block(105));
  const moved = await move(block(105), block(106), { addresses: [address(2), address(77)] });
  expect(moved).toEqual({ undone: [], named: [named] });
  expect(await shown(named)).toMatchObject({
    ...{ follows: false, syncedBlock: 105, syncedHash: hash(105), safeBlock: 101, safeHash: hash(101) },
  });
  expect(await shown(idle)).toMatchObject({ follows: true, syncedBlock: 106 });
  const lease = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });
  expect(lease).toMatchObject({ walletId: named, syncedBlock: 105 });
});

test('a re-org wakes the wallets that stand above the common block, where they stand; the others go on', async () => {
  await move(null, block(100));
  const idle = await following(1, block(100));
  await move(block(100), block(103));
  const above = await following(2, block(103));
  await move(block(103), block(104));
  const before = await own(idle);
  const moved = await move(block(104), block(105, 1), { rollbackTo: block(102), safe: block(100) });
  expect(moved).toEqual({ undone: [above], named: [] });
  expect(await own(idle)).toEqual(before);
  expect(await shown(idle)).toMatchObject({
    follows: true,
    syncedBlock: 105,
    syncedHash: block(105, 1).hash,
  });
  expect(await shown(above)).toMatchObject({ follows: false, syncedBlock: 103, syncedHash: hash(103) });
});

test('a wallet that new blocks name after a re-org stands at the common block', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  await move(block(100), block(104));
  await move(block(104), block(105, 1), { rollbackTo: block(102), addresses: [address(1)] });
  expect(await shown(walletId)).toMatchObject({ follows: false, syncedBlock: 102, syncedHash: hash(102) });
});

test('whoever believes the cursor elsewhere moves nothing', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  expect(await move(block(99), block(101), { addresses: [address(1)] })).toBeNull();
  expect(await move(null, block(101))).toBeNull();
  expect(await shown(walletId)).toMatchObject({ follows: true, syncedBlock: 100 });
});

test('a wallet that joins while the cursor moves either is looked at or is refused', async () => {
  await move(null, block(100));
  const lease = await loadedTo(1, block(100));
  // The move has locked the cursor and is not committed: the joining waits for it.
  const joining = await withTransaction(db.database.pool, async (client) => {
    await moveCursor(
      { transaction: (work) => work(client) },
      {
        ...{ chainId, from: block(100), to: block(101), safe: block(97), headBlock: 101 },
        ...{ addresses: [address(1)], headAgeMs: 0, staleAfterMs: 60_000 },
      },
    );
    const answer = joinCursor(db.database, lease);
    await expect
      .poll(
        async () => {
          const { rows } = await db.database.pool.query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          );
          return rows.length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    return { answer };
  });
  expect(await joining.answer).toBe(false);
  expect(await shown(lease.walletId)).toMatchObject({ follows: false, syncedBlock: 100 });
});

test('a step that was under way when its wallet was let go stores nothing', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  await db.database.pool.query('UPDATE sync SET next_run_at = now()');
  const check = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });
  if (check === null) throw new Error('no check is due');
  expect(check).toMatchObject({ follows: true, syncedBlock: 100 });
  await move(block(100), block(101), { addresses: [address(1)] });
  const committed = await commitStep(db.database, check, {
    ...{ transactions: [], transfers: [] },
    progress: {
      ...{ phase: 'FOLLOWING', syncedBlock: 101, syncedHash: hash(101), safeBlock: null, safeHash: null },
      ...{ headBlock: 101, loaded: true, nextRunInMs: 0, release: true },
    },
  });
  expect(committed).toBe(false);
  expect(await shown(walletId)).toMatchObject({ follows: false, syncedBlock: 100 });
});

test('what the cursor fails with twice is shown by all that follow it, until it moves or is looked at again', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  const failure = { chainId, error: 'no route', kind: 'source-unavailable' } as const;
  expect(await failCursor(db.database, failure)).toBe(1);
  expect(await shown(walletId)).toMatchObject({ error: null, staleSince: null });
  expect(await failCursor(db.database, failure)).toBe(2);
  expect(await readLiveCursor(db.database, chainId)).toBeNull();
  expect(await shown(walletId)).toMatchObject({
    ...{ error: 'no route', errorKind: 'source-unavailable', staleSince: expect.any(Number) },
  });
  await touchCursor(db.database, { chainId, headAgeMs: 0, staleAfterMs: 60_000 });
  expect(await shown(walletId)).toMatchObject({ error: null, errorKind: null, staleSince: null });
  expect(await readLiveCursor(db.database, chainId)).toMatchObject(block(100));
  await touchCursor(db.database, { chainId, headAgeMs: 10, staleAfterMs: 0 });
  expect(await shown(walletId)).toMatchObject({ error: null, staleSince: expect.any(Number) });
});

test.each([
  ['own', 100],
  ['cursor', 105],
] as const)('a cursor that is dropped lets all go from their %s block', async (from, syncedBlock) => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  await move(block(100), block(105));
  expect(await dropCursor(db.database, { chainId, from })).toBe(1);
  expect(await readCursor(db.database, chainId)).toBeNull();
  expect(await shown(walletId)).toMatchObject({ follows: false, syncedBlock, syncedHash: hash(syncedBlock) });
});

test('wallets that lack something else than the source are let go; followers are counted', async () => {
  await move(null, block(100));
  const [whole, partial] = [await following(1, block(100)), await following(2, block(100))];
  await db.database.pool.query("UPDATE sync SET missing = '{internal-calls}' WHERE wallet_id = $1", [
    partial,
  ]);
  expect(await countFollowers(db.database, chainId)).toBe(2);
  expect(await letGoOfOtherwiseMissing(db.database, { chainId, missing: ['internal-calls'] })).toBe(1);
  expect((await shown(whole)).follows).toBe(false);
  expect((await shown(partial)).follows).toBe(true);
  expect(await letGoOfOtherwiseMissing(db.database, { chainId, missing: [] })).toBe(1);
});

test('what a comparison stores of a wallet that follows moves its row, so that a re-org finds it', async () => {
  await move(null, block(100));
  const token = address(0xa0);
  const walletId = await following(1, block(100), (id) => [
    transferRecord({ walletId: id, blockNumber: 90 }),
  ]);
  await move(block(100), block(105));
  const task = { walletId, chainId, address: address(1), claimedUntilMs: 0 };
  const compare = async (transactions: TransactionRecord[]) => {
    const stored = await readStoredBalances(db.database, task, new Set([token]));
    const [history] = stored?.growing ?? [];
    if (stored === null || history === undefined) throw new Error('nothing is stored');
    expect(stored).toMatchObject({ blockNumber: 105, blockHash: hash(105), safeBlock: 101 });
    const accruals = [
      {
        ...{ tokenAddress: token, mark: history.mark, accruedTo: 101, removed: [] },
        transactions,
        transfers: [],
      },
    ];
    const { blockNumber, blockHash } = stored;
    return storeReconciliation(db.database, task, {
      ...{ blockNumber, blockHash, accruals, compared: [], warnings: [], nextInMs: 3_600_000 },
    });
  };
  expect(await compare([])).toBe(true);
  expect(await own(walletId)).toMatchObject({ synced_block: 100 });
  expect(await compare([transactionRecord({ walletId, blockNumber: 104 })])).toBe(true);
  expect(await own(walletId)).toMatchObject({ follows: true, synced_block: 105, safe_block: 101 });
  const moved = await move(block(105), block(106, 1), { rollbackTo: block(103) });
  expect(moved?.undone).toEqual([walletId]);
});

test('wallets that follow take turns to be compared: the next comes when all others had theirs, or as it would alone', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  const nextInSeconds = async (followers: number): Promise<number> => {
    await db.database.pool.query('UPDATE chain_cursor SET followers = $1', [followers]);
    await db.database.pool.query('UPDATE sync SET reconcile_at = now() WHERE wallet_id = $1', [walletId]);
    const task = await claimReconciliation(db.database, { chainIds: [chainId], retryMs: 60_000 });
    if (task === null) throw new Error('nothing to compare');
    const result = { blockNumber: 100, blockHash: hash(100), accruals: [], compared: [], warnings: [] };
    await storeReconciliation(db.database, task, { ...result, nextInMs: 3_600_000, perFollowerMs: 4_000 });
    const { rows } = await db.database.pool.query<{ seconds: number }>(
      'SELECT extract(epoch FROM reconcile_at - updated_at)::float8 AS seconds FROM sync WHERE wallet_id = $1',
      [walletId],
    );
    return Math.round(rows[0]?.seconds ?? 0);
  };
  expect(await nextInSeconds(10)).toBe(3_600);
  expect(await nextInSeconds(100_000)).toBe(400_000);
});

test('checks that are overdue after a pause are spread over the time that all of them take', async () => {
  await move(null, block(100));
  const [overdue, loading] = [await following(1, block(100)), await loadedTo(2, block(99))];
  // Ten thousand seconds are more than an hour.
  await db.database.pool.query('UPDATE chain_cursor SET followers = 10000');
  await db.database.pool.query("UPDATE sync SET next_run_at = now() - interval '1 day'");
  await spreadChecks(db.database, chainId);
  const inSeconds = async (walletId: number) =>
    Number(
      (
        await db.database.pool.query(
          'SELECT extract(epoch FROM next_run_at - now())::float8 AS seconds FROM sync WHERE wallet_id = $1',
          [walletId],
        )
      ).rows[0].seconds,
    );
  expect(await inSeconds(loading.walletId)).toBeLessThan(-86_000);
  expect(await inSeconds(overdue)).toBeGreaterThan(-60);
  expect(await inSeconds(overdue)).toBeLessThanOrEqual(10_000);
  await db.database.pool.query('UPDATE sync SET next_run_at = now() WHERE wallet_id = $1', [overdue]);
  await db.database.pool.query('DELETE FROM sync WHERE wallet_id = $1', [loading.walletId]);
  const check = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });
  if (check === null) throw new Error('no check is due');
  await postponeCheck(db.database, check);
  expect(await own(overdue)).toMatchObject({ follows: true, lease_owner: null, synced_block: 100 });
});

test('a wallet that is loaded anew follows no more', async () => {
  await move(null, block(100));
  const walletId = await following(1, block(100));
  await resetSync(db.database, walletId);
  expect(await shown(walletId)).toMatchObject({ follows: false, syncedBlock: null, phase: 'QUEUED' });
});
