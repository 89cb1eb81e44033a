/**
 * Ranks in the merged order of several wallets and chains: how many items stand before a place, and which item has a given
 * rank. Both cost the same anywhere in a history. Checkpoints (rank-checkpoints.ts) tell how many items stand up to a place near
 * by. The rest, fewer than 1,000 items per chain, is counted.
 *
 * A rank is counted from the oldest item, over all (wallet, chain) streams of the list, and found in one statement, so that a
 * commit between its parts cannot shift it.
 */
import { afterDigits, timePosition } from '../../domain/position.ts';
import { askEachWallet, isSpread, type OfWallet, ofAny } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { createParameters, type Parameters, queryRows } from '../connection/sql.ts';
import { type ItemTable, spamConditionOf } from '../history/rank-checkpoints.ts';
import {
  arrivedFrom,
  type ItemCursor,
  type ListSlice,
  type ListStream,
  type ListVersion,
  oneOf,
  streamConditions,
  streamsOf,
  versionConditions,
} from './list-query.ts';

/** A list whose ranks the checkpoints know: no filter but these. Times are unix seconds, [fromTime, toTime). */
export interface RankedList {
  table: ItemTable;
  walletIds: readonly number[];
  chainIds?: readonly number[] | undefined;
  fromTime?: number | undefined;
  toTime?: number | undefined;
  spam?: 'INCLUDE' | 'EXCLUDE' | 'ONLY' | undefined;
  /** Nothing that was stored later. */
  version?: ListVersion | undefined;
}

/** How many items a list without a range of time has, as the columns of `counter` tell. */
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

/** Where the list lies among the items of its streams: after the first `start` of them, up to the one of rank `end`. */
interface RankRange {
  start: number;
  end: number;
}

async function rankRange(database: Database, list: RankedList): Promise<RankRange> {
  const ranges = await askEachWallet(database.pool, [...new Set(list.walletIds)], (walletIds, ofWallet) => {
    const search = createSearch({ ...list, walletIds }, { ofWallet });
    const text = `WITH ${search.stream} SELECT ${search.start()}, ${search.end()}`;
    return queryRows(database.pool, text, search.parameters.values, (row) => ({
      start: row.integer(),
      end: row.integer(),
    }));
  });
  const sumOf = (part: keyof RankRange): number => ranges.reduce((sum, range) => sum + range[part], 0);
  return { start: sumOf('start'), end: sumOf('end') };
}

/** How many items the list has. */
export async function countRanked(database: Database, list: RankedList): Promise<number> {
  const { start, end } = await rankRange(database, list);
  return Math.max(0, end - start);
}

/**
 * Table expressions that end with `found`: position and wallet of the item that has the rank among those of the list's streams,
 * whatever their time; no row when there are fewer.
 *
 * @param wanted the rank, as an expression; null: no row
 */
export function itemOfRank(search: Search, wanted: string): string {
  const { list, wallets, chains, ordinal, table } = search;
  // A checkpoint beyond what the version has tells of more than there is.
  const isInVersion = `position < coalesce((SELECT arrived FROM stream
    WHERE stream.wallet_id = checkpoint.wallet_id AND stream.chain_id = checkpoint.chain_id), '${afterDigits}')`;
  const own = [wallets, ...chains, ...(list.version === undefined ? [] : [isInVersion])].join(' AND ');
  const step = `(SELECT position, wallet_id,
      ${ordinal} - lag(${ordinal}, 1, 0) OVER (PARTITION BY wallet_id, chain_id ORDER BY position) AS items
    FROM ${table}_checkpoint checkpoint WHERE ${own}) step`;
  // The first checkpoint that at least as many items stand up to as are wanted. None: the end of all streams. Of a single stream an
  // index knows it; only one of the two is executed.
  const near = `(SELECT position, wallet_id FROM ${table}_checkpoint checkpoint
      WHERE ${own} AND chain_id = (SELECT min(chain_id) FROM stream) AND ordinal >= ${wanted} AND ${ordinal} >= ${wanted}
        AND (SELECT count(*) FROM stream) = 1 ORDER BY ordinal LIMIT 1)
    UNION ALL
    (SELECT position, wallet_id
      FROM (SELECT position, wallet_id, sum(items) OVER (ORDER BY position, wallet_id) AS least FROM ${step}) merged
      WHERE least >= ${wanted} AND (SELECT count(*) FROM stream) <> 1 ORDER BY position, wallet_id LIMIT 1)`;
  const rankOfNear = rankBefore(search, {
    bound: '(SELECT position FROM near)',
    isWithin: 'stream.wallet_id <= (SELECT wallet_id FROM near)',
  });
  return `near AS MATERIALIZED (${near}),
    skip AS MATERIALIZED (
      SELECT CASE WHEN EXISTS (SELECT 1 FROM near) THEN ${rankOfNear} ELSE ${search.all} END - ${wanted} AS items),
    found AS MATERIALIZED (
      SELECT position, wallet_id FROM (${partsUpTo(search, 'near', '(SELECT greatest(0, items) + 1 FROM skip)')}) AS merged
      WHERE (SELECT items FROM skip) >= 0
      ORDER BY position DESC, wallet_id DESC LIMIT 1 OFFSET (SELECT greatest(0, items) FROM skip))`;
}

