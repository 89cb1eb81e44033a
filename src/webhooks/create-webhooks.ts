/**
 * The sender of webhooks, put together: events as the read model shows them to the client, written as REST writes them. Only this
 * file knows both; the sender knows the text alone.
 */
import type { Config } from '../config.ts';
import { walletEventTypes } from '../domain/event-types.ts';
import { PublicError } from '../errors.ts';
import type { EventFeed, FeedEvent } from '../ingest/webhooks/event-feed.ts';
import { createWebhookSender } from '../ingest/webhooks/webhook-sender.ts';
import type { Log } from '../log.ts';
import { systemClock } from '../outgoing/clock.ts';
import { createGuardedPost, createPostTargets } from '../outgoing/guarded-post.ts';
import { eventJson } from '../rest/wire/event.ts';
import type { Database } from '../store/connection/database.ts';
import { toldAfter } from '../store/history/events/told-events.ts';
import type { WalletEventView } from '../use-cases/model/event-model.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';
import { createReadModel } from '../use-cases/read-model.ts';
import { openSecretBox } from './prepare-secrets.ts';

/** A receiver that does not answer for so long has failed. */
const timeoutMs = 15_000;
/** Who sends a lane and dies is followed by another after so long. */
const leaseMs = 60_000;
/** A larger event says where it is to be read. */
const maximumBytes = 20_000;

/** The job that sends, with all that it takes. */
export function createWebhooks(
  config: Config,
  database: Database,
  { log, owner }: { log: Log; owner: string },
): { start(): Promise<void>; stop(): Promise<void> } {
  const readModel = createReadModel({
    ...{ database, enabledChains: async () => [], now: Date.now },
    currencyTokens: config.prices.currencies,
    onError: (error) => log.warn({ error: String(error) }, 'the sender of webhooks missed notifications'),
  });
  const sender = createWebhookSender({
    ...{ database, log, owner, timeoutMs, leaseMs, clock: systemClock, random: Math.random },
    feed: createEventFeed(database, readModel, config.http.publicUrl ?? ''),
    box: openSecretBox(config),
    post: createGuardedPost(createPostTargets(config.webhooks), { timeoutMs }),
  });
  return {
    start: sender.start,
    async stop() {
      await sender.stop();
      await readModel.close();
    },
  };
}

/** @param baseUrl How links to this service begin; empty where that is not configured: then they are paths. */
export function createEventFeed(
  database: Database,
  { walletEventsAfter }: Pick<ReadModel, 'walletEventsAfter'>,
  baseUrl: string,
): EventFeed {
  return {
    async read({ clientId, walletId, wallet, after, limit, types }) {
      const caller = { clientId, keyId: 'webhooks', scopes: ['read'] as const };
      const known = types.length === 0 ? undefined : walletEventTypes.filter((type) => types.includes(type));
      const request = known === undefined ? { limit } : { limit, types: known };
      try {
        const { events, last } = await walletEventsAfter(caller, wallet, after, request);
        return { kind: 'events', events: events.map((event) => feedEvent(event, baseUrl)), through: last };
      } catch (error) {
        if (!(error instanceof PublicError)) throw error;
        if (error.code === 'WALLET_NOT_REGISTERED') return { kind: 'ended' };
        if (error.code !== 'GONE_FROM_LOG') throw error;
        const after = new Map([[walletId, null]]);
        const { logs } = await toldAfter(database, { clientId, after }, { limit: 1, types: [] });
        const log = logs.get(walletId);
        return log === undefined ? { kind: 'ended' } : { kind: 'gone', after: log.keptAfter };
      }
    },
  };
}

function feedEvent(event: WalletEventView, baseUrl: string): FeedEvent {
  const { id, type, sequence, blockchain, transfer, balance } = event;
  return {
    ...{ id, type, sequence },
    // Figures of all chains may differ.
    chainId: type === 'ledger.booked' ? null : blockchain.chainId,
    token: transfer?.rawToken.address ?? balance?.tokenAddress ?? null,
    worth: transfer && { value: transfer.value },
    json(previous) {
      const whole = eventJson({ ...event, previous }, baseUrl);
      return Buffer.byteLength(whole) <= maximumBytes ? whole : shortJson({ ...event, previous }, baseUrl);
    },
  };
}

/** Without its data, but where they are to be read. */
function shortJson(event: WalletEventView, baseUrl: string): string {
  const { wallet, sequence } = event;
  const nothing = {
    transferId: null,
    transfer: null,
    between: null,
    issue: null,
    booking: null,
    progress: null,
    error: null,
  };
  const bare = eventJson({ ...event, ...nothing }, baseUrl);
  const url = `${baseUrl}/wallet/event/?wallet=${wallet}&after=${sequence - 1n}&limit=1`;
  return bare.replace(/"data":\{\}\}$/, `"data":${JSON.stringify({ truncated: true, url })}}`);
}
