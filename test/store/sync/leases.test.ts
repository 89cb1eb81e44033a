import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { countTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { commitStep, type StepCommit, type SyncLease } from '../../../src/store/sync/commit.ts';
import {
  failStep,
  leaseSync,
  releaseLease,
  renewLease,
  resetChain,
  resetSync,
} from '../../../src/store/sync/leases.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { listWalletSyncs } from '../../../src/store/sync/sync-rows.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let clientId: number;

beforeAll(async () => {
  clientId = (await ensureClient(db.database, 'default')).id;
});
beforeEach(async () => {
  await db.database.pool.query('TRUNCATE wallet, registration, sync, transaction, transfer, counter CASCADE');
});

async function register(number: number, chainIds: number[] = [1]): Promise<number> {
  const chains = chainIds.map((chainId) => ({ chainId, fromBlock: 0 }));
  const [row] = await registerWallets(db.database, { clientId, addresses: [address(number)], chains });
  if (row === undefined) throw new Error('not registered');
  return row.walletId;
}

async function lease(owner = 'a', leaseMs = 60_000, chainIds = [1]): Promise<SyncLease> {
  const leased = await leaseSync(db.database, { owner, leaseMs, chainIds });
  if (leased === null) throw new Error('nothing to lease');
  return leased;
}

function step(fields: Partial<StepCommit> = {}, progress: Partial<StepCommit['progress']> = {}): StepCommit {
  return {
    transactions: [],
    transfers: [],
    ...fields,
    progress: {
      phase: 'BACKFILL',
      syncedBlock: 10,
      syncedHash: hash(10),
      safeBlock: null,
      safeHash: null,
      headBlock: 100,
      loaded: false,
      nextRunInMs: 0,
      release: false,
      ...progress,
    },
  };
}

async function syncOf(walletId: number) {
  const [row] = await listWalletSyncs(db.database, [walletId]);
  if (row === undefined) throw new Error('no sync row');
  return row;
}

const expireLeases = () =>
  db.database.pool.query("UPDATE sync SET lease_until = now() - interval '1 second'");

describe('leases', () => {
  test('a row has one lease at a time, and its address comes with it', async () => {
    const walletId = await register(1);
    const first = await lease('a');
    expect(first).toMatchObject({ walletId, chainId: 1, address: address(1), owner: 'a', fence: 1n });
    expect(await leaseSync(db.database, { owner: 'b', leaseMs: 1000, chainIds: [1] })).toBeNull();
  });

  test('ten workers at once get ten different rows, the eleventh none', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, number) => register(number + 1)));
    const leases = await Promise.all(
      Array.from({ length: 11 }, (_, n) =>
        leaseSync(db.database, { owner: `w${n}`, leaseMs: 60_000, chainIds: [1] }),
      ),
    );
    const wallets = leases.flatMap((leased) => (leased === null ? [] : [leased.walletId]));
    expect(new Set(wallets).size).toBe(wallets.length);
    // SKIP LOCKED may miss a row that another is just taking; asked again, the rest comes.
    while (wallets.length < 10) wallets.push((await lease('late')).walletId);
    expect(new Set(wallets).size).toBe(10);
    expect(await leaseSync(db.database, { owner: 'x', leaseMs: 1000, chainIds: [1] })).toBeNull();
  });

  test('only rows of the given chains that are due are leased, the longest waiting first', async () => {
    const walletId = await register(1, [1, 10]);
    await register(2, [1]);
    await db.database.pool.query(
      "UPDATE sync SET next_run_at = now() - interval '1 hour' WHERE chain_id = 10",
    );
    expect((await lease('a', 1000, [1, 10])).chainId).toBe(10);
    await db.database.pool.query(
      "UPDATE sync SET next_run_at = now() + interval '1 hour' WHERE wallet_id = $1",
      [walletId],
    );
    expect((await lease('a', 1000, [1])).address).toBe(address(2));
    expect(await leaseSync(db.database, { owner: 'a', leaseMs: 1000, chainIds: [1, 10] })).toBeNull();
    expect(await leaseSync(db.database, { owner: 'a', leaseMs: 1000, chainIds: [] })).toBeNull();
  });

  test('a row that is given back before its end is due at once, behind those that wait already', async () => {
    const [first, second] = [await register(1), await register(2)];
    const held = await lease('a');
    expect(held.walletId).toBe(first);
    await commitStep(db.database, held, step());
    expect(await releaseLease(db.database, held)).toBe(true);
    expect((await lease('b')).walletId).toBe(second);
    expect((await lease('b')).walletId).toBe(first);
  });

  test('an expired lease goes to another worker with a higher fence; the former one has lost it', async () => {
    const walletId = await register(1);
    const stale = await lease('a');
    await expireLeases();
    const current = await lease('b');
    expect(current.fence).toBe(2n);
    const rows = {
      transactions: [transactionRecord({ walletId })],
      transfers: [transferRecord({ walletId })],
    };
    expect(await commitStep(db.database, stale, step(rows))).toBe(false);
    expect(await renewLease(db.database, stale, 1000)).toBe(false);
    expect(await releaseLease(db.database, stale)).toBe(false);
    expect(
      await failStep(db.database, stale, { error: 'x', kind: 'internal', permanent: true, retryInMs: 0 }),
    ).toBe(false);
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(0);
    expect((await db.database.pool.query('SELECT 1 FROM transaction')).rowCount).toBe(0);
    expect(await syncOf(walletId)).toMatchObject({
      phase: 'QUEUED',
      syncedBlock: null,
      error: null,
      leaseOwner: 'b',
    });
    expect(await commitStep(db.database, current, step(rows))).toBe(true);
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(1);
  });

  test('an owner of the same name with an older fence has lost it, too', async () => {
    await register(1);
    const stale = await lease('a');
    await expireLeases();
    await lease('a');
    expect(await commitStep(db.database, stale, step())).toBe(false);
  });

  test('a lease that ran out but that nobody else took can still commit', async () => {
    await register(1);
    const leased = await lease('a');
    await expireLeases();
    expect(await commitStep(db.database, leased, step())).toBe(true);
  });

  test('renewing keeps others away', async () => {
    await register(1);
    const leased = await lease('a', 1);
    expect(await renewLease(db.database, leased, 60_000)).toBe(true);
    expect(await leaseSync(db.database, { owner: 'b', leaseMs: 1000, chainIds: [1] })).toBeNull();
  });

  test('a released row is due again at once', async () => {
    await register(1);
    await releaseLease(db.database, await lease('a'));
    expect((await lease('b')).fence).toBe(2n);
  });

  test('of a worker and its successor committing at the same time, exactly one succeeds', async () => {
    const walletId = await register(1);
    const stale = await lease('a');
    await expireLeases();
    const [late, taken] = await Promise.all([
      commitStep(db.database, stale, step({ transfers: [transferRecord({ walletId })] })),
      leaseSync(db.database, { owner: 'b', leaseMs: 60_000, chainIds: [1] }),
    ]);
    const stored = await countTransfers(db.database, { walletIds: [walletId], filter: {} });
    expect(stored).toBe(late ? 1 : 0);
    if (taken !== null) expect(taken.syncedBlock).toBe(late ? 10 : null);
  });
});

