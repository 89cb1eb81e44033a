/** What a wallet was worth at one moment. */

import { z } from 'zod';
import type { ValuePointView } from '../../use-cases/model/value-model.ts';
import { numeral, time } from './objects/json.ts';

export const valuePointSchema = z
  .strictObject({
    timestamp: z.iso.datetime(),
    value: z.number().meta({ description: 'In the currency asked for; what has no price is left out' }),
    unpriced_count: z.int().meta({ description: 'Tokens held that have no price up to then' }),
    stale_count: z.int().meta({ description: 'Tokens valued at a price from more than an hour before' }),
  })
  .meta({ id: 'ValuePoint' });

export function valuePointJson(point: ValuePointView): string {
  return (
    `{"timestamp":${time(point.timestamp)},"value":${numeral(point.value)},` +
    `"unpriced_count":${point.unpricedCount},"stale_count":${point.staleCount}}`
  );
}
