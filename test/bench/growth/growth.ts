/**
 * What following a chain costs as wallets grow: requests and statements per block, how soon a transfer shows, what idle wallets take,
 * and bytes per row. The node is a real one, and so is the server.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { address } from '../../support/records.ts';
import { createApiClient } from '../../support/service.ts';
import { postgresCpu } from '../cpu-times.ts';
import { type Program, startProgram } from '../processes.ts';
import { type BenchmarkOptions, grouped, printTable } from '../report.ts';
import { chainId, type FollowedChain, startFollowedChain } from './followed-chain.ts';
import { addIdleWallets, setUpkeep, untilSettled } from './idle-wallets.ts';
import { printBytesPerTransfer, relationSizes } from './row-sizes.ts';
import { type StatementCount, startCount, syncLine } from './statement-counter.ts';

const defaultIdleWallets = 100_000;
const followedCounts = [10, 100, 1_000, 10_000];
/** Wallets that every block pays. */
const paid = Array.from({ length: 5 }, (_, index) => address(0xaa_0000 + index));
/** The first of the database, to which nothing happens. */
const pattern = address(0xbb_0000);
const strangersPerBlock = 15;
const blockMs = 2_000;
const key = 'growth-benchmark';
/** As of the built-in chains with such blocks: the longest time between two looks at the head. */
const pollSeconds = 4;

interface Bench {
  chain: FollowedChain;
  client: pg.Client;
  program: Program;
  api: ReturnType<typeof createApiClient>;
  /** Seconds of CPU that the server has used so far. */
  serverCpu: () => Promise<number>;
}

export async function run(options: BenchmarkOptions): Promise<void> {
  const idleWallets = options.size === 0 ? defaultIdleWallets : options.size;
  await using parts = new AsyncDisposableStack();
  const bench = await start(parts);
  await printBlocks(
    bench,
    followedCounts.filter((count) => count <= idleWallets),
    options,
  );
  await printVisibility(bench, options);
  await printIdle(bench, idleWallets, options);
  await printBytesPerTransfer(options);
}

async function start(parts: AsyncDisposableStack): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-data-growth-'));
  // PostgreSQL's own user must be able to enter it when we are root.
  await chmod(dataDir, 0o755);
  parts.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    max_wal_size: '2GB',
    synchronous_commit: 'off',
  };
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  parts.defer(server.stop);
  await migrateDatabase(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  parts.defer(() => client.end());
  await client.query('CREATE EXTENSION pg_stat_statements');
  const chain = await startFollowedChain();
  parts.defer(chain.stop);
  const environment = {
    ...{ PORT: '0', DATABASE_URL: server.url, BOOTSTRAP_API_KEY: key, LOG_LEVEL: 'warn' },
    // A busy machine is not what is measured here.
    ...{ RATE_LIMIT_PER_SECOND: '10000', RATE_LIMIT_BURST: '10000', MAX_EVENT_LOOP_DELAY_MS: '60000' },
  };
  const entry = { chainId, name: 'Growth', slug: 'growth', symbol: 'ETH', rpc: [chain.url] };
  const chains = [{ ...entry, confirmations: 8, pollSeconds }];
  const path = join(import.meta.dirname, '..', 'programs', 'follow-chain.ts');
  const { program, hello } = await startProgram(path, {
    BENCH_OPTIONS: JSON.stringify({ environment, chains }),
  });
  parts.defer(program.stop);
  const api = createApiClient(urlOf(hello), key);
  await chain.mine([], 1);
  await api.load([pattern]);
  await api.load(paid);
  const bench = { chain, client, program, api, serverCpu: await postgresCpu(server.url) };
  await untilFollowed(bench);
  return bench;
}

function urlOf(hello: unknown): string {
  if (typeof hello === 'object' && hello !== null && 'url' in hello && typeof hello.url === 'string')
    return hello.url;
  throw new Error('the service has no API');
}

/** Until every wallet follows, and the cursor stands at that block, or any. */
async function untilFollowed({ client }: Bench, block = 0): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { rowCount } = await client.query(
      '/* bench */ SELECT FROM chain_cursor WHERE block_number >= $1 AND NOT EXISTS (SELECT FROM sync WHERE NOT follows)',
      [block],
    );
    if (rowCount === 1) return;
    if (performance.now() > deadline) throw new Error(`not every wallet follows at block ${block}`);
    await delay(250);
  }
}

