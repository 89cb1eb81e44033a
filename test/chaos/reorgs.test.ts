/** Re-orgs of depth 1 to 64 while following and in the middle of a backfill, with new activity on the new fork. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { createRandom } from '../../demo/node/random.ts';
import type { Address } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { createDatabase } from '../support/postgres.ts';
import { followTransfers } from '../support/transfer-follower.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';
import { loadFresh, passTime, prepare, readHead } from './support/chain-state.ts';
import { startLoader } from './support/loader.ts';
import { forEachSeed, report, seedsOf } from './support/settings.ts';
import { pollFor, takeSyncStates, waitUntilSynced } from './support/snapshot.ts';

let testWorld: TestWorld;
let actions: Actions;
let wallets: string[];

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600, confirmations: 64 });
  actions = createActions(testWorld.world);
  const { alice, safe } = testWorld.world.wallets;
  wallets = [alice.toLowerCase(), safe.toLowerCase()];
});

afterAll(() => testWorld?.anvil.stop());

/** Small steps, so that a backfill lasts long enough to be met by a re-org. */
const smallSteps = {
  stepTransactions: 10,
  wholeRangeBlocks: 8,
  firstRangeBlocks: 16,
  longestRangeBlocks: 16,
};

/** Followers of the stream of transfers, who have to end with the list. */
async function startAudience(database: Database) {
  const readModel = createReadModel({ database, enabledChains: async () => [], now: Date.now });
  const { id: clientId } = await ensureClient(database, 'default');
  const caller: Caller = { clientId, keyId: 'audience', scopes: ['read'] };
  const { rows } = await database.pool.query<{ id: number; address: Address }>(
    'SELECT id, address FROM wallet ORDER BY id',
  );
  const followers = await Promise.all(
    (['INCLUDE', 'EXCLUDE'] as const).map((spam) =>
      followTransfers({ database, readModel, caller }, { wallets: rows, spam }),
    ),
  );
  return {
    async take(count: number) {
      for (const follower of followers) {
        await follower.take(count);
        await follower.cut();
      }
    },
    async compare() {
      for (const follower of followers) {
        await follower.catchUp();
        expect(sorted(follower.held)).toEqual(sorted(await follower.listed()));
      }
    },
    async close() {
      for (const follower of followers) await follower.cut();
      await readModel.close();
    },
  };
}

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));

const depths: number[] = [];
let inBackfill = 0;

async function run(seed: number): Promise<void> {
  // Each run goes on where the last one left the chain: a node that has re-organised keeps no snapshot to return to.
  const random = createRandom(seed);
  const depth = (((seed - 1) * 27) % 64) + 1;
  const isBackfill = seed % 3 === 0;
  const activity = createActivity(testWorld.world, { seed });
  const { chain } = testWorld;
  const { url, drop } = await createDatabase();
  await prepare(url, chain, wallets);
  for (let step = 0; step < random.integer(1, 6); step += 1) await activity.step();
  const loader = await startLoader({
    databaseUrl: url,
    chain,
    owner: 'chaos',
    ...(isBackfill ? { limits: smallSteps } : {}),
  });
  const audience = await startAudience(loader.database);
  try {
    if (isBackfill) {
      await pollFor('the backfill to begin', 120_000, async () => {
        const sync = await takeSyncStates(url);
        return sync.some(({ syncedBlock }) => syncedBlock !== null) ? true : undefined;
      });
      await passTime(random.integer(0, 300));
      if ((await takeSyncStates(url)).some(({ isLoaded }) => !isLoaded)) inBackfill += 1;
    } else {
      await waitUntilSynced(url, await readHead(chain.rpc?.[0] ?? ''), 30_000);
    }
    await audience.take(random.integer(0, 20));
    // An airdrop that the wallet sends on is none; the re-org may undo just that.
    const { wallets: owners, accounts, tokens } = testWorld.world;
    if (random.next() < 0.5) await actions.sendToken(tokens.spam.address, owners.alice, accounts.dave, 1n);
    await actions.reorg(depth);
    for (let step = 0; step < random.integer(1, 6); step += 1) await activity.step();
    // Sometimes once more, before or after the worker has seen the first.
    if (random.next() < 0.3) {
      await passTime(random.integer(0, 400));
      await actions.reorg(random.integer(1, 8));
      await activity.step();
    }
    const head = await readHead(testWorld.anvil.rpcUrl);
    const end = await waitUntilSynced(url, head, 40_000);
    const fresh = await loadFresh(chain, wallets, head);
    if (end.hash !== fresh.hash) {
      throw new Error(`depth ${depth}: ${end.rows.length} rows, a fresh load has ${fresh.rows.length}`);
    }
    await audience.compare();
    depths.push(depth);
  } finally {
    await audience.close();
    await loader.stop();
    await drop();
  }
}

test('after any re-org within the confirmations the state is that of a fresh load', {
  timeout: 1_800_000,
}, async () => {
  await forEachSeed('re-orgs', seedsOf({ short: 3, full: 64, kept: [20] }), 1, run);
  report(
    `re-orgs: depths ${Math.min(...depths)} to ${Math.max(...depths)} (${new Set(depths).size} different), ${inBackfill} met a backfill`,
  );
});
