/**
 * What another key feels: its pages of 100 while twenty clients fetch GraphiQL's page with all that it names, and while a key asks
 * the largest questions sixty at a time; in rounds that alternate with quiet ones. Whoever attacks from this machine takes its cores,
 * too: what that alone does is measured by the same load, as fast, on a server that does nothing.
 */

import { insertApiKey } from '../../../src/store/clients/api-key-rows.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { apiKeyPepper } from '../../../src/store/connection/settings.ts';
import { generateApiKey, hashApiKey } from '../../../src/use-cases/access/key-text.ts';
import { type BenchRequest, type Outcome, okOf } from '../client/job.ts';
import { type Client, startClient } from '../client/run-client.ts';
import { benchKey, get, post, startContender } from '../contenders/start.ts';
import { benchClient } from '../data/fill.ts';
import type { Layout } from '../data/layout.ts';
import type { BenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, medianOf, printTable } from '../report.ts';

const defaultSeconds = 5;

interface Plan {
  url: string;
  /** Of the server that does nothing. */
  idleUrl: string;
  page: BenchRequest;
  durationMs: number;
}

interface Attack {
  name: string;
  connections: number;
  requests: BenchRequest[];
}

export async function measureNeighbours(
  { url: databaseUrl, layout }: BenchDatabase,
  { rounds, seconds }: BenchmarkOptions,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const otherKey = await freshKey(databaseUrl);
  // The limits that a key has unless it is configured otherwise.
  const environment = { BENCH_UNITS_PER_SECOND: '100', BENCH_UNITS_BURST: '200' };
  const server = await startContender('ours.ts', { databaseUrl, environment });
  stack.defer(server.stop);
  const { url } = server;
  const idle = await startContender('idle.ts', { databaseUrl });
  stack.defer(idle.stop);
  const attacker = await startClient();
  stack.defer(attacker.stop);
  const reader = await startClient();
  stack.defer(reader.stop);
  const page = get('page', `/wallet/transfer/?wallet=${layout.largeWallet}`, { 'x-api-key': benchKey });
  const attacks: Attack[] = [
    { name: 'GraphiQL, 20 clients', connections: 20, requests: await graphiqlRequests(url) },
    {
      name: '15 × counterpartyTotals, 60 clients',
      connections: 60,
      requests: [totalsQuestion(layout, otherKey)],
    },
  ];
  await read(reader, url, page, 3_000);
  const rows = [
    [
      'another key’s page of 100',
      'alone p50 ms',
      'p99 ms',
      'beside it p50 ms',
      'p99 ms',
      'beside its load on an idle server p50 ms',
      'p99 ms',
      'answers to the attack',
    ],
  ];
  for (const attack of attacks) {
    const plan = { url, idleUrl: idle.url, page, durationMs: (seconds || defaultSeconds) * 1000 };
    rows.push(await compare({ attacker, reader }, attack, plan, rounds));
  }
  process.stdout.write('\n');
  printTable(rows);
}

const read = (reader: Client, url: string, page: BenchRequest, durationMs: number): Promise<Outcome> =>
  reader.run({
    url,
    requests: [page],
    connections: 1,
    warmUpMs: 0,
    durationMs,
    rate: 40,
    timeoutMs: 60_000,
  });

async function compare(
  { attacker, reader }: { attacker: Client; reader: Client },
  { name, connections, requests }: Attack,
  { url, idleUrl, page, durationMs }: Plan,
  rounds: number,
): Promise<string[]> {
  const alone: Outcome[] = [];
  const beside: Outcome[] = [];
  const besideIdle: Outcome[] = [];
  const answers: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await read(reader, url, page, durationMs));
    const job = { requests, connections, timeoutMs: 60_000, warmUpMs: 0, durationMs: durationMs + 1_000 };
    const attacking = attacker.run({ ...job, url, rate: null });
    beside.push(await read(reader, url, page, durationMs));
    const attack = await attacking;
    let sum = 0;
    for (const [status, count] of Object.entries(attack.answers)) {
      answers[status] = (answers[status] ?? 0) + count;
      sum += count;
    }
    const elsewhere = attacker.run({ ...job, url: idleUrl, rate: sum / attack.seconds });
    besideIdle.push(await read(reader, url, page, durationMs));
    await elsewhere;
  }
  for (const outcome of [...alone, ...beside, ...besideIdle]) {
    if (okOf(outcome) === 0) throw new Error(`the other key got ${JSON.stringify(outcome.answers)}`);
  }
  const middle = (outcomes: readonly Outcome[], pick: (outcome: Outcome) => number): string =>
    medianOf(outcomes.map(pick)).toFixed(1);
  return [
    name,
    ...[alone, beside, besideIdle].flatMap((outcomes) => [
      middle(outcomes, ({ latency }) => latency.p50),
      middle(outcomes, ({ latency }) => latency.p99),
    ]),
    Object.entries(answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ];
}

/** The page, and every file of this server that its HTML names. */
async function graphiqlRequests(url: string): Promise<BenchRequest[]> {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const page = { ...get('html', '/graphql'), headers };
  const response = await fetch(new URL('/graphql', url), { headers });
  const html = await response.text();
  const named = [...html.matchAll(/(?:src|href)\s*=\s*["']?([^"'\s>]+)/g)].flatMap(([, name = '']) => {
    const asset = URL.canParse(name, response.url) ? new URL(name, response.url) : null;
    return asset !== null && asset.origin === new URL(url).origin && asset.pathname !== '/graphql'
      ? [asset.pathname + asset.search]
      : [];
  });
  const assets: BenchRequest[] = [];
  for (const path of new Set(named)) {
    const asset = { ...get('asset', path), headers: { 'accept-encoding': 'gzip' } };
    const { status, body } = await fetch(new URL(path, url), { headers: asset.headers });
    await body?.cancel();
    if (status === 200) assets.push(asset);
  }
  process.stdout.write(
    `\nGraphiQL's page: ${html.length} characters of HTML, which name ${assets.length} files of the server.\n`,
  );
  return [page, ...assets];
}

function totalsQuestion({ largeWallet }: Layout, key: string): BenchRequest {
  const fields = Array.from(
    { length: 15 },
    (_, index) => `a${index}: counterpartyTotals(wallets: ["${largeWallet}"], first: 1) { nodes { inflow } }`,
  );
  return post('totals', '/graphql', { query: `{ ${fields.join(' ')} }` }, { 'x-api-key': key });
}

async function freshKey(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ url: databaseUrl });
  try {
    const { id: clientId } = await ensureClient(database, benchClient);
    const { id, key } = generateApiKey();
    const hash = hashApiKey(key, await apiKeyPepper(database));
    const fields = { name: 'attacker', scopes: ['read'], quotas: {}, expiresAt: null };
    await insertApiKey(database, { id, clientId, hash, ...fields });
    // Another benchmark may have left something owed, under other limits.
    await database.pool.query('DELETE FROM key_usage');
    return key;
  } finally {
    await database.close();
  }
}
