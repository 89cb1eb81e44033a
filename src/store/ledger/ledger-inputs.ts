/**
 * What ledgers are made of: the rows of wallets, read in the total order from one snapshot, and the counters by which a
 * ledger knows that they have changed since.
 */
import type pg from 'pg';
import { firstOf, isTransactionPosition } from '../../domain/position.ts';
import { askEachWallet, isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type ReadFrom, recordOf } from '../connection/sql.ts';
import { findRowsChangedFrom, readVersions } from '../history/ledger-changes.ts';
import { findPricesChangedFrom, priceVersion } from '../prices/price-changes.ts';
import { type ActiveCorrection, findActiveCorrections } from './active-corrections.ts';
import type { BookedVersions } from './ledger-chains.ts';
import {
  createPieces,
  ledgerTransactionColumns,
  ledgerTransferColumns,
  type OpenCursors,
  type Piece,
} from './ledger-cursors.ts';

/** The rows of a group of wallets as of one moment. */
export interface LedgerInputs {
  /** Unix seconds. */
  readonly asOf: number;
  readonly walletVersions: ReadonlyMap<number, bigint>;
  readonly priceVersion: bigint;
  /** The connection that they are read by, for what else is read meanwhile; while the rows come, they have it. */
  readonly held: ReadFrom;
  /** Those of the client that are in force. */
  corrections(clientId: number): Promise<ActiveCorrection[]>;
  /** From where on a ledger of these versions may differ from this moment's; null: nowhere. */
  changedSince(booked: BookedVersions): Promise<string | null>;
  /** The rows of the transactions after a position ('': all), and before another, if it is given. May be asked for once. */
  rowsAfter(position: string, end?: string): Promise<LedgerRows>;
}

export interface LedgerRows {
  /** How many transactions and transfers there are. */
  readonly count: number;
  /** One transaction after the other, each with all rows that the wallets have of it, in pieces. */
  transactions(): AsyncGenerator<Piece[]>;
}

/**
 * Reads the rows of wallets while `use` runs. Fees and wraps need every transaction, also those without transfers. It holds a
 * connection for so long: what a request reads in `use`, it reads by `held`, or requests that each hold one wait for each other.
 */
