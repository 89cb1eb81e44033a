/** One attempt at sending one event: signed, posted, and what came of it. */
import { asksToWait } from '../../domain/webhooks/delivery-schedule.ts';
import { signedHeaders } from '../../domain/webhooks/webhook-signature.ts';
import { errorText } from '../../errors.ts';
import { type Clock, nowSeconds } from '../../outgoing/clock.ts';
import type { GuardedPost, PostAnswer } from '../../outgoing/guarded-post.ts';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';
import type { LaneTarget } from '../../store/webhooks/lane-leases.ts';
import type { SecretBox } from '../../store/webhooks/secret-box.ts';
import { secretPlace } from '../../store/webhooks/webhook-endpoints.ts';

export interface AttemptDependencies {
  post: GuardedPost;
  box: SecretBox;
  clock: Clock;
}

export interface AttemptResult {
  /** 2xx. */
  isDelivered: boolean;
  /** 410: the receiver wants nothing any more. */
  isGone: boolean;
  /** null: there was no answer. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer, as far as it can be printed. */
  answer: string | null;
  durationMs: number;
  /** What the receiver asks for. */
  retryAfterMs: number | undefined;
}

/** Characters of an answer that are kept. */
const answerLength = 500;
const errorLength = 300;

/** Sends `body` as it is. @throws the signal's reason, and a PermanentError when the secret cannot be read. */
export async function attemptDelivery(
  { post, box, clock }: AttemptDependencies,
  target: LaneTarget,
  message: { id: string; body: string },
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { endpointId, url } = target;
  const secrets = target.secrets.map((sealed) => box.open(sealed, secretPlace(endpointId)));
  const headers = signedHeaders(secrets, { ...message, timestamp: nowSeconds(clock) });
  const begun = clock.elapsed();
  const took = (): number => Math.round(clock.elapsed() - begun);
  try {
    return read(await post(url, { headers, body: message.body, signal }), took(), clock.now());
  } catch (error) {
    signal.throwIfAborted();
    return {
      ...{ isDelivered: false, isGone: false, status: null, answer: null, retryAfterMs: undefined },
      ...{ error: errorText(error).slice(0, errorLength), durationMs: took() },
    };
  }
}

function read({ status, retryAfter, text }: PostAnswer, durationMs: number, now: number): AttemptResult {
  const isDelivered = status >= 200 && status <= 299;
  const isRedirect = status >= 300 && status <= 399;
  const error = `HTTP status ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  return {
    ...{ isDelivered, isGone: status === 410, status, durationMs },
    error: isDelivered ? null : error,
    answer: printable(text),
    retryAfterMs: asksToWait(status) ? parseRetryAfter(retryAfter, now) : undefined,
  };
}

function printable(text: string): string | null {
  const shown = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return shown === '' ? null : [...shown].slice(0, answerLength).join('');
}
