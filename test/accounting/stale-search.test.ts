/** The search for ledgers to be booked, while the database fails and notifications come at any moment: nothing is forgotten. */
import { beforeEach, expect, test } from 'vitest';
import { createStaleSearch, findStale, hearOfChange } from '../../src/ingest/accounting/stale-search.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { transactionRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });
let walletId = 0;
/** Slow enough that nothing is found but what was told of, once the first walk is through. */
const everyMs = 3_600_000;

beforeEach(async () => {
  walletId = await registerTestWallet(db.database, 1);
});

/** Its ledger is to be booked from now on. */
const change = () =>
  storeTestRows(db.database, 1, { transactions: [transactionRecord({ walletId, blockNumber: 1 })] });

/** The database, with something done around each statement, which are counted from 1. */
function watchStatements(around: {
  before?: (number: number) => void;
  after?: (text: string) => Promise<void>;
}): Database {
  const { pool } = db.database;
  let statements = 0;
  const query = async (given: { text: string }) => {
    statements += 1;
    around.before?.(statements);
    const answer = await pool.query(given);
    await around.after?.(given.text);
    return answer;
  };
  return { ...db.database, pool: Object.create(pool, { query: { value: query } }) };
}

// Of the wallets that were told of, of the prices, the end of the walk's page, and its page.
test.each([1, 2, 3, 4])(
  'a statement that fails, number %i, leaves what was told of for the next look',
  async (failing) => {
    const search = createStaleSearch();
    await findStale(search, { database: db.database, everyMs });
    // A second look at prices is due at once, and at registrations behind that of the wallet.
    Object.assign(search.prices, { dueAt: 0 });
    Object.assign(search.walk, { dueAt: 0, after: 1_000_000 });
    await change();
    hearOfChange(search, String(walletId));
    const database = watchStatements({
      before(number) {
        if (number === failing) throw new Error('the database is away');
      },
    });
    await expect(findStale(search, { database, everyMs })).rejects.toThrow('the database is away');
    const { stale } = await findStale(search, { database: db.database, everyMs });
    expect(stale).toEqual([{ clientId: expect.any(Number), walletId }]);
  },
);

test('notifications that were missed while a page is read begin the walk anew', async () => {
  const search = createStaleSearch();
  const database = watchStatements({
    async after(text) {
      if (!text.includes('registration.id >')) return;
      // What changes after the page was read is told to nobody, and the listener says that it has missed something.
      await change();
      hearOfChange(search, '');
    },
  });
  expect(await findStale(search, { database, everyMs })).toEqual({ stale: [], nextMs: 0 });
  const { stale } = await findStale(search, { database: db.database, everyMs });
  expect(stale).toEqual([{ clientId: expect.any(Number), walletId }]);
});
