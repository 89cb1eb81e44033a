/** Endpoints, wallets with events, and senders, without APIs: what lanes are tried with. */
import type { Address } from '../../../src/domain/model.ts';
import { secretText } from '../../../src/domain/webhooks/webhook-signature.ts';
import type { EventFeed } from '../../../src/ingest/webhooks/event-feed.ts';
import type { LaneDependencies } from '../../../src/ingest/webhooks/lane-run.ts';
import { createWebhookSender, type SenderOptions } from '../../../src/ingest/webhooks/webhook-sender.ts';
import { systemClock } from '../../../src/outgoing/clock.ts';
import { createGuardedPost, createPostTargets } from '../../../src/outgoing/guarded-post.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { notify } from '../../../src/store/connection/channels.ts';
import type { Database } from '../../../src/store/connection/database.ts';
import { queryRows } from '../../../src/store/connection/sql.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { createSecretBox } from '../../../src/store/webhooks/secret-box.ts';
import { createEndpoint } from '../../../src/store/webhooks/webhook-endpoints.ts';

/** The same in every process of a test. */
export const box = createSecretBox(() => [Buffer.alloc(32, 7)]);
export const secret = secretText(Buffer.alloc(32, 9));

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The id of an event says where it belongs. */
export const eventId = (wallet: string, sequence: bigint | number): string =>
  `evt_${wallet.slice(-4)}_${sequence}`;

/** A log that has as many events of a wallet as its counter says, and none before `oldest`. */
export function createCountedFeed(database: Database, oldest = 1n): EventFeed {
  return {
    async read({ wallet, after, limit }) {
      const [last = 0n] = await queryRows(
        database.pool,
        `SELECT last_told FROM ledger_input JOIN wallet ON wallet.id = wallet_id WHERE address = $1`,
        [wallet],
        (row) => row.bigint(),
      );
      if (after + 1n < oldest) return { kind: 'gone', after: oldest - 1n };
      const events = [];
      for (let sequence = after + 1n; sequence <= last && events.length < limit; sequence += 1n) {
        const id = eventId(wallet, sequence);
        const type = 'transfer.added';
        const number = sequence;
        const json = (previous: bigint): string =>
          `{"id":"${id}","type":"${type}","sequence":${number},"previous":${previous},"wallet":"${wallet}","data":{"text":"é ☃"}}`;
        events.push({ id, type, sequence, chainId: 1, token: null, worth: null, json });
      }
      return { kind: 'events', events, through: events.at(-1)?.sequence ?? last };
    },
  };
}

/** So many more events, told as a commit tells them. */
export async function addEvents(database: Database, walletIds: readonly number[], count = 1): Promise<void> {
  for (const walletId of walletIds) {
    await database.transaction(async (client) => {
      await client.query(
        `INSERT INTO ledger_input (wallet_id, version, last_told) VALUES ($1, 0, $2)
         ON CONFLICT (wallet_id) DO UPDATE SET last_told = ledger_input.last_told + $2`,
        [walletId, count],
      );
      await notify(client, 'wallet_changed', String(walletId));
    });
  }
}

export async function registerFor(
  database: Database,
  client: string,
  addresses: readonly Address[],
): Promise<{ clientId: number; walletIds: number[] }> {
  const { id: clientId } = await ensureClient(database, client);
  const rows = await registerWallets(database, {
    clientId,
    addresses,
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  return { clientId, walletIds: rows.map(({ walletId }) => walletId) };
}

/** An endpoint of all wallets of the client, whose test is not sent. */
export async function addEndpoint(
  database: Database,
  clientId: number,
  url: string,
  given: { wallets?: readonly Address[]; chainIds?: readonly number[] } = {},
): Promise<number> {
  const { wallets = null, chainIds = [] } = given;
  const filters = { types: [], chainIds, tokens: [], minValue: null, wallets };
  const input = { ...filters, clientId, url, description: '', createdBy: 'test', secret };
  const endpointId = await createEndpoint(database, { ...input, testId: 'evt_test', limit: 10_000 }, box);
  await database.pool.query('UPDATE webhook_endpoint SET test_id = NULL WHERE id = $1', [endpointId]);
  return endpointId;
}

let senders = 0;

/** A sender that may reach ports of this machine. */
export function createTestSender(
  database: Database,
  ports: readonly number[],
  options: Partial<LaneDependencies & SenderOptions> = {},
): ReturnType<typeof createWebhookSender> {
  const { timeoutMs = 2_000, leaseMs = 30_000 } = options;
  const targets = createPostTargets({ allowHttp: true, allowPrivate: true, allowPorts: ports });
  senders += 1;
  return createWebhookSender({
    ...{ database, feed: createCountedFeed(database), box, clock: systemClock, log: silent },
    ...{ random: () => 0.5, owner: `sender-${process.pid}-${senders}`, pollMs: 1_000 },
    post: createGuardedPost(targets, { timeoutMs }),
    ...options,
    ...{ timeoutMs, leaseMs },
  });
}

/** What waits is due now, as if its time had come. */
export async function hurry(database: Database): Promise<void> {
  await database.pool.query(
    `UPDATE webhook_lane SET retry_at = clock_timestamp() - interval '1 second' WHERE retry_at IS NOT NULL`,
  );
  await notify(database.pool, 'webhooks_changed', '');
}

export interface LaneState {
  cursor: number;
  attempts: number;
  /** Seconds until the next attempt; null: none waits. */
  retryIn: number | null;
  isPaused: boolean;
  delivered: number;
  status: number | null;
  error: string | null;
  isLeased: boolean;
}

export async function lanesOf(database: Database, endpointId: number): Promise<LaneState[]> {
  return queryRows(
    database.pool,
    `SELECT cursor - told_before, attempts, round(extract(epoch FROM retry_at - now())), paused_at IS NOT NULL, delivered, last_status, last_error,
       lease_owner IS NOT NULL FROM webhook_lane WHERE endpoint_id = $1 ORDER BY wallet_id`,
    [endpointId],
    (row) => ({
      ...{ cursor: row.integer(), attempts: row.integer(), retryIn: row.integerOrNull() },
      ...{ isPaused: row.boolean(), delivered: row.integer(), status: row.integerOrNull() },
      ...{ error: row.textOrNull(), isLeased: row.boolean() },
    }),
  );
}
