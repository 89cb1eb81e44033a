import { builder } from '../builder.ts';
import { Blockchain, FloorPrice, Nft, NftCollection } from '../refs.ts';

Nft.implement({
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    collection: t.expose('collection', { type: NftCollection }),
    tokenId: t.expose('tokenId', { type: 'BigInt' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    image: t.exposeString('image', { nullable: true }),
    preview: t.exposeString('preview', { nullable: true }),
    thumbnail: t.exposeString('thumbnail', { nullable: true }),
    original: t.exposeString('original', { nullable: true }),
    animationImage: t.exposeString('animationImage', { nullable: true }),
    animationOriginal: t.exposeString('animationOriginal', { nullable: true }),
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
    imageUrl: t.exposeString('imageUrl'),
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
