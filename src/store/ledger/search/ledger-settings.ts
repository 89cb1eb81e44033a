/** How a client wants its ledger booked. */
import type { LedgerSettings } from '../../../domain/accounting/amounts/types.ts';
import { type FiatCurrency, fiatCurrencies } from '../../../domain/ids.ts';
import { reportingCurrencyOf } from '../../../domain/money/fiat.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';

export interface ClientLedgerSettings extends LedgerSettings {
  /** What the client's books are told in beside the currencies of every ledger; null: in nothing more. */
  readonly reportingCurrency: FiatCurrency | null;
}

/** SQL of the settings of a row of `client`. */
export const settingsOfClient = `jsonb_strip_nulls(jsonb_build_object(
  'ownTransfers', CASE WHEN client.settings->>'ownTransfers' = 'realize' THEN 'realize' ELSE 'carry' END,
  'receiptTokens', CASE WHEN client.settings->>'receiptTokens' = 'realize' THEN 'realize' ELSE 'carry' END,
  'liquidityTokens', CASE WHEN client.settings->>'liquidityTokens' = 'carry' THEN 'carry' ELSE 'realize' END,
  'deposits', CASE WHEN client.settings->>'deposits' = 'realize' THEN 'realize' ELSE 'carry' END,
  'reportingCurrency', CASE WHEN client.settings->>'reportingCurrency' IN (${fiatCurrencies.map((name) => `'${name}'`).join()})
    THEN client.settings->>'reportingCurrency' END))`;

/** The same of settings, as JSON. */
export function settingsText(settings: ClientLedgerSettings): string {
  const { ownTransfers, receiptTokens, liquidityTokens, deposits, reportingCurrency } = settings;
  const shared = { ownTransfers, receiptTokens, liquidityTokens, deposits };
  return JSON.stringify({ ...shared, ...(reportingCurrency === null ? {} : { reportingCurrency }) });
}

/** What holds where the client has set nothing. */
export const defaultLedgerSettings: ClientLedgerSettings = {
  ownTransfers: 'carry',
  receiptTokens: 'carry',
  liquidityTokens: 'realize',
  deposits: 'carry',
  reportingCurrency: null,
};

/** How a client wants its ledger booked. */
export async function findLedgerSettings(
  database: Database,
  clientId: number,
): Promise<ClientLedgerSettings> {
  const [settings] = await queryRows(
    database.pool,
    `SELECT settings->>'ownTransfers', settings->>'receiptTokens',
       settings->>'liquidityTokens', settings->>'deposits', settings->>'reportingCurrency' FROM (
       SELECT ${settingsOfClient} AS settings FROM client WHERE id = $1) chosen`,
    [clientId],
    (row): ClientLedgerSettings => ({
      ownTransfers: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      receiptTokens: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      liquidityTokens: row.textOrNull() === 'carry' ? 'carry' : 'realize',
      deposits: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      reportingCurrency: reportingCurrencyOf(row.textOrNull()),
    }),
  );
  return settings ?? defaultLedgerSettings;
}
