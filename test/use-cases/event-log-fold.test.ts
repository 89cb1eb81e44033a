/**
 * The fold law: whoever applies a wallet's events in their order holds what `GET /wallet/transfer/` lists, byte for byte, whatever is
 * stored, re-organised, priced, judged, reset, or given up by a writer that dies. In full with CHAOS=full.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../demo/node/random.ts';
import type { TransferRecord } from '../../src/domain/model.ts';
import { appendEvents } from '../../src/store/history/events/wallet-events.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import type { WalletEventView } from '../../src/use-cases/model/event-model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { bookStale } from '../accounting/scenario.ts';
import { report } from '../chaos/support/settings.ts';
import { ethereum, leaseOf, polygon, registerWallet, usdc } from '../support/builders.ts';
import { type EventFollower, followEvents } from '../support/event-follower.ts';
import { stepOf } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import {
  commit as commitItems,
  createStreamWorld,
  items,
  range,
  type StreamWorld,
  type TestWallet,
} from './stream-world.ts';

const isFull = process.env.CHAOS === 'full';
const seeds = range(1, isFull ? 12 : 2);
const rounds = isFull ? 120 : 30;
const deepest = 64;

let world: StreamWorld;

beforeAll(async () => {
  world = await createStreamWorld();
  // A token is stored before what moves it.
  await upsertTokens(world.database, [giftToken]);
});

/** Of the seeds that were lived through. */
const seen = { seeds: 0, reorgs: 0, deepest: 0, events: 0 };

afterAll(async () => {
  await world?.close();
  report(
    `events: ${seen.seeds} of ${seeds.length} seeds, ${seen.reorgs} re-orgs of up to ${seen.deepest} blocks, ${seen.events} events read; ` +
      'each reader holds what is listed, byte for byte, without a gap',
  );
});

/** A token that arrives unasked, which is spam until the wallet sends some of it. */
const gift = address(0x77);

const giftToken = {
  ...{ chainId: ethereum, address: gift, assetSlug: null, name: 'Gift', symbol: 'GFT' },
  ...{ isTrusted: false, decimals: null },
};

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
  if (kind === 'gift') {
    const unasked = { category: 'CONTRACT_EXECUTION' } as const;
    return {
      transaction: transactionRecord(at, { ...unasked, kind: 'AIRDROP', isSpam: true }),
      transfers: [transferRecord(at, { ...unasked, tokenAddress: gift, amount, spamReason: 'airdrop' })],
    };
  }
  if (kind === 'sale') {
    const sold = { tokenAddress: gift, side: 'outflow', amount: -amount } as const;
    return { transaction: transactionRecord(at), transfers: [transferRecord(at, sold)] };
  }
  const parts = [amount, 1n].map((part, index) =>
    transferRecord({ ...at, index: index + 1 }, { tokenAddress: usdc, amount: part }),
  );
  return { transaction: transactionRecord(at), transfers: parts };
}

/** A wallet on two chains, and what happens to it. */
interface Life {
  wallet: TestWallet;
  chains: Map<number, Mined[]>;
  mined: number;
  reorgs: number;
}

async function commit(
  life: Life,
  chainId: number,
  mined: readonly Mined[],
  rollbackTo?: number,
): Promise<void> {
  const records = mined.map((transaction) => recordsOf(life.wallet, chainId, transaction));
  const lease = await leaseOf(world.database, life.wallet.id, chainId);
  const rows = {
    transactions: records.map(({ transaction }) => transaction),
    transfers: records.flatMap(({ transfers }) => transfers),
  };
  const step = stepOf({ ...rows, ...(rollbackTo === undefined ? {} : { rollbackTo }) }, { release: true });
  expect(await commitStep(world.database, lease, step)).toBe(true);
}

/** What a re-org undid comes back in the same block, in another, changed, or not at all. */
function reorganised(random: Random, undone: readonly Mined[]): Mined[] {
  return undone.flatMap((mined) => {
    const fate = random.integer(0, 4);
    if (fate === 0) return [];
    if (fate === 1) return [{ ...mined, block: mined.block + 1 }];
    if (fate === 2) return [{ ...mined, amount: mined.amount + 1n }];
    return [mined];
  });
}

