/** Endpoints: where a client wants events sent to. Every statement of a client carries the client: nobody sees another's. */
import type pg from 'pg';
import { webhookId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { type Actor, type AuditAction, writeAudit } from '../clients/audit-log.ts';
import { guardClientLimit } from '../clients/client-limits.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import type { DisabledReason } from './endpoint-reads.ts';
import type { SecretBox } from './secret-box.ts';
import { type Queryable, resumeLanes, setLanes } from './webhook-lanes.ts';

/** How long a former secret goes on to sign. */
export const rotationHours = 24;

/** What a sealed secret belongs to. */
export const secretPlace = (endpointId: number): string => `webhook_endpoint:${endpointId}`;

/** What a client says of an endpoint. */
export interface EndpointInput {
  url: string;
  description: string;
  types: readonly string[];
  chainIds: readonly number[];
  /** Contracts, on any chain; empty: all. */
  tokens: readonly Address[];
  /** US dollars, exact decimal text; null: all. */
  minValue: string | null;
  /** null: all that it registers. */
  wallets: readonly Address[] | null;
}

/** Thrown in a transaction: these wallets are not the client's. */
export class UnknownWalletsError extends Error {
  override readonly name = 'UnknownWalletsError';
  readonly addresses: readonly Address[];

  constructor(addresses: readonly Address[]) {
    super(`not registered: ${addresses.join(', ')}`);
    this.addresses = addresses;
  }
}

interface EndpointPlace {
  clientId: number;
  endpointId: number;
}

/** For the log, in the transaction of the change: where a client's events go to. `actor` null: it tells nothing. */
async function note(
  client: pg.PoolClient,
  { clientId, endpointId }: EndpointPlace,
  { action, actor, what }: { action: AuditAction; actor: Actor | null; what?: string | undefined },
): Promise<void> {
  if (actor === null) return;
  const subject = [webhookId.encode(endpointId), what].filter(Boolean).join(' ');
  await writeAudit(client, { clientId, actor, action, subject });
}

/** Of its address what everybody may know: the rest may be a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** Stores an endpoint with its lanes; its test event is sent. Throws ClientLimitError and UnknownWalletsError. */
export async function createEndpoint(
  database: Database,
  input: EndpointInput & {
    clientId: number;
    createdBy: string;
    secret: string;
    testId: string;
    limit: number;
  },
  box: SecretBox,
  actor: Actor | null = null,
): Promise<number> {
  const { clientId, wallets } = input;
  return withTransaction(database.pool, async (client) => {
    const checkLimit = await guardClientLimit(client, { clientId, what: 'webhooks', limit: input.limit });
    const [endpointId] = await queryRows(
      client,
      `INSERT INTO webhook_endpoint (client_id, url, description, types, chain_ids, tokens, min_value, all_wallets, secret, test_id,
         tested_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', $9, clock_timestamp(), $10) RETURNING id`,
      [
        ...[clientId, input.url, input.description, [...input.types], [...input.chainIds]],
        ...[[...input.tokens], input.minValue],
        ...[wallets === null, input.testId, input.createdBy],
      ],
      (row) => row.integer(),
    );
    if (endpointId === undefined) throw new Error('an insert answered no row');
    await client.query('UPDATE webhook_endpoint SET secret = $2 WHERE id = $1', [
      endpointId,
      box.seal(input.secret, secretPlace(endpointId)),
    ]);
    await checkLimit();
    await putLanes(client, { endpointId, clientId, wallets });
    const place = { clientId, endpointId };
    await note(client, place, { action: 'webhook_created', actor, what: hostOf(input.url) });
    await notify(client, 'webhooks_changed', '');
    return endpointId;
  });
}

async function putLanes(client: pg.PoolClient, lanes: Parameters<typeof setLanes>[1]): Promise<void> {
  const unknown = await setLanes(client, lanes);
  if (unknown.length > 0) throw new UnknownWalletsError(unknown);
}

/** What of an endpoint is to be changed; what is left out stays. */
export interface EndpointChange extends Partial<EndpointInput> {
  /** true also tries again what waits or is paused. */
  enabled?: boolean;
}

/** false: the client has no such endpoint. Throws UnknownWalletsError. */
export function updateEndpoint(
  database: Database,
  place: EndpointPlace,
  change: EndpointChange,
  actor: Actor | null = null,
): Promise<boolean> {
  const { url, description, types, chainIds, tokens, minValue, wallets, enabled } = change;
  return changeEndpoint(database, place, async (client) => {
    const { clientId, endpointId } = place;
    await client.query(
      `UPDATE webhook_endpoint SET url = coalesce($2, url), description = coalesce($3, description), types = coalesce($4, types),
         chain_ids = coalesce($5, chain_ids), all_wallets = coalesce($6, all_wallets), tokens = coalesce($8, tokens),
         min_value = CASE WHEN $9::boolean THEN $10::numeric ELSE min_value END,
         disabled_reason = CASE $7::boolean WHEN true THEN NULL WHEN false THEN coalesce(disabled_reason, 'CLIENT') ELSE disabled_reason END,
         disabled_at = CASE $7::boolean WHEN true THEN NULL WHEN false THEN coalesce(disabled_at, clock_timestamp()) ELSE disabled_at END,
         version = version + 1, updated_at = clock_timestamp() WHERE id = $1`,
      [
        ...[endpointId, url ?? null, description ?? null, types ?? null, chainIds ?? null],
        ...[wallets === undefined ? null : wallets === null, enabled ?? null],
        ...[tokens ?? null, minValue !== undefined, minValue ?? null],
      ],
    );
    if (wallets !== undefined) {
      // Whoever registers wallets holds it, too, so that none is left without a lane.
      await client.query('SELECT FROM client WHERE id = $1 FOR NO KEY UPDATE', [clientId]);
      await putLanes(client, { endpointId, clientId, wallets });
    }
    if (enabled === true) await resumeLanes(client, endpointId);
    if (enabled === false) await forgetRetries(client, endpointId);
    const what = [...Object.keys(change), ...(url === undefined ? [] : [hostOf(url)])].join(', ');
    await note(client, place, { action: 'webhook_changed', actor, what });
    return true;
  });
}

/** Runs a change under a lock on the endpoint, so that changes come one after the other; false: it is not the client's. */
export function changeEndpoint(
  database: Database,
  { clientId, endpointId }: EndpointPlace,
  work: (client: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM webhook_endpoint WHERE id = $1 AND client_id = $2 FOR NO KEY UPDATE',
      [endpointId, clientId],
    );
    if (rowCount !== 1 || !(await work(client))) return false;
    await notify(client, 'webhooks_changed', '');
    return true;
  });
}

