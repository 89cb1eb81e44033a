/** What in the figures a person should look at. */
import { type Currency, currencies } from '../../../domain/ids.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import { countIssuesOf } from '../ledger-chains.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import type { MovementKey } from '../ledger-rows.ts';

export interface StoredIssue {
  place: number;
  code: string;
  token: string;
  movement: MovementKey;
  timestamp: number;
  quantity: bigint;
  currencies: Currency[];
}

/** The issues of a wallet, newest first, from a place downwards. They are numbered without gaps. */
export async function pageIssues(
  database: Database,
  run: WalletRuns,
  request: { fromPlace: number; limit: number },
): Promise<StoredIssue[]> {
  return queryRows(
    database.pool,
    `SELECT place, code, token, movement, timestamp, quantity, to_json(currencies) FROM ledger_issue
     WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) AND place <= $3 AND place > $3 - $4::int ORDER BY place DESC LIMIT $4`,
    [run.walletId, run.runIds, request.fromPlace, request.limit],
    (row) => ({
      place: row.integer(),
      code: row.text(),
      token: row.text(),
      movement: { walletId: run.walletId, position: row.text() },
      timestamp: row.integer(),
      quantity: row.bigint(),
      currencies: currenciesOf(row.text()),
    }),
  );
}

function currenciesOf(json: string): Currency[] {
  const indexes: unknown = JSON.parse(json);
  return currencies.filter((_, index) => Array.isArray(indexes) && indexes.includes(index));
}

/** How many issues a wallet has. */
export async function countIssues(database: Database, run: WalletRuns): Promise<number> {
  return (await countIssuesOf(database, [run.walletId], run.runIds)).get(run.walletId) ?? 0;
}
