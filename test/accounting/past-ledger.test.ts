/** A ledger as it stood at a moment is that of a client whose wallets have nothing later. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { costMethods } from '../../src/domain/ids.ts';
import { bookedCurrencies } from '../../src/domain/money/currencies.ts';
import { reportingCurrencyOf } from '../../src/domain/money/fiat.ts';
import { timePosition } from '../../src/domain/position.ts';
import { createKeyWork } from '../../src/http/limits/key-work.ts';
import { leavingPlaces } from '../../src/ingest/accounting/in-memory/memory-booking.ts';
import {
  atOnce,
  type PastLedgerRequest,
  pastLedger,
} from '../../src/ingest/accounting/in-memory/past-ledger.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { inRequest } from '../../src/store/connection/request-scope.ts';
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
  const found = await pastLedger(
    database,
    { clientId, walletIds, at, currency: 'USD' },
    { currencyTokens: chosenTokens },
  );
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
    for (const currency of bookedCurrencies(reportingCurrencyOf(world.settings.reportingCurrency))) {
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

/** How many rows' reading a key pays for. */
async function readingsOf(run: () => Promise<unknown>): Promise<number> {
  let readings = 0;
  const account = createKeyWork().open({ keyId: 'key', charge: async () => {}, owe: () => 0 });
  const work: typeof account = {
    ...account,
    readRows: (rows, signal, read) => {
      readings += rows;
      return account.readRows(rows, signal, read);
    },
  };
  await inRequest({ signal: new AbortController().signal, work }, run);
  return readings;
}

const isFull = process.env.CHAOS === 'full';

test.each(isFull ? Array.from({ length: 40 }, (_, index) => index + 1) : [3, 6])('seed %i', async (seed) => {
  const world = await createReplayWorld(testDatabase.database, seed);
  const { database, clientId, walletIds, random } = world;
  const options = { currencyTokens: world.chosenTokens };
  const early = { clientId, walletIds, at: firstTime, currency: 'USD' } as const;
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

  const last = { clientId, walletIds, at: moments.at(-1) ?? 0, currency: 'USD' } as const;
  expect(await pastLedger(database, last, { ...options, mostRows: 0 })).toBe('too long');
  // With a single connection at hand: one that asked for a second one would wait for itself.
  const narrow = await openDatabase({ url: testDatabase.url, maximumConnections: 1 });
  expect(await pastLedger(narrow, last, options)).toEqual(await pastLedger(database, last, options));
  await narrow.close();
  // What wallets are that were booked together, each once: what is read for each group of them.
  const booked = (await readingsOf(() => pastLedger(database, last, options))) / 40;
  expect([Number.isInteger(booked), booked > 0]).toEqual([true, true]);
  expect(await pastLedger(database, last, { ...options, mostRows: booked - 1 })).toBe('too long');
  expect(await pastLedger(database, last, { ...options, mostRows: booked })).not.toBe('too long');

  for (const [at, accounts] of [...past].toSorted(([one], [other]) => other - one)) {
    for (const table of ['transfer', 'transaction'])
      await database.pool.query(`DELETE FROM ${table} WHERE position >= $1`, [timePosition(at + 1)]);
    expect(accounts, `at ${at}`).toEqual(await accountsAnew(world));
  }
});

test('a client that asks for many moments leaves a place to another, also when it goes away', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const book = leavingPlaces(atOnce, async ({ clientId, at }: PastLedgerRequest) => {
    begun.push(`${clientId}.${at}`);
    await new Promise<void>((resolve) => ends.set(`${clientId}.${at}`, resolve));
    return [];
  });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await setImmediate();
  };
  const gone = new AbortController();
  const first = book({ clientId: 1, walletIds: [], at: 1, currency: 'USD' });
  const given = inRequest({ signal: gone.signal, work: null }, () =>
    book({ clientId: 1, walletIds: [], at: 2, currency: 'USD' }),
  );
  const others = [1, 2, 3].map((clientId) => book({ clientId, walletIds: [], at: 3, currency: 'USD' }));
  gone.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  expect(begun).toEqual(['1.1', '2.3']);
  await end('1.1');
  expect(begun.slice(2)).toEqual(['3.3']);
  await end('2.3');
  expect(begun.slice(3)).toEqual(['1.3']);
  for (const name of ['3.3', '1.3']) await end(name);
  expect((await Promise.all([first, ...others])).length).toBe(4);
});