/** Nobody looks for what is not to be sent. */
async function forgetRetries(client: Queryable, endpointId: number): Promise<void> {
  await client.query(
    'UPDATE webhook_lane SET retry_at = NULL WHERE endpoint_id = $1 AND retry_at IS NOT NULL',
    [endpointId],
  );
}

/** Gives the endpoint a new secret; the former one signs, too, for a day. false: it is not the client's. */
export function rotateEndpointSecret(
  database: Database,
  place: EndpointPlace,
  secret: string,
  { box, actor = null }: { box: SecretBox; actor?: Actor | null },
): Promise<boolean> {
  return changeEndpoint(database, place, async (client) => {
    await client.query(
      `UPDATE webhook_endpoint SET former_secret = secret, former_until = clock_timestamp() + $3 * interval '1 hour', secret = $2,
         version = version + 1, updated_at = clock_timestamp() WHERE id = $1`,
      [place.endpointId, box.seal(secret, secretPlace(place.endpointId)), rotationHours],
    );
    await note(client, place, { action: 'webhook_secret_rotated', actor });
    return true;
  });
}

/** Its test event is to be sent, instead of one that has not been yet. false: it is not the client's. */
export function requestTest(database: Database, place: EndpointPlace, testId: string): Promise<boolean> {
  return changeEndpoint(database, place, async (client) => {
    await client.query(
      'UPDATE webhook_endpoint SET test_id = $2, tested_at = clock_timestamp(), test_lease_until = NULL WHERE id = $1',
      [place.endpointId, testId],
    );
    return true;
  });
}

/** With its lanes and its attempts. false: it is not the client's. */
export function deleteEndpoint(
  database: Database,
  place: EndpointPlace,
  actor: Actor | null = null,
): Promise<boolean> {
  return changeEndpoint(database, place, async (client) => {
    await client.query('DELETE FROM webhook_endpoint WHERE id = $1', [place.endpointId]);
    await note(client, place, { action: 'webhook_removed', actor });
    return true;
  });
}

/** Nothing is sent any more, until the client enables it. */
export async function disableEndpoint(
  database: Database,
  endpointId: number,
  reason: Exclude<DisabledReason, 'CLIENT'>,
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    await client.query(
      `UPDATE webhook_endpoint SET disabled_reason = $2, disabled_at = clock_timestamp(), version = version + 1
       WHERE id = $1 AND disabled_reason IS NULL`,
      [endpointId, reason],
    );
    await forgetRetries(client, endpointId);
  });
}

/** Disables those with a lane that has been paused for so long, while nothing arrived on any other. Answers which. */
export async function disableFailing(database: Database, pausedBefore: Date): Promise<number[]> {
  const failing = await queryRows(
    database.pool,
    `SELECT DISTINCT lane.endpoint_id FROM webhook_lane lane JOIN webhook_endpoint endpoint ON endpoint.id = lane.endpoint_id
     WHERE lane.paused_at < $1 AND endpoint.disabled_reason IS NULL AND NOT EXISTS (
       SELECT FROM webhook_lane other WHERE other.endpoint_id = lane.endpoint_id AND other.delivered_at >= $1)`,
    [pausedBefore],
    (row) => row.integer(),
  );
  for (const endpointId of failing) await disableEndpoint(database, endpointId, 'FAILING');
  return failing;
}

/** Seals every secret anew that another key than the current one has sealed, in one transaction. Answers how many. */
export async function resealSecrets(database: Database, box: SecretBox): Promise<number> {
  return withTransaction(database.pool, async (client) => {
    const rows = await queryRows(
      client,
      `SELECT id, encode(secret, 'hex'), encode(former_secret, 'hex') FROM webhook_endpoint ORDER BY id FOR NO KEY UPDATE`,
      [],
      (row) => ({ id: row.integer(), secret: row.text(), former: row.textOrNull() }),
    );
    let count = 0;
    for (const { id, secret, former } of rows) {
      const again = (hex: string): Uint8Array =>
        box.seal(box.open(Buffer.from(hex, 'hex'), secretPlace(id)), secretPlace(id));
      const sealed = [secret, former].flatMap((hex) => (hex === null ? [] : Buffer.from(hex, 'hex')));
      if (sealed.every((bytes) => box.isCurrent(bytes))) continue;
      await client.query('UPDATE webhook_endpoint SET secret = $2, former_secret = $3 WHERE id = $1', [
        ...[id, again(secret), former === null ? null : again(former)],
      ]);
      count += 1;
    }
    return count;
  });
}
