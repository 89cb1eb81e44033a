/** What a wallet is worth and earned. Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { costMethods, currencies } from '../../domain/ids.ts';
import { basisStatuses } from '../../use-cases/model/figures-model.ts';
import type { WalletTotalsView } from '../../use-cases/model/totals-model.ts';
import { addressField } from './objects/fields.ts';
import { numeral, plain, time } from './objects/json.ts';
import { periodSchema, periodWord } from './objects/period.ts';

export const walletTotalsSchema = z
  .strictObject({
    wallet: addressField.nullable().meta({ description: 'null: all the wallets together' }),
    realized_pnl: z.number().meta({ description: 'Within the period; without income and expenses' }),
    unrealized_pnl: z.number().meta({ description: 'Now, of what has a price' }),
    income: z.number().meta({ description: 'Within the period' }),
    expenses: z.number().meta({ description: 'Within the period' }),
    fees: z.number().meta({
      description:
        'Network fees within the period, at market value; costs, proceeds and expenses contain them already',
    }),
    cost_basis: z.number().meta({ description: 'Now, of all that is open' }),
    net_worth: z.number().meta({
      description: 'Now: own_value + held_value + debt_value; what has no price, as NFTs, is left out',
    }),
    unpriced_count: z.int().meta({ description: 'Tokens and NFTs held that have no price now' }),
    stale_count: z.int().meta({ description: 'Tokens valued at a price from more than an hour before' }),
    basis_status: z.enum(basisStatuses).meta({
      description: 'The worst of what is open and of what was disposed of and earned within the period',
    }),
    cost_method: z.enum(costMethods),
    currency: z.enum(currencies),
    as_of: z.iso.datetime(),
    own_value: z.number().meta({ description: 'Of `net_worth`: what the wallets themselves have' }),
    held_value: z
      .number()
      .meta({ description: 'Of `net_worth`: what protocols hold for them (`held_amount` of balances)' }),
    debt_value: z
      .number()
      .meta({ description: 'Of `net_worth`: what is owed (`debt` of balances), negative or 0' }),
    unbooked_count: z.int().meta({
      description: 'Wallets that the ledger has not booked yet: what they cost and earned is left out',
    }),
    period: periodSchema,
  })
  .meta({ id: 'WalletTotals' });

export function walletTotalsJson(totals: WalletTotalsView): string {
  return (
    `{"wallet":${totals.wallet === null ? 'null' : plain(totals.wallet)},` +
    `"realized_pnl":${numeral(totals.realizedPnl)},"unrealized_pnl":${numeral(totals.unrealizedPnl)},` +
    `"income":${numeral(totals.income)},"expenses":${numeral(totals.expenses)},"fees":${numeral(totals.fees)},` +
    `"cost_basis":${numeral(totals.costBasis)},"net_worth":${numeral(totals.netWorth)},` +
    `"unpriced_count":${totals.unpricedCount},"stale_count":${totals.staleCount},` +
    `"basis_status":${plain(totals.basisStatus)},"cost_method":${plain(totals.costMethod)},` +
    `"currency":${plain(totals.currency)},"as_of":${time(totals.asOf)},` +
    `"own_value":${numeral(totals.ownValue)},"held_value":${numeral(totals.heldValue)},` +
    `"debt_value":${numeral(totals.debtValue)},"unbooked_count":${totals.unbookedCount},"period":${plain(periodWord(totals.period))}}`
  );
}
