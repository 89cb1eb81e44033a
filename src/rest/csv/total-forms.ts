/** Totals and results as CSV. */
import { formatTime } from '../../domain/time/time.ts';
import type { WalletTotalsView } from '../../use-cases/model/totals-model.ts';
import { periodWord } from '../wire/objects/period.ts';
import type { AskedResults } from '../wire/results.ts';
import type { CsvForm } from './columns.ts';

export const walletTotalsCsv: CsvForm<WalletTotalsView> = {
  fileName: 'totals.csv',
  columns: [
    ['wallet', ({ wallet }) => wallet],
    ['realized_pnl', ({ realizedPnl }) => realizedPnl],
    ['unrealized_pnl', ({ unrealizedPnl }) => unrealizedPnl],
    ['income', ({ income }) => income],
    ['expenses', ({ expenses }) => expenses],
    ['fees', ({ fees }) => fees],
    ['cost_basis', ({ costBasis }) => costBasis],
    ['net_worth', ({ netWorth }) => netWorth],
    ['unpriced_count', ({ unpricedCount }) => unpricedCount],
    ['stale_count', ({ staleCount }) => staleCount],
    ['basis_status', ({ basisStatus }) => basisStatus],
    ['cost_method', ({ costMethod }) => costMethod],
    ['currency', ({ currency }) => currency],
    ['as_of', ({ asOf }) => formatTime(asOf)],
    ['own_value', ({ ownValue }) => ownValue],
    ['held_value', ({ heldValue }) => heldValue],
    ['debt_value', ({ debtValue }) => debtValue],
    ['unbooked_count', ({ unbookedCount }) => unbookedCount],
    ['period', ({ period }) => periodWord(period)],
  ],
};

export const resultsCsv: CsvForm<AskedResults> = {
  fileName: 'results.csv',
  columns: [
    ['from', ({ from }) => formatTime(from)],
    ['to', ({ to }) => formatTime(to)],
    ['realized_pnl', ({ realizedPnl }) => realizedPnl],
    ['income', ({ income }) => income],
    ['expenses', ({ expenses }) => expenses],
    ['fees', ({ fees }) => fees],
    ['missing_count', ({ missingCount }) => missingCount],
    ['unpriced_count', ({ unpricedCount }) => unpricedCount],
    ['cost_method', ({ costMethod }) => costMethod],
    ['currency', ({ currency }) => currency],
    ['as_of', ({ asOf }) => (asOf === null ? null : formatTime(asOf))],
  ],
};
