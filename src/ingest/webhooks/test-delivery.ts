/** The event by which a client tries its receiver: sent once, whatever becomes of it. */
import { formatTime } from '../../domain/time/time.ts';
import type { Database } from '../../store/connection/database.ts';
import { endTest, insertAttempt, type TestRequest } from '../../store/webhooks/webhook-attempts.ts';
import { type AttemptDependencies, attemptDelivery } from './delivery-attempt.ts';

export const testEventType = 'endpoint.test';

/** Of the form of every event; it belongs to no wallet and has no number. */
export const testBody = ({ testId, testedAt }: Pick<TestRequest, 'testId' | 'testedAt'>): string =>
  JSON.stringify({
    ...{ id: testId, type: testEventType, timestamp: formatTime(testedAt), sequence: null, wallet: null },
    ...{ chain_id: null, finality: null, data: {}, previous: null },
  });

export async function sendTest(
  deps: AttemptDependencies & { database: Database },
  test: TestRequest,
  signal: AbortSignal,
): Promise<void> {
  const { target, testId } = test;
  const result = await attemptDelivery(deps, target, { id: testId, body: testBody(test) }, signal);
  await insertAttempt(deps.database.pool, target.endpointId, {
    ...{ wallet: null, eventId: testId, eventType: testEventType, sequence: null, attempt: 1 },
    outcome: result.isDelivered ? 'DELIVERED' : 'FAILED',
    ...{ durationMs: result.durationMs, status: result.status, error: result.error, answer: result.answer },
  });
  await endTest(deps.database, target.endpointId, testId);
}
