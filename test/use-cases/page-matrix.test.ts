/**
 * Every filter, order and way of paging, alone and combined, over one and several wallets: the pages joined must be what
 * filtering and sorting all rows in memory gives.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenId, transactionId, transferId } from '../../src/domain/ids.ts';
import type { Address, TransactionRecord, TransferRecord } from '../../src/domain/model.ts';
import type { SortDirection } from '../../src/use-cases/model/requests.ts';
import type {
  Page,
  PageRequest,
  TransactionFilter,
  TransferFilter,
} from '../../src/use-cases/model/view-model.ts';
import { buildWorld, ethereum, polygon, registerWallet, store, type World } from '../support/builders.ts';
import { createRandom, type Random } from '../support/random.ts';
import { address, hash, type Place, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const wallets = [address(1), address(2), address(3)];
const chainIds = [ethereum, polygon];
const counterparties = [address(0x11), address(0x12), address(0x13)];
const tokens = [address(0xa0), address(0xa1)];
const categories = ['SEND', 'RECEIVE', 'SWAP'] as const;
const time = (block: number): number => 1_700_000_000 + 12 * block;
const lastBlock = 60;

const db = useTestDatabase();
let world: World;
const transactions: (TransactionRecord & { wallet: Address })[] = [];
const transfers: (TransferRecord & { wallet: Address; value: number | null })[] = [];

beforeAll(async () => {
  world = await buildWorld(db.database);
  const caller = await world.caller('alice');
  const random = createRandom(20_261_121);
  for (const wallet of wallets) {
    const walletId = await registerWallet(db.database, caller, wallet);
    for (const chainId of chainIds) {
      const rows = historyOf(random, { walletId, chainId });
      await store(db.database, { walletId, chainId }, rows);
      transactions.push(...rows.transactions.map((row) => ({ ...row, wallet })));
      // Two USD a unit of the first token; the other has no price.
      const valueInUsd = ({ tokenAddress, amount }: TransferRecord) =>
        tokenAddress === tokens[0] ? Math.abs(Number(amount)) * 2 : null;
      transfers.push(...rows.transfers.map((row) => ({ ...row, wallet, value: valueInUsd(row) })));
    }
  }
  await db.database.pool.query('UPDATE transfer SET price = 2, value = amount * 2 WHERE token_address = $1', [
    tokens[0],
  ]);
});

afterAll(async () => {
  await world.readModel.close();
});

/** The wallets share blocks and transactions, so that they meet at the same places. */
function historyOf(random: Random, wallet: { walletId: number; chainId: number }) {
  const rows: { transactions: TransactionRecord[]; transfers: TransferRecord[] } = {
    transactions: [],
    transfers: [],
  };
  for (let blockNumber = 1; blockNumber <= lastBlock; blockNumber += 1 + random.below(3)) {
    const at: Place = { ...wallet, blockNumber, hash: hash(wallet.chainId * 1_000 + blockNumber) };
    rows.transactions.push(
      transactionRecord(at, {
        counterparty: random.pick(counterparties),
        category: random.pick(categories),
        kind: random.pick(['SEND', 'NFT_BUY', 'FAILED'] as const),
        isError: random.once(5),
        isSpam: random.once(4),
      }),
    );
    for (let index = random.below(3); index > 0; index -= 1) {
      const side = random.pick(['inflow', 'outflow'] as const);
      const amount = BigInt(1 + random.below(50));
      rows.transfers.push(
        transferRecord(
          { ...at, index },
          {
            side,
            amount: side === 'inflow' ? amount : -amount,
            tokenAddress: random.pick(tokens),
            counterparty: random.pick(counterparties),
            category: random.pick(categories),
            spamReason: random.pick([null, null, 'forged'] as const),
          },
        ),
      );
    }
  }
  return rows;
}

// ── The same, computed in memory ──

function inOrder<Row extends { position: string; walletId: number }>(
  rows: readonly Row[],
  order: SortDirection,
): Row[] {
  const sorted = rows.toSorted((a, b) =>
    a.position === b.position ? a.walletId - b.walletId : a.position < b.position ? -1 : 1,
  );
  return order === 'ASC' ? sorted : sorted.reverse();
}