describe('when balances are compared with the chain', () => {
  /** Minutes from now, rounded. */
  async function dueInMinutes(walletId: number): Promise<number | null> {
    const { rows } = await db.database.pool.query<{ minutes: string | null }>(
      'SELECT round(extract(epoch FROM reconcile_at - now()) / 60) AS minutes FROM sync WHERE wallet_id = $1',
      [walletId],
    );
    const minutes = rows[0]?.minutes ?? null;
    return minutes === null ? null : Number(minutes);
  }

  test('not before everything is loaded, then at once, and soon after a movement', async () => {
    const walletId = await register(1);
    const leased = await lease();
    const soon = { reconcileInMs: 300_000 };
    await commitStep(db.database, leased, step({}, soon));
    expect(await dueInMinutes(walletId)).toBeNull();
    await commitStep(db.database, leased, step({}, { loaded: true, ...soon }));
    expect(await dueInMinutes(walletId)).toBe(0);

    await db.database.pool.query(`UPDATE sync SET reconcile_at = now() + interval '60 minutes'`);
    await commitStep(db.database, leased, step({}, { loaded: true }));
    expect(await dueInMinutes(walletId)).toBe(60);
    await commitStep(db.database, leased, step({}, { loaded: true, ...soon }));
    expect(await dueInMinutes(walletId)).toBe(5);
    // The next movement does not put it off.
    await commitStep(db.database, leased, step({}, { loaded: true, reconcileInMs: 600_000 }));
    expect(await dueInMinutes(walletId)).toBe(5);
  });
});

