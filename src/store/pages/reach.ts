/**
 * Through how many rows a statement goes, as counters and checkpoints tell before it runs: what it weighs against its key's
 * limits. A page that an index has in order is read as far as it goes, and is not asked about.
 */
import type { Database } from '../connection/database.ts';
import { currentRequest, type RequestScope, readRows } from '../connection/request-scope.ts';
import { queryCount } from '../connection/sql.ts';
import { counterpartyCountStatement } from './list-query.ts';
import { countRanked } from './rank-search.ts';

/** What bounds the rows that have to be looked at; everything else is found out by looking. Times are unix seconds. */
export interface Reach {
  table: 'transfer' | 'transaction';
  walletIds: readonly number[];
  chainIds?: readonly number[] | undefined;
  fromTime?: number | undefined;
  toTime?: number | undefined;
  counterparties?: readonly string[] | undefined;
}

/** Looking at a row is so much less than adding it up. */
const rowsCountedAsOne = 4;
/** A page of a search ends when it is full: how far that is nobody knows before. Taken as this part of all; the rest is measured. */
const partSearched = 10;

/** What a request has asked already. */
const answered = new WeakMap<RequestScope, Map<string, Promise<number>>>();

export function rowsInReach(database: Database, reach: Reach): Promise<number> {
  const scope = currentRequest();
  if (scope === undefined) return countReach(database, reach);
  const known = answered.get(scope) ?? new Map<string, Promise<number>>();
  answered.set(scope, known);
  const { table, walletIds, chainIds, fromTime, toTime, counterparties } = reach;
  const name = JSON.stringify([table, walletIds, chainIds, fromTime, toTime, counterparties]);
  const before = known.get(name);
  if (before !== undefined) return before;
  const counted = countReach(database, reach);
  known.set(name, counted);
  return counted;
}

async function countReach(database: Database, reach: Reach): Promise<number> {
  const { table, walletIds, chainIds, fromTime, toTime, counterparties } = reach;
  const all = await countRanked(database, { table, walletIds, chainIds, fromTime, toTime });
  if (counterparties === undefined || all === 0) return all;
  const list = { walletIds, chainIds, counterparties };
  const { text, values } = counterpartyCountStatement('transfer_count', list, () => []);
  return Math.min(all, await queryCount(database.pool, text, values));
}

/** Runs a statement that adds up all rows in reach. */
export const addUp = <Result>(
  database: Database,
  reach: Reach,
  run: () => Promise<Result>,
): Promise<Result> => readRows(() => rowsInReach(database, reach), run);

/** Runs a statement that only looks at all rows in reach, to count some. */
export const lookThrough = <Result>(
  database: Database,
  reach: Reach,
  run: () => Promise<Result>,
): Promise<Result> =>
  readRows(async () => Math.ceil((await rowsInReach(database, reach)) / rowsCountedAsOne), run);

/** Runs a statement that looks for the rows of a page; those of the pages before it, if they are skipped, are looked at for sure. */
export const search = <Result>(
  database: Database,
  reach: Reach & { offset?: number | undefined },
  run: () => Promise<Result>,
): Promise<Result> =>
  readRows(async () => {
    const rows = await rowsInReach(database, reach);
    return Math.ceil(Math.max(rows / partSearched, Math.min(rows, reach.offset ?? 0) / rowsCountedAsOne));
  }, run);
