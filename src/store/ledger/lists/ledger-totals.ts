/** What wallets earned over all their tokens and NFTs, summed by the database. */

import type { BasisStatus } from '../../../domain/accounting/amounts/types.ts';
import { figuresBasis } from '../../../domain/accounting/period-figures.ts';
import { askByWallet } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import { type FigureChoice, figuresSql, figureValues, type WalletRuns } from '../ledger-reads.ts';
import { worstBasisOfCodes } from '../ledger-rows.ts';
import { readTotals } from '../packed-figures.ts';

/** Money is in 10^-18. */
export interface WalletSums {
  walletId: number;
  /** What the open lots cost. */
  costBasis: bigint;
  realized: bigint;
  income: bigint;
  expenses: bigint;
  fees: bigint;
  /** The worst of all accounts. */
  basis: BasisStatus;
  /** How often a basis was missing, and how often a price, in what was disposed of and earned. */
  missingResults: number;
  unpricedResults: number;
  /** NFTs, of whatever number of editions, that are held. */
  nftCount: number;
}

/** One row per wallet that has an account: the cost is that of its accounts, however many movements they had. */
export async function sumLedgerFigures(
  database: Database,
  runs: readonly WalletRuns[],
  choice: FigureChoice,
): Promise<WalletSums[]> {
  if (runs.length === 0) return [];
  return askByWallet(
    database.pool,
    runs,
    ({ walletId }) => walletId,
    (own, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT wallet_id, sum(cost_basis), sum(realized), sum(income), sum(expenses), sum(fees),
           array_to_string(array_agg(DISTINCT basis), ','), sum(missing), sum(unpriced),
           count(*) FILTER (WHERE token_id IS NOT NULL AND balance <> 0), string_agg(before::text, ',')
         FROM (${figuresSql(choice, 'all', ofWallet)}) AS figures GROUP BY wallet_id`,
        figureValues(own, choice),
        (row) => readSums(row, choice),
      ),
  );
}

function readSums(row: RowReader, { method, currency }: FigureChoice): WalletSums {
  const sums = {
    walletId: row.integer(),
    costBasis: row.bigint(),
    realized: row.bigint(),
    income: row.bigint(),
    expenses: row.bigint(),
    fees: row.bigint(),
  };
  const open = worstBasisOfCodes(row.text().split(','));
  const unknown = { missing: row.integer(), unpriced: row.integer() };
  const nftCount = row.integer();
  for (const text of row.textOrNull()?.split(',') ?? []) {
    const before = readTotals(text, method, currency);
    sums.realized -= before.realized;
    sums.income -= before.income;
    sums.expenses -= before.expenses;
    sums.fees -= before.fees;
    unknown.missing -= before.missing;
    unknown.unpriced -= before.unpriced;
  }
  return {
    ...{ ...sums, basis: figuresBasis(open, unknown), nftCount },
    ...{ missingResults: unknown.missing, unpricedResults: unknown.unpriced },
  };
}
