/** `transfer.finalized`: what was stored while a re-org could take it away is told once, when none can any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WalletEventType } from '../../src/domain/event-types.ts';
import { createFinalTransfers } from '../../src/ingest/following/final-transfers.ts';
import { createLogger } from '../../src/logger.ts';
import { eventJson, eventSchema } from '../../src/rest/wire/event.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { findFinal, tellFinal } from '../../src/store/sync/following/final-transfer-rows.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import type { WalletEventView } from '../../src/use-cases/model/event-model.ts';
import { ethereum, leaseOf } from '../support/builders.ts';
import { stepOf } from '../support/loaded-wallet.ts';
import { hash, transactionRecord, transferRecord } from '../support/records.ts';
import { createStreamWorld, range, type StreamWorld, type TestWallet } from './stream-world.ts';

let world: StreamWorld;

beforeAll(async () => {
  world = await createStreamWorld();
});

afterAll(() => world?.close());

/** A step that stores transfers, each in the block of its number, when blocks up to `safe` are final. */
async function store(
  wallet: TestWallet,
  numbers: readonly number[],
  { safe, rollbackTo, block }: { safe: number | null; rollbackTo?: number; block?: number },
): Promise<void> {
  const at = (number: number) => ({
    ...{ walletId: wallet.id, chainId: ethereum, blockNumber: block ?? number },
    ...{ hash: hash(number), transactionIndex: block === undefined ? 0 : number },
  });
  const rows = {
    transactions: numbers.map((number) => transactionRecord(at(number))),
    transfers: numbers.map((number) => transferRecord(at(number))),
    ...(rollbackTo === undefined ? {} : { rollbackTo }),
  };
  const lease = await leaseOf(world.database, wallet.id, ethereum);
  const step = stepOf(rows, { release: true, safeBlock: safe, safeHash: safe === null ? null : hash(safe) });
  expect(await commitStep(world.database, lease, step)).toBe(true);
}

const tell = (wallet: TestWallet): Promise<number> =>
  tellFinal(world.database, { walletId: wallet.id, chainId: ethereum });

const isWaiting = async (wallet: TestWallet): Promise<boolean> =>
  (await findFinal(world.database, 100, null)).some(({ walletId }) => walletId === wallet.id);

/** All events that are told, page by page. */
async function eventsOf(wallet: TestWallet, types?: readonly WalletEventType[]): Promise<WalletEventView[]> {
  const request = { limit: 500, ...(types === undefined ? {} : { types }) };
  const all: WalletEventView[] = [];
  let after = 0n;
  for (;;) {
    const page = await world.readModel.walletEventsAfter(world.alice, wallet.address, after, request);
    all.push(...page.events);
    if (!page.hasMore) return all;
    after = page.last;
  }
}

const finalNumbers = async (wallet: TestWallet): Promise<number[]> =>
  (await eventsOf(wallet, ['transfer.finalized'])).map(({ transfer }) => Number(transfer?.hash));

test('what is final when it is stored is not told again; the rest once, as its block becomes final', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [10, 40], { safe: 40 });
  expect(await isWaiting(wallet)).toBe(false);
  expect(await tell(wallet)).toBe(0);
  await store(wallet, [41, 90, 95], { safe: 40 });
  expect(await isWaiting(wallet)).toBe(false);
  await store(wallet, [], { safe: 41 });
  expect(await isWaiting(wallet)).toBe(true);
  expect(await tell(wallet)).toBe(1);
  expect(await tell(wallet)).toBe(0);
  await store(wallet, [], { safe: 90 });
  expect(await tell(wallet)).toBe(1);
  await store(wallet, [], { safe: 94 });
  expect(await isWaiting(wallet)).toBe(false);
  await store(wallet, [], { safe: 200 });
  expect(await tell(wallet)).toBe(1);
  expect(await finalNumbers(wallet)).toEqual([41, 90, 95]);
  expect(await isWaiting(wallet)).toBe(false);
});

