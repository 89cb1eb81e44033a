/** What is on its way over bridges and overdue, as the current runs say how their tokens stand. */
import type { Database } from '../../connection/database.ts';
import { queryCount, queryRows } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import type { MovementKey } from '../ledger-rows.ts';

export interface OverdueTransit {
  token: string;
  /** The transfer that left. */
  movement: MovementKey;
  /** Base units. */
  quantity: bigint;
}

/** Of the last run that has the token. $1: wallet, $2: runs, $3: now, in Unix seconds. */
const overdue = `ledger_balance held
  CROSS JOIN LATERAL unnest(held.transit_of, held.transit_amounts, held.transit_due) AS waiting (position, quantity, due)
  WHERE held.wallet_id = $1 AND held.run_id = ANY($2::bigint[]) AND waiting.due < $3
    AND NOT EXISTS (SELECT 1 FROM ledger_balance newer WHERE newer.wallet_id = $1 AND newer.run_id = ANY($2::bigint[])
      AND newer.token = held.token AND newer.run_id > held.run_id)`;

/** What left over a bridge so long ago that nothing meets it any more: how much there is of it. */
export async function countOverdue(
  database: Database,
  { walletId, stateRunIds }: WalletRuns,
  now: number,
): Promise<number> {
  return queryCount(database.pool, `SELECT count(*) FROM ${overdue}`, [walletId, stateRunIds, now]);
}

/** The same, newest first. */
export async function pageOverdue(
  database: Database,
  { walletId, stateRunIds }: WalletRuns,
  { now, offset, limit }: { now: number; offset: number; limit: number },
): Promise<OverdueTransit[]> {
  return queryRows(
    database.pool,
    `SELECT held.token, waiting.position, waiting.quantity FROM ${overdue}
     ORDER BY waiting.position DESC LIMIT $4 OFFSET $5`,
    [walletId, stateRunIds, now, limit, offset],
    (row) => ({
      token: row.text(),
      movement: { walletId, position: row.text() },
      quantity: row.bigint(),
    }),
  );
}
