/** How what the ledger says lies in its tables: names, columns, and bulk writes. */
import type pg from 'pg';
import type { Money, OptionalMoney } from '../../domain/accounting/amounts/amounts.ts';
import type {
  AccountTotals,
  BasisStatus,
  DisposalRow,
  LedgerIssue,
  OpenLot,
  TotalsEvent,
  UnknownResults,
} from '../../domain/accounting/amounts/types.ts';
import { worstBasis } from '../../domain/accounting/period-figures.ts';
import { type CostMethod, type Currency, costMethods, currencies } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { type CopyValue, copyRows } from '../connection/copy.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { type RowReader, withTransaction } from '../connection/sql.ts';

// ── Names ──

/** A transfer, or a transaction for its fee, as the ledger's books name it: a wallet and a position. */
export interface MovementKey {
  walletId: number;
  position: string;
}

export const movementIdOf = ({ walletId, position }: MovementKey): string => `${walletId}.${position}`;

export function movementKeyOf(id: string): MovementKey {
  const point = id.indexOf('.');
  return { walletId: Number(id.slice(0, point)), position: id.slice(point + 1) };
}

/** Of the next two columns, either of which may be null. */
export function movementKeyOrNull(row: RowReader): MovementKey | null {
  const [walletId, position] = [row.integerOrNull(), row.textOrNull()];
  return walletId === null || position === null ? null : { walletId, position };
}

/** Of one lot, or of what one disposal takes of one lot. Amounts are in the token's units, money in 10^-18 of the currency. */
export interface LotFigures {
  acquiredBy: MovementKey | null;
  acquiredAt: number | null;
  quantity: bigint;
  cost: bigint;
  basis: BasisStatus;
}

export interface OpenLotFigures extends LotFigures {
  remaining: bigint;
}

export interface DisposalFigures extends LotFigures {
  part: number;
  disposedAt: number;
  treatment: string;
  /** Null while no price is known, as the gain. */
  proceeds: bigint | null;
  gain: bigint | null;
}

/** The columns that `readOpenLot` reads, in their order. */
export const openLotColumns = (currency: Currency): string => {
  const money = currencyIndex(currency);
  return `acquired_wallet_id, acquired_by, acquired_at, quantity, remaining, cost[${money}], basis[${money}]`;
};

export const readOpenLot = (row: RowReader): OpenLotFigures => ({
  acquiredBy: movementKeyOrNull(row),
  acquiredAt: row.integerOrNull(),
  quantity: row.bigint(),
  remaining: row.bigint(),
  cost: row.bigint(),
  basis: basisOfCode(row.text()),
});

/** The columns that `readDisposal` reads, in their order. */
export const disposalFigureColumns = (currency: Currency): string => {
  const money = currencyIndex(currency);
  return `part, disposed_at, treatment, acquired_wallet_id, acquired_by, acquired_at, quantity, proceeds[${money}],
    cost[${money}], gain[${money}], basis[${money}]`;
};

export const readDisposal = (row: RowReader): DisposalFigures => ({
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
});

/** A token, or one NFT. */
export interface LedgerToken {
  chainId: number;
  tokenAddress: Address;
  tokenId: bigint | null;
}

export function ledgerTokenOf({ chainId, tokenAddress, tokenId }: LedgerToken): string {
  return tokenId === null ? `${chainId}:${tokenAddress}` : `${chainId}:${tokenAddress}:${tokenId}`;
}

export function readLedgerToken(text: string): LedgerToken {
  const [chainId = '', address = '', tokenId] = text.split(':');
  return {
    chainId: Number(chainId),
    tokenAddress: hexOf(address),
    tokenId: tokenId === undefined ? null : BigInt(tokenId),
  };
}

const basisCodes = ['COMPLETE', 'MISSING', 'UNPRICED'] as const satisfies readonly BasisStatus[];

export function basisOfCode(code: string | number): BasisStatus {
  const basis = basisCodes[Number(code)];
  if (basis === undefined) throw new TypeError(`'${code}' in the database is not a basis status`);
  return basis;
}

export const worstBasisOfCodes = (codes: readonly string[]): BasisStatus =>
  worstBasis(codes.map(basisOfCode));

/** Place of a method in rows, and of a currency in arrays (PostgreSQL counts from 1). */
export const methodCode = (method: CostMethod): number => costMethods.indexOf(method);
export const currencyIndex = (currency: Currency): number => currencies.indexOf(currency) + 1;
/** Place of a figure in the arrays that hold it method by method. */
export const figureIndex = (method: CostMethod, currency: Currency): number =>
  methodCode(method) * currencies.length + currencyIndex(currency);

// ── Writing ──

/** What a run has said since it was last written. Figures of methods and currencies stand in the order of their lists. */
export interface LedgerOutput {
  disposals: DisposalRow[];
  totals: TotalsEvent[];
  issues: (LedgerIssue & { place: number })[];
  balances: (AccountTotals & { hasOutflow: boolean })[];
  lots: (OpenLot & { wallet: string; token: string; method: CostMethod; place: number })[];
  /** Transfers that are spam to others. */
  cleared: MovementKey[];
}

export const emptyOutput = (): LedgerOutput => ({
  disposals: [],
  totals: [],
  issues: [],
  balances: [],
  lots: [],
  cleared: [],
});

export function outputSize(output: LedgerOutput): number {
  const { disposals, totals, issues, balances, lots, cleared } = output;
  return disposals.length + totals.length + issues.length + balances.length + lots.length + cleared.length;
}

