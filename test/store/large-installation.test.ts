/** What one commit of one wallet costs among 100,000 registrations, with all that follows from it: as much as among 100; and a page of the walk through all. */
import { expect, onTestFinished, test } from 'vitest';
import { createStaleSearch, findStale, hearOfChange } from '../../src/ingest/accounting/stale-search.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { pricedWallets } from '../../src/store/prices/transfer-prices.ts';
import { duePricing, nextPricingInMs, settlePricing } from '../../src/store/queues/pricing-queue.ts';
import { commitStep } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { openMeasured } from '../support/blocks-read.ts';
import { statementsOf } from '../support/builders.ts';
import { stepOf } from '../support/loaded-wallet.ts';
import { fillRegistrations } from '../support/many-registrations.ts';
import { hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const walletId = 1;

test('a commit and its look-ups by jobs: the same statements, and as many blocks', async () => {
  const { database, measure } = await openMeasured(db.url);
  onTestFinished(database.close);
  let block = 100;
  /** One wallet gets a transfer: leased, stored, priced, found to be booked. */
  const work = async (): Promise<void> => {
    block += 1;
    await database.pool.query('UPDATE sync SET next_run_at = now() WHERE wallet_id = $1', [walletId]);
    const lease = await leaseSync(database, { owner: 'a', leaseMs: 60_000, chainIds: [1] });
    if (lease === null) throw new Error('nothing to lease');
    const at = { walletId, blockNumber: block, hash: hash(block) };
    const rows = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    await commitStep(database, lease, stepOf(rows, { release: true, syncedBlock: block }));
    const due = await duePricing(database, 50);
    await pricedWallets(
      database,
      due.map((one) => one.walletId),
    );
    for (const one of due) await settlePricing(database, one, Number.POSITIVE_INFINITY);
    await nextPricingInMs(database);
    hearOfChange(search, String(walletId));
    const { stale } = await findStale(search, { database, everyMs: 3_600_000 });
    expect(stale).toEqual([{ clientId: 102, walletId }]);
  };
  let search = createStaleSearch();
  const cost = async (count: number) => {
    await fillRegistrations(db.database, count);
    search = createStaleSearch();
    // The walk of the start is over.
    while ((await findStale(search, { database, everyMs: 3_600_000 })).nextMs === 0);
    const blocks = await measure(work);
    const statements = await statementsOf(work);
    // The catalog would be written for each step.
    expect(statements.filter((text) => /\bTEMP\b/i.test(text))).toEqual([]);
    return { blocks, statements: statements.length };
  };
  const few = await cost(100);
  const many = await cost(100_000);
  const whole = await measure(() => findStaleLedgers(database));
  expect(many.statements).toBe(few.statements);
  // Indexes are higher by a level or two: some blocks more for each of the statements.
  expect(many.blocks).toBeLessThan(few.blocks + 5 * few.statements);
  expect(many.blocks).toBeLessThan(whole / 20);
});

test('a page of the walk through all registrations reads the ledgers of its own alone', async () => {
  const measured = await openMeasured(db.url);
  const { database } = measured;
  onTestFinished(database.close);
  await fillRegistrations(db.database, 12_000, 1);
  // As rows lie that are written anew with each booking: in no order.
  for (const table of ['ledger_wallet', 'ledger_input']) {
    await db.database.pool.query(
      `CREATE TABLE shuffled AS SELECT * FROM ${table} ORDER BY md5(wallet_id::text); TRUNCATE ${table};
       INSERT INTO ${table} SELECT * FROM shuffled; DROP TABLE shuffled; ANALYZE ${table}`,
    );
  }
  const scanned = () =>
    measured.scanned(['registration', 'sync', 'ledger_wallet', 'ledger_input', 'ledger_run']);
  const search = createStaleSearch();
  // More often than PostgreSQL plans a statement for its values, before it may make one plan for all.
  for (let page = 1; page <= 8; page += 1) {
    const before = await scanned();
    expect(await findStale(search, { database, everyMs: 3_600_000 })).toEqual({ stale: [], nextMs: 0 });
    expect([page, (await scanned()) - before]).toEqual([page, 0]);
  }
  expect(search.walk.after).toBeGreaterThan(0);
});
