/** Custom label (docs/design.md, "REST") and default label (section 2.3 of the specification). */
import { z } from 'zod';
import type { CustomLabelView, DefaultLabelView } from '../../../use-cases/model/view-model.ts';
import { addressField, idField, timestampField } from './fields.ts';
import { plain, remembered, text, time } from './json.ts';

const tagsField = z
  .string()
  .meta({ description: 'Names, separated by commas', examples: ['exchange,hot-wallet'] });

export const customLabelSchema = z
  .strictObject({
    id: idField('label'),
    address: addressField,
    name: z.string(),
    tags: tagsField,
    created_at: timestampField,
    updated_at: timestampField,
  })
  .meta({ id: 'CustomLabel', description: 'A name that the client gave to an address' });

export const customLabelJson = remembered(
  (label: CustomLabelView): string =>
    `{"id":${plain(label.id)},"address":${plain(label.address)},"name":${text(label.name)},` +
    `"tags":${text(label.tags.join(','))},"created_at":${time(label.createdAt)},"updated_at":${time(label.updatedAt)}}`,
);

export const defaultLabelSchema = z
  .strictObject({
    id: idField('contract'),
    address: addressField,
    name: z.string(),
    tags: tagsField,
    blockchain_id: idField('blockchain'),
  })
  .meta({ id: 'DefaultLabel', description: 'What the service itself knows of an address' });

export const defaultLabelJson = remembered(
  (label: DefaultLabelView): string =>
    `{"id":${plain(label.id)},"address":${plain(label.address)},"name":${text(label.name)},` +
    `"tags":${text(label.tags.join(','))},"blockchain_id":${plain(label.blockchain.id)}}`,
);
