/** How a client wants its ledger booked. */
import type { LedgerSettings } from '../../../domain/accounting/amounts/types.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';

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
