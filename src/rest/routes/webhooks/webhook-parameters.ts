/** What the routes of webhooks share. */
import { z } from 'zod';
import * as parameters from '../../parameters.ts';

export const path = '/wallet/webhook/';
export const onePath = `${path}:id/`;

export const params = z.object({
  id: parameters.givenText.meta({ description: 'Id of the webhook (whk_…)', examples: ['whk_AAAAAQ'] }),
});

export const wallets = z
  .array(parameters.address, { error: 'must be a list of addresses, or null for all' })
  .max(1_000, { error: 'must name at most 1000 wallets: give null for all' })
  .nullable()
  .meta({
    description: 'Only of these wallets, which you have registered; null: of all, also of those that come',
  });

export const about = { tags: ['Webhooks'] };
