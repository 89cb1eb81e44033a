/**
 * Lanes: how far the events of one wallet are sent to one endpoint. They are made and ended here, and moved by clients. Who sends
 * leases them (lane-leases.ts).
 */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { isSpread } from '../cluster/wallet-statements.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryCount, queryRows } from '../connection/sql.ts';
import { type FigureOf, figuresOf, type Told, toldSoFar } from '../history/events/told-so-far.ts';

export type Queryable = Pick<pg.Pool, 'query'>;

const laneColumns = 'wallet_id, client_id, cursor, told_before, previous';
/** A lane begins where its wallet stands. */
const beginningOf = (registration: string, told: FigureOf): string => {
  const last = `coalesce(${told(registration)}, 0)`;
  const own = ['wallet_id', 'client_id'].map((column) => `${registration}.${column}`);
  return [...own, last, `${registration}.told_before`, `${last} - ${registration}.told_before`].join(', ');
};

/**
 * Wallets that were registered get a lane of each endpoint for all wallets, from now on. In the registration's transaction.
 *
 * @param told how much the client was told of them when they were registered
 */
export async function openWalletLanes(
  client: Queryable,
  { clientId, walletIds, told }: { clientId: number; walletIds: readonly number[]; told: FigureOf },
): Promise<void> {
  if (walletIds.length === 0) return;
  await client.query(
    `INSERT INTO webhook_lane (endpoint_id, ${laneColumns})
     SELECT endpoint.id, ${beginningOf('registration', told)} FROM webhook_endpoint endpoint
     JOIN registration ON registration.client_id = endpoint.client_id AND registration.wallet_id = ANY($2::int[])
     WHERE endpoint.client_id = $1 AND endpoint.all_wallets
     ORDER BY endpoint.id, registration.wallet_id ON CONFLICT DO NOTHING`,
    [clientId, walletIds],
  );
}

/** The client does not read these wallets any more. In the transaction that says so; a deleted registration takes its lanes along. */
export async function endWalletLanes(
  client: Queryable,
  clientId: number,
  walletIds: readonly number[],
): Promise<void> {
  await client.query('DELETE FROM webhook_lane WHERE client_id = $1 AND wallet_id = ANY($2::int[])', [
    clientId,
    walletIds,
  ]);
}

/**
 * Makes the lanes of an endpoint those of all the client's wallets, or of some; lanes that are there stay as they are.
 * In the transaction that writes the endpoint. Answers the addresses that are not the client's: then nothing may be committed.
 */
export async function setLanes(
  client: Queryable,
  {
    endpointId,
    clientId,
    wallets,
  }: { endpointId: number; clientId: number; wallets: readonly Address[] | null },
): Promise<Address[]> {
  const chosen = await queryRows(
    client,
    `SELECT wallet.id, wallet.address FROM registration JOIN wallet ON wallet.id = registration.wallet_id
     WHERE registration.client_id = $1 AND NOT is_own_only AND ($2::text[] IS NULL OR wallet.address = ANY($2::text[]))
     ORDER BY wallet.id FOR SHARE OF registration`,
    [clientId, wallets],
    (row) => ({ id: row.integer(), address: hexOf(row.text()) }),
  );
  const walletIds = chosen.map(({ id }) => id);
  await client.query('DELETE FROM webhook_lane WHERE endpoint_id = $1 AND NOT wallet_id = ANY($2::int[])', [
    endpointId,
    walletIds,
  ]);
  const told = await toldSoFar(client, () => walletIds.map((walletId) => ({ walletId, clientId })));
  await client.query(
    `INSERT INTO webhook_lane (endpoint_id, ${laneColumns})
     SELECT $1, ${beginningOf('registration', told)} FROM registration WHERE client_id = $3 AND wallet_id = ANY($2::int[])
     ORDER BY wallet_id ON CONFLICT DO NOTHING`,
    [endpointId, walletIds, clientId],
  );
  const found = new Set(chosen.map(({ address }) => address));
  return (wallets ?? []).filter((address) => !found.has(address));
}

/** What a lane is after it was moved: nothing is under way, and whoever has it leased learns that it was. */
const movedLane = `pending_sequence = NULL, pending_id = NULL, pending_type = NULL, pending_body = NULL, attempts = 0,
  retry_at = NULL, paused_at = NULL, last_status = NULL, last_error = NULL, moves = lane.moves + 1`;

