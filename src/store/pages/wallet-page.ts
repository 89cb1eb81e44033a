/**
 * A page of one wallet's transfers in one statement: its rows, how many the list has, and of which state of the wallet they are, all
 * of one moment. A page by number begins at an item that the same statement finds by rank (rank-search.ts). Every value is a
 * parameter. So the statement is planned once per connection, which was half of such a page's time.
 */
import type { OfWallet } from '../cluster/wallet-statements.ts';
import { createParameters, type Parameters } from '../connection/sql.ts';
import {
  type AddConditions,
  type ListTable,
  type ListVersion,
  oneOf,
  pagePart,
  type Statement,
} from './list-query.ts';
import { createSearch, itemOfRank, type RankedList } from './rank-search.ts';

export interface WalletPageQuery {
  table: ListTable;
  walletId: number;
  chainIds: readonly number[] | undefined;
  order: 'ASC' | 'DESC';
  /** How many items of the list stand before the page. Only in a list whose ranks are known. */
  offset: number;
  limit: number;
  /** Nothing that was stored later. */
  version: ListVersion | undefined;
  /** The list, as the rank checkpoints know it; null: they do not know how many items it has, and where each stands. */
  ranked: RankedList | null;
  addConditions: AddConditions;
  /** The state of the wallet's rows whose page is known already: of it, no rows are sent. */
  seen: bigint | undefined;
  /** Names the wallet wherever a table of wallets stands, where they lie on several nodes. */
  ofWallet: OfWallet;
}

/** What the statement answers beside the rows. */
export interface WalletPageFacts {
  /** Items of the whole list; null: not known. */
  count: number | null;
  /** The version of the wallet's last arrival. */
  arrival: bigint;
  /** Of the wallet's rows (ledger_input): it grows in every transaction that changes one. */
  state: bigint;
}

/** Answers texts: a record in parentheses for each row, and the facts in one without. */
export function walletPageStatement(query: WalletPageQuery): Statement {
  const { walletId, ranked, offset } = query;
  const parameters = createParameters();
  const wallet = oneOf(parameters, 'wallet_id', 'int', [walletId]);
  const state = `coalesce((SELECT version FROM ledger_input WHERE ${wallet}), 0)`;
  const arrival = `coalesce((SELECT max(version) FROM transfer_arrival WHERE ${wallet}), 0)`;
  const search = ranked === null ? null : searchOf(parameters, query, ranked);
  const page = pagePart(parameters, query.table, sliceOf(query), (given) => [
    ...query.addConditions(given),
    ...(offset === 0 ? [] : [`position ${query.order === 'ASC' ? '>=' : '<='} (SELECT position FROM found)`]),
    ...(query.seen === undefined ? [] : [`${given.add(query.seen)}::bigint <> ${state}`]),
  ]);
  const count = search === null ? `'?'` : '(SELECT greatest(0, last - first) FROM ranks)';
  const rows = `SELECT record FROM (${page}) AS page (record) LIMIT ${parameters.add(query.limit)}::int`;
  return {
    text: `${search === null ? '' : `WITH ${search} `}(${rows}) UNION ALL SELECT concat_ws(' ', ${count}, ${arrival}, ${state})`,
    values: parameters.values,
  };
}

/**
 * A plan has to know about how much is read, and a connection keeps only so many plans: page sizes share the next of these. The
 * rows beyond the page are not read.
 */
const plannedLimits = [2, 11, 26, 51, 101, 251, 501];

/** The place of the page is found by the statement itself. */
function sliceOf({ walletId, chainIds, order, limit, version }: WalletPageQuery) {
  const planned = plannedLimits.find((one) => one >= limit) ?? limit;
  return { walletIds: [walletId], chainIds, order, limit: planned, ...(version && { version }) };
}

/**
 * Table expressions: `ranks`, between which the list lies among the items of its streams (after `first`, up to `last`), and, for a
 * page further on, `found`, the item that it begins with.
 */
function searchOf(parameters: Parameters, query: WalletPageQuery, ranked: RankedList): string {
  const { order, offset, ofWallet } = query;
  const search = createSearch(ranked, { parameters, ofWallet });
  const ranks = `${search.stream}, ranks AS MATERIALIZED (
    SELECT (${search.start()})::bigint AS first, (${search.end()})::bigint AS last)`;
  if (offset === 0) return ranks;
  const shift = `${parameters.add(offset)}::bigint`;
  const rank = order === 'ASC' ? `first + ${shift} + 1` : `last - ${shift}`;
  return `${ranks}, wanted AS MATERIALIZED (
      SELECT rank FROM (SELECT first, last, ${rank} AS rank FROM ranks) place WHERE rank > first AND rank <= last),
    ${itemOfRank(search, '(SELECT rank FROM wanted)')}`;
}

/** Takes the texts of such a statement apart. */
export function readWalletPage(texts: readonly string[]): {
  records: readonly string[];
  facts: WalletPageFacts;
} {
  const [count, arrival, state] = texts.at(-1)?.split(' ') ?? [];
  if (count === undefined || arrival === undefined || state === undefined || count.startsWith('('))
    throw new Error('a page without its count and version');
  return {
    records: texts.slice(0, -1),
    facts: {
      count: count === '?' ? null : Number(count),
      arrival: BigInt(arrival),
      state: BigInt(state),
    },
  };
}