test('only who asks for it by name is told, and the numbers of all others say that nothing is missing', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [1], { safe: 0 });
  await store(wallet, [2], { safe: 0 });
  await store(wallet, [3], { safe: 2 });
  expect(await tell(wallet)).toBe(2);
  await store(wallet, [4], { safe: 2 });
  expect((await eventsOf(wallet)).map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
    ['wallet.loaded', 1n, 0n],
    ['transfer.added', 2n, 1n],
    ['transfer.added', 3n, 2n],
    ['transfer.added', 6n, 3n],
  ]);
  const [event] = await eventsOf(wallet, ['transfer.finalized']);
  if (event === undefined) throw new Error('nothing was told');
  const wire = eventSchema.parse(JSON.parse(eventJson(event, 'http://x')));
  expect(wire).toMatchObject({
    ...{ type: 'transfer.finalized', sequence: 4, finality: 'final' },
    data: { id: event.transferId, transfer: { hash: hash(1) }, changed: null, reason: null },
  });
});

test('what a re-org takes away is not told to be final, and what it brings is', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [], { safe: 0 });
  await store(wallet, [20, 21], { safe: 5 });
  await store(wallet, [22], { safe: 5, rollbackTo: 20 });
  await store(wallet, [], { safe: 50 });
  expect(await tell(wallet)).toBe(2);
  expect(await finalNumbers(wallet)).toEqual([20, 22]);
  // All of it undone: there is nothing to tell.
  await store(wallet, [60], { safe: 50 });
  await store(wallet, [], { safe: 50, rollbackTo: 50 });
  await store(wallet, [], { safe: 70 });
  expect(await tell(wallet)).toBe(0);
  expect(await isWaiting(wallet)).toBe(false);
});

test('a block of 1,200 transfers is told whole, and a history that begins anew is not told', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [], { safe: 0 });
  await store(wallet, range(1, 1_200), { safe: 5, block: 30 });
  await store(wallet, [2_000], { safe: 30 });
  expect(await tell(wallet)).toBe(1_200);
  expect(new Set(await finalNumbers(wallet))).toEqual(new Set(range(1, 1_200)));
  await resetSync(world.database, wallet.id, ethereum);
  await store(wallet, [], { safe: 3_000 });
  expect(await isWaiting(wallet)).toBe(false);
});

test('a step that writes the row is not waited for, and several who tell do not tell twice', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [], { safe: 0 });
  await store(wallet, [7], { safe: 5 });
  await store(wallet, [], { safe: 9 });
  const writer = await world.database.pool.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT FROM sync WHERE wallet_id = $1 FOR UPDATE', [wallet.id]);
  expect(await tell(wallet)).toBe(0);
  await writer.query('ROLLBACK');
  writer.release();
  const told = await Promise.all(range(1, 5).map(() => tell(wallet)));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await finalNumbers(wallet)).toEqual([7]);
});

test('a stream of those that are asked for by name is woken, and any other passes them over', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [1], { safe: 1 });
  const wallets = [wallet.address];
  const asking = world.readModel.watchEvents(world.alice, { wallets, types: ['transfer.finalized'] });
  const usual = world.readModel.watchEvents(world.alice, { wallets });
  const next = async (stream: typeof usual) => (await stream.next()).value?.event;
  expect([await next(asking), await next(usual)]).toEqual([null, null]);
  await store(wallet, [2], { safe: 1 });
  expect(await next(usual)).toMatchObject({ type: 'transfer.added', transfer: { hash: hash(2) } });
  expect(await tell(wallet)).toBe(0);
  await store(wallet, [], { safe: 2 });
  expect(await tell(wallet)).toBe(1);
  await store(wallet, [3], { safe: 2 });
  let event = await next(asking);
  // Where it stands is told as well.
  while (event === null) event = await next(asking);
  expect(event).toMatchObject({ type: 'transfer.finalized', transfer: { hash: hash(2) }, finality: 'FINAL' });
  let added = await next(usual);
  while (added === null) added = await next(usual);
  expect(added).toMatchObject({ type: 'transfer.added', transfer: { hash: hash(3) } });
  await asking.return?.();
  await usual.return?.();
});