/** Where a replay begins: behind an event's number, or at a moment. */
export type ReplayStart = { after: bigint } | { at: Date };

/** The place before the first event of a lane's wallet, or of its client's own, that was stored at a moment or later; null: there is none. */
function firstPlaceSince(
  moment: string,
  { walletId, clientId }: { walletId: string; clientId: string },
): string {
  const own = `WHERE own.wallet_id = ${walletId} AND own.client_id = ${clientId}`;
  // What the client was told of its own before the event of the wallet's log (told-statement.ts).
  const ownBefore = `coalesce((SELECT own.told_to - own.behind - own.told_count FROM client_event own ${own} AND own.behind >= event.told_to
      ORDER BY own.behind, own.told_to LIMIT 1), (SELECT own.told FROM client_log own ${own}), 0)`;
  return `least(
    (SELECT event.told_to - event.told_count + ${ownBefore} FROM wallet_event event
     WHERE event.wallet_id = ${walletId} AND event.told_count > 0 AND event.at >= ${moment} ORDER BY event.told_to LIMIT 1),
    (SELECT own.told_to - own.told_count FROM client_event own ${own} AND own.at >= ${moment} ORDER BY own.told_to LIMIT 1))`;
}

/**
 * Moves lanes back (or on); `wallets` null: all of the endpoint. A number behind the last event is the last one; where the log no
 * longer has the events, the sender finds out and says so. Answers how many were moved.
 */
export async function moveLanes(
  client: Queryable,
  {
    endpointId,
    wallets,
    from,
  }: { endpointId: number; wallets: readonly Address[] | null; from: ReplayStart },
): Promise<number> {
  const chosen = `webhook_lane lane JOIN wallet ON wallet.id = lane.wallet_id
    WHERE lane.endpoint_id = $1 AND ($2::text[] IS NULL OR wallet.address = ANY($2::text[]))`;
  const lanes = isSpread(client) ? await readersOf(client, chosen, [endpointId, wallets]) : [];
  const told = await toldSoFar(client, () => lanes);
  const start = 'after' in from ? 'lane.told_before + $3::bigint' : await startAt(client, lanes, from.at);
  const { rowCount } = await client.query(
    `UPDATE webhook_lane lane SET cursor = start.cursor, previous = start.cursor - lane.told_before, ${movedLane}
     FROM (
       SELECT lane.wallet_id, greatest(least(coalesce(${start}, told.last), told.last), lane.told_before) AS cursor
       FROM (SELECT lane.* FROM ${chosen}) lane CROSS JOIN LATERAL (SELECT coalesce(${told('lane')}, 0) AS last) told) start
     WHERE lane.endpoint_id = $1 AND lane.wallet_id = start.wallet_id`,
    [endpointId, wallets, 'after' in from ? from.after : from.at],
  );
  return rowCount ?? 0;
}

/** Whose lanes they are. `chosen`: what follows FROM. */
const readersOf = (client: Queryable, chosen: string, values: unknown[]): Promise<Told[]> =>
  queryRows(client, `SELECT lane.wallet_id, lane.client_id FROM ${chosen}`, values, (row) => ({
    ...{ walletId: row.integer(), clientId: row.integer() },
  }));

/** SQL of the place before the first event of a lane since a moment ($3); where wallets lie on several nodes it is read before. */
async function startAt(client: Queryable, lanes: readonly Told[], at: Date): Promise<string> {
  const ofLane = { walletId: 'lane.wallet_id', clientId: 'lane.client_id' };
  if (!isSpread(client)) return firstPlaceSince('$3::timestamptz', ofLane);
  const first = firstPlaceSince('$3::timestamptz', { walletId: '$1::int', clientId: '$2::int' });
  const known: (Told & { figure: bigint })[] = [];
  for (const lane of lanes) {
    const [figure] = await queryRows(client, `SELECT ${first}`, [lane.walletId, lane.clientId, at], (row) =>
      row.bigintOrNull(),
    );
    if (figure !== null && figure !== undefined) known.push({ ...lane, figure });
  }
  // The statement has the parameter whatever comes of it.
  return `CASE WHEN $3::timestamptz IS NOT NULL THEN ${figuresOf(known)('lane')} END`;
}

