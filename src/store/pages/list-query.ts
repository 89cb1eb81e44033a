/** What the two lists (transfers, transactions) have in common: wallets merged in one order, from a cursor on. */
import { afterDigits, timePosition, transactionPositionLength } from '../../domain/position.ts';
import { createParameters, type Parameters } from '../connection/sql.ts';

/** A place in the order of items over all wallets: (position, wallet). */
export interface ItemCursor {
  position: string;
  walletId: number;
}

/** A state of a list: the version of each wallet's last arrival (transfer-arrivals.ts) that is in it. */
export type ListVersion = ReadonlyMap<number, bigint>;

export interface ListSlice {
  walletIds: readonly number[];
  order: 'ASC' | 'DESC';
  /** Strictly beyond this, in the direction of `order`. */
  after?: ItemCursor;
  /** This and what is beyond it. */
  from?: ItemCursor;
  /** Nothing newer than this. */
  until?: ItemCursor;
  /** Nothing that was stored later. */
  version?: ListVersion;
  offset?: number;
  limit: number;
}

export interface ListTable {
  name: 'transfer' | 'transaction';
  columns: readonly string[];
  /** What is selected of them. Default: each. */
  select?: string;
}

/** Adds a filter's conditions, each a boolean expression on the table. */
export type AddConditions = (parameters: Parameters) => string[];

export interface Statement {
  text: string;
  values: unknown[];
}

/** A part of a list that an index has in order: a wallet's items, or those on some chains. */
export interface ListStream {
  walletId: number;
  chainIds?: readonly number[];
}

/** A statement with more parts takes longer to plan than it saves. */
const maximumStreams = 100;

/** The parts that a list is merged of. With a chain filter each chain is a part, because the index by chain has it in order. */
export function streamsOf(
  walletIds: readonly number[],
  chainIds: readonly number[] | undefined,
): ListStream[] {
  const wallets = [...new Set(walletIds)];
  if (chainIds === undefined) return wallets.map((walletId) => ({ walletId }));
  const chains = [...new Set(chainIds)];
  if (chains.length === 0 || wallets.length * chains.length > maximumStreams) {
    return wallets.map((walletId) => ({ walletId, chainIds: chains }));
  }
  return wallets.flatMap((walletId) => chains.map((chainId) => ({ walletId, chainIds: [chainId] })));
}

export function streamConditions(parameters: Parameters, { walletId, chainIds }: ListStream): string[] {
  const chains = chainIds === undefined ? [] : [oneOf(parameters, 'chain_id', 'int', chainIds)];
  return [`wallet_id = ${parameters.add(walletId)}`, ...chains];
}

/**
 * One page. Each stream's part is a range of an index, read in order and no further than the page; the parts are
 * merged after. `wallet_id` is a constant in every part, so that a distributed table is asked on one node each.
 * `addConditions` leaves the chains to `chainIds`.
 */
export function pageStatement(
  table: ListTable,
  slice: ListSlice & { chainIds?: readonly number[] | undefined },
  addConditions: AddConditions,
): Statement {
  const parameters = createParameters();
  return { text: pagePart(parameters, table, slice, addConditions), values: parameters.values };
}

/** The same as a part of a larger statement, whose parameters it adds to. */
export function pagePart(
  parameters: Parameters,
  table: ListTable,
  slice: ListSlice & { chainIds?: readonly number[] | undefined },
  addConditions: AddConditions,
): string {
  const conditions = addConditions(parameters);
  const { order, offset = 0 } = slice;
  const direction = order === 'ASC' ? 'ASC' : 'DESC';
  const columns = table.columns.join(', ');
  const { select = columns } = table;
  const part = (stream: ListStream, selected: string): string =>
    [
      `SELECT ${selected} FROM ${table.name} WHERE`,
      [
        ...streamConditions(parameters, stream),
        ...placeConditions(parameters, slice, stream),
        ...conditions,
      ].join(' AND '),
      `ORDER BY position ${direction}`,
    ].join(' ');

  const streams = streamsOf(slice.walletIds, slice.chainIds);
  const [only] = streams;
  if (streams.length === 1 && only !== undefined) {
    return `${part(only, select)} LIMIT ${whole(slice.limit)} OFFSET ${whole(offset)}`;
  }
  const reach = whole(offset + slice.limit);
  const parts = streams.map((stream) => `(${part(stream, columns)} LIMIT ${reach})`).join(' UNION ALL ');
  return (
    `SELECT ${select} FROM (${parts}) AS merged ORDER BY position ${direction}, wallet_id ${direction} ` +
    `LIMIT ${whole(slice.limit)} OFFSET ${whole(offset)}`
  );
}

