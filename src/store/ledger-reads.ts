/** Reading ledgers: always one complete run of a client's, whichever is current. */
import type { BasisStatus } from '../domain/accounting/types.ts';
import { type CostMethod, type Currency, currencies, type TransferKey } from '../domain/ids.ts';
import type { Address } from '../domain/model.ts';
import { itemOfPosition, transactionPositionLength } from '../domain/position.ts';
import type { Database } from './database.ts';
import { basisOfCode, currencyIndex, figureIndex, type MovementKey, methodCode } from './ledger-rows.ts';
import { hexOf } from './row-types.ts';
import { queryCount, queryRows, type RowReader } from './sql.ts';

/** The run that a client's figures of a wallet come from. */
export interface CurrentRun {
  walletId: number;
  runId: bigint;
  /** Unix seconds. */
  asOf: number;
  /** Rows changed since; a new run follows. */
  isStale: boolean;
}

/** Which figures are wanted, of what has happened at that position or later; null: since the beginning. */
export interface FigureChoice {
  method: CostMethod;
  currency: Currency;
  fromPosition: string | null;
}

/** A token as the ledger has it. Quantities are base units, money is in 10^-18. */
export interface LedgerFigures {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
  decimals: number;
  balance: bigint;
  inventory: bigint;
  hasOutflow: boolean;
  costBasis: bigint;
  basis: BasisStatus;
  realized: bigint;
  income: bigint;
  expenses: bigint;
}

/** One balance's place in the tables. */
export interface LedgerAccountKey {
  walletId: number;
  runId: bigint;
  token: string;
  method: CostMethod;
}

/** The current runs of the wallets that have one. */
export async function findCurrentRuns(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
): Promise<CurrentRun[]> {
  if (walletIds.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT wallet_id, run_id, floor(date_part('epoch', as_of))::bigint, input_version <> coalesce(version, 0)
     FROM ledger_wallet LEFT JOIN ledger_input USING (wallet_id)
     WHERE client_id = $1 AND wallet_id = ANY($2::int[])`,
    [clientId, walletIds],
    (row) => ({
      walletId: row.integer(),
      runId: row.bigint(),
      asOf: row.integer(),
      isStale: row.boolean(),
    }),
  );
}

/** The figures of all fungible tokens of the runs' wallets: two look-ups per token, however long its history. */
export async function findLedgerFigures(
  database: Database,
  runs: readonly Pick<CurrentRun, 'walletId' | 'runId'>[],
  { method, currency, fromPosition }: FigureChoice,
): Promise<LedgerFigures[]> {
  if (runs.length === 0) return [];
  const money = currencyIndex(currency);
  const figure = figureIndex(method, currency);
  return queryRows(
    database.pool,
    `SELECT held.wallet_id, held.chain_id, held.token_address, held.decimals, held.balance, held.inventory,
       held.has_outflow, held.cost_basis[${figure}], held.basis[${figure}],
       held.realized[${figure}] - coalesce(before.realized, 0), held.income[${money}] - coalesce(before.income, 0),
       held.expenses[${money}] - coalesce(before.expenses, 0)
     FROM unnest($1::int[], $2::bigint[]) run (wallet_id, run_id)
     JOIN ledger_balance held USING (wallet_id, run_id)
     LEFT JOIN LATERAL (
       SELECT realized[${figure}] AS realized, income[${money}] AS income, expenses[${money}] AS expenses
       FROM ledger_total total WHERE total.wallet_id = held.wallet_id AND total.run_id = held.run_id
         AND total.token = held.token AND total.transaction_position < $3
       ORDER BY total.transaction_position DESC LIMIT 1
     ) before ON true
     WHERE held.token_id IS NULL ORDER BY held.wallet_id, held.token`,
    [runs.map(({ walletId }) => walletId), runs.map(({ runId }) => runId), fromPosition ?? ''],
    (row) => ({
      walletId: row.integer(),
      chainId: row.integer(),
      tokenAddress: hexOf(row.text()),
      decimals: row.integer(),
      balance: row.bigint(),
      inventory: row.bigint(),
      hasOutflow: row.boolean(),
      costBasis: row.bigint(),
      basis: basisOfCode(row.text()),
      realized: row.bigint(),
      income: row.bigint(),
      expenses: row.bigint(),
    }),
  );
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

function acquiredBy(row: RowReader): MovementKey | null {
  const [walletId, position] = [row.textOrNull(), row.textOrNull()];
  return walletId === null || position === null ? null : { walletId: Number(walletId), position };
}

const integerOrNull = (row: RowReader): number | null => {
  const text = row.textOrNull();
  return text === null ? null : Number(text);
};

const decimals = 'SELECT decimals FROM ledger_balance WHERE wallet_id = $1 AND run_id = $2 AND token = $3';
const account = 'wallet_id = $1 AND run_id = $2 AND token = $3 AND method = $4';
const accountValues = ({ walletId, runId, token, method }: LedgerAccountKey): unknown[] => [
  walletId,
  runId,
  token,
  methodCode(method),
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
       basis[${money}] FROM ledger_lot WHERE ${account} AND place >= $5 ORDER BY place LIMIT $6`,
    [...accountValues(key), request.fromPlace, request.limit],
    (row) => ({
      place: row.integer(),
      decimals: row.integer(),
      acquiredBy: acquiredBy(row),
      acquiredAt: integerOrNull(row),
      quantity: row.bigint(),
      remaining: row.bigint(),
      cost: row.bigint(),
      basis: basisOfCode(row.text()),
    }),
  );
}

