/**
 * Counters and rank checkpoints after every kind of commit, and the ranks that are found with them: always what counting
 * all rows tells. Histories are long enough for several checkpoints per chain.
 */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenFields } from '../../../src/domain/given.ts';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { countRanked, type RankedList } from '../../../src/store/pages/rank-search.ts';
import { pageTransactions } from '../../../src/store/pages/transaction-pages.ts';
import { pageTransfers, pageWholeTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { commitStep, type StepCommit } from '../../../src/store/sync/commit.ts';
import { resetSync } from '../../../src/store/sync/leases.ts';
import { leaseOf } from '../../support/builders.ts';
import { registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { address, type Place, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
/** On chains 1, 10 and 137. */
let walletIds: number[] = [];
const chainIds = [1, 10, 137];

beforeAll(async () => {
  walletIds = [
    await registerTestWallet(db.database, 1, chainIds),
    await registerTestWallet(db.database, 2, chainIds),
    await registerTestWallet(db.database, 3, chainIds),
  ];
});

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
type Random = ReturnType<typeof createRandom>;

/** One to four transfers in each block of [from, to] that the dice take; a third of them spam. */
function historyOf(random: Random, wallet: { walletId: number; chainId: number }, from: number, to: number) {
  const transactions: TransactionRecord[] = [];
  const transfers: TransferRecord[] = [];
  for (let blockNumber = from; blockNumber <= to; blockNumber += 1 + random(2)) {
    const at: Place = { ...wallet, blockNumber };
    transactions.push(transactionRecord(at, { isSpam: random(3) === 0 }));
    for (let index = random(4); index >= 0; index -= 1) {
      transfers.push(
        transferRecord(
          { ...at, index },
          { counterparty: address(100 + random(40)), spamReason: random(3) === 0 ? 'forged' : null },
        ),
      );
    }
  }
  return { transactions, transfers };
}

async function commit(walletId: number, chainId: number, step: Partial<StepCommit>): Promise<void> {
  await db.database.pool.query('UPDATE sync SET next_run_at = now()');
  const lease = await leaseOf(db.database, walletId, chainId);
  const { progress, ...rest } = stepOf(step);
  expect(await commitStep(db.database, lease, { ...rest, progress: { ...progress, release: true } })).toBe(
    true,
  );
}

interface Item {
  walletId: number;
  chainId: number;
  position: string;
  timestamp: number;
  isSpam: boolean;
  counterparty: string;
}

/** All rows of a table as they are, oldest first. */
async function itemsOf(table: 'transfer' | 'transaction'): Promise<Item[]> {
  const spam = table === 'transfer' ? 'spam_reason IS NOT NULL' : 'is_spam';
  const { rows } = await db.database.pool.query<Item>(
    `SELECT wallet_id AS "walletId", chain_id AS "chainId", position, timestamp::float8 AS timestamp, counterparty,
       ${spam} AS "isSpam" FROM ${table}`,
  );
  return rows.sort(compare);
}

function compare(
  a: { position: string; walletId: number },
  b: { position: string; walletId: number },
): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.walletId - b.walletId;
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Every 1,000th item of each wallet and chain with how many, and how many spam, stand up to it. */
function checkpointsOf(items: readonly Item[]) {
  const counts = new Map<string, { ordinal: number; spamOrdinal: number }>();
  return items
    .flatMap(({ walletId, chainId, position, isSpam }) => {
      const name = `${walletId}:${chainId}`;
      const { ordinal, spamOrdinal } = counts.get(name) ?? { ordinal: 0, spamOrdinal: 0 };
      const count = { ordinal: ordinal + 1, spamOrdinal: spamOrdinal + (isSpam ? 1 : 0) };
      counts.set(name, count);
      return count.ordinal % 1_000 === 0 ? [{ walletId, chainId, position, ...count }] : [];
    })
    .sort(byText);
}

function countersOf(transfers: readonly Item[], nameOf: (item: Item) => readonly (string | number)[]) {
  const counts = new Map<string, [number, number]>();
  for (const item of transfers) {
    const name = nameOf(item).join(':');
    const [all, spam] = counts.get(name) ?? [0, 0];
    counts.set(name, [all + 1, spam + (item.isSpam ? 1 : 0)]);
  }
  return [...counts].sort(byText);
}

async function expectRanksToBeRight(): Promise<void> {
  for (const table of ['transfer', 'transaction'] as const) {
    const items = await itemsOf(table);
    const { rows } = await db.database.pool.query(
      `SELECT wallet_id AS "walletId", chain_id AS "chainId", position, ordinal, spam_ordinal AS "spamOrdinal"
       FROM ${table}_checkpoint`,
    );
    expect(rows.sort(byText)).toEqual(checkpointsOf(items));
    const counters = await db.database.pool.query(
      `SELECT wallet_id || ':' || chain_id AS name, ${table}_count AS "all", spam_${table}_count AS spam
       FROM counter WHERE ${table}_count <> 0`,
    );
    expect(counters.rows.map(({ name, all, spam }) => [name, [all, spam]] as const).sort(byText)).toEqual(
      countersOf(items, ({ walletId, chainId }) => [walletId, chainId]),
    );
  }
  const transfers = await itemsOf('transfer');
  const { rows } = await db.database.pool.query(
    `SELECT wallet_id || ':' || counterparty || ':' || chain_id AS name, transfer_count AS "all",
       spam_transfer_count AS spam FROM counterparty_counter`,
  );
  expect(rows.map(({ name, all, spam }) => [name, [all, spam]] as const).sort(byText)).toEqual(
    countersOf(transfers, ({ walletId, counterparty, chainId }) => [walletId, counterparty, chainId]),
  );
}

/** Random lists, orders and offsets, against the same items counted out. */
async function expectRanksToBeFound(random: Random, runs: number): Promise<void> {
  const all = { transfer: await itemsOf('transfer'), transaction: await itemsOf('transaction') };
  const time = () => 1_700_000_000 + 12 * random(3_500);
  const { rows: arrivals } = await db.database.pool.query<{
    walletId: number;
    chainId: number;
    version: string;
    first: string;
  }>(
    `SELECT wallet_id AS "walletId", chain_id AS "chainId", version, left(first_position, 30) AS first FROM transfer_arrival`,
  );
  let wholePages = 0;
  for (let run = 0; run < runs; run += 1) {
    const table = random(2) === 0 ? 'transfer' : 'transaction';
    const spam = (['INCLUDE', 'EXCLUDE', 'ONLY'] as const)[random(3)];
    const known = arrivals[random(arrivals.length)];
    const list: RankedList = {
      table,
      walletIds: walletIds.filter(() => random(2) === 0),
      ...(random(2) === 0 && { chainIds: chainIds.filter(() => random(2) === 0) }),
      ...(spam && { spam }),
      ...(random(4) === 0 && { fromTime: time() }),
      ...(random(4) === 0 && { toTime: time() }),
      // Of all wallets alike: versions grow with each wallet's commits.
      ...(random(2) === 0 &&
        known !== undefined && { version: new Map(walletIds.map((id) => [id, BigInt(known.version)])) }),
    };
    const isStoredLater = (item: { walletId: number; chainId: number; position: string }): boolean =>
      arrivals.some(
        ({ walletId, chainId, version, first }) =>
          walletId === item.walletId &&
          chainId === item.chainId &&
          BigInt(version) > (list.version?.get(walletId) ?? 0n) &&
          item.position >= first,
      );
    if (list.walletIds.length === 0) continue;
    const items = all[table].filter(
      (item) =>
        list.walletIds.includes(item.walletId) &&
        (list.chainIds?.includes(item.chainId) ?? true) &&
        (spam === 'INCLUDE' || (spam === 'ONLY') === item.isSpam) &&
        (list.fromTime === undefined || item.timestamp >= list.fromTime) &&
        (list.toTime === undefined || item.timestamp < list.toTime) &&
        (list.version === undefined || !isStoredLater(item)),
    );
    expect(await countRanked(db.database, list), JSON.stringify(list)).toBe(items.length);
    const order = random(2) === 0 ? 'ASC' : 'DESC';
    const offset = random(items.length + 1);
    const limit = 1 + random(120);
    const inOrder = order === 'ASC' ? items : items.toReversed();
    const { walletIds: wallets, version, table: _table, ...filter } = list;
    const slice = { walletIds: wallets, order, offset, limit, ...(version && { version }) } as const;
    const page =
      table === 'transfer'
        ? await pageTransfers(db.database, { ...slice, filter: givenFields(filter) })
        : await pageTransactions(db.database, { ...slice, filter: givenFields(filter) });
    expect(
      page.map(({ position, walletId }) => ({ position, walletId })),
      JSON.stringify({ list, order, offset, limit }),
    ).toEqual(
      inOrder.slice(offset, offset + limit).map(({ position, walletId }) => ({ position, walletId })),
    );
    if (table === 'transaction' || wallets.length > 1) continue;
    // The same in one statement, with the count.
    const whole = await pageWholeTransfers(db.database, { ...slice, filter: givenFields(filter) });
    expect(whole?.rows, JSON.stringify({ list, order, offset, limit })).toEqual(page);
    expect(whole?.count).toBe(items.length);
    wholePages += 1;
  }
  expect(wholePages).toBeGreaterThan(runs / 20);
}

describe.each([1])('seed %i', (seed) => {
  test('after loading, adding a chain, rolling back, inserting and replacing', async () => {
    await db.database.pool.query(
      `TRUNCATE transfer, transaction, counter, counterparty_counter, transfer_checkpoint, transaction_checkpoint`,
    );
    const random = createRandom(seed);
    // Steps as a backfill takes them; the chains one after the other, so that each comes into the middle of the others.
    for (const walletId of walletIds) {
      for (const chainId of chainIds) {
        const length = 500 + random(2_500);
        for (let from = 1; from <= length; from += 700) {
          const history = historyOf(random, { walletId, chainId }, from, Math.min(from + 699, length));
          await commit(walletId, chainId, history);
        }
      }
    }
    await expectRanksToBeRight();
    await expectRanksToBeFound(random, 90);

    for (let round = 0; round < 6; round += 1) {
      const walletId = walletIds[random(3)] ?? 0;
      const chainId = chainIds[random(3)] ?? 0;
      const at = { walletId, chainId };
      const block = random(1_500);
      const kind = random(3);
      if (kind === 0) {
        // A re-org, with its replay.
        await commit(walletId, chainId, {
          rollbackTo: block,
          ...historyOf(random, at, block + 1, block + random(900)),
        });
      } else if (kind === 1) {
        // What was missed: other transactions of the same blocks.
        const late = Array.from({ length: 40 }, (_, index) => ({
          ...at,
          blockNumber: block + index,
          transactionIndex: 9,
        }));
        await commit(walletId, chainId, {
          transactions: late.map((place) => transactionRecord(place)),
          transfers: late.map((place) => transferRecord(place)),
        });
      } else {
        // The same blocks again, with other transfers.
        await commit(walletId, chainId, historyOf(random, at, block, block + 50));
      }
      await expectRanksToBeRight();
    }
    await expectRanksToBeFound(random, 60);
  });
});

test('the migration makes what the writer would have kept of rows that were there before', async () => {
  const path = new URL(
    '../../../prisma/migrations/20261121050000_rank_checkpoints/migration.sql',
    import.meta.url,
  );
  const fill = (await readFile(path, 'utf8')).split(/;\n/).filter((text) => /^\s*(UPDATE|INSERT)/.test(text));
  expect(fill).toHaveLength(4);
  await db.database.pool.query('TRUNCATE counterparty_counter, transfer_checkpoint, transaction_checkpoint');
  await db.database.pool.query('UPDATE counter SET spam_transaction_count = 0');
  for (const statement of fill) await db.database.pool.query(statement);
  await expectRanksToBeRight();
});

test('airdrops that a sale takes out of spam are taken out of all ranks', async () => {
  const [walletId = 0] = walletIds;
  await resetSync(db.database, walletId, 1);
  const token = address(0xdd);
  const blocks = Array.from({ length: 2_500 }, (_, index) => ({
    walletId,
    chainId: 1,
    blockNumber: index + 1,
  }));
  await commit(walletId, 1, {
    transactions: blocks.map((at) => transactionRecord(at, { isSpam: true })),
    transfers: blocks.map((at) => transferRecord(at, { tokenAddress: token, spamReason: 'airdrop' })),
  });
  await expectRanksToBeRight();
  const sale = { walletId, chainId: 1, blockNumber: 3_000 };
  await commit(walletId, 1, {
    transactions: [transactionRecord(sale)],
    transfers: [transferRecord(sale, { tokenAddress: token, side: 'outflow' })],
  });
  const list = { table: 'transfer', walletIds: [walletId], chainIds: [1] } as const;
  expect(await countRanked(db.database, { ...list, spam: 'ONLY' })).toBe(0);
  expect(await countRanked(db.database, { ...list, spam: 'EXCLUDE' })).toBe(2_501);
  await expectRanksToBeRight();
});

test('a wallet that is forgotten leaves no rank behind', async () => {
  for (const walletId of walletIds) await resetSync(db.database, walletId);
  for (const table of ['counter', 'counterparty_counter', 'transfer_checkpoint', 'transaction_checkpoint']) {
    const { rows } = await db.database.pool.query(`SELECT 1 FROM ${table}`);
    expect(rows).toEqual([]);
  }
  const list = { walletIds, filter: {}, order: 'DESC', offset: 5_000, limit: 10 } as const;
  expect(await pageTransfers(db.database, list)).toEqual([]);
});
