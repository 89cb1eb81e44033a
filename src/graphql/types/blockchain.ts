import { imageLink } from '../../use-cases/lookups/image-links.ts';
import { builder } from '../builder/builder.ts';
import { pureField, sharedView } from '../builder/marks.ts';
import { Blockchain } from '../builder/refs.ts';

Blockchain.implement({
  extensions: sharedView,
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    chainId: t.exposeInt('chainId'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug'),
    symbol: t.exposeString('symbol', { description: 'Of the native token.' }),
    imageUrl: t.string({
      extensions: pureField,
      resolve: ({ imageUrl }, _args, { baseUrl }) => imageLink(imageUrl, baseUrl),
    }),
  }),
});

builder.queryField('blockchains', (t) =>
  t.field({
    type: [Blockchain],
    description: 'Every chain that the service knows, by chain id.',
    complexity: { field: 1, multiplier: 10 },
    resolve: (_root, _args, { readModel, caller }) => readModel.listBlockchains(caller),
  }),
);
