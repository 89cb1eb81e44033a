import { builder } from '../builder/builder.ts';
import { sharedView } from '../builder/marks.ts';
import { Asset, Blockchain, RawToken, Token } from '../builder/refs.ts';

Token.implement({
  extensions: sharedView,
  description: 'A recognised fungible token. The all-zero address is the native token of its chain.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    asset: t.expose('asset', { type: Asset }),
    address: t.expose('address', { type: 'Address' }),
    decimals: t.exposeInt('decimals', { nullable: true }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
  }),
});

Asset.implement({
  extensions: sharedView,
  description: 'A coin, which may live as a token on several chains.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    symbol: t.exposeString('symbol'),
    slug: t.exposeString('slug'),
  }),
});

RawToken.implement({
  extensions: sharedView,
  description: 'The token as it was seen on chain, recognised or not.',
  fields: (t) => ({
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name', { description: 'As its contract says; empty when it does not.' }),
    symbol: t.exposeString('symbol', { description: 'As its contract says; empty when it does not.' }),
    tokenId: t.expose('tokenId', { type: 'BigInt', nullable: true, description: 'Of NFTs only.' }),
  }),
});