/** The item that has this rank; null when there are fewer. Of one wallet, where wallets lie on several nodes. */
async function findRank(database: Database, list: RankedList, rank: number): Promise<ItemCursor | null> {
  const [found] = await askEachWallet(database.pool, [...new Set(list.walletIds)], (_, ofWallet) => {
    const search = createSearch(list, { ofWallet });
    const wanted = `${search.parameters.add(rank)}::bigint`;
    const text = `WITH ${search.stream}, ${itemOfRank(search, wanted)} SELECT position, wallet_id FROM found`;
    return queryRows(database.pool, text, search.parameters.values, (row) => ({
      position: row.text(),
      walletId: row.integer(),
    }));
  });
  return found ?? null;
}

/** As far as this, skipping rows costs no more than a search for the item to begin at. */
export const longestSkip = 1_000;

interface Jump<Slice> {
  slice: Slice;
  /** The slice is read from the other end, and has to be turned round. */
  isReversed: boolean;
}

/**
 * The same rows as the slice's, without a long offset. They are read from the item that the page begins with, or, near the end
 * of the list, from the end. null: the list ends before the slice. A list whose ranks are not known (null) is read as asked.
 *
 * The range and the item are found one after the other: what a commit between the two adds is not in the slice's version.
 */
export async function jumpTo<Slice extends ListSlice>(
  database: Database,
  ranked: RankedList | null,
  slice: Slice,
): Promise<Jump<Slice> | null> {
  const { offset = 0, limit, order, version, after } = slice;
  if (ranked === null || offset <= longestSkip || after !== undefined) return { slice, isReversed: false };
  // An item of a rank among several wallets is found on no single node: their items are skipped where they are merged.
  if (isSpread(database.pool) && new Set(ranked.walletIds).size > 1) return { slice, isReversed: false };
  const fromEnd = (remaining: number): Jump<Slice> | null => {
    if (remaining <= 0) return null;
    const part = { offset: Math.max(0, remaining - limit), limit: Math.min(limit, remaining) };
    return { slice: { ...slice, ...part, order: order === 'ASC' ? 'DESC' : 'ASC' }, isReversed: true };
  };
  const list = { ...ranked, version };
  const { start, end } = await rankRange(database, list);
  const remaining = end - start - offset;
  if (remaining <= longestSkip) return fromEnd(remaining);
  const rank = order === 'ASC' ? start + offset + 1 : end - offset;
  const from = await findRank(database, list, rank);
  return from === null ? null : { slice: { ...slice, from, offset: 0 }, isReversed: false };
}

export interface Search {
  parameters: Parameters;
  list: RankedList;
  table: ItemTable;
  /** The streams with how many items each has, and from where on they were stored after the version. */
  stream: string;
  wallets: string;
  chains: readonly string[];
  ordinal: string;
  ofWallet: OfWallet;
  /** How many items all streams have, whatever the time. */
  readonly all: string;
  /** The rank of the last item before the list's first. */
  start(): string;
  /** The rank of the list's last item. */
  end(): string;
}

