/** Which wallets are to be booked, and the end of runs that were replaced. */
import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import { ledgerVersion } from '../../domain/accounting/snapshot.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow, withTransaction } from '../connection/sql.ts';
import { pricesChanged, pricesId, rowsChanged } from '../history/ledger-changes.ts';

/** A client's wallet whose figures are not those of its rows. */
export interface StaleLedger {
  clientId: number;
  walletId: number;
}

const settingsOfClient = `jsonb_build_object(
  'ownTransfers', CASE WHEN client.settings->>'ownTransfers' = 'realize' THEN 'realize' ELSE 'carry' END,
  'receiptTokens', CASE WHEN client.settings->>'receiptTokens' = 'realize' THEN 'realize' ELSE 'carry' END,
  'liquidityTokens', CASE WHEN client.settings->>'liquidityTokens' = 'carry' THEN 'carry' ELSE 'realize' END,
  'deposits', CASE WHEN client.settings->>'deposits' = 'realize' THEN 'realize' ELSE 'carry' END)`;

/**
 * The registered wallets that need a run. Either they were never booked, or one of these has changed since: their rows, a
 * price they lacked, the client's settings, the rules, the wallets linked to them. A wallet that is being loaded for the
 * first time waits for the end of that.
 * $1: ledgerVersion.
 */
const staleLedgers = `registration
  JOIN client ON client.id = registration.client_id
  LEFT JOIN ledger_wallet current USING (client_id, wallet_id)
  LEFT JOIN ledger_run run ON run.id = current.run_id
  LEFT JOIN ledger_input input ON input.wallet_id = registration.wallet_id
  WHERE (run.id IS NULL OR run.engine_version <> $1 OR run.settings <> ${settingsOfClient}
      OR ${rowsChanged} OR ${pricesChanged}
      OR EXISTS (SELECT 1 FROM unnest(run.wallet_ids) member WHERE NOT EXISTS (
        SELECT 1 FROM registration other WHERE other.client_id = registration.client_id AND other.wallet_id = member)))
    AND EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id)
    AND NOT EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id
      AND sync.phase IN ('QUEUED', 'BACKFILL') AND sync.error IS NULL)`;

/** Among which wallets to look: these; registrations by id from behind one to another (null: the last); those that lack prices. */
export type LedgerScope =
  | { walletIds: readonly number[] }
  | { after: number; until: number | null }
  | { lackPrices: true };

/** Of such wallets those that need a run, by client and id; without a scope, of all. */
export async function findStaleLedgers(
  database: Database,
  scope: LedgerScope = { after: 0, until: null },
): Promise<StaleLedger[]> {
  const [among, values] =
    'walletIds' in scope
      ? ['registration.wallet_id = ANY($2::int[])', [scope.walletIds]]
      : 'lackPrices' in scope
        ? ['current.price_gap_from IS NOT NULL', []]
        : ['registration.id > $2 AND ($3::int IS NULL OR registration.id <= $3)', [scope.after, scope.until]];
  return queryRows(
    database.pool,
    `SELECT registration.client_id, registration.wallet_id FROM ${staleLedgers} AND ${among}
     ORDER BY registration.client_id, registration.wallet_id`,
    [ledgerVersion, ...values],
    (row) => ({ clientId: row.integer(), walletId: row.integer() }),
  );
}

/** The id of the registration that ends a page of so many; null: the page is the last. */
export async function endOfRegistrations(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const [end] = await queryRows(
    database.pool,
    'SELECT id FROM registration WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2',
    [after, limit - 1],
    (row) => row.integer(),
  );
  return end ?? null;
}

/** Counters of the hourly prices: `known` grows with every change, `lost` when prices were taken away. */
export async function priceVersions(database: Database): Promise<{ known: bigint; lost: bigint }> {
  const [versions] = await queryRows(
    database.pool,
    `SELECT coalesce((SELECT version FROM ledger_input WHERE wallet_id = $1), 0),
       coalesce((SELECT max(version) FROM ledger_change WHERE wallet_id = $1 AND until_position IS NULL), 0)`,
    [pricesId],
    (row) => ({ known: row.bigint(), lost: row.bigint() }),
  );
  return versions ?? { known: 0n, lost: 0n };
}

/** How many they are, and the age in seconds of the oldest figures; of a wallet never booked, since its registration. */
export async function measureStaleLedgers(database: Database): Promise<{ wallets: number; seconds: number }> {
  const [measured] = await queryRows(
    database.pool,
    `SELECT count(*), round(greatest(coalesce(max(extract(epoch FROM
       ${storedNow} - coalesce(current.as_of, registration.created_at))), 0), 0)) FROM ${staleLedgers}`,
    [ledgerVersion],
    (row) => ({ wallets: row.integer(), seconds: row.integer() }),
  );
  return measured ?? { wallets: 0, seconds: 0 };
}

/** What holds where the client has set nothing. */
export const defaultLedgerSettings: LedgerSettings = {
  ownTransfers: 'carry',
  receiptTokens: 'carry',
  liquidityTokens: 'realize',
  deposits: 'carry',
};

/** How a client wants its ledger booked. */
export async function findLedgerSettings(database: Database, clientId: number): Promise<LedgerSettings> {
  const [settings] = await queryRows(
    database.pool,
    `SELECT settings->>'ownTransfers', settings->>'receiptTokens',
       settings->>'liquidityTokens', settings->>'deposits' FROM (
       SELECT ${settingsOfClient} AS settings FROM client WHERE id = $1) chosen`,
    [clientId],
    (row): LedgerSettings => ({
      ownTransfers: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      receiptTokens: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      liquidityTokens: row.textOrNull() === 'carry' ? 'carry' : 'realize',
      deposits: row.textOrNull() === 'realize' ? 'realize' : 'carry',
    }),
  );
  return settings ?? defaultLedgerSettings;
}

/** The tables that hold a run's rows. */
const ledgerTables = [
  'ledger_balance',
  'ledger_total',
  'ledger_lot',
  'ledger_disposal',
  'ledger_issue',
  'ledger_cleared',
];

/** So many runs are deleted by one purge. */
export const purgedAtOnce = 200;

/**
 * Deletes what runs have written that were superseded for so long: a reader may still be at one that just was. Runs of the same wallets
 * go together. Answers how many runs they were; `purgedAtOnce`: there may be more.
 */
export async function purgeLedgerRuns(database: Database, olderThanMs: number): Promise<number> {
  const groups = await queryRows(
    database.pool,
    `SELECT to_json(wallet_ids), array_to_string(array_agg(id ORDER BY id), ',') FROM (
       SELECT id, wallet_ids FROM ledger_run
       WHERE superseded_at <= ${storedNow} - $1 * interval '1 millisecond' ORDER BY id LIMIT ${purgedAtOnce}) replaced
     GROUP BY wallet_ids`,
    [olderThanMs],
    (row) => ({ walletIds: row.text(), runIds: row.text().split(',') }),
  );
  for (const { walletIds, runIds } of groups) {
    await withTransaction(database.pool, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const table of ledgerTables) {
        await client.query(
          `DELETE FROM ${table} WHERE wallet_id IN (SELECT value::int FROM json_array_elements_text($2::json))
             AND run_id = ANY($1::bigint[])`,
          [runIds, walletIds],
        );
      }
      await client.query('DELETE FROM ledger_run WHERE id = ANY($1::bigint[])', [runIds]);
    });
  }
  return groups.reduce((sum, { runIds }) => sum + runIds.length, 0);
}
