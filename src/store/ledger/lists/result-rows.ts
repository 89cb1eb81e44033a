/** What a wallet's accounts earned, transaction by transaction and in order of time: by how much their totals grew. */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import { type LedgerToken, readLedgerToken } from '../ledger-rows.ts';
import { readTotals } from '../packed-figures.ts';
import { figuresBefore } from './totals-before.ts';

/** Money is in 10^-18. */
export interface ResultRow {
  /** Of the transaction; the wallet may have none there, such as where another wallet's moved what was its own. */
  position: string;
  token: LedgerToken;
  realized: bigint;
  income: bigint;
  expenses: bigint;
}

/** The tokens of which there are any totals: most that a wallet ever saw were neither sold nor earned. */
export function findTokensWithResults(database: Database, run: WalletRuns): Promise<string[]> {
  return queryRows(
    database.pool,
    `SELECT DISTINCT balance.token FROM ledger_balance balance
     WHERE balance.wallet_id = $1 AND balance.run_id = ANY($2::bigint[]) AND EXISTS (
       SELECT 1 FROM ledger_total total
       WHERE total.wallet_id = $1 AND total.run_id = ANY($3::bigint[]) AND total.token = balance.token)
     ORDER BY balance.token`,
    [run.walletId, run.stateRunIds, run.runIds],
    (row) => row.text(),
  );
}

/** What the tokens earned at positions beyond `after` and up to `until`, in their order; nothing where nothing grew. */
export async function findResults(
  database: Database,
  run: WalletRuns,
  request: {
    tokens: readonly string[];
    after: string;
    until: string;
    method: CostMethod;
    currency: Currency;
  },
): Promise<ResultRow[]> {
  const { tokens, after, until, method, currency } = request;
  const rows = await queryRows(
    database.pool,
    `SELECT total.token, total.transaction_position, total.figures::text,
       ${figuresBefore}
     FROM (
       SELECT listed.* FROM unnest($3::text[]) wanted (token) CROSS JOIN unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
         SELECT token, transaction_position, figures FROM ledger_total
         WHERE wallet_id = $1 AND run_id = run.id AND token = wanted.token
           AND transaction_position > $4 AND transaction_position <= $5
       ) listed
     ) total
     WINDOW page AS (ORDER BY total.token, total.transaction_position)
     ORDER BY total.transaction_position, total.token`,
    [run.walletId, run.runIds, tokens, after, until],
    (row): ResultRow => {
      const [token, position] = [row.text(), row.text()];
      const now = readTotals(row.text(), method, currency);
      const beforeText = row.textOrNull();
      const before = beforeText === null ? null : readTotals(beforeText, method, currency);
      return {
        ...{ position, token: readLedgerToken(token) },
        realized: now.realized - (before?.realized ?? 0n),
        income: now.income - (before?.income ?? 0n),
        expenses: now.expenses - (before?.expenses ?? 0n),
      };
    },
  );
  return rows.filter(({ realized, income, expenses }) => realized !== 0n || income !== 0n || expenses !== 0n);
}
