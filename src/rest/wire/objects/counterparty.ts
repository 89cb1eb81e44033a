/** Counterparty object: section 2.3 of the specification. */
import { z } from 'zod';
import type { CounterpartyView } from '../../../use-cases/model/view-model.ts';
import { addressField } from './fields.ts';
import { orNull, remembered } from './json.ts';
import { customLabelJson, customLabelSchema, defaultLabelJson, defaultLabelSchema } from './label.ts';

export const counterpartySchema = z
  .strictObject({
    address: addressField,
    custom_label: customLabelSchema.nullable(),
    default_label: defaultLabelSchema.nullable(),
  })
  .meta({ id: 'Counterparty' });

export const counterpartyJson = remembered(
  ({ address, customLabel, defaultLabel }: CounterpartyView): string =>
    `{"address":"${address}","custom_label":${orNull(customLabel, customLabelJson)},` +
    `"default_label":${orNull(defaultLabel, defaultLabelJson)}}`,
);
