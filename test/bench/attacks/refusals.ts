/** CPU time of the server until an attack of the attack table is refused, in a process that is warm. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGraphqlHandler, type GraphqlHandler } from '../../../src/graphql/server.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { createReadModel } from '../../../src/use-cases/read-model.ts';
import { type Attack, attacks } from '../../support/attacks.ts';
import { type BenchmarkOptions, printTable } from '../report.ts';

const baseUrl = 'http://localhost:4000';
/** What every attack is to stay under. */
const barMs = 100;

export async function measureRefusals({ rounds }: BenchmarkOptions): Promise<void> {
  // PostgreSQL's own user must be able to enter it when we are root.
  const dataDir = await mkdtemp(join(tmpdir(), 'wallet-data-attacks-'));
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
  try {
    await migrateDatabase(server.url);
    await measure(server.url, rounds);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(url: string, rounds: number): Promise<void> {
  const database = await openDatabase({ url });
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
  try {
    const { id: clientId } = await ensureClient(database, 'bench');
    const handler = createGraphqlHandler({ readModel });
    const rows: string[][] = [];
    for (const attack of attacks) rows.push(await rowOf(handler, clientId, attack, rounds));
    const worst = Math.max(...rows.map(([, , slowest]) => Number(slowest)));
    printTable([['attack', 'median ms', 'slowest ms'], ...rows]);
    process.stdout.write(`\nslowest ${worst} ms of CPU time; the bar is ${barMs} ms\n`);
  } finally {
    await readModel.close();
    await database.close();
  }
}

async function rowOf(
  handler: GraphqlHandler,
  clientId: number,
  { name, url = '/graphql', init }: Attack,
  rounds: number,
): Promise<string[]> {
  const caller = { clientId, keyId: 'bench', scopes: ['read', 'write'] as const };
  const times: number[] = [];
  // The first is not counted: code is compiled while it runs.
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage();
    const response = await handler.handle(baseUrl + url, init, {
      ...{ caller, baseUrl, requestId: 'bench' },
    });
    await response.text();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) times.push((user + system) / 1000);
  }
  times.sort((left, right) => left - right);
  return [name, (times[times.length >> 1] ?? 0).toFixed(1), (times.at(-1) ?? 0).toFixed(1)];
}