/** A writer that dies before its commit. */
async function dyingWriter({ wallet }: Life, chainId: number): Promise<void> {
  const client = await world.database.pool.connect();
  await client.query('BEGIN');
  await appendEvents(client, wallet.id, [{ kind: 'transfer.retracted', chainId, rows: null }]);
  client.release(true);
}

async function price(random: Random, life: Life, chainId: number): Promise<void> {
  const transfers: TransferRecord[] = (life.chains.get(chainId) ?? []).flatMap(
    (mined) => recordsOf(life.wallet, chainId, mined).transfers,
  );
  const terms = { price: `${random.integer(1, 99)}.5`, unit: '0.000001', source: 'coingecko' };
  const priced = transfers.filter(() => random.next() < 0.2);
  await priceTransfers(
    world.database,
    life.wallet.id,
    priced.map(({ position, tokenAddress }) => ({ position, tokenAddress, ...terms })),
  );
}

async function live(random: Random, life: Life): Promise<void> {
  const chainId = random.pick([ethereum, polygon]);
  const mined = life.chains.get(chainId) ?? [];
  const head = Math.max(0, ...mined.map(({ block }) => block));
  const mine = (block: number): Mined => {
    life.mined += 1;
    const kind = random.pick(['payment', 'payment', 'gift', 'gift', 'sale'] as const);
    return { number: life.mined, block, kind, amount: BigInt(random.integer(1, 9)) };
  };
  const choice = random.next();
  if (choice < 0.35 || mined.length === 0) {
    const fresh = range(1, random.integer(1, 9)).map((offset) => mine(head + offset));
    await commit(life, chainId, fresh);
    life.chains.set(chainId, [...mined, ...fresh]);
  } else if (choice < 0.8) {
    const depth = random.next() < 0.5 ? random.integer(1, 4) : random.integer(1, deepest);
    const rollbackTo = Math.max(0, head - depth);
    const again = reorganised(
      random,
      mined.filter(({ block }) => block > rollbackTo),
    );
    const stored = random.next() < 0.5 ? again : [...again, mine(head + 1)];
    await commit(life, chainId, stored, rollbackTo);
    life.chains.set(chainId, [...mined.filter(({ block }) => block <= rollbackTo), ...stored]);
    life.reorgs += 1;
    seen.deepest = Math.max(seen.deepest, head - rollbackTo);
  } else if (choice < 0.95) await price(random, life, chainId);
  else if (choice < 0.98) await dyingWriter(life, chainId);
  else {
    await resetSync(world.database, life.wallet.id, chainId);
    life.chains.set(chainId, []);
  }
}

/** A client has its own word on things: a name for an address, a correction of a transfer. Only it is told. */
async function say(random: Random, caller: Caller, follower: EventFollower): Promise<void> {
  const { readModel } = world;
  const known = random.pick([address(2), address(3)]);
  const choice = random.next();
  if (choice < 0.4)
    await readModel.putCustomLabel(caller, { address: known, name: `n${random.integer(1, 3)}`, tags: [] });
  else if (choice < 0.5) await readModel.deleteCustomLabel(caller, known).catch(() => {});
  else if (choice < 0.9) {
    const [transferId] = [...follower.held.keys()];
    if (transferId === undefined) return;
    // Gone by now, perhaps.
    await readModel.correctTransfer(caller, { transferId, treatment: 'INCOME' }).catch(() => {});
  } else await bookStale(world.database);
}

/** More becomes known of a token: in every wallet that moved it. Lists may be some milliseconds behind, until it is heard of. */
async function learn(decimals: number): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = await world.database.listen('lookups_changed', () => heard.resolve());
  await upsertTokens(world.database, [{ ...giftToken, decimals }]);
  await heard.promise;
  await stop();
}

const ownTypes: readonly string[] = ['issue.opened', 'issue.closed', 'ledger.booked'];
const isOwn = (type: string, changed: WalletEventView['changed']): boolean =>
  ownTypes.includes(type) || (changed ?? []).some((field) => field === 'LABEL' || field === 'CORRECTION');

const requireWhole = (follower: EventFollower): void =>
  expect(follower.events.map(({ sequence }) => sequence)).toEqual(
    follower.events.map((_event, index) => BigInt(index + 1)),
  );

const lifeMs = isFull ? 300_000 : 60_000;

