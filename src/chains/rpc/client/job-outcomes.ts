/** What comes of the jobs of a batch: an answer, a final error, or another attempt after a pause. */
import { errorText, PermanentError, RetryableError } from '../../../errors.ts';
import { pauseAfter } from '../../../outgoing/retry.ts';
import type { RpcAnswer, RpcCall } from './endpoint.ts';
import type { EndpointPool, EndpointState } from './endpoint-pool.ts';
import {
  AnswerOverLimitError,
  EndpointRefusedError,
  isOfThisNode,
  oversizedAnswer,
  TooLargeError,
} from './rpc-errors.ts';

export interface ClientLimits {
  /** Batches in flight at once. */
  concurrency: number;
  /** The sum of weights in one batch. */
  batchWeight: number;
  /** Attempts per request over all endpoints, at least one per endpoint. */
  attempts: number;
  /** Pause before the second attempt; doubles, with jitter. */
  firstPauseMs: number;
}

/** One or more calls on their way, their result type closed over. */
export interface Job {
  calls: readonly RpcCall[];
  weight: number;
  splittable: boolean;
  isPatient: boolean;
  signal: AbortSignal | undefined;
  attempts: number;
  /** The nodes that cannot do it. */
  readonly lackedBy: Set<EndpointState>;
  /** Parses and resolves; throws where an answer is not accepted. */
  accept(raw: readonly unknown[]): void;
  reject(error: unknown): void;
}

/** What is left of a batch after an attempt. */
export interface Leftover {
  failed: Job[];
  pauseMs: number;
}

const longestPauseMs = 10_000;
const nothingLeft: Leftover = { failed: [], pauseMs: 0 };

/** Rejects the jobs whose error is final and gives back those to be tried again, and after which pause. */
export function sortOut(
  pool: EndpointPool,
  limits: ClientLimits,
  state: EndpointState,
  jobs: readonly Job[],
  errorOf: (job: Job, index: number) => unknown,
): Leftover {
  const failed: Job[] = [];
  let pauseMs = 0;
  for (const [index, job] of jobs.entries()) {
    const error = errorOf(job, index);
    if (error === null) continue;
    job.attempts += 1;
    if (error instanceof EndpointRefusedError) pool.refuse(state, errorText(error));
    if (isOfThisNode(error)) job.lackedBy.add(state);
    if (isFinal(error, job, Math.max(limits.attempts, pool.states.length), pool)) {
      job.reject(
        error instanceof AnswerOverLimitError && !job.splittable ? oversizedAnswer(error, job.calls) : error,
      );
      continue;
    }
    failed.push(job);
    pauseMs = Math.max(pauseMs, pauseFor(error, job, pool.usable().length, limits));
  }
  if (failed.length > 0) pool.passOver(state);
  return { failed, pauseMs };
}

function isFinal(error: unknown, job: Job, attempts: number, pool: EndpointPool): boolean {
  // Refused by this endpoint; the pool knows whether there is another.
  if (error instanceof EndpointRefusedError) return false;
  if (error instanceof TooLargeError && job.splittable) return true;
  // What one node cannot do another may.
  if (isOfThisNode(error)) return pool.usable().every((state) => job.lackedBy.has(state));
  if (!(error instanceof RetryableError)) return true;
  return job.attempts >= attempts;
}

function pauseFor(error: unknown, job: Job, usableEndpoints: number, limits: ClientLimits): number {
  if (error instanceof EndpointRefusedError || isOfThisNode(error)) return 0;
  if (error instanceof RetryableError && error.retryAfterMs !== undefined) return error.retryAfterMs;
  // With another endpoint at hand the first round over all of them needs no pause.
  if (job.attempts < usableEndpoints) return 0;
  const full = pauseAfter(job.attempts, { ...limits, longestPauseMs });
  // Batches that failed together come back apart.
  return full / 2 + (Math.random() * full) / 2;
}

export function rejectAll(jobs: readonly Job[], error: unknown): Leftover {
  for (const job of jobs) job.reject(error);
  return nothingLeft;
}

/** null: the job is done. Else what is wrong with the answers. */
export function settle(job: Job, answers: readonly RpcAnswer[]): Error | null {
  const results: unknown[] = [];
  for (const [index, { method }] of job.calls.entries()) {
    const answer = answers[index];
    if (answer === undefined) return new RetryableError(`${method}: no answer`);
    if (!answer.ok) return answer.error;
    results.push(answer.result);
  }
  try {
    job.accept(results);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new PermanentError(errorText(error));
  }
}
