/** Puts rows into a test database the way the worker does: registered, leased, committed. */
import type { TransactionRecord, TransferRecord } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { commitStep, type StepCommit, type SyncLease } from '../../src/store/sync/commit.ts';
import { leaseSync, releaseLease } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { address } from './records.ts';

/** Registers address(number) for the client 'default' on the chains, and answers its wallet id. */
export async function registerTestWallet(
  database: Database,
  number: number,
  chainIds: readonly number[] = [1],
): Promise<number> {
  const { id: clientId } = await ensureClient(database, 'default');
  const chains = chainIds.map((chainId) => ({ chainId, fromBlock: 0 }));
  const [row] = await registerWallets(database, { clientId, addresses: [address(number)], chains });
  if (row === undefined) throw new Error('the wallet was not registered');
  return row.walletId;
}

export async function leaseTestWallet(database: Database, chainId = 1, owner = 'test'): Promise<SyncLease> {
  const lease = await leaseSync(database, { owner, leaseMs: 60_000, chainIds: [chainId] });
  if (lease === null) throw new Error(`nothing to lease on chain ${chainId}`);
  return lease;
}

/** A step that carries the given rows and leaves the rest as a backfill does. */
export function stepOf(
  rows: {
    transactions?: readonly TransactionRecord[];
    transfers?: readonly TransferRecord[];
    rollbackTo?: number;
  },
  progress: Partial<StepCommit['progress']> = {},
): StepCommit {
  return {
    transactions: [],
    transfers: [],
    ...rows,
    progress: {
      phase: 'FOLLOWING',
      syncedBlock: 100,
      syncedHash: null,
      safeBlock: null,
      safeHash: null,
      headBlock: 100,
      loaded: true,
      nextRunInMs: 0,
      release: false,
      ...progress,
    },
  };
}

/** Commits rows of one wallet and chain, whose sync row must be free and the only one that is due. */
export async function storeTestRows(
  database: Database,
  chainId: number,
  rows: Parameters<typeof stepOf>[0],
): Promise<void> {
  const lease = await leaseTestWallet(database, chainId);
  if (!(await commitStep(database, lease, stepOf(rows)))) throw new Error('the lease was lost');
  await releaseLease(database, lease);
}

/** Makes tokens of Ethereum recognised ones, all of one asset. */
export async function recogniseTokens(
  database: Database,
  tokens: readonly string[],
  decimals: number,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO asset (slug, name, symbol) VALUES ('coin', 'Coin', 'COIN') ON CONFLICT DO NOTHING`,
  );
  await database.pool.query(
    `INSERT INTO token (chain_id, address, decimals, asset_slug) SELECT 1, unnest($1::text[]), $2, 'coin'
     ON CONFLICT (chain_id, address) DO UPDATE SET decimals = excluded.decimals, asset_slug = 'coin'`,
    [tokens, decimals],
  );
}
