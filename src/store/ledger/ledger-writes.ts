/** Bulk writes of what a ledger says: the only writer of its rows. */
import type pg from 'pg';
import type { Money, OptionalMoney } from '../../domain/accounting/amounts/amounts.ts';
import type {
  AccountTotals,
  BasisStatus,
  LedgerIssue,
  OpenLot,
  UnknownResults,
} from '../../domain/accounting/amounts/types.ts';
import { type CostMethod, type Currency, currencies } from '../../domain/ids.ts';
import { sharedPlaces } from '../../domain/money/currencies.ts';
import { isFiat } from '../../domain/money/fiat.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import { RetryableError } from '../../errors.ts';
import { type CopyValue, copyRows } from '../connection/copy.ts';
import type { Database } from '../connection/database.ts';
import { packByte } from '../connection/packed-integers.ts';
import { withTransaction } from '../connection/sql.ts';
import {
  basisCodeOf,
  byMethod,
  type MovementKey,
  methodCode,
  movementKeyOf,
  readLedgerToken,
} from './ledger-rows.ts';
import { type PackedDisposal, splitFigures } from './packed-disposals.ts';
import { lotsInRow, packLot } from './packed-figures.ts';

/** Some open lots of an account, at most `lotsInRow`, as they follow each other. */
interface LotsRow {
  wallet: string;
  token: string;
  method: CostMethod;
  /** 0, 1, …: all before are full. */
  slice: number;
  lots: readonly OpenLot[];
}

/** The open lots of an account as rows. */
export function lotsRows(account: Omit<LotsRow, 'slice' | 'lots'>, lots: readonly OpenLot[]): LotsRow[] {
  const { wallet, token, method } = account;
  return Array.from({ length: Math.ceil(lots.length / lotsInRow) }, (_, slice) => ({
    ...{ wallet, token, method, slice },
    lots: lots.slice(slice * lotsInRow, (slice + 1) * lotsInRow),
  }));
}

/** An account's totals after a transaction; `figures`: packTotals. */
interface PackedTotalsRow {
  readonly wallet: string;
  readonly token: string;
  readonly position: string;
  /** May change once more until it is written. */
  figures: string;
}

/** What a run has said since it was last written. Figures of methods and currencies stand in the order of their lists. */
export interface LedgerOutput {
  disposals: PackedDisposal[];
  totals: PackedTotalsRow[];
  issues: (LedgerIssue & { place: number })[];
  balances: (AccountTotals & { hasOutflow: boolean })[];
  lots: LotsRow[];
  /** In all of `lots`. */
  lotCount: number;
  /** Transfers that are spam to others. */
  cleared: MovementKey[];
}

export const emptyOutput = (): LedgerOutput => ({
  disposals: [],
  totals: [],
  issues: [],
  balances: [],
  lots: [],
  lotCount: 0,
  cleared: [],
});

export function outputSize(output: LedgerOutput): number {
  const { disposals, totals, issues, balances, lotCount, cleared } = output;
  return disposals.length + totals.length + issues.length + balances.length + lotCount + cleared.length;
}

