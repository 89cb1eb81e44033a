/**
 * Chains of runs. A client's ledger of linked wallets is a list of runs, each a stretch of the history: an early one
 * stays as it is while later ones are replaced. The wallets point to the whole list, and change to another at once.
 */

import { ledgerVersion } from '../../domain/accounting/snapshot.ts';
import type { FiatCurrency } from '../../domain/ids.ts';
import { askByWallet, askEachWallet, besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';
import { anchorWallet, type BookedRows, forgetChanges, type Queryable } from '../history/ledger-changes.ts';
import type { BookedPrices } from '../prices/price-changes.ts';
import { findWalletsWithCleared } from './cleared-transfers.ts';
import { tellBooking } from './events/booking-events.ts';
import { noteYears } from './ledger-years.ts';
import { type ClientLedgerSettings, settingsText } from './search/ledger-settings.ts';

/** Wallets that are booked together. */
export interface LedgerMembers {
  readonly clientId: number;
  /** Ascending. */
  readonly walletIds: readonly number[];
  readonly settings: ClientLedgerSettings;
}

/** Of what a ledger was made. */
export type BookedVersions = BookedRows & BookedPrices;

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

/** Run ids, joined by commas. */
export const readRunIds = (text: string): bigint[] => (text === '' ? [] : text.split(',').map(BigInt));

/** The ledger that exactly these wallets have under these settings and rules, one for all; null: there is none. */
export async function findBookedLedger(
  database: Database,
  { clientId, walletIds, settings }: LedgerMembers,
): Promise<BookedLedger | null> {
  const wallets = await askEachWallet(database.pool, walletIds, (ids) =>
    queryRows(
      database.pool,
      `SELECT wallet_id, input_version, price_version, price_gap_from, array_to_string(run_ids, ','),
         array_to_string(state_run_ids, ',')
       FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])`,
      [clientId, ids],
      (row) => ({
        version: [row.integer(), row.bigint()] as const,
        priceVersion: row.bigint(),
        priceGapFrom: row.textOrNull(),
        runIds: row.text(),
        stateRunIds: row.text(),
      }),
    ),
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
      'INSERT INTO ledger_run (client_id, wallet_ids, settings, engine_version) VALUES ($1, $2::int[], $3::jsonb, $4) RETURNING id',
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
    /** Of all the runs; null: none but those of every ledger. */
    reportingCurrency: FiatCurrency | null;
    /** From where on the runs differ from the former ones ('': anywhere); null: nowhere. */
    changedFrom: string | null;
    /** The first position whose figures may differ; null: none. Clients are told of it. */
    bookedFrom: string | null;
  },
): Promise<void> {
  const { clientId, runIds, walletVersions, bookedFrom } = next;
  const walletIds = [...walletVersions.keys()];
  await database.transaction(async (client) => {
    const locked = await client.query(
      'SELECT id FROM ledger_run WHERE id = ANY($1::bigint[]) AND superseded_at IS NULL ORDER BY id FOR UPDATE',
      [runIds],
    );
    if (locked.rowCount !== runIds.length) throw new Error('another process has booked the ledger meanwhile');
    const registered = await queryRows(
      client,
      `SELECT wallet_id FROM registration WHERE client_id = $1 AND wallet_id = ANY($2::int[])
       ORDER BY wallet_id FOR KEY SHARE`,
      [clientId, walletIds],
      (row) => row.integer(),
    );
    await tellBooking(client, { clientId, walletIds: registered, runIds, bookedFrom });
    await pointTo(client, next, registered);
    if (next.changedFrom !== null) {
      const { asOf: now, changedFrom } = next;
      await noteYears(client, { clientId, walletIds, runIds, changedFrom, now });
    }
    await supersede(client, { clientId, kept: runIds });
    await forgetChanges(client, walletIds);
  });
}

/** Makes wallets point to the runs. */
async function pointTo(
  client: Queryable,
  next: Parameters<typeof switchLedgerRuns>[1],
  walletIds: readonly number[],
): Promise<void> {
  const { clientId, runIds } = next;
  const withCleared = await findWalletsWithCleared(client, walletIds, runIds);
  const pointing = new Set(walletIds);
  const given = 'unnest($5::int[], $6::bigint[]) wanted (wallet_id, version)';
  await askByWallet(
    client,
    [...next.walletVersions].filter(([walletId]) => pointing.has(walletId)),
    ([walletId]) => walletId,
    async (versions) => {
      const [[first] = [0]] = versions;
      if (isSpread(client)) await anchorWallet(client, first);
      const [walletId, from] = isSpread(client)
        ? ['anchor.wallet_id', besideAnchor(first, given)]
        : ['wanted.wallet_id', given];
      return queryRows(
        client,
        `INSERT INTO ledger_wallet (client_id, wallet_id, run_id, run_ids, state_run_ids, input_version, price_version,
           price_gap_from, as_of, has_cleared, reporting_currency)
         SELECT $1::int, ${walletId}, $2::bigint, $3::bigint[], $4::bigint[], wanted.version, $7::bigint, $8::text, to_timestamp($9),
           wanted.wallet_id = ANY($10::int[]), $11::text
         FROM ${from}
         ON CONFLICT (wallet_id, client_id) DO UPDATE SET run_id = excluded.run_id, run_ids = excluded.run_ids,
           state_run_ids = excluded.state_run_ids, input_version = excluded.input_version,
           price_version = excluded.price_version, price_gap_from = excluded.price_gap_from, as_of = excluded.as_of,
           has_cleared = excluded.has_cleared, reporting_currency = excluded.reporting_currency`,
        [
          ...[clientId, runIds.at(-1), runIds, next.stateRunIds],
          ...[versions.map(([id]) => id), versions.map(([, version]) => version)],
          ...[next.priceVersion, next.priceGapFrom, next.asOf, withCleared, next.reportingCurrency],
        ],
        () => null,
      );
    },
  );
}

/**
 * Marks the client's runs that no wallet points to, but some.
 * @param at SQL of the moment since which nobody begins to read them: by the clock, for the transaction may have begun long before
 */
async function supersede(
  client: Queryable,
  {
    clientId,
    kept = [],
    at = 'clock_timestamp()',
  }: { clientId: number; kept?: readonly bigint[]; at?: string },
): Promise<void> {
  const walletIds = await queryRows(
    client,
    'SELECT wallet_id FROM registration WHERE client_id = $1 ORDER BY wallet_id',
    [clientId],
    (row) => row.integer(),
  );
  const current = await queryRows(
    client,
    'SELECT DISTINCT unnest(run_ids) FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])',
    [clientId, walletIds],
    (row) => row.bigint(),
  );
  await client.query(
    `UPDATE ledger_run SET superseded_at = ${at} WHERE client_id = $1 AND superseded_at IS NULL AND id <> ALL($2::bigint[])`,
    [clientId, [...current, ...kept]],
  );
}

/**
 * Marks the client's runs that no wallet points to: one process at a time books a client, so that none is under way. Nobody ever
 * read them (what was current is marked when another takes its place), so that the next purge takes them.
 */
export async function abandonLedgerRuns(database: Database, clientId: number): Promise<void> {
  await database.transaction((client) => supersede(client, { clientId, at: 'to_timestamp(0)' }));
}

/** Locks the client's runs, in the order in which a switch does it. */
export async function lockLedgerRuns(client: Queryable, clientId: number): Promise<void> {
  await client.query(
    'SELECT id FROM ledger_run WHERE client_id = $1 AND superseded_at IS NULL ORDER BY id FOR UPDATE',
    [clientId],
  );
}

/** What a client's ledger said of wallets goes with their registrations; they are locked by the caller. */
export async function removeLedgers(
  client: Queryable,
  clientId: number,
  walletIds: readonly number[],
): Promise<void> {
  await askEachWallet(client, walletIds, (ids) =>
    queryRows(
      client,
      'DELETE FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])',
      [clientId, ids],
      () => null,
    ),
  );
}

/** Lets go of the client's runs that no wallet points to, those under way included: they are purged soon. */
export const supersedeLooseRuns = (client: Queryable, clientId: number) => supersede(client, { clientId });

/** How many issues the runs have of each wallet; they are numbered without gaps. */
export async function countIssuesOf(
  database: Database,
  walletIds: readonly number[],
  runIds: readonly bigint[],
): Promise<Map<number, number>> {
  const counts = await askEachWallet(database.pool, walletIds, (ids, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT wallet.id, coalesce(max(issue.place) + 1, 0) FROM unnest($1::int[]) wallet (id)
       CROSS JOIN unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
         SELECT max(place) AS place FROM ledger_issue
         WHERE wallet_id = wallet.id AND run_id = run.id${ofWallet('ledger_issue')}) issue
       GROUP BY wallet.id`,
      [ids, runIds],
      (row) => [row.integer(), row.integer()] as const,
    ),
  );
  return new Map(counts);
}
