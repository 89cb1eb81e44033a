/** Two worker processes on one database: killed at random points, and stopped past their lease. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { createRandom } from '../../demo/node/random.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { resetChain } from '../../src/store/sync/leases.ts';
import { createDatabase } from '../support/postgres.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';
import { loadFresh, passTime, prepare, readHead } from './support/chain-state.ts';
import { report, seedsOf } from './support/settings.ts';
import { pollFor, takeSnapshot, takeSyncStates, waitUntilSynced } from './support/snapshot.ts';
import { startWorkerProcess, type WorkerProcess } from './support/worker-process.ts';

const leaseMs = 2_000;
/** Many small steps: more points to be killed at. */
const limits = { stepTransactions: 10, wholeRangeBlocks: 8, firstRangeBlocks: 16, longestRangeBlocks: 32 };

let testWorld: TestWorld;
let actions: Actions;
let wallets: string[];

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600 });
  actions = createActions(testWorld.world);
  wallets = [...testWorld.addresses];
});

afterAll(() => testWorld?.anvil.stop());

async function forget(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, maximumConnections: 2 });
  try {
    await resetChain(database, testWorld.world.chainId);
  } finally {
    await database.close();
  }
}

test('SIGKILL at random points: nothing is lost or doubled, and others take over', {
  timeout: 1_800_000,
}, async () => {
  const seeds = seedsOf({ short: 3, full: 36 });
  const random = createRandom(seeds[0] ?? 1);
  const startedAt = performance.now();
  const { chain } = testWorld;
  const { url, drop } = await createDatabase();
  await prepare(url, chain, wallets);
  let started = 0;
  const start = (): WorkerProcess => {
    started += 1;
    return startWorkerProcess({
      databaseUrl: url,
      chain,
      owner: `worker-${started}`,
      limits,
      leaseMs,
      // For every wallet: what is measured is how soon others notice, not how long they are busy.
      slots: wallets.length,
    });
  };
  const workers = [start(), start()];
  const recoveriesMs: number[] = [];
  let whileLoading = 0;
  try {
    for (const [round, seed] of seeds.entries()) {
      await Promise.all(workers.map((worker) => worker.ready()));
      // Half of the kills meet a load from the beginning, the others a chain that moves.
      if (round % 2 === 0) await forget(url);
      else
        await actions.sendEther(
          testWorld.world.accounts.dave,
          testWorld.world.wallets.alice,
          parseEther('0.01'),
        );
      await passTime(random.integer(20, 1_200));
      const place = random.integer(0, 1);
      const victim = workers[place];
      if (victim === undefined) throw new Error('no worker');
      await victim.kill();
      const killedAt = performance.now();
      const before = await takeSyncStates(url);
      if (before.some(({ isLoaded }) => !isLoaded)) whileLoading += 1;
      workers[place] = start();
      const orphaned = before.filter(({ leaseOwner }) => leaseOwner === victim.owner);
      if (orphaned.length > 0) {
        let last = '';
        await pollFor(
          `recovery after seed ${seed}`,
          leaseMs + 30_000,
          async () => {
            const sync = await takeSyncStates(url);
            last = JSON.stringify({ orphaned, sync });
            return orphaned.every(({ address, fence }) =>
              sync.some((now) => now.address === address && now.fence > fence),
            )
              ? true
              : undefined;
          },
          () => last,
        );
        recoveriesMs.push(Math.round(performance.now() - killedAt));
      }
      for (const worker of workers) expect(worker.ended()).toBeNull();
    }
    const head = await readHead(testWorld.anvil.rpcUrl);
    const end = await waitUntilSynced(url, head, 60_000);
    expect(end.hash).toBe((await loadFresh(chain, wallets, head)).hash);
    report(
      `kills: ${seeds.length} SIGKILLs, seed ${seeds[0]}, ${whileLoading} while loading, ${recoveriesMs.length} met a lease; ` +
        `slowest take-over ${Math.max(0, ...recoveriesMs)} ms with a lease of ${leaseMs} ms; ` +
        `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
  } finally {
    for (const worker of workers) await worker.kill();
    await drop();
  }
});

/** A log of who wrote what, by the login of each worker. */
const auditSql = `
  CREATE TABLE audit (writer text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(), place text NOT NULL);
  CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO audit (writer, place) VALUES (session_user, TG_TABLE_NAME); RETURN NULL; END $$;
  ${['sync', 'transaction', 'transfer', 'counter']
    .map(
      (table) =>
        `CREATE TRIGGER note_${table} AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_writer();`,
    )
    .join('\n')}`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function as(url: string, user: string): string {
  const own = new URL(url);
  own.username = user;
  own.password = 'chaos';
  return own.href;
}

test('a worker stopped past its lease writes nothing when it wakes', { timeout: 600_000 }, async () => {
  const seeds = seedsOf({ short: 1, full: 10 });
  const random = createRandom((seeds[0] ?? 1) + 500);
  // At the head there is nothing to do for an hour: whatever the sleeper writes then, it had no right to.
  const chain = { ...testWorld.chain, pollSeconds: 3_600 };
  const truth = await loadFresh(testWorld.chain, wallets, await readHead(testWorld.anvil.rpcUrl));
  const { url, drop } = await createDatabase();
  const suffix = randomBytes(4).toString('hex');
  const [sleeperName, otherName] = [`sleeper_${suffix}`, `other_${suffix}`];
  await prepare(url, chain, wallets);
  await withClient(url, async (client) => {
    for (const name of [sleeperName, otherName]) {
      await client.query(`CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD 'chaos'`);
    }
    await client.query(auditSql);
  });
  const start = (name: string): WorkerProcess =>
    startWorkerProcess({ databaseUrl: as(url, name), chain, owner: name, limits, leaseMs, slots: 8 });
  const sleeper = start(sleeperName);
  let other: WorkerProcess | null = null;
  let rounds = 0;
  try {
    await sleeper.ready();
    for (const seed of seeds) {
      await forget(url);
      await pollFor(`the sleeper to lease (seed ${seed})`, 120_000, async () =>
        (await takeSyncStates(url)).some(({ leaseOwner }) => leaseOwner === sleeperName) ? true : undefined,
      );
      await passTime(random.integer(0, 250));
      sleeper.signal('SIGSTOP');
      other ??= start(otherName);
      const head = await readHead(testWorld.anvil.rpcUrl);
      const before = await waitUntilSynced(url, head, 60_000);
      const wokenAt = await withClient(url, async (client) => {
        const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
        return rows[0]?.now ?? '';
      });
      const ticks = sleeper.ticks();
      sleeper.signal('SIGCONT');
      // Two seconds of its life: it has come to the end of what it was about.
      await pollFor('the sleeper to be awake', 120_000, async () =>
        sleeper.ticks() > ticks + 40 ? true : undefined,
      );
      const after = await takeSnapshot(url);
      const written = await withClient(url, async (client) => {
        const { rows } = await client.query<{ place: string }>(
          'SELECT place FROM audit WHERE writer = $1 AND at > $2::timestamptz',
          [sleeperName, wokenAt],
        );
        return rows.map(({ place }) => place);
      });
      expect({ seed, written }).toEqual({ seed, written: [] });
      expect({ seed, hash: after.hash }).toEqual({ seed, hash: before.hash });
      expect(after.hash).toBe(truth.hash);
      expect(sleeper.ended()).toBeNull();
      rounds += 1;
      await other.kill();
      other = null;
    }
    report(`pauses: ${rounds} workers stopped past a lease of ${leaseMs} ms wrote nothing when they woke`);
  } finally {
    await sleeper.kill();
    await other?.kill();
    await drop();
    await withClient(new URL('/postgres', url).href, async (client) => {
      for (const name of [sleeperName, otherName]) await client.query(`DROP ROLE IF EXISTS ${name}`);
    });
  }
});