/** A number as it stands in a statement: a plan that is made once for many values has to know how much of a range is read. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no number of rows`);
  return String(value);
}

function placeConditions(parameters: Parameters, slice: ListSlice, stream: ListStream): string[] {
  const { walletId } = stream;
  const conditions: string[] = [];
  const { after, from, until, order, version } = slice;
  const sign = order === 'ASC' ? '>' : '<';
  // Within one wallet, beyond (position, wallet) is beyond the position, or at it when the wallet itself is beyond.
  const isBeyond = (other: number) => (order === 'ASC' ? walletId > other : walletId < other);
  if (after !== undefined) {
    const comparison = isBeyond(after.walletId) ? `${sign}=` : sign;
    conditions.push(`position ${comparison} ${parameters.add(after.position)}`);
  }
  if (from !== undefined) {
    const comparison = isBeyond(from.walletId) || walletId === from.walletId ? `${sign}=` : sign;
    conditions.push(`position ${comparison} ${parameters.add(from.position)}`);
  }
  if (until !== undefined) {
    conditions.push(`position ${walletId <= until.walletId ? '<=' : '<'} ${parameters.add(until.position)}`);
  }
  return [...conditions, ...versionConditions(parameters, stream, version)];
}

/** Where what was stored of a chain after a version begins: its first transaction, whose transfers came with it. */
export const arrivedFrom = `min(left(first_position, ${transactionPositionLength}))`;

/**
 * Leaves out what was stored after the version: of each chain what stands at or beyond the first position that came since. It is
 * looked up by the statement itself, so that no commit can come in between.
 */
export function versionConditions(
  parameters: Parameters,
  { walletId, chainIds }: ListStream,
  version: ListVersion | undefined,
): string[] {
  if (version === undefined) return [];
  const [chainId] = chainIds ?? [];
  if (chainIds?.length === 1 && chainId !== undefined) {
    const since = `${arrivalsSince(parameters, walletId, version)} AND chain_id = ${parameters.add(chainId)}`;
    return [`position < coalesce((SELECT ${arrivedFrom} ${since}), '${afterDigits}')`];
  }
  return [`position < ${chainBound(parameters, walletId, version)}`];
}

const arrivalsSince = (parameters: Parameters, walletId: number, version: ListVersion): string =>
  `FROM transfer_arrival WHERE wallet_id = ${parameters.add(walletId)}
     AND version > ${parameters.add(version.get(walletId) ?? 0n)}::bigint`;

/** The same bound for rows of any chain. Made once for all rows, as an object by chain, in which each row looks up its own. */
function chainBound(parameters: Parameters, walletId: number, version: ListVersion): string {
  const since = arrivalsSince(parameters, walletId, version);
  return `coalesce((SELECT jsonb_object_agg(chain_id, arrived) FROM (
    SELECT chain_id, ${arrivedFrom} AS arrived ${since} GROUP BY chain_id) since) ->> chain_id::text, '${afterDigits}')`;
}

/** Counts the items of the wallets that the conditions let through. */
export function countStatement(
  table: ListTable,
  request: {
    walletIds: readonly number[];
    chainIds?: readonly number[] | undefined;
    version?: ListVersion | undefined;
  },
  addConditions: AddConditions,
): Statement {
  const parameters = createParameters();
  const conditions = addConditions(parameters);
  const { version, walletIds, chainIds } = request;
  if (chainIds !== undefined) conditions.push(oneOf(parameters, 'chain_id', 'int', chainIds));
  if (version === undefined) {
    const wallets = `wallet_id = ANY(${parameters.add(walletIds)}::int[])`;
    const text = `SELECT count(*) FROM ${table.name} WHERE ${[wallets, ...conditions].join(' AND ')}`;
    return { text, values: parameters.values };
  }
  const parts = [...new Set(walletIds)].map((walletId) => {
    const place = [
      `wallet_id = ${parameters.add(walletId)}`,
      ...versionConditions(parameters, { walletId, ...(chainIds && { chainIds }) }, version),
    ];
    return `(SELECT count(*) FROM ${table.name} WHERE ${[...place, ...conditions].join(' AND ')})`;
  });
  return { text: `SELECT ${parts.join(' + ')}`, values: parameters.values };
}

/** Counts transfers by the counters per counterparty, less the few that came after `version`. */
export function counterpartyCountStatement(
  counted: string,
  request: {
    walletIds: readonly number[];
    chainIds?: readonly number[] | undefined;
    counterparties: readonly string[];
    version?: ListVersion | undefined;
  },
  addConditions: AddConditions,
): Statement {
  const parameters = createParameters();
  const { walletIds, chainIds, counterparties, version } = request;
  const chains = chainIds === undefined ? [] : [oneOf(parameters, 'chain_id', 'int', chainIds)];
  const rows = [
    `wallet_id = ANY(${parameters.add(walletIds)}::int[])`,
    oneOf(parameters, 'counterparty', 'text', counterparties),
    ...chains,
  ];
  const total = `(SELECT coalesce(sum(${counted}), 0) FROM counterparty_counter WHERE ${rows.join(' AND ')})`;
  if (version === undefined) return { text: `SELECT ${total}`, values: parameters.values };
  const conditions = [...addConditions(parameters), ...chains];
  const newer = [...new Set(walletIds)].map((walletId) => {
    const place = [
      `wallet_id = ${parameters.add(walletId)}`,
      // The first bound is an index's, the second each row's.
      `position >= coalesce((SELECT ${arrivedFrom} ${arrivalsSince(parameters, walletId, version)}), '${afterDigits}')`,
      `position >= ${chainBound(parameters, walletId, version)}`,
    ];
    return `(SELECT count(*) FROM transfer WHERE ${[...place, ...conditions].join(' AND ')})`;
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
