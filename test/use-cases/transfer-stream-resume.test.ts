/** Resuming the stream of new transfers: at every place, among re-orgs, and from cursors that cannot be. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../demo/node/random.ts';
import type { Address } from '../../src/domain/model.ts';
import { eventsKeptMs, pruneEvents } from '../../src/store/history/events/event-pruning.ts';
import { encodeStreamCursor } from '../../src/use-cases/history/stream-cursors.ts';
import { ethereum, polygon } from '../support/builders.ts';
import { followTransfers } from '../support/transfer-follower.ts';
import {
  commit,
  createStreamWorld,
  type Event,
  type Item,
  items,
  numberOf,
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

test('in the middle of a commit that is larger than a page', async () => {
  const wallet = await world.newWallet();
  const { cursor } = await world.begin([wallet]);
  // Two pages of 500 exactly, then one that is not full.
  await commit(world.database, wallet, items(...range(1, 1_000)));
  await commit(world.database, wallet, items(...range(1_001, 1_203)), { chainId: polygon });
  const { stream } = await world.begin([wallet], { after: cursor });
  const events = await take(stream, 1_203);
  expect(numbers(events)).toEqual(range(1, 1_203));
  for (const cut of [0, 498, 499, 500, 998, 999, 1_000, 1_201]) {
    const rest = (await world.begin([wallet], { after: events[cut]?.cursor })).stream;
    expect(numbers(await take(rest, 1_202 - cut)), `after event ${cut}`).toEqual(range(cut + 2, 1_203));
  }
});

test.each([1, 2, 3, 4, 5, 6])('at every place of a random history, seed %i', async (seed) => {
  const random = createRandom(seed);
  const wallets = [await world.newWallet(), await world.newWallet()];
  const { stream, cursor } = await world.begin(wallets);
  const expected: { number: number; wallet: Address }[] = [];
  let number = 0;
  for (let step = 0; step < 12; step += 1) {
    const wallet = random.pick(wallets);
    const chosen = range(1, random.integer(0, 4)).map((): Item => {
      number += 1;
      return { number, block: number, isSpam: random.next() < 0.3 };
    });
    await commit(world.database, wallet, chosen, { chainId: random.pick([ethereum, polygon]) });
    const shown = chosen.filter(({ isSpam }) => isSpam !== true);
    expected.push(...shown.map((item) => ({ number: item.number, wallet: wallet.address })));
  }
  const known = (events: readonly Event[]) =>
    events.map((event) => ({ number: event.number, wallet: event.wallet }));
  const live = await take(stream, expected.length);
  expect(known(live)).toEqual(expected);
  // What is stored at the end shows that there is nothing too much before it.
  const last = { number: number + 1, wallet: wallets[0]?.address };
  if (wallets[0] !== undefined) await commit(world.database, wallets[0], items(last.number));
  for (const [index, after] of [cursor, ...live.map((event) => event.cursor)].entries()) {
    const rest = (await world.begin([...wallets].reverse(), { after })).stream;
    const left = expected.slice(index);
    expect(known(await take(rest, left.length + 1)), `after ${index} events`).toEqual([...left, last]);
  }
});

test.each([11, 12, 13, 14])(
  'a stream that is cut again and again among re-orgs ends with the whole list, seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const wallet = await world.newWallet();
    const follower = await followTransfers(
      { ...world, caller: world.alice },
      { wallets: [wallet], spam: 'EXCLUDE' },
    );
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
      await commit(world.database, wallet, stored, {
        chainId,
        ...(rollbackTo === undefined ? {} : { rollbackTo }),
      });
      last.set(chainId, [...stays, ...stored]);
      await follower.take(random.integer(0, stored.length));
      if (random.next() < 0.5) await follower.cut();
    }
    await follower.catchUp();
    const kept = [...last.values()].flat().map((item) => item.number);
    const held = [...follower.held.values()].map((transfer) => numberOf(transfer.hash));
    expect(held.toSorted((a, b) => a - b)).toEqual(kept.toSorted((a, b) => a - b));
    await follower.cut();
  },
);

test('a re-org: what it moved comes again under the same id, what it undid brings no transfer', async () => {
  const wallet = await world.newWallet();
  const { stream, cursor } = await world.begin([wallet]);
  await commit(world.database, wallet, items(1, 2, 3));
  const before = await take(stream, 3);
  // Transaction 2 stands in another block now, 3 is gone, 4 is new.
  await commit(
    world.database,
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
  const again = (await world.begin([wallet], { after: cursor })).stream;
  expect(numbers(await take(again, 3))).toEqual([1, 2, 4]);
});

test('a cursor from before events that were pruned is refused; one that has missed none is not', async () => {
  const wallet = await world.newWallet();
  const { stream, cursor } = await world.begin([wallet]);
  for (const number of range(1, 3)) await commit(world.database, wallet, items(number));
  const events = await take(stream, 3);
  await world.database.pool.query(
    "UPDATE wallet_event SET at = '2020-01-01T00:00:00Z' WHERE wallet_id = $1",
    [wallet.id],
  );
  // The last of the three is kept; that the wallet is loaded was told behind the first.
  expect(await pruneEvents(world.database, new Date(Date.now() - eventsKeptMs))).toBe(3);
  for (const after of [cursor, events[0]?.cursor]) {
    const refused = world.watch([wallet], { after });
    expect((await refused.next()).value?.transfer).toBeNull();
    await expect(refused.next()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'after', message: expect.stringContaining('too old') }],
    });
  }
  expect(numbers(await take((await world.begin([wallet], { after: events[1]?.cursor })).stream, 1))).toEqual([
    3,
  ]);
  const { stream: rest } = await world.begin([wallet], { after: events[2]?.cursor });
  await commit(world.database, wallet, items(4));
  expect(numbers(await take(rest, 1))).toEqual([4]);
});

test.each([
  ['no cursor at all', () => 'x'],
  ['one with more digits', (own: string) => `${own}A`],
  ['one of another format', (own: string) => `_${own.slice(1)}`],
  ['a cursor of a list', () => Buffer.alloc(26, 1).toString('base64url')],
])('%s is refused', async (_what, make) => {
  const wallet = await world.newWallet();
  const { cursor } = await world.begin([wallet]);
  await expect(world.watch([wallet], { after: make(cursor) }).next()).rejects.toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'after', message: expect.stringContaining('is not a cursor') }],
  });
});

test('cursors of other wallets, and of what was never stored, are refused', async () => {
  const [one, two] = [await world.newWallet(), await world.newWallet()];
  const { cursor } = await world.begin([one]);
  for (const wallets of [[two], [one, two]])
    await expect(world.watch(wallets, { after: cursor }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const sent = (version: bigint) => new Map([[one.id, version]]);
  const place = `${'0'.repeat(43)}1`;
  const future = encodeStreamCursor({ sent: sent(2n ** 64n - 1n), inside: null });
  await expect(world.watch([one], { after: future }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const stranger = encodeStreamCursor({ sent: sent(0n), inside: { walletId: two.id, position: place } });
  await expect(world.watch([one], { after: stranger }).next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  // In the middle of a commit that is not there.
  const inside = encodeStreamCursor({ sent: sent(0n), inside: { walletId: one.id, position: place } });
  const stream = world.watch([one], { after: inside });
  await stream.next();
  await expect(stream.next()).rejects.toMatchObject({ code: 'BAD_INPUT' });
});
