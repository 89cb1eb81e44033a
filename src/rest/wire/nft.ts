/** NFT and collection objects: section 2.5 of the specification. */
import { z } from 'zod';
import type { NftCollectionView, NftView } from '../../read/model.ts';
import { blockchainJson, blockchainSchema } from './blockchain.ts';
import { addressField, idField } from './fields.ts';
import { list, numeral, plain, remembered, text, textOrNull } from './json.ts';

const url = z.string().nullable();

const collectionSchema = z
  .strictObject({
    floor: z.array(
      z.strictObject({ price: z.number(), currency: z.string(), marketplace: z.string().nullable() }),
    ),
    blockchain: blockchainSchema,
    address: addressField,
    name: z.string(),
    symbol: z.string(),
    description: z.string(),
    image_url: z.string(),
    opensea_status: z.string(),
    is_spam: z.boolean(),
  })
  .meta({ id: 'NftCollection' });

export const nftSchema = z
  .strictObject({
    id: idField('nft'),
    collection: collectionSchema,
    token_id: z.string().meta({ description: 'Decimal number within the collection' }),
    name: z.string(),
    image: url,
    preview: url,
    thumbnail: url,
    original: url,
    animation_image: url,
    animation_original: url,
    external_url: url,
    description: z.string(),
  })
  .meta({ id: 'Nft' });

const collectionJson = remembered((collection: NftCollectionView): string => {
  const floor = list(
    collection.floor,
    ({ price, currency, marketplace }) =>
      `{"price":${numeral(price)},"currency":${text(currency)},"marketplace":${textOrNull(marketplace)}}`,
  );
  return (
    `{"floor":${floor},"blockchain":${blockchainJson(collection.blockchain)},"address":${plain(collection.address)},` +
    `"name":${text(collection.name)},"symbol":${text(collection.symbol)},"description":${text(collection.description)},` +
    `"image_url":${text(collection.imageUrl)},"opensea_status":${text(collection.openseaStatus)},` +
    `"is_spam":${collection.isSpam}}`
  );
});

export const nftJson = remembered(
  (nft: NftView): string =>
    `{"id":${plain(nft.id)},"collection":${collectionJson(nft.collection)},"token_id":${plain(nft.tokenId)},` +
    `"name":${text(nft.name)},"image":${textOrNull(nft.image)},"preview":${textOrNull(nft.preview)},` +
    `"thumbnail":${textOrNull(nft.thumbnail)},"original":${textOrNull(nft.original)},` +
    `"animation_image":${textOrNull(nft.animationImage)},"animation_original":${textOrNull(nft.animationOriginal)},` +
    `"external_url":${textOrNull(nft.externalUrl)},"description":${text(nft.description)}}`,
);
