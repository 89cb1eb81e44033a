/** What a schema may not have where its queries are planned: each rule, broken. */
import {
  buildSchema,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  isObjectType,
  isScalarType,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { createLoaders, type GraphqlContext } from '../../src/graphql/builder/context.ts';
import { executorField, pureField, sharedView } from '../../src/graphql/builder/marks.ts';
import { createKnownQueries } from '../../src/graphql/known/known-queries.ts';
import { schema as ownSchema } from '../../src/graphql/schema.ts';
import { buildSampleWorld } from './sample-world.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

function schemaOf(text: string, change: (schema: GraphQLSchema) => void = () => {}): GraphQLSchema {
  const schema = buildSchema(text);
  change(schema);
  return schema;
}

function fieldOf(schema: GraphQLSchema, typeName: string, name: string) {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`no field ${typeName}.${name}`);
  return field;
}

const withResolver = (resolve: Resolver, extensions = {}) =>
  schemaOf('type Query { text(size: Int): String }', (schema) =>
    Object.assign(fieldOf(schema, 'Query', 'text'), { resolve, extensions }),
  );

const takesInfo: Resolver = (_source, _args, _context, info) => info.fieldName;

test.each<[string, GraphQLSchema, RegExp | null]>([
  ['a resolver with info', withResolver(takesInfo), /Query\.text takes `info`: mark it executorField/],
  ['the same, marked', withResolver(takesInfo, executorField), null],
  [
    'a pure field with arguments',
    withResolver(() => '', pureField),
    /Query\.text takes arguments, and is marked pureField/,
  ],
  [
    'a pure field without a resolver',
    schemaOf('type Query { text: String }', (schema) =>
      Object.assign(fieldOf(schema, 'Query', 'text'), { extensions: pureField }),
    ),
    /Query\.text has no resolver, and is marked pureField/,
  ],
  [
    'a field of several types',
    schemaOf('interface A { id: ID } type Query { all: [A!]! }'),
    /Query\.all may be of several types: mark it executorField/,
  ],
  [
    'a type that the executor asks about its objects',
    schemaOf('type Item { id: ID } type Query { item: Item }', (schema) =>
      Object.assign(schema.getType('Item') ?? {}, { isTypeOf: () => true }),
    ),
    /Item has isTypeOf/,
  ],
  [
    'a scalar that nobody has said how to escape',
    schemaOf('scalar Money type Query { money: Money }'),
    /Money has no kind/,
  ],
  [
    'a scalar whose texts are changed as they are written',
    schemaOf('scalar Decimal type Query { one: Decimal }', (schema) => {
      const type = schema.getType('Decimal');
      if (isScalarType(type)) type.serialize = (value) => `${String(value)}.0`;
    }),
    /Decimal is plain .* but serializes "" to something else/,
  ],
  [
    'all that is wrong at once',
    schemaOf('scalar Money scalar Weight type Query { money: Money weight: Weight }'),
    /Money has no kind.*; Weight has no kind/,
  ],
  [
    'mutations, which are never planned',
    schemaOf('type Query { a: ID } type Mutation { b: ID }', (schema) => {
      Object.assign(fieldOf(schema, 'Mutation', 'b'), { resolve: takesInfo });
    }),
    null,
  ],
  ["the service's own schema", ownSchema, null],
])('%s', (_name, schema, problem) => {
  if (problem === null) expect(() => createKnownQueries(schema)).not.toThrow();
  else expect(() => createKnownQueries(schema)).toThrow(problem);
});

async function sampleContext(): Promise<{ context: GraphqlContext; close(): Promise<void> }> {
  const { world, alice, close } = await buildSampleWorld();
  const { readModel } = world;
  const context = {
    ...{ caller: alice, readModel, baseUrl: 'http://here', requestId: 'request-1' },
    ...{
      charge: async () => {},
      pace: async () => {},
      unitsOf: () => 0,
      nameOperation: () => {},
      loaders: createLoaders(readModel, alice),
    },
  };
  return { context, close };
}

/** What the plan of `query` writes, or how it fails; and what the executor says. */
async function bothWays(schema: GraphQLSchema, query: string, context: GraphqlContext) {
  const known = createKnownQueries(schema);
  const document = parse(query);
  known.documents.set(query, document);
  const operation = getOperationAST(document);
  const plan = operation && known.planFor(document, operation, {});
  const planned = async () => plan?.write({ context, variables: {}, arguments: new Map() });
  const { data, errors } = await execute({ schema, document, contextValue: context });
  return { planned, executed: JSON.stringify(data), errors };
}

test('what no look at the schema finds, a plan fails at, so that the executor answers', async () => {
  const { context, close } = await sampleContext();
  try {
    // Its length is 0.
    const hidden = await bothWays(
      withResolver((...all) => all[3].fieldName),
      '{ text }',
      context,
    );
    await expect(hidden.planned()).rejects.toThrow('a resolver looked at info');
    expect(hidden.executed).toBe('{"text":"text"}');

    const nosy = schemaOf('type Item { text: String } type Query { item: Item }', (schema) => {
      Object.assign(schema.getType('Item') ?? {}, { extensions: sharedView });
      const resolve: GraphQLFieldResolver<unknown, GraphqlContext> = (_item, _args, { baseUrl, requestId }) =>
        `${baseUrl} ${requestId}`;
      Object.assign(fieldOf(schema, 'Item', 'text'), { resolve, extensions: pureField });
      Object.assign(fieldOf(schema, 'Query', 'item'), { resolve: () => ({}) });
    });
    const { planned, executed } = await bothWays(nosy, '{ item { text } }', context);
    await expect(planned()).rejects.toThrow('a pure field looked at requestId');
    expect(executed).toBe('{"item":{"text":"http://here request-1"}}');

    const failing = withResolver(() => new GraphQLError('an error as a value'));
    const errors = await bothWays(failing, '{ text }', context);
    await expect(errors.planned()).rejects.toThrow('an error as a value');
    expect(errors.errors).toHaveLength(1);
  } finally {
    await close();
  }
});
