/** What was realised, earned and spent between two moments. Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { type CostMethod, type Currency, costMethods, currencies } from '../../domain/ids.ts';
import type { ResultsView } from '../../use-cases/model/totals-model.ts';
import { numeral, plain, time } from './objects/json.ts';

export const resultsSchema = z
  .strictObject({
    from: z.iso.datetime().meta({ description: 'As asked for: at or after it' }),
    to: z.iso.datetime().meta({ description: 'As asked for: before it' }),
    realized_pnl: z
      .number()
      .meta({ description: 'Of all that was disposed of; without income and expenses' }),
    income: z.number().meta({ description: 'Claims, airdrops and rewards at market value' }),
    expenses: z
      .number()
      .meta({ description: 'What was spent, and gas that belongs to no acquisition or disposal' }),
    fees: z.number().meta({
      description: 'Network fees at market value; costs, proceeds and expenses contain them already',
    }),
    missing_count: z
      .int()
      .meta({ description: 'Parts of what was disposed of whose cost is not known, and taken for 0' }),
    unpriced_count: z.int().meta({
      description:
        'Results that lack a price: what had come without one cost 0, and what went, or was earned, without one is left out',
    }),
    cost_method: z.enum(costMethods),
    currency: z.enum(currencies),
    as_of: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'null: one of the wallets is not booked yet, and left out' }),
  })
  .meta({
    id: 'Results',
    description: 'What was realised, earned and spent between two moments, over all the wallets together',
  });

/** With what was asked for. */
export interface AskedResults extends ResultsView {
  from: number;
  to: number;
  costMethod: CostMethod;
  currency: Currency;
}

export const resultsJson = (results: AskedResults): string =>
  `{"from":${time(results.from)},"to":${time(results.to)},"realized_pnl":${numeral(results.realizedPnl)},` +
  `"income":${numeral(results.income)},"expenses":${numeral(results.expenses)},"fees":${numeral(results.fees)},` +
  `"missing_count":${results.missingCount},"unpriced_count":${results.unpricedCount},` +
  `"cost_method":${plain(results.costMethod)},"currency":${plain(results.currency)},` +
  `"as_of":${results.asOf === null ? 'null' : time(results.asOf)}}`;
