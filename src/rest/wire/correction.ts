/** A client's correction. */
import { z } from 'zod';
import { currencies } from '../../domain/ids.ts';
import { correctionKinds, taxTreatments } from '../../domain/model.ts';
import type { AuthorView, CorrectionView } from '../../use-cases/model/correction-model.ts';

import { addressField, idField, timestampField } from './objects/fields.ts';
import { orNull, plain, text, textOrNull, time, timeOrNull } from './objects/json.ts';
import { tokenJson, tokenSchema } from './objects/token.ts';

const authorSchema = z
  .strictObject({
    key_id: z.string(),
    name: z
      .string()
      .nullable()
      .meta({ description: 'null when the key is gone, and for a credential of some of the wallets' }),
  })
  .meta({ id: 'Author', description: 'The API key with which something was changed' });

const decimalField = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}; an exact decimal`, examples: ['12.5'] });

export const correctionSchema = z
  .strictObject({
    id: idField('corr'),
    kind: z.enum(correctionKinds),
    wallet: addressField,
    blockchain: idField('blockchain'),
    transfer: z.string().nullable().meta({ description: 'Id of the transfer; null for an opening lot' }),
    token: tokenSchema.nullable(),
    treatment: z.enum(taxTreatments).nullable(),
    price: decimalField('Per unit, in `currency`'),
    cost: decimalField('Of the whole quantity, network fees included, in `currency`'),
    currency: z.enum(currencies).nullable(),
    quantity: decimalField('Of an opening lot, in units of the token'),
    acquired_at: timestampField.nullable(),
    note: z.string().nullable(),
    created_at: timestampField,
    created_by: authorSchema,
    undone_at: timestampField.nullable(),
    undone_by: authorSchema.nullable(),
    applies: z.boolean().meta({
      description:
        'Whether the ledger is booked with it: not when it is undone, nor when its transfer is gone or set aside as spam',
    }),
    replaced_by: z.string().nullable(),
  })
  .meta({ id: 'Correction' });

const authorJson = ({ keyId, name }: AuthorView): string =>
  `{"key_id":${text(keyId)},"name":${textOrNull(name)}}`;

export function correctionJson(correction: CorrectionView): string {
  const { blockchain, acquiredAt, undoneAt } = correction;
  return (
    `{"id":${plain(correction.id)},"kind":${plain(correction.kind)},"wallet":${plain(correction.wallet)},` +
    `"blockchain":${plain(blockchain.id)},"transfer":${textOrNull(correction.transferId)},` +
    `"token":${orNull(correction.token, tokenJson)},"treatment":${textOrNull(correction.treatment)},` +
    `"price":${textOrNull(correction.price)},"cost":${textOrNull(correction.cost)},` +
    `"currency":${textOrNull(correction.currency)},"quantity":${textOrNull(correction.quantity)},` +
    `"acquired_at":${timeOrNull(acquiredAt)},"note":${textOrNull(correction.note)},` +
    `"created_at":${time(correction.createdAt)},"created_by":${authorJson(correction.createdBy)},` +
    `"undone_at":${timeOrNull(undoneAt)},"undone_by":${orNull(correction.undoneBy, authorJson)},` +
    `"applies":${correction.applies},"replaced_by":${textOrNull(correction.replacedBy)}}`
  );
}
