/** What known queries keep, and what their plans write of values that are not as ours are. */
import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import type { GraphqlContext } from '../../src/graphql/builder/context.ts';
import { createKnownQueries, type KnownQueries } from '../../src/graphql/known/known-queries.ts';

const scalars = 'scalar Address scalar Hash scalar Decimal scalar BigInt scalar DateTime';

function schemaOf(
  fields: string,
  resolvers: Record<string, GraphQLFieldResolver<unknown, unknown>>,
): GraphQLSchema {
  const schema = buildSchema(`${scalars} type Item { id: ID } type Query { ${fields} }`);
  const query = schema.getQueryType()?.getFields() ?? {};
  for (const [name, resolve] of Object.entries(resolvers)) {
    const field = query[name];
    if (field !== undefined) field.resolve = resolve;
  }
  return schema;
}

const noContext: GraphqlContext = Object.create(null);

/** What the plan of a query writes. */
async function dataOf(known: KnownQueries, query: string): Promise<string> {
  const document = known.documents.get(query);
  const operation = document && getOperationAST(document);
  const plan = document && operation && known.planFor(document, operation, {});
  if (!plan) throw new Error('no plan');
  return plan.write({ context: noContext, variables: {}, arguments: new Map() });
}

async function both(schema: GraphQLSchema, query: string): Promise<{ planned: string; executed: string }> {
  const known = createKnownQueries(schema);
  const document = parse(query);
  known.documents.set(query, document);
  const { data } = await execute({ schema, document });
  return { planned: await dataOf(known, query), executed: JSON.stringify(data) };
}

const nasty = [
  '"',
  '\\',
  '\u0000',
  '\n',
  '\ud800',
  '","x":"',
  'plain',
  'é',
  '2026-01-01T00:00:00Z',
  '-1.5e+3',
];

test.each(['ID', 'Address', 'Hash', 'Decimal', 'BigInt', 'DateTime', 'String'])(
  '%s: texts are escaped as JSON is, whatever they hold',
  async (type) => {
    const schema = schemaOf(`one: ${type}! maybe: ${type} all: [${type}!]! some: [${type}]!`, {
      one: () => nasty.join(''),
      maybe: () => nasty.join(''),
      all: () => nasty,
      some: () => nasty,
    });
    const { planned, executed } = await both(schema, '{ one maybe all some }');
    expect(planned).toBe(executed);
  },
);

test('any object with `then` is left to the executor, which awaits it', async () => {
  // biome-ignore lint/suspicious/noThenProperty: what the test is about
  const later = (value: unknown) => ({ then: (done: (value: unknown) => void) => done(value) });
  const schema = schemaOf('text: String number: Int items: [Item] item: Item', {
    text: () => later('a'),
    number: () => Promise.resolve(7),
    items: () => [later({ id: '1' })],
    item: () => ({ id: later('2') }),
  });
  expect(await both(schema, '{ number }')).toEqual({ planned: '{"number":7}', executed: '{"number":7}' });
  for (const query of ['{ text }', '{ items { id } }', '{ item { id } }']) {
    await expect(both(schema, query), query).rejects.toThrow(/executor awaits/);
  }
});

const textSchema = schemaOf('text: String t: String', { text: () => 'a' });

test('documents are kept within a budget of bytes; what was used last stays', async () => {
  const limit = 1_000_000;
  const known = createKnownQueries(textSchema, limit);
  // About 1,000 characters each, mostly a comment.
  const texts = Array.from({ length: 100 }, (_, index) => `{ a${index}: text } # ${'x'.repeat(1_000)}`);
  const [first = ''] = texts;
  for (const text of texts) {
    known.documents.set(text, parse(text));
    expect(known.documents.get(first)).toBeDefined();
    expect(known.bytes()).toBeLessThanOrEqual(limit);
  }
  const kept = texts.filter((query) => known.documents.get(query) !== undefined);
  // Sixty bytes a character: fewer than 17.
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length).toBeLessThan(17);
  expect(await dataOf(known, first)).toBe('{"a0":"a"}');
});

test('a plan is made when it is needed, counts by its fields, and is forgotten with its document', async () => {
  const aliases = Array.from({ length: 500 }, (_, index) => `a${index}: text`).join(' ');
  const query = `{ ${aliases} }`;
  const known = createKnownQueries(textSchema, 3_000_000);
  known.documents.set(query, parse(query));
  const before = known.bytes();
  await dataOf(known, query);
  const withPlan = known.bytes();
  expect(withPlan - before).toBeGreaterThanOrEqual(500 * 500);
  await dataOf(known, query);
  expect(known.bytes()).toBe(withPlan);
  for (let index = 0; index < 20; index += 1) {
    const other = `{ b${index}: text } # ${'x'.repeat(3_000)}`;
    known.documents.set(other, parse(other));
  }
  expect(known.documents.get(query)).toBeUndefined();
  expect(known.bytes()).toBeLessThanOrEqual(3_000_000);
});

test('what would need more fields than are worth a plan is left to the executor', async () => {
  const query = `{ ${Array.from({ length: 2_001 }, (_, index) => `a${index}:t`).join(' ')} }`;
  const known = createKnownQueries(textSchema);
  known.documents.set(query, parse(query));
  await expect(dataOf(known, query)).rejects.toThrow('no plan');
});
