/** Everything that a client's ledger says, read through the store: two ledgers with the same text say the same. */
import { costMethods, currencies } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { type CurrentRun, findCurrentRuns, findLedgerFigures } from '../../src/store/ledger/ledger-reads.ts';
import {
  countDisposals,
  countLots,
  pageDisposals,
  pageLots,
} from '../../src/store/ledger/lists/account-lots.ts';
import { exportDisposals } from '../../src/store/ledger/lists/ledger-export.ts';
import { countIssues, pageIssues } from '../../src/store/ledger/lists/ledger-issues.ts';

const everything = 100_000;

async function tokensOf(database: Database, run: CurrentRun): Promise<string[]> {
  const { rows } = await database.pool.query<{ token: string }>(
    `SELECT DISTINCT token FROM ledger_balance WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) ORDER BY token`,
    [run.walletId, run.stateRunIds],
  );
  return rows.map(({ token }) => token);
}

/** Rows as they lie in a table, without the run that wrote them. */
async function rawRows(database: Database, table: string, run: CurrentRun): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    `SELECT (to_jsonb(listed) - 'run_id')::text AS row FROM ${table} listed WHERE wallet_id = $1 AND run_id = ANY($2::bigint[])
     ORDER BY 1`,
    [run.walletId, run.runIds],
  );
  return rows.map(({ row }) => row);
}

/** How each token stands, by the last run that has it: balances and lots as they lie in their tables. */
async function rawState(database: Database, run: CurrentRun): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    `WITH last AS (
       SELECT wallet_id, token, max(run_id) AS run_id FROM ledger_balance
       WHERE wallet_id = $1 AND run_id = ANY($2::bigint[]) GROUP BY wallet_id, token)
     SELECT (to_jsonb(held) - 'run_id')::text AS row FROM last JOIN ledger_balance held USING (wallet_id, run_id, token)
     UNION ALL
     SELECT (to_jsonb(lot) - 'run_id')::text FROM last JOIN ledger_lot lot USING (wallet_id, run_id, token)
     ORDER BY 1`,
    [run.walletId, run.stateRunIds],
  );
  return rows.map(({ row }) => row);
}

/** All rows as they lie in the tables, and, with a method and currency after the other, as the store reads them. */
async function figuresOf(database: Database, run: CurrentRun, positions: readonly (string | null)[]) {
  const lists: unknown[] = [await rawState(database, run)];
  const own = run.reportingCurrency ?? 'USD';
  for (const table of ['ledger_total', 'ledger_disposal', 'ledger_issue']) {
    lists.push(table, await rawRows(database, table, run));
  }
  for (const [index, method] of costMethods.entries()) {
    for (const fromPosition of positions) {
      const currency = currencies[index] ?? 'XDAI';
      lists.push(await findLedgerFigures(database, [run], { method, currency, fromPosition }));
    }
    const request = { method, currency: own, from: 0, to: 0xffffffff } as const;
    lists.push(
      await findLedgerFigures(database, [run], { ...request, fromPosition: positions.at(-1) ?? null }),
    );
    for await (const rows of exportDisposals(database, run, request)) lists.push(rows);
  }
  for (const [index, token] of (await tokensOf(database, run)).entries()) {
    const method = costMethods[index % costMethods.length] ?? 'FIFO';
    const key = { run, token, method };
    const all = { currency: own, fromPosition: null, after: null, limit: everything } as const;
    const disposals = await pageDisposals(database, key, all);
    const last = disposals.at(2);
    const after = last === undefined ? null : { position: last.disposedBy.position, part: last.part };
    lists.push(
      ...[token, method, disposals, await pageDisposals(database, key, { ...all, after, limit: 2 })],
      await pageLots(database, key, { currency: 'ETH', fromPlace: 0, limit: everything }),
      await countLots(database, key),
      await countDisposals(database, key, positions.at(-1) ?? null),
    );
  }
  const count = await countIssues(database, run);
  lists.push(count, await pageIssues(database, run, { fromPlace: count - 1, limit: everything }));
  lists.push(await pageIssues(database, run, { fromPlace: count - 2, limit: 2 }));
  return { walletId: run.walletId, lists };
}

/** One text per figure, wallet by wallet; `positions` begin periods, null: all time. */
export async function readLedger(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
  positions: readonly (string | null)[],
): Promise<string> {
  const runs = await findCurrentRuns(database, clientId, walletIds);
  const ledgers: unknown[] = [];
  for (const run of runs.toSorted((left, right) => left.walletId - right.walletId)) {
    ledgers.push({ isStale: run.isStale, ...(await figuresOf(database, run, positions)) });
  }
  return JSON.stringify(
    ledgers,
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    1,
  );
}
