/** Endpoints as clients see them, with what their lanes come to. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf, memberOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type RowReader } from '../connection/sql.ts';
import { secondsOf } from './webhook-lanes.ts';

/** Why nothing is sent: the receiver said 410, all attempts failed for a week, or the client wants it so. */
export const disabledReasons = ['GONE', 'FAILING', 'CLIENT'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export interface EndpointRow {
  id: number;
  url: string;
  description: string;
  types: string[];
  chainIds: number[];
  /** Contracts, on any chain; empty: all. */
  tokens: Address[];
  /** US dollars, exact decimal text; null: all. */
  minValue: string | null;
  allWallets: boolean;
  disabledReason: DisabledReason | null;
  /** Unix seconds, as all times here. */
  disabledAt: number | null;
  /** Until then the former secret signs, too; null: there is none. */
  formerUntil: number | null;
  testedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** As they lie in the database: the one that signs, and a former one that signs, too. */
  sealedSecrets: readonly Uint8Array[];
  lanes: LaneSums;
}

/** What an endpoint's lanes come to. */
export interface LaneSums {
  count: number;
  /** Whose event has failed and is tried again. */
  waiting: number;
  paused: number;
  pausedAt: number | null;
  delivered: bigint;
  deliveredAt: number | null;
}

/** Secrets that sign now, sealed; readSealed() reads both columns. */
export const sealedColumns = `encode(endpoint.secret, 'hex'),
  CASE WHEN endpoint.former_until > clock_timestamp() THEN encode(endpoint.former_secret, 'hex') END`;

export const readSealed = (row: RowReader): Uint8Array[] =>
  [row.text(), row.textOrNull()].flatMap((hex) => (hex === null ? [] : Buffer.from(hex, 'hex')));

const endpointColumns = `endpoint.id, endpoint.url, endpoint.description, array_to_string(endpoint.types, ','),
  array_to_string(endpoint.chain_ids, ','), array_to_string(endpoint.tokens, ','), endpoint.min_value, endpoint.all_wallets, endpoint.disabled_reason, ${secondsOf('endpoint.disabled_at')},
  CASE WHEN endpoint.former_until > clock_timestamp() THEN ${secondsOf('endpoint.former_until')} END, ${secondsOf('endpoint.tested_at')},
  ${secondsOf('endpoint.created_at')}, ${secondsOf('endpoint.updated_at')}, ${sealedColumns}`;
const sumColumns = `sums.lanes, sums.waiting, sums.paused, sums.paused_at, sums.delivered, sums.delivered_at`;
const sumsOf = `(SELECT count(*) AS lanes, count(*) FILTER (WHERE attempts > 0 AND paused_at IS NULL) AS waiting, count(paused_at) AS paused,
  ${secondsOf('min(paused_at)')} AS paused_at, coalesce(sum(delivered), 0) AS delivered, ${secondsOf('max(delivered_at)')} AS delivered_at
  FROM webhook_lane WHERE endpoint_id = endpoint.id)`;

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','));
const reasonOf = memberOf(disabledReasons);

function readEndpoint(row: RowReader): EndpointRow {
  const [id, url, description] = [row.integer(), row.text(), row.text()];
  const [types, chainIds] = [listOf(row.text()), listOf(row.text()).map(Number)];
  const [tokens, minValue] = [listOf(row.text()).map(hexOf), row.textOrNull()];
  const allWallets = row.boolean();
  const reason = row.textOrNull();
  return {
    ...{ id, url, description, types, chainIds, tokens, minValue, allWallets },
    disabledReason: reason === null ? null : reasonOf(reason),
    disabledAt: row.integerOrNull(),
    formerUntil: row.integerOrNull(),
    testedAt: row.integerOrNull(),
    createdAt: row.integer(),
    updatedAt: row.integer(),
    sealedSecrets: readSealed(row),
    lanes: {
      count: row.integer(),
      waiting: row.integer(),
      paused: row.integer(),
      pausedAt: row.integerOrNull(),
      delivered: row.bigint(),
      deliveredAt: row.integerOrNull(),
    },
  };
}

/** Of this client and with these ids, in no particular order. */
export function findEndpoints(
  database: Database,
  clientId: number,
  ids: readonly number[],
): Promise<EndpointRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${endpointColumns}, ${sumColumns} FROM webhook_endpoint endpoint CROSS JOIN LATERAL ${sumsOf} sums
     WHERE endpoint.client_id = $1 AND endpoint.id = ANY($2::int[])`,
    [clientId, ids],
    readEndpoint,
  );
}

/** A page of the client's endpoints, oldest first. */
export function listEndpoints(
  database: Database,
  { clientId, offset, limit }: { clientId: number; offset: number; limit: number },
): Promise<EndpointRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${endpointColumns}, ${sumColumns} FROM (
       SELECT * FROM webhook_endpoint WHERE client_id = $1 ORDER BY id LIMIT $2 OFFSET $3) endpoint
     CROSS JOIN LATERAL ${sumsOf} sums ORDER BY endpoint.id`,
    [clientId, limit, offset],
    readEndpoint,
  );
}

export const countEndpoints = (database: Database, clientId: number): Promise<number> =>
  queryCount(database.pool, 'SELECT count(*) FROM webhook_endpoint WHERE client_id = $1', [clientId]);
