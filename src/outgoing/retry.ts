/**
 * Asking again: how often, after which pause, and when no more. The one loop that does it. What may pass by itself each service
 * knows for itself (a fault of an explorer, a RetryableError, a job of a batch).
 */
import { RetryableError } from '../errors.ts';
import type { Clock } from './clock.ts';

export interface PauseRule {
  /** Before the second attempt; it doubles with each. */
  firstPauseMs: number;
  /** Our own pauses grow no longer. Who asks for a longer one is not waited for. */
  longestPauseMs: number;
}

export interface RetryRule extends PauseRule {
  clock: Clock;
  /** The first included. */
  attempts: number;
}

/** What came of an attempt. It is the end, unless `again` is there and the rule allows another one. */
export interface Attempt<Result> {
  result: Result;
  /** `wishedMs`: the pause that the other side asks for, or 0 where something else makes it; ours unless given. */
  again?: { wishedMs?: number | undefined };
}

/** Our own pause after so many attempts. */
export function pauseAfter(attempts: number, rule: PauseRule): number {
  return Math.min(rule.firstPauseMs * 2 ** (attempts - 1), rule.longestPauseMs);
}

/**
 * Attempts, until one is the end, none is left, or a pause is asked for that is too long; gives what came of the last one.
 *
 * @param onAgain Just before the pause, with what came of the attempt and its number.
 * @throws what an attempt throws, at once; the signal's reason, when it is aborted during a pause
 */
export async function retry<Result>(
  rule: RetryRule,
  attempt: (number: number) => Promise<Attempt<Result>>,
  options: { signal?: AbortSignal | undefined; onAgain?: (result: Result, number: number) => void } = {},
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    const { result, again } = await attempt(number);
    if (again === undefined || number >= rule.attempts) return result;
    const pauseMs = again.wishedMs ?? pauseAfter(number, rule);
    if (pauseMs > rule.longestPauseMs) return result;
    options.onAgain?.(result, number);
    if (pauseMs > 0) await rule.clock.sleep(pauseMs, options.signal);
  }
}

/**
 * The same of work that throws: a RetryableError is what may pass, and its `retryAfterMs` the pause that is asked for.
 *
 * @param mayPass Whether it is worth while to ask again at all; yes unless given.
 * @throws the last error
 */
export async function retryErrors<Result>(
  rule: RetryRule,
  work: () => Promise<Result>,
  options: { signal?: AbortSignal | undefined; mayPass?: () => boolean } = {},
): Promise<Result> {
  const { mayPass = () => true, signal } = options;
  type Outcome = { ok: true; value: Result } | { ok: false; error: RetryableError };
  const outcome = await retry<Outcome>(
    rule,
    async () => {
      try {
        return { result: { ok: true, value: await work() } };
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
        const failed = { result: { ok: false, error } } as const;
        return mayPass() ? { ...failed, again: { wishedMs: error.retryAfterMs } } : failed;
      }
    },
    { signal },
  );
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}
