/** Rows of webhooks as views. */
import { walletEventTypes } from '../../domain/event-types.ts';
import { webhookId } from '../../domain/ids.ts';
import { publicKeyOf } from '../../domain/webhooks/webhook-signature.ts';
import { PermanentError } from '../../errors.ts';
import type { EndpointRow } from '../../store/webhooks/endpoint-reads.ts';
import type { SecretBox } from '../../store/webhooks/secret-box.ts';
import type { AttemptRow } from '../../store/webhooks/webhook-attempts.ts';
import { secretPlace } from '../../store/webhooks/webhook-endpoints.ts';
import type { LaneRow } from '../../store/webhooks/webhook-lanes.ts';
import type { LaneStatus, WebhookAttemptView, WebhookLaneView, WebhookView } from '../model/webhook-model.ts';

/** @param box What opens secrets; null: there is none here. */
export function webhookView(row: EndpointRow, box: SecretBox | null): WebhookView {
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
    publicKeys: box === null ? [] : publicKeysOf(row, box),
  };
}

/** A list is worth reading without them: also where the key is lost by which secrets were sealed. */
function publicKeysOf({ id, sealedSecrets }: EndpointRow, box: SecretBox): string[] {
  try {
    return sealedSecrets.map((sealed) => publicKeyOf(box.open(sealed, secretPlace(id))));
  } catch (error) {
    if (error instanceof PermanentError) return [];
    throw error;
  }
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
