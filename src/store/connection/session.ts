/**
 * What the connections to the database keep. A pooler in transaction mode (PgBouncer and its like) lends a server's session for
 * one transaction: what a session would remember beyond it (LISTEN, settings) is gone, or somebody else's.
 */
import pg from 'pg';

/** What was asked for at connect, by name; as PostgreSQL's view pg_settings writes it. */
export type SessionSettings = Readonly<Record<string, string>>;

export interface SessionFacts {
  /** Whether a connection keeps its session from one transaction to the next. */
  readonly isKept: boolean;
  /** Nothing can be written: a standby, or a database that is set so. */
  readonly isReadOnly: boolean;
  /** The rows of wallets lie on several nodes (Citus). */
  readonly isSpread: boolean;
  /** Settings that were asked for and are not in force, each as `name = value`. */
  readonly missingSettings: readonly string[];
}

/** What a pooler takes away, and what to do about it, in sentences for the log; none where it takes nothing. */
export function sessionWarnings({ isKept, isReadOnly, missingSettings }: SessionFacts): string[] {
  const lost =
    'the database is behind a pooler that keeps no sessions (pool_mode = transaction): changes by other processes are looked ' +
    'for every 5 s, not heard at once, and a request that is given up does not end its statement. Workers, API and ' +
    'migrations work all the same.';
  const commands = missingSettings.map((setting) => `ALTER ROLE CURRENT_USER SET ${setting};`).join(' ');
  const missing = `settings of the database's sessions did not pass the pooler. Set them for the role, and start again: ${commands}`;
  const readOnly =
    'the database is read-only (a standby): this process serves what is there and stores nothing. Changes are looked for every ' +
    '5 s, requests that change something are answered 503, the use of keys is counted by this process alone, and quotas are not.';
  return [
    ...(isReadOnly ? [readOnly] : []),
    ...(isKept ? [] : [lost]),
    ...(missingSettings.length === 0 ? [] : [missing]),
  ];
}

/** How the settings are asked for at connect. */
export const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** PgBouncer's words for startup parameters that it does not pass on: `options` among them, unless it is told to ignore it. */
export function isRefusedOption(error: unknown): boolean {
  return error instanceof Error && /unsupported (options )?startup parameter/.test(error.message);
}

/** A pooler that has no connection left lets a statement wait; then it is one that lends them. */
const probeTimeoutMs = 5_000;
const probeRounds = 3;

/** Looks at a connection of the pool, and behind a pooler at two more of its own. */
export async function inspectSession(
  pool: pg.Pool,
  connection: pg.ClientConfig,
  settings: SessionSettings,
): Promise<SessionFacts> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<[number, Record<string, string>, boolean, boolean]>({
      text: `SELECT pg_backend_pid(),
        (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY($1::text[])),
        current_setting('transaction_read_only') = 'on', EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`,
      values: [Object.keys(settings)],
      rowMode: 'array',
    });
    const [serverProcess = 0, inForce = {}, isReadOnly = false, isSpread = false] = rows[0] ?? [];
    // A pooler announces itself by a number of its own in the place of the server's process.
    const isDirect = 'processID' in client && client.processID === serverProcess;
    return {
      isKept: isDirect || (await isSessionKept(connection)),
      ...{ isReadOnly, isSpread },
      missingSettings: missingOf(settings, inForce),
    };
  } finally {
    client.release();
  }
}

/** Of a time-out, any but none will do: it may be set on the role. */
function missingOf(wanted: SessionSettings, inForce: Readonly<Record<string, string>>): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) =>
      name.endsWith('_timeout') ? inForce[name] === '0' && value !== '0' : inForce[name] !== value,
    )
    .map(([name, value]) => `${name} = ${value}`);
}

/**
 * Whether a connection has the same server process from one statement to the next while another one is inside a transaction. A
 * pooler that lends processes gives the second one what the first one has just let go of, or the first one another.
 */
async function isSessionKept(connection: pg.ClientConfig): Promise<boolean> {
  const clients = [0, 1].map(() => {
    const client = new pg.Client({ ...connection, query_timeout: probeTimeoutMs });
    client.on('error', () => {});
    return client;
  });
  const [one, other] = clients;
  if (one === undefined || other === undefined) return false;
  try {
    for (const client of clients) await client.connect();
    const first = await serverProcessOf(one);
    for (let round = 0; round < probeRounds; round += 1) {
      await other.query('BEGIN');
      if ((await serverProcessOf(other)) === first) return false;
      if ((await serverProcessOf(one)) !== first) return false;
      await other.query('COMMIT');
    }
    return true;
  } catch {
    // Too few connections for two at once: whatever lends them, no session is to be relied on.
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

async function serverProcessOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<[number]>({ text: 'SELECT pg_backend_pid()', rowMode: 'array' });
  return rows[0]?.[0] ?? 0;
}
