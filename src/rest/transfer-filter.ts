/** The filters of transfers, for the list and for totals. */
import type { z } from 'zod';
import { givenFields } from '../domain/given.ts';
import type { SpamFilter, TransferFilter } from '../use-cases/model/view-model.ts';
import * as parameters from './parameters.ts';
import { categoryChoices } from './wire/transaction.ts';

export const transferFilterFields = {
  counterparty_address: parameters.counterpartyAddress,
  token: parameters.token,
  side: parameters
    .choice({ inflow: 'inflow', outflow: 'outflow' } as const, 'Only this direction')
    .optional(),
  from: parameters.from,
  to: parameters.to,
  blockchain: parameters.blockchain,
  category: parameters
    .choices(categoryChoices, 'Only transfers of transactions of these categories')
    .optional(),
  min_value: parameters.minValue,
};

type TransferFilterQuery = { [Name in keyof typeof transferFilterFields]?: Value<Name> | undefined };
type Value<Name extends keyof typeof transferFilterFields> = z.output<(typeof transferFilterFields)[Name]>;

export function transferFilter(
  query: TransferFilterQuery & { spam?: SpamFilter | undefined },
  chainIds: readonly number[] | undefined,
): TransferFilter {
  return givenFields({
    counterparties: query.counterparty_address,
    tokens: query.token,
    chainIds,
    side: query.side,
    from: query.from,
    to: query.to,
    categories: query.category,
    minValue: query.min_value,
    spam: query.spam,
  });
}