interface Work {
  seconds: number;
  blocks: number;
  requests: number;
  statements: number;
  serviceCpu: number;
  serverCpu: number;
  residentMiB: number;
  sync: StatementCount['sync'];
  byMethod: ReadonlyMap<string, number>;
  byTime: string[];
  byCalls: string[];
}

/** Mines blocks at a steady pace, and counts what is done until the last of them is read. */
async function workOf(bench: Bench, blocks: number, payments: readonly string[]): Promise<Work> {
  const { chain, client } = bench;
  chain.takeCounts();
  const readCount = await startCount(client);
  const [before, serverBefore, startedAt] = [await usage(bench), await bench.serverCpu(), performance.now()];
  let last = 0;
  for (let block = 0; block < blocks; block += 1) {
    const nextAt = startedAt + (block + 1) * blockMs;
    last = await chain.mine(payments, strangersPerBlock);
    await delay(Math.max(0, nextAt - performance.now()));
  }
  await untilFollowed(bench, last);
  const seconds = (performance.now() - startedAt) / 1000;
  const [after, serverAfter, count] = [await usage(bench), await bench.serverCpu(), await readCount()];
  const byMethod = chain.takeCounts();
  const requests = [...byMethod.values()].reduce((sum, calls) => sum + calls, 0);
  return {
    ...{ seconds, blocks, requests, byMethod, statements: count.statements },
    ...{ serviceCpu: after.cpuSeconds - before.cpuSeconds, serverCpu: serverAfter - serverBefore },
    ...{ residentMiB: after.residentMiB, sync: count.sync },
    byTime: count.byTime.map(lineOf),
    byCalls: count.byCalls.map(lineOf),
  };
}

const lineOf = ({
  query,
  calls,
  milliseconds,
}: {
  query: string;
  calls: number;
  milliseconds: number;
}): string =>
  `${calls} × ${(milliseconds / calls).toFixed(2)} ms ${query.replace(/\s+/g, ' ').slice(0, 110)}`;

async function usage({ program }: Bench): Promise<{ cpuSeconds: number; residentMiB: number }> {
  const answer = await program.ask({});
  const { cpuSeconds, residentMiB } = Object(answer);
  return { cpuSeconds: Number(cpuSeconds), residentMiB: Number(residentMiB) };
}

const perBlock = (amount: number, { blocks }: Work): string => (amount / blocks).toFixed(1);

/** Requests and statements per block, with the same wallets paid in each, and more and more that are not. */
async function printBlocks(
  bench: Bench,
  counts: readonly number[],
  { seconds }: BenchmarkOptions,
): Promise<void> {
  const blocks = seconds === 0 ? 20 : Math.ceil((seconds * 1000) / blockMs);
  const works: [number, Work][] = [];
  for (const count of counts) {
    await addIdleWallets(bench.client, count);
    await setUpkeep(bench.client, 'none');
    await workOf(bench, 3, paid);
    await setUpkeep(bench.client, 'none');
    works.push([count, await workOf(bench, blocks, paid)]);
  }
  say(
    `\n${blocks} blocks, one in ${blockMs / 1000} s, of ${paid.length} payments to wallets and ${strangersPerBlock} between strangers:\n`,
  );
  printTable([
    [
      'followed wallets',
      'requests/block',
      'statements/block',
      'service CPU ms/block',
      'PostgreSQL CPU ms/block',
    ],
    ...works.map(([count, work]) => [
      grouped(count),
      ...[work.requests, work.statements, work.serviceCpu * 1000, work.serverCpu * 1000].map((sum) =>
        perBlock(sum, work),
      ),
    ]),
  ]);
  const spread = (of: (work: Work) => number): string => {
    const all = works.map(([, work]) => of(work) / work.blocks);
    return (Math.max(...all) / Math.min(...all)).toFixed(2);
  };
  say(
    `most ÷ least: requests ${spread(({ requests }) => requests)}, statements ${spread(({ statements }) => statements)} (bar 1.3)`,
  );
  for (const [count, { byMethod, blocks: of }] of works) {
    const each = [...byMethod].sort().map(([method, calls]) => `${method} ${(calls / of).toFixed(1)}`);
    say(`${grouped(count)}: ${each.join(', ')}`);
  }
}

