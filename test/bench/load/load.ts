/**
 * The load test: mixed traffic at 70 % of what the service can bear, then at three times that, then again at 70 %. Loopback, bounded
 * in connections and time. Arrivals are on schedule, so a slow answer delays none of the next, and waiting counts as latency.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchRequest, type Job, type Outcome, okOf } from '../client/job.ts';
import { type Client, startClient } from '../client/run-client.ts';
import type { Usage } from '../contenders/program.ts';
import { type RunningContender, startContender } from '../contenders/start.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { fetchAnswer } from '../pages/check.ts';
import { type BenchmarkOptions, printTable } from '../report.ts';
import { mixedRequests } from './mix.ts';

const defaultSeconds = 120;
const requestCount = 2_000;
const steadyShare = 0.7;
const overloadFactor = 3;
const steadyConnections = 64;
const overloadConnections = 512;
const recoveryWindowMs = 2_000;
const recoveryWindows = 15;
const sampleMs = 2_000;

interface Phase {
  readonly name: string;
  readonly rate: number;
  readonly outcome: Outcome;
  readonly usage: readonly (Usage & { at: number })[];
}

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await startBenchDatabase(options.size);
  stack.defer(database.stop);
  const server = await startContender('ours.ts', { databaseUrl: database.url });
  stack.defer(server.stop);
  const client = await startClient();
  stack.defer(client.stop);
  const requests = mixedRequests(database.layout, requestCount);
  await requireGoodAnswers(server.url, requests);
  const seconds = options.seconds || defaultSeconds;
  const plan = { client, server, requests };
  const capacity = await measureCapacity(plan, Math.min(15, seconds));
  const steadyRate = capacity * steadyShare;
  const steady = await perform(plan, 'steady', { rate: steadyRate, seconds, connections: steadyConnections });
  const overload = await perform(plan, 'overload', {
    rate: capacity * overloadFactor,
    seconds: Math.max(5, seconds / 4),
    connections: overloadConnections,
  });
  const recoveredMs = await timeToRecover(plan, steadyRate, steady.outcome.latency.p50);
  const after = await perform(plan, 'after', {
    rate: steadyRate,
    seconds: Math.max(5, seconds / 4),
    connections: steadyConnections,
  });
  report(capacity, [steady, overload, after], recoveredMs);
}

interface Plan {
  readonly client: Client;
  readonly server: RunningContender;
  readonly requests: readonly BenchRequest[];
}

/** A GraphQL answer with errors is a 200: one request of each kind is looked at before the test. */
async function requireGoodAnswers(url: string, requests: readonly BenchRequest[]): Promise<void> {
  for (const [request] of Map.groupBy(requests, ({ kind }) => kind).values()) {
    if (request === undefined) continue;
    const body = await fetchAnswer(url, request);
    if (body.errors !== undefined) throw new Error(`${request.kind}: ${JSON.stringify(body.errors)}`);
  }
}

const jobOf = (
  { server, requests }: Plan,
  fields: Pick<Job, 'connections' | 'rate' | 'durationMs'>,
): Job => ({
  url: server.url,
  requests: [...requests],
  warmUpMs: 0,
  timeoutMs: 30_000,
  ...fields,
});

/** As many answers a second as sixteen connections get that ask as fast as they can. */
async function measureCapacity(plan: Plan, seconds: number): Promise<number> {
  const fields = { connections: 16, rate: null };
  await plan.client.run(jobOf(plan, { ...fields, durationMs: 3_000 }));
  const outcome = await plan.client.run(jobOf(plan, { ...fields, durationMs: seconds * 1000 }));
  return okOf(outcome) / outcome.seconds;
}

async function perform(
  plan: Plan,
  name: string,
  { rate, seconds, connections }: { rate: number; seconds: number; connections: number },
): Promise<Phase> {
  const usage: (Usage & { at: number })[] = [];
  const job = jobOf(plan, { connections, rate, durationMs: Math.round(seconds * 1000) });
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      usage.push({ ...(await plan.server.usage()), at: performance.now() / 1000 });
      await delay(sampleMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  try {
    return { name, rate, usage, outcome: await plan.client.run(job) };
  } finally {
    over.abort();
    await sampling;
  }
}

/** How long after the overload answers are as fast again as before (within a factor of two); null: not within the time given. */
async function timeToRecover(plan: Plan, rate: number, usualMs: number): Promise<number | null> {
  const startedAt = performance.now();
  for (let window = 0; window < recoveryWindows; window += 1) {
    const elapsedMs = performance.now() - startedAt;
    const job = jobOf(plan, { connections: steadyConnections, rate, durationMs: recoveryWindowMs });
    const outcome = await plan.client.run(job);
    const total = Object.values(outcome.answers).reduce((sum, count) => sum + count, 0);
    if (okOf(outcome) === total && outcome.latency.p50 <= 2 * usualMs) return elapsedMs;
  }
  return null;
}

function report(capacity: number, phases: readonly Phase[], recoveredMs: number | null): void {
  process.stdout.write(`Capacity of this mix with 16 connections: ${capacity.toFixed(0)} requests/s.\n\n`);
  printTable([
    [
      'phase',
      'sent/s',
      'good/s',
      'answers',
      'p50 ms',
      'p90 ms',
      'p99 ms',
      'max ms',
      'refused p50 ms',
      'unsent',
      'MB',
      'MB/min',
    ],
    ...phases.map(({ name, rate, outcome, usage }) => [
      name,
      rate.toFixed(0),
      (okOf(outcome) / outcome.seconds).toFixed(0),
      Object.entries(outcome.answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      ...[outcome.latency.p50, outcome.latency.p90, outcome.latency.p99, outcome.latency.max].map((ms) =>
        ms.toFixed(1),
      ),
      outcome.refusals.p50.toFixed(1),
      String(outcome.unsent),
      (Math.max(...usage.map(({ resident }) => resident)) / 2 ** 20).toFixed(0),
      slopeOf(usage).toFixed(1),
    ]),
  ]);
  const [steady] = phases;
  if (steady !== undefined) {
    process.stdout.write('\n');
    printTable([
      ['steady, by kind', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms'],
      ...Object.entries(steady.outcome.latencyByKind).map(([kind, { p50, p90, p99, max }]) => [
        kind,
        ...[p50, p90, p99, max].map((ms) => ms.toFixed(1)),
      ]),
    ]);
  }
  const recovery =
    recoveredMs === null ? 'not within 30 s' : `${(recoveredMs / 1000).toFixed(1)} s after it ended`;
  process.stdout.write(`\nRecovered from the overload: ${recovery}.\n`);
}

/** Megabytes a minute by least squares over the second half, when caches and heap have their size. */
function slopeOf(usage: readonly (Usage & { at: number })[]): number {
  const half = usage.slice(Math.floor(usage.length / 2));
  if (half.length < 2) return 0;
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const time = mean(half.map(({ at }) => at));
  const memory = mean(half.map(({ resident }) => resident));
  const spread = half.reduce((sum, { at }) => sum + (at - time) ** 2, 0);
  const together = half.reduce((sum, { at, resident }) => sum + (at - time) * (resident - memory), 0);
  return ((together / spread) * 60) / 2 ** 20;
}
