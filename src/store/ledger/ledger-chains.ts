/**
 * Chains of runs. A client's ledger of linked wallets is a list of runs, each a stretch of the history: an early one
 * stays as it is while later ones are replaced. The wallets point to the whole list, and change to another at once.
 */

import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import { ledgerVersion } from '../../domain/accounting/snapshot.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';
import { type BookedVersions, forgetChanges, type Queryable } from '../history/ledger-changes.ts';
import { findWalletsWithCleared } from './cleared-transfers.ts';
import { noteYears } from './ledger-years.ts';

/** Wallets that are booked together. */
export interface LedgerMembers {
  readonly clientId: number;
  /** Ascending. */
  readonly walletIds: readonly number[];
  readonly settings: LedgerSettings;
}

/** A run that is finished. */
export interface StoredRun {
  readonly id: bigint;
  /** Of the last transaction up to its end; '' before the first. */
  readonly untilPosition: string;
  readonly movements: number;
  readonly hasSnapshot: boolean;
  readonly tokenFacts: string | null;
}

export interface BookedLedger extends BookedVersions {
  /** Oldest first. */
  readonly chain: readonly StoredRun[];
  /** Those of the chain that hold balances and open lots. */
  readonly stateRunIds: readonly bigint[];
}

const settingsText = (settings: LedgerSettings): string => {
  const { ownTransfers, receiptTokens, liquidityTokens, deposits } = settings;
  return JSON.stringify({ ownTransfers, receiptTokens, liquidityTokens, deposits });
};
/** Run ids, joined by commas. */
export const readRunIds = (text: string): bigint[] => (text === '' ? [] : text.split(',').map(BigInt));

/** The ledger that exactly these wallets have under these settings and rules, one for all; null: there is none. */
export async function findBookedLedger(
  database: Database,
  { clientId, walletIds, settings }: LedgerMembers,
): Promise<BookedLedger | null> {
  const wallets = await queryRows(
    database.pool,
    `SELECT wallet_id, input_version, price_version, price_gap_from, array_to_string(run_ids, ','),
       array_to_string(state_run_ids, ',')
     FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])`,
    [clientId, walletIds],
    (row) => ({
      version: [row.integer(), row.bigint()] as const,
      priceVersion: row.bigint(),
      priceGapFrom: row.textOrNull(),
      runIds: row.text(),
      stateRunIds: row.text(),
    }),
  );
  const [first] = wallets;
  if (first === undefined || wallets.length !== walletIds.length) return null;
  if (wallets.some(({ runIds }) => runIds !== first.runIds)) return null;
  const runIds = readRunIds(first.runIds);
  const chain = await queryRows(
    database.pool,
    `SELECT id, until_position, movement_count, token_facts,
       EXISTS (SELECT 1 FROM ledger_snapshot WHERE run_id = id AND piece = 0)
     FROM ledger_run WHERE id = ANY($1::bigint[]) AND wallet_ids = $2::int[] AND settings = $3::jsonb
       AND engine_version = $4 AND until_position IS NOT NULL AND superseded_at IS NULL ORDER BY id`,
    [runIds, walletIds, settingsText(settings), ledgerVersion],
    (row): StoredRun => ({
      id: row.bigint(),
      untilPosition: row.text(),
      movements: row.integer(),
      tokenFacts: row.textOrNull(),
      hasSnapshot: row.boolean(),
    }),
  );
  if (chain.length !== runIds.length) return null;
  const { priceVersion, priceGapFrom } = first;
  const walletVersions = new Map(wallets.map(({ version }) => version));
  return {
    clientId,
    walletVersions,
    priceVersion,
    priceGapFrom,
    chain,
    stateRunIds: readRunIds(first.stateRunIds),
  };
}

/** Begins a run that nobody sees yet. */
export async function createLedgerRun(database: Database, members: LedgerMembers): Promise<bigint> {
  const [id] = await database.transaction((client) =>
    queryRows(
      client,
      `INSERT INTO ledger_run (client_id, wallet_ids, settings, engine_version)
     VALUES ($1, $2::int[], $3::jsonb, $4) RETURNING id`,
      [members.clientId, members.walletIds, settingsText(members.settings), ledgerVersion],
      (row) => row.bigint(),
    ),
  );
  if (id === undefined) throw new Error('the ledger run was not stored');
  return id;
}

/** Ends a run: its rows, and its snapshot if it has one, are complete. */
export async function finishLedgerRun(
  database: Database,
  run: Omit<StoredRun, 'hasSnapshot'>,
): Promise<void> {
  await database.transaction((client) =>
    client.query(
      'UPDATE ledger_run SET until_position = $2, movement_count = $3, token_facts = $4 WHERE id = $1',
      [run.id, run.untilPosition, run.movements, run.tokenFacts],
    ),
  );
}

