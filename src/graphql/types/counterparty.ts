import { builder } from '../builder.ts';
import { pureField, sharedView } from '../known/marks.ts';
import { Blockchain, Counterparty, CustomLabel, DefaultLabel } from '../refs.ts';

Counterparty.implement({
  extensions: sharedView,
  description: 'The party that a wallet transacted with, as labels name it.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name', {
      nullable: true,
      description: "The custom label's name, else the default label's.",
    }),
    customLabel: t.expose('customLabel', { type: CustomLabel, nullable: true }),
    defaultLabel: t.expose('defaultLabel', { type: DefaultLabel, nullable: true }),
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
