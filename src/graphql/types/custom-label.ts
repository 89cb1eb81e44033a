import { labelId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { CounterpartyView } from '../../use-cases/model/view-model.ts';
import { plainParameters, restPaths } from '../../use-cases/pages/page-links.ts';
import { builder } from '../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../builder/connections.ts';
import type { GraphqlContext } from '../builder/context.ts';
import { given } from '../builder/input-values.ts';
import { pureField, sharedView } from '../builder/marks.ts';
import { Counterparty, CustomLabel } from '../builder/refs.ts';

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

const CustomLabelConnection = connectionType('CustomLabel', CustomLabel, { links: true });

builder.queryField('customLabels', (t) =>
  t.field({
    type: CustomLabelConnection,
    nullable: true,
    description: 'Your own names for addresses, by address.',
    args: connectionArguments,
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listCustomLabels(caller, page), {
        baseUrl,
        path: restPaths.labels,
        parameters: plainParameters,
      }),
  }),
);

const SetCustomLabelInput = builder.inputType('SetCustomLabelInput', {
  fields: (t) => ({
    address: t.field({ type: 'Address', required: true }),
    name: t.string({ required: true }),
    tags: t.stringList({ description: 'Replaces the tags. Left out: the label keeps those that it has.' }),
    clientMutationId: t.string(),
  }),
});

const UpdateCustomLabelInput = builder.inputType('UpdateCustomLabelInput', {
  fields: (t) => ({
    address: t.field({ type: 'Address', required: true }),
    name: t.string({ description: 'Left out: the label keeps its name.' }),
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

interface LabelPayload {
  address: Address;
  /** First where the caller's wallets met it most often. */
  onChains: readonly CounterpartyView[];
  clientMutationId: string | null;
}

/** What the cost of a query is reckoned with. */
const usualChains = 10;

function payloadType(name: string) {
  return builder.objectRef<LabelPayload>(name).implement({
    fields: (t) => ({
      counterparty: t.field({
        type: Counterparty,
        description: 'On the chain on which your wallets met it most often.',
        resolve: ({ onChains: [first] }) => {
          if (first === undefined) throw new Error('a counterparty that is on no chain, nor without one');
          return first;
        },
      }),
      counterparties: t.field({
        type: [Counterparty],
        description:
          'The same address under every id that a list may give it: a label names it on all chains. With their `id`, a normalised cache shows the change everywhere.',
        complexity: { field: 1, multiplier: usualChains },
        resolve: ({ onChains }) => [...onChains],
      }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });
}

const SetCustomLabelPayload = payloadType('SetCustomLabelPayload');
const UpdateCustomLabelPayload = payloadType('UpdateCustomLabelPayload');
const DeleteCustomLabelPayload = payloadType('DeleteCustomLabelPayload');

builder.objectField(DeleteCustomLabelPayload, 'deletedCustomLabelId', (t) =>
  t.id({
    description: 'To be taken out of lists.',
    resolve: ({ address }) => labelId.encode(address),
  }),
);

async function payloadOf(
  { readModel, caller }: GraphqlContext,
  { address, clientMutationId }: { address: Address; clientMutationId?: string | null | undefined },
): Promise<LabelPayload> {
  const onChains = await readModel.counterpartyOnChains(caller, address);
  return { address, onChains, clientMutationId: clientMutationId ?? null };
}

builder.mutationFields((t) => ({
  setCustomLabel: t.field({
    type: SetCustomLabelPayload,
    description: 'Names an address, or renames it. Effective at once wherever the address is a counterparty.',
    args: { input: t.arg({ type: SetCustomLabelInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { readModel, caller } = context;
      const { address, name, tags } = input;
      const [known] = await readModel.customLabelsByIds(caller, [labelId.encode(address)]);
      await readModel.putCustomLabel(caller, { address, name, tags: tags ?? known?.tags ?? [] });
      return payloadOf(context, input);
    },
  }),
  updateCustomLabel: t.field({
    type: UpdateCustomLabelPayload,
    description: 'Changes the name, the tags or both of a custom label; NOT_FOUND when the address has none.',
    args: { input: t.arg({ type: UpdateCustomLabelInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { address, name, tags } = input;
      const change = given({ name, tags });
      if (Object.keys(change).length === 0) throw changesNothing();
      await context.readModel.patchCustomLabel(context.caller, address, change);
      return payloadOf(context, input);
    },
  }),
  deleteCustomLabel: t.field({
    type: DeleteCustomLabelPayload,
    description: 'Takes the custom label off an address; NOT_FOUND when it has none.',
    args: { input: t.arg({ type: DeleteCustomLabelInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      await context.readModel.deleteCustomLabel(context.caller, input.address);
      return payloadOf(context, input);
    },
  }),
}));

function changesNothing(): PublicError {
  const message = 'changes nothing: give name, tags or both';
  return new PublicError('BAD_INPUT', message, [{ path: 'input', message }]);
}
