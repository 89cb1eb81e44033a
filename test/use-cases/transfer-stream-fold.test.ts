/** Whoever keeps what the stream tells holds the list, whatever is stored, re-organised, priced, judged and reset. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../demo/node/random.ts';
import type { TransactionRecord, TransferRecord } from '../../src/domain/model.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { ethereum, leaseOf, polygon, store, usdc } from '../support/builders.ts';
import { stepOf } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { followTransfers, type TransferFollower } from '../support/transfer-follower.ts';
import { createStreamWorld, range, type StreamWorld, type TestWallet } from './stream-world.ts';

let world: StreamWorld;
const followers: TransferFollower[] = [];

beforeAll(async () => {
  world = await createStreamWorld();
});

afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.cut();
});

afterAll(() => world?.close());

const follow = async (
  wallet: TestWallet,
  spam: 'INCLUDE' | 'EXCLUDE' | 'ONLY',
): Promise<TransferFollower> => {
  const follower = await followTransfers({ ...world, caller: world.alice }, { wallets: [wallet], spam });
  followers.push(follower);
  return follower;
};

/** A token that arrives unasked, which is spam until the wallet sends some of it. */
const gift = address(0x77);

/** A transaction as a chain has it. */
interface Mined {
  number: number;
  block: number;
  kind: 'payment' | 'gift' | 'sale';
  amount: bigint;
}

function recordsOf(wallet: TestWallet, chainId: number, { number, block, kind, amount }: Mined) {
  const at = {
    ...{ walletId: wallet.id, chainId, blockNumber: block, transactionIndex: number, hash: hash(number) },
  };
  const spam = { category: 'CONTRACT_EXECUTION' } as const;
  const records: Record<Mined['kind'], { transaction: TransactionRecord; transfers: TransferRecord[] }> = {
    payment: {
      transaction: transactionRecord(at),
      transfers: [
        transferRecord({ ...at, index: 1 }, { tokenAddress: usdc, amount }),
        transferRecord({ ...at, index: 2 }, { tokenAddress: usdc, amount: 1n }),
      ],
    },
    gift: {
      transaction: transactionRecord(at, { ...spam, kind: 'AIRDROP', isSpam: true }),
      transfers: [transferRecord(at, { ...spam, tokenAddress: gift, amount, spamReason: 'airdrop' })],
    },
    sale: {
      transaction: transactionRecord(at),
      transfers: [transferRecord(at, { tokenAddress: gift, side: 'outflow', amount: -amount })],
    },
  };
  return records[kind];
}

async function commit(
  wallet: TestWallet,
  chainId: number,
  mined: readonly Mined[],
  rollbackTo?: number,
): Promise<void> {
  const records = mined.map((transaction) => recordsOf(wallet, chainId, transaction));
  const lease = await leaseOf(world.database, wallet.id, chainId);
  const step = stepOf(
    {
      transactions: records.map(({ transaction }) => transaction),
      transfers: records.flatMap(({ transfers }) => transfers),
      ...(rollbackTo === undefined ? {} : { rollbackTo }),
    },
    { release: true },
  );
  expect(await commitStep(world.database, lease, step)).toBe(true);
}

/** A re-org as a node may show it: what it undid comes back in the same block, in another, changed, or not at all. */
function reorganised(random: Random, undone: readonly Mined[]): Mined[] {
  return undone.flatMap((mined) => {
    const fate = random.integer(0, 4);
    if (fate === 0) return [];
    if (fate === 1) return [{ ...mined, block: mined.block + 1 }];
    if (fate === 2) return [{ ...mined, amount: mined.amount + 1n }];
    return [mined];
  });
}

