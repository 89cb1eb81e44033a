/** What there is to send: whether anybody is told anything, which wallets' lanes are behind, and when the next is due. */
import { isSpread } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';
import { readTold, toldSoFar } from '../history/events/told-so-far.ts';
import { isFree } from './lane-leases.ts';

/** Whether anybody wants to be told anything. */
export async function hasEndpoints(database: Database): Promise<boolean> {
  const [any] = await queryRows(
    database.pool,
    'SELECT EXISTS (SELECT FROM webhook_endpoint WHERE disabled_reason IS NULL OR test_id IS NOT NULL)',
    [],
    (row) => row.boolean(),
  );
  return any === true;
}

/** So many wallets that are behind are found at once. */
const mostBehind = 1_000;
/** Lanes that nobody sends or has put off. */
const waitingLanes = `webhook_lane lane JOIN webhook_endpoint endpoint ON endpoint.id = lane.endpoint_id
  AND lane.retry_at IS NULL AND lane.paused_at IS NULL AND endpoint.disabled_reason IS NULL AND ${isFree}`;

/** Wallets with a lane that is behind and that nobody sends or has put off: where notifications were missed. At most 1,000. */
export async function findWalletsBehind(database: Database): Promise<number[]> {
  if (isSpread(database.pool)) return findBehindApart(database);
  const told = await toldSoFar(database.pool, () => []);
  return queryRows(
    database.pool,
    `SELECT DISTINCT wallet_id FROM registration WHERE EXISTS (
       SELECT FROM ${waitingLanes} WHERE lane.wallet_id = registration.wallet_id AND lane.client_id = registration.client_id
         AND lane.cursor < ${told('registration')}) LIMIT ${mostBehind}`,
    [],
    (row) => row.integer(),
  );
}

/** The same where the logs lie on other nodes than the lanes, by pages of those who have lanes. */
async function findBehindApart(database: Database): Promise<number[]> {
  const behind = new Set<number>();
  let after = { walletId: 0, clientId: 0 };
  while (behind.size < mostBehind) {
    const lanes = await queryRows(
      database.pool,
      `SELECT lane.wallet_id, lane.client_id, min(lane.cursor) FROM ${waitingLanes}
       WHERE (lane.wallet_id, lane.client_id) > ($1::int, $2::int)
       GROUP BY lane.wallet_id, lane.client_id ORDER BY lane.wallet_id, lane.client_id LIMIT ${mostBehind}`,
      [after.walletId, after.clientId],
      (row) => ({ walletId: row.integer(), clientId: row.integer(), cursor: row.bigint() }),
    );
    for (const { walletId, cursor, figure } of await readTold(database.pool, lanes))
      if (cursor < figure) behind.add(walletId);
    const last = lanes.at(-1);
    if (last === undefined || lanes.length < mostBehind) break;
    after = last;
  }
  return [...behind].slice(0, mostBehind);
}

/** In how many milliseconds the next retry is due, or the next lease runs out unless it is renewed; null: there is none. */
export async function nextDueMs(database: Database): Promise<number | null> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(extract(epoch FROM least(
       (SELECT min(retry_at) FROM webhook_lane WHERE retry_at > clock_timestamp()),
       (SELECT min(lease_until) FROM webhook_lane WHERE lease_until >= clock_timestamp())) - clock_timestamp()) * 1000)::bigint + 1`,
    [],
    (row) => row.integerOrNull(),
  );
  return next ?? null;
}