/** How long after a block was mined the API tells of a transfer in it. */
async function printVisibility(bench: Bench, { seconds }: BenchmarkOptions): Promise<void> {
  const blocks = seconds === 0 ? 60 : Math.ceil((seconds * 1000) / blockMs);
  const [wallet = ''] = paid;
  const query = `{ transfers(wallets: ["${wallet}"], first: 1) { nodes { hash } } }`;
  const readNewest = async (): Promise<string | undefined> => {
    const { transfers } = await bench.api.query<{ transfers: { nodes: { hash: string }[] } }>(query);
    return transfers.nodes[0]?.hash;
  };
  const waits: number[] = [];
  let newest = await readNewest();
  const startedAt = performance.now();
  for (let block = 0; block < blocks; block += 1) {
    const nextAt = startedAt + (block + 1) * blockMs;
    await bench.chain.mine(paid, strangersPerBlock);
    const minedAt = performance.now();
    const before = newest;
    while (newest === before) {
      newest = await readNewest();
      if (performance.now() - minedAt > 60_000) throw new Error('the transfer of a block is not told');
      if (newest === before) await delay(10);
    }
    waits.push(performance.now() - minedAt);
    await delay(Math.max(0, nextAt - performance.now()));
  }
  waits.sort((left, right) => left - right);
  const at = (share: number): string => ((waits[Math.ceil(waits.length * share) - 1] ?? 0) / 1000).toFixed(2);
  say(
    `\nFrom a block to its transfer in the API, pollSeconds ${pollSeconds}, a node that is polled, ${blocks} blocks:\n`,
  );
  printTable([
    ['', 'p50 s', 'p90 s', 'p99 s', 'longest s'],
    ['seen after', at(0.5), at(0.9), at(0.99), at(1)],
  ]);
}

/** What wallets take to which nothing happens, with the checks and comparisons of a service that has run for days. */
async function printIdle(bench: Bench, count: number, { seconds: given }: BenchmarkOptions): Promise<void> {
  const { client } = bench;
  const before = await relationSizes(client);
  const added = await addIdleWallets(client, count);
  const after = await relationSizes(client);
  await untilSettled(client, () => bench.chain.mine([], strangersPerBlock));
  await setUpkeep(client, 'steady');
  const blocks = Math.ceil(((given === 0 ? 60 : given) * 1000) / blockMs);
  await workOf(bench, 3, []);
  const work = await workOf(bench, blocks, []);
  const { seconds } = work;
  say(
    `\n${grouped(count)} idle wallets, ${seconds.toFixed(0)} s, ${blocks} blocks of strangers, checks and comparisons as ever:\n`,
  );
  printTable([
    ['', 'statements/s', 'requests/s', 'share of a core', 'of it PostgreSQL', 'resident MiB'],
    [
      'idle',
      (work.statements / seconds).toFixed(1),
      (work.requests / seconds).toFixed(1),
      `${(((work.serviceCpu + work.serverCpu) / seconds) * 100).toFixed(1)} %`,
      `${((work.serverCpu / seconds) * 100).toFixed(1)} %`,
      work.residentMiB.toFixed(0),
    ],
  ]);
  say(`${syncLine(work.sync)}\nbars: 20 statements/s, 5 % of a core\nStatements by the time that they took:`);
  for (const line of work.byTime) say(`  ${line}`);
  say('Statements by how often they were sent:');
  for (const line of work.byCalls) say(`  ${line}`);
  const each = [...work.byMethod]
    .sort()
    .map(([method, calls]) => `${method} ${(calls / seconds).toFixed(1)}/s`);
  say(`Requests: ${each.join(', ')}`);
  const perWallet = [...after]
    .map(([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / added] as const)
    .filter(([, bytes]) => bytes >= 1)
    .sort((left, right) => right[1] - left[1]);
  const sum = perWallet.reduce((total, [, bytes]) => total + bytes, 0);
  const list = perWallet.map(([table, bytes]) => `${table} ${bytes.toFixed(0)}`).join(', ');
  say(`\nBytes of an idle wallet, as just written, ${sum.toFixed(0)} in all: ${list}`);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