test.each([1, 2, 3, 4, 5, 6])(
  'random commits, re-orgs, prices and resets, with followers that are cut, seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const wallet = await world.newWallet();
    const all = [
      await follow(wallet, 'INCLUDE'),
      await follow(wallet, 'EXCLUDE'),
      await follow(wallet, 'ONLY'),
    ];
    const chains = new Map<number, Mined[]>([
      [ethereum, []],
      [polygon, []],
    ]);
    let number = 0;
    const mine = (block: number): Mined => {
      number += 1;
      const kind = random.pick(['payment', 'gift', 'gift', 'sale'] as const);
      return { number, block, kind, amount: BigInt(random.integer(1, 9)) };
    };

    async function step(): Promise<void> {
      const chainId = random.pick([ethereum, polygon]);
      const mined = chains.get(chainId) ?? [];
      const head = Math.max(0, ...mined.map(({ block }) => block));
      const choice = random.next();
      if (choice < 0.35) {
        const fresh = range(1, random.integer(1, 3)).map((offset) => mine(head + offset));
        await commit(wallet, chainId, fresh);
        chains.set(chainId, [...mined, ...fresh]);
      } else if (choice < 0.65) {
        const rollbackTo = Math.max(0, head - random.integer(1, 4));
        const kept = mined.filter(({ block }) => block <= rollbackTo);
        const again = reorganised(
          random,
          mined.filter(({ block }) => block > rollbackTo),
        );
        const stored = random.next() < 0.5 ? again : [...again, mine(head + 1)];
        await commit(wallet, chainId, stored, rollbackTo);
        chains.set(chainId, [...kept, ...stored]);
      } else if (choice < 0.72) {
        // The same step twice; and one that finds a stored transaction elsewhere without a roll-back.
        const again = random.next() < 0.5 ? mined.slice(-2) : reorganised(random, mined.slice(-1));
        await commit(wallet, chainId, again);
        const kept = mined.filter((one) => !again.some((other) => other.number === one.number));
        chains.set(chainId, [...kept, ...again]);
      } else if (choice < 0.96) {
        const transfers = mined.flatMap((one) => recordsOf(wallet, chainId, one).transfers);
        const priced = transfers.filter(() => random.next() < 0.4);
        const terms = { price: `${random.integer(1, 99)}.5`, unit: '0.000001', source: 'coingecko' };
        const prices = priced.map(({ position, tokenAddress }) => ({ position, tokenAddress, ...terms }));
        await priceTransfers(world.database, wallet.id, prices);
      } else {
        await resetSync(world.database, wallet.id, chainId);
        chains.set(chainId, []);
      }
    }

    for (let round = 0; round < 30; round += 1) {
      await step();
      for (const follower of all) {
        // Most of the time they are behind, and read what is different by then.
        await follower.take(random.integer(0, 4));
        if (random.next() < 0.2) await follower.cut();
        if (random.next() > 0.2) continue;
        await follower.catchUp();
        expect(sorted(follower.held), `round ${round}`).toEqual(sorted(await follower.listed()));
      }
    }
    for (const follower of all) {
      await follower.catchUp();
      expect(sorted(follower.held)).toEqual(sorted(await follower.listed()));
    }
    const types = new Set(all.flatMap(({ events }) => events.map(({ type }) => type)));
    expect([...types]).toEqual(expect.arrayContaining(['ADDED', 'CHANGED', 'REMOVED']));
  },
);

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));

/** What was told since, shortly. */
function toldOf({ events }: TransferFollower, from = 0): unknown[] {
  return events
    .slice(from)
    .filter(({ type }) => type !== 'CURSOR')
    .map(({ type, fields, transfer }) => [type, fields?.join(' ') ?? null, transfer?.hash ?? null]);
}

const payment = (number: number, block = number, amount = 5n): Mined => ({
  number,
  block,
  kind: 'payment',
  amount,
});

test('a re-org: what is as it was is not told, what moved or differs is CHANGED, what is gone REMOVED', async () => {
  const wallet = await world.newWallet();
  const follower = await follow(wallet, 'EXCLUDE');
  await commit(wallet, ethereum, [payment(1), payment(2), payment(3), payment(4)]);
  await follower.catchUp();
  const before = follower.events.length;
  const gone = [...follower.held.values()].filter((transfer) => transfer.hash === hash(4));
  // 1 stays, 2 is stored as it was, 3 stands in block 5 with another amount of its first transfer, 4 is gone, 6 is new.
  await commit(wallet, ethereum, [payment(2), payment(3, 5, 7n), payment(6)], 1);
  await follower.catchUp();
  expect(toldOf(follower, before)).toEqual([
    ['REMOVED', null, null],
    ['REMOVED', null, null],
    ['CHANGED', 'PLACE CONTENT', hash(3)],
    ['CHANGED', 'PLACE CONTENT', hash(3)],
    ['ADDED', null, hash(6)],
    ['ADDED', null, hash(6)],
  ]);
  const removed = follower.events.flatMap(({ type, id }) => (type === 'REMOVED' ? [id] : []));
  expect(removed).toEqual(gone.map(({ id }) => id));
  // The same step again: nothing.
  const after = follower.events.length;
  await commit(wallet, ethereum, [payment(2), payment(3, 5, 7n), payment(6)]);
  await follower.catchUp();
  expect(toldOf(follower, after)).toEqual([]);
});