test.each(seeds)(
  'random lives of two wallets, read by two clients in pages of any size, seed %i',
  { timeout: lifeMs },
  async (seed) => {
    const random = createRandom(seed);
    const follow = (caller: Caller, { address: wallet }: TestWallet) =>
      followEvents({ ...world, caller }, wallet);
    const lives: Life[] = [];
    const followers: EventFollower[] = [];
    for (const _number of [1, 2]) {
      const wallet = await world.newWallet();
      lives.push({ wallet, chains: new Map(), mined: 0, reorgs: 0 });
      // Bob's log begins here, too.
      await registerWallet(world.database, world.bob, wallet.address);
      followers.push(follow(world.alice, wallet), follow(world.alice, wallet), follow(world.bob, wallet));
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const life of lives) await live(random, life);
      for (const caller of [world.alice, world.bob])
        if (random.next() < 0.2) await say(random, caller, random.pick(followers));
      if (round % 15 === 14) await learn(round);
      for (const follower of followers) {
        // Most of the time they are behind, and read what is different by then.
        if (random.next() < 0.5) await follower.take(random.integer(1, 500));
        if (random.next() > 0.1) continue;
        await follower.catchUp(random.integer(20, 500));
        expect(follower.ordered(), `round ${round}`).toEqual(await follower.listed());
      }
    }
    for (const follower of followers) {
      await follower.catchUp();
      expect(follower.ordered()).toEqual(await follower.listed());
      requireWhole(follower);
    }
    for (const index of lives.keys()) {
      const [alices, bobs] = [followers[index * 3], followers[index * 3 + 2]];
      const shared = (events: readonly WalletEventView[] = []) =>
        events
          .filter(({ type, changed }) => !isOwn(type, changed))
          .map(({ type, transferId }) => [type, transferId]);
      const own = (events: readonly WalletEventView[] = []) =>
        events.filter(({ type, changed }) => isOwn(type, changed)).length;
      expect(own(alices?.events)).toBeGreaterThan(0);
      // Each is told all that happened to the wallet, and of its own words nothing but its own.
      expect(shared(bobs?.events)).toEqual(shared(alices?.events));
    }
    // Whoever reads it again, in pages of other sizes, reads the same events.
    for (const [index, { wallet }] of lives.entries()) {
      const again = follow(world.alice, wallet);
      while ((await again.take(random.integer(1, 60))) > 0);
      expect(again.events.map(({ id }) => id)).toEqual(followers[index * 3]?.events.map(({ id }) => id));
      expect(again.ordered()).toEqual(await again.listed());
    }
    const reorgs = lives.reduce((sum, life) => sum + life.reorgs, 0);
    // 0.45 of the rounds of two wallets, less those that found nothing to undo.
    expect(reorgs).toBeGreaterThan(rounds / 2);
    seen.seeds += 1;
    seen.reorgs += reorgs;
    seen.events += followers.reduce((sum, { events }) => sum + events.length, 0);
  },
);

test('two writers and a reader: no number is seen before those below it', async () => {
  const wallet = await world.newWallet();
  await commitItems(world.database, wallet, items(1));
  await commitItems(world.database, wallet, items(2), { chainId: polygon });
  const rows = isFull ? 150 : 30;
  const write = async (chainId: number, offset: number): Promise<void> => {
    const lease = await leaseOf(world.database, wallet.id, chainId);
    for (const number of range(offset + 1, offset + rows)) {
      const at = {
        walletId: wallet.id,
        chainId,
        blockNumber: number,
        transactionIndex: number,
        hash: hash(number),
      };
      const step = stepOf({ transactions: [transactionRecord(at)], transfers: [transferRecord(at)] });
      expect(await commitStep(world.database, lease, step)).toBe(true);
    }
  };
  const one = write(ethereum, 1_000);
  const two = write(polygon, 2_000);
  const follower = followEvents({ ...world, caller: world.alice }, wallet.address);
  const done = Promise.all([one, two]);
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  for (let size = 1; !isDone; size = (size % 7) + 1) {
    await follower.take(size);
    requireWhole(follower);
  }
  await done;
  await follower.catchUp();
  requireWhole(follower);
  // Each chain is loaded once, and each row told once.
  expect(follower.events).toHaveLength(2 + 2 * rows);
  expect(follower.ordered()).toEqual(await follower.listed());
});