/** The pieces of a statement about the list's ranks; the values go into the parameters. */
export function createSearch(
  list: RankedList,
  { parameters = createParameters(), ofWallet = ofAny }: { parameters?: Parameters; ofWallet?: OfWallet },
): Search {
  const { table, chainIds, spam = 'INCLUDE', version, fromTime, toTime } = list;
  const wallets = oneOf(parameters, 'wallet_id', 'int', [...new Set(list.walletIds)]);
  const chains = chainIds === undefined ? [] : [oneOf(parameters, 'chain_id', 'int', chainIds)];
  const arrived =
    version === undefined
      ? 'NULL::text'
      : `(SELECT ${arrivedFrom} FROM transfer_arrival
          JOIN unnest(${parameters.add([...version.keys()])}::int[], ${parameters.add([...version.values()])}::bigint[])
            since (wallet_id, version) USING (wallet_id)
          WHERE wallet_id = counter.wallet_id AND chain_id = counter.chain_id AND transfer_arrival.version > since.version
            ${ofWallet('transfer_arrival')})`;
  const search: Search = {
    ...{ parameters, list, table, wallets, chains },
    ordinal: ordinals[spam],
    ofWallet,
    get all() {
      return version === undefined
        ? '(SELECT coalesce(sum(items), 0) FROM stream)'
        : rankBefore(search, { bound: `'${afterDigits}'` });
    },
    stream: `stream AS MATERIALIZED (
      SELECT wallet_id, chain_id, ${totals[table][spam]} AS items, ${arrived} AS arrived FROM counter WHERE ${[wallets, ...chains].join(' AND ')})`,
    start: () => (fromTime === undefined ? '0' : rankBefore(search, { bound: timeBound(fromTime) })),
    end: () => (toTime === undefined ? search.all : rankBefore(search, { bound: timeBound(toTime) })),
  };
  const timeBound = (time: number): string => parameters.add(timePosition(time));
  return search;
}

/** The streams' items up to the place, newest first, at most `limit` of each. */
function partsUpTo({ list, parameters, table }: Search, place: string, limit: string): string {
  const { walletIds, chainIds, spam = 'INCLUDE', version } = list;
  const part = (stream: ListStream): string => {
    const isWithin = `${parameters.add(stream.walletId)} <= wallet_id`;
    const bound = `(SELECT CASE WHEN ${isWithin} THEN position || '${afterDigits}' ELSE position END FROM ${place})`;
    const conditions = [
      ...streamConditions(parameters, stream),
      `position < coalesce(${bound}, '${afterDigits}')`,
      ...versionConditions(parameters, stream, version),
      ...spamOf(table, spam),
    ];
    return `(SELECT position, wallet_id FROM ${table} WHERE ${conditions.join(' AND ')}
      ORDER BY position DESC LIMIT ${limit})`;
  };
  return streamsOf(walletIds, chainIds).map(part).join(' UNION ALL ');
}

function spamOf(table: ItemTable, spam: 'INCLUDE' | 'EXCLUDE' | 'ONLY'): string[] {
  const isSpam = spamConditionOf[table];
  if (spam === 'INCLUDE') return [];
  return [spam === 'ONLY' ? isSpam : `NOT (${isSpam})`];
}

/** How many items of the streams, as of the version, stand before a bound; at it, too, in streams where `isWithin`. */
function rankBefore(search: Search, place: { bound: string; isWithin?: string }): string {
  const { list, ordinal, table, ofWallet } = search;
  const { spam = 'INCLUDE' } = list;
  const bound =
    place.isWithin === undefined
      ? `${place.bound}::text`
      : `CASE WHEN ${place.isWithin} THEN ${place.bound}::text || '${afterDigits}' ELSE ${place.bound}::text END`;
  const spamConditions = spamOf(table, spam).map((condition) => ` AND ${condition}`);
  return `(
    SELECT coalesce(sum(coalesce(below.items, 0) + (
      SELECT count(*) FROM ${table} WHERE wallet_id = stream.wallet_id AND chain_id = stream.chain_id${ofWallet(table)}
        AND position > coalesce(below.position, '') AND position < upto.bound${spamConditions.join('')})), 0)
    FROM stream CROSS JOIN LATERAL (SELECT least(${bound}, stream.arrived) AS bound) upto
    LEFT JOIN LATERAL (
      SELECT position, ${ordinal} AS items FROM ${table}_checkpoint checkpoint
      WHERE wallet_id = stream.wallet_id AND chain_id = stream.chain_id${ofWallet('checkpoint')} AND position < upto.bound
      ORDER BY position DESC LIMIT 1) below ON true)`;
}
