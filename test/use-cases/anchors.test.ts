/** Pages by number under an anchor: of every list that has one, while blocks arrive, after re-orgs, and what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { pruneArrivals } from '../../src/store/history/transfer-arrivals.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import type {
  Caller,
  Page,
  PageRequest,
  TransactionFilter,
  TransferFilter,
} from '../../src/use-cases/model/view-model.ts';
import {
  buildWorld,
  ethereum,
  leaseOf,
  polygon,
  registerWallet,
  store,
  type World,
} from '../support/builders.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let caller: Caller;
let walletCount = 0x10;

beforeAll(async () => {
  world = await buildWorld(db.database);
  caller = await world.caller('alice');
});
afterAll(async () => {
  await world.readModel.close();
});

const friend = address(0xf1);
const blocks = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Every third transaction is a failed one without transfers; the others have one, every second of these with the friend. */
async function add(walletId: number, chainId: number, numbers: readonly number[]): Promise<void> {
  const places = numbers.map((blockNumber) => ({ walletId, chainId, blockNumber }));
  await store(
    db.database,
    { walletId, chainId },
    {
      transactions: places.map((at) => transactionRecord(at, { isError: at.blockNumber % 3 === 0 })),
      transfers: places
        .filter(({ blockNumber }) => blockNumber % 3 !== 0)
        .map((at) => transferRecord(at, at.blockNumber % 2 === 0 ? { counterparty: friend } : {})),
    },
  );
}

/** A new wallet, of which no other is due before it. */
async function newWallet(): Promise<{ wallet: Address; walletId: number }> {
  await db.database.pool.query("UPDATE sync SET next_run_at = 'infinity'");
  walletCount += 1;
  const wallet = address(walletCount);
  return { wallet, walletId: await registerWallet(db.database, caller, wallet) };
}

type List = (page: PageRequest) => Promise<Page<{ id: string }>>;
const idsOf = (page: Page<{ id: string }>): string[] => page.items.map(({ id }) => id);

const transfersOf =
  (wallets: Address[], filter: TransferFilter = {}, order: 'ASC' | 'DESC' = 'DESC'): List =>
  (page) =>
    world.readModel.listTransfers(caller, { wallets, filter, order }, page);
const transactionsOf =
  (wallets: Address[], filter: TransactionFilter = {}, order: 'ASC' | 'DESC' = 'DESC'): List =>
  (page) =>
    world.readModel.listTransactions(caller, { wallets, filter, order }, page);

const anchorOf = ({ anchor }: Page<unknown>): string => {
  if (anchor === null) throw new Error('a numbered page without an anchor');
  return anchor;
};

const lists: [string, (wallets: Address[], order: 'ASC' | 'DESC') => List][] = [
  ['transfers', (wallets, order) => transfersOf(wallets, {}, order)],
  ['transfers without spam', (wallets, order) => transfersOf(wallets, { spam: 'EXCLUDE' }, order)],
  ['transfers with one', (wallets, order) => transfersOf(wallets, { counterparties: [friend] }, order)],
  ['transfers of two chains', (wallets, order) => transfersOf(wallets, { chainIds: [1, 137] }, order)],
  ['transfers of one side', (wallets, order) => transfersOf(wallets, { side: 'inflow' }, order)],
  ['transactions', (wallets, order) => transactionsOf(wallets, {}, order)],
  ['failed transactions', (wallets, order) => transactionsOf(wallets, { isError: true }, order)],
  ['transactions of a time', (wallets, order) => transactionsOf(wallets, { from: 1 }, order)],
];
const cases = lists.flatMap(([name, list]) =>
  (['DESC', 'ASC'] as const).map((order) => [name, order, list] as const),
);

