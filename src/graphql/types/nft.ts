import { imageLink } from '../../use-cases/lookups/image-links.ts';
import { builder } from '../builder/builder.ts';
import { Blockchain, FloorPrice, Nft, NftCollection } from '../builder/refs.ts';

const linkOrNull = (url: string | null, baseUrl: string): string | null =>
  url === null ? null : imageLink(url, baseUrl);

Nft.implement({
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    collection: t.expose('collection', { type: NftCollection }),
    tokenId: t.expose('tokenId', { type: 'BigInt' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    image: t.string({ nullable: true, resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.image, baseUrl) }),
    preview: t.string({
      nullable: true,
      resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.preview, baseUrl),
    }),
    thumbnail: t.string({
      nullable: true,
      resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.thumbnail, baseUrl),
    }),
    original: t.string({
      nullable: true,
      resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.original, baseUrl),
    }),
    animationImage: t.string({
      nullable: true,
      resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.animationImage, baseUrl),
    }),
    animationOriginal: t.string({
      nullable: true,
      resolve: (nft, _args, { baseUrl }) => linkOrNull(nft.animationOriginal, baseUrl),
    }),
    externalUrl: t.exposeString('externalUrl', { nullable: true }),
  }),
});

NftCollection.implement({
  fields: (t) => ({
    blockchain: t.expose('blockchain', { type: Blockchain }),
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name'),
    symbol: t.exposeString('symbol'),
    description: t.exposeString('description'),
    imageUrl: t.string({
      resolve: ({ imageUrl }, _args, { baseUrl }) => imageLink(imageUrl, baseUrl),
    }),
    openseaStatus: t.exposeString('openseaStatus'),
    isSpam: t.exposeBoolean('isSpam'),
    floor: t.field({
      type: [FloorPrice],
      complexity: { field: 1, multiplier: 3 },
      resolve: ({ floor }) => [...floor],
    }),
  }),
});

FloorPrice.implement({
  fields: (t) => ({
    price: t.expose('price', { type: 'Decimal' }),
    currency: t.exposeString('currency'),
    marketplace: t.exposeString('marketplace', { nullable: true }),
  }),
});
