/** Bulk writes of a wallet's history into the service's tables, all indexes in place: rows per second. */
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { benchClient, fillLookups } from '../data/fill.ts';
import { type HistoryStep, historyOf } from '../data/history.ts';
import { layoutOf } from '../data/layout.ts';
import { startEmptyDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, grouped, medianOf, printTable } from '../report.ts';
import { leaseNewWallet, storeContenders } from './contenders.ts';

const defaultSize = 50_000;

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startEmptyDatabase('store');
  stack.defer(server.stop);
  const database = await openDatabase({ url: server.url, statementTimeoutMs: 0 });
  stack.defer(() => database.close());
  const size = options.size || defaultSize;
  const layout = layoutOf(size);
  await fillLookups(database, layout);
  const { id: clientId } = await ensureClient(database, benchClient);
  const results = storeContenders.map((contender) => ({ contender, rates: [] as number[] }));
  let wallets = 0;
  // The first round is not counted: code is compiled while it runs.
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const { contender, rates } of results) {
      const lease = await leaseNewWallet(database, clientId, wallets);
      const wallet = { id: lease.walletId, address: lease.address, number: wallets };
      const steps = [...historyOf(layout, wallet, round === 0 ? Math.min(size, 5_000) : size)];
      wallets += 1;
      const startedAt = performance.now();
      await contender.store(database, lease, steps);
      const seconds = (performance.now() - startedAt) / 1000;
      await requireStored(database, lease.walletId, steps);
      if (round > 0) rates.push(rowsOf(steps) / seconds);
    }
  }
  const reference = medianOf(results.at(-1)?.rates ?? []);
  printTable([
    [`a wallet of ${grouped(size)} transfers`, 'rows/s', '÷ createMany'],
    ...results.map(({ contender, rates }) => {
      const median = medianOf(rates);
      return [contender.name, grouped(median), `${(median / reference).toFixed(1)} ×`];
    }),
  ]);
}

const rowsOf = (steps: readonly HistoryStep[]): number =>
  steps.reduce((sum, { transactions, transfers }) => sum + transactions.length + transfers.length, 0);

/** A contender that lost rows is not fast. */
async function requireStored(
  database: Database,
  walletId: number,
  steps: readonly HistoryStep[],
): Promise<void> {
  const { rows } = await database.pool.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM transaction WHERE wallet_id = $1) + (SELECT count(*) FROM transfer WHERE wallet_id = $1) AS count`,
    [walletId],
  );
  if (Number(rows[0]?.count) !== rowsOf(steps))
    throw new Error(`${rows[0]?.count} rows are stored, not ${rowsOf(steps)}`);
}