export async function countLots(database: Database, key: LedgerAccountKey): Promise<number> {
  return queryCount(database.pool, `SELECT count(*) FROM ledger_lot WHERE ${account}`, accountValues(key));
}

export interface StoredDisposal {
  /** Of the token. */
  decimals: number;
  disposedBy: MovementKey;
  part: number;
  disposedAt: number;
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
    `SELECT (${decimals}), disposed_by, part, disposed_at, acquired_wallet_id, acquired_by, acquired_at, quantity,
       proceeds[${money}], cost[${money}], gain[${money}], basis[${money}]
     FROM ledger_disposal WHERE ${account} AND disposed_by >= $5
       AND ($6::text IS NULL OR (disposed_by, part) < ($6, $7))
     ORDER BY disposed_by DESC, part DESC LIMIT $8`,
    [
      ...[...accountValues(key), request.fromPosition ?? ''],
      ...[request.after?.position ?? null, request.after?.part ?? 0, request.limit],
    ],
    (row) => ({
      decimals: row.integer(),
      disposedBy: { walletId: key.walletId, position: row.text() },
      part: row.integer(),
      disposedAt: row.integer(),
      acquiredBy: acquiredBy(row),
      acquiredAt: integerOrNull(row),
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
    `SELECT count(*) FROM ledger_disposal WHERE ${account} AND disposed_by >= $5`,
    [...accountValues(key), fromPosition ?? ''],
  );
}

export interface StoredIssue {
  place: number;
  code: string;
  token: string;
  movement: MovementKey;
  timestamp: number;
  quantity: bigint;
  currencies: Currency[];
}

/** A run's issues of a wallet, newest first, from a place downwards. */
export async function pageIssues(
  database: Database,
  run: Pick<CurrentRun, 'walletId' | 'runId'>,
  request: { fromPlace: number; limit: number },
): Promise<StoredIssue[]> {
  return queryRows(
    database.pool,
    `SELECT place, code, token, movement, timestamp, quantity, to_json(currencies) FROM ledger_issue
     WHERE wallet_id = $1 AND run_id = $2 AND place <= $3 ORDER BY place DESC LIMIT $4`,
    [run.walletId, run.runId, request.fromPlace, request.limit],
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

/** How many issues a run has of a wallet; they are numbered without gaps. */
export async function countIssues(
  database: Database,
  run: Pick<CurrentRun, 'walletId' | 'runId'>,
): Promise<number> {
  return queryCount(
    database.pool,
    'SELECT coalesce(max(place) + 1, 0) FROM ledger_issue WHERE wallet_id = $1 AND run_id = $2',
    [run.walletId, run.runId],
  );
}

/** The transfers' natural keys, in order; null for a fee, and for what a re-org has taken away since. */
export async function findMovementKeys(
  database: Database,
  movements: readonly (MovementKey | null)[],
): Promise<(TransferKey | null)[]> {
  const wanted = movements.filter((movement) => movement !== null);
  if (wanted.length === 0) return movements.map(() => null);
  const prefix = ({ position }: MovementKey): string => position.slice(0, transactionPositionLength);
  const [transactions, wallets] = await Promise.all([
    queryRows(
      database.pool,
      `SELECT transaction.wallet_id, transaction.position, chain_id, hash
       FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::text[]) listed (wallet_id, position)) wanted
       JOIN transaction ON transaction.wallet_id = wanted.wallet_id AND transaction.position = wanted.position
       WHERE transaction.wallet_id = ANY($1::int[])`,
      [wanted.map(({ walletId }) => walletId), wanted.map(prefix)],
      (row) => [`${row.text()}.${row.text()}`, { chainId: row.integer(), hash: hexOf(row.text()) }] as const,
    ),
    queryRows(
      database.pool,
      'SELECT id, address FROM wallet WHERE id = ANY($1::int[])',
      [wanted.map(({ walletId }) => walletId)],
      (row) => [row.integer(), hexOf(row.text())] as const,
    ),
  ]);
  const found = new Map(transactions);
  const addresses = new Map(wallets);
  return movements.map((movement) => {
    if (movement === null || movement.position.length === transactionPositionLength) return null;
    const transaction = found.get(`${movement.walletId}.${prefix(movement)}`);
    const wallet = addresses.get(movement.walletId);
    if (transaction === undefined || wallet === undefined) return null;
    return { wallet, ...transaction, item: itemOfPosition(movement.position) };
  });
}
