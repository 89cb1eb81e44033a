import { beforeEach, describe, expect, test } from 'vitest';
import { countTransactions, pageTransactions } from '../../../src/store/pages/transaction-pages.ts';
import { countTransfers, pageTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { commitStep, type SyncLease } from '../../../src/store/sync/commit.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let walletId: number;
let lease: SyncLease;

beforeEach(async () => {
  await db.database.pool.query(
    'TRUNCATE wallet, registration, sync, transaction, transfer, counter, counterparty_counter CASCADE',
  );
  walletId = await registerTestWallet(db.database, 1);
  lease = await leaseTestWallet(db.database);
});

/** One transaction in each block with one transfer; in an even block both are spam. */
function blocks(from: number, to: number, chainId = 1) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return {
    transactions: numbers.map((blockNumber) =>
      transactionRecord({ walletId, chainId, blockNumber }, { isSpam: blockNumber % 2 === 0 }),
    ),
    transfers: numbers.map((blockNumber) =>
      transferRecord(
        { walletId, chainId, blockNumber },
        { spamReason: blockNumber % 2 === 0 ? 'airdrop' : null },
      ),
    ),
  };
}

async function stored() {
  const list = { walletIds: [walletId], filter: {}, order: 'ASC', limit: 10_000 } as const;
  return {
    transactions: await pageTransactions(db.database, list),
    transfers: await pageTransfers(db.database, list),
  };
}

const unpriced = {
  price: null,
  value: null,
  priceSource: null,
  settledPrice: null,
  settledPriceSource: null,
};
const asStored = ({ transactions, transfers }: ReturnType<typeof blocks>) => ({
  transactions,
  transfers: transfers.map((transfer) => ({ ...transfer, ...unpriced })),
});

type Counted = Record<string, { all: number; spam: number }>;

/** How many rows there are of each name, and how many of them are spam: counted here, row by row. */
async function countRows(table: 'transaction' | 'transfer', name: string): Promise<Counted> {
  const spam = table === 'transfer' ? 'spam_reason IS NOT NULL' : 'is_spam';
  const { rows } = await db.database.pool.query<{ name: string; spam: boolean }>(
    `SELECT ${name} AS name, ${spam} AS spam FROM ${table}`,
  );
  const counted: Counted = {};
  for (const row of rows) {
    const before = counted[row.name] ?? { all: 0, spam: 0 };
    counted[row.name] = { all: before.all + 1, spam: before.spam + Number(row.spam) };
  }
  return counted;
}

/** What a counter says of the same names; of what there is none of it need not say anything. */
async function readCounter(table: string, rows: 'transaction' | 'transfer', name: string): Promise<Counted> {
  const counters = await db.database.pool.query<{ name: string; all: number; spam: number }>(
    `SELECT ${name} AS name, ${rows}_count AS "all", spam_${rows}_count AS spam FROM ${table}
     WHERE (${rows}_count, spam_${rows}_count) <> (0, 0)`,
  );
  return Object.fromEntries(counters.rows.map(({ name: named, all, spam }) => [named, { all, spam }]));
}

/** The counters of all wallets tell what counting the rows tells. */
async function expectCountersToBeRight() {
  const place = "wallet_id || ':' || chain_id";
  const counterparty = `${place} || ':' || counterparty`;
  expect(await readCounter('counter', 'transaction', place)).toEqual(await countRows('transaction', place));
  expect(await readCounter('counter', 'transfer', place)).toEqual(await countRows('transfer', place));
  expect(await readCounter('counterparty_counter', 'transfer', counterparty)).toEqual(
    await countRows('transfer', counterparty),
  );
}

describe('what is stored comes back the same', () => {
  test('numbers of any size, nulls, and text with every character that COPY treats specially', async () => {
    const largest = 2n ** 256n - 1n;
    const transaction = transactionRecord(
      { walletId },
      {
        to: null,
        fee: largest,
        selector: '0xa9059cbb',
        functionName: 'a\tb\nc\rd\\e\\N\\.f"\'g – ünï🦊',
        isError: true,
        isSpam: true,
        category: 'CONTRACT_EXECUTION',
        kind: 'NFT_BUY',
      },
    );
    const transfers = [
      transferRecord(
        { walletId },
        {
          side: 'outflow',
          amount: -largest,
          tokenId: largest,
          standard: 'erc1155',
          taxTreatment: 'NON_TAXABLE',
        },
      ),
      transferRecord(
        { walletId, index: 1 },
        { tokenId: 0n, standard: 'erc721', amount: 1n, spamReason: 'zero-value' },
      ),
    ];
    await commitStep(db.database, lease, stepOf({ transactions: [transaction], transfers }));
    expect(await stored()).toEqual({
      transactions: [transaction],
      transfers: transfers.map((transfer) => ({ ...transfer, ...unpriced })),
    });
  });

  test('the character NUL, which PostgreSQL cannot hold, is left out', async () => {
    const transaction = transactionRecord({ walletId }, { functionName: 'a\u0000b' });
    await commitStep(db.database, lease, stepOf({ transactions: [transaction] }));
    expect((await stored()).transactions[0]?.functionName).toBe('ab');
  });

  test('twenty thousand rows in one step', async () => {
    const rows = blocks(1, 10_000);
    await commitStep(db.database, lease, stepOf(rows));
    expect(await stored()).toEqual(asStored(rows));
    await expectCountersToBeRight();
  });
});

