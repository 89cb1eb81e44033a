/**
 * Sending's side of lanes: which are due, who has one leased, and how far it came. Every lease raises the lane's fence; whoever
 * holds an older one can write nothing. A client that moves a lane raises `moves`; then whoever has it leased writes nothing either,
 * but gives it back. Times are the database's.
 */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type RowReader, withTransaction } from '../connection/sql.ts';
import { type FigureOf, toldSoFar } from '../history/events/told-so-far.ts';
import { readSealed, sealedColumns } from './endpoint-reads.ts';
import type { Queryable } from './webhook-lanes.ts';

/** So many lanes of an endpoint are sent at once, by all processes together. */
export const lanesAtOnce = 8;
/** Any fixed number; one process leases at a time, so that the limit holds for all. */
const leasingLock = 7_236_501_947;

/** An event as its first attempt sent it. Each further one sends the same text. */
export interface PendingEvent {
  sequence: bigint;
  id: string;
  type: string;
  body: string;
}

/** What a sender has to know of the endpoint. */
export interface LaneTarget {
  endpointId: number;
  clientId: number;
  url: string;
  /** Empty: the usual ones. */
  types: readonly string[];
  /** Empty: all. */
  chainIds: readonly number[];
  tokens: readonly string[];
  /** US dollars; null: all. */
  minValue: string | null;
  /** Sealed; the newest first. */
  secrets: readonly Uint8Array[];
  version: number;
}

export interface LaneLease {
  walletId: number;
  wallet: Address;
  target: LaneTarget;
  /** The number of the last event that is dealt with, by the client's numbers as all here. */
  cursor: bigint;
  /** Of the event before in this lane, or where it began. */
  previous: bigint;
  pending: PendingEvent | null;
  /** Of the pending event: how many attempts have failed. */
  attempts: number;
  owner: string;
  fence: bigint;
  moves: number;
}

/** SQL: nobody has the lane leased. */
export const isFree = '(lane.lease_until IS NULL OR lane.lease_until < clock_timestamp())';
/**
 * There is something to send, or whoever had it leased died before giving it back; and nothing speaks against sending now. A lane
 * that was abandoned with nothing left would be looked at in each search for ever: it is taken once more, and given back.
 */
const isDue = (
  told: FigureOf,
): string => `${isFree} AND lane.paused_at IS NULL AND (lane.retry_at IS NULL OR lane.retry_at <= clock_timestamp())
  AND endpoint.disabled_reason IS NULL AND (lane.pending_sequence IS NOT NULL OR lane.lease_until IS NOT NULL OR lane.cursor < coalesce(${told('lane')}, 0))`;

const isHeld = 'lane.endpoint_id = $1 AND lane.wallet_id = $2 AND lane.fence = $3 AND lane.lease_owner = $4';
const heldBy = ({ target, walletId, fence, owner }: LaneLease): unknown[] => [
  ...[target.endpointId, walletId, fence, owner],
];

export const targetColumns = `endpoint.id, endpoint.client_id, endpoint.url, array_to_string(endpoint.types, ','),
  array_to_string(endpoint.chain_ids, ','), array_to_string(endpoint.tokens, ','), endpoint.min_value,
  ${sealedColumns}, endpoint.version`;

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','));

export function readTarget(row: RowReader): LaneTarget {
  return {
    endpointId: row.integer(),
    clientId: row.integer(),
    url: row.text(),
    types: listOf(row.text()),
    chainIds: listOf(row.text()).map(Number),
    ...{ tokens: listOf(row.text()), minValue: row.textOrNull() },
    secrets: readSealed(row),
    version: row.integer(),
  };
}

function readLease(row: RowReader, owner: string): LaneLease {
  const target = readTarget(row);
  const [walletId, wallet] = [row.integer(), hexOf(row.text())];
  const [cursor, previous] = [row.bigint(), row.bigint()];
  const [sequence, id, type, body] = [
    ...[row.bigintOrNull()],
    ...[row.textOrNull(), row.textOrNull(), row.textOrNull()],
  ] as const;
  return {
    ...{ target, walletId, wallet, cursor, previous, owner },
    pending:
      sequence === null || id === null || type === null || body === null
        ? null
        : { sequence, id, type, body },
    ...{ attempts: row.integer(), fence: row.bigint(), moves: row.integer() },
  };
}

