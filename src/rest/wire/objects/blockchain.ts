/** Blockchain object: section 2.6 of the specification. */
import { z } from 'zod';
import { imageLink } from '../../../use-cases/lookups/image-links.ts';
import type { BlockchainView } from '../../../use-cases/model/view-model.ts';
import { idField } from './fields.ts';
import { plain, rememberedLinks, text } from './json.ts';

export const blockchainSchema = z
  .strictObject({
    id: idField('blockchain'),
    chain_id: z.int(),
    name: z.string(),
    slug: z.string(),
    symbol: z.string(),
    image_url: z.string(),
  })
  .meta({ id: 'Blockchain' });

export const blockchainJson = rememberedLinks(
  (chain: BlockchainView, baseUrl): string =>
    `{"id":${plain(chain.id)},"chain_id":${chain.chainId},"name":${text(chain.name)},"slug":${text(chain.slug)},` +
    `"symbol":${text(chain.symbol)},"image_url":${text(imageLink(chain.imageUrl, baseUrl))}}`,
);