describe('committing again', () => {
  test('the same step twice changes nothing', async () => {
    const rows = blocks(1, 10);
    await commitStep(db.database, lease, stepOf(rows));
    await commitStep(db.database, lease, stepOf(rows));
    expect(await stored()).toEqual(asStored(rows));
    await expectCountersToBeRight();
  });

  test('overlapping ranges count once', async () => {
    await commitStep(db.database, lease, stepOf(blocks(1, 6)));
    await commitStep(db.database, lease, stepOf(blocks(4, 9)));
    expect(await stored()).toEqual(asStored(blocks(1, 9)));
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(9);
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: { spam: 'ONLY' } })).toBe(4);
    await expectCountersToBeRight();
  });

  test('a transaction that now stands in another block moves with its transfers', async () => {
    const at = { walletId, blockNumber: 5, hash: hash(77) };
    await commitStep(
      db.database,
      lease,
      stepOf({
        transactions: [transactionRecord(at), transactionRecord({ walletId, blockNumber: 4 })],
        transfers: [
          transferRecord(at),
          transferRecord({ ...at, index: 1 }),
          transferRecord({ walletId, blockNumber: 4 }),
        ],
      }),
    );
    const moved = { walletId, blockNumber: 6, hash: hash(77) };
    const transfer = transferRecord(moved, { spamReason: 'forged' });
    await commitStep(
      db.database,
      lease,
      stepOf({ transactions: [transactionRecord(moved)], transfers: [transfer] }),
    );
    const { transactions, transfers } = await stored();
    expect(transactions.map(({ blockNumber }) => blockNumber)).toEqual([4, 6]);
    expect(transfers.map(({ blockNumber, spamReason }) => [blockNumber, spamReason])).toEqual([
      [4, null],
      [6, 'forged'],
    ]);
    await expectCountersToBeRight();
  });

  describe('what stands in a block is told otherwise than before, without a roll-back', () => {
    /** 'BA': B first, A behind it; '-A': A alone, second. A has two transfers, all others have one. */
    const rowsAt = (places: string): ReturnType<typeof blocks> => {
      const named = [...places].flatMap((name, transactionIndex) =>
        name === '-' ? [] : { walletId, blockNumber: 5, transactionIndex, hash: hash(name.charCodeAt(0)) },
      );
      return {
        transactions: named.map((at) => transactionRecord(at)),
        transfers: named.flatMap((at) =>
          at.hash === hash('A'.charCodeAt(0))
            ? [transferRecord(at), transferRecord({ ...at, index: 1 })]
            : [transferRecord(at)],
        ),
      };
    };

    test.each([
      { title: 'each in the other’s place', before: 'AB', after: 'BA', expected: 'BA' },
      { title: 'each in the place before', before: '-AB', after: 'AB', expected: 'AB' },
      { title: 'each in the place behind', before: 'AB', after: '-AB', expected: '-AB' },
      { title: 'three in a circle', before: 'ABC', after: 'CAB', expected: 'CAB' },
      { title: 'another in a place, with fewer transfers', before: 'AC', after: 'B', expected: 'BC' },
      { title: 'one in the place of one that is told no more', before: 'AB', after: 'B', expected: 'B' },
    ])('$title', async ({ before, after, expected }) => {
      await commitStep(db.database, lease, stepOf(rowsAt(before)));
      await commitStep(db.database, lease, stepOf(rowsAt(after)));
      expect(await stored()).toEqual(asStored(rowsAt(expected)));
      await expectCountersToBeRight();
    });
  });

  test('a transaction that lost a transfer keeps only the others', async () => {
    const at = { walletId, blockNumber: 5 };
    const both = [transferRecord(at), transferRecord({ ...at, index: 1 })];
    await commitStep(db.database, lease, stepOf({ transactions: [transactionRecord(at)], transfers: both }));
    await commitStep(
      db.database,
      lease,
      stepOf({ transactions: [transactionRecord(at)], transfers: both.slice(1) }),
    );
    expect((await stored()).transfers.map(({ position }) => position)).toEqual([both[1]?.position]);
    await expectCountersToBeRight();
  });

  test('prices stay unless the amount changed', async () => {
    const rows = blocks(1, 2);
    await commitStep(db.database, lease, stepOf(rows));
    await db.database.pool.query("UPDATE transfer SET price = 2.50, value = 12.5, price_source = 'test'");
    const transfers = rows.transfers.map((row, index) => (index === 0 ? row : { ...row, amount: 6n }));
    await commitStep(db.database, lease, stepOf({ ...rows, transfers }));
    expect((await stored()).transfers.map(({ amount, price, value }) => [amount, price, value])).toEqual([
      [5n, '2.50', '12.5'],
      [6n, null, null],
    ]);
  });
});

