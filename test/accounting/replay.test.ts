/**
 * A ledger that was booked again from where something changed says the same as one booked from the beginning: another
 * client's, who has the same wallets and settings and no ledger yet.
 */
import { expect, test } from 'vitest';
import { costMethods, currencies } from '../../src/domain/ids.ts';
import { itemOfPosition, timePosition } from '../../src/domain/position.ts';
import { type PreviewRequest, previewLedger } from '../../src/ingest/accounting/in-memory/preview-ledger.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { inRequest, type RequestWork } from '../../src/store/connection/request-scope.ts';
import { hexOf } from '../../src/store/connection/row-types.ts';
import { addCorrections, undoCorrection } from '../../src/store/ledger/correction-changes.ts';
import { findCurrentRuns, findLedgerFigures } from '../../src/store/ledger/ledger-reads.ts';
import { ledgerTokenOf } from '../../src/store/ledger/ledger-rows.ts';
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

/** Of each account, by wallet and token: what a preview tells, too, by one method in one currency. */
async function accountsOf({ database, clientId, walletIds }: ReplayWorld): Promise<Map<string, bigint[]>> {
  const runs = await findCurrentRuns(database, clientId, walletIds);
  const choice = { method: 'FIFO', currency: 'USD', fromPosition: null } as const;
  const figures = await findLedgerFigures(database, runs, choice);
  return new Map(
    figures.map((row) => [
      `${memberAddresses[walletIds.indexOf(row.walletId)]} ${ledgerTokenOf({ ...row, tokenId: null })}`,
      [row.balance, row.inventory, row.costBasis, row.realized, row.income, row.expenses],
    ]),
  );
}

/** The accounts as a preview says that they would be, and how many would move. */
async function accountsTold(world: ReplayWorld, request: PreviewRequest) {
  const told = await previewLedger(world.database, request, { currencyTokens: world.chosenTokens });
  if (typeof told === 'string') throw new Error(told);
  const accounts = await accountsOf(world);
  for (const { wallet, token, after } of told) {
    const { methods, balance = 0n, inventory = 0n, income, expenses } = after ?? {};
    const { costBasis, realized } = methods?.[fifo] ?? {};
    const money = [costBasis, realized, income, expenses].map((amounts) => amounts?.[usd] ?? 0n);
    if (accounts.has(`${wallet} ${token}`))
      accounts.set(`${wallet} ${token}`, [balance, inventory, ...money]);
  }
  return { accounts, moved: told.length };
}

const [fifo, usd] = [costMethods.indexOf('FIFO'), currencies.indexOf('USD')];

test.each([2, 4])(
  'seed %i: a preview, from the last snapshot, tells what a correction then moves',
  async (seed) => {
    const world = await createWorld(seed);
    const { database, clientId, random } = world;
    let moved = 0;
    const early = {
      clientId,
      walletId: world.walletIds[0] ?? 0,
      change: { made: [] },
      currency: 'USD',
    } as const;
    expect(await previewLedger(database, early, { currencyTokens: world.chosenTokens })).toBe('not booked');
    for (let step = 0; step < 3; step += 1) {
      await changes.append(world);
      await bookClient(world, clientId);
      const walletId = random.pick(world.walletIds);
      const { rows } = await database.pool.query<{ position: string; hash: string }>(
        `SELECT transfer.position, transaction.hash FROM transaction JOIN transfer ON transfer.wallet_id = transaction.wallet_id
         AND transfer.position LIKE transaction.position || '%'
       WHERE transaction.wallet_id = $1 AND transfer.token_id IS NULL ORDER BY transfer.position`,
        [walletId],
      );
      const { position, hash } = random.pick(rows);
      const shared = {
        ...({ kind: 'PRICE', chainId: 1, tokenAddress: null, quantity: null, treatment: null } as const),
        ...({ amount: String(random.integer(1, 5_000)), currency: 'USD', acquiredAt: null } as const),
      };
      const correction = { ...shared, id: 0, walletId, transferPosition: position };
      const options = { currencyTokens: world.chosenTokens };
      const request = { clientId, walletId, change: { made: [correction] }, currency: 'USD' } as const;
      expect(await previewLedger(database, request, { ...options, mostRows: 0 })).toBe('too long');
      // With a single connection at hand: one that asked for a second one would wait for itself.
      const narrow = await openDatabase({ url: testDatabase.url, maximumConnections: 1 });
      expect(await previewLedger(narrow, request, options)).toEqual(
        await previewLedger(database, request, options),
      );
      await narrow.close();
      // It costs what it books: 40 readings for each transaction and transfer behind its start, of which the wallets have so many.
      const read: number[] = [];
      const work: RequestWork = {
        ...{
          keyId: '',
          charge: async () => {},
          enter: async () => () => {},
          begin: () => {},
          pace: async () => {},
        },
        readRows: (count, _signal, run) => {
          read.push(count);
          return run();
        },
      };
      await inRequest({ signal: new AbortController().signal, work }, () =>
        previewLedger(database, request, options),
      );
      const booked = (read[0] ?? 0) / 40;
      expect([read.length, Number.isInteger(booked), booked > 0]).toEqual([1, true, true]);
      expect(await previewLedger(database, request, { ...options, mostRows: booked - 1 })).toBe('too long');
      expect(await previewLedger(database, request, { ...options, mostRows: booked })).not.toBe('too long');
      const expected = await accountsTold(world, request);
      const made = {
        ...shared,
        hash: hexOf(hash),
        item: itemOfPosition(position),
        note: null,
        fromPosition: position,
      };
      const author = { clientId, walletId, keyId: 'test' };
      const ids = await addCorrections(database, author, [made]);
      await bookClient(world, clientId);
      const now = await accountsOf(world);
      expect(now).toEqual(expected.accounts);
      moved += expected.moved;
      // One of them is undone again: that moves the same back.
      if (step !== 1 || typeof ids === 'string') continue;
      const undone = { undone: ids[0] ?? 0, fromPosition: position };
      const back = await accountsTold(world, { clientId, walletId, change: undone, currency: 'USD' });
      expect(back.moved).toBe(expected.moved);
      await undoCorrection(database, author, { id: undone.undone, fromPosition: position });
      await bookClient(world, clientId);
      expect(await accountsOf(world)).toEqual(back.accounts);
    }
    expect(moved).toBeGreaterThan(0);
  },
);
