/** How a webhook, a lane and an attempt are called. */
import type { ReactNode } from 'react';
import type { WalletEventType } from '../../__generated__/newWebhookMutation.graphql.ts';
import { wordsOf } from '../../parts/text.tsx';

const good = new Set(['ACTIVE', 'IDLE', 'SENDING', 'DELIVERED']);

export function StatusBadge({ status }: { status: string }): ReactNode {
  return <span className={good.has(status) ? 'badge gain' : 'badge loss'}>{wordsOf(status)}</span>;
}

/** Why nothing is sent. */
export const disabledReasons: Readonly<Record<string, string>> = {
  CLIENT: 'You have paused it.',
  FAILING: 'Nothing arrived for seven days after all attempts, so it was paused.',
  GONE: 'The receiver answered 410 (gone), so it was paused.',
};

/** As the API names what is sent. */
export const eventTypes = [
  'TRANSFER_ADDED',
  'TRANSFER_UPDATED',
  'TRANSFER_RETRACTED',
  'HISTORY_CHANGED',
  'HISTORY_RESET',
  'WALLET_LOADED',
  'WALLET_FAILED',
  'BALANCE_DIFFERS',
  'BALANCE_AGREES',
  'ISSUE_OPENED',
  'ISSUE_CLOSED',
  'LEDGER_BOOKED',
] as const satisfies readonly WalletEventType[];
