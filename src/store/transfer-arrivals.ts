/**
 * In which order transfers were stored, which is not the order of their positions: a chain that is added later, a
 * back-fill or a re-org stores older ones after newer ones. One row per commit that stored any.
 */
import type { Database } from './database.ts';
import { queryRows, type RowReader } from './sql.ts';

/** How long a subscription can be resumed. */
export const arrivalsKeptMs = 7 * 86_400_000;

/** The transfers of one commit: those of the chain from the first position to the last, both included. */
export interface Arrival {
  walletId: number;
  /** Rises with each commit; commits become visible in the order of their versions. */
  version: bigint;
  /** Of the wallet's arrival before it, whether it is still kept or not; 0 before the first. */
  previousVersion: bigint;
  chainId: number;
  firstPosition: string;
  lastPosition: string;
}

type Queryable = Parameters<typeof queryRows>[0];

/**
 * Says that transfers were stored. Call it in the transaction that stores them, after `noteWalletChange`: that one holds the
 * wallet's counter until the commit, so that nobody can come in between with a higher version.
 */
export async function noteArrivals(
  client: Queryable,
  at: { walletId: number; chainId: number },
  transfers: readonly { position: string }[],
): Promise<void> {
  const [head, ...tail] = transfers;
  if (head === undefined) return;
  let [first, last] = [head.position, head.position];
  for (const { position } of tail) {
    if (position < first) first = position;
    if (position > last) last = position;
  }
  await client.query(
    `INSERT INTO transfer_arrival (wallet_id, version, previous_version, chain_id, first_position, last_position, at)
     SELECT wallet_id, version,
       coalesce((SELECT max(version) FROM transfer_arrival WHERE transfer_arrival.wallet_id = $1), 0),
       $2, $3, $4, clock_timestamp()
     FROM ledger_input WHERE ledger_input.wallet_id = $1`,
    [at.walletId, at.chainId, first, last],
  );
}

const arrivalColumns =
  'arrival.wallet_id, arrival.version, arrival.previous_version, arrival.chain_id, arrival.first_position, arrival.last_position';

const readArrival = (row: RowReader): Arrival => ({
  walletId: row.integer(),
  version: row.bigint(),
  previousVersion: row.bigint(),
  chainId: row.integer(),
  firstPosition: row.text(),
  lastPosition: row.text(),
});

/** Of the first arrivals of wallets after the given versions, the one that was stored first; null: there is none. */
export async function nextArrival(
  database: Database,
  after: ReadonlyMap<number, bigint>,
): Promise<Arrival | null> {
  const [arrival] = await queryRows(
    database.pool,
    `SELECT ${arrivalColumns} FROM unnest($1::int[], $2::bigint[]) sent (wallet_id, version)
     CROSS JOIN LATERAL (
       SELECT * FROM transfer_arrival WHERE transfer_arrival.wallet_id = sent.wallet_id
         AND transfer_arrival.version > sent.version ORDER BY transfer_arrival.version LIMIT 1) arrival
     ORDER BY arrival.at, arrival.wallet_id LIMIT 1`,
    [[...after.keys()], [...after.values()]],
    readArrival,
  );
  return arrival ?? null;
}

/** The version of each wallet's last arrival; 0 for those that have none. */
export async function lastArrivals(
  database: Database,
  walletIds: readonly number[],
): Promise<Map<number, bigint>> {
  const rows = await queryRows(
    database.pool,
    `SELECT wanted.wallet_id, coalesce((SELECT max(version) FROM transfer_arrival
       WHERE transfer_arrival.wallet_id = wanted.wallet_id), 0)
     FROM unnest($1::int[]) wanted (wallet_id)`,
    [walletIds],
    (row) => [row.integer(), row.bigint()] as const,
  );
  return new Map(rows);
}

/**
 * Deletes the arrivals of before a moment, but the last of each wallet: by it a reader sees that it has missed some.
 * Answers how many.
 */
export async function pruneArrivals(database: Database, olderThan: Date): Promise<number> {
  const { rowCount } = await database.pool.query(
    `DELETE FROM transfer_arrival old WHERE at < $1 AND EXISTS (
       SELECT 1 FROM transfer_arrival newer WHERE newer.wallet_id = old.wallet_id AND newer.version > old.version)`,
    [olderThan],
  );
  return rowCount ?? 0;
}