const array = (values: readonly (bigint | number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : value.toString())).join()}}`;
const money = (amounts: OptionalMoney): string => array(amounts);
const basis = (statuses: readonly BasisStatus[]): string =>
  array(statuses.map((status) => basisCodes.indexOf(status)));

/** Counts by method, and by method and currency; nothing where there is nothing to count, as nearly always. */
function unknownCounts(methods: readonly { unknown: UnknownResults }[]): [string, string] {
  const missing = methods.map(({ unknown }) => unknown.missing);
  const unpriced = methods.flatMap(({ unknown }) => unknown.unpriced);
  const counts = (numbers: readonly number[]) => array(numbers.some((count) => count > 0) ? numbers : []);
  return [counts(missing), counts(unpriced)];
}

/** Nothing where there are none, as with all but native tokens. */
const feesOf = ({ fees }: { fees: Money }): string => array(fees.some((fee) => fee !== 0n) ? fees : []);

/** Contract by contract: what it holds, that part's cost by method and currency; and what is owed. */
function heldAndOwed({ held, methods, owed }: AccountTotals): CopyValue[] {
  const costs = held.flatMap((_, place) => methods.flatMap(({ heldCosts }) => heldCosts[place] ?? []));
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

const acquired = (id: string | null): CopyValue[] => {
  const key = id === null ? null : movementKeyOf(id);
  return [key?.walletId ?? null, key?.position ?? null];
};

const disposalColumns = [
  ...['wallet_id', 'run_id', 'token', 'method', 'disposed_by', 'part', 'disposed_at', 'treatment', 'source'],
  ...['acquired_wallet_id', 'acquired_by', 'acquired_at', 'quantity', 'proceeds', 'cost', 'gain', 'basis'],
];
const totalColumns = [
  ...['wallet_id', 'run_id', 'token', 'transaction_position', 'income', 'expenses', 'realized'],
  ...['missing_count', 'unpriced_count', 'fees'],
];
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
const lotColumns = [
  ...['wallet_id', 'run_id', 'token', 'method', 'place', 'acquired_wallet_id', 'acquired_by', 'acquired_at'],
  ...['quantity', 'remaining', 'cost', 'basis'],
];

/** Adds a run's rows to its tables. Nobody reads them before the run is current. */
export async function writeLedgerOutput(
  database: Database,
  run: { id: bigint; walletIdOf: (address: string) => number },
  output: LedgerOutput,
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    await copyOutput(client, run, output);
  });
}

async function copyOutput(
  client: pg.PoolClient,
  { id, walletIdOf }: { id: bigint; walletIdOf: (address: string) => number },
  { disposals, totals, issues, balances, lots, cleared }: LedgerOutput,
): Promise<void> {
  if (disposals.length > 0) {
    await copyRows(client, 'ledger_disposal', disposalColumns, disposals, (row) => [
      ...[walletIdOf(row.wallet), id, row.token, methodCode(row.method)],
      ...[movementKeyOf(row.disposedBy).position, row.part, row.disposedAt, row.treatment, row.source],
      ...[...acquired(row.acquiredBy), row.acquiredAt, row.quantity],
      ...[money(row.proceeds), money(row.cost), money(row.gain), basis(row.basis)],
    ]);
  }
  if (totals.length > 0) {
    await copyRows(client, 'ledger_total', totalColumns, totals, (row) => [
      ...[walletIdOf(row.wallet), id, row.token, row.position.slice(0, 30)],
      ...[money(row.income), money(row.expenses), money(row.methods.flatMap(({ realized }) => realized))],
      ...[...unknownCounts(row.methods), feesOf(row)],
    ]);
  }
  if (issues.length > 0) {
    await copyRows(client, 'ledger_issue', issueColumns, issues, (row) => [
      ...[walletIdOf(row.wallet), id, row.place, row.code, row.token],
      ...[movementKeyOf(row.movement).position, row.timestamp, row.quantity],
      array(row.currencies.map((currency) => currencies.indexOf(currency))),
    ]);
  }
  if (balances.length > 0) {
    await copyRows(client, 'ledger_balance', balanceColumns, balances, (row) => {
      const { chainId, tokenAddress, tokenId } = readLedgerToken(row.token);
      return [
        ...[walletIdOf(row.wallet), id, row.token, chainId, tokenAddress, tokenId, row.decimals],
        ...[row.balance, row.inventory, row.hasOutflow, money(row.income), money(row.expenses)],
        money(row.methods.flatMap(({ realized }) => realized)),
        money(row.methods.flatMap(({ costBasis }) => costBasis)),
        basis(row.methods.flatMap((method) => method.basis)),
        ...[...unknownCounts(row.methods), feesOf(row), ...heldAndOwed(row), ...transitOf(row)],
      ];
    });
  }
  if (lots.length > 0) {
    await copyRows(client, 'ledger_lot', lotColumns, lots, (row) => [
      ...[walletIdOf(row.wallet), id, row.token, methodCode(row.method), row.place],
      ...[...acquired(row.acquiredBy), row.acquiredAt, row.quantity, row.remaining],
      ...[money(row.cost), basis(row.basis)],
    ]);
  }
  if (cleared.length > 0) {
    await copyRows(client, 'ledger_cleared', ['wallet_id', 'run_id', 'position'], cleared, (row) => [
      ...[row.walletId, id, row.position],
    ]);
  }
}
