/** All disposals of a wallet, token by token, in pieces. */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import { transactionPositionLength } from '../../../domain/position.ts';
import { RetryableError } from '../../../errors.ts';
import type { Database } from '../../connection/database.ts';
import { queryCount, queryRows, type RowReader } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import { type DisposalFigures, type LedgerToken, readLedgerToken } from '../ledger-rows.ts';
import { disposalFigureColumns, partNumber, partsInRow, partsOf, readDisposal } from '../packed-figures.ts';

export interface ExportedDisposal extends Omit<DisposalFigures, 'part' | 'acquiredBy'> {
  token: LedgerToken;
  decimals: number;
  /** Hash of the wallet's transaction that disposed; null: another wallet's, or none. */
  transaction: string | null;
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
  const part = partNumber('whole');
  for (;;) {
    const rows = await queryRows(
      database.pool,
      `SELECT disposal.token, disposed_by, held.decimals,
         (SELECT hash FROM transaction own WHERE own.wallet_id = $1 AND own.position = left(disposed_by, $10)),
         ${disposalFigureColumns(request.method)}
       FROM (
         SELECT listed.* FROM unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
           SELECT whole.*, ${part} AS part FROM ledger_disposal whole CROSS JOIN LATERAL ${partsOf('whole', request.method)}
           WHERE wallet_id = $1 AND run_id = run.id AND disposed_at >= $3 AND disposed_at < $4
             AND (token, disposed_by, slice) >= ($5, $6, $7::int / ${partsInRow})
             AND (token, disposed_by, ${part}) > ($5, $6, $7::int)
           ORDER BY token, disposed_by, slice, listed.place LIMIT $8
         ) listed ORDER BY token, disposed_by, part LIMIT $8
       ) disposal
       CROSS JOIN LATERAL (
         SELECT decimals FROM ledger_balance balance
         WHERE balance.wallet_id = $1 AND balance.run_id = ANY($9::bigint[]) AND balance.token = disposal.token LIMIT 1
       ) held
       ORDER BY disposal.token, disposed_by, part`,
      [
        ...[run.walletId, run.runIds, request.from, request.to],
        ...[after.token, after.disposedBy, after.part, pageSize, run.stateRunIds],
        transactionPositionLength,
      ],
      (row) => readExported(row, request.currency),
    );
    const last = rows.at(-1);
    if (last === undefined) {
      await requireRuns(database, run);
      return;
    }
    yield rows.map(({ row }) => row);
    after = last.place;
  }
}

/** Runs and their rows are deleted at once: while they are there, their rows were. Throws RetryableError. */
export async function requireRuns(database: Database, run: WalletRuns): Promise<void> {
  const runIds = [...new Set([...run.runIds, ...run.stateRunIds])];
  const found = await queryCount(
    database.pool,
    'SELECT count(*) FROM ledger_run WHERE id = ANY($1::bigint[])',
    [runIds],
  );
  if (found !== runIds.length) {
    throw new RetryableError('the ledger was booked anew while it was exported: start the export again');
  }
}

function readExported(row: RowReader, currency: Currency) {
  const [token, disposedBy] = [row.text(), row.text()];
  const [decimals, transaction] = [row.integer(), row.textOrNull()];
  const { part, acquiredBy: _, ...figures } = readDisposal(row, currency);
  const disposal: ExportedDisposal = { token: readLedgerToken(token), decimals, transaction, ...figures };
  return { place: { token, disposedBy, part }, row: disposal };
}
