/** What is spam by what the chain shows, and none for the caller: a move between its own wallets, which its ledger counts. */

import type { Database } from '../../store/connection/database.ts';
import type { TransactionRow } from '../../store/history/columns/transaction-columns.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import { findCleared, findTransactionsWithCleared } from '../../store/ledger/cleared-transfers.ts';
import { type CurrentRun, findCurrentRuns } from '../../store/ledger/ledger-reads.ts';
import { movementIdOf } from '../../store/ledger/ledger-rows.ts';

/** Whether a row is spam for the client. */
export type IsSpam<Row> = (row: Row) => boolean;

async function runsWithCleared(
  database: Database,
  clientId: number,
  rows: readonly { walletId: number }[],
): Promise<CurrentRun[]> {
  const walletIds = [...new Set(rows.map(({ walletId }) => walletId))];
  return (await findCurrentRuns(database, clientId, walletIds)).filter(({ hasCleared }) => hasCleared);
}

/** Asks the database only where a row may be cleared: `mayBeCleared` by wallet id; left out: any. */
export async function loadTransferSpam(
  database: Database,
  clientId: number,
  rows: readonly TransferRow[],
  mayBeCleared: (walletId: number) => boolean = () => true,
): Promise<IsSpam<TransferRow>> {
  const doubtful = rows.filter(({ spamReason, walletId }) => spamReason !== null && mayBeCleared(walletId));
  const cleared = await findCleared(database, await runsWithCleared(database, clientId, doubtful), doubtful);
  return (row) => row.spamReason !== null && !cleared.has(movementIdOf(row));
}

/** The same of transactions, which are spam when every transfer in them is. */
export async function loadTransactionSpam(
  database: Database,
  clientId: number,
  rows: readonly TransactionRow[],
  mayBeCleared: (walletId: number) => boolean,
): Promise<IsSpam<TransactionRow>> {
  const doubtful = rows.filter(({ isSpam, walletId }) => isSpam && mayBeCleared(walletId));
  const cleared = await findTransactionsWithCleared(
    database,
    await runsWithCleared(database, clientId, doubtful),
    doubtful,
  );
  return (row) => row.isSpam && !cleared.has(movementIdOf(row));
}
