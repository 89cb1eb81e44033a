import { labelId } from '../../domain/ids.ts';
import { builder } from '../builder.ts';
import { pureField, sharedView } from '../known/marks.ts';
import { Counterparty, CustomLabel } from '../refs.ts';

CustomLabel.implement({
  extensions: sharedView,
  description: 'Your own name for an address. Nobody else sees it.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    address: t.expose('address', { type: 'Address' }),
    name: t.exposeString('name'),
    tags: t.stringList({ extensions: pureField, resolve: ({ tags }) => [...tags] }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const SetCustomLabelInput = builder.inputType('SetCustomLabelInput', {
  fields: (t) => ({
    address: t.field({ type: 'Address', required: true }),
    name: t.string({ required: true }),
    tags: t.stringList({ description: 'Replaces the tags. Left out: the label keeps those that it has.' }),
    clientMutationId: t.string(),
  }),
});

const DeleteCustomLabelInput = builder.inputType('DeleteCustomLabelInput', {
  fields: (t) => ({
    address: t.field({ type: 'Address', required: true }),
    clientMutationId: t.string(),
  }),
});

type LabelPayload = {
  counterparty: typeof Counterparty.$inferType;
  clientMutationId: string | null;
};

function payloadType(name: string) {
  return builder.objectRef<LabelPayload>(name).implement({
    fields: (t) => ({
      counterparty: t.expose('counterparty', { type: Counterparty }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });
}

const SetCustomLabelPayload = payloadType('SetCustomLabelPayload');
const DeleteCustomLabelPayload = payloadType('DeleteCustomLabelPayload');

builder.mutationFields((t) => ({
  setCustomLabel: t.field({
    type: SetCustomLabelPayload,
    description: 'Names an address, or renames it. Effective at once wherever the address is a counterparty.',
    args: { input: t.arg({ type: SetCustomLabelInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { address, name, tags, clientMutationId } = input;
      const [known] = await readModel.customLabelsByIds(caller, [labelId.encode(address)]);
      await readModel.putCustomLabel(caller, { address, name, tags: tags ?? known?.tags ?? [] });
      const counterparty = await readModel.getCounterparty(caller, address);
      return { counterparty, clientMutationId: clientMutationId ?? null };
    },
  }),
  deleteCustomLabel: t.field({
    type: DeleteCustomLabelPayload,
    description: 'Takes the custom label off an address; NOT_FOUND when it has none.',
    args: { input: t.arg({ type: DeleteCustomLabelInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { address, clientMutationId } = input;
      await readModel.deleteCustomLabel(caller, address);
      const counterparty = await readModel.getCounterparty(caller, address);
      return { counterparty, clientMutationId: clientMutationId ?? null };
    },
  }),
}));
