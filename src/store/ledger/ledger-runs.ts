/** How a client wants its ledger booked, and the end of runs that were replaced. */
import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import { askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow, withTransaction } from '../connection/sql.ts';

/** SQL of the settings of a row of `client`. */
export const settingsOfClient = `jsonb_build_object(
  'ownTransfers', CASE WHEN client.settings->>'ownTransfers' = 'realize' THEN 'realize' ELSE 'carry' END,
  'receiptTokens', CASE WHEN client.settings->>'receiptTokens' = 'realize' THEN 'realize' ELSE 'carry' END,
  'liquidityTokens', CASE WHEN client.settings->>'liquidityTokens' = 'carry' THEN 'carry' ELSE 'realize' END,
  'deposits', CASE WHEN client.settings->>'deposits' = 'realize' THEN 'realize' ELSE 'carry' END)`;

/** What holds where the client has set nothing. */
export const defaultLedgerSettings: LedgerSettings = {
  ownTransfers: 'carry',
  receiptTokens: 'carry',
  liquidityTokens: 'realize',
  deposits: 'carry',
};

/** How a client wants its ledger booked. */
export async function findLedgerSettings(database: Database, clientId: number): Promise<LedgerSettings> {
  const [settings] = await queryRows(
    database.pool,
    `SELECT settings->>'ownTransfers', settings->>'receiptTokens',
       settings->>'liquidityTokens', settings->>'deposits' FROM (
       SELECT ${settingsOfClient} AS settings FROM client WHERE id = $1) chosen`,
    [clientId],
    (row): LedgerSettings => ({
      ownTransfers: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      receiptTokens: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      liquidityTokens: row.textOrNull() === 'carry' ? 'carry' : 'realize',
      deposits: row.textOrNull() === 'realize' ? 'realize' : 'carry',
    }),
  );
  return settings ?? defaultLedgerSettings;
}

/** The tables that hold a run's rows. */
const ledgerTables = [
  'ledger_balance',
  'ledger_total',
  'ledger_lot',
  'ledger_disposal',
  'ledger_issue',
  'ledger_cleared',
];

/** Deletes what runs that were superseded for a while have written: a reader may still be at one that just was. */
export async function purgeLedgerRuns(database: Database, olderThanMs: number): Promise<number> {
  const runs = await queryRows(
    database.pool,
    `SELECT id, array_to_string(wallet_ids, ',') FROM ledger_run
     WHERE superseded_at <= ${storedNow} - $1 * interval '1 millisecond' ORDER BY id LIMIT 50`,
    [olderThanMs],
    (row) => ({ id: row.bigint(), walletIds: row.text().split(',').map(Number) }),
  );
  for (const { id, walletIds } of runs) {
    await withTransaction(database.pool, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const table of ledgerTables) {
        await askEachWallet(client, walletIds, (ids) =>
          queryRows(
            client,
            `DELETE FROM ${table} WHERE wallet_id = ANY($2::int[]) AND run_id = $1`,
            [id, ids],
            () => null,
          ),
        );
      }
      await client.query('DELETE FROM ledger_run WHERE id = $1', [id]);
    });
  }
  return runs.length;
}
