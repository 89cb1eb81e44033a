/** How far loading and booking are behind, for metrics. */
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import { measureStaleLedgers } from '../ledger/search/stale-ledgers.ts';
import { isStale, standing, syncWithCursor } from './sync-rows.ts';

export interface ChainFigures {
  /** The chain's slug. */
  chain: string;
  /** As clients see it: STALE where FOLLOWING has fallen behind. */
  phase: string;
  /** Registered wallets in this phase. */
  wallets: number;
  /** Blocks between the head, as it was seen last, and the wallet that is furthest behind. */
  blocksBehind: number;
  /** How long ago the wallet that waits longest was to be looked at; what is being loaded does not wait. */
  overdueSeconds: number;
  /** How long ago the wallet that fell behind first last reached the head; 0 where none has. */
  staleSeconds: number;
}

export interface ServiceFigures {
  chains: ChainFigures[];
  /** Clients' wallets that are to be booked (anew), and the age of the oldest of their figures. */
  staleLedgers: { wallets: number; seconds: number };
  /** Wallets whose transfers are to be priced by now, and how long the first of them has waited. */
  duePricing: { wallets: number; seconds: number };
  /** Lanes of webhooks (an endpoint and a wallet): those that are tried again, and those where all attempts have failed. */
  lanes: { retrying: number; paused: number };
  /** By how much the database's clock is ahead of this process's. */
  clockAheadSeconds: number;
}

/** What waits beside the loading, and the database's clock. */
async function readQueues(
  database: Database,
): Promise<Pick<ServiceFigures, 'duePricing' | 'lanes' | 'clockAheadSeconds'>> {
  const askedAt = Date.now();
  const [queues] = await queryRows(
    database.pool,
    `SELECT round(extract(epoch FROM clock_timestamp()) * 1000), due.wallets, due.seconds, lanes.retrying, lanes.paused FROM
       (SELECT count(*) AS wallets, round(coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)) AS seconds
        FROM pricing_queue WHERE due_at <= clock_timestamp()) due,
       (SELECT count(*) FILTER (WHERE paused_at IS NULL) AS retrying, count(paused_at) AS paused
        FROM webhook_lane WHERE retry_at IS NOT NULL OR paused_at IS NOT NULL) lanes`,
    [],
    (row) => ({
      now: row.integer(),
      duePricing: { wallets: row.integer(), seconds: row.integer() },
      lanes: { retrying: row.integer(), paused: row.integer() },
    }),
  );
  if (queues === undefined) throw new Error('the database answered nothing');
  const { now, ...counted } = queues;
  // It looked at its clock somewhere between question and answer.
  const ahead = Math.max(now - Date.now(), 0) - Math.max(askedAt - now, 0);
  return { ...counted, clockAheadSeconds: ahead / 1000 };
}

export async function readFigures(database: Database): Promise<ServiceFigures> {
  const chains = await queryRows(
    database.pool,
    `SELECT blockchain.slug, CASE WHEN sync.phase = 'FOLLOWING' AND ${isStale} THEN 'STALE' ELSE sync.phase::text END, count(*),
       coalesce(max(greatest(${standing('head_block')} - coalesce(${standing('synced_block')}, from_block - 1), 0)), 0),
       round(greatest(coalesce(max(extract(epoch FROM ${storedNow} - next_run_at))
         FILTER (WHERE sync.lease_until IS NULL OR sync.lease_until <= ${storedNow}), 0), 0)),
       round(coalesce(max(CASE WHEN ${isStale} THEN greatest(extract(epoch FROM ${storedNow} - (${standing('head_reached_at')})), 0) END), 0))
     FROM ${syncWithCursor} JOIN wallet ON wallet.id = sync.wallet_id AND wallet.orphaned_at IS NULL
       JOIN blockchain ON blockchain.chain_id = sync.chain_id AND blockchain.enabled
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
    (row) => ({
      chain: row.text(),
      phase: row.text(),
      wallets: row.integer(),
      blocksBehind: row.integer(),
      overdueSeconds: row.integer(),
      staleSeconds: row.integer(),
    }),
  );
  return { chains, staleLedgers: await measureStaleLedgers(database), ...(await readQueues(database)) };
}

/** A chain as it is configured, and how far it is read for all wallets that follow it. */
export interface ChainStanding {
  chainId: number;
  isEnabled: boolean;
  disabledReason: string | null;
  /** null: nobody reads it for all (yet). */
  readBlock: number | null;
  headBlock: number | null;
  /** Unix seconds. */
  headReachedAt: number | null;
  /** Rounds that failed in a row. */
  failedReads: number;
}

/** All chains that the service knows, by id. */
export async function readChainStandings(database: Database): Promise<ChainStanding[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, enabled, disabled_reason, block_number, head_block, floor(extract(epoch FROM head_reached_at))::bigint, coalesce(attempts, 0)
     FROM blockchain LEFT JOIN chain_cursor USING (chain_id) ORDER BY chain_id`,
    [],
    (row) => ({
      chainId: row.integer(),
      isEnabled: row.boolean(),
      disabledReason: row.textOrNull(),
      readBlock: row.integerOrNull(),
      headBlock: row.integerOrNull(),
      headReachedAt: row.integerOrNull(),
      failedReads: row.integer(),
    }),
  );
}
