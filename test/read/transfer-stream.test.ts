/** The stream of new transfers: the order of storing, resuming at any place, re-orgs, and who may follow what. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/demo/random.ts';
import type { Address, Hash, TransferRecord } from '../../src/domain/model.ts';
import type { TransferStreamRequest } from '../../src/read/interface.ts';
import { createLookups } from '../../src/read/lookups.ts';
import type { Caller, TransferArrivalView } from '../../src/read/model.ts';
import { createNotifications } from '../../src/read/notifications.ts';
import { createOwnership } from '../../src/read/ownership.ts';
import { encodeStreamCursor } from '../../src/read/stream-cursors.ts';
import { createTransferStream } from '../../src/read/transfer-stream.ts';
import { commitStep } from '../../src/store/sync.ts';
import { pruneArrivals } from '../../src/store/transfer-arrivals.ts';
import {
  buildWorld,
  ethereum,
  leaseOf,
  polygon,
  registerWallet,
  store,
  type World,
} from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

type Stream = AsyncIterableIterator<TransferArrivalView>;

let db: TestDatabase;
let world: World;
let alice: Caller;
let bob: Caller;
let next = 0x100;
let streams: Stream[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  world = await buildWorld(db.database);
  alice = await world.caller('alice');
  bob = await world.caller('bob');
});

afterEach(async () => {
  for (const stream of streams) await stream.return?.();
  streams = [];
});

afterAll(async () => {
  await world.readModel.close();
  await db.drop();
});

interface TestWallet {
  id: number;
  address: Address;
}

async function newWallet(): Promise<TestWallet> {
  next += 1;
  return { id: await registerWallet(db.database, alice, address(next)), address: address(next) };
}

/** One transfer in a transaction of its own; the number names it. */
interface Item {
  number: number;
  block: number;
  isSpam?: boolean;
}

/** Commits the items as one step, after taking back what lies behind the block `rollbackTo`. */
async function commit(
  wallet: TestWallet,
  items: readonly Item[],
  options: { chainId?: number; rollbackTo?: number } = {},
): Promise<void> {
  const { chainId = ethereum, rollbackTo } = options;
  const rows = items.map(({ number, block, isSpam = false }) => {
    const at = {
      walletId: wallet.id,
      chainId,
      blockNumber: block,
      transactionIndex: number,
      hash: hash(number),
    };
    const spam: Partial<TransferRecord> = isSpam ? { spamReason: 'zero-value' } : {};
    return { transaction: transactionRecord(at, { isSpam }), transfer: transferRecord(at, spam) };
  });
  const lease = await leaseOf(db.database, wallet.id, chainId);
  const stored = await commitStep(db.database, lease, {
    ...(rollbackTo === undefined ? {} : { rollbackTo }),
    transactions: rows.map(({ transaction }) => transaction),
    transfers: rows.map(({ transfer }) => transfer),
    progress: {
      ...{ phase: 'FOLLOWING', syncedBlock: 1_000, syncedHash: null, safeBlock: null, safeHash: null },
      ...{ headBlock: 1_000, loaded: true, nextRunInMs: 0, release: true },
    },
  });
  if (!stored) throw new Error('the lease was lost');
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Each in the block of its number. */
const items = (...numbers: number[]): Item[] => numbers.map((number) => ({ number, block: number }));

function watch(
  wallets: readonly TestWallet[],
  options: Partial<TransferStreamRequest> = {},
  caller = alice,
): Stream {
  const addresses = wallets.map((wallet) => wallet.address);
  const stream = world.readModel.watchTransfers(caller, { wallets: addresses, spam: 'EXCLUDE', ...options });
  streams.push(stream);
  return stream;
}

/** Opens a stream; answers it with the cursor of its beginning. */
async function begin(
  wallets: readonly TestWallet[],
  options: Partial<TransferStreamRequest> = {},
): Promise<{ stream: Stream; cursor: string }> {
  const stream = watch(wallets, options);
  const { value } = await stream.next();
  expect(value).toEqual({ cursor: expect.any(String), transfer: null });
  return { stream, cursor: value.cursor };
}

interface Event {
  cursor: string;
  number: number;
  wallet: Address;
  id: string;
}

const numberOf = (text: Hash): number => Number.parseInt(text.slice(2), 16);

/** The next events with a transfer. */
async function take(stream: Stream, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error('the stream has ended');
    const { cursor, transfer } = value;
    if (transfer === null) continue;
    events.push({ cursor, number: numberOf(transfer.hash), wallet: transfer.wallet, id: transfer.id });
  }
  return events;
}