export interface LeaseLanes {
  owner: string;
  leaseMs: number;
  /** Wallets whose events may have gone on; lanes whose retry or abandoned lease is due are looked for, too. */
  walletIds: readonly number[];
  limit: number;
}

/** What may be due. $1: wallets. */
const candidates = `SELECT endpoint_id, wallet_id FROM webhook_lane WHERE wallet_id = ANY($1::int[])
  UNION SELECT endpoint_id, wallet_id FROM webhook_lane WHERE retry_at <= clock_timestamp()
  UNION SELECT endpoint_id, wallet_id FROM webhook_lane WHERE lease_until < clock_timestamp()`;

/**
 * Takes lanes that are due: of the client with the fewest under way first, so that nobody's many or slow receivers keep another's
 * waiting; of a client one of each endpoint before a second, those that have waited longest first. `left`: how many more are due than
 * were taken.
 */
export async function leaseLanes(
  database: Database,
  { owner, leaseMs, walletIds, limit }: LeaseLanes,
): Promise<{ leases: LaneLease[]; left: number }> {
  return withTransaction(database.pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [leasingLock]);
    const told = await toldSoFar(client, () =>
      queryRows(
        client,
        `SELECT DISTINCT wallet_id, client_id FROM (${candidates}) candidate JOIN webhook_lane USING (endpoint_id, wallet_id)`,
        [walletIds],
        (row) => ({ walletId: row.integer(), clientId: row.integer() }),
      ),
    );
    const due = await queryRows(
      client,
      `WITH candidate AS (${candidates}),
       busy AS (
         SELECT endpoint_id, client_id, count(*) AS lanes FROM webhook_lane WHERE lease_until >= clock_timestamp()
         GROUP BY endpoint_id, client_id),
       due AS (
         SELECT lane.endpoint_id, lane.client_id, lane.wallet_id, lane.leased_at,
           row_number() OVER (PARTITION BY lane.endpoint_id ORDER BY lane.leased_at NULLS FIRST, lane.wallet_id) AS place
         FROM candidate JOIN webhook_lane lane USING (endpoint_id, wallet_id)
         JOIN webhook_endpoint endpoint ON endpoint.id = lane.endpoint_id WHERE ${isDue(told)}),
       possible AS (
         SELECT due.*, place + coalesce(busy.lanes, 0) <= ${lanesAtOnce} AS may_begin
         FROM due LEFT JOIN busy ON busy.endpoint_id = due.endpoint_id),
       ranked AS (
         SELECT *, row_number() OVER (PARTITION BY client_id ORDER BY may_begin DESC, place, leased_at NULLS FIRST) AS own_place
         FROM possible)
       SELECT endpoint_id, wallet_id, may_begin
       FROM ranked LEFT JOIN (SELECT client_id, sum(lanes) AS lanes FROM busy GROUP BY client_id) under_way USING (client_id)
       ORDER BY may_begin DESC, own_place + coalesce(under_way.lanes, 0), leased_at NULLS FIRST LIMIT $2`,
      [walletIds, limit + 1],
      (row) => ({ endpointId: row.integer(), walletId: row.integer(), mayBegin: row.boolean() }),
    );
    const chosen = due.filter(({ mayBegin }) => mayBegin).slice(0, limit);
    const left = due.length - chosen.length;
    if (chosen.length === 0) return { leases: [], left };
    const leases = await queryRows(
      client,
      `WITH chosen AS (
         SELECT lane.endpoint_id, lane.wallet_id FROM unnest($1::int[], $2::int[]) wanted (endpoint_id, wallet_id)
         JOIN webhook_lane lane USING (endpoint_id, wallet_id) WHERE ${isFree} FOR UPDATE OF lane SKIP LOCKED)
       UPDATE webhook_lane lane SET lease_owner = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond',
         leased_at = clock_timestamp(), fence = lane.fence + 1, retry_at = NULL
       FROM chosen, webhook_endpoint endpoint, wallet
       WHERE lane.endpoint_id = chosen.endpoint_id AND lane.wallet_id = chosen.wallet_id AND endpoint.id = lane.endpoint_id
         AND wallet.id = lane.wallet_id
       RETURNING ${targetColumns}, lane.wallet_id, wallet.address, lane.cursor - lane.told_before, lane.previous, lane.pending_sequence, lane.pending_id,
         lane.pending_type, lane.pending_body, lane.attempts, lane.fence, lane.moves`,
      [chosen.map(({ endpointId }) => endpointId), chosen.map(({ walletId }) => walletId), owner, leaseMs],
      (row) => readLease(row, owner),
    );
    return { leases, left: left + chosen.length - leases.length };
  });
}