const array = (values: readonly (bigint | number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : value.toString())).join()}}`;
const money = (amounts: OptionalMoney): string => array(amounts);
const basis = (statuses: readonly BasisStatus[]): string => array(statuses.map(basisCodeOf));

/** Counts by method, and by method and currency; nothing where there is nothing to count, as nearly always. */
function unknownCounts(methods: readonly { unknown: UnknownResults }[]): [string, string] {
  const missing = methods.map(({ unknown }) => unknown.missing);
  const unpriced = byMethod(methods.map(({ unknown }) => unknown.unpriced));
  const counts = (numbers: readonly number[]) => array(numbers.some((count) => count > 0) ? numbers : []);
  return [counts(missing), counts(unpriced)];
}

/**
 * Those of an issue. Where it is of all, those of every ledger stand for them: it is the same issue when the reporting currency comes,
 * changes or goes, and nobody is told that it went and came.
 */
const namedCurrencies = ({ currencies: of }: { currencies: readonly Currency[] }): readonly Currency[] =>
  of.length > sharedPlaces ? of.filter((currency) => !isFiat(currency)) : of;

/** Nothing where there are none, as with all but native tokens. */
const feesOf = ({ fees }: { fees: Money }): string => array(fees.some((fee) => fee !== 0n) ? fees : []);

/** Contract by contract: what it holds, that part's cost by method and currency (the reporting currency's behind all); and what is owed. */
function heldAndOwed({ held, methods, owed }: AccountTotals): CopyValue[] {
  const costsOf = (part: (costs: Money) => Money): bigint[] =>
    held.flatMap((_, place) => methods.flatMap(({ heldCosts }) => part(heldCosts[place] ?? [])));
  const shared = costsOf((costs) => costs.slice(0, sharedPlaces));
  const costs = [...shared, ...costsOf((costs) => costs.slice(sharedPlaces))];
  return [
    ...[names(held.map(({ heldBy }) => heldBy)), array(held.map(({ quantity }) => quantity)), money(costs)],
    ...[names(owed.map(({ lender }) => lender)), array(owed.map(({ quantity }) => quantity))],
  ];
}

/** What is on its way, departure by departure. */
const transitOf = ({ inTransit }: AccountTotals): CopyValue[] => [
  names(inTransit.map(({ movement }) => movementKeyOf(movement).position)),
  array(inTransit.map(({ quantity }) => quantity)),
  array(inTransit.map(({ due }) => due)),
];

/** Addresses and positions hold nothing that an array would have to quote. */
const names = (texts: readonly string[]): string => `{${texts.join()}}`;

const disposalColumns = [
  ...['wallet_id', 'run_id', 'token', 'disposed_by', 'slice', 'disposed_at', 'treatment', 'gain', 'proceeds'],
  'parts',
];
const totalColumns = ['wallet_id', 'run_id', 'token', 'transaction_position', 'figures'];
const issueColumns = [
  ...['wallet_id', 'run_id', 'place', 'code', 'token', 'movement', 'timestamp', 'quantity', 'currencies'],
];
const balanceColumns = [
  ...['wallet_id', 'run_id', 'token', 'chain_id', 'token_address', 'token_id', 'decimals', 'balance'],
  ...['inventory', 'has_outflow', 'income', 'expenses', 'realized', 'cost_basis', 'basis'],
  ...[
    'missing_count',
    'unpriced_count',
    'fees',
    'held_by',
    'held_amounts',
    'held_costs',
    'lenders',
    'owed_amounts',
  ],
  ...['transit_of', 'transit_amounts', 'transit_due'],
];
const lotColumns = ['wallet_id', 'run_id', 'token', 'method', 'slice', 'lots'];

/**
 * Adds a run's rows to its tables. Nobody reads them before the run is current. Throws, and adds nothing, when the run was given up
 * in the meantime: it may be purged already, and nobody would find what is added now.
 */
export async function writeLedgerOutput(
  database: Database,
  run: { id: bigint; walletIdOf: (address: string) => number },
  output: LedgerOutput,
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    // Whoever gives it up waits for the end of this.
    const { rowCount } = await client.query(
      'SELECT FROM ledger_run WHERE id = $1 AND superseded_at IS NULL FOR SHARE',
      [run.id],
    );
    if (rowCount !== 1)
      throw new RetryableError('the run was given up while it was booked: it is booked again');
    await copyOutput(client, run, output);
  });
}

async function copyOutput(
  client: pg.PoolClient,
  { id, walletIdOf }: { id: bigint; walletIdOf: (address: string) => number },
  { disposals, totals, issues, balances, lots, cleared }: LedgerOutput,
): Promise<void> {
  if (disposals.length > 0) {
    await copyRows(client, 'ledger_disposal', disposalColumns, disposals, (row) => {
      const { proceeds, parts } = splitFigures(row);
      return [
        ...[walletIdOf(row.wallet), id, row.token, row.position, row.slice, row.disposedAt, row.treatment],
        ...[row.gain, { hex: proceeds }, { hexes: parts }],
      ];
    });
  }
  if (totals.length > 0) {
    await copyRows(client, 'ledger_total', totalColumns, totals, (row) => [
      ...[walletIdOf(row.wallet), id, row.token, row.position.slice(0, transactionPositionLength)],
      { hex: row.figures },
    ]);
  }
  if (issues.length > 0) {
    await copyRows(client, 'ledger_issue', issueColumns, issues, (row) => [
      ...[walletIdOf(row.wallet), id, row.place, row.code, row.token],
      ...[movementKeyOf(row.movement).position, row.timestamp, row.quantity],
      array(namedCurrencies(row).map((currency) => currencies.indexOf(currency))),
    ]);
  }
  if (balances.length > 0) {
    await copyRows(client, 'ledger_balance', balanceColumns, balances, (row) => {
      const { chainId, tokenAddress, tokenId } = readLedgerToken(row.token);
      return [
        ...[walletIdOf(row.wallet), id, row.token, chainId, tokenAddress, tokenId, row.decimals],
        ...[row.balance, row.inventory, row.hasOutflow, money(row.income), money(row.expenses)],
        money(byMethod(row.methods.map(({ realized }) => realized))),
        money(byMethod(row.methods.map(({ costBasis }) => costBasis))),
        basis(byMethod(row.methods.map((method) => method.basis))),
        ...[...unknownCounts(row.methods), feesOf(row), ...heldAndOwed(row), ...transitOf(row)],
      ];
    });
  }
  if (lots.length > 0) {
    await copyRows(client, 'ledger_lot', lotColumns, lots, (row) => [
      ...[walletIdOf(row.wallet), id, row.token, methodCode(row.method), row.slice],
      { hex: packByte(row.lots.length) + row.lots.map(packLot).join('') },
    ]);
  }
  if (cleared.length > 0) {
    await copyRows(client, 'ledger_cleared', ['wallet_id', 'run_id', 'position'], cleared, (row) => [
      ...[row.walletId, id, row.position],
    ]);
  }
}
