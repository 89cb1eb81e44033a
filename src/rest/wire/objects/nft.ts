/** NFT and collection objects: section 2.5 of the specification. */
import { z } from 'zod';
import { imageLink } from '../../../use-cases/lookups/image-links.ts';
import type { NftCollectionView, NftView } from '../../../use-cases/model/view-model.ts';
import { blockchainJson, blockchainSchema } from './blockchain.ts';
import { addressField, idField } from './fields.ts';
import { list, numeral, plain, rememberedLinks, text, textOrNull } from './json.ts';

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

const collectionJson = rememberedLinks((collection: NftCollectionView, baseUrl): string => {
  const floor = list(
    collection.floor,
    ({ price, currency, marketplace }) =>
      `{"price":${numeral(price)},"currency":${text(currency)},"marketplace":${textOrNull(marketplace)}}`,
  );
  return (
    `{"floor":${floor},"blockchain":${blockchainJson(collection.blockchain, baseUrl)},"address":${plain(collection.address)},` +
    `"name":${text(collection.name)},"symbol":${text(collection.symbol)},"description":${text(collection.description)},` +
    `"image_url":${text(imageLink(collection.imageUrl, baseUrl))},"opensea_status":${text(collection.openseaStatus)},` +
    `"is_spam":${collection.isSpam}}`
  );
});

export const nftJson = rememberedLinks((nft: NftView, baseUrl): string => {
  const image = (url: string | null): string => (url === null ? 'null' : text(imageLink(url, baseUrl)));
  return (
    `{"id":${plain(nft.id)},"collection":${collectionJson(nft.collection, baseUrl)},"token_id":${plain(nft.tokenId)},` +
    `"name":${text(nft.name)},"image":${image(nft.image)},"preview":${image(nft.preview)},` +
    `"thumbnail":${image(nft.thumbnail)},"original":${image(nft.original)},` +
    `"animation_image":${image(nft.animationImage)},"animation_original":${image(nft.animationOriginal)},` +
    `"external_url":${textOrNull(nft.externalUrl)},"description":${text(nft.description)}}`
  );
});
