/** Reading transfers: pages, counts, and single ones by key. */
import type { Hash } from '../../domain/model.ts';
import { askByWallet, isSpread, ofWalletIn } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import type { PreparedStatements } from '../connection/prepared-statements.ts';
import { queryCount, queryRows, queryTexts, readRecords, recordOf } from '../connection/sql.ts';
import {
  pricedTransferColumns,
  readTransfer,
  type TransferRow,
} from '../history/columns/transfer-columns.ts';
import { itemsOfTransactions } from '../history/items-of-transactions.ts';
import { createListMemories } from './list-memory.ts';
import {
  counterpartyCountStatement,
  countStatement,
  type ListSlice,
  type ListTable,
  type ListVersion,
  pageStatement,
  type Statement,
} from './list-query.ts';
import { countRanked, jumpTo, longestSkip } from './rank-search.ts';
import { lookThrough, type Reach, search } from './reach.ts';
import {
  counterOfCounterparties,
  rankedTransfers,
  type TransferRowFilter,
  transferConditions,
} from './transfer-filter.ts';
import { readWalletPage, walletPageStatement } from './wallet-page.ts';

export type TransferQuery = ListSlice & { filter: TransferRowFilter };

const table: ListTable = {
  name: 'transfer',
  columns: pricedTransferColumns,
  select: recordOf(pricedTransferColumns),
};
const columns = pricedTransferColumns.map((column) => `transfer.${column}`).join(', ');

/** One page in the order (position, wallet). */
export async function pageTransfers(
  database: Database,
  query: TransferQuery,
): Promise<readonly TransferRow[]> {
  const { walletIds, filter } = query;
  if (walletIds.length === 0) return [];
  const whole = await pageWholeTransfers(database, query);
  if (whole !== null) return whole.rows;
  const ranked = rankedTransfers(filter);
  const jump = await jumpTo(database, ranked && { table: 'transfer', walletIds, ...ranked }, query);
  if (jump === null) return [];
  const { slice } = jump;
  const statement = pageOf({ ...query, ...slice });
  const read = async (prepared?: PreparedStatements) =>
    readAll(await queryTexts(database.pool, { ...statement, ...(prepared && { prepared }) }));
  // Offsets are without number, and a connection keeps only so many plans.
  const isPrepared = isPlain(query) && (slice.offset ?? 0) === 0;
  const isFound = isInOrder(query) && (slice.offset ?? 0) <= longestSkip;
  const reach = { ...reachOf(walletIds, filter), offset: slice.offset };
  const rows = await (isFound
    ? read(isPrepared ? database.prepared : undefined)
    : search(database, reach, () => read()));
  return jump.isReversed ? rows.reverse() : rows;
}

const readAll = (records: readonly string[]): TransferRow[] => readRecords(records, readTransfer);

/** A few hundred wallets' newest or oldest pages; with all that is kept of them some 60 MB. */
const rememberedRows = 20_000;
const memoryOf = createListMemories<TransferRow>(rememberedRows);

/** Of what nobody has seen: states begin with 0. */
const nothingSeen = -1n;

/**
 * The same for one wallet, with how many transfers the list has (null: not known) and its version, of one moment and in one
 * statement; null: it is another list. Of all of a wallet the first and the last page are remembered, and others that are asked for
 * again.
 */
export async function pageWholeTransfers(
  database: Database,
  query: TransferQuery,
): Promise<{ rows: readonly TransferRow[]; count: number | null; version: ListVersion } | null> {
  const { walletIds, filter, order, limit, version, offset = 0 } = query;
  const [walletId] = walletIds;
  const ranked = rankedTransfers(filter);
  if (walletId === undefined || !isOfOneWallet(query) || (ranked === null && offset > 0)) return null;
  const isKnowable = isPlain(query) && version === undefined;
  const memory = memoryOf(database);
  const name = `${walletId} ${order} ${filter.spam ?? 'INCLUDE'} ${offset} ${limit}`;
  const known = isKnowable ? memory.get(name) : undefined;
  const statement = walletPageStatement({
    ...{ table, walletId, order, limit, offset, version },
    chainIds: filter.chainIds,
    ranked: ranked && { table: 'transfer', walletIds: [walletId], version, ...ranked },
    addConditions: transferConditions(filter),
    seen: isKnowable ? (known?.state ?? nothingSeen) : undefined,
    ofWallet: ofWalletIn(database.pool, walletId),
  });
  const { pool } = database;
  // A cluster plans for the values, and the text names the wallet.
  const prepared = isSpread(pool) ? {} : { prepared: database.prepared };
  // How far a search goes depends on its values: it is planned for them.
  const texts = await (isInOrder(query)
    ? queryTexts(pool, { ...statement, ...prepared })
    : search(database, reachOf(walletIds, filter), () => queryTexts(pool, statement)));
  const { records, facts } = readWalletPage(texts);
  const { count, state, arrival } = facts;
  const rows = known?.state === state ? known.rows : readAll(records);
  const isAtEnd = offset === 0 || rows.length < limit;
  if (isKnowable && rows !== known?.rows && (offset === 0 || rows.length > 0))
    memory[isAtEnd ? 'keep' : 'keepAskedAgain'](name, { state, rows });
  return { rows, count, version: version ?? new Map([[walletId, arrival]]) };
}

