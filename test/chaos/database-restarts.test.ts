/** PostgreSQL restarted under load: the service never ends by itself, and what it stores is what it would have stored. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { createActions } from '../../demo/calls/actions.ts';
import { createRandom } from '../../demo/node/random.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { resetChain } from '../../src/store/sync/leases.ts';
import { createApiClient } from '../support/service.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';
import { loadFresh, passTime, readHead } from './support/chain-state.ts';
import { type RestartablePostgres, startRestartablePostgres } from './support/restartable-postgres.ts';
import { report, seedsOf } from './support/settings.ts';
import { pollFor, waitUntilSynced } from './support/snapshot.ts';

const program = fileURLToPath(new URL('./programs/service.ts', import.meta.url));
const key = 'a-key-for-chaos-tests';

let testWorld: TestWorld;
let postgres: RestartablePostgres;
let service: { process: ChildProcess; url: string; complaints: () => string };

beforeAll(async () => {
  [testWorld, postgres] = await Promise.all([
    createTestWorld({ transactions: 600 }),
    startRestartablePostgres(),
  ]);
  service = await startService();
});

afterAll(async () => {
  service?.process.kill('SIGKILL');
  await postgres?.stop();
  await testWorld?.anvil.stop();
});

async function startService(): Promise<typeof service> {
  const environment = {
    PORT: '0',
    DATABASE_URL: postgres.url,
    BOOTSTRAP_API_KEY: key,
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000',
  };
  const options = JSON.stringify({ environment, chains: [testWorld.chain] });
  const child = spawn(process.execPath, [program, options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-4_000);
  });
  const url = await pollFor(
    'the service',
    60_000,
    async () => /^url (.*)$/m.exec(output)?.[1],
    () => complaints,
  );
  return { process: child, url, complaints: () => complaints };
}

test('restarts under load: the process stays, the state is the undisturbed one', {
  timeout: 600_000,
}, async () => {
  const seeds = seedsOf({ short: 1, full: 6 });
  const random = createRandom(seeds[0] ?? 1);
  const startedAt = performance.now();
  const api = createApiClient(service.url, key);
  await api.load(testWorld.addresses);
  const actions = createActions(testWorld.world);
  const activity = createActivity(testWorld.world, { seed: seeds[0] ?? 1 });

  // Readers all the time; what they are told while the database is away is an error, not silence.
  let isOver = false;
  const answers = new Map<string, number>();
  const note = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
  const readers = [0, 1].map(async () => {
    while (!isOver) {
      const path = `/wallet/transaction/?wallet=${testWorld.addresses[0]}`;
      await api.get(path).then(
        ({ status }) => note(String(status)),
        () => note('no answer'),
      );
      await passTime(150);
    }
  });

  for (const [round] of seeds.entries()) {
    // Loading from the beginning, or following.
    if (round % 2 === 0) {
      const database = await openDatabase({ url: postgres.url, maximumConnections: 2 });
      await resetChain(database, testWorld.world.chainId).finally(() => database.close());
    }
    for (let step = 0; step < 3; step += 1) await activity.step();
    await passTime(random.integer(0, 600));
    await postgres.restart(random.pick(['fast', 'immediate']));
    expect([service.process.exitCode, service.process.signalCode, service.complaints()]).toEqual([
      null,
      null,
      '',
    ]);
    await pollFor('an answer after the restart', 120_000, async () =>
      (await api.get('/wallet/manage/').catch(() => null))?.status === 200 ? true : undefined,
    );
  }
  await actions.mine(1);
  const head = await readHead(testWorld.anvil.rpcUrl);
  const end = await waitUntilSynced(postgres.url, head, 60_000);
  isOver = true;
  await Promise.all(readers);
  expect(end.hash).toBe((await loadFresh(testWorld.chain, testWorld.addresses, head)).hash);
  expect(service.process.exitCode).toBeNull();
  expect(answers.get('200') ?? 0).toBeGreaterThan(0);
  expect([...answers.keys()].filter((status) => !['200', '503'].includes(status))).toEqual([]);
  report(
    `database restarts: ${seeds.length}, seed ${seeds[0]}; answers to readers ${JSON.stringify([...answers])}; ` +
      `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
});