const numbers = (events: readonly Event[]): number[] => events.map(({ number }) => number);

describe('the order of storing', () => {
  test('a chain that is added later, with older transfers, comes after what was stored before', async () => {
    const wallet = await newWallet();
    const { stream } = await begin([wallet]);
    await commit(wallet, items(50, 51));
    await commit(wallet, items(3, 1, 2), { chainId: polygon });
    await commit(wallet, items(52));
    await commit(wallet, items(4), { chainId: polygon });
    // Within a commit: the order of positions.
    expect(numbers(await take(stream, 7))).toEqual([50, 51, 1, 2, 3, 52, 4]);
  });

  test('what was stored before the stream began is not in it, and steps without transfers are no events', async () => {
    const wallet = await newWallet();
    await commit(wallet, items(1));
    const { stream } = await begin([wallet]);
    await commit(wallet, []);
    await store(
      db.database,
      { walletId: wallet.id },
      { transactions: [transactionRecord({ walletId: wallet.id, blockNumber: 2 })] },
    );
    await commit(wallet, items(3));
    const { value } = await stream.next();
    expect(value?.transfer?.hash).toBe(hash(3));
  });

  test('two wallets: each in its order, in one stream', async () => {
    const [one, two] = [await newWallet(), await newWallet()];
    const { stream } = await begin([one, two]);
    await commit(two, items(7));
    await commit(one, items(5, 6));
    await commit(two, items(8));
    const events = await take(stream, 4);
    expect(events.map(({ wallet, number }) => [wallet === one.address ? 'one' : 'two', number])).toEqual([
      ['two', 7],
      ['one', 5],
      ['one', 6],
      ['two', 8],
    ]);
  });

  test('two chains stored at the same time: every transfer once, also for a stream that reads along', async () => {
    const wallet = await newWallet();
    const { stream, cursor } = await begin([wallet]);
    const writing = [ethereum, polygon].map(async (chainId) => {
      for (const number of range(1, 30)) await commit(wallet, items(number), { chainId });
    });
    const live = await take(stream, 60);
    await Promise.all(writing);
    expect(new Set(live.map(({ id }) => id)).size).toBe(60);
    const again = await take((await begin([wallet], { after: cursor })).stream, 60);
    expect(again).toEqual(live);
  });

  test('a lost notification delays a transfer, and no more', async () => {
    const wallet = await newWallet();
    // It hears of nothing.
    const notifications = createNotifications(db.database, () => {});
    await notifications.close();
    const { watchTransfers } = createTransferStream({
      database: db.database,
      ownership: createOwnership(db.database),
      lookups: createLookups({ database: db.database, notifications, now: Date.now }),
      notifications,
      pollMs: 50,
    });
    const stream = watchTransfers(alice, { wallets: [wallet.address], spam: 'EXCLUDE' });
    streams.push(stream);
    await stream.next();
    const waiting = take(stream, 1);
    await commit(wallet, items(1));
    expect(numbers(await waiting)).toEqual([1]);
  });

  test('spam is left out unless asked for, and the cursor moves on behind it', async () => {
    const wallet = await newWallet();
    const { stream, cursor } = await begin([wallet]);
    await commit(wallet, [{ number: 1, block: 1, isSpam: true }]);
    const { value: moved } = await stream.next();
    expect(moved).toEqual({ cursor: expect.any(String), transfer: null });
    expect(moved?.cursor).not.toBe(cursor);
    await commit(wallet, [...items(2), { number: 3, block: 3, isSpam: true }]);
    expect(numbers(await take(stream, 1))).toEqual([2]);
    await commit(wallet, items(4));
    expect(numbers(await take(stream, 1))).toEqual([4]);
    const all = (await begin([wallet], { after: cursor, spam: 'INCLUDE' })).stream;
    expect(numbers(await take(all, 4))).toEqual([1, 2, 3, 4]);
    const only = (await begin([wallet], { after: cursor, spam: 'ONLY' })).stream;
    expect(numbers(await take(only, 2))).toEqual([1, 3]);
  });
});

