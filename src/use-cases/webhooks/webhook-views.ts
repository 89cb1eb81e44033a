/** Rows of webhooks as views. */
import { walletEventTypes } from '../../domain/event-types.ts';
import { webhookId } from '../../domain/ids.ts';
import type { EndpointRow } from '../../store/webhooks/endpoint-reads.ts';
import type { AttemptRow } from '../../store/webhooks/webhook-attempts.ts';
import type { LaneRow } from '../../store/webhooks/webhook-lanes.ts';
import type { LaneStatus, WebhookAttemptView, WebhookLaneView, WebhookView } from '../model/webhook-model.ts';

export function webhookView(row: EndpointRow): WebhookView {
  const { url, description, chainIds, tokens, minValue, allWallets, disabledReason, disabledAt, lanes } = row;
  const active = lanes.paused > 0 ? 'FAILING' : 'ACTIVE';
  return {
    id: webhookId.encode(row.id),
    ...{ url, description, chainIds, tokens, minValue, allWallets, disabledReason, disabledAt },
    types: walletEventTypes.filter((type) => row.types.includes(type)),
    status: disabledReason === null ? active : 'DISABLED',
    failingSince: lanes.pausedAt,
    formerSecretUntil: row.formerUntil,
    ...{ lanes: lanes.count, lanesWaiting: lanes.waiting, lanesPaused: lanes.paused },
    ...{ delivered: String(lanes.delivered), deliveredAt: lanes.deliveredAt },
    ...{ testedAt: row.testedAt, createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}

export function laneView(row: LaneRow): WebhookLaneView {
  const { wallet, cursor, last, pendingId, pendingType, attempts, retryAt, pausedAt } = row;
  return {
    ...{ wallet, status: statusOf(row), sequence: cursor, last, eventId: pendingId, eventType: pendingType },
    ...{ attempts, nextAttemptAt: retryAt, pausedAt, delivered: String(row.delivered) },
    ...{ deliveredAt: row.deliveredAt, lastStatus: row.lastStatus, lastError: row.lastError },
  };
}

function statusOf({ pausedAt, attempts, cursor, last, pendingId }: LaneRow): LaneStatus {
  if (pausedAt !== null) return 'PAUSED';
  if (attempts > 0) return 'WAITING';
  return pendingId !== null || cursor < last ? 'SENDING' : 'IDLE';
}

export function attemptView({ id: _id, ...attempt }: AttemptRow): WebhookAttemptView {
  return attempt;
}