const isOneOf = <Value>(values: readonly Value[] | undefined, value: Value): boolean =>
  values === undefined || values.includes(value);

const isWithin = ({ from, to }: { from?: number; to?: number }, timestamp: number): boolean =>
  (from === undefined || timestamp >= from) && (to === undefined || timestamp < to);

const isWanted = (spam: TransferFilter['spam'], isSpam: boolean): boolean =>
  spam === undefined || spam === 'INCLUDE' || (spam === 'ONLY') === isSpam;

function expectedTransfers(of: readonly Address[], filter: TransferFilter, order: SortDirection): string[] {
  const rows = transfers.filter(
    (row) =>
      of.includes(row.wallet) &&
      isOneOf(filter.counterparties, row.counterparty) &&
      (filter.tokens === undefined ||
        filter.tokens.includes(row.tokenAddress) ||
        filter.tokens.includes(tokenId.encode({ chainId: row.chainId, address: row.tokenAddress }))) &&
      isOneOf(filter.chainIds, row.chainId) &&
      (filter.side === undefined || filter.side === row.side) &&
      isWithin(filter, row.timestamp) &&
      isOneOf(filter.categories, row.category) &&
      (filter.minValue === undefined || (row.value !== null && row.value >= Number(filter.minValue))) &&
      isWanted(filter.spam, row.spamReason !== null),
  );
  return inOrder(rows, order).map(({ wallet, chainId, hash, position }) =>
    transferId.encode({ wallet, chainId, hash, item: position.slice(30) }),
  );
}

function expectedTransactions(
  of: readonly Address[],
  filter: TransactionFilter,
  order: SortDirection,
): string[] {
  const rows = transactions.filter(
    (row) =>
      of.includes(row.wallet) &&
      isOneOf(filter.counterparties, row.counterparty) &&
      isOneOf(filter.chainIds, row.chainId) &&
      isOneOf(filter.categories, row.category) &&
      isOneOf(filter.kinds, row.kind) &&
      (filter.isError === undefined || filter.isError === row.isError) &&
      isWithin(filter, row.timestamp) &&
      isWanted(filter.spam, row.isSpam),
  );
  return inOrder(rows, order).map(({ wallet, chainId, hash }) =>
    transactionId.encode({ wallet, chainId, hash }),
  );
}

// ── Reading a whole list in each way ──

type List = (page: PageRequest) => Promise<Page<{ id: string }>>;

const ids = (page: Page<{ id: string }>): string[] => page.items.map(({ id }) => id);

const walks = {
  async numbers(list, size, total) {
    const met: string[] = [];
    for (let page = 1; page <= Math.max(1, Math.ceil(total / size)); page += 1) {
      met.push(...ids(await list({ mode: 'page', page, pageSize: size })));
    }
    return met;
  },
  async links(list, size) {
    const met: string[] = [];
    let page = await list({ mode: 'page', page: 1, pageSize: size });
    for (;;) {
      met.push(...ids(page));
      if (page.next === null) return met;
      page = await list({ mode: 'page', pageSize: size, ...page.next });
    }
  },
  async 'links back'(list, size, total) {
    const met: string[] = [];
    let page = await list({ mode: 'page', page: Math.max(1, Math.ceil(total / size)), pageSize: size });
    for (;;) {
      met.unshift(...ids(page));
      if (page.previous === null) return met;
      page = await list({ mode: 'page', pageSize: size, ...page.previous });
    }
  },
  async 'cursors forward'(list, size) {
    const met: string[] = [];
    let page = await list({ mode: 'cursor', first: size });
    for (;;) {
      met.push(...ids(page));
      if (!page.hasNextPage) return met;
      page = await list({ mode: 'cursor', first: size, after: page.cursors.at(-1) ?? '' });
    }
  },
  async 'cursors backward'(list, size) {
    const met: string[] = [];
    let page = await list({ mode: 'cursor', last: size });
    for (;;) {
      met.unshift(...ids(page));
      if (!page.hasPreviousPage) return met;
      page = await list({ mode: 'cursor', last: size, before: page.cursors[0] ?? '' });
    }
  },
} as const satisfies Record<string, (list: List, size: number, total: number) => Promise<string[]>>;