describe('progress', () => {
  test('a commit moves the cursor and clears error and attempts; warnings are united', async () => {
    const walletId = await register(1);
    await failStep(db.database, await lease(), {
      error: 'timeout',
      kind: 'source-unavailable',
      permanent: false,
      retryInMs: 0,
    });
    expect(await syncOf(walletId)).toMatchObject({
      phase: 'QUEUED',
      error: 'timeout',
      attempts: 1,
      leaseOwner: null,
    });
    const leased = await lease();
    expect(leased.attempts).toBe(1);
    await commitStep(db.database, leased, step({}, { warnings: ['b', 'a'] }));
    await commitStep(
      db.database,
      leased,
      step(
        {},
        {
          syncedBlock: 20,
          safeBlock: 15,
          safeHash: hash(15),
          warnings: ['a', 'c'],
          phase: 'FOLLOWING',
          release: true,
          nextRunInMs: 60_000,
        },
      ),
    );
    const row = await syncOf(walletId);
    expect(row).toMatchObject({
      phase: 'FOLLOWING',
      syncedBlock: 20,
      syncedHash: hash(10),
      safeBlock: 15,
      safeHash: hash(15),
      headBlock: 100,
      loadedAt: null,
      warnings: ['b', 'a', 'c'],
      error: null,
      attempts: 0,
      leaseOwner: null,
      leaseUntil: null,
    });
    expect(row.nextRunAt - row.updatedAt).toBeGreaterThanOrEqual(59);
  });

  test('loaded stays loaded until a permanent failure', async () => {
    const walletId = await register(1);
    const leased = await lease();
    await commitStep(db.database, leased, step({}, { loaded: true }));
    const first = (await syncOf(walletId)).loadedAt;
    expect(first).not.toBeNull();
    await commitStep(db.database, leased, step({}, { loaded: false }));
    expect((await syncOf(walletId)).loadedAt).toBe(first);
    await failStep(db.database, leased, {
      error: 'timeout',
      kind: 'source-unavailable',
      permanent: false,
      retryInMs: 0,
    });
    expect((await syncOf(walletId)).loadedAt).toBe(first);
    await failStep(db.database, await lease(), {
      error: 're-org too deep',
      kind: 'deep-reorg',
      permanent: true,
      retryInMs: 60_000,
    });
    expect(await syncOf(walletId)).toMatchObject({
      phase: 'FAILED',
      loadedAt: null,
      error: 're-org too deep',
    });
    expect(await leaseSync(db.database, { owner: 'a', leaseMs: 1, chainIds: [1] })).toBeNull();
  });

  test('a step is told to listeners with the wallet id', async () => {
    const walletId = await register(1);
    const heard: string[] = [];
    const stop = await db.database.listen('wallet_changed', (payload) => heard.push(payload));
    await commitStep(db.database, await lease(), step());
    await expect.poll(() => heard).toContain(String(walletId));
    await stop();
  });

  test('a reset loads from the blocks that are configured now; of other chains and wallets they stay', async () => {
    const walletId = await register(1, [1, 10]);
    const other = await register(2, [1, 10]);
    const starts = async (id: number): Promise<unknown[]> =>
      (await listWalletSyncs(db.database, [id])).map(({ chainId, fromBlock }) => [chainId, fromBlock]);
    await resetSync(db.database, walletId, undefined, new Map([[10, 77]]));
    expect(await starts(walletId)).toEqual([
      [1, 0],
      [10, 77],
    ]);
    const both = new Map([
      [1, 5],
      [10, 6],
    ]);
    await resetSync(db.database, walletId, 1, both);
    expect(await starts(walletId)).toEqual([
      [1, 5],
      [10, 77],
    ]);
    expect(await starts(other)).toEqual([
      [1, 0],
      [10, 0],
    ]);
  });

  test('a reset forgets the chain only, and takes the lease away', async () => {
    const walletId = await register(1, [1, 10]);
    for (const chainId of [1, 10]) {
      const leased = await lease('a', 60_000, [chainId]);
      const rows = {
        transactions: [transactionRecord({ walletId, chainId })],
        transfers: [transferRecord({ walletId, chainId })],
      };
      await commitStep(db.database, leased, step(rows, { loaded: true }));
    }
    const [held] = (await listWalletSyncs(db.database, [walletId])).filter(({ chainId }) => chainId === 1);
    if (held === undefined) throw new Error('no sync row');
    await resetSync(db.database, walletId, 1);
    expect(await commitStep(db.database, { ...held, address: address(1), owner: 'a' }, step())).toBe(false);
    const rows = await listWalletSyncs(db.database, [walletId]);
    expect(
      rows.map(({ chainId, phase, loadedAt, syncedBlock }) => [
        chainId,
        phase,
        loadedAt === null,
        syncedBlock,
      ]),
    ).toEqual([
      [1, 'QUEUED', true, null],
      [10, 'BACKFILL', false, 10],
    ]);
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(1);
    await resetChain(db.database, 10);
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(0);
    expect((await db.database.pool.query('SELECT 1 FROM transaction')).rowCount).toBe(0);
  });
});
