/** The open lots and the disposals of one token of a wallet, as the current runs have them. */
import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows } from '../connection/sql.ts';
import type { WalletRuns } from './ledger-reads.ts';
import {
  basisOfCode,
  currencyIndex,
  type MovementKey,
  methodCode,
  movementKeyOrNull,
} from './ledger-rows.ts';

/** One balance's place in the tables. */
export interface LedgerAccountKey {
  run: WalletRuns;
  token: string;
  method: CostMethod;
}

export interface LotRow {
  place: number;
  /** Of the token. */
  decimals: number;
  acquiredBy: MovementKey | null;
  acquiredAt: number | null;
  quantity: bigint;
  remaining: bigint;
  cost: bigint;
  basis: BasisStatus;
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
  const money = currencyIndex(request.currency);
  return queryRows(
    database.pool,
    `SELECT place, (${decimals}), acquired_wallet_id, acquired_by, acquired_at, quantity, remaining, cost[${money}],
       basis[${money}] FROM ledger_lot WHERE ${accountLots} AND place >= $5 ORDER BY place LIMIT $6`,
    [...accountValues(key), request.fromPlace, request.limit],
    (row) => ({
      place: row.integer(),
      decimals: row.integer(),
      acquiredBy: movementKeyOrNull(row),
      acquiredAt: row.integerOrNull(),
      quantity: row.bigint(),
      remaining: row.bigint(),
      cost: row.bigint(),
      basis: basisOfCode(row.text()),
    }),
  );
}

export async function countLots(database: Database, key: LedgerAccountKey): Promise<number> {
  return queryCount(
    database.pool,
    `SELECT count(*) FROM ledger_lot WHERE ${accountLots}`,
    accountValues(key),
  );
}

export interface StoredDisposal {
  /** Of the token. */
  decimals: number;
  disposedBy: MovementKey;
  part: number;
  disposedAt: number;
  treatment: string;
  acquiredBy: MovementKey | null;
  acquiredAt: number | null;
  quantity: bigint;
  proceeds: bigint | null;
  cost: bigint;
  gain: bigint | null;
  basis: BasisStatus;
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
  const money = currencyIndex(request.currency);
  return queryRows(
    database.pool,
    `SELECT (${decimals}), disposed_by, part, disposed_at, treatment, acquired_wallet_id, acquired_by, acquired_at, quantity,
       proceeds[${money}], cost[${money}], gain[${money}], basis[${money}]
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
      part: row.integer(),
      disposedAt: row.integer(),
      treatment: row.text(),
      acquiredBy: movementKeyOrNull(row),
      acquiredAt: row.integerOrNull(),
      quantity: row.bigint(),
      proceeds: row.bigintOrNull(),
      cost: row.bigint(),
      gain: row.bigintOrNull(),
      basis: basisOfCode(row.text()),
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
