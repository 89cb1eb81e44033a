/**
 * Walking a whole list while it grows: at the head, as blocks arrive, and in the middle, as a chain that was added later is
 * loaded. Whatever was there at the start is met once, in order, and nothing is met twice.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import type { Page, PageRequest, SortDirection, TransferView } from '../../src/read/model.ts';
import { buildWorld, ethereum, polygon, registerWallet, store, type World } from '../support/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { createRandom, type Random } from '../support/random.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

let db: TestDatabase;
let world: World;
/** Each walk has two wallets of its own. */
let walletCount = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  world = await buildWorld(db.database);
});

afterAll(async () => {
  await world.readModel.close();
  await db.drop();
});

const lastBlock = 40;

interface Growing {
  wallets: Address[];
  /** A block at the head. */
  addAtHead(): Promise<void>;
  /** A block of a chain that was added later, anywhere in the history. */
  addInTheMiddle(): Promise<void>;
}

async function growingHistory(random: Random): Promise<Growing> {
  const caller = await world.caller('alice');
  // The wallets of the walks before are left alone, so that leasing finds these at once.
  await db.database.pool.query("UPDATE sync SET next_run_at = 'infinity'");
  walletCount += 2;
  const wallets = [address(walletCount - 1), address(walletCount)];
  const walletIds: number[] = [];
  for (const wallet of wallets) walletIds.push(await registerWallet(db.database, caller, wallet));

  async function add(walletId: number, chainId: number, blocks: readonly number[]): Promise<void> {
    const places = blocks.map((blockNumber) => ({ walletId, chainId, blockNumber }));
    await store(
      db.database,
      { walletId, chainId },
      {
        transactions: places.map((at) => transactionRecord(at)),
        transfers: places.flatMap((at) =>
          Array.from({ length: 1 + random.below(2) }, (_, index) => transferRecord({ ...at, index })),
        ),
      },
    );
  }

  for (const walletId of walletIds) {
    const blocks = Array.from({ length: lastBlock }, (_, index) => index + 1);
    await add(
      walletId,
      ethereum,
      blocks.filter(() => random.once(2)),
    );
  }
  let head = lastBlock;
  const free = Array.from({ length: lastBlock }, (_, index) => index + 1);
  return {
    wallets,
    addAtHead() {
      head += 1;
      return add(random.pick(walletIds), ethereum, [head]);
    },
    async addInTheMiddle() {
      const [block] = free.splice(random.below(free.length), 1);
      if (block !== undefined) await add(random.pick(walletIds), polygon, [block]);
    },
  };
}

type List = (page: PageRequest) => Promise<Page<TransferView>>;

/** Reads the whole list in steps, and lets it grow before each step but the first. */
type Walk = (list: List, size: number, grow: () => Promise<void>) => Promise<string[]>;

const idsOf = (page: Page<TransferView>): string[] => page.items.map(({ id }) => id);

const links: Walk = async (list, size, grow) => {
  const met: string[] = [];
  let page = await list({ mode: 'page', page: 1, pageSize: size });
  for (;;) {
    met.push(...idsOf(page));
    if (page.next === null) return met;
    await grow();
    page = await list({ mode: 'page', pageSize: size, ...page.next });
  }
};

const cursorsForward: Walk = async (list, size, grow) => {
  const met: string[] = [];
  let page = await list({ mode: 'cursor', first: size });
  for (;;) {
    met.push(...idsOf(page));
    if (!page.hasNextPage) return met;
    await grow();
    page = await list({ mode: 'cursor', first: size, after: page.cursors.at(-1) ?? '' });
  }
};

const cursorsBackward: Walk = async (list, size, grow) => {
  const met: string[] = [];
  let page = await list({ mode: 'cursor', last: size });
  for (;;) {
    met.unshift(...idsOf(page));
    if (!page.hasPreviousPage) return met;
    await grow();
    page = await list({ mode: 'cursor', last: size, before: page.cursors[0] ?? '' });
  }
};

/** Page numbers with the anchor of the first link: the list as it was then, but for what came into its middle. */
const numbers: Walk = async (list, size, grow) => {
  const first = await list({ mode: 'page', page: 1, pageSize: size });
  const met = idsOf(first);
  const { anchor } = first.next ?? {};
  if (anchor === undefined) return met;
  for (let page = 2; met.length < (await first.count()); page += 1) {
    await grow();
    met.push(...idsOf(await list({ mode: 'page', page, pageSize: size, anchor })));
  }
  return met;
};

const cases = [1, 2].flatMap((seed) =>
  (['DESC', 'ASC'] as const).flatMap((order) => [1, 2].map((wallets) => ({ seed, order, wallets }))),
);

async function walked(
  walk: Walk,
  { seed, order, wallets }: { seed: number; order: SortDirection; wallets: number },
  places: 'head' | 'head and middle',
): Promise<{ start: string[]; met: string[] }> {
  const random = createRandom(seed);
  const history = await growingHistory(random);
  const caller = await world.caller('alice');
  const request = { wallets: history.wallets.slice(0, wallets), filter: {}, order };
  const list: List = (page) => world.readModel.listTransfers(caller, request, page);
  const start = idsOf(await list({ mode: 'page', page: 1, pageSize: 500 }));
  let steps = 0;
  const grow = async (): Promise<void> => {
    // A list that is read in the direction in which it grows would never end.
    steps += 1;
    if (steps > 15) return;
    if (places === 'head' || random.once(2)) await history.addAtHead();
    else await history.addInTheMiddle();
  };
  return { start, met: await walk(list, 3 + random.below(7), grow) };
}

function expectAllOnce({ start, met }: { start: string[]; met: string[] }): void {
  const known = new Set(start);
  expect(met.filter((id) => known.has(id))).toEqual(start);
  expect(new Set(met).size).toBe(met.length);
}

test.each(cases)('by links: %j', async (at) => {
  expectAllOnce(await walked(links, at, 'head and middle'));
});

test.each(cases)('by links, growing at the head alone: exactly the list of the start: %j', async (at) => {
  const { start, met } = await walked(links, at, 'head');
  expect(met).toEqual(start);
});

test.each(cases)('by cursors forward: %j', async (at) => {
  expectAllOnce(await walked(cursorsForward, at, 'head and middle'));
});

test.each(cases)('by cursors backward: %j', async (at) => {
  expectAllOnce(await walked(cursorsBackward, at, 'head and middle'));
});

test.each(cases)('by page numbers, growing at the head: exactly the list of the start: %j', async (at) => {
  const { start, met } = await walked(numbers, at, 'head');
  expect(met).toEqual(start);
});