describe('roll-back', () => {
  test('deletes what is beyond the block and stores the replay in the same transaction', async () => {
    await commitStep(db.database, lease, stepOf(blocks(1, 10)));
    const replay = {
      transactions: [transactionRecord({ walletId, blockNumber: 8, hash: hash(555) })],
      transfers: [transferRecord({ walletId, blockNumber: 8, hash: hash(555) })],
    };
    await commitStep(db.database, lease, stepOf({ ...replay, rollbackTo: 7 }));
    const expected = blocks(1, 7);
    expect(await stored()).toEqual(
      asStored({
        transactions: [...expected.transactions, ...replay.transactions],
        transfers: [...expected.transfers, ...replay.transfers],
      }),
    );
    await expectCountersToBeRight();
  });

  test('to before everything leaves nothing; other chains and wallets are untouched', async () => {
    await commitStep(db.database, lease, stepOf(blocks(1, 4)));
    const otherId = await registerTestWallet(db.database, 2, [1, 10]);
    const other = await leaseTestWallet(db.database, 1, 'other');
    const otherChain = await leaseTestWallet(db.database, 10, 'other');
    const at = { walletId: otherId, blockNumber: 50 };
    const rows = (chainId: number) => ({
      transactions: [transactionRecord({ ...at, chainId })],
      transfers: [transferRecord({ ...at, chainId })],
    });
    await commitStep(db.database, other, stepOf(rows(1)));
    await commitStep(db.database, otherChain, stepOf(rows(10)));
    await commitStep(db.database, lease, stepOf({ rollbackTo: -1 }));
    expect(await stored()).toEqual({ transactions: [], transfers: [] });
    await commitStep(db.database, other, stepOf({ rollbackTo: 0 }));
    expect(await countTransfers(db.database, { walletIds: [walletId], filter: {} })).toBe(0);
    expect(await countTransfers(db.database, { walletIds: [otherId], filter: {} })).toBe(1);
    expect(await countTransactions(db.database, { walletIds: [otherId], filter: {} })).toBe(1);
    await expectCountersToBeRight();
  });

  test('a reader never sees the gap between roll-back and replay', async () => {
    const rows = blocks(1, 200);
    await commitStep(db.database, lease, stepOf(rows));
    let done = false;
    const seen = new Set<number>();
    const reader = (async () => {
      while (!done)
        seen.add((await db.database.pool.query('SELECT count(*)::int AS n FROM transfer')).rows[0]?.n);
    })();
    for (let round = 0; round < 10; round += 1) {
      const replay = blocks(101, 200);
      await commitStep(db.database, lease, stepOf({ ...replay, rollbackTo: 100 }));
    }
    done = true;
    await reader;
    expect([...seen]).toEqual([200]);
    await expectCountersToBeRight();
  });
});

describe('faults', () => {
  test('a row of another wallet or chain is refused', async () => {
    const strange = stepOf({ transfers: [transferRecord({ walletId: walletId + 1 })] });
    await expect(commitStep(db.database, lease, strange)).rejects.toThrow(/carries a row of wallet/);
    const otherChain = stepOf({ transactions: [transactionRecord({ walletId, chainId: 2 })] });
    await expect(commitStep(db.database, lease, otherChain)).rejects.toThrow(/carries a row of wallet/);
  });

  test('when the connection dies in the middle, nothing is stored and the process lives', async () => {
    await commitStep(db.database, lease, stepOf(blocks(1, 3), { syncedBlock: 3 }));
    // The commit waits for this lock on the counter, with its rows written already; then its backend is ended.
    const blocker = await db.database.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT * FROM counter FOR UPDATE');
    const commit = commitStep(db.database, lease, stepOf(blocks(4, 6), { syncedBlock: 6 }));
    const ended = expect(commit).rejects.toThrow();
    await expect
      .poll(async () => {
        const { rowCount } = await db.database.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO counter%'",
        );
        return rowCount;
      })
      .toBe(1);
    await ended;
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await stored()).toEqual(asStored(blocks(1, 3)));
    expect(await commitStep(db.database, lease, stepOf(blocks(4, 6), { syncedBlock: 6 }))).toBe(true);
    expect(await stored()).toEqual(asStored(blocks(1, 6)));
    await expectCountersToBeRight();
  });
});
