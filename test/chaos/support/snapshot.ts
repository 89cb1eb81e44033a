/** What is stored of all wallets at one moment, from one transaction: how far each is, and its rows. */
import { createHash } from 'node:crypto';
import pg from 'pg';

export interface SyncState {
  address: string;
  phase: string;
  isLoaded: boolean;
  syncedBlock: number | null;
  syncedHash: string | null;
  error: string | null;
  warnings: string[];
  leaseOwner: string | null;
  fence: number;
}

export interface StoredRow {
  address: string;
  block: number;
  text: string;
}

export interface Snapshot {
  sync: SyncState[];
  rows: StoredRow[];
  /** Of rows and counters. */
  hash: string;
}

/** A wallet that follows its chain's cursor claims to be stored up to that. */
const syncQuery = `SELECT address, phase::text, loaded_at IS NOT NULL AS is_loaded,
  coalesce(cursor.block_number, synced_block) AS synced_block, coalesce(cursor.block_hash, synced_hash) AS synced_hash,
  coalesce(sync.error, cursor.error) AS error, warnings, lease_owner, fence
  FROM sync JOIN wallet ON wallet.id = wallet_id
  LEFT JOIN chain_cursor cursor ON sync.follows AND cursor.chain_id = sync.chain_id ORDER BY address`;
const rowQueries = ['transaction', 'transfer'].map(
  (table) =>
    `SELECT address AS wallet, block_number, to_jsonb(row) - 'wallet_id' AS content
     FROM ${table} AS row JOIN wallet ON wallet.id = wallet_id ORDER BY address, position`,
);
const counterQuery = `SELECT address AS wallet, to_jsonb(row) - 'wallet_id' AS content
  FROM counter AS row JOIN wallet ON wallet.id = wallet_id ORDER BY address, chain_id`;

interface RawRow {
  wallet: string;
  block_number: number;
  content: unknown;
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readSyncStates(client: pg.Client): Promise<SyncState[]> {
  return (await client.query<Record<string, unknown>>(syncQuery)).rows.map(readSync);
}

/** How far each wallet is, for those who wait: what is stored of it takes a hundred times longer to read. */
export const takeSyncStates = (databaseUrl: string): Promise<SyncState[]> =>
  withClient(databaseUrl, readSyncStates);

/** Throws while the database cannot be reached. */
export const takeSnapshot = (databaseUrl: string): Promise<Snapshot> =>
  withClient(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const sync = await readSyncStates(client);
    const hash = createHash('sha256');
    const rows: StoredRow[] = [];
    for (const query of rowQueries) {
      const result = await client.query<RawRow>(query);
      for (const row of result.rows) {
        const text = JSON.stringify(row.content);
        hash.update(row.wallet).update(text);
        rows.push({ address: row.wallet, block: Number(row.block_number), text });
      }
    }
    const counters = await client.query<RawRow>(counterQuery);
    for (const row of counters.rows) hash.update(row.wallet).update(JSON.stringify(row.content));
    return { sync, rows, hash: hash.digest('hex') };
  });

function readSync(row: Record<string, unknown>): SyncState {
  const text = (value: unknown): string | null => (value === null ? null : String(value));
  return {
    address: String(row.address),
    phase: String(row.phase),
    isLoaded: row.is_loaded === true,
    syncedBlock: row.synced_block === null ? null : Number(row.synced_block),
    syncedHash: text(row.synced_hash),
    error: text(row.error),
    warnings: Array.isArray(row.warnings) ? row.warnings.map(String) : [],
    leaseOwner: text(row.lease_owner),
    fence: Number(row.fence),
  };
}

/** What a wallet that says it is loaded lacks or has too much, up to the block it stands at; null when nothing. */
export function partialData(snapshot: Snapshot, truth: Snapshot): string | null {
  for (const { address, isLoaded, syncedBlock } of snapshot.sync) {
    if (!isLoaded) continue;
    const upTo = syncedBlock ?? -1;
    const own = (rows: readonly StoredRow[]): string[] =>
      rows.filter((row) => row.address === address && row.block <= upTo).map(({ text }) => text);
    const [stored, wanted] = [own(snapshot.rows), own(truth.rows)];
    if (JSON.stringify(stored) === JSON.stringify(wanted)) continue;
    const missing = wanted.filter((text) => !stored.includes(text));
    const added = stored.filter((text) => !wanted.includes(text));
    return `${address} is loaded to block ${upTo} with ${stored.length} rows instead of ${wanted.length}; missing: ${missing[0]}; too much: ${added[0]}`;
  }
  return null;
}

/** Polls until the answer is not undefined; the last error or state is in the message when the time is over. */
export async function pollFor<T>(
  what: string,
  timeoutMs: number,
  look: () => Promise<T | undefined>,
  describe: () => unknown = () => '',
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await look();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms. ${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Waits until every wallet stands loaded at the block with that hash; answers the snapshot. */
export async function waitUntilSynced(
  databaseUrl: string,
  head: { number: number; hash: string },
  timeoutMs: number,
): Promise<Snapshot> {
  let last = '';
  const areThere = (sync: readonly SyncState[]): boolean =>
    sync.every(
      ({ isLoaded, syncedBlock, syncedHash }) =>
        isLoaded && syncedBlock === head.number && syncedHash === head.hash,
    );
  return pollFor(
    `all wallets at block ${head.number}`,
    timeoutMs,
    async () => {
      const sync = await takeSyncStates(databaseUrl).catch(() => null);
      last = JSON.stringify(sync?.map(({ warnings: _, ...state }) => state));
      if (sync === null || !areThere(sync)) return undefined;
      const snapshot = await takeSnapshot(databaseUrl).catch(() => null);
      return snapshot !== null && areThere(snapshot.sync) ? snapshot : undefined;
    },
    () => last,
  );
}
