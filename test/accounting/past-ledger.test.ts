/** A ledger as it stood at a moment is that of a client whose wallets have nothing later. */
import { expect, test } from 'vitest';
import { costMethods, currencies } from '../../src/domain/ids.ts';
import { timePosition } from '../../src/domain/position.ts';
import { pastLedger } from '../../src/ingest/accounting/in-memory/past-ledger.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { findCurrentRuns, findLedgerFigures } from '../../src/store/ledger/ledger-reads.ts';
import { ledgerTokenOf } from '../../src/store/ledger/ledger-rows.ts';
import { findBookedGroup } from '../../src/store/ledger/search/booked-group.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { useTestDatabase } from '../support/use-database.ts';
import {
  bookClient,
  changes,
  createReplayWorld,
  memberAddresses,
  type ReplayWorld,
  register,
} from './replay-world.ts';
import { firstTime } from './scenario.ts';

const testDatabase = useTestDatabase({ perTest: true });

/** What each account holds, and what that cost by each method in each currency; what holds nothing is left out. */
type Accounts = Map<string, string>;

async function accountsAt(world: ReplayWorld, at: number): Promise<Accounts> {
  const { database, clientId, walletIds, chosenTokens } = world;
  const found = await pastLedger(database, { clientId, walletIds, at }, { currencyTokens: chosenTokens });
  if (typeof found === 'string') throw new Error(found);
  return new Map(
    found
      .filter(
        ({ token, balance, inventory }) =>
          token.split(':').length === 2 && (balance !== 0n || inventory !== 0n),
      )
      .map(({ wallet, token, balance, inventory, methods }) => {
        const costs = costMethods.flatMap(
          (name) => methods.find(({ method }) => method === name)?.costBasis.map(String) ?? [],
        );
        return [`${wallet} ${token}`, [balance, inventory, ...costs].join()];
      }),
  );
}

/** The same, as a client has it stored that was booked from the beginning with what is there now. */
async function accountsAnew(world: ReplayWorld): Promise<Accounts> {
  const { database, walletIds } = world;
  const { id: clientId } = await ensureClient(database, 'fresh');
  for (const address of memberAddresses) await unregisterWallets(database, clientId, [address]);
  for (const address of memberAddresses) await register(database, clientId, address);
  await updateClientSettings(database, 'fresh', world.settings);
  await bookClient(world, clientId, Number.MAX_SAFE_INTEGER);
  const runs = await findCurrentRuns(database, clientId, walletIds);
  const costs = new Map<string, string[]>();
  for (const method of costMethods) {
    for (const currency of currencies) {
      for (const row of await findLedgerFigures(database, runs, { method, currency, fromPosition: null })) {
        if (row.balance === 0n && row.inventory === 0n) continue;
        const name = `${memberAddresses[walletIds.indexOf(row.walletId)]} ${ledgerTokenOf({ ...row, tokenId: null })}`;
        const figures = costs.get(name) ?? [String(row.balance), String(row.inventory)];
        costs.set(name, [...figures, String(row.costBasis)]);
      }
    }
  }
  return new Map([...costs].map(([name, figures]) => [name, figures.join()]));
}

async function isLinkedAnew({
  database,
  clientId,
  walletIds: [walletId = 0],
}: ReplayWorld): Promise<boolean> {
  const ledger = { clientId, walletId };
  return (
    (await findLinkedWallets(database, ledger)).length !== (await findBookedGroup(database, ledger)).length
  );
}

const isFull = process.env.CHAOS === 'full';

test.each(isFull ? Array.from({ length: 40 }, (_, index) => index + 1) : [3, 6])('seed %i', async (seed) => {
  const world = await createReplayWorld(testDatabase.database, seed);
  const { database, clientId, walletIds, random } = world;
  const options = { currencyTokens: world.chosenTokens };
  const early = { clientId, walletIds, at: firstTime };
  expect(await pastLedger(database, early, options)).toBe('not booked');
  await bookClient(world, clientId);
  // What is not booked yet counts, and where snapshots are, is different each time.
  for (let step = 0; step < 3; step += 1) await changes.append(world);
  // Wallets are taken together as they were last booked.
  if (await isLinkedAnew(world)) await bookClient(world, clientId);
  const { rows } = await database.pool.query<{ timestamp: number }>(
    'SELECT DISTINCT timestamp::int FROM transaction ORDER BY timestamp',
  );
  const times = rows.map(({ timestamp }) => timestamp);
  // Of a transaction, just before one, and after all.
  const moments = [random.pick(times), random.pick(times) - 1, random.pick(times), (times.at(-1) ?? 0) + 1];
  const past = new Map<number, Accounts>();
  for (const at of moments) past.set(at, await accountsAt(world, at));

  const last = { clientId, walletIds, at: moments.at(-1) ?? 0 };
  expect(await pastLedger(database, last, { ...options, mostRows: 0 })).toBe('too long');
  // With a single connection at hand: one that asked for a second one would wait for itself.
  const narrow = await openDatabase({ url: testDatabase.url, maximumConnections: 1 });
  expect(await pastLedger(narrow, last, options)).toEqual(await pastLedger(database, last, options));
  await narrow.close();

  for (const [at, accounts] of [...past].toSorted(([one], [other]) => other - one)) {
    for (const table of ['transfer', 'transaction'])
      await database.pool.query(`DELETE FROM ${table} WHERE position >= $1`, [timePosition(at + 1)]);
    expect(accounts, `at ${at}`).toEqual(await accountsAnew(world));
  }
});
