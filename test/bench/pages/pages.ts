/**
 * Pages of 100 full transfers over HTTP: the service beside a bare server and its peers, each in a process of its own, asked in
 * turn. The figures that count are the ratios of one run.
 */
import type { Outcome } from '../client/job.ts';
import { okOf } from '../client/job.ts';
import { type Client, requireAllOk, startClient } from '../client/run-client.ts';
import { type PageContender, pageContenders } from '../contenders/page-contenders.ts';
import { type RunningContender, startContender, tryStart } from '../contenders/start.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, medianOf, printTable } from '../report.ts';
import { pageSize, requireSameValues } from './check.ts';

const connections = 16;
const defaultSeconds = 3;

interface Runner {
  readonly contender: PageContender;
  readonly server: RunningContender;
  readonly results: Result[];
}

interface Result {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the server's own process per answer. */
  readonly cpu: number;
}

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await startBenchDatabase(options.size);
  stack.defer(database.stop);
  const missing = new Map<string, string>();
  const runners = await startAll(database.url, stack, missing);
  const wallets = database.layout.smallWallets;
  const sample = [database.layout.largeWallet, ...wallets.filter((_, index) => index % 20 === 0)];
  await requireSameValues(
    runners.map(({ contender, server }) => ({ contender, url: server.url })),
    sample,
    Math.min(pageSize, database.layout.smallSize),
  );
  const client = await startClient();
  stack.defer(client.stop);
  const seconds = options.seconds || defaultSeconds;
  for (let round = 0; round < options.rounds; round += 1) {
    for (const runner of runners) {
      // The first round also warms up what is compiled while it runs.
      const warmUpMs = round === 0 ? 3_000 : 300;
      runner.results.push(await measure(client, runner, { wallets, warmUpMs, durationMs: seconds * 1000 }));
    }
  }
  report(runners, missing);
}

async function startAll(
  databaseUrl: string,
  stack: AsyncDisposableStack,
  missing: Map<string, string>,
): Promise<Runner[]> {
  const byFile = new Map<string, RunningContender | null>();
  const runners: Runner[] = [];
  for (const contender of pageContenders) {
    const { file, peer } = contender;
    let server = byFile.get(file);
    if (server === undefined) {
      server = await tryStart(
        contender.name,
        () => startContender(file, { databaseUrl, ...(peer === undefined ? {} : { peer }) }),
        missing,
      );
      if (server !== null) stack.defer(server.stop);
      byFile.set(file, server);
    }
    if (server !== null) runners.push({ contender, server, results: [] });
  }
  return runners;
}

async function measure(
  client: Client,
  { contender, server }: Runner,
  plan: { wallets: readonly string[]; warmUpMs: number; durationMs: number },
): Promise<Result> {
  const requests = plan.wallets.map((wallet) => contender.request(wallet));
  const job = { url: server.url, requests, connections, rate: null, timeoutMs: 30_000 };
  if (plan.warmUpMs > 0) await client.run({ ...job, warmUpMs: 0, durationMs: plan.warmUpMs });
  const before = await server.usage();
  const outcome: Outcome = await client.run({ ...job, warmUpMs: 0, durationMs: plan.durationMs });
  const after = await server.usage();
  requireAllOk(contender.name, outcome);
  const answers = okOf(outcome);
  return {
    perSecond: answers / outcome.seconds,
    p50: outcome.latency.p50,
    p99: outcome.latency.p99,
    cpu: (after.cpu - before.cpu) / 1000 / answers,
  };
}

function report(runners: readonly Runner[], missing: ReadonlyMap<string, string>): void {
  const figures = runners.map(({ contender, results }) => ({
    name: contender.name,
    perSecond: medianOf(results.map(({ perSecond }) => perSecond)),
    p50: medianOf(results.map(({ p50 }) => p50)),
    p99: medianOf(results.map(({ p99 }) => p99)),
    cpu: medianOf(results.map(({ cpu }) => cpu)),
  }));
  const bare = figures[0];
  const ratio = (value: number, reference: number | undefined): string =>
    reference ? `${(value / reference).toFixed(2)} ×` : '';
  printTable([
    [
      'page of 100 full transfers',
      'requests/s',
      '÷ bare',
      'p50 ms',
      'p99 ms',
      'CPU ms/request',
      'CPU ÷ bare',
    ],
    ...figures.map(({ name, perSecond, p50, p99, cpu }) => [
      name,
      perSecond.toFixed(0),
      ratio(perSecond, bare?.perSecond),
      p50.toFixed(1),
      p99.toFixed(1),
      cpu.toFixed(2),
      ratio(cpu, bare?.cpu),
    ]),
    ...[...missing].map(([name, why]) => [`${name} (not measured: ${why})`, '', '', '', '', '', '']),
  ]);
}