test.each(cases)('%s, %s: pages and count stay as they were', async (_name, order, listOf) => {
  const one = await newWallet();
  const two = await newWallet();
  await db.database.pool.query('UPDATE sync SET next_run_at = now() WHERE wallet_id = ANY($1)', [
    [one.walletId, two.walletId],
  ]);
  await add(one.walletId, ethereum, blocks(1, 40));
  await add(two.walletId, ethereum, blocks(20, 50));
  await add(one.walletId, polygon, blocks(5, 9));
  const list = listOf([one.wallet, two.wallet], order);
  const start = idsOf(await list({ mode: 'page', page: 1, pageSize: 500 }));
  const first = await list({ mode: 'page', page: 1, pageSize: 4 });
  const anchor = anchorOf(first);
  const met = idsOf(first);
  let grown = 0;
  for (let page = 2; met.length < start.length; page += 1) {
    grown += 1;
    // At the head; of a chain that is loaded meanwhile; and of one that goes on in the middle of the history.
    await add(one.walletId, ethereum, [40 + grown]);
    await add(two.walletId, polygon, [grown]);
    await add(one.walletId, polygon, [9 + grown]);
    const found = await list({ mode: 'page', page, pageSize: 4, anchor });
    met.push(...idsOf(found));
    expect(await found.count()).toBe(start.length);
    expect(found.anchor).toBe(anchor);
  }
  expect(met).toEqual(start);
  expect(await (await list({ mode: 'page', page: 1, pageSize: 4 })).count()).toBeGreaterThan(start.length);
});

test.each(['DESC', 'ASC'] as const)('far into a long list, %s', async (order) => {
  const one = await newWallet();
  const two = await newWallet();
  await db.database.pool.query('UPDATE sync SET next_run_at = now() WHERE wallet_id = ANY($1)', [
    [one.walletId, two.walletId],
  ]);
  await add(one.walletId, ethereum, blocks(1, 4_200));
  await add(two.walletId, ethereum, blocks(1, 2_100));
  const reads: (() => Promise<unknown>)[] = [];
  for (const list of [
    transfersOf([one.wallet, two.wallet], {}, order),
    transactionsOf([one.wallet], {}, order),
  ]) {
    const anchor = anchorOf(await list({ mode: 'page', page: 1, pageSize: 347 }));
    for (const page of [2, 4, 7, 10, 12]) {
      reads.push(async () => {
        const found = await list({ mode: 'page', page, pageSize: 347, anchor });
        return [await found.count(), ...idsOf(found)];
      });
    }
  }
  const readAll = async () => {
    const pages: unknown[] = [];
    for (const read of reads) pages.push(await read());
    return pages;
  };
  const before = await readAll();
  await add(one.walletId, ethereum, blocks(4_201, 4_240));
  // More than there is between two checkpoints, in the middle of the history.
  await add(one.walletId, polygon, blocks(1_000, 2_400));
  await add(two.walletId, polygon, blocks(1, 1_500));
  expect(await readAll()).toEqual(before);
});

describe('after a re-org', () => {
  test('what it took away is gone, nothing is there twice, and older pages go on', async () => {
    const { wallet, walletId } = await newWallet();
    await add(
      walletId,
      ethereum,
      blocks(1, 20).map((block) => 3 * block + 1),
    );
    const list = transfersOf([wallet], {}, 'ASC');
    const start = await list({ mode: 'page', page: 1, pageSize: 500 });
    const anchor = anchorOf(start);
    // Blocks after 49 (the 16th transaction) are undone; 52 comes again, 53 is new.
    const lease = await leaseOf(db.database, walletId, ethereum);
    const at = [52, 53].map((blockNumber) => ({ walletId, blockNumber }));
    await commitStep(db.database, lease, {
      rollbackTo: 49,
      transactions: at.map((place) => transactionRecord(place)),
      transfers: at.map((place) => transferRecord(place)),
      progress: {
        ...{
          phase: 'FOLLOWING',
          syncedBlock: 53,
          syncedHash: null,
          safeBlock: 49,
          safeHash: null,
          headBlock: 53,
        },
        ...{ loaded: true, nextRunInMs: 0, release: true },
      },
    });
    const met: string[] = [];
    for (const page of [1, 2, 3]) met.push(...idsOf(await list({ mode: 'page', page, pageSize: 6, anchor })));
    expect(met).toEqual(idsOf(start).slice(0, 16));
    const now = await list({ mode: 'page', page: 1, pageSize: 500 });
    expect(now.items).toHaveLength(18);
  });
});

