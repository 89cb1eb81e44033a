/** Walking lists of transfers: pages and cursors, one wallet and several merged, while new items arrive. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SortDirection } from '../../src/use-cases/model/requests.ts';
import type {
  Page,
  PageRequest,
  TransferFilter,
  TransferView,
} from '../../src/use-cases/model/view-model.ts';
import { buildWorld, registerWallet, store, type World } from '../support/builders.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const one = address(1);
const two = address(2);
const db = useTestDatabase();
let world: World;
let walletOne: number;
let walletTwo: number;

/** A transaction with one transfer in block `block`; hash(block) names it. */
async function addTransfer(walletId: number, block: number): Promise<void> {
  const at = { walletId, blockNumber: block, hash: hash(block) };
  await store(
    db.database,
    { walletId },
    { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] },
  );
}

beforeAll(async () => {
  world = await buildWorld(db.database);
  const caller = await world.caller('alice');
  walletOne = await registerWallet(db.database, caller, one);
  walletTwo = await registerWallet(db.database, caller, two);
  // Wallet one: blocks 1 to 25; wallet two: every fifth block, in the same transactions.
  for (let block = 1; block <= 25; block += 1) {
    await addTransfer(walletOne, block);
    if (block % 5 === 0) await addTransfer(walletTwo, block);
  }
});

afterAll(async () => {
  await world.readModel.close();
});

async function list(
  page: PageRequest,
  options: { wallets?: (typeof one)[]; order?: SortDirection; filter?: TransferFilter } = {},
): Promise<Page<TransferView>> {
  const { wallets = [one], order = 'DESC', filter = {} } = options;
  return world.readModel.listTransfers(await world.caller('alice'), { wallets, filter, order }, page);
}

/** `<block>` for wallet one, `<block>b` for wallet two. */
const names = (page: Page<TransferView>): string[] =>
  page.items.map(
    ({ hash: text, wallet }) => `${Number.parseInt(text.slice(2), 16)}${wallet === two ? 'b' : ''}`,
  );

const range = (from: number, to: number): string[] =>
  from <= to
    ? Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
    : range(to, from).reverse();

describe('numbered pages', () => {
  test('newest first, with the links', async () => {
    const first = await list({ mode: 'page', page: 1, pageSize: 10 });
    expect(names(first)).toEqual(range(25, 16));
    expect([first.hasPreviousPage, first.hasNextPage, await first.count()]).toEqual([false, true, 25]);
    expect(first.previous).toBeNull();
    expect(first.next?.page).toBe(2);

    const second = await list({ mode: 'page', page: 2, pageSize: 10, anchor: first.next?.anchor ?? '' });
    expect(names(second)).toEqual(range(15, 6));
    expect(second.previous?.page).toBe(1);

    const third = await list({ mode: 'page', page: 3, pageSize: 10, anchor: second.next?.anchor ?? '' });
    expect(names(third)).toEqual(range(5, 1));
    expect([third.hasPreviousPage, third.hasNextPage, third.next]).toEqual([true, false, null]);
    expect(await third.count()).toBe(25);

    const back = await list({ mode: 'page', page: 2, pageSize: 10, anchor: third.previous?.anchor ?? '' });
    expect(names(back)).toEqual(range(15, 6));
    expect(back.hasNextPage).toBe(true);
    const home = await list({ mode: 'page', page: 1, pageSize: 10, anchor: back.previous?.anchor ?? '' });
    expect(names(home)).toEqual(range(25, 16));
    expect([home.hasPreviousPage, home.previous]).toEqual([false, null]);
  });

  test('oldest first, without anchors', async () => {
    const page = await list({ mode: 'page', page: 3, pageSize: 10 }, { order: 'ASC' });
    expect(names(page)).toEqual(range(21, 25));
    expect([page.hasPreviousPage, page.hasNextPage]).toEqual([true, false]);
  });

  test('a full last page has no next', async () => {
    const page = await list({ mode: 'page', page: 5, pageSize: 5 });
    expect(names(page)).toEqual(range(5, 1));
    expect(page.next).toBeNull();
  });

  test('a page past the last', async () => {
    await expect(list({ mode: 'page', page: 4, pageSize: 10 })).rejects.toMatchObject({
      code: 'PAGE_NOT_FOUND',
    });
  });

  test('an anchor of a link to another page, of another size or order counts', async () => {
    const first = await list({ mode: 'page', page: 1, pageSize: 10 });
    const anchor = first.next?.anchor ?? '';
    expect(names(await list({ mode: 'page', page: 3, pageSize: 10, anchor }))).toEqual(range(5, 1));
    expect(names(await list({ mode: 'page', page: 2, pageSize: 4, anchor }))).toEqual(range(21, 18));
    expect(names(await list({ mode: 'page', page: 2, pageSize: 10, anchor }, { order: 'ASC' }))).toEqual(
      range(11, 20),
    );
  });
});

