/** Who is told of what: nobody of what leaves a wallet as it was. */
import { beforeEach, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { notify } from '../../../src/store/connection/channels.ts';
import { commitStep, type StepCommit } from '../../../src/store/sync/commit.ts';
import { failStep, releaseLease } from '../../../src/store/sync/leases.ts';
import { storeReconciliation } from '../../../src/store/sync/reconciliation-rows.ts';
import { claimReconciliation } from '../../../src/store/sync/reconciliation-turns.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase({ perTest: true });
let walletId: number;

beforeEach(async () => {
  walletId = await registerTestWallet(db.database, 1);
});

/** How often the wallet is told of while `work` runs. */
async function told(work: () => Promise<unknown>): Promise<number> {
  const heard: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stop = await db.database.listen('wallet_changed', (payload) => {
    if (payload === 'end') end();
    else heard.push(payload);
  });
  await work();
  // Notifications come in the order of their commits.
  await notify(db.database.pool, 'wallet_changed', 'end');
  await ended;
  await stop();
  expect(heard.filter((payload) => payload !== String(walletId))).toEqual([]);
  return heard.length;
}

const rowsAt = (blockNumber: number): Partial<StepCommit> => ({
  transactions: [transactionRecord({ walletId, blockNumber })],
  transfers: [transferRecord({ walletId, blockNumber })],
});

/** A step to the head at this block, as of a wallet that is loaded. */
async function follow(block: number, rows: Partial<StepCommit> = {}): Promise<void> {
  await db.database.pool.query('UPDATE sync SET next_run_at = now()');
  const lease = await leaseTestWallet(db.database);
  const step = stepOf({ transactions: [], transfers: [], ...rows });
  const progress = {
    ...step.progress,
    phase: 'FOLLOWING',
    loaded: true,
    release: true,
    nextRunInMs: 0,
  } as const;
  const at = { syncedBlock: block, syncedHash: hash(block), headBlock: block };
  expect(await commitStep(db.database, lease, { ...step, progress: { ...progress, ...at } })).toBe(true);
}

test('a step: rows are told, and being loaded; a block without rows is not', async () => {
  expect(await told(() => follow(10))).toBe(1);
  expect(await told(() => follow(11))).toBe(0);
  expect(await told(() => follow(12, rowsAt(12)))).toBe(1);
  expect(await told(() => follow(13))).toBe(0);
});

test('a failure is told once, however often it comes again, and so is its end', async () => {
  await follow(10);
  const fail = async (error: string) => {
    await db.database.pool.query('UPDATE sync SET next_run_at = now()');
    const lease = await leaseTestWallet(db.database);
    await failStep(db.database, lease, { error, kind: 'source-unavailable', permanent: false, retryInMs: 0 });
  };
  expect(await told(() => fail('no route to host'))).toBe(1);
  expect(await told(() => fail('no route to host'))).toBe(0);
  expect(await told(() => fail('connection refused'))).toBe(1);
  expect(await told(() => follow(11))).toBe(1);
});

test('a history that was behind is told of when it is in step again', async () => {
  await follow(10);
  await db.database.pool.query("UPDATE sync SET stale_at = now() - interval '1 second'");
  expect(await told(() => follow(11))).toBe(1);
});

test('a wallet that is registered again, on the same chains, is as it was', async () => {
  const clientId = (await ensureClient(db.database, 'another')).id;
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const register = () => registerWallets(db.database, { clientId, addresses: [address(1)], chains });
  expect([await told(register), await told(register)]).toEqual([1, 0]);
  chains.push({ chainId: 10, fromBlock: 0 });
  expect(await told(register)).toBe(1);
});

test('a comparison of balances that finds what the last one found', async () => {
  await follow(10);
  const compare = async (difference: bigint) => {
    await db.database.pool.query('UPDATE sync SET reconcile_at = now()');
    const task = await claimReconciliation(db.database, { chainIds: [1], retryMs: 60_000 });
    if (task === null) throw new Error('nothing to compare');
    const compared = [{ tokenAddress: address(9), onChain: 5n, difference }];
    const result = {
      blockNumber: 10,
      blockHash: hash(10),
      compared,
      accruals: [],
      warnings: [],
      nextInMs: 60_000,
    };
    expect(await storeReconciliation(db.database, task, result)).toBe(true);
  };
  expect([
    await told(() => compare(0n)),
    await told(() => compare(0n)),
    await told(() => compare(1n)),
  ]).toEqual([1, 0, 1]);
});

test('a lease that is given back', async () => {
  const lease = await leaseTestWallet(db.database);
  expect(await told(() => releaseLease(db.database, lease))).toBe(0);
});
