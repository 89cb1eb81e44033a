/** The CSV forms of webhooks, their lanes and attempts. */
import { formatTime } from '../../domain/time/time.ts';
import type {
  WebhookAttemptView,
  WebhookLaneView,
  WebhookView,
} from '../../use-cases/model/webhook-model.ts';
import type { CsvForm } from './columns.ts';

const timeOrNull = (seconds: number | null) => (seconds === null ? null : formatTime(seconds));
const numberOrNull = (number: number | bigint | null) => (number === null ? null : String(number));

export const webhookCsv: CsvForm<WebhookView> = {
  fileName: 'webhooks.csv',
  columns: [
    ['id', ({ id }) => id],
    ['url', ({ url }) => url],
    ['description', ({ description }) => description],
    ['types', ({ types }) => types.join(',')],
    ['chain_ids', ({ chainIds }) => chainIds.join(',')],
    ['token', ({ tokens }) => tokens.join(',')],
    ['min_value', ({ minValue }) => minValue],
    ['all_wallets', ({ allWallets }) => allWallets],
    ['status', ({ status }) => status.toLowerCase()],
    ['disabled_reason', ({ disabledReason }) => disabledReason?.toLowerCase() ?? null],
    ['disabled_at', ({ disabledAt }) => timeOrNull(disabledAt)],
    ['failing_since', ({ failingSince }) => timeOrNull(failingSince)],
    ['former_secret_until', ({ formerSecretUntil }) => timeOrNull(formerSecretUntil)],
    ['lanes', ({ lanes }) => lanes],
    ['lanes_waiting', ({ lanesWaiting }) => lanesWaiting],
    ['lanes_paused', ({ lanesPaused }) => lanesPaused],
    ['delivered', ({ delivered }) => delivered],
    ['delivered_at', ({ deliveredAt }) => timeOrNull(deliveredAt)],
    ['tested_at', ({ testedAt }) => timeOrNull(testedAt)],
    ['created_at', ({ createdAt }) => formatTime(createdAt)],
    ['updated_at', ({ updatedAt }) => formatTime(updatedAt)],
    ['public_keys', ({ publicKeys }) => publicKeys.join(',')],
  ],
};

export const laneCsv: CsvForm<WebhookLaneView> = {
  fileName: 'webhook-lanes.csv',
  columns: [
    ['wallet', ({ wallet }) => wallet],
    ['status', ({ status }) => status.toLowerCase()],
    ['sequence', ({ sequence }) => String(sequence)],
    ['last', ({ last }) => String(last)],
    ['event_id', ({ eventId }) => eventId],
    ['event_type', ({ eventType }) => eventType],
    ['attempts', ({ attempts }) => attempts],
    ['next_attempt_at', ({ nextAttemptAt }) => timeOrNull(nextAttemptAt)],
    ['paused_at', ({ pausedAt }) => timeOrNull(pausedAt)],
    ['delivered', ({ delivered }) => delivered],
    ['delivered_at', ({ deliveredAt }) => timeOrNull(deliveredAt)],
    ['last_status', ({ lastStatus }) => numberOrNull(lastStatus)],
    ['last_error', ({ lastError }) => lastError],
  ],
};

export const attemptCsv: CsvForm<WebhookAttemptView> = {
  fileName: 'webhook-attempts.csv',
  columns: [
    ['at', ({ at }) => formatTime(at)],
    ['wallet', ({ wallet }) => wallet],
    ['event_id', ({ eventId }) => eventId],
    ['event_type', ({ eventType }) => eventType],
    ['sequence', ({ sequence }) => numberOrNull(sequence)],
    ['outcome', ({ outcome }) => outcome.toLowerCase()],
    ['attempt', ({ attempt }) => attempt],
    ['duration_ms', ({ durationMs }) => durationMs],
    ['status', ({ status }) => numberOrNull(status)],
    ['error', ({ error }) => error],
    ['answer', ({ answer }) => answer],
  ],
};