/**
 * Makes a chain of runs the current one of its wallets, at once for all of them; those no longer registered are left
 * out. Throws, and changes nothing, when one of the runs was given up in the meantime.
 */
export async function switchLedgerRuns(
  database: Database,
  next: BookedVersions & {
    runIds: readonly bigint[];
    stateRunIds: readonly bigint[];
    asOf: number;
    /** From where on the runs differ from the former ones ('': anywhere); null: nowhere. */
    changedFrom: string | null;
  },
): Promise<void> {
  const { clientId, runIds, walletVersions } = next;
  const walletIds = [...walletVersions.keys()];
  await database.transaction(async (client) => {
    const locked = await client.query(
      'SELECT id FROM ledger_run WHERE id = ANY($1::bigint[]) AND superseded_at IS NULL ORDER BY id FOR UPDATE',
      [runIds],
    );
    if (locked.rowCount !== runIds.length) throw new Error('another process has booked the ledger meanwhile');
    const withCleared = await findWalletsWithCleared(client, walletIds, runIds);
    await client.query(
      `INSERT INTO ledger_wallet (client_id, wallet_id, run_id, run_ids, state_run_ids, input_version, price_version,
         price_gap_from, as_of, has_cleared)
       SELECT $1, wallet_id, $2, $3::bigint[], $4::bigint[], version, $7, $8, to_timestamp($9), wallet_id = ANY($10::int[])
       FROM unnest($5::int[], $6::bigint[]) wanted (wallet_id, version)
       JOIN (SELECT wallet_id FROM registration WHERE client_id = $1 FOR KEY SHARE) registered USING (wallet_id)
       ON CONFLICT (client_id, wallet_id) DO UPDATE SET run_id = excluded.run_id, run_ids = excluded.run_ids,
         state_run_ids = excluded.state_run_ids, input_version = excluded.input_version,
         price_version = excluded.price_version, price_gap_from = excluded.price_gap_from, as_of = excluded.as_of,
         has_cleared = excluded.has_cleared`,
      [
        ...[clientId, runIds.at(-1), runIds, next.stateRunIds],
        ...[walletIds, [...walletVersions.values()], next.priceVersion, next.priceGapFrom, next.asOf],
        withCleared,
      ],
    );
    if (next.changedFrom !== null) {
      const { asOf: now, changedFrom } = next;
      await noteYears(client, { clientId, walletIds, runIds, changedFrom, now });
    }
    await client.query(`${supersede} AND id <> ALL($2::bigint[])`, [clientId, runIds]);
    await forgetChanges(client, walletIds);
  });
}

/** $1: client. `at`: SQL of the moment since which nobody begins to read them. */
const supersedeAt = (
  at: string,
): string => `UPDATE ledger_run SET superseded_at = ${at} WHERE client_id = $1 AND superseded_at IS NULL
  AND id NOT IN (SELECT unnest(run_ids) FROM ledger_wallet WHERE client_id = $1)`;
// The switch may have begun long before.
const supersede = supersedeAt('clock_timestamp()');

/**
 * Marks the client's runs that no wallet points to: one process at a time books a client, so that none is under way. Nobody ever
 * read them (what was current is marked when another takes its place), so that the next purge takes them.
 */
export async function abandonLedgerRuns(database: Database, clientId: number): Promise<void> {
  await database.transaction((client) => client.query(supersedeAt('to_timestamp(0)'), [clientId]));
}

/** Locks the client's runs, in the order in which a switch does it. */
export async function lockLedgerRuns(client: Queryable, clientId: number): Promise<void> {
  await client.query(
    'SELECT id FROM ledger_run WHERE client_id = $1 AND superseded_at IS NULL ORDER BY id FOR UPDATE',
    [clientId],
  );
}

/** Lets go of the client's runs that no wallet points to, those under way included: they are purged soon. */
export async function supersedeLooseRuns(client: Queryable, clientId: number): Promise<void> {
  await client.query(supersede, [clientId]);
}

/** How many issues the runs have of each wallet; they are numbered without gaps. */
export async function countIssuesOf(
  database: Database,
  walletIds: readonly number[],
  runIds: readonly bigint[],
): Promise<Map<number, number>> {
  const counts = await queryRows(
    database.pool,
    `SELECT wallet.id, coalesce(max(issue.place) + 1, 0) FROM unnest($1::int[]) wallet (id)
     CROSS JOIN unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
       SELECT max(place) AS place FROM ledger_issue WHERE wallet_id = wallet.id AND run_id = run.id) issue
     GROUP BY wallet.id`,
    [walletIds, runIds],
    (row) => [row.integer(), row.integer()] as const,
  );
  return new Map(counts);
}
