/**
 * A replica that pages are read from. It is asked only while it has everything that this process has promised (freshness.ts); else,
 * and while it is away, pages come from the primary.
 */
import { isDatabaseUnavailable, PermanentError } from '../../errors.ts';
import { markSpread } from '../cluster/wallet-statements.ts';
import type { Channel } from '../connection/channels.ts';
import { type Database, openDatabase } from '../connection/database.ts';
import { outsideRequests } from '../connection/request-scope.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import { ChosenPool, connectTelling } from './chosen-pool.ts';
import { createFreshness, type Freshness } from './freshness.ts';

export interface ReadReplica {
  /** For pages: the replica, or the primary where that is ahead of it. What it writes is the primary's. */
  readonly pages: Database;
  /** The primary for everything else that clients are told of: what is read or written there is promised. */
  readonly told: Database;
  /** How many connections were taken from each for pages. */
  readonly counts: { replica: number; primary: number };
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  primary: Database;
  url: string;
  maximumConnections?: number;
  onError?: (error: unknown) => void;
}

/** What other processes tell of: clients may see it as soon as it is heard. */
const heard: readonly Channel[] = ['wallet_changed', 'transfers_priced', 'labels_changed', 'lookups_changed'];

/** Throws PermanentError where the address is of no replica. */
export async function openReadReplica(options: ReadReplicaOptions): Promise<ReadReplica> {
  const { primary, url, maximumConnections, onError = () => {} } = options;
  let known: Freshness | null = null;
  const replica = await openDatabase({
    url,
    onError: (error) => known?.fail(error),
    ...(maximumConnections === undefined ? {} : { maximumConnections }),
  });
  const freshness = createFreshness({
    primaryPosition: async () => (await position(primary, 'pg_current_wal_insert_lsn()')) ?? 0n,
    replicaPosition: () => position(replica, 'pg_last_wal_replay_lsn()'),
    onFault: onError,
  });
  known = freshness;
  const stops: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const stop of stops) await stop();
    await replica.close();
  };
  try {
    await requireReplica(replica);
    for (const channel of heard) stops.push(await primary.listen(channel, () => freshness.promise()));
  } catch (error) {
    await close();
    throw error;
  }
  const counts = { replica: 0, primary: 0 };
  const told = new ChosenPool(() => connectTelling(primary.pool, freshness.promise));
  const pages = new ChosenPool(async () => {
    // Several requests wait for one check: it is nobody's own.
    if (await outsideRequests(freshness.isFresh)) {
      try {
        const client = await replica.pool.connect();
        counts.replica += 1;
        return client;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        freshness.fail(error);
      }
    }
    counts.primary += 1;
    return connectTelling(primary.pool, freshness.promise);
  });
  if (primary.session.isSpread) for (const pool of [told, pages]) markSpread(pool);
  return {
    pages: { ...primary, pool: pages },
    told: { ...primary, pool: told, transaction: (work) => withTransaction(told, work) },
    counts,
    close,
  };
}

/** A position in the log, in bytes. */
async function position(database: Database, expression: string): Promise<bigint | null> {
  const [found] = await queryRows(
    database.pool,
    `SELECT pg_wal_lsn_diff(${expression}, '0/0')::bigint`,
    [],
    (row) => row.bigintOrNull(),
  );
  return found ?? null;
}

async function requireReplica(replica: Database): Promise<void> {
  const [isReplica] = await queryRows(replica.pool, 'SELECT pg_is_in_recovery()', [], (row) => row.boolean());
  if (isReplica === true) return;
  throw new PermanentError(
    'DATABASE_READ_URL names a database that is no replica (pg_is_in_recovery() is false there): give the address of a standby ' +
      'of the one in DATABASE_URL, or unset it.',
  );
}
