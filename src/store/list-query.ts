/** What the two lists (transfers, transactions) have in common: wallets merged in one order, from a cursor on. */
import { timePosition } from '../domain/position.ts';
import { createParameters, type Parameters } from './sql.ts';

/** A place in the order of items over all wallets: (position, wallet). */
export interface ItemCursor {
  position: string;
  walletId: number;
}

export interface ListSlice {
  walletIds: readonly number[];
  order: 'ASC' | 'DESC';
  /** Strictly beyond this, in the direction of `order`. */
  after?: ItemCursor;
  /** Nothing newer than this: what the list was when a first page showed it as its newest. */
  asOf?: ItemCursor;
  offset?: number;
  limit: number;
}

export interface ListTable {
  name: 'transfer' | 'transaction';
  columns: readonly string[];
}

/** Adds a filter's conditions, each a boolean expression on the table. */
export type AddConditions = (parameters: Parameters) => string[];

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * One page. Each wallet's part is a range of its primary key, read in order and no further than the page; the parts are
 * merged after. `wallet_id` is a constant in every part, so that a distributed table is asked on one node each.
 */
export function pageStatement(table: ListTable, slice: ListSlice, addConditions: AddConditions): Statement {
  const parameters = createParameters();
  const conditions = addConditions(parameters);
  const { order, offset = 0 } = slice;
  const direction = order === 'ASC' ? 'ASC' : 'DESC';
  const columns = table.columns.join(', ');
  const part = (walletId: number): string =>
    [
      `SELECT ${columns} FROM ${table.name} WHERE`,
      [...placeConditions(parameters, slice, walletId), ...conditions].join(' AND '),
      `ORDER BY position ${direction}`,
    ].join(' ');

  const walletIds = [...new Set(slice.walletIds)];
  const [only] = walletIds;
  if (walletIds.length === 1 && only !== undefined) {
    const text = `${part(only)} LIMIT ${parameters.add(slice.limit)} OFFSET ${parameters.add(offset)}`;
    return { text, values: parameters.values };
  }
  const reach = parameters.add(offset + slice.limit);
  const parts = walletIds.map((walletId) => `(${part(walletId)} LIMIT ${reach})`).join(' UNION ALL ');
  const text =
    `SELECT ${columns} FROM (${parts}) AS merged ORDER BY position ${direction}, wallet_id ${direction} ` +
    `LIMIT ${parameters.add(slice.limit)} OFFSET ${parameters.add(offset)}`;
  return { text, values: parameters.values };
}

function placeConditions(parameters: Parameters, slice: ListSlice, walletId: number): string[] {
  const conditions = [`wallet_id = ${parameters.add(walletId)}`];
  const { after, asOf, order } = slice;
  if (after !== undefined) {
    // Within one wallet, beyond (position, wallet) is beyond the position, or at it when the wallet itself is beyond.
    const walletIsBeyond = order === 'ASC' ? walletId > after.walletId : walletId < after.walletId;
    const comparison = `${order === 'ASC' ? '>' : '<'}${walletIsBeyond ? '=' : ''}`;
    conditions.push(`position ${comparison} ${parameters.add(after.position)}`);
  }
  if (asOf !== undefined) conditions.push(notNewer(parameters, asOf, walletId));
  return conditions;
}

function notNewer(parameters: Parameters, asOf: ItemCursor, walletId: number): string {
  return `position ${walletId <= asOf.walletId ? '<=' : '<'} ${parameters.add(asOf.position)}`;
}

/** Counts the items of the wallets that the conditions let through. */
export function countStatement(
  table: ListTable,
  request: { walletIds: readonly number[]; asOf?: ItemCursor },
  addConditions: AddConditions,
): Statement {
  const parameters = createParameters();
  const conditions = addConditions(parameters);
  const { asOf } = request;
  if (asOf === undefined) {
    const wallets = `wallet_id = ANY(${parameters.add(request.walletIds)}::int[])`;
    const text = `SELECT count(*) FROM ${table.name} WHERE ${[wallets, ...conditions].join(' AND ')}`;
    return { text, values: parameters.values };
  }
  const parts = [...new Set(request.walletIds)].map((walletId) => {
    const place = [`wallet_id = ${parameters.add(walletId)}`, notNewer(parameters, asOf, walletId)];
    return `(SELECT count(*) FROM ${table.name} WHERE ${[...place, ...conditions].join(' AND ')})`;
  });
  return { text: `SELECT ${parts.join(' + ')}`, values: parameters.values };
}

/** Counts by the counters, less the few items that came after `asOf`. */
export function counterStatement(
  table: ListTable,
  counted: string,
  request: { walletIds: readonly number[]; chainIds?: readonly number[]; asOf?: ItemCursor },
  addConditions: AddConditions,
): Statement {
  const parameters = createParameters();
  const wallets = `wallet_id = ANY(${parameters.add(request.walletIds)}::int[])`;
  const chains =
    request.chainIds === undefined ? [] : [`chain_id = ANY(${parameters.add(request.chainIds)}::int[])`];
  const total = `(SELECT coalesce(sum(${counted}), 0) FROM counter WHERE ${[wallets, ...chains].join(' AND ')})`;
  const { asOf } = request;
  if (asOf === undefined) return { text: `SELECT ${total}`, values: parameters.values };
  const conditions = addConditions(parameters);
  const newer = [...new Set(request.walletIds)].map((walletId) => {
    const place = [
      `wallet_id = ${parameters.add(walletId)}`,
      `position ${walletId <= asOf.walletId ? '>' : '>='} ${parameters.add(asOf.position)}`,
    ];
    return `(SELECT count(*) FROM ${table.name} WHERE ${[...place, ...conditions].join(' AND ')})`;
  });
  return { text: `SELECT ${[total, ...newer].join(' - ')}`, values: parameters.values };
}

/** [from, to) as a range of positions, which begin with the time. */
export function timeConditions(
  parameters: Parameters,
  range: { fromTime?: number | undefined; toTime?: number | undefined },
): string[] {
  const conditions: string[] = [];
  if (range.fromTime !== undefined)
    conditions.push(`position >= ${parameters.add(timePosition(range.fromTime))}`);
  if (range.toTime !== undefined) conditions.push(`position < ${parameters.add(timePosition(range.toTime))}`);
  return conditions;
}

/** `column` is one of the values. A single value is compared plainly, so that an index keeps its order. */
export function oneOf(
  parameters: Parameters,
  column: string,
  type: string,
  values: readonly (string | number)[],
): string {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? `${column} = ${parameters.add(only)}::${type}`
    : `${column} = ANY(${parameters.add(values)}::${type}[])`;
}
