/** Open lots and disposals of wallets. Figures are JSON numbers with all their digits, as in balances. */
import { z } from 'zod';
import { basisStatuses } from '../../use-cases/model/figures-model.ts';
import {
  disposalTreatments,
  type WalletDisposalView,
  type WalletLotView,
} from '../../use-cases/model/list-model.ts';
import { timestampField } from './objects/fields.ts';
import { numeral, numeralOrNull, plain, textOrNull, time, timeOrNull } from './objects/json.ts';
import { itemFields, itemJson, requestFields, requestJson } from './objects/ledger-item.ts';

const basisStatus = z.enum(basisStatuses).meta({
  description:
    'COMPLETE; MISSING: the cost is not known and counts as 0; UNPRICED: a price or a rate is not known',
});
const acquiredBy = z.string().nullable().meta({
  description:
    'Id of the transfer that brought it in first, perhaps to another of your wallets; null for WAC, for opening lots, and where it is not known',
});

export const lotSchema = z
  .strictObject({
    ...itemFields,
    acquired_by: acquiredBy,
    acquired_at: timestampField.meta({
      description: 'When it was acquired; for the pool of WAC, the moment that the figures stand for',
    }),
    quantity: z.number().meta({ description: 'As it came in' }),
    remaining: z.number().meta({ description: 'What is still there' }),
    unit_cost: z.number(),
    cost: z.number().meta({ description: 'Of what remains' }),
    basis_status: basisStatus,
    ...requestFields,
  })
  .meta({ id: 'Lot', description: 'A part of a balance that came in together, as far as it is still there' });

export const disposalSchema = z
  .strictObject({
    ...itemFields,
    disposed_by: z.string().nullable().meta({ description: 'Id of the transfer; null for a network fee' }),
    tx_id: z.string().nullable().meta({
      description: 'Id of the transaction that it happened in; null when a re-org has taken it away since',
    }),
    disposed_at: timestampField,
    treatment: z.enum(disposalTreatments).meta({ description: 'How it came about' }),
    is_fee: z.boolean().meta({ description: 'It was spent on a network fee' }),
    is_error: z.boolean().meta({ description: 'In a transaction that failed: only its fee was spent' }),
    acquired_by: acquiredBy,
    acquired_at: timestampField.nullable(),
    quantity: z.number(),
    proceeds: z.number().nullable().meta({ description: 'null: no price was known' }),
    cost: z.number(),
    gain: z.number().nullable().meta({ description: 'null: no price was known' }),
    basis_status: basisStatus,
    ...requestFields,
  })
  .meta({ id: 'Disposal', description: 'What one disposal took from one lot' });

export function lotJson(lot: WalletLotView, baseUrl: string): string {
  return (
    `{${itemJson(lot, baseUrl)},"acquired_by":${textOrNull(lot.acquiredById)},"acquired_at":${time(lot.acquiredAt)},` +
    `"quantity":${numeral(lot.quantity)},"remaining":${numeral(lot.remaining)},"unit_cost":${numeral(lot.unitCost)},` +
    `"cost":${numeral(lot.cost)},"basis_status":${plain(lot.basisStatus)},${requestJson(lot)}}`
  );
}

export function disposalJson(disposal: WalletDisposalView, baseUrl: string): string {
  return (
    `{${itemJson(disposal, baseUrl)},"disposed_by":${textOrNull(disposal.disposedById)},` +
    `"tx_id":${textOrNull(disposal.transactionId)},"disposed_at":${time(disposal.disposedAt)},` +
    `"treatment":${plain(disposal.taxTreatment)},"is_fee":${disposal.isFee},"is_error":${disposal.isError},` +
    `"acquired_by":${textOrNull(disposal.acquiredById)},"acquired_at":${timeOrNull(disposal.acquiredAt)},` +
    `"quantity":${numeral(disposal.quantity)},"proceeds":${numeralOrNull(disposal.proceeds)},` +
    `"cost":${numeral(disposal.cost)},"gain":${numeralOrNull(disposal.gain)},` +
    `"basis_status":${plain(disposal.basisStatus)},${requestJson(disposal)}}`
  );
}
