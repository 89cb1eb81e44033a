/** All disposals of a wallet, token by token, in pieces. */
import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import { RetryableError } from '../../errors.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows, type RowReader } from '../connection/sql.ts';
import type { WalletRuns } from './ledger-reads.ts';
import { basisOfCode, currencyIndex, type LedgerToken, methodCode, readLedgerToken } from './ledger-rows.ts';

export interface ExportedDisposal {
  token: LedgerToken;
  decimals: number;
  disposedAt: number;
  treatment: string;
  source: string;
  acquiredAt: number | null;
  quantity: bigint;
  /** In 10^-18; null while no price is known. */
  proceeds: bigint | null;
  cost: bigint;
  gain: bigint | null;
  basis: BasisStatus;
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
  const money = currencyIndex(request.currency);
  let after = { token: '', disposedBy: '', part: 0 };
  for (;;) {
    const rows = await queryRows(
      database.pool,
      `SELECT disposal.token, disposed_by, part, held.decimals, disposed_at, treatment, source, acquired_at, quantity,
         proceeds[${money}], cost[${money}], gain[${money}], basis[${money}]
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
  const place = { token: row.text(), disposedBy: row.text(), part: row.integer() };
  const disposal: ExportedDisposal = {
    token: readLedgerToken(place.token),
    decimals: row.integer(),
    disposedAt: row.integer(),
    treatment: row.text(),
    source: row.text(),
    acquiredAt: row.integerOrNull(),
    quantity: row.bigint(),
    proceeds: row.bigintOrNull(),
    cost: row.bigint(),
    gain: row.bigintOrNull(),
    basis: basisOfCode(row.text()),
  };
  return { place, row: disposal };
}
