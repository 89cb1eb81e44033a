/** All disposals of a wallet, token by token, in pieces. */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import { RetryableError } from '../../../errors.ts';
import type { Database } from '../../connection/database.ts';
import { queryCount, queryRows, type RowReader } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import {
  type DisposalFigures,
  disposalFigureColumns,
  type LedgerToken,
  methodCode,
  readDisposal,
  readLedgerToken,
} from '../ledger-rows.ts';

export interface ExportedDisposal extends Omit<DisposalFigures, 'part' | 'acquiredBy'> {
  token: LedgerToken;
  decimals: number;
  source: string;
}

const pageSize = 2_000;

/**
 * The disposals of a wallet's runs at `from <= time < to`, by token and then time; memory holds one piece at a time. Throws
 * RetryableError when the ledger was booked anew while they were read: what is missing then would not show.
 */
export async function* exportDisposals(
  database: Database,
  run: WalletRuns,
  request: { method: CostMethod; currency: Currency; from: number; to: number },
): AsyncGenerator<ExportedDisposal[]> {
  let after = { token: '', disposedBy: '', part: 0 };
  for (;;) {
    const rows = await queryRows(
      database.pool,
      `SELECT disposal.token, disposed_by, held.decimals, source, ${disposalFigureColumns(request.currency)}
       FROM (
         SELECT listed.* FROM unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
           SELECT * FROM ledger_disposal WHERE wallet_id = $1 AND run_id = run.id AND method = $3
             AND disposed_at >= $4 AND disposed_at < $5 AND (token, disposed_by, part) > ($6, $7, $8)
           ORDER BY token, disposed_by, part LIMIT $9
         ) listed ORDER BY token, disposed_by, part LIMIT $9
       ) disposal
       CROSS JOIN LATERAL (
         SELECT decimals FROM ledger_balance balance
         WHERE balance.wallet_id = $1 AND balance.run_id = ANY($10::bigint[]) AND balance.token = disposal.token LIMIT 1
       ) held
       ORDER BY disposal.token, disposed_by, part`,
      [
        ...[run.walletId, run.runIds, methodCode(request.method), request.from, request.to],
        ...[after.token, after.disposedBy, after.part, pageSize, run.stateRunIds],
      ],
      readExported,
    );
    const last = rows.at(-1);
    if (last === undefined) {
      await requireRuns(database, [...new Set([...run.runIds, ...run.stateRunIds])]);
      return;
    }
    yield rows.map(({ row }) => row);
    after = last.place;
  }
}

/** A run and its rows are deleted at once: while it is there, its rows were. */
async function requireRuns(database: Database, runIds: readonly bigint[]): Promise<void> {
  const found = await queryCount(
    database.pool,
    'SELECT count(*) FROM ledger_run WHERE id = ANY($1::bigint[])',
    [runIds],
  );
  if (found !== runIds.length) {
    throw new RetryableError('the ledger was booked anew while it was exported: start the export again');
  }
}

function readExported(row: RowReader) {
  const [token, disposedBy] = [row.text(), row.text()];
  const [decimals, source] = [row.integer(), row.text()];
  const { part, acquiredBy: _, ...figures } = readDisposal(row);
  const disposal: ExportedDisposal = { token: readLedgerToken(token), decimals, source, ...figures };
  return { place: { token, disposedBy, part }, row: disposal };
}
