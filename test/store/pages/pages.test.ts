/** Every page, however it is asked for, must equal the same slice of a naive sort of the same rows. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import type { ItemCursor } from '../../../src/store/pages/list-query.ts';
import {
  countTransactions,
  findTransactions,
  pageTransactions,
  type TransactionRowFilter,
} from '../../../src/store/pages/transaction-pages.ts';
import type { TransferRowFilter } from '../../../src/store/pages/transfer-filter.ts';
import {
  countTransfers,
  findTransfers,
  pageTransfers,
  transfersOfTransactions,
} from '../../../src/store/pages/transfer-pages.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, hash, type Place, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let walletIds: number[] = [];
const transactions: TransactionRecord[] = [];
const transfers: TransferRecord[] = [];

/** Reproducible numbers: a linear congruential generator with a fixed seed. */
let state = 20_261_121;
const random = (below: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
};
function pick<Item>(items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

const time = (block: number): number => 1_700_000_000 + 12 * block;

beforeAll(async () => {
  walletIds = [
    await registerTestWallet(db.database, 1, [1, 10]),
    await registerTestWallet(db.database, 2, [1, 10]),
    await registerTestWallet(db.database, 3, [1, 10]),
  ];
  // The wallets share transactions, so that they stand at the same positions; two chains share times.
  for (const chainId of [1, 10]) {
    for (const [index, walletId] of walletIds.entries()) {
      const rows = rowsOf(walletId, chainId, index);
      transactions.push(...rows.transactions);
      transfers.push(...rows.transfers);
    }
  }
  for (const chainId of [1, 10]) {
    for (const walletId of walletIds) {
      const isOwn = (row: { walletId: number; chainId: number }) =>
        row.walletId === walletId && row.chainId === chainId;
      await db.database.pool.query(
        'UPDATE sync SET next_run_at = CASE WHEN wallet_id = $1 THEN now() ELSE $2 END',
        [walletId, 'infinity'],
      );
      await storeTestRows(db.database, chainId, {
        transactions: transactions.filter(isOwn),
        transfers: transfers.filter(isOwn),
      });
    }
  }
  await db.database.pool.query(
    "UPDATE transfer SET value = abs(amount) * 1.5 WHERE token_address LIKE '%a0'",
  );
});

function rowsOf(walletId: number, chainId: number, walletIndex: number) {
  const rows: { transactions: TransactionRecord[]; transfers: TransferRecord[] } = {
    transactions: [],
    transfers: [],
  };
  for (let blockNumber = 1; blockNumber <= 60; blockNumber += 1 + random(2 + walletIndex)) {
    const at: Place = { walletId, chainId, blockNumber, hash: hash(chainId * 10_000 + blockNumber) };
    rows.transactions.push(
      transactionRecord(at, {
        counterparty: address(2 + random(3)),
        category: pick(['SEND', 'RECEIVE', 'SWAP']),
        kind: pick(['SEND', 'NFT_BUY', 'FAILED']),
        isError: random(5) === 0,
        isSpam: random(4) === 0,
      }),
    );
    for (let index = random(4); index > 0; index -= 1) {
      const side = pick(['inflow', 'outflow'] as const);
      const amount = BigInt(1 + random(100));
      rows.transfers.push(
        transferRecord(
          { ...at, index },
          {
            side,
            amount: side === 'inflow' ? amount : -amount,
            tokenAddress: pick([address(0xa0), address(0xa1)]),
            counterparty: address(2 + random(3)),
            category: pick(['SEND', 'RECEIVE', 'SWAP']),
            spamReason: pick([null, null, 'zero-value', 'forged']),
          },
        ),
      );
    }
  }
  return rows;
}

type Item = ItemCursor;
const compare = (a: Item, b: Item): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.walletId - b.walletId;

interface Slice {
  order: 'ASC' | 'DESC';
  after?: ItemCursor;
  until?: ItemCursor;
  offset?: number;
  limit: number;
}

/** The slice of the list, the slow and plain way. */
function naive<Row extends Item>(rows: readonly Row[], slice: Slice): Row[] {
  const { order, after, until, offset = 0, limit } = slice;
  const sign = order === 'ASC' ? 1 : -1;
  return rows
    .filter((row) => until === undefined || compare(row, until) <= 0)
    .filter((row) => after === undefined || sign * compare(row, after) > 0)
    .sort((a, b) => sign * compare(a, b))
    .slice(offset, offset + limit);
}

const names = (rows: readonly Item[]) => rows.map(({ position, walletId }) => `${position}:${walletId}`);

const sliceOf = (items: readonly Item[]): fc.Arbitrary<Slice> => {
  const cursor = fc.constantFrom(...items).map(({ position, walletId }) => ({ position, walletId }));
  return fc.record(
    {
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
      after: cursor,
      until: cursor,
      offset: fc.integer({ min: 0, max: 40 }),
      limit: fc.integer({ min: 1, max: 30 }),
    },
    { requiredKeys: ['order', 'limit'] },
  );
};

const someWallets = () => fc.subarray([...walletIds], { minLength: 1 });

describe('transfers', () => {
  const filters: fc.Arbitrary<TransferRowFilter> = fc.record(
    {
      counterparties: fc.constantFrom([address(2)], [address(2), address(3)], [address(99)]),
      tokens: fc.constantFrom(
        [{ chainId: null, address: address(0xa0) }],
        [{ chainId: 1, address: address(0xa1) }],
        [
          { chainId: 10, address: address(0xa0) },
          { chainId: null, address: address(0xa1) },
        ],
      ),
      chainIds: fc.constantFrom([1], [10], [1, 10], [5]),
      side: fc.constantFrom('inflow' as const, 'outflow' as const),
      fromTime: fc.integer({ min: time(0), max: time(61) }),
      toTime: fc.integer({ min: time(0), max: time(61) }),
      categories: fc.constantFrom(['SEND' as const], ['RECEIVE' as const, 'SWAP' as const]),
      minValue: fc.constantFrom('0', '75', '149.5'),
      spam: fc.constantFrom('INCLUDE' as const, 'EXCLUDE' as const, 'ONLY' as const),
    },
    { requiredKeys: [] },
  );

  function matches(row: TransferRecord, filter: TransferRowFilter): boolean {
    const magnitude = row.amount < 0n ? -row.amount : row.amount;
    const value = row.tokenAddress === address(0xa0) ? Number(magnitude) * 1.5 : null;
    const { tokens, spam = 'INCLUDE', minValue } = filter;
    return (
      (filter.counterparties?.includes(row.counterparty) ?? true) &&
      (tokens?.some((t) => t.address === row.tokenAddress && (t.chainId ?? row.chainId) === row.chainId) ??
        true) &&
      (filter.chainIds?.includes(row.chainId) ?? true) &&
      (filter.side === undefined || filter.side === row.side) &&
      (filter.fromTime === undefined || row.timestamp >= filter.fromTime) &&
      (filter.toTime === undefined || row.timestamp < filter.toTime) &&
      (filter.categories?.includes(row.category) ?? true) &&
      (minValue === undefined || (value !== null && value >= Number(minValue))) &&
      (spam === 'INCLUDE' || (spam === 'ONLY') === (row.spamReason !== null))
    );
  }

  test('any slice with any filter over any wallets, and its count', async () => {
    const query = () => fc.tuple(someWallets(), filters, sliceOf(transfers));
    await fc.assert(
      fc.asyncProperty(query(), async ([wallets, filter, slice]) => {
        const all = transfers.filter((row) => wallets.includes(row.walletId) && matches(row, filter));
        const page = await pageTransfers(db.database, { walletIds: wallets, filter, ...slice });
        expect(names(page)).toEqual(names(naive(all, slice)));
        expect(await countTransfers(db.database, { walletIds: wallets, filter })).toBe(all.length);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test.for(['ASC', 'DESC'] as const)('walking %s by cursors visits everything once', async (order) => {
    const seen: string[] = [];
    for (let after: ItemCursor | undefined; ; ) {
      const rows = await pageTransfers(db.database, {
        walletIds,
        filter: {},
        order,
        limit: 7,
        ...(after && { after }),
      });
      seen.push(...names(rows));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last;
    }
    expect(seen).toEqual(names(naive(transfers, { order, limit: 10_000 })));
  });

  test('of no wallets: nothing', async () => {
    expect(await pageTransfers(db.database, { walletIds: [], filter: {}, order: 'DESC', limit: 10 })).toEqual(
      [],
    );
    expect(await countTransfers(db.database, { walletIds: [], filter: {} })).toBe(0);
  });

  test('a wallet given twice counts once', async () => {
    const [walletId = 0] = walletIds;
    const own = transfers.filter((row) => row.walletId === walletId);
    const twice = [walletId, walletId];
    expect(
      await pageTransfers(db.database, {
        walletIds: twice,
        filter: {},
        order: 'ASC',
        limit: 10_000,
      }),
    ).toHaveLength(own.length);
    expect(await countTransfers(db.database, { walletIds: twice, filter: {} })).toBe(own.length);
  });

  test('by transaction, and single ones by key', async () => {
    const wanted = transactions.slice(3, 9);
    const expected = transfers.filter((row) =>
      wanted.some(
        ({ walletId, hash: h, chainId }) =>
          row.walletId === walletId && row.hash === h && row.chainId === chainId,
      ),
    );
    const ofWanted = await transfersOfTransactions(db.database, wanted);
    expect(names(ofWanted)).toEqual(names(naive(expected, { order: 'ASC', limit: 1_000 })));
    const keys = expected.map(({ walletId, chainId, hash: h, position }) => ({
      walletId,
      chainId,
      hash: h,
      item: position.slice(30),
    }));
    const missing = { walletId: walletIds[0] ?? 0, chainId: 1, hash: hash(1), item: '2000000010' };
    expect(names(await findTransfers(db.database, [...keys, missing])).sort()).toEqual(
      names(expected).sort(),
    );
  });
});

describe('transactions', () => {
  const filters: fc.Arbitrary<TransactionRowFilter> = fc.record(
    {
      counterparties: fc.constantFrom([address(2)], [address(3), address(4)]),
      chainIds: fc.constantFrom([1], [10], [1, 10]),
      categories: fc.constantFrom(['SEND' as const], ['RECEIVE' as const, 'SWAP' as const]),
      kinds: fc.constantFrom(['NFT_BUY' as const], ['SEND' as const, 'FAILED' as const]),
      fromTime: fc.integer({ min: time(0), max: time(61) }),
      toTime: fc.integer({ min: time(0), max: time(61) }),
      isError: fc.boolean(),
      spam: fc.constantFrom('INCLUDE' as const, 'EXCLUDE' as const, 'ONLY' as const),
    },
    { requiredKeys: [] },
  );

  function matches(row: TransactionRecord, filter: TransactionRowFilter): boolean {
    const { spam = 'INCLUDE' } = filter;
    return (
      (filter.counterparties?.includes(row.counterparty) ?? true) &&
      (filter.chainIds?.includes(row.chainId) ?? true) &&
      (filter.categories?.includes(row.category) ?? true) &&
      (filter.kinds?.includes(row.kind) ?? true) &&
      (filter.fromTime === undefined || row.timestamp >= filter.fromTime) &&
      (filter.toTime === undefined || row.timestamp < filter.toTime) &&
      (filter.isError === undefined || row.isError === filter.isError) &&
      (spam === 'INCLUDE' || (spam === 'ONLY') === row.isSpam)
    );
  }

  test('any slice with any filter over any wallets, and its count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(someWallets(), filters, sliceOf(transactions)),
        async ([wallets, filter, slice]) => {
          const all = transactions.filter((row) => wallets.includes(row.walletId) && matches(row, filter));
          const page = await pageTransactions(db.database, {
            walletIds: wallets,
            filter,
            ...slice,
          });
          expect(page).toEqual(naive(all, slice));
          expect(await countTransactions(db.database, { walletIds: wallets, filter })).toBe(all.length);
        },
      ),
      { numRuns: 300, seed: 2 },
    );
  });

  test('single ones by key; another wallet’s transaction is not found', async () => {
    const wanted = transactions.filter((_, index) => index % 9 === 0);
    const strange = { walletId: 999_999, chainId: 1, hash: transactions[0]?.hash ?? hash(0) };
    const found = await findTransactions(db.database, [...wanted, strange]);
    expect(names(found).sort()).toEqual(names(wanted).sort());
  });
});
