/** The schema builder: the only place for plugins, scalars and the context. */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphqlContext } from './context.ts';
import { executorField } from './marks.ts';
import { loadNodes, maximumNodes, typenameOfId, typenameOfNode } from './nodes.ts';
import {
  addressScalar,
  bigIntScalar,
  dateTimeScalar,
  decimalScalar,
  digitsScalar,
  hashScalar,
  type ScalarTypes,
  urlScalar,
} from './scalars.ts';

export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  Scalars: ScalarTypes;
  DefaultFieldNullability: false;
}>({
  plugins: [RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  relay: {
    // The global id of a node is its public id, the same as in REST.
    encodeGlobalID: (_typename, id) => String(id),
    decodeGlobalID: (id) => ({ typename: typenameOfId(id) ?? '', id }),
    nodeFieldOptions: { nullable: false },
    nodeTypeOptions: { resolveType: typenameOfNode },
    nodeQueryOptions: {
      extensions: executorField,
      description: 'Any object by its id; null when it does not exist, or is not yours to see.',
      resolve: async (_root, { id }, { readModel, caller }) => {
        const [node] = await loadNodes(readModel, caller, [id.id]);
        return node ?? null;
      },
    },
    nodesQueryOptions: {
      extensions: executorField,
      description: `Up to ${maximumNodes} objects by their ids, in the order asked, null for each that is not found.`,
      complexity: (args: { ids: readonly unknown[] }) => ({ field: 1, multiplier: args.ids.length }),
      resolve: (_root, { ids }, { readModel, caller }) =>
        loadNodes(
          readModel,
          caller,
          ids.map(({ id }) => id),
        ),
    },
  },
  // Reckoned and limited once per operation, in cost.ts. A list that is not paged says how long it usually is; everything
  // else counts once.
  complexity: { defaultListMultiplier: 1, disabled: true },
});

builder.scalarType('Address', addressScalar);
builder.scalarType('Hash', hashScalar);
builder.scalarType('DateTime', dateTimeScalar);
builder.scalarType('Decimal', decimalScalar);
builder.scalarType('BigInt', bigIntScalar);
builder.scalarType('URL', urlScalar);
builder.scalarType('Digits', digitsScalar);

builder.queryType({
  description: 'Everything that can be read. Each wallet must have been registered first.',
});
builder.mutationType({});
builder.subscriptionType({});