export async function readLedgerInputs<Result>(
  database: Database,
  walletIds: readonly number[],
  use: (inputs: LedgerInputs) => Promise<Result>,
): Promise<Result> {
  const settled = isSpread(database.pool) ? await readSettledVersions(database, walletIds) : null;
  const client = await database.pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    // It locks no rows, and waits for as long as what was read is booked and written elsewhere.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SET LOCAL cursor_tuple_fraction = 1');
    const inputs = await openInputs(client, walletIds);
    const result = await use(settled === null ? inputs : { ...inputs, walletVersions: settled });
    await client.query('COMMIT');
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

/**
 * The versions of wallets on a cluster, of which everything is seen from then on, on whatever node it lies. A wallet's node commits a
 * change before the coordinator commits the client's word that it is about: whoever has seen its version waits for that.
 */
async function readSettledVersions(
  database: Database,
  walletIds: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const versions = await readVersions(database.pool, walletIds);
  // Who says something of a wallet holds its registration until the end (correction-changes.ts).
  await database.pool.query('SELECT FROM registration WHERE wallet_id = ANY($1::int[]) FOR SHARE', [
    walletIds,
  ]);
  return versions;
}

async function openInputs(client: pg.PoolClient, walletIds: readonly number[]): Promise<LedgerInputs> {
  const [asOf] = await queryRows(client, 'SELECT floor(extract(epoch FROM now()))::bigint', [], (row) =>
    row.integer(),
  );
  return {
    asOf: asOf ?? 0,
    walletVersions: await readVersions(client, walletIds),
    priceVersion: await priceVersion(client),
    held: { pool: client },
    corrections: (clientId) => findActiveCorrections(client, clientId, walletIds),
    changedSince: async (booked) =>
      firstOf([await findRowsChangedFrom(client, booked), await findPricesChangedFrom(client, booked)]),
    rowsAfter: (position, end) => openRows(client, walletIds, { position, end }),
  };
}

async function openRows(
  client: pg.PoolClient,
  walletIds: readonly number[],
  { position, end }: { position: string; end: string | undefined },
): Promise<LedgerRows> {
  if (position !== '' && !isTransactionPosition(position))
    throw new RangeError(`'${position}' is no transaction's position`);
  if (end !== undefined && !/^[\da-f]+$/.test(end)) throw new RangeError(`'${end}' is no position`);
  const before = end === undefined ? '' : ` AND position < '${end}'`;
  // A transfer's position is its transaction's and more digits, all of which sort before 'g'.
  const after = `position > '${position === '' ? '' : `${position}g`}'${before}`;
  const own = await ownMoves(client, walletIds, after);
  const groups = isSpread(client) ? walletIds.map((walletId) => [walletId]) : [walletIds];
  const opened: OpenCursors[] = [];
  let count = 0;
  for (const [place, group] of groups.entries()) {
    const wallets = oneOfWallets(group);
    const transactions = `FROM transaction WHERE ${wallets} AND position > '${position}'${before}`;
    const transfers = `FROM transfer WHERE ${wallets} AND ${after} AND (spam_reason IS NULL OR ${own})`;
    count += await queryCount(
      client,
      `SELECT (SELECT count(*) ${transactions}) + (SELECT count(*) ${transfers})`,
      [],
    );
    const cursors = { transactions: `ledger_transactions_${place}`, transfers: `ledger_transfers_${place}` };
    await declare(client, cursors.transactions, `${recordOf(ledgerTransactionColumns)} ${transactions}`);
    await declare(client, cursors.transfers, `${recordOf(ledgerTransferColumns)} ${transfers}`);
    opened.push(cursors);
  }
  return { count, transactions: () => createPieces(client, opened) };
}

/** A single wallet's rows come from its index in order; those of several are sorted once. */
const oneOfWallets = (walletIds: readonly number[]): string =>
  walletIds.length === 1 ? `wallet_id = ${walletIds[0]}` : `wallet_id IN (${walletIds.join()})`;

const declare = (client: pg.PoolClient, name: string, rows: string): Promise<unknown> =>
  client.query(`DECLARE ${name} NO SCROLL CURSOR FOR SELECT ${rows} ORDER BY position, wallet_id`);

/** A condition: spam of a token that left one of the wallets too may be a move between them, which then counts. */
async function ownMoves(client: pg.PoolClient, walletIds: readonly number[], after: string): Promise<string> {
  if (walletIds.length === 1) return 'false';
  const left = `SELECT chain_id, token_address FROM transfer WHERE ${oneOfWallets(walletIds)} AND ${after}
    AND side = 'outflow' AND spam_reason IS DISTINCT FROM 'zero-value'`;
  if (!isSpread(client)) return `(spam_reason <> 'zero-value' AND (chain_id, token_address) IN (${left}))`;
  const tokens = await askEachWallet(client, walletIds, ([walletId]) =>
    queryRows(
      client,
      `SELECT DISTINCT chain_id, token_address FROM transfer WHERE wallet_id = $1 AND ${after}
         AND side = 'outflow' AND spam_reason IS DISTINCT FROM 'zero-value'`,
      [walletId],
      (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
    ),
  );
  // Hex and numbers: nothing that would have to be quoted. A cursor takes no parameters.
  const listed = [tokens.map(({ chainId }) => chainId).join(), tokens.map(({ address }) => address).join()];
  return `(spam_reason <> 'zero-value' AND (chain_id, token_address) IN (
    SELECT * FROM unnest('{${listed[0]}}'::int[], '{${listed[1]}}'::text[])))`;
}