test('a wallet of which it fails keeps no other waiting', async () => {
  const wallets = [await world.newWallet(), await world.newWallet()];
  for (const wallet of wallets) {
    await store(wallet, [], { safe: 0 });
    await store(wallet, [7], { safe: 5 });
    await store(wallet, [], { safe: 9 });
  }
  const [first] = await findFinal(world.database, 100, null);
  // The first that is found, each time.
  let calls = 0;
  const database: typeof world.database = {
    ...world.database,
    transaction: (work) => {
      calls += 1;
      return calls % 2 === 1 ? Promise.reject(new Error('not now')) : world.database.transaction(work);
    },
  };
  const job = createFinalTransfers({
    ...{ database, everyMs: 3_600_000 },
    log: createLogger({ level: 'silent', readable: false }),
  });
  await job.start();
  const [failing, other] = wallets.toSorted((left) => (left.id === first?.walletId ? -1 : 1));
  await expect.poll(async () => other && finalNumbers(other)).toEqual([7]);
  await job.stop();
  expect(failing && (await isWaiting(failing))).toBe(true);
  for (const wallet of wallets) await tell(wallet);
});

test('a round goes on behind the one before, so that those that stay keep no other waiting', async () => {
  const [held, other] = [await world.newWallet(), await world.newWallet()];
  for (const wallet of [held, other]) {
    await store(wallet, [], { safe: 0 });
    await store(wallet, [7], { safe: 5 });
    await store(wallet, [], { safe: 9 });
  }
  const job = createFinalTransfers({
    ...{ database: world.database, everyMs: 5, walletsPerRound: 1 },
    log: createLogger({ level: 'silent', readable: false }),
  });
  // Somebody else writes its row for as long as the job looks.
  await world.database.transaction(async (client) => {
    await client.query('SELECT FROM sync WHERE wallet_id = $1 FOR UPDATE', [held.id]);
    await job.start();
    await expect.poll(() => finalNumbers(other)).toEqual([7]);
    await job.stop();
  });
  expect(await isWaiting(held)).toBe(true);
  await tell(held);
});

test('that it fails is said once, and once that it does not any more', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [], { safe: 0 });
  await store(wallet, [7], { safe: 5 });
  await store(wallet, [], { safe: 9 });
  let failures = 0;
  const database: typeof world.database = {
    ...world.database,
    transaction: (work) => {
      failures += 1;
      return failures <= 3 ? Promise.reject(new Error('not now')) : world.database.transaction(work);
    },
  };
  const said: string[] = [];
  const saying = (level: string) => (_fields: object, message: string) => said.push(`${level}: ${message}`);
  const log = { debug: saying('debug'), info: saying('info'), warn: saying('warn'), error: saying('error') };
  const job = createFinalTransfers({ database, log, everyMs: 5 });
  await job.start();
  await expect.poll(() => finalNumbers(wallet)).toEqual([7]);
  await job.stop();
  const failed = 'it could not be told what became final; it is tried again';
  expect(said).toEqual([
    ...[`warn: ${failed}`, `debug: ${failed}`, `debug: ${failed}`],
    'info: it is told again what became final',
  ]);
});

test('a wallet that goes with its chain is told of by the chain’s final block, by the job', async () => {
  const wallet = await world.newWallet();
  await store(wallet, [], { safe: 0 });
  await store(wallet, [7], { safe: 5 });
  await world.database.pool.query('UPDATE sync SET follows = true WHERE wallet_id = $1', [wallet.id]);
  const job = createFinalTransfers({
    database: world.database,
    log: createLogger({ level: 'silent', readable: false }),
    everyMs: 20,
  });
  await job.start();
  expect(await isWaiting(wallet)).toBe(false);
  await world.database.pool.query(
    `INSERT INTO chain_cursor (chain_id, block_number, block_hash, safe_block, safe_hash, head_block, head_reached_at, stale_at)
     VALUES ($1, 20, $2, 8, $3, 20, now(), 'infinity')`,
    [ethereum, hash(20), hash(8)],
  );
  await expect.poll(() => finalNumbers(wallet)).toEqual([7]);
  await job.stop();
  await world.database.pool.query('DELETE FROM chain_cursor');
});