describe('is refused', () => {
  const refusal = (message: RegExp) => ({
    code: 'BAD_INPUT',
    problems: [{ path: 'anchor', message: expect.stringMatching(message) }],
  });

  test('of other wallets, another filter, another list; in another order, page or size it holds', async () => {
    const one = await newWallet();
    await add(one.walletId, ethereum, blocks(1, 10));
    const two = await newWallet();
    await add(two.walletId, ethereum, blocks(1, 10));
    const page = { mode: 'page', page: 1, pageSize: 3 } as const;
    const first = await transfersOf([one.wallet])(page);
    for (const anchor of [anchorOf(first), first.next?.anchor ?? '']) {
      const other = refusal(/another list: ask for the same wallets with the same filter, or leave it out/);
      for (const list of [
        transfersOf([two.wallet]),
        transfersOf([one.wallet, two.wallet]),
        transfersOf([one.wallet], { side: 'inflow' }),
        transactionsOf([one.wallet]),
      ]) {
        await expect(list({ ...page, anchor })).rejects.toMatchObject(other);
      }
      const same = { spam: 'INCLUDE', chainIds: [], categories: [] } as const;
      for (const list of [transfersOf([one.wallet], {}, 'ASC'), transfersOf([one.wallet], same)]) {
        expect((await list({ ...page, page: 2, pageSize: 2, anchor })).items).toHaveLength(2);
      }
    }
    const both = await transfersOf([one.wallet, two.wallet], { chainIds: [137, 1], from: 0.5 })(page);
    const reversed = transfersOf([two.wallet, one.wallet], { chainIds: [1, 137], from: 1 });
    expect(idsOf(await reversed({ ...page, anchor: anchorOf(both) }))).toEqual(idsOf(both));
  });

  test.each(['', 'x', '%', 'AAAA', 'abc='])('what is none: %j', async (anchor) => {
    const { wallet } = await newWallet();
    const list = transfersOf([wallet]);
    if (anchor === '') return expect((await list({ mode: 'page', page: 1, pageSize: 3 })).items).toEqual([]);
    await expect(list({ mode: 'page', page: 1, pageSize: 3, anchor })).rejects.toMatchObject(
      refusal(/is not an anchor/),
    );
  });

  test('after so long that what was stored since is not known any more', async () => {
    const { wallet, walletId } = await newWallet();
    await add(walletId, ethereum, [1, 2]);
    const list = transfersOf([wallet]);
    const anchor = anchorOf(await list({ mode: 'page', page: 1, pageSize: 3 }));
    const read = () => list({ mode: 'page', page: 1, pageSize: 3, anchor });
    const later = new Date(Date.now() + 86_400_000);
    // While nothing arrives it holds for ever.
    await pruneArrivals(db.database, later);
    expect((await read()).items).toHaveLength(2);
    await add(walletId, ethereum, [4]);
    await pruneArrivals(db.database, later);
    expect((await read()).items).toHaveLength(2);
    await add(walletId, ethereum, [5]);
    expect((await read()).items).toHaveLength(2);
    await pruneArrivals(db.database, later);
    await expect(read()).rejects.toMatchObject(refusal(/too old.*Begin again without it/));
  });
});

test('after a reload every anchor and link of before is refused: a list that goes on without the rows would merely end', async () => {
  const { wallet, walletId } = await newWallet();
  await add(walletId, ethereum, blocks(1, 10));
  await add(walletId, polygon, blocks(1, 10));
  const list = transactionsOf([wallet]);
  const first = await list({ mode: 'page', page: 1, pageSize: 4 });
  await add(walletId, ethereum, [11]);
  const second = { mode: 'page', page: 2, pageSize: 4, anchor: anchorOf(first) } as const;
  expect((await list(second)).items).toHaveLength(4);
  await resetSync(db.database, walletId, ethereum);
  await expect(list(second)).rejects.toMatchObject({ code: 'BAD_INPUT', message: /is too old/ });
  const next = { mode: 'page', page: 1, pageSize: 4, ...first.next } as const;
  await expect(list(next)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  // A new anchor holds, also while the chain comes again.
  const anew = await list({ mode: 'page', page: 1, pageSize: 4 });
  expect(await anew.count()).toBe(10);
  await add(walletId, ethereum, blocks(1, 11));
  const held = await list({ ...second, anchor: anchorOf(anew) });
  expect(await held.count()).toBe(10);
});