describe('cursors', () => {
  test.each<[SortDirection, string[]]>([
    ['DESC', range(25, 1)],
    ['ASC', range(1, 25)],
  ])('%s forward to the end and backward to the start', async (order, all) => {
    const forward: string[] = [];
    let page = await list({ mode: 'cursor', first: 7 }, { order });
    expect(page.hasPreviousPage).toBe(false);
    for (;;) {
      forward.push(...names(page));
      if (!page.hasNextPage) break;
      page = await list({ mode: 'cursor', first: 7, after: page.cursors.at(-1) ?? '' }, { order });
      expect(page.hasPreviousPage).toBe(true);
    }
    expect(forward).toEqual(all);

    const backward: string[] = [];
    page = await list({ mode: 'cursor', last: 7 }, { order });
    expect(page.hasNextPage).toBe(false);
    for (;;) {
      backward.unshift(...names(page));
      if (!page.hasPreviousPage) break;
      page = await list({ mode: 'cursor', last: 7, before: page.cursors[0] ?? '' }, { order });
      expect(page.hasNextPage).toBe(true);
    }
    expect(backward).toEqual(all);
  });

  test('nothing lies beyond the ends', async () => {
    const all = await list({ mode: 'cursor', first: 25 });
    expect([all.hasNextPage, await all.count()]).toEqual([false, 25]);
    const after = await list({ mode: 'cursor', first: 5, after: all.cursors.at(-1) ?? '' });
    expect([names(after), after.hasNextPage, after.hasPreviousPage]).toEqual([[], false, true]);
    const before = await list({ mode: 'cursor', last: 5, before: all.cursors[0] ?? '' });
    expect([names(before), before.hasNextPage, before.hasPreviousPage]).toEqual([[], true, false]);
  });

  test('a cursor that is none is named', async () => {
    await expect(list({ mode: 'cursor', first: 5, after: 'nonsense' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'after' }],
    });
  });
});

describe('several wallets', () => {
  test('are one list in one order, the later wallet first where both stand', async () => {
    const first = await list({ mode: 'page', page: 1, pageSize: 8 }, { wallets: [one, two] });
    expect(names(first)).toEqual(['25b', '25', '24', '23', '22', '21', '20b', '20']);
    expect(await first.count()).toBe(30);
    const anchor = first.next?.anchor ?? '';
    const second = await list({ mode: 'page', page: 2, pageSize: 8, anchor }, { wallets: [one, two] });
    expect(names(second)).toEqual(['19', '18', '17', '16', '15b', '15', '14', '13']);
  });

  test('a page may end between the two sides of one move', async () => {
    const wallets = [two, one];
    const first = await list({ mode: 'cursor', first: 1 }, { wallets });
    const second = await list({ mode: 'cursor', first: 2, after: first.cursors[0] ?? '' }, { wallets });
    expect([...names(first), ...names(second)]).toEqual(['25b', '25', '24']);
    const back = await list({ mode: 'cursor', last: 5, before: second.cursors[0] ?? '' }, { wallets });
    expect(names(back)).toEqual(['25b']);
  });

  test('one given twice counts once', async () => {
    const page = await list({ mode: 'page', page: 1, pageSize: 30 }, { wallets: [one, one] });
    expect(page.items).toHaveLength(25);
  });
});

describe('while new items arrive', () => {
  test.each<SortDirection>(['DESC', 'ASC'])(
    '%s: every item that was there at the start is met once',
    async (order) => {
      const start = await list({ mode: 'page', page: 1, pageSize: 500 }, { order, wallets: [one, two] });
      const met: string[] = [];
      let page = await list({ mode: 'page', page: 1, pageSize: 6 }, { order, wallets: [one, two] });
      let block = 100 + met.length + (order === 'ASC' ? 50 : 0);
      for (;;) {
        met.push(...names(page));
        expect(await page.count()).toBe(start.items.length);
        if (page.next === null) break;
        await addTransfer(walletOne, block);
        await addTransfer(walletTwo, block);
        block += 1;
        page = await list({ mode: 'page', pageSize: 6, ...page.next }, { order, wallets: [one, two] });
      }
      expect(met).toEqual(names(start));
    },
  );
});
