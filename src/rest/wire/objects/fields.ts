/** Fields that several wire shapes have, as documented in OpenAPI. */
import { z } from 'zod';

export const addressField = z.string().meta({
  description: '0x and 40 hex digits, lower case',
  examples: ['0x00000000219ab540356cbb839cbe05303d7705fa'],
});
export const hashField = z.string().meta({
  description: '0x and 64 hex digits, lower case',
  examples: ['0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'],
});
export const timestampField = z
  .string()
  .meta({ description: 'ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ', examples: ['2024-01-31T12:00:00Z'] });
export const fixed4Field = (description: string) =>
  z.string().meta({
    description: `${description}; a decimal with 4 fractional digits, rounded half-even`,
    examples: ['1.5000'],
  });
export const positionField = z.string().meta({
  description:
    'Its place in the order that the ledger books by: as text, over all chains; a transaction stands before its transfers',
  examples: ['65920080000000010000000000c8000000'],
});
export const idField = (prefix: string) =>
  z.string().meta({ description: `Opaque, begins with ${prefix}_`, examples: [`${prefix}_AAAAAQ`] });
