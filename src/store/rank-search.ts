/**
 * Ranks in the merged order of several wallets and chains: how many items stand before a place, and which item has a given
 * rank. Both cost the same wherever in a history it is: checkpoints (rank-checkpoints.ts) tell how many stand up to some place
 * near by, and the rest, fewer than 1,000 items per chain, is counted.
 *
 * A rank is counted from the oldest item, over all (wallet, chain) streams of the list. Everything happens in one statement,
 * so that a commit between its parts cannot shift it.
 */
import { timePosition } from '../domain/position.ts';
import type { Database } from './database.ts';
import {
  type ItemCursor,
  type ListSlice,
  type ListStream,
  streamConditions,
  streamsOf,
} from './list-query.ts';
import { type ItemTable, spamConditionOf } from './rank-checkpoints.ts';
import { createParameters, type Parameters, queryCount, queryRows } from './sql.ts';

/** A list whose ranks the checkpoints know: no filter but these. Times are unix seconds, [fromTime, toTime). */
export interface RankedList {
  table: ItemTable;
  walletIds: readonly number[];
  chainIds?: readonly number[] | undefined;
  fromTime?: number | undefined;
  toTime?: number | undefined;
  spam?: 'INCLUDE' | 'EXCLUDE' | 'ONLY' | undefined;
  /** Nothing newer than this. */
  asOf?: ItemCursor | undefined;
}

/** After the last hexadecimal digit: `position || 'g'` stands behind the position and before the next. */
const afterDigits = 'g';

const totals = {
  transfer: {
    INCLUDE: 'transfer_count',
    EXCLUDE: 'transfer_count - spam_transfer_count',
    ONLY: 'spam_transfer_count',
  },
  transaction: {
    INCLUDE: 'transaction_count',
    EXCLUDE: 'transaction_count - spam_transaction_count',
    ONLY: 'spam_transaction_count',
  },
} as const;

const ordinals = { INCLUDE: 'ordinal', EXCLUDE: 'ordinal - spam_ordinal', ONLY: 'spam_ordinal' } as const;

/** How many items the list has. */
export async function countRanked(database: Database, list: RankedList): Promise<number> {
  const search = createSearch(list);
  const text = `WITH ${search.stream} SELECT greatest(0, ${search.end()} - ${search.start()})`;
  return queryCount(database.pool, text, search.parameters.values);
}

/** The item that `offset` others come before in that order; null when the list is not that long. */
export async function findAtOffset(
  database: Database,
  list: RankedList,
  order: 'ASC' | 'DESC',
  offset: number,
): Promise<ItemCursor | null> {
  const search = createSearch(list);
  const { parameters, wallets, chains, ordinal } = search;
  const skipped = `${parameters.add(offset)}::bigint`;
  const wanted = order === 'ASC' ? `${search.start()} + ${skipped} + 1` : `${search.end()} - ${skipped}`;
  const near = rankBefore(search, {
    bound: `(SELECT position FROM near)`,
    isWithin: `stream.wallet_id <= (SELECT wallet_id FROM near)`,
  });
  const text = `
    WITH ${search.stream},
    wanted AS MATERIALIZED (SELECT ${wanted} AS rank),
    step AS (
      SELECT position, wallet_id,
        ${ordinal} - lag(${ordinal}, 1, 0) OVER (PARTITION BY wallet_id, chain_id ORDER BY position) AS items
      FROM ${list.table}_checkpoint WHERE ${[wallets, ...chains].join(' AND ')}),
    -- The first checkpoint that at least as many items stand up to as are wanted; none: the end of all streams.
    near AS MATERIALIZED (
      SELECT position, wallet_id
      FROM (SELECT position, wallet_id, sum(items) OVER (ORDER BY position, wallet_id) AS least FROM step) merged
      WHERE least >= (SELECT rank FROM wanted) ORDER BY position, wallet_id LIMIT 1),
    skip AS MATERIALIZED (
      SELECT CASE WHEN EXISTS (SELECT 1 FROM near) THEN ${near} ELSE ${search.all} END - (SELECT rank FROM wanted) AS items)
    SELECT position, wallet_id FROM (${search.partsUpTo('near', '(SELECT greatest(0, items) + 1 FROM skip)')}) AS merged
    WHERE (SELECT items FROM skip) >= 0 AND (SELECT rank FROM wanted) > 0
    ORDER BY position DESC, wallet_id DESC LIMIT 1 OFFSET (SELECT greatest(0, items) FROM skip)`;
  const [found] = await queryRows(database.pool, text, parameters.values, (row) => ({
    position: row.text(),
    walletId: row.integer(),
  }));
  return found ?? null;
}

/** As far as this, skipping rows costs no more than a search for the item to begin at. */
const longestSkip = 1_000;