/** An event that was given up by the client. */
export interface SkippedEvent {
  id: string;
  type: string;
  sequence: bigint;
}

/** Moves a lane past the event that does not arrive; null: none has failed. */
export async function skipEvent(
  client: Queryable,
  { endpointId, wallet }: { endpointId: number; wallet: Address },
): Promise<SkippedEvent | null> {
  const [skipped] = await queryRows(
    client,
    `WITH former AS (
       SELECT lane.* FROM webhook_lane lane JOIN wallet ON wallet.id = lane.wallet_id
       WHERE lane.endpoint_id = $1 AND wallet.address = $2 AND lane.attempts > 0 AND lane.pending_sequence IS NOT NULL FOR UPDATE OF lane)
     UPDATE webhook_lane lane SET cursor = former.pending_sequence + lane.told_before, previous = former.pending_sequence, ${movedLane}
     FROM former WHERE lane.endpoint_id = former.endpoint_id AND lane.wallet_id = former.wallet_id
     RETURNING former.pending_id, former.pending_type, former.pending_sequence`,
    [endpointId, wallet],
    (row) => ({ id: row.text(), type: row.text(), sequence: row.bigint() }),
  );
  return skipped ?? null;
}

/** All that waits or is paused is tried again at once, from its first attempt on. */
export async function resumeLanes(client: Queryable, endpointId: number): Promise<void> {
  await client.query(
    `UPDATE webhook_lane SET attempts = 0, retry_at = NULL, paused_at = NULL
     WHERE endpoint_id = $1 AND (attempts > 0 OR retry_at IS NOT NULL OR paused_at IS NOT NULL)`,
    [endpointId],
  );
}

/** A lane as clients see it. */
export interface LaneRow {
  wallet: Address;
  walletId: number;
  /** The number of the last event that is dealt with. */
  cursor: bigint;
  /** The number of the wallet's last event. */
  last: bigint;
  pendingId: string | null;
  pendingType: string | null;
  attempts: number;
  /** Unix seconds, as all times here. */
  retryAt: number | null;
  pausedAt: number | null;
  delivered: bigint;
  deliveredAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
}

/** A time as unix seconds. */
export const secondsOf = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`;

/** A page of an endpoint's lanes: those that are paused first, then those that wait, then by wallet. */
export async function listLanes(
  client: Queryable,
  { endpointId, offset, limit }: { endpointId: number; offset: number; limit: number },
): Promise<LaneRow[]> {
  const page = `webhook_lane lane JOIN wallet ON wallet.id = lane.wallet_id WHERE lane.endpoint_id = $1
    ORDER BY lane.paused_at IS NULL, lane.attempts = 0, lane.wallet_id LIMIT $2 OFFSET $3`;
  const values = [endpointId, limit, offset];
  const told = await toldSoFar(client, () => readersOf(client, page, values));
  return queryRows(
    client,
    // A lane that has come into the page meanwhile was told at least as much as it is past.
    `SELECT wallet.address, lane.wallet_id, lane.cursor - lane.told_before,
       greatest(${told('lane')}, lane.cursor) - lane.told_before, lane.pending_id, lane.pending_type, lane.attempts,
       ${secondsOf('lane.retry_at')}, ${secondsOf('lane.paused_at')}, lane.delivered, ${secondsOf('lane.delivered_at')}, lane.last_status, lane.last_error FROM ${page}`,
    values,
    (row) => ({
      wallet: hexOf(row.text()),
      walletId: row.integer(),
      cursor: row.bigint(),
      last: row.bigint(),
      pendingId: row.textOrNull(),
      pendingType: row.textOrNull(),
      attempts: row.integer(),
      retryAt: row.integerOrNull(),
      pausedAt: row.integerOrNull(),
      delivered: row.bigint(),
      deliveredAt: row.integerOrNull(),
      lastStatus: row.integerOrNull(),
      lastError: row.textOrNull(),
    }),
  );
}

export const countLanes = (client: Queryable, endpointId: number): Promise<number> =>
  queryCount(client, 'SELECT count(*) FROM webhook_lane WHERE endpoint_id = $1', [endpointId]);
