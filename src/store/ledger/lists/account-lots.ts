/** The open lots and the disposals of one token of a wallet, as the current runs have them. */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import type { Database } from '../../connection/database.ts';
import { queryCount, queryRows } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import {
  type DisposalFigures,
  disposalFigureColumns,
  type MovementKey,
  methodCode,
  type OpenLotFigures,
  openLotColumns,
  readDisposal,
  readOpenLot,
} from '../ledger-rows.ts';

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
  return queryRows(
    database.pool,
    `SELECT place, (${decimals}), ${openLotColumns(request.currency)}
     FROM ledger_lot WHERE ${accountLots} AND place >= $5 ORDER BY place LIMIT $6`,
    [...accountValues(key), request.fromPlace, request.limit],
    (row) => ({ place: row.integer(), decimals: row.integer(), ...readOpenLot(row) }),
  );
}

export async function countLots(database: Database, key: LedgerAccountKey): Promise<number> {
  return queryCount(
    database.pool,
    `SELECT count(*) FROM ledger_lot WHERE ${accountLots}`,
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
  return queryRows(
    database.pool,
    `SELECT (${decimals}), disposed_by, ${disposalFigureColumns(request.currency)}
     FROM unnest($9::bigint[]) run (id) CROSS JOIN LATERAL (
       SELECT * FROM ledger_disposal WHERE wallet_id = $1 AND run_id = run.id AND token = $3 AND method = $4
         AND disposed_by >= $5 AND ($6::text IS NULL OR (disposed_by, part) < ($6, $7))
       ORDER BY disposed_by DESC, part DESC LIMIT $8
     ) disposal ORDER BY disposed_by DESC, part DESC LIMIT $8`,
    [
      ...[...accountValues(key), request.fromPosition ?? ''],
      ...[request.after?.position ?? null, request.after?.part ?? 0, request.limit, key.run.runIds],
    ],
    (row) => ({
      decimals: row.integer(),
      disposedBy: { walletId: key.run.walletId, position: row.text() },
      ...readDisposal(row),
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
    `SELECT count(*) FROM ledger_disposal WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) AND token = $3 AND method = $4
       AND disposed_by >= $5`,
    [key.run.walletId, key.run.runIds, key.token, methodCode(key.method), fromPosition ?? ''],
  );
}
