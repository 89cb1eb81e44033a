/**
 * Spreads the tables over the nodes of a Citus cluster. All rows of a wallet lie on one node. Look-ups that every wallet refers to
 * lie on each node. What only the coordinator reads stays where it is. The queries are the same as on one server.
 */
import pg from 'pg';
import { errorText, isErrorCode, PermanentError } from '../../errors.ts';
import { chainTables, runTables } from './wallet-tables.ts';

/** Distributed by wallet_id; the first is what the others lie beside. */
export const walletTables = [
  ...chainTables,
  ...runTables,
  // What says that there is something new lies with it: one node commits both.
  'ledger_wallet',
  'ledger_input',
  'ledger_change',
  'transfer_arrival',
  'wallet_event',
  'client_event',
  'client_log',
] as const;

/** Copied to every node; a table comes after those that it refers to. */
export const referenceTables = [
  'blockchain',
  'asset',
  'token',
  'nft_collection',
  'nft',
  'contract_label',
  'ens_name',
  'contract_name',
] as const;

/** Clients, keys, the loading of wallets, prices, images and the list of ledger runs: on the coordinator alone. */
export const localTables = [
  'client',
  'api_key',
  'key_usage',
  'key_usage_day',
  'member',
  'member_session',
  'sign_in_link',
  'sign_in_nonce',
  'passkey',
  'audit_entry',
  'registration',
  'custom_label',
  'webhook_endpoint',
  'webhook_lane',
  'webhook_attempt',
  'correction',
  'setting',
  'job_lease',
  'wallet',
  'sync',
  'chain_cursor',
  'explorer_usage',
  'price',
  'fiat_rate',
  'current_price',
  'wanted_price',
  'pricing_queue',
  'token_market',
  'image',
  'unread_metadata',
  'price_version',
  'price_change',
  'ledger_run',
  'ledger_year',
  'ledger_snapshot',
] as const;

export interface Distribution {
  /** What this call changed; empty when everything was in place. */
  distributed: string[];
  referenced: string[];
}

/** Any fixed number; one process distributes at a time. */
const distributionLock = 7_236_501_945;

/**
 * Distributes what is not distributed yet; rows that are stored move along. To be called on the coordinator, with the schema up to
 * date and no service running: the tables are locked while their rows move.
 * PermanentError: the server has no Citus, or refuses.
 */
export async function distributeDatabase(url: string): Promise<Distribution> {
  const [lock, client] = [connection(url), connection(url)];
  try {
    await lock.connect();
    await client.connect();
    await holdLock(lock);
    await requireCitus(client);
    return await distributeTables(client);
  } catch (cause) {
    if (cause instanceof PermanentError) throw cause;
    throw new PermanentError(`The tables were not all distributed: ${errorText(cause)}. Run it again.`, {
      cause,
    });
  } finally {
    for (const open of [client, lock]) await open.end().catch(() => {});
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  return client;
}

/** Begins a transaction that holds the lock until its connection ends: a session's lock would stay behind on a pooler's connection. */
async function holdLock(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  await client.query('SELECT pg_advisory_xact_lock($1)', [distributionLock]);
}

async function requireCitus(client: pg.Client): Promise<void> {
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS citus');
  } catch (cause) {
    const isMissing = isErrorCode(cause, '0A000') || isErrorCode(cause, '58P01');
    const what = isMissing
      ? 'The Citus extension is not installed on this server: install Citus 12 or newer on every node'
      : `The Citus extension cannot be set up: ${errorText(cause)}. Check that it is installed on every node`;
    throw new PermanentError(
      `${what}, name it first in shared_preload_libraries, restart, and run this on the coordinator. Nothing was changed.`,
      { cause },
    );
  }
}

async function distributeTables(client: pg.Client): Promise<Distribution> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')",
  );
  const done = new Set(rows.map(({ name }) => name));
  const change: Distribution = { distributed: [], referenced: [] };
  // First, so that wherever a wallet's rows go, what they refer to is there.
  for (const table of referenceTables) {
    if (done.has(table)) continue;
    await client.query('SELECT create_reference_table($1)', [table]);
    change.referenced.push(table);
  }
  const [first] = walletTables;
  for (const table of walletTables) {
    if (done.has(table)) continue;
    const beside = table === first ? 'none' : first;
    await client.query("SELECT create_distributed_table($1, 'wallet_id', colocate_with => $2)", [
      table,
      beside,
    ]);
    change.distributed.push(table);
  }
  return change;
}
