/**
 * The JSON-RPC client of one chain. Requests of the same tick travel as one batch, and only so many batches at once. A fault
 * is retried with backoff on the next endpoint. An answer counts only after its parser accepted it.
 */
import { errorText, PermanentError, RetryableError } from '../../../errors.ts';
import { createSemaphore } from '../../../outgoing/at-once.ts';
import { type Clock, systemClock } from '../../../outgoing/clock.ts';
import { pauseAfter, retry } from '../../../outgoing/retry.ts';
import type { Endpoint, RpcAnswer, RpcCall } from './endpoint.ts';
import { createEndpointPool, type EndpointPool, type EndpointState } from './endpoint-pool.ts';
import {
  AnswerOverLimitError,
  EndpointRefusedError,
  isOfThisNode,
  oversizedAnswer,
  TooLargeError,
  TooSlowError,
} from './rpc-errors.ts';

/** One JSON-RPC request and how its answer is read. `parse` throws RetryableError on what it does not accept. */
export interface RpcRequest<T> {
  method: string;
  params: readonly unknown[];
  parse: (raw: unknown) => T;
  /** How heavy it is for the node, in units of a simple look-up (1). Infinity: it travels alone. */
  weight?: number;
  /** Of the answer in bytes; unless given, what an exchange with a node may have. */
  maximumBytes?: number;
  /** The caller can ask for less: a too-large or timed-out request is given back at once. */
  splittable?: boolean;
}

export interface RpcClient {
  request<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T>;
  readonly endpoints: readonly EndpointState[];
}

export interface NodeClient extends RpcClient {
  /**
   * Requests that must be answered by one node at one time: they travel in one HTTP exchange, and all of them are asked
   * again when one answer is not accepted. Only a node that refuses batches is asked one by one.
   */
  requestTogether<First, Other>(
    first: RpcRequest<First>,
    others: readonly RpcRequest<Other>[],
    signal?: AbortSignal,
  ): Promise<{ first: First; others: Other[] }>;
}

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
interface Job {
  calls: readonly RpcCall[];
  weight: number;
  splittable: boolean;
  signal: AbortSignal | undefined;
  attempts: number;
  /** The nodes that cannot do it. */
  readonly lackedBy: Set<EndpointState>;
  /** Parses and resolves; throws where an answer is not accepted. */
  accept(raw: readonly unknown[]): void;
  reject(error: unknown): void;
}

/** What is left of a batch after an attempt. */
interface Leftover {
  failed: Job[];
  pauseMs: number;
}

const longestPauseMs = 10_000;
/** Attempts are counted, and pauses bounded, for each job of a batch (sortOut): a batch ends with the last of its jobs. */
const endedByJob = {
  attempts: Number.POSITIVE_INFINITY,
  firstPauseMs: 0,
  longestPauseMs: Number.POSITIVE_INFINITY,
};
const nothingLeft: Leftover = { failed: [], pauseMs: 0 };

