/**
 * Pages of 100 full transfers over HTTP: the service beside a bare server and its peers, each in a process of its own, asked in
 * turn. The figures that count are the ratios of one run.
 */
import { type BenchRequest, type Outcome, okOf } from '../client/job.ts';
import { type Client, requireAllOk, startClient } from '../client/run-client.ts';
import { type PageContender, pageContenders } from '../contenders/page-contenders.ts';
import { type RunningContender, startContender, tryStart } from '../contenders/start.ts';
import { postgresCpu } from '../cpu-times.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, medianOf, printTable } from '../report.ts';
import { pageSize, requireSameValues } from './check.ts';

const connections = 16;
const defaultSeconds = 3;

interface Runner {
  readonly contender: PageContender;
  readonly server: RunningContender;
}

/** One kind of page by one contender. */
interface Line extends Runner {
  readonly request: (wallet: string) => BenchRequest;
  readonly results: Result[];
}

interface Result {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the server's own process per answer. */
  readonly cpu: number;
  /** Of PostgreSQL. */
  readonly databaseCpu: number;
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
  const databaseSeconds = await postgresCpu(database.url);
  const lineOf = (runner: Runner, request: Line['request']): Line => ({ ...runner, request, results: [] });
  const newest = runners.map((runner) => lineOf(runner, runner.contender.request));
  const cold = runners.flatMap((runner) =>
    runner.contender.cold === undefined ? [] : [lineOf(runner, runner.contender.cold)],
  );
  for (let round = 0; round < options.rounds; round += 1) {
    for (const line of [...newest, ...cold]) {
      // The first round also warms up what is compiled while it runs.
      const warmUpMs = round === 0 ? 3_000 : 300;
      const plan = { wallets, warmUpMs, durationMs: seconds * 1000, databaseSeconds };
      line.results.push(await measure(client, line, plan));
    }
  }
  report('page of 100 full transfers', newest, missing);
  process.stdout.write('\n');
  report('the same of one chain, which nobody remembers', cold, new Map());
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
    if (server !== null) runners.push({ contender, server });
  }
  return runners;
}

async function measure(
  client: Client,
  { contender, server, request }: Line,
  plan: {
    wallets: readonly string[];
    warmUpMs: number;
    durationMs: number;
    databaseSeconds: () => Promise<number>;
  },
): Promise<Result> {
  const requests = plan.wallets.map(request);
  const job = { url: server.url, requests, connections, rate: null, timeoutMs: 30_000 };
  if (plan.warmUpMs > 0) await client.run({ ...job, warmUpMs: 0, durationMs: plan.warmUpMs });
  const before = { own: await server.usage(), database: await plan.databaseSeconds() };
  const outcome: Outcome = await client.run({ ...job, warmUpMs: 0, durationMs: plan.durationMs });
  const after = { own: await server.usage(), database: await plan.databaseSeconds() };
  requireAllOk(contender.name, outcome);
  const answers = okOf(outcome);
  return {
    perSecond: answers / outcome.seconds,
    p50: outcome.latency.p50,
    p99: outcome.latency.p99,
    cpu: (after.own.cpu - before.own.cpu) / 1000 / answers,
    databaseCpu: ((after.database - before.database) * 1000) / answers,
  };
}

function report(title: string, lines: readonly Line[], missing: ReadonlyMap<string, string>): void {
  const figures = lines.map(({ contender, results }) => {
    const median = (of: (result: Result) => number): number => medianOf(results.map(of));
    const [cpu, databaseCpu] = [median((one) => one.cpu), median((one) => one.databaseCpu)];
    return {
      ...{ name: contender.name, cpu, databaseCpu, bothCpu: cpu + databaseCpu },
      perSecond: median((one) => one.perSecond),
      p50: median((one) => one.p50),
      p99: median((one) => one.p99),
    };
  });
  const bare = figures[0];
  const ratio = (value: number, reference: number | undefined): string =>
    reference ? `${(value / reference).toFixed(2)} ×` : '';
  const heads = [
    'requests/s',
    '÷ bare',
    'p50 ms',
    'p99 ms',
    'CPU ms/request',
    'PostgreSQL ms',
    'both ÷ bare',
  ];
  printTable([
    [title, ...heads],
    ...figures.map(({ name, perSecond, p50, p99, cpu, databaseCpu, bothCpu }) => [
      name,
      ...[perSecond.toFixed(0), ratio(perSecond, bare?.perSecond), p50.toFixed(1), p99.toFixed(1)],
      ...[cpu.toFixed(2), databaseCpu.toFixed(2), ratio(bothCpu, bare?.bothCpu)],
    ]),
    ...[...missing].map(([name, why]) => [`${name} (not measured: ${why})`, ...heads.map(() => '')]),
  ]);
}
