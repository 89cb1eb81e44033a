/** The open lots and the disposals of one token of a wallet, as the current runs have them. */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import type { Database } from '../../connection/database.ts';
import { queryCount, queryRows } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import { type DisposalFigures, type MovementKey, methodCode, type OpenLotFigures } from '../ledger-rows.ts';
import {
  disposalFigureColumns,
  partCount,
  partNumber,
  partsOf,
  readDisposal,
  readLotsRow,
  sliceOfLot,
} from '../packed-figures.ts';

/** One balance's place in the tables. */
export interface LedgerAccountKey {
  run: WalletRuns;
  token: string;
  method: CostMethod;
}

export interface LotRow extends OpenLotFigures {
  place: number;
  /** Of the token. */
  decimals: number;
}

/** How a token stands says the last run that has it. */
const decimals =
  'SELECT decimals FROM ledger_balance WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) AND token = $3 LIMIT 1';
const accountLots = `wallet_id = $1 AND token = $3 AND method = $4 AND run_id = (
  SELECT max(run_id) FROM ledger_balance WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) AND token = $3)`;
const accountValues = ({ run, token, method }: LedgerAccountKey): unknown[] => [
  ...[run.walletId, run.stateRunIds, token, methodCode(method)],
];

/** Open lots from a place on, oldest first. */
export async function pageLots(
  database: Database,
  key: LedgerAccountKey,
  request: { currency: Currency; fromPlace: number; limit: number },
): Promise<LotRow[]> {
  const { currency, fromPlace, limit } = request;
  if (limit < 1) return [];
  const rows = await queryRows(
    database.pool,
    `SELECT (${decimals}), slice, lots FROM ledger_lot
     WHERE ${accountLots} AND slice BETWEEN $5 AND $6 ORDER BY slice`,
    [...accountValues(key), sliceOfLot(fromPlace), sliceOfLot(fromPlace + limit - 1)],
    (row) => {
      const decimals = row.integer();
      return readLotsRow(row, currency).map((lot) => ({ decimals, ...lot }));
    },
  );
  return rows.flat().filter(({ place }) => place >= fromPlace && place < fromPlace + limit);
}

export async function countLots(database: Database, key: LedgerAccountKey): Promise<number> {
  return queryCount(
    database.pool,
    `SELECT coalesce(sum(get_byte(lots, 0)), 0) FROM ledger_lot WHERE ${accountLots}`,
    accountValues(key),
  );
}

export interface StoredDisposal extends DisposalFigures {
  /** Of the token. */
  decimals: number;
  disposedBy: MovementKey;
}

/** Where one part of a disposal stands in its list. */
export interface DisposalPlace {
  position: string;
  part: number;
}

/** Disposals, newest first, beyond `after` and not older than `fromPosition`. */
export async function pageDisposals(
  database: Database,
  key: LedgerAccountKey,
  request: { currency: Currency; fromPosition: string | null; after: DisposalPlace | null; limit: number },
): Promise<StoredDisposal[]> {
  const part = partNumber('whole');
  return queryRows(
    database.pool,
    `SELECT (${decimals}), disposed_by, ${disposalFigureColumns(key.method)}
     FROM unnest($8::bigint[]) run (id) CROSS JOIN LATERAL (
       SELECT whole.*, ${part} AS part FROM ledger_disposal whole CROSS JOIN LATERAL ${partsOf('whole', key.method)}
       WHERE whole.wallet_id = $1 AND whole.run_id = run.id AND whole.token = $3 AND disposed_by >= $4
         AND ($5::text IS NULL OR (disposed_by <= $5 AND (disposed_by, ${part}) < ($5, $6)))
       ORDER BY disposed_by DESC, slice DESC, listed.place DESC LIMIT $7
     ) disposal ORDER BY disposed_by DESC, part DESC LIMIT $7`,
    [
      ...[key.run.walletId, key.run.stateRunIds, key.token, request.fromPosition ?? ''],
      ...[request.after?.position ?? null, request.after?.part ?? 0, request.limit, key.run.runIds],
    ],
    (row) => ({
      decimals: row.integer(),
      disposedBy: { walletId: key.run.walletId, position: row.text() },
      ...readDisposal(row, request.currency),
    }),
  );
}

export async function countDisposals(
  database: Database,
  key: LedgerAccountKey,
  fromPosition: string | null,
): Promise<number> {
  return queryCount(
    database.pool,
    `SELECT coalesce(sum(${partCount('disposal', key.method)}), 0) FROM ledger_disposal disposal
     WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) AND token = $3 AND disposed_by >= $4`,
    [key.run.walletId, key.run.runIds, key.token, fromPosition ?? ''],
  );
}