/** `ensureUsable` runs once per endpoint before its first use; it throws EndpointRefusedError for a wrong chain. */
export function createRpcClient(
  endpoints: readonly Endpoint[],
  limits: ClientLimits,
  ensureUsable: (endpoint: Endpoint) => Promise<void>,
  clock: Clock = systemClock,
): NodeClient {
  const pool = createEndpointPool(endpoints, ensureUsable, clock);
  const inSlot = createSemaphore(limits.concurrency);
  /** What the nodes bear: halves when a batch as a whole is refused for its size, and grows back slowly. */
  let batchWeight = limits.batchWeight;
  let queue: Job[] = [];

  function flush(): void {
    const jobs = queue;
    queue = [];
    for (const batch of intoBatches(jobs, batchWeight)) void run(batch);
  }

  /** Sends a batch until each job has its answer or its final error; an empty one is nothing to send. Never rejects. */
  async function run(batch: readonly Job[]): Promise<void> {
    if (batch.length === 0) return;
    let open = [...batch];
    const signal = open[0]?.signal;
    try {
      await retry<void>(
        { clock, ...endedByJob },
        async () => {
          const { failed, pauseMs } = await inSlot(() => attempt(open), signal);
          open = failed;
          return { result: undefined, ...(open.length > 0 && { again: { wishedMs: pauseMs } }) };
        },
        { signal },
      );
    } catch (error) {
      rejectAll(open, error);
    }
  }

  async function attempt(jobs: readonly Job[]): Promise<Leftover> {
    const signal = jobs[0]?.signal;
    let state: EndpointState;
    try {
      signal?.throwIfAborted();
      state = pool.current();
    } catch (error) {
      return rejectAll(jobs, error);
    }
    let answers: RpcAnswer[][];
    try {
      await pool.ensureUsable(state);
      answers = await sendJobs(state.endpoint, jobs, signal);
    } catch (error) {
      if (signal?.aborted) return rejectAll(jobs, signal.reason);
      if (error instanceof TooLargeError && jobs.length > 1) return halve(state, jobs, error);
      return sortOut(pool, limits, state, jobs, () => error);
    }
    batchWeight = Math.min(limits.batchWeight, batchWeight + 1);
    return sortOut(pool, limits, state, jobs, (job, index) => settle(job, answers[index] ?? []));
  }

  /** The batch is too large or too slow as a whole: it goes on in halves, and batches are smaller for a while. */
  function halve(state: EndpointState, jobs: readonly Job[], error: TooLargeError): Leftover {
    batchWeight = Math.max(1, Math.floor(batchWeight / 2));
    const middle = Math.ceil(jobs.length / 2);
    if (!(error instanceof TooSlowError)) {
      void run(jobs.slice(middle));
      return { failed: jobs.slice(0, middle), pauseMs: 0 };
    }
    // A stalled node looks like a slow one: the wait counts as an attempt, so that it ends.
    const { failed, pauseMs } = sortOut(pool, limits, state, jobs, () => error);
    const cut = Math.ceil(failed.length / 2);
    void run(failed.slice(cut));
    return { failed: failed.slice(0, cut), pauseMs };
  }

  function enqueue(
    requests: readonly Omit<RpcRequest<unknown>, 'parse'>[],
    signal: AbortSignal | undefined,
    handlers: Pick<Job, 'accept' | 'reject'>,
  ): void {
    if (queue.length === 0) setImmediate(flush);
    queue.push({
      calls: requests.map(({ method, params, maximumBytes }) => ({ method, params, maximumBytes })),
      weight: requests.reduce((sum, { weight = 1 }) => sum + weight, 0),
      splittable: requests.some(({ splittable = false }) => splittable),
      signal,
      attempts: 0,
      lackedBy: new Set(),
      ...handlers,
    });
  }

  return {
    endpoints: pool.states,
    request<T>(request: RpcRequest<T>, signal?: AbortSignal): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        enqueue([request], signal, { accept: ([raw]) => resolve(request.parse(raw)), reject });
      });
    },
    requestTogether(first, others, signal) {
      return new Promise((resolve, reject) => {
        const accept = ([raw, ...rest]: readonly unknown[]): void =>
          resolve({
            first: first.parse(raw),
            others: others.map((other, index) => other.parse(rest[index])),
          });
        enqueue([first, ...others], signal, { accept, reject });
      });
    },
  };
}

/** The answers of each job. A job that a node refuses as a batch goes call by call. */
async function sendJobs(
  endpoint: Endpoint,
  jobs: readonly Job[],
  signal: AbortSignal | undefined,
): Promise<RpcAnswer[][]> {
  const calls = jobs.flatMap((job) => job.calls);
  let answers: RpcAnswer[];
  try {
    answers = await endpoint.send(calls, signal);
  } catch (error) {
    const isRefused = error instanceof TooLargeError && !(error instanceof TooSlowError);
    if (!isRefused || jobs.length > 1 || calls.length === 1) throw error;
    answers = [];
    for (const call of calls) answers.push(...(await endpoint.send([call], signal)));
  }
  let next = 0;
  return jobs.map((job) => {
    const first = next;
    next += job.calls.length;
    return answers.slice(first, next);
  });
}

/** Batches of bounded weight; jobs that end with different signals do not share one. */
function intoBatches(jobs: readonly Job[], batchWeight: number): Job[][] {
  const batches: Job[][] = [];
  let batch: Job[] = [];
  let weight = 0;
  for (const job of jobs) {
    if (batch.length === 0 || weight + job.weight > batchWeight || batch[0]?.signal !== job.signal) {
      batch = [];
      weight = 0;
      batches.push(batch);
    }
    batch.push(job);
    weight += job.weight;
  }
  return batches;
}

/** Rejects the jobs whose error is final and gives back those to be tried again, and after which pause. */
function sortOut(
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

function rejectAll(jobs: readonly Job[], error: unknown): Leftover {
  for (const job of jobs) job.reject(error);
  return nothingLeft;
}

/** null: the job is done. Else what is wrong with the answers. */
function settle(job: Job, answers: readonly RpcAnswer[]): Error | null {
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
