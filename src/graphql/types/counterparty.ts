import { defaultPageSize } from '../../use-cases/model/view-model.ts';
import { builder } from '../builder/builder.ts';
import { connectionCost, connectionType, forwardArguments, readPage } from '../builder/connections.ts';
import { SpamFilter } from '../builder/enums.ts';
import { given } from '../builder/input-values.ts';
import { pureField, sharedView } from '../builder/marks.ts';
import { Blockchain, Counterparty, CustomLabel, DefaultLabel, Protocol, Wallet } from '../builder/refs.ts';

Counterparty.implement({
  extensions: sharedView,
  description: 'The party that a wallet transacted with, as labels name it.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name', {
      nullable: true,
      description: "The custom label's name, else the default label's, else `ensName`.",
    }),
    ensName: t.exposeString('ensName', {
      nullable: true,
      description:
        'Its primary name in ENS, which leads back to the address. Null: none is known, or the service has no mainnet node.',
    }),
    contractName: t.exposeString('contractName', {
      nullable: true,
      description:
        'What the contract calls itself (`name()`), where no default label names it. Anybody can call a contract anything: it is checked by nobody, and never part of `name`.',
    }),
    customLabel: t.expose('customLabel', { type: CustomLabel, nullable: true }),
    defaultLabel: t.expose('defaultLabel', { type: DefaultLabel, nullable: true }),
  }),
});

Protocol.implement({
  extensions: sharedView,
  description: 'Whose contract it is: the same over all contracts of a protocol, on every chain.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Stays as it is; by it logos are found.' }),
    name: t.exposeString('name'),
    category: t.exposeString('category', {
      description:
        'Such as `dex`, `aggregator`, `lending`, `bridge`, `oracle`; new ones come with new protocols.',
    }),
  }),
});

DefaultLabel.implement({
  extensions: sharedView,
  description: 'What the service itself knows of an address.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name'),
    tags: t.stringList({ extensions: pureField, resolve: ({ tags }) => [...tags] }),
    protocol: t.expose('protocol', { type: Protocol, nullable: true }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
  }),
});

builder.queryField('counterparty', (t) =>
  t.field({
    type: Counterparty,
    nullable: true,
    args: { address: t.arg({ type: 'Address', required: true }), chainId: t.arg.int() },
    resolve: (_root, { address, chainId }, { readModel, caller }) =>
      readModel.getCounterparty(caller, address, chainId ?? undefined),
  }),
);

const CounterpartyConnection = connectionType('Counterparty', Counterparty, { links: false });

builder.objectField(Wallet, 'counterparties', (t) =>
  t.field({
    type: CounterpartyConnection,
    description:
      'Those that it had transfers with, once per chain, by address. `search` and `tags` find those of which one label fits both; `search` alone looks in ENS names, too.',
    args: {
      search: t.arg.string({
        description: 'A part of the name of a custom or default label, or of the ENS name, in any case.',
      }),
      tags: t.arg.stringList({ description: 'The label has at least one of these.' }),
      spam: t.arg({
        type: SpamFilter,
        defaultValue: 'EXCLUDE',
        description: 'Whether those are listed that nothing but spam came from.',
      }),
      ...forwardArguments,
    },
    complexity: connectionCost,
    resolve: ({ address: wallet }, { search, tags, spam, first, after }, { readModel, caller }) =>
      readPage(
        { first: first ?? defaultPageSize, after },
        (page) => {
          const request = { wallet, spam: spam ?? 'EXCLUDE', ...given({ search, tags }) };
          return readModel.listCounterparties(caller, request, 'first' in page ? page : {});
        },
        null,
      ),
  }),
);
