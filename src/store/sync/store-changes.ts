/** What a change of a wallet's rows brings with it, all in one transaction: the rows, what is kept beside them, and who is told. */
import type pg from 'pg';
import { firstOf, transactionPositionLength } from '../../domain/position.ts';
import { notify } from '../connection/channels.ts';
import { transferEvents } from '../history/events/transfer-event-rows.ts';
import { appendEvents } from '../history/events/wallet-events.ts';
import { anchorWallet, noteWalletChange } from '../history/ledger-changes.ts';
import { itemTables, refreshCheckpoints } from '../history/rank-checkpoints.ts';
import { recount } from '../history/recount.ts';
import { changeCounterpartyCounters, changeCounters } from '../history/row-counters.ts';
import type { Rows } from '../history/row-writes.ts';
import { forgetArrivals, noteArrivals } from '../history/transfer-arrivals.ts';
import { hasOthersAfter, type Removal, type RowChange, storeRows } from '../history/wallet-rows.ts';
import { queuePricing } from '../queues/pricing-queue.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/**
 * Stores rows (row-writes.ts), brings counters and checkpoints to them, and notes and tells the change. The caller
 * holds the sync row, so that nobody else writes rows of the wallet on this chain.
 *
 * @param removed what the same transaction took away before; null: nothing
 * @param mayBeOlder some rows may stand before others that stay, so that anchors of lists cannot tell them apart and end; else the
 * caller vouches that nothing older than this stands behind the first row
 * @param isShown clients see something else of the wallet, whether there are rows or not
 */
export async function storeChanges(
  client: pg.PoolClient,
  at: Place,
  change: { rows: Rows; removed: Removal | null; mayBeOlder: boolean; isShown: boolean },
): Promise<void> {
  const { rows, removed } = change;
  const stored = await storeRows(client, at, rows, removed ?? { transfers: [], undoneTokens: [] });
  await keepRanks(
    client,
    at,
    stored.change === null ? null : removed === null ? [stored.change] : [removed.change, stored.change],
  );
  const changedFrom = firstOf([removed?.changedFrom ?? null, stored.changedFrom]);
  if (changedFrom !== null) await noteWalletChange(client, at.walletId, changedFrom);
  const all = [...rows.transactions, ...rows.transfers];
  const isOlder = change.mayBeOlder && (await hasOthersAfter(client, at, rows.transactions));
  if (isOlder) await forgetArrivals(client, at.walletId);
  else await noteArrivals(client, at, all);
  await appendEvents(client, at.walletId, await transferEvents(client, at, stored.transfers));
  if (changedFrom !== null || change.isShown) await tellWallet(client, at.walletId);
}

/** Holds the sync row, as whoever writes rows of the wallet on the chain does. false: there is none. */
export async function holdSyncRow(client: pg.PoolClient, { walletId, chainId }: Place): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM sync WHERE wallet_id = $1 AND chain_id = $2 FOR UPDATE',
    [walletId, chainId],
  );
  if (rowCount === 0) return false;
  await anchorWallet(client, walletId);
  return true;
}

/** What follows from rows that were judged again (positions of transfers), and nothing else; under the sync row, as above. */
export async function storeJudged(
  client: pg.PoolClient,
  at: Place,
  positions: readonly string[],
): Promise<void> {
  await keepRanks(client, at, null);
  const changedFrom = firstOf(positions.map((position) => position.slice(0, transactionPositionLength)));
  if (changedFrom !== null) await noteWalletChange(client, at.walletId, changedFrom);
  const transfers = { stored: [], former: [], isNew: true, judgedAnew: positions };
  await appendEvents(client, at.walletId, await transferEvents(client, at, transfers));
  await tellWallet(client, at.walletId);
}

/** Its rows, or whether it is loaded, are others than before. */
export async function tellWallet(client: pg.PoolClient, walletId: number): Promise<void> {
  await queuePricing(client, [walletId]);
  await notify(client, 'wallet_changed', String(walletId));
}

/** Brings the counters and checkpoints to what the rows are now; null: what changed is not known. */
async function keepRanks(
  client: pg.PoolClient,
  at: Place,
  changes: readonly RowChange[] | null,
): Promise<void> {
  if (changes === null) await recount(client, at);
  else {
    for (const { counters } of changes) await changeCounters(client, at, counters);
    await changeCounterpartyCounters(
      client,
      at,
      changes.flatMap(({ counterparties }) => counterparties),
    );
  }
  for (const table of itemTables) {
    const first = changes === null ? '' : firstOf(changes.map((change) => change.first[table]));
    if (first !== null) await refreshCheckpoints(client, at, table, first);
  }
}
