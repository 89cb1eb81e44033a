/** Two worker processes follow a chain while wallets are registered, blocks come and go, and whoever leads is killed. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { createRandom, type Random } from '../../demo/node/random.ts';
import { createDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';
import { loadFresh, passTime, prepare, readHead } from './support/chain-state.ts';
import { report, seedsOf } from './support/settings.ts';
import { partialData, pollFor, type Snapshot, takeSnapshot, waitUntilSynced } from './support/snapshot.ts';
import { startWorkerProcess, type WorkerProcess } from './support/worker-process.ts';

let testWorld: TestWorld;
let actions: Actions;

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600, confirmations: 16 });
  actions = createActions(testWorld.world);
}, 600_000);

afterAll(() => testWorld?.anvil.stop());

/** Wallets that things happen to, and some to which nothing ever does. */
function candidates(): string[] {
  const { accounts, wallets } = testWorld.world;
  const active = [...Object.values(wallets), ...Object.values(accounts)].map((one) => one.toLowerCase());
  const idle = Array.from({ length: 30 }, (_, index) => address(700_000 + index));
  return [...new Set([...active, ...idle])];
}

interface Run {
  url: string;
  random: Random;
  step: () => Promise<unknown>;
  waiting: string[];
  registered: string[];
}

/** One thing that changes the chain, or who is followed on it. */
async function happen({ url, random, step, waiting, registered }: Run): Promise<void> {
  const kind = random.next();
  if (kind < 0.25 && waiting.length > 0) {
    const wallet = waiting.splice(random.integer(0, waiting.length - 1), 1);
    registered.push(...wallet);
    await prepare(url, testWorld.chain, wallet);
  } else if (kind < 0.4) await actions.reorg(random.integer(1, 8));
  else await step();
}

/** Who holds the lease on following the chain; null: nobody does. */
async function leaderOf(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ owner: string }>(
      `SELECT lease_owner AS owner FROM job_lease WHERE job = $1 AND lease_until > clock_timestamp()`,
      [`follow chain ${testWorld.world.chainId}`],
    );
    return rows[0]?.owner ?? null;
  } finally {
    await client.end();
  }
}

/** Waits until another leads; answers after how many seconds. */
async function takeover(databaseUrl: string, former: string | null): Promise<number> {
  const killedAt = performance.now();
  await pollFor('another leader', 60_000, async () => {
    const leader = await leaderOf(databaseUrl);
    return leader === null || leader === former ? undefined : leader;
  });
  return (performance.now() - killedAt) / 1000;
}

/** In the end every wallet stands at the head, with what a fresh load stores. */
async function settle({ url, registered }: Run): Promise<void> {
  const head = await readHead(testWorld.anvil.rpcUrl);
  const end = await waitUntilSynced(url, head, 120_000);
  const fresh = await loadFresh(testWorld.chain, registered, head);
  expect(end.rows).toEqual(fresh.rows);
  expect(end.hash).toBe(fresh.hash);
}

test('registrations, blocks, re-orgs and kills at random: each wallet has what a fresh load stores', {
  timeout: 3_600_000,
}, async () => {
  const seeds = seedsOf({ short: 2, full: 30 });
  const random = createRandom((seeds[0] ?? 1) + 9_000);
  const { url, drop } = await createDatabase();
  const waiting = random.shuffle(candidates());
  const registered = waiting.splice(0, 20);
  const { step } = createActivity(testWorld.world, { seed: seeds[0] ?? 1 });
  const run: Run = { url, random, step, waiting, registered };
  await prepare(url, testWorld.chain, registered);
  const takeovers: number[] = [];
  let started = 0;
  const start = (): WorkerProcess => {
    started += 1;
    const owner = `follower-${started}`;
    return startWorkerProcess({ databaseUrl: url, chain: testWorld.chain, owner, leaseMs: 2_000 });
  };
  const workers = [start(), start()];
  try {
    for (const seed of seeds) {
      await Promise.all(workers.map((worker) => worker.ready()));
      for (let count = random.integer(3, 8); count > 0; count -= 1) await happen(run);
      await passTime(random.integer(0, 1_500));
      const place = random.integer(0, 1);
      const killed = workers[place]?.owner;
      const former = await leaderOf(url);
      await workers[place]?.kill();
      if (former === killed) takeovers.push(await takeover(url, former));
      workers[place] = start();
      for (let count = random.integer(1, 4); count > 0; count -= 1) await happen(run);
      await settle(run).catch((cause: unknown) => {
        throw new Error(`after seed ${seed}`, { cause });
      });
    }
    const slowest = Math.max(0, ...takeovers).toFixed(1);
    report(
      `following: ${seeds.length} kills, seed ${seeds[0]}, ${registered.length} wallets at the end; ` +
        `${takeovers.length} leaders, taken over from after ${slowest} s at most`,
    );
  } finally {
    for (const worker of workers) await worker.kill();
    await drop();
  }
});

test('what is claimed to be stored is stored at every moment', { timeout: 600_000 }, async () => {
  const random = createRandom(4_711);
  const { url, drop } = await createDatabase();
  const { chain } = testWorld;
  const registered = candidates().slice(0, 16);
  await prepare(url, chain, registered);
  const worker = startWorkerProcess({ databaseUrl: url, chain, owner: 'follower' });
  const { step } = createActivity(testWorld.world, { seed: 77 });
  const seen: Snapshot[] = [];
  try {
    await worker.ready();
    for (let count = 0; count < 12; count += 1) {
      await step();
      await passTime(random.integer(0, 150));
      seen.push(await takeSnapshot(url));
    }
    const head = await readHead(testWorld.anvil.rpcUrl);
    seen.push(await waitUntilSynced(url, head, 120_000));
    const fresh = await loadFresh(chain, registered, head);
    // No re-org among them: what was stored up to a block stays the same.
    for (const snapshot of seen) expect(partialData(snapshot, fresh)).toBeNull();
  } finally {
    await worker.kill();
    await drop();
  }
});
