/**
 * The way of a batch to the nodes: sent as one exchange, in halves where it is too large, and again until each of its jobs
 * has its answer or its final error.
 */
import { createSemaphore } from '../../../outgoing/at-once.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import { retry } from '../../../outgoing/retry.ts';
import type { Endpoint, RpcAnswer } from './endpoint.ts';
import type { EndpointPool, EndpointState } from './endpoint-pool.ts';
import { type ClientLimits, type Job, type Leftover, rejectAll, settle, sortOut } from './job-outcomes.ts';
import { TooLargeError, TooSlowError } from './rpc-errors.ts';

/** How batches are sent. */
export interface Batches {
  readonly pool: EndpointPool;
  readonly limits: ClientLimits;
  readonly clock: Clock;
  readonly inSlot: ReturnType<typeof createSemaphore>;
  /** What the nodes bear: halves when a batch as a whole is refused for its size, and grows back slowly. */
  weight: number;
}

/** Attempts are counted, and pauses bounded, for each job of a batch (sortOut): a batch ends with the last of its jobs. */
const endedByJob = {
  attempts: Number.POSITIVE_INFINITY,
  firstPauseMs: 0,
  longestPauseMs: Number.POSITIVE_INFINITY,
};

export function createBatches(pool: EndpointPool, limits: ClientLimits, clock: Clock): Batches {
  return { pool, limits, clock, inSlot: createSemaphore(limits.concurrency), weight: limits.batchWeight };
}

/** Sends the jobs, all patient or none, each batch beside the others. Each job hears of its own end. */
export function sendInBatches(batches: Batches, jobs: readonly Job[]): void {
  for (const batch of intoBatches(jobs, batches.weight)) void run(batches, batch);
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

/** Sends a batch until each job has its answer or its final error; an empty one is nothing to send. Never rejects. */
async function run(batches: Batches, batch: readonly Job[]): Promise<void> {
  if (batch.length === 0) return;
  const { clock, inSlot } = batches;
  let open = [...batch];
  const { signal, isPatient = false } = open[0] ?? {};
  try {
    await retry<void>(
      { clock, ...endedByJob },
      async () => {
        const { failed, pauseMs } = await inSlot(() => attempt(batches, open), signal, { isPatient });
        open = failed;
        return { result: undefined, ...(open.length > 0 && { again: { wishedMs: pauseMs } }) };
      },
      { signal },
    );
  } catch (error) {
    rejectAll(open, error);
  }
}

async function attempt(batches: Batches, jobs: readonly Job[]): Promise<Leftover> {
  const { pool, limits } = batches;
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
    if (error instanceof TooLargeError && jobs.length > 1) return halve(batches, state, { jobs, error });
    return sortOut(pool, limits, state, jobs, () => error);
  }
  batches.weight = Math.min(limits.batchWeight, batches.weight + 1);
  return sortOut(pool, limits, state, jobs, (job, index) => settle(job, answers[index] ?? []));
}

/** The batch is too large or too slow as a whole: it goes on in halves, and batches are smaller for a while. */
function halve(
  batches: Batches,
  state: EndpointState,
  { jobs, error }: { jobs: readonly Job[]; error: TooLargeError },
): Leftover {
  batches.weight = Math.max(1, Math.floor(batches.weight / 2));
  const middle = Math.ceil(jobs.length / 2);
  if (!(error instanceof TooSlowError)) {
    void run(batches, jobs.slice(middle));
    return { failed: jobs.slice(0, middle), pauseMs: 0 };
  }
  // A stalled node looks like a slow one: the wait counts as an attempt, so that it ends.
  const { failed, pauseMs } = sortOut(batches.pool, batches.limits, state, jobs, () => error);
  const cut = Math.ceil(failed.length / 2);
  void run(batches, failed.slice(cut));
  return { failed: failed.slice(0, cut), pauseMs };
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
