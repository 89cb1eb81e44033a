/** The stream of new transfers: the order of storing, and who may follow what. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createNotifications } from '../../src/use-cases/access/notifications.ts';
import { createOwnership } from '../../src/use-cases/access/ownership.ts';
import { createTransferStream } from '../../src/use-cases/history/transfer-stream.ts';
import { createLookups } from '../../src/use-cases/lookups/lookups.ts';
import { ethereum, polygon, store } from '../support/builders.ts';
import { address, hash, transactionRecord } from '../support/records.ts';
import {
  commit,
  createStreamWorld,
  cursorEvent,
  items,
  numbers,
  range,
  type StreamWorld,
  take,
} from './stream-world.ts';

let world: StreamWorld;

beforeAll(async () => {
  world = await createStreamWorld();
});

afterEach(() => world.leaveStreams());

afterAll(() => world?.close());

describe('the order of storing', () => {
  test('a chain that is added later, with older transfers, comes after what was stored before', async () => {
    const wallet = await world.newWallet();
    const { stream } = await world.begin([wallet]);
    await commit(world.database, wallet, items(50, 51));
    await commit(world.database, wallet, items(3, 1, 2), { chainId: polygon });
    await commit(world.database, wallet, items(52));
    await commit(world.database, wallet, items(4), { chainId: polygon });
    // Within a commit: the order of positions.
    expect(numbers(await take(stream, 7))).toEqual([50, 51, 1, 2, 3, 52, 4]);
  });

  test('what was stored before the stream began is not in it, and steps without transfers are no events', async () => {
    const wallet = await world.newWallet();
    await commit(world.database, wallet, items(1));
    const { stream } = await world.begin([wallet]);
    await commit(world.database, wallet, []);
    await store(
      world.database,
      { walletId: wallet.id },
      { transactions: [transactionRecord({ walletId: wallet.id, blockNumber: 2 })] },
    );
    await commit(world.database, wallet, items(3));
    const { value } = await stream.next();
    expect(value?.transfer?.hash).toBe(hash(3));
  });

  test('two wallets: each in its order, in one stream', async () => {
    const [one, two] = [await world.newWallet(), await world.newWallet()];
    const { stream } = await world.begin([one, two]);
    await commit(world.database, two, items(7));
    await commit(world.database, one, items(5, 6));
    await commit(world.database, two, items(8));
    const events = await take(stream, 4);
    expect(events.map(({ wallet, number }) => [wallet === one.address ? 'one' : 'two', number])).toEqual([
      ['two', 7],
      ['one', 5],
      ['one', 6],
      ['two', 8],
    ]);
  });

  test('two chains stored at the same time: every transfer once, also for a stream that reads along', async () => {
    const wallet = await world.newWallet();
    const { stream, cursor } = await world.begin([wallet]);
    const writing = [ethereum, polygon].map(async (chainId) => {
      for (const number of range(1, 30)) await commit(world.database, wallet, items(number), { chainId });
    });
    const live = await take(stream, 60);
    await Promise.all(writing);
    expect(new Set(live.map(({ id }) => id)).size).toBe(60);
    const again = await take((await world.begin([wallet], { after: cursor })).stream, 60);
    expect(again).toEqual(live);
  });

  test('a lost notification delays a transfer, and no more', async () => {
    const wallet = await world.newWallet();
    // It hears of nothing.
    const notifications = createNotifications(world.database, () => {});
    await notifications.close();
    const { watchTransfers } = createTransferStream({
      database: world.database,
      ownership: createOwnership({ database: world.database, notifications, now: Date.now }),
      lookups: createLookups({ database: world.database, notifications, now: Date.now }),
      notifications,
      pollMs: 50,
    });
    const stream = watchTransfers(world.alice, { wallets: [wallet.address], spam: 'EXCLUDE' });
    await stream.next();
    const waiting = take(stream, 1);
    await commit(world.database, wallet, items(1));
    expect(numbers(await waiting)).toEqual([1]);
    await stream.return?.();
  });

  test('spam is left out unless asked for, and the cursor moves on behind it', async () => {
    const wallet = await world.newWallet();
    const { stream, cursor } = await world.begin([wallet]);
    await commit(world.database, wallet, [{ number: 1, block: 1, isSpam: true }]);
    const { value: moved } = await stream.next();
    expect(moved).toEqual(cursorEvent);
    expect(moved?.cursor).not.toBe(cursor);
    await commit(world.database, wallet, [...items(2), { number: 3, block: 3, isSpam: true }]);
    expect(numbers(await take(stream, 1))).toEqual([2]);
    await commit(world.database, wallet, items(4));
    expect(numbers(await take(stream, 1))).toEqual([4]);
    const all = (await world.begin([wallet], { after: cursor, spam: 'INCLUDE' })).stream;
    expect(numbers(await take(all, 4))).toEqual([1, 2, 3, 4]);
    const only = (await world.begin([wallet], { after: cursor, spam: 'ONLY' })).stream;
    expect(numbers(await take(only, 2))).toEqual([1, 3]);
  });
});

describe('who follows what', () => {
  test('only registered wallets, 1 to 50 of them, with the scope', async () => {
    const wallet = await world.newWallet();
    await expect(world.watch([wallet], {}, world.bob).next()).rejects.toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
    });
    await expect(world.watch([]).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const many = range(1, 51).map((number) => ({ id: number, address: address(0x9_000 + number) }));
    await expect(world.watch(many).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(() => world.watch([wallet], {}, { ...world.alice, scopes: ['write'] })).toThrow(/scope/);
  });

  test('a stream ends as soon as one of its wallets is unregistered', async () => {
    const [one, two] = [await world.newWallet(), await world.newWallet()];
    const { stream, cursor } = await world.begin([one, two]);
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
    await world.readModel.unregisterWallets(world.alice, [two.address]);
    await ended;
    await expect(world.watch([one, two], { after: cursor }).next()).rejects.toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
    });
  });

  test('a consumer that leaves while it waits is let go at once', async () => {
    const { stream } = await world.begin([await world.newWallet()]);
    const waiting = stream.next();
    await stream.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});