test('spam that is none any more is CHANGED, and REMOVED when a re-org makes it spam again', async () => {
  const wallet = await world.newWallet();
  const [without, only] = [await follow(wallet, 'EXCLUDE'), await follow(wallet, 'ONLY')];
  await commit(wallet, ethereum, [{ number: 1, block: 1, kind: 'gift', amount: 5n }]);
  await commit(wallet, ethereum, [{ number: 2, block: 2, kind: 'sale', amount: 2n }]);
  await commit(wallet, ethereum, [], 1);
  for (const follower of [without, only]) await follower.catchUp();
  const fields = 'PRICE SPAM TREATMENT CATEGORY';
  expect(without.held.size).toBe(0);
  expect([...only.held.values()].map((transfer) => transfer.hash)).toEqual([hash(1)]);
  await commit(wallet, ethereum, [{ number: 3, block: 3, kind: 'sale', amount: 2n }]);
  await without.catchUp();
  expect(toldOf(without).slice(-2)).toEqual([
    ['CHANGED', fields, hash(1)],
    ['ADDED', null, hash(3)],
  ]);
  const { length } = without.events;
  await commit(wallet, ethereum, [], 2);
  await without.catchUp();
  expect(toldOf(without, length)).toEqual([
    ['REMOVED', null, null],
    ['REMOVED', null, null],
  ]);
  expect(without.held.size).toBe(0);
});

test('a late price of one transfer is CHANGED; prices of a whole history are told as a range', async () => {
  const wallet = await world.newWallet();
  const follower = await follow(wallet, 'EXCLUDE');
  const transfers = range(1, 1_203).map((block) =>
    transferRecord({ walletId: wallet.id, blockNumber: block, hash: hash(block) }, { tokenAddress: usdc }),
  );
  await store(world.database, { walletId: wallet.id }, { transfers });
  const terms = { price: '2', unit: '0.000001', source: 'coingecko' };
  const price = (list: readonly TransferRecord[]) =>
    priceTransfers(
      world.database,
      wallet.id,
      list.map(({ position, tokenAddress }) => ({ position, tokenAddress, ...terms })),
    );
  await follower.catchUp();
  const { length } = follower.events;
  await price(transfers.slice(0, 1));
  await follower.catchUp();
  expect(follower.events.slice(length)).toMatchObject([
    // 0.000005 × 2
    { type: 'CHANGED', fields: ['PRICE'], transfer: { hash: hash(1), price: '2', value: '0.00001' } },
  ]);
  await price(transfers.slice(1));
  const { rows } = await world.database.pool.query(
    `SELECT kind, first_position, last_position, positions FROM wallet_event WHERE wallet_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [wallet.id],
  );
  const [first, last] = [transfers[1]?.position, transfers.at(-1)?.position];
  expect(rows).toEqual([
    { kind: 'transfer.updated', first_position: first, last_position: last, positions: null },
  ]);
  await follower.take(700);
  await follower.cut();
  await follower.catchUp();
  expect(toldOf(follower, length + 1)).toEqual(
    range(2, 1_203).map((block) => ['CHANGED', 'PRICE', hash(block)]),
  );
  expect(sorted(follower.held)).toEqual(sorted(await follower.listed()));
});

test('a re-org that takes more away than one event names: each is REMOVED, once', async () => {
  const wallet = await world.newWallet();
  const mined = range(1, 300).map((number) => payment(number));
  await commit(wallet, ethereum, mined);
  const follower = await follow(wallet, 'EXCLUDE');
  expect(follower.held.size).toBe(600);
  const ids = [...follower.held.keys()];
  await commit(wallet, ethereum, [], 0);
  await follower.take(510);
  await follower.cut();
  await follower.catchUp();
  expect(follower.events.map(({ id }) => id)).toEqual(ids);
  expect(follower.held.size).toBe(0);
});

test('a reload takes the transfers of its chain away in one event', async () => {
  const wallet = await world.newWallet();
  await commit(wallet, ethereum, [payment(1), payment(2)]);
  await commit(wallet, polygon, [payment(3)]);
  const follower = await follow(wallet, 'EXCLUDE');
  await resetSync(world.database, wallet.id, ethereum);
  await commit(wallet, ethereum, [payment(1)]);
  await follower.catchUp();
  expect(follower.events.filter(({ type }) => type !== 'CURSOR')).toMatchObject([
    { type: 'REMOVED', id: null, transfer: null, wallet: wallet.address, blockchain: { chainId: ethereum } },
    ...[hash(1), hash(1)].map((of) => ({ type: 'ADDED', transfer: { hash: of } })),
  ]);
  expect([...follower.held.values()].map((transfer) => transfer.hash).sort()).toEqual(
    [1, 1, 3, 3].map(hash).sort(),
  );
});