/** The slice without an offset, where there is a long one to skip; null: the list ends before it. */
export async function jumpTo<Slice extends ListSlice>(
  database: Database,
  list: RankedList | null,
  slice: Slice,
): Promise<Slice | null> {
  const { offset = 0, order, asOf, after } = slice;
  if (list === null || offset <= longestSkip || after !== undefined) return slice;
  const from = await findAtOffset(database, { ...list, asOf }, order, offset);
  return from === null ? null : { ...slice, from, offset: 0 };
}

interface Search {
  parameters: Parameters;
  list: RankedList;
  /** The streams with how many items each has. */
  stream: string;
  wallets: string;
  chains: readonly string[];
  ordinal: string;
  /** How many items all streams have, whatever the time. */
  all: string;
  /** The rank of the last item before the list's first. */
  start(): string;
  /** The rank of the list's last item. */
  end(): string;
  /** The streams' items up to the place, newest first, at most `limit` of each wallet. */
  partsUpTo(place: string, limit: string): string;
}

function createSearch(list: RankedList): Search {
  const parameters = createParameters();
  const { table, chainIds, spam = 'INCLUDE', asOf, fromTime, toTime } = list;
  const walletIds = [...new Set(list.walletIds)];
  const wallets = `wallet_id = ANY(${parameters.add(walletIds)}::int[])`;
  const chains = chainIds === undefined ? [] : [`chain_id = ANY(${parameters.add(chainIds)}::int[])`];
  const all = '(SELECT coalesce(sum(items), 0) FROM stream)';
  const search: Search = {
    parameters,
    list,
    wallets,
    chains,
    ordinal: ordinals[spam],
    all,
    stream: `stream AS MATERIALIZED (
      SELECT wallet_id, chain_id, ${totals[table][spam]} AS items FROM counter WHERE ${[wallets, ...chains].join(' AND ')})`,
    start: () => (fromTime === undefined ? '0' : rankBefore(search, { bound: timeBound(fromTime) })),
    end() {
      const bounds: string[] = [];
      if (toTime !== undefined) bounds.push(rankBefore(search, { bound: timeBound(toTime) }));
      if (asOf !== undefined) {
        const isWithin = `stream.wallet_id <= ${parameters.add(asOf.walletId)}`;
        bounds.push(rankBefore(search, { bound: parameters.add(asOf.position), isWithin }));
      }
      return bounds.length === 0 ? all : `least(${bounds.join(', ')})`;
    },
    partsUpTo(place, limit) {
      const part = (stream: ListStream): string => {
        const isWithin = `${parameters.add(stream.walletId)} <= wallet_id`;
        const bound = `(SELECT CASE WHEN ${isWithin} THEN position || '${afterDigits}' ELSE position END FROM ${place})`;
        const conditions = [
          ...streamConditions(parameters, stream),
          `position < coalesce(${bound}, '${afterDigits}')`,
          ...spamOf(table, spam),
        ];
        return `(SELECT position, wallet_id FROM ${table} WHERE ${conditions.join(' AND ')}
          ORDER BY position DESC LIMIT ${limit})`;
      };
      return streamsOf(walletIds, chainIds).map(part).join(' UNION ALL ');
    },
  };
  const timeBound = (time: number): string => parameters.add(timePosition(time));
  return search;
}

function spamOf(table: ItemTable, spam: 'INCLUDE' | 'EXCLUDE' | 'ONLY'): string[] {
  const isSpam = spamConditionOf[table];
  if (spam === 'INCLUDE') return [];
  return [spam === 'ONLY' ? isSpam : `NOT (${isSpam})`];
}

/** How many items of the streams stand before a bound; at it, too, in streams where `isWithin`. */
function rankBefore(search: Search, place: { bound: string; isWithin?: string }): string {
  const { list, ordinal } = search;
  const { table, spam = 'INCLUDE' } = list;
  const bound =
    place.isWithin === undefined
      ? `${place.bound}::text`
      : `CASE WHEN ${place.isWithin} THEN ${place.bound}::text || '${afterDigits}' ELSE ${place.bound}::text END`;
  const spamConditions = spamOf(table, spam).map((condition) => ` AND ${condition}`);
  return `(
    SELECT coalesce(sum(coalesce(below.items, 0) + (
      SELECT count(*) FROM ${table} WHERE wallet_id = stream.wallet_id AND chain_id = stream.chain_id
        AND position > coalesce(below.position, '') AND position < upto.bound${spamConditions.join('')})), 0)
    FROM stream CROSS JOIN LATERAL (SELECT ${bound} AS bound) upto
    LEFT JOIN LATERAL (
      SELECT position, ${ordinal} AS items FROM ${table}_checkpoint
      WHERE wallet_id = stream.wallet_id AND chain_id = stream.chain_id AND position < upto.bound
      ORDER BY position DESC LIMIT 1) below ON true)`;
}