/** What a write of the sender found. `isCurrent`: the endpoint is as it was when the lane was leased. */
export type Written = { isCurrent: boolean } | null;

/** Where a lane stands, and what is to be sent next: kept before it is sent, so that each attempt sends the same. */
export interface LaneStep {
  cursor: bigint;
  previous: bigint;
  pending: PendingEvent | null;
  /** Whether the event that was under way has arrived. */
  isDelivered: boolean;
}

/**
 * Writes how far a lane has come, and holds the lease for longer. null: the lane is not this sender's any more, or a client has
 * moved it.
 */
export async function stepLane(
  database: Database,
  lease: LaneLease,
  { cursor, previous, pending, isDelivered }: LaneStep,
  leaseMs: number,
): Promise<Written> {
  const [written] = await queryRows(
    database.pool,
    `UPDATE webhook_lane lane SET cursor = $6::bigint + lane.told_before, previous = $7, pending_sequence = $8, pending_id = $9, pending_type = $10,
       pending_body = $11, attempts = CASE WHEN $12 THEN 0 ELSE lane.attempts END, delivered = lane.delivered + $12::boolean::int,
       delivered_at = CASE WHEN $12 THEN clock_timestamp() ELSE lane.delivered_at END,
       last_status = CASE WHEN $12 THEN NULL ELSE lane.last_status END,
       last_error = CASE WHEN $12 THEN NULL ELSE lane.last_error END,
       lease_until = clock_timestamp() + $13 * interval '1 millisecond'
     FROM webhook_endpoint endpoint WHERE endpoint.id = lane.endpoint_id AND ${isHeld} AND lane.moves = $5
     RETURNING endpoint.disabled_reason IS NULL AND endpoint.version = $14`,
    [
      ...[...heldBy(lease), lease.moves, cursor, previous],
      ...[pending?.sequence ?? null, pending?.id ?? null, pending?.type ?? null, pending?.body ?? null],
      ...[isDelivered, leaseMs, lease.target.version],
    ],
    (row) => ({ isCurrent: row.boolean() }),
  );
  return written ?? null;
}

export interface LaneFailure {
  status: number | null;
  error: string;
  /** Until the next attempt; null: that was the last, and the lane pauses. */
  retryInMs: number | null;
}

/** Notes that an attempt has failed and gives the lane back; false when it is not this sender's any more, or was moved. */
export async function failLane(
  client: Queryable,
  lease: LaneLease,
  { status, error, retryInMs }: LaneFailure,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE webhook_lane lane SET attempts = lane.attempts + 1, last_status = $6, last_error = $7,
       retry_at = clock_timestamp() + $8 * interval '1 millisecond',
       paused_at = CASE WHEN $8::float8 IS NULL THEN clock_timestamp() END, lease_owner = NULL, lease_until = NULL
     WHERE ${isHeld} AND lane.moves = $5`,
    [...heldBy(lease), lease.moves, status, error, retryInMs],
  );
  return rowCount === 1;
}

/** Gives a lane back, to be looked at again after so many milliseconds (0: at once); false when it was lost. */
export async function releaseLane(client: Queryable, lease: LaneLease, retryInMs = 0): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE webhook_lane lane SET lease_owner = NULL, lease_until = NULL,
       retry_at = CASE WHEN $5 > 0 THEN clock_timestamp() + $5 * interval '1 millisecond' END WHERE ${isHeld}`,
    [...heldBy(lease), retryInMs],
  );
  return rowCount === 1;
}

/**
 * The log does not hold what comes next any more: goes on with the oldest event that it has, and says so. false when the lane was
 * lost or moved.
 */
export async function moveToOldest(
  database: Database,
  lease: LaneLease,
  { cursor, error }: { cursor: bigint; error: string },
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE webhook_lane lane SET cursor = $6::bigint + lane.told_before, previous = $6, last_status = NULL, last_error = $7
     WHERE ${isHeld} AND lane.moves = $5`,
    [...heldBy(lease), lease.moves, cursor, error],
  );
  return rowCount === 1;
}