/** A page of one wallet that does not go on from an item. */
const isOfOneWallet = ({ walletIds, after, from, until }: TransferQuery): boolean =>
  new Set(walletIds).size === 1 && after === undefined && from === undefined && until === undefined;

const pageOf = (query: TransferQuery): Statement =>
  pageStatement(table, { ...query, chainIds: query.filter.chainIds }, transferConditions(query.filter));

/** The list that is asked for most: all of one wallet. */
function isPlain({ walletIds, filter: { spam: _spam, ...others } }: TransferQuery): boolean {
  return walletIds.length === 1 && Object.values(others).every((value) => value === undefined);
}

/**
 * An index has a wallet's transfers in order, by chain, and those of one token or of one counterparty. Anything else is looked
 * for; spam is, too, where only that is wanted, because most of a list is none.
 */
function isInOrder({ filter }: TransferQuery): boolean {
  const { chainIds: _chains, fromTime: _from, toTime: _to, spam, tokens, counterparties, ...others } = filter;
  if (spam === 'ONLY' || Object.values(others).some((value) => value !== undefined)) return false;
  const sets = [tokens, counterparties].filter((set) => set !== undefined);
  return sets.length === 0 || (sets.length === 1 && sets[0]?.length === 1);
}

function reachOf(walletIds: readonly number[], filter: TransferRowFilter): Reach {
  const { chainIds, fromTime, toTime, counterparties } = filter;
  return { table: 'transfer', walletIds, chainIds, fromTime, toTime, counterparties };
}

export async function countTransfers(
  database: Database,
  request: { walletIds: readonly number[]; filter: TransferRowFilter; version?: ListVersion },
): Promise<number> {
  const { walletIds, filter, version } = request;
  if (walletIds.length === 0) return 0;
  const ranked = rankedTransfers(filter);
  if (ranked !== null) return countRanked(database, { table: 'transfer', walletIds, version, ...ranked });
  const { chainIds, counterparties } = filter;
  const counted = counterOfCounterparties(filter);
  const list = { walletIds, chainIds, version };
  const conditions = transferConditions(filter);
  const { text, values } =
    counted === null || counterparties === undefined
      ? countStatement(table, list, conditions)
      : counterpartyCountStatement(counted, { ...list, counterparties }, conditions);
  const count = () => queryCount(database.pool, text, values);
  return counted === null ? lookThrough(database, reachOf(walletIds, filter), count) : count();
}

const ownerOf = ({ walletId }: { walletId: number }): number => walletId;

/** The transfers of transactions, given by their wallet and position, in order. */
export const transfersOfTransactions = (
  database: Database,
  keys: readonly { walletId: number; position: string }[],
): Promise<TransferRow[]> =>
  itemsOfTransactions(database, keys, { columns: pricedTransferColumns, read: readTransfer });

/** A wallet's transfers at these positions, in order; where none stands there is none. */
export async function transfersAt(
  database: Database,
  walletId: number,
  positions: readonly string[],
): Promise<TransferRow[]> {
  if (positions.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM transfer WHERE wallet_id = $1 AND position = ANY($2::text[]) ORDER BY position`,
    [walletId, positions],
    readTransfer,
  );
}

/** Single transfers by their natural key, in no particular order; those that do not exist are left out. */
export async function findTransfers(
  database: Database,
  keys: readonly { walletId: number; chainId: number; hash: Hash; item: string }[],
): Promise<TransferRow[]> {
  if (keys.length === 0) return [];
  return askByWallet(database.pool, keys, ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT ${columns}
       FROM unnest($1::int[], $2::int[], $3::text[], $4::text[]) wanted (wallet_id, chain_id, hash, item)
       JOIN transaction ON transaction.wallet_id = wanted.wallet_id AND transaction.chain_id = wanted.chain_id
         AND transaction.hash = wanted.hash
       JOIN transfer ON transfer.wallet_id = transaction.wallet_id
         AND transfer.position = transaction.position || wanted.item
       WHERE transfer.wallet_id = ANY($1::int[])${ofWallet('transfer')}${ofWallet('transaction')}`,
      [
        own.map(ownerOf),
        own.map(({ chainId }) => chainId),
        own.map(({ hash }) => hash),
        own.map(({ item }) => item),
      ],
      readTransfer,
    ),
  );
}