const modes = Object.values(walks);

async function expectTransfers(
  of: readonly Address[],
  filter: TransferFilter,
  order: SortDirection,
  read: { walk: (typeof modes)[number]; size: number },
): Promise<void> {
  const caller = await world.caller('alice');
  const list: List = (page) => world.readModel.listTransfers(caller, { wallets: of, filter, order }, page);
  const expected = expectedTransfers(of, filter, order);
  expect(await read.walk(list, read.size, expected.length)).toEqual(expected);
  expect(await (await list({ mode: 'page', page: 1, pageSize: 1 })).count()).toBe(expected.length);
}

async function expectTransactions(
  of: readonly Address[],
  filter: TransactionFilter,
  order: SortDirection,
  read: { walk: (typeof modes)[number]; size: number },
): Promise<void> {
  const caller = await world.caller('alice');
  const list: List = (page) => world.readModel.listTransactions(caller, { wallets: of, filter, order }, page);
  const expected = expectedTransactions(of, filter, order);
  expect(await read.walk(list, read.size, expected.length)).toEqual(expected);
  expect(await (await list({ mode: 'page', page: 1, pageSize: 1 })).count()).toBe(expected.length);
}

const transferFilters: readonly TransferFilter[] = [
  {},
  { counterparties: [address(0x11)] },
  { counterparties: [address(0x12), address(0x13)] },
  { tokens: [address(0xa1)] },
  { tokens: [tokenId.encode({ chainId: polygon, address: address(0xa0) }), address(0xa1)] },
  { chainIds: [polygon] },
  { chainIds: [ethereum, polygon] },
  { side: 'outflow' },
  { from: time(20) },
  { to: time(41) },
  { categories: ['SEND', 'SWAP'] },
  { minValue: '50.5' },
  { spam: 'EXCLUDE' },
  { spam: 'ONLY' },
  { spam: 'INCLUDE' },
];

const transactionFilters: readonly TransactionFilter[] = [
  {},
  { counterparties: [address(0x11)] },
  { counterparties: [address(0x12), address(0x13)] },
  { chainIds: [polygon] },
  { chainIds: [polygon, ethereum] },
  { categories: ['RECEIVE'] },
  { kinds: ['NFT_BUY', 'FAILED'] },
  { isError: true },
  { from: time(20) },
  { to: time(41) },
  { spam: 'EXCLUDE' },
  { spam: 'ONLY' },
];

describe.each<[string, readonly Address[]]>([
  ['one wallet', wallets.slice(0, 1)],
  ['three wallets', wallets],
])('%s', (_name, of) => {
  describe.each(Object.entries(walks))('by %s', (_mode, walk) => {
    test.each(transferFilters)('transfers with %j', async (filter) => {
      await expectTransfers(of, filter, 'DESC', { walk, size: 13 });
      await expectTransfers(of, filter, 'ASC', { walk, size: 13 });
    });
    test.each(transactionFilters)('transactions with %j', async (filter) => {
      await expectTransactions(of, filter, 'DESC', { walk, size: 9 });
      await expectTransactions(of, filter, 'ASC', { walk, size: 9 });
    });
  });
});

describe.each([1, 2, 3, 4])('combined, seed %i', (seed) => {
  const random = createRandom(seed);
  const sometimes = <Filter extends object>(filters: readonly Filter[]): Filter[] =>
    filters.filter(() => random.once(5));
  const someWallets = (): Address[] => {
    const some = wallets.filter(() => random.once(2));
    return some.length === 0 ? [random.pick(wallets)] : some;
  };
  const ways = () => ({ walk: random.pick(modes), size: 1 + random.below(30) });

  test('transfers', async () => {
    for (let run = 0; run < 40; run += 1) {
      const filter: TransferFilter = Object.assign({}, ...sometimes(transferFilters));
      await expectTransfers(someWallets(), filter, random.pick(['ASC', 'DESC']), ways());
    }
  });

  test('transactions', async () => {
    for (let run = 0; run < 40; run += 1) {
      const filter: TransactionFilter = Object.assign({}, ...sometimes(transactionFilters));
      await expectTransactions(someWallets(), filter, random.pick(['ASC', 'DESC']), ways());
    }
  });
});
