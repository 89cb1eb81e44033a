/**
 * A large step for places where nothing stands is copied; whatever else there is, its rows are inserted. Both store the same. On a
 * cluster everything is inserted.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { copyNew } from '../../../src/store/history/row-writes.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

beforeEach(() => registerTestWallet(db.database, 1, [1, 10]));

interface History {
  transactions: TransactionRecord[];
  transfers: TransferRecord[];
}

/** What COPY's format, arrays and PostgreSQL each take for something else. */
const hardTexts = [
  'a\tb',
  'line\nend\r',
  '\\N',
  '\\',
  '{a,"b"}',
  'NULL',
  '',
  'nul\0',
  'half \ud800',
  "it's",
  '\\.',
];

/** Two transfers in each of so many blocks, 10 blocks apart. */
function historyOf(blocks: number, chainId = 1): History {
  const numbers = Array.from({ length: blocks }, (_, index) => (index + 1) * 10);
  return {
    transactions: numbers.map((blockNumber, index) =>
      transactionRecord(
        { blockNumber, chainId },
        {
          ...{ functionName: hardTexts[index % hardTexts.length] ?? null, isError: index % 3 === 0 },
          ...{ isSpam: index % 5 === 0, to: index % 4 === 0 ? null : address(9), fee: 10n ** 30n },
          ...{
            bridgeMessage: index % 7 === 0 ? `ccip ${index}` : null,
            selector: index % 2 === 0 ? '0xa9059cbb' : null,
          },
        },
      ),
    ),
    transfers: numbers.flatMap((blockNumber, index) => [
      transferRecord(
        { blockNumber, chainId },
        {
          ...{ amount: 2n ** 256n - 1n, spamReason: index % 5 === 0 ? 'forged' : null },
          ...{ heldBy: index % 3 === 0 ? address(7) : null, counterparty: address(100 + (index % 9)) },
        },
      ),
      transferRecord(
        { blockNumber, chainId, index: 1 },
        {
          ...{ side: 'outflow', standard: 'erc721', tokenId: 2n ** 255n, amount: -1n },
          settles: index % 4 === 0 ? { contract: address(5), token: address(6), amount: 3n } : null,
        },
      ),
    ]),
  };
}

/** Stores the rows in one step, and answers whether they were inserted. */
async function storeAndTell(rows: History, chainId = 1): Promise<'copied' | 'inserted'> {
  const told: string[] = [];
  const listener = { start: (about: unknown) => void told.push(JSON.stringify(about)) };
  const channel = tracingChannel('wallet-data:statement');
  channel.start.subscribe(listener.start);
  try {
    await storeTestRows(db.database, chainId, rows);
  } finally {
    channel.start.unsubscribe(listener.start);
  }
  expect(told.length).toBeGreaterThan(0);
  const wayOf = (way: string): boolean => told.some((statement) => statement.includes(`${way} transfer (`));
  expect(wayOf('INSERT INTO')).not.toBe(wayOf('COPY'));
  return wayOf('COPY') ? 'copied' : 'inserted';
}

const tables = ['transaction', 'transfer', 'counter', 'counterparty_counter', 'transfer_checkpoint'];

/** What a large new step is. */
const copied = () => (db.database.session.isSpread ? 'inserted' : 'copied');

/** Every row of a chain, as text. */
async function storedOf(chainId: number): Promise<string[]> {
  const lists = await Promise.all(
    tables.map((table) =>
      db.database.pool.query<{ row: string }>(
        `SELECT (to_jsonb(${table}) - 'loaded_at')::text AS row FROM ${table} WHERE chain_id = $1 ORDER BY 1`,
        [chainId],
      ),
    ),
  );
  return lists.flatMap(({ rows }) => rows.map(({ row }) => row));
}

async function forgetHistory(): Promise<void> {
  await db.database.pool.query(`TRUNCATE ${tables.join(', ')}, transaction_checkpoint, transfer_arrival`);
}

/** The history in steps that are too small to be copied. */
function piecesOf({ transactions, transfers }: History): History[] {
  return Array.from({ length: Math.ceil(transactions.length / 40) }, (_, index) => {
    const some = transactions.slice(index * 40, (index + 1) * 40);
    const blocks = new Set(some.map(({ blockNumber }) => blockNumber));
    return { transactions: some, transfers: transfers.filter(({ blockNumber }) => blocks.has(blockNumber)) };
  });
}

test('a large new step is copied, and is what inserting it in pieces stores, whatever its texts are', async () => {
  const history = historyOf(120);
  expect(await storeAndTell(history)).toBe(copied());
  const stored = await storedOf(1);
  // 120 transactions, 240 transfers, and what is kept beside them.
  expect(stored.length).toBeGreaterThan(360);
  await forgetHistory();
  for (const piece of piecesOf(history)) expect(await storeAndTell(piece)).toBe('inserted');
  expect(await storedOf(1)).toEqual(stored);
});

test('the same large step again changes nothing', async () => {
  const history = historyOf(120);
  expect(await storeAndTell(history)).toBe(copied());
  const before = await storedOf(1);
  expect(await storeAndTell(history)).toBe('inserted');
  expect(await storedOf(1)).toEqual(before);
});

test('where another transaction stands at a place of the step, the step takes its place', async () => {
  const history = historyOf(120);
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord({ blockNumber: 600, hash: hash(7) })],
    transfers: [transferRecord({ blockNumber: 600, hash: hash(7) }, { amount: 9n })],
  });
  expect(await storeAndTell(history)).toBe('inserted');
  const stored = await storedOf(1);
  await forgetHistory();
  expect(await storeAndTell(history)).toBe(copied());
  expect(stored).toEqual(await storedOf(1));
});

test('a transaction that moved into the step is moved, and one that stands between its rows stays', async () => {
  const history = historyOf(120);
  const moved = history.transactions[3]?.hash ?? hash(0);
  for (const [blockNumber, of] of [
    [5_000, moved],
    [605, hash(8)],
  ] as const) {
    await storeTestRows(db.database, 1, {
      transactions: [transactionRecord({ blockNumber, hash: of })],
      transfers: [transferRecord({ blockNumber, hash: of })],
    });
  }
  expect(await storeAndTell(history)).toBe('inserted');
  const { rows } = await db.database.pool.query<{ block_number: number }>(
    'SELECT block_number FROM transaction WHERE hash = ANY($1) ORDER BY 1',
    [[moved, hash(8)]],
  );
  expect(rows.map(({ block_number }) => block_number)).toEqual([40, 605]);
});

test('very many rows are copied in pieces, each with the time of a statement', async () => {
  const client = await db.database.pool.connect();
  try {
    await client.query('BEGIN');
    const query = vi.spyOn(client, 'query');
    await copyNew(client, historyOf(2_600));
    // 2,600 transactions in one piece, 5,200 transfers in two.
    expect(query).toHaveBeenCalledTimes(3);
    query.mockRestore();
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM transfer');
    expect(rows[0]?.count).toBe('5200');
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
});

test('rows of another chain in the same days do not keep a step from being copied', async () => {
  expect(await storeAndTell(historyOf(120, 10), 10)).toBe(copied());
  expect(await storeAndTell(historyOf(120))).toBe(copied());
  const { rows } = await db.database.pool.query<{ count: string }>(
    'SELECT sum(transfer_count) AS count FROM counter',
  );
  expect(rows[0]?.count).toBe('480');
});
