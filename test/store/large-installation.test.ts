/** What one commit of one wallet costs among 100,000 registrations, with all that follows from it: as much as among 100. */
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
