/**
 * Load while a worker node is killed and comes back: every step is tried until it is stored, as the worker does, and what is stored in
 * the end is what a plain database has that nobody disturbed.
 */
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/connection/database.ts';
import { queryRows } from '../../src/store/connection/sql.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { bookStale } from '../accounting/scenario.ts';
import { registerTestWallet, stepOf } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { openTwoDatabases } from './support/two-databases.ts';
import { findWorkerNode, type WorkerNode } from './support/worker-node.ts';

const wallets = [1, 2, 3, 4];
const steps = 30;

/** Each block has a transaction with two transfers; every fifth step undoes the two blocks before it, and stores them otherwise. */
function stepAt(walletId: number, number: number) {
  const isReplay = number % 5 === 0;
  const blocks = isReplay ? [number - 2, number - 1, number] : [number];
  const places = blocks.map((blockNumber) => ({
    ...{ walletId, blockNumber, hash: hash(blockNumber * 10 + (isReplay ? 1 : 0)) },
  }));
  return {
    transactions: places.map((at) => transactionRecord(at, { counterparty: address(0x20 + (number % 3)) })),
    transfers: places.flatMap((at) => [
      transferRecord(at, { amount: BigInt(100 + number), taxTreatment: 'ACQUISITION' }),
      transferRecord(
        { ...at, index: 1 },
        {
          side: 'outflow',
          amount: BigInt(-number),
          taxTreatment: 'DISPOSAL',
          counterparty: address(0x20 + (number % 3)),
        },
      ),
    ]),
    ...(isReplay ? { rollbackTo: number - 3 } : {}),
  };
}

/** Tries until it works: a node is away for some seconds. Answers how often it failed. */
async function untilStored(work: () => Promise<unknown>): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    try {
      await work();
      return failures;
    } catch (error) {
      if (failures > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** All steps of all wallets, and their ledgers. `beforeStep`: what happens meanwhile. */
async function play(database: Database, beforeStep: (step: number) => void): Promise<number> {
  let failures = 0;
  for (const wallet of wallets) await registerTestWallet(database, wallet);
  for (let number = 1; number <= steps; number += 1) {
    for (const walletId of wallets) {
      beforeStep((number - 1) * wallets.length + walletId);
      failures += await untilStored(async () => {
        // Whoever held it before is gone.
        await database.pool.query(
          `UPDATE sync SET next_run_at = CASE WHEN wallet_id = $1 THEN now() ELSE 'infinity' END, lease_owner = NULL, lease_until = NULL`,
          [walletId],
        );
        const lease = await leaseSync(database, { owner: 'writer', leaseMs: 60_000, chainIds: [1] });
        if (lease?.walletId !== walletId) throw new Error('another wallet was leased');
        await commitStep(
          database,
          lease,
          stepOf(stepAt(walletId, number), { syncedBlock: number, release: true }),
        );
      });
    }
  }
  for (const walletId of wallets) {
    failures += await untilStored(async () => {
      const { transfers } = stepAt(walletId, steps - 1);
      const prices = transfers.map(({ position, tokenAddress }) => ({
        position,
        tokenAddress,
        price: '2',
        unit: '1',
        source: 'test',
      }));
      await priceTransfers(database, walletId, prices);
    });
  }
  return failures + (await untilStored(() => bookStale(database)));
}

const tables: Readonly<Record<string, string>> = {
  transaction: 'position',
  transfer: 'position',
  counter: 'chain_id',
  counterparty_counter: 'counterparty, chain_id',
  transfer_checkpoint: 'chain_id, position',
  approval: 'token_address',
};

/** What is stored of the wallets, without what numbers the tries. */
async function stateOf(database: Database): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const walletId of wallets) {
    for (const [table, order] of Object.entries(tables)) {
      const { rows } = await database.pool.query(
        `SELECT * FROM ${table} WHERE wallet_id = $1 ORDER BY ${order}`,
        [walletId],
      );
      state[`${table} ${walletId}`] = rows;
    }
    state[`ledger ${walletId}`] = await queryRows(
      database.pool,
      `SELECT token, balance, inventory, realized::text, cost_basis::text FROM ledger_balance
       WHERE wallet_id = $1 AND run_id = ANY((SELECT state_run_ids FROM ledger_wallet WHERE wallet_id = $1 LIMIT 1)::bigint[])
       ORDER BY token, run_id`,
      [walletId],
      (row) => [row.text(), row.text(), row.text(), row.text(), row.text()],
    );
    state[`synced ${walletId}`] = await queryRows(
      database.pool,
      'SELECT synced_block FROM sync WHERE wallet_id = $1',
      [walletId],
      (row) => row.integer(),
    );
  }
  return state;
}

test('a worker node is killed three times under load: nothing is lost, nothing is there twice', async () => {
  const databases = await openTwoDatabases();
  const nodes: WorkerNode[] = await Promise.all(inject('workerUrls').map(findWorkerNode));
  const returning: Promise<void>[] = [];
  onTestFinished(async () => {
    await Promise.allSettled(returning);
    await databases.drop();
  });
  await play(databases.plain, () => {});
  let kills = 0;
  const failures = await play(databases.citus, (step) => {
    const node = nodes[kills % nodes.length];
    if (node === undefined || step % 35 !== 0 || kills >= 3) return;
    kills += 1;
    returning.push(node.kill().then(() => node.start()));
  });
  await Promise.all(returning);
  console.info(`worker nodes killed: ${kills}; steps that failed and were tried again: ${failures}`);
  expect(kills).toBe(3);
  expect(failures).toBeGreaterThan(0);
  expect(await stateOf(databases.citus)).toEqual(await stateOf(databases.plain));
});
