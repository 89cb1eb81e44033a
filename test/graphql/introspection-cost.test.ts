/** What questions about the schema are reckoned to cost, and what is remembered of those without a key. */
import { executeSync, getIntrospectionQuery, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { createIntrospection } from '../../src/graphql/introspection.ts';
import { introspectionCost } from '../../src/graphql/limits/introspection-cost.ts';
import { schema } from '../../src/graphql/schema.ts';

/** Fields of an answer. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, part) => sum + countOf(part), own);
}

function costOf(query: string): number {
  const document = parse(query);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return introspectionCost(schema, document, operation);
}

const names = Array.from({ length: 30 }, (_, n) => `a${n}: __typename`).join(' ');
const ofType = '{ name kind ofType { name kind ofType { name kind ofType { name kind } } } }';

test.each([
  ['what tools ask', getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true })],
  ['arguments of one type', `{ __type(name: "Query") { fields { args { ${names} } } } }`],
  ['arguments of all types', `{ __schema { types { fields { args { ${names} } } } } }`],
  [
    'values of arguments',
    `{ __type(name: "Query") { fields { args { type { enumValues { ${names} } } } } } }`,
  ],
  [
    'inputs of arguments',
    `{ __type(name: "Wallet") { fields { args { type { inputFields { ${names} } } } } } }`,
  ],
  ['inputs', `{ __schema { types { inputFields { type { enumValues { ${names} } } } } } }`],
  ['types of an interface', `{ __type(name: "Node") { possibleTypes { fields { args { ${names} } } } } }`],
  ['types of interfaces', `{ __schema { types { interfaces { possibleTypes { ${names} } } } } }`],
  ['directives', `{ __schema { directives { name locations args { ${names} } } } }`],
  [
    'one type, as a reader asks',
    `{ __type(name: "Transfer") { fields { name args { name } type ${ofType} } } }`,
  ],
  [
    'fragments',
    `{ __type(name: "Query") { ...F } } fragment F on __Type { fields { ...G } } fragment G on __Field { args { ${names} } }`,
  ],
])('%s: never fewer fields than are answered', (_what, query) => {
  const { data, errors } = executeSync({ schema, document: parse(query) });
  expect(errors).toBeUndefined();
  expect(countOf(data)).toBeGreaterThan(0);
  expect(costOf(query)).toBeGreaterThanOrEqual(countOf(data));
});

test('what people ask of one type weighs a unit', () => {
  expect(
    costOf(`{ __type(name: "Transfer") { fields { name args { name } type ${ofType} } } }`),
  ).toBeLessThan(5_000);
});

test('what is remembered of questions is bounded by their length, too', async () => {
  const introspection = createIntrospection();
  /** Whether it was worked out. */
  const isNew = async (variables: object): Promise<boolean> => {
    let charged = 0;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ __typename }', variables });
    const response = await introspection.handle(
      'http://schema/graphql',
      { method: 'POST', headers, body },
      async () => {
        charged += 1;
      },
    );
    expect(await response?.json()).toEqual({ data: { __typename: 'Query' } });
    return charged > 0;
  };
  expect([await isNew({}), await isNew({})]).toEqual([true, false]);
  // 10 × 1,000,000 characters are more than the 8 Mi that are kept.
  const padding = 'x'.repeat(1_000_000);
  for (let number = 0; number < 10; number += 1) await isNew({ [`unused${number}`]: padding });
  expect(await isNew({})).toBe(true);
});
