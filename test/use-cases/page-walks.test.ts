/**
 * Walking a whole list while it grows: at the head, as blocks arrive, and in the middle, as a chain that was added later is
 * loaded. Whatever was there at the start is met once, in order, and nothing is met twice.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import type { SortDirection } from '../../src/use-cases/model/requests.ts';
import type { Page, PageRequest, TransferView } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, ethereum, polygon, registerWallet, store, type World } from '../support/builders.ts';
import { createRandom, type Random } from '../support/random.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
/** Each walk has two wallets of its own. */
let walletCount = 0;

beforeAll(async () => {
  world = await buildWorld(db.database);
});

afterAll(async () => {
  await world.readModel.close();
});

const lastBlock = 40;

interface Growing {
  wallets: Address[];
  /** A block at the head. */
  addAtHead(): Promise<void>;
  /** The next block of a chain that was added later, in the middle of the history. */
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
  let middle = 0;
  return {
    wallets,
    addAtHead() {
      head += 1;
      return add(random.pick(walletIds), ethereum, [head]);
    },
    async addInTheMiddle() {
      // A chain is loaded from its beginning on.
      middle += 1 + random.below(2);
      await add(random.pick(walletIds), polygon, [middle]);
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

/** Page numbers under the first page's anchor, which is every page's. */
const numbers: Walk = async (list, size, grow) => {
  const first = await list({ mode: 'page', page: 1, pageSize: size });
  const { anchor } = first;
  if (anchor === null) throw new Error('a numbered page without an anchor');
  const count = await first.count();
  const met = idsOf(first);
  for (let number = 2; met.length < count; number += 1) {
    await grow();
    const page = await list({ mode: 'page', page: number, pageSize: size, anchor });
    expect([page.anchor, await page.count(), page.hasNextPage]).toEqual([
      anchor,
      count,
      number * size < count,
    ]);
    met.push(...idsOf(page));
  }
  await grow();
  // The first page is still what it was.
  expect(idsOf(await list({ mode: 'page', page: 1, pageSize: size, anchor }))).toEqual(idsOf(first));
  return met;
};

const numbersWithoutAnchor: Walk = async (list, size, grow) => {
  const met: string[] = [];
  for (let number = 1; ; number += 1) {
    const page = await list({ mode: 'page', page: number, pageSize: size });
    met.push(...idsOf(page));
    if (!page.hasNextPage) return met;
    await grow();
  }
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

test.each(cases)('by links: exactly the list of the start: %j', async (at) => {
  const { start, met } = await walked(links, at, 'head and middle');
  expect(met).toEqual(start);
});

test.each(cases)('by cursors forward: %j', async (at) => {
  expectAllOnce(await walked(cursorsForward, at, 'head and middle'));
});

test.each(cases)('by cursors backward: %j', async (at) => {
  expectAllOnce(await walked(cursorsBackward, at, 'head and middle'));
});

test.each(cases)('by page numbers under an anchor: exactly the list of the start: %j', async (at) => {
  const { start, met } = await walked(numbers, at, 'head and middle');
  expect(met).toEqual(start);
});

test('by page numbers without an anchor: items are met twice, newest first, as blocks arrive', async () => {
  const { met } = await walked(numbersWithoutAnchor, { seed: 1, order: 'DESC', wallets: 1 }, 'head');
  expect(new Set(met).size).toBeLessThan(met.length);
});
