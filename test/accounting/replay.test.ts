/**
 * A ledger that was booked again from where something changed says the same as one booked from the beginning: another
 * client's, who has the same wallets and settings and no ledger yet.
 */
import { expect, test } from 'vitest';
import { timePosition } from '../../src/domain/position.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { readLedger } from './ledger-figures.ts';
import {
  bookClient,
  changeNames,
  changes,
  createReplayWorld,
  memberAddresses,
  type ReplayWorld,
  register,
} from './replay-world.ts';
import { firstTime } from './scenario.ts';

const testDatabase = useTestDatabase({ perTest: true });

async function createWorld(seed: number): Promise<ReplayWorld> {
  return createReplayWorld(testDatabase.database, seed);
}

/** Books a client that has no ledger, in one run; answers its id and how many movements there are. */
async function bookAnew(world: ReplayWorld): Promise<{ clientId: number; movements: number }> {
  const { database } = world;
  const { id: clientId } = await ensureClient(database, 'fresh');
  for (const address of memberAddresses) await unregisterWallets(database, clientId, [address]);
  const members = world.isSecondRegistered ? memberAddresses : memberAddresses.slice(0, 1);
  for (const address of members) await register(database, clientId, address);
  await updateClientSettings(database, 'fresh', world.settings);
  const results = await bookClient(world, clientId, Number.MAX_SAFE_INTEGER);
  return { clientId, movements: results.reduce((sum, { movements }) => sum + movements, 0) };
}

interface Booked {
  movements: number;
  anew: number;
}

/** Books what changed, and everything anew, and compares what both say. */
async function expectSame(world: ReplayWorld, what: string): Promise<Booked> {
  const { database, walletIds, clientId } = world;
  const results = await bookClient(world, clientId);
  const fresh = await bookAnew(world);
  const positions = [null, timePosition(firstTime + world.random.integer(0, world.head) * 1_500)];
  const incremental = await readLedger(database, clientId, walletIds, positions);
  const complete = await readLedger(database, fresh.clientId, walletIds, positions);
  expect(incremental, what).toBe(complete);
  return { movements: results.reduce((sum, { movements }) => sum + movements, 0), anew: fresh.movements };
}

const isFull = process.env.CHAOS === 'full';
/** In these a debt shrinks by its token alone, in a transaction that names no account of what is owed. */
const seedsOfDebts = [23, 25];
const seeds = isFull
  ? Array.from({ length: 40 }, (_, index) => index + 1)
  : [...Array.from({ length: 10 }, (_, index) => index + 1), ...seedsOfDebts];

/** How many changes; `npm run test:chaos` tries more. Every kind of change is among those of ten seeds. */
const stepsOf = (seed: number): number => (isFull || seedsOfDebts.includes(seed) ? 6 : 3);

const happened = new Set<string>();

test.each(seeds)('seed %i: after each of many changes', async (seed) => {
  const world = await createWorld(seed);
  await expectSame(world, `seed ${seed}, at first`);
  for (let step = 1; step <= stepsOf(seed); step += 1) {
    const name = world.random.pick(changeNames);
    await changes[name](world);
    happened.add(name);
    await expectSame(world, `seed ${seed}, step ${step}: ${name}`);
  }
});

test('every kind of change was among them', () => {
  expect([...happened].sort()).toEqual(Object.keys(changes).sort());
});