describe('resuming', () => {
  test('in the middle of a commit that is larger than a page', async () => {
    const wallet = await newWallet();
    const { cursor } = await begin([wallet]);
    // Two pages of 500 exactly, then one that is not full.
    await commit(wallet, items(...range(1, 1_000)));
    await commit(wallet, items(...range(1_001, 1_203)), { chainId: polygon });
    const { stream } = await begin([wallet], { after: cursor });
    const events = await take(stream, 1_203);
    expect(numbers(events)).toEqual(range(1, 1_203));
    for (const cut of [0, 498, 499, 500, 998, 999, 1_000, 1_201]) {
      const rest = (await begin([wallet], { after: events[cut]?.cursor })).stream;
      expect(numbers(await take(rest, 1_202 - cut)), `after event ${cut}`).toEqual(range(cut + 2, 1_203));
    }
  });

  test.each([1, 2, 3, 4, 5, 6])('at every place of a random history, seed %i', async (seed) => {
    const random = createRandom(seed);
    const wallets = [await newWallet(), await newWallet()];
    const { stream, cursor } = await begin(wallets);
    const expected: { number: number; wallet: Address }[] = [];
    let number = 0;
    for (let step = 0; step < 12; step += 1) {
      const wallet = random.pick(wallets);
      const chosen = range(1, random.integer(0, 4)).map((): Item => {
        number += 1;
        return { number, block: number, isSpam: random.next() < 0.3 };
      });
      await commit(wallet, chosen, { chainId: random.pick([ethereum, polygon]) });
      const shown = chosen.filter(({ isSpam }) => isSpam !== true);
      expected.push(...shown.map((item) => ({ number: item.number, wallet: wallet.address })));
    }
    const known = (events: readonly Event[]) =>
      events.map((event) => ({ number: event.number, wallet: event.wallet }));
    const live = await take(stream, expected.length);
    expect(known(live)).toEqual(expected);
    // What is stored at the end shows that there is nothing too much before it.
    const last = { number: number + 1, wallet: wallets[0]?.address };
    for (const wallet of wallets.slice(0, 1)) await commit(wallet, items(last.number));
    for (const [index, after] of [cursor, ...live.map((event) => event.cursor)].entries()) {
      const rest = (await begin([...wallets].reverse(), { after })).stream;
      const left = expected.slice(index);
      expect(known(await take(rest, left.length + 1)), `after ${index} events`).toEqual([...left, last]);
    }
  });

  test.each([11, 12, 13, 14])(
    'a stream that is cut again and again among re-orgs ends with the whole list, seed %i',
    async (seed) => {
      const random = createRandom(seed);
      const wallet = await newWallet();
      let { stream, cursor } = await begin([wallet]);
      const seen = new Set<string>();
      const last = new Map<number, Item[]>([
        [ethereum, []],
        [polygon, []],
      ]);
      let number = 0;
      for (let step = 0; step < 15; step += 1) {
        const chainId = random.pick([ethereum, polygon]);
        const kept = last.get(chainId) ?? [];
        const head = kept.at(-1)?.block ?? 0;
        const rollbackTo = random.next() < 0.4 ? Math.max(0, head - random.integer(1, 4)) : undefined;
        const stays = kept.filter(({ block }) => block <= (rollbackTo ?? head));
        // Some of what was undone comes back, in another block.
        const undone = kept.slice(stays.length).filter(() => random.next() < 0.5);
        const first = Math.max(rollbackTo ?? head, stays.at(-1)?.block ?? 0) + 1;
        const fresh = range(number + 1, number + random.integer(1, 3));
        number = fresh.at(-1) ?? number;
        const stored = [...undone.map((item) => item.number), ...fresh].map(
          (name, index): Item => ({ number: name, block: first + index }),
        );
        await commit(wallet, stored, { chainId, ...(rollbackTo === undefined ? {} : { rollbackTo }) });
        last.set(chainId, [...stays, ...stored]);
        for (const event of await take(stream, random.integer(0, stored.length))) {
          seen.add(event.id);
          cursor = event.cursor;
        }
        if (random.next() < 0.5) ({ stream } = await begin([wallet], { after: cursor }));
      }
      const end = number + 1;
      await commit(wallet, [{ number: end, block: 900 }]);
      for (;;) {
        const [event] = await take(stream, 1);
        if (event !== undefined) seen.add(event.id);
        if (event?.number === end) break;
      }
      const list = await world.readModel.listTransfers(
        alice,
        { wallets: [wallet.address], filter: {}, order: 'ASC' },
        { mode: 'page', page: 1, pageSize: 500 },
      );
      const kept = [...last.values()].flat().map((item) => item.number);
      expect(list.items.map((item) => numberOf(item.hash)).toSorted((a, b) => a - b)).toEqual(
        [...kept, end].toSorted((a, b) => a - b),
      );
      expect(list.items.filter(({ id }) => !seen.has(id))).toEqual([]);
    },
  );

  test('a re-org: what it stored anew comes again under the same id, what it undid is not told', async () => {
    const wallet = await newWallet();
    const { stream, cursor } = await begin([wallet]);
    await commit(wallet, items(1, 2, 3));
    const before = await take(stream, 3);
    // Transaction 2 stands in another block now, 3 is gone, 4 is new.
    await commit(
      wallet,
      [
        { number: 2, block: 5 },
        { number: 4, block: 6 },
      ],
      { rollbackTo: 1 },
    );
    const after = await take(stream, 2);
    expect(numbers(after)).toEqual([2, 4]);
    expect(after[0]?.id).toBe(before[1]?.id);
    // Who begins again sees what there is: of the first commit's places, only transaction 1 is left.
    const again = (await begin([wallet], { after: cursor })).stream;
    expect(numbers(await take(again, 3))).toEqual([1, 2, 4]);
  });

  test('a cursor from before arrivals that were pruned is refused; one that has missed none is not', async () => {
    const wallet = await newWallet();
    const { stream, cursor } = await begin([wallet]);
    for (const number of range(1, 3)) await commit(wallet, items(number));
    const events = await take(stream, 3);
    await db.database.pool.query(
      "UPDATE transfer_arrival SET at = at - interval '8 days' WHERE wallet_id = $1",
      [wallet.id],
    );
    // The last of the three is kept.
    expect(await pruneArrivals(db.database, new Date(Date.now() - 7 * 86_400_000))).toBe(2);
    for (const after of [cursor, events[0]?.cursor]) {
      const refused = watch([wallet], { after });
      expect((await refused.next()).value?.transfer).toBeNull();
      await expect(refused.next()).rejects.toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'after', message: expect.stringContaining('too old') }],
      });
    }
    expect(numbers(await take((await begin([wallet], { after: events[1]?.cursor })).stream, 1))).toEqual([3]);
    const { stream: rest } = await begin([wallet], { after: events[2]?.cursor });
    await commit(wallet, items(4));
    expect(numbers(await take(rest, 1))).toEqual([4]);
  });

  test.each([
    ['no cursor at all', () => 'x'],
    ['one with more digits', (own: string) => `${own}A`],
    ['one of another format', (own: string) => `_${own.slice(1)}`],
    ['a cursor of a list', () => Buffer.alloc(26, 1).toString('base64url')],
  ])('%s is refused', async (_what, make) => {
    const wallet = await newWallet();
    const { cursor } = await begin([wallet]);
    await expect(watch([wallet], { after: make(cursor) }).next()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'after', message: expect.stringContaining('is not a cursor') }],
    });
  });

  test('cursors of other wallets, and of what was never stored, are refused', async () => {
    const [one, two] = [await newWallet(), await newWallet()];
    const { cursor } = await begin([one]);
    for (const wallets of [[two], [one, two]])
      await expect(watch(wallets, { after: cursor }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const sent = (version: bigint) => new Map([[one.id, version]]);
    const place = `${'0'.repeat(43)}1`;
    const future = encodeStreamCursor({ sent: sent(2n ** 64n - 1n), inside: null });
    await expect(watch([one], { after: future }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const stranger = encodeStreamCursor({ sent: sent(0n), inside: { walletId: two.id, position: place } });
    await expect(watch([one], { after: stranger }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    // In the middle of a commit that is not there.
    const inside = encodeStreamCursor({ sent: sent(0n), inside: { walletId: one.id, position: place } });
    const stream = watch([one], { after: inside });
    await stream.next();
    await expect(stream.next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('who follows what', () => {
  test('only registered wallets, 1 to 50 of them, with the scope', async () => {
    const wallet = await newWallet();
    await expect(watch([wallet], {}, bob).next()).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
    await expect(watch([]).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const many = range(1, 51).map((number) => ({ id: number, address: address(0x9_000 + number) }));
    await expect(watch(many).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(() => watch([wallet], {}, { ...alice, scopes: ['write'] })).toThrow(/scope/);
  });

  test('a stream ends as soon as one of its wallets is unregistered', async () => {
    const [one, two] = [await newWallet(), await newWallet()];
    const { stream, cursor } = await begin([one, two]);
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
    await world.readModel.unregisterWallet(alice, two.address);
    await ended;
    await expect(watch([one, two], { after: cursor }).next()).rejects.toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
    });
  });

  test('a consumer that leaves while it waits is let go at once', async () => {
    const { stream } = await begin([await newWallet()]);
    const waiting = stream.next();
    await stream.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});
