/**
 * Reading ledgers: always one complete chain of a client's runs, whichever is current. Disposals, totals and issues are those
 * of all its runs; how a token stands says the last run that has it.
 */

import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import { figuresBasis } from '../../domain/accounting/period-figures.ts';
import {
  type CostMethod,
  type Currency,
  costMethods,
  type FiatCurrency,
  type TransferKey,
} from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { isToldIn } from '../../domain/money/currencies.ts';
import { isFiat, reportingCurrencyOf } from '../../domain/money/fiat.ts';
import { itemOfPosition } from '../../domain/position.ts';
import { askByWallet, askEachWallet, type OfWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import { rowsChanged } from '../history/ledger-changes.ts';
import { readRunIds } from './ledger-chains.ts';
import {
  basisOfCode,
  currencyIndex,
  figureIndex,
  type MovementKey,
  methodCode,
  sharedFigures,
} from './ledger-rows.ts';
import { readTotals } from './packed-figures.ts';

/** The runs that a client's figures of a wallet come from. */
export interface CurrentRun {
  walletId: number;
  /** The last of them: another run, other figures. */
  runId: bigint;
  runIds: readonly bigint[];
  /** Those that hold balances and open lots. */
  stateRunIds: readonly bigint[];
  /** Unix seconds. */
  asOf: number;
  /** Rows changed since; a new run follows. */
  isStale: boolean;
  /** What it is told in beside the currencies of every ledger. */
  reportingCurrency: FiatCurrency | null;
  /** Some of the wallet's transfers are spam to others, and count here (cleared-transfers.ts). */
  hasCleared: boolean;
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
  /** Of what is open, and of what was disposed of and earned since `fromPosition`. */
  basis: BasisStatus;
  realized: bigint;
  income: bigint;
  expenses: bigint;
  /** What protocols' contracts hold of it, in the order of the first deposits; contained in balance, inventory and cost. */
  held: readonly { contract: Address; amount: bigint; costBasis: bigint }[];
  /** What is owed, by lender; contained in nothing. */
  owed: readonly { contract: Address; amount: bigint }[];
}

export type WalletRuns = Pick<CurrentRun, 'walletId' | 'runIds' | 'stateRunIds'>;

/** The current runs of the wallets that have one. */
export async function findCurrentRuns(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
): Promise<CurrentRun[]> {
  if (walletIds.length === 0) return [];
  return askEachWallet(database.pool, walletIds, (ids, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT current.wallet_id, run_id, array_to_string(run_ids, ','), array_to_string(state_run_ids, ','),
       floor(date_part('epoch', as_of))::bigint, coalesce(${rowsChanged(ofWallet)}, false), has_cleared, reporting_currency
     FROM ledger_wallet current LEFT JOIN ledger_input input ON input.wallet_id = current.wallet_id${ofWallet('input')}
     WHERE current.client_id = $1 AND current.wallet_id = ANY($2::int[])`,
      [clientId, ids],
      (row) => ({
        walletId: row.integer(),
        runId: row.bigint(),
        runIds: readRunIds(row.text()),
        stateRunIds: readRunIds(row.text()),
        asOf: row.integer(),
        isStale: row.boolean(),
        hasCleared: row.boolean(),
        reportingCurrency: reportingCurrencyOf(row.textOrNull()),
      }),
    ),
  );
}

/** Those of the runs whose figures are there in a currency: after a change of the reporting currency they are once it is booked anew. */
export const runsToldIn = (runs: Iterable<CurrentRun>, currency: Currency): CurrentRun[] =>
  [...runs].filter(({ reportingCurrency }) => isToldIn(reportingCurrency, currency));

/**
 * SQL of the figures of the runs' accounts, to be asked with `figureValues`. NFTs are accounts, too. A few look-ups per
 * account, however long its history. `before`: the packed totals of what happened before the period (packed-figures.ts), to be taken
 * off those that are here since the beginning; null where there was nothing.
 */
export function figuresSql(
  { method, currency }: FigureChoice,
  accounts: 'fungible' | 'all',
  ofWallet: OfWallet,
): string {
  const money = currencyIndex(currency);
  const figure = figureIndex(method, currency);
  // An empty list stands for zeros.
  return `WITH held AS (
       SELECT DISTINCT ON (held.wallet_id, held.token) held.*, realized[${figure}] AS realized_sum, income[${money}] AS income_sum,
         expenses[${money}] AS expenses_sum, coalesce(fees[${money}], 0) AS fees_sum,
         coalesce(missing_count[${methodCode(method) + 1}], 0) AS missing_sum,
         coalesce(unpriced_count[${figure}], 0) AS unpriced_sum
       FROM unnest($1::int[], $2::bigint[]) state (wallet_id, run_id)
       JOIN ledger_balance held USING (wallet_id, run_id)
       WHERE ${accounts === 'fungible' ? 'held.token_id IS NULL' : 'true'}${ofWallet('held')}
       ORDER BY held.wallet_id, held.token, held.run_id DESC
     )
     SELECT held.wallet_id, held.token, held.chain_id, held.token_address, held.token_id, held.decimals, held.balance,
       held.inventory, held.has_outflow, held.cost_basis[${figure}] AS cost_basis, held.basis[${figure}] AS basis,
       held.realized_sum AS realized, held.income_sum AS income, held.expenses_sum AS expenses, held.fees_sum AS fees,
       held.missing_sum AS missing, held.unpriced_sum AS unpriced, before.figures AS before,
       ${listOf('held.held_by')} AS holders, ${listOf('held.held_amounts')} AS held_amounts,
       ${listOf(`ARRAY(SELECT held.held_costs[${heldCostIndex({ method, currency })}]
         FROM generate_subscripts(held.held_by, 1) place ORDER BY place)`)} AS held_costs,
       ${listOf('held.lenders')} AS lenders, ${listOf('held.owed_amounts')} AS owed_amounts
     FROM held LEFT JOIN LATERAL (
       SELECT last.* FROM unnest($3::int[], $4::bigint[]) run (wallet_id, id) CROSS JOIN LATERAL (
         SELECT figures
         FROM ledger_total total WHERE total.wallet_id = held.wallet_id AND total.run_id = run.id
           AND total.token = held.token AND total.transaction_position < $5${ofWallet('total')}
         ORDER BY total.transaction_position DESC LIMIT 1
       ) last WHERE run.wallet_id = held.wallet_id ORDER BY run.id DESC LIMIT 1
     ) before ON true`;
}

/** SQL of where a contract's part of the costs stands, the contracts counted from 1 by `place` (ledger-writes.ts). */
const heldCostIndex = ({ method, currency }: Pick<FigureChoice, 'method' | 'currency'>): string =>
  isFiat(currency)
    ? `cardinality(held.held_by) * ${sharedFigures} + (place - 1) * ${costMethods.length} + ${methodCode(method) + 1}`
    : `(place - 1) * ${sharedFigures} + ${figureIndex(method, currency)}`;

/** SQL of an array as one text; nothing for none. */
const listOf = (array: string): string => `coalesce(array_to_string(${array}, ','), '')`;

export const figureValues = (runs: readonly WalletRuns[], { fromPosition }: FigureChoice): unknown[] => [
  ...walletRunColumns(runs, ({ stateRunIds }) => stateRunIds),
  ...walletRunColumns(runs, ({ runIds }) => (fromPosition === null ? [] : runIds)),
  fromPosition ?? '',
];

/** The figures of all fungible tokens of the runs' wallets. */
export async function findLedgerFigures(
  database: Database,
  runs: readonly WalletRuns[],
  choice: FigureChoice,
): Promise<LedgerFigures[]> {
  if (runs.length === 0) return [];
  const ordered = runs.toSorted((one, other) => one.walletId - other.walletId);
  return askByWallet(
    database.pool,
    ordered,
    ({ walletId }) => walletId,
    (own, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT wallet_id, chain_id, token_address, decimals, balance, inventory, has_outflow, cost_basis, basis, realized,
           income, expenses, missing, unpriced, before, holders, held_amounts, held_costs, lenders, owed_amounts
         FROM (${figuresSql(choice, 'fungible', ofWallet)}) AS figures ORDER BY wallet_id, token`,
        figureValues(own, choice),
        (row) => readFigures(row, choice),
      ),
  );
}

function readFigures(row: RowReader, { method, currency }: FigureChoice): LedgerFigures {
  const figures = {
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
  };
  const unknown = { missing: row.integer(), unpriced: row.integer() };
  const before = readTotals(row.textOrNull() ?? '\\x', method, currency);
  const [holders, amounts, costs] = [readList(row), readList(row), readList(row)];
  const [lenders, owed] = [readList(row), readList(row)];
  return {
    ...figures,
    realized: figures.realized - before.realized,
    income: figures.income - before.income,
    expenses: figures.expenses - before.expenses,
    basis: figuresBasis(figures.basis, {
      missing: unknown.missing - before.missing,
      unpriced: unknown.unpriced - before.unpriced,
    }),
    held: holders.map((holder, place) => ({
      contract: hexOf(holder),
      amount: BigInt(amounts[place] ?? 0),
      costBasis: BigInt(costs[place] ?? 0),
    })),
    owed: lenders.map((lender, place) => ({ contract: hexOf(lender), amount: BigInt(owed[place] ?? 0) })),
  };
}

function readList(row: RowReader): string[] {
  const text = row.text();
  return text === '' ? [] : text.split(',');
}

/** Two columns: each wallet as often as it has runs. */
export function walletRunColumns(
  runs: readonly WalletRuns[],
  idsOf: (run: WalletRuns) => readonly bigint[],
): unknown[] {
  return [runs.flatMap((run) => idsOf(run).map(() => run.walletId)), runs.flatMap(idsOf)];
}

/** The transfers' natural keys, in order; null for a fee, and for what a re-org has taken away since. */
export async function findMovementKeys(
  database: Database,
  movements: readonly (MovementKey | null)[],
): Promise<(TransferKey | null)[]> {
  const wanted = movements.filter((movement) => movement !== null);
  if (wanted.length === 0) return movements.map(() => null);
  const [transfers, wallets] = await Promise.all([
    askByWallet(
      database.pool,
      wanted,
      ({ walletId }) => walletId,
      (own, ofWallet) =>
        queryRows(
          database.pool,
          `SELECT transfer.wallet_id, transfer.position, chain_id, hash
           FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::text[]) listed (wallet_id, position)) wanted
           JOIN transfer ON transfer.wallet_id = wanted.wallet_id AND transfer.position = wanted.position
           WHERE transfer.wallet_id = ANY($1::int[])${ofWallet('transfer')}`,
          [own.map(({ walletId }) => walletId), own.map(({ position }) => position)],
          (row) =>
            [`${row.text()}.${row.text()}`, { chainId: row.integer(), hash: hexOf(row.text()) }] as const,
        ),
    ),
    queryRows(
      database.pool,
      'SELECT id, address FROM wallet WHERE id = ANY($1::int[])',
      [wanted.map(({ walletId }) => walletId)],
      (row) => [row.integer(), hexOf(row.text())] as const,
    ),
  ]);
  const found = new Map(transfers);
  const addresses = new Map(wallets);
  return movements.map((movement) => {
    if (movement === null) return null;
    const transfer = found.get(`${movement.walletId}.${movement.position}`);
    const wallet = addresses.get(movement.walletId);
    if (transfer === undefined || wallet === undefined) return null;
    return { wallet, ...transfer, item: itemOfPosition(movement.position) };
  });
}
