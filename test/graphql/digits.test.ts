/** `digits` on figures: rounded for people where it is asked for, exact everywhere else, by plans and by the executor alike. */
import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  getOperationAST,
  isScalarType,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDigits } from '../../src/graphql/builder/digits.ts';
import { digitsScalar } from '../../src/graphql/builder/scalars.ts';
import { createKnownQueries } from '../../src/graphql/known/known-queries.ts';
import { schema } from '../../src/graphql/schema.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

let sample: SampleWorld;
beforeAll(async () => {
  sample = await buildSampleWorld();
});
afterAll(() => sample.close());

/** A figure that resolves to the value; `decimal` and `float` are asked for. */
function schemaOf(value: unknown) {
  const resolve: GraphQLFieldResolver<unknown, unknown> = () => value;
  const made = buildSchema('scalar Decimal scalar Digits type Query { decimal: Decimal float: Float }');
  Object.assign(made.getType('Digits') ?? {}, digitsScalar);
  for (const field of Object.values(made.getQueryType()?.getFields() ?? {})) field.resolve = resolve;
  addDigits(made);
  return made;
}

/** What the plan writes, which has to be what the executor answers. */
async function answerOf(value: unknown, query: string, variables: Record<string, unknown> = {}) {
  const made = schemaOf(value);
  const known = createKnownQueries(made);
  const document = parse(query);
  known.documents.set(query, document);
  const operation = getOperationAST(document);
  const plan = operation && known.planFor(document, operation, variables);
  const planned = await plan?.write({ context: Object.create(null), variables, arguments: new Map() });
  const executed = await execute({ schema: made, document, variableValues: variables });
  expect(executed.errors).toBeUndefined();
  expect(planned).toBe(JSON.stringify(executed.data));
  return Object.values(executed.data ?? {})[0];
}

test.each([
  // Half-even: a half goes to the even digit, anything more than a half goes up.
  ['0.125', 2, '0.12'],
  ['0.135', 2, '0.14'],
  ['0.1250000000000000000001', 2, '0.13'],
  ['-0.125', 2, '-0.12'],
  ['-0.001', 2, '0.00'],
  ['12.5', 0, '12'],
  ['13.5', 0, '14'],
  ['7', 3, '7.000'],
  ['0.000000000000000001', 18, '0.000000000000000001'],
  ['99999999999999999999999999999999999999.995', 2, '100000000000000000000000000000000000000.00'],
] as const)('%s to %i digits is %s', async (value, digits, expected) => {
  expect(await answerOf(value, `{ decimal(digits: ${digits}) }`)).toBe(expected);
  expect(
    await answerOf(Promise.resolve(value), 'query Q($d: Digits) { decimal(digits: $d) }', { d: digits }),
  ).toBe(expected);
});

test('without digits, and with null, a figure has all of its digits; null stays null', async () => {
  expect(await answerOf('0.123456789', '{ decimal }')).toBe('0.123456789');
  expect(await answerOf('0.123456789', '{ decimal(digits: null) }')).toBe('0.123456789');
  expect(await answerOf('0.123456789', 'query Q($d: Digits) { decimal(digits: $d) }')).toBe('0.123456789');
  expect(await answerOf(null, '{ decimal(digits: 2) }')).toBeNull();
});

test('a number stays a number', async () => {
  expect(await answerOf(99.987, '{ float(digits: 1) }')).toBe(100);
  expect(await answerOf(0.0000001, '{ float(digits: 2) }')).toBe(0);
  expect(await answerOf(33.333, '{ float }')).toBe(33.333);
});

test('every field of numbers has the argument, and no other field', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    'getInterfaces' in type && !type.name.startsWith('__')
      ? Object.values(type.getFields()).map((field) => ({ coordinate: `${type.name}.${field.name}`, field }))
      : [],
  );
  const numbers = fields.filter(({ field }) => /^\[?(Decimal|Float)\b/.test(String(field.type)));
  const rounding = fields.filter(({ field }) => field.args.some(({ name }) => name === 'digits'));
  expect(numbers.length).toBeGreaterThan(60);
  expect(rounding.map(({ coordinate }) => coordinate)).toEqual(numbers.map(({ coordinate }) => coordinate));
  expect(isScalarType(schema.getType('Digits'))).toBe(true);
});

describe('the API', () => {
  const ask = (query: string, variables: object = {}) =>
    sample.graphql.ask(sample.alice, query, { wallets: [wallet], ...variables });

  test('answers exact and rounded side by side', async () => {
    // Five base units of a token with six decimals.
    const { data } = await ask(
      `query Q($wallets: [Address!]!, $digits: Digits) {
      transfers(wallets: $wallets, last: 2) {
        nodes { amount people: amount(digits: $digits) price(digits: 2) whole: amount(digits: 0) }
        totals { net(digits: 2) }
      }
    }`,
      { digits: 8 },
    );
    expect(data).toEqual({
      transfers: {
        nodes: [
          { amount: '0.000005', people: '0.00000500', price: null, whole: '0' },
          { amount: '0.000005', people: '0.00000500', price: null, whole: '0' },
        ],
        totals: { net: '0.00' },
      },
    });
  });

  test.each([
    ['19', 'a whole number from 0 to 18 is expected'],
    ['-1', 'a whole number from 0 to 18 is expected'],
    ['"2"', 'a whole number from 0 to 18 is expected'],
  ])('refuses digits: %s once, before anything is read', async (digits, message) => {
    const { errors } = await ask(`query Q($wallets: [Address!]!) {
      transfers(wallets: $wallets) { nodes { amount(digits: ${digits}) } }
    }`);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(message);
    const byVariable = await ask(
      'query Q($wallets: [Address!]!, $d: Digits) { transfers(wallets: $wallets) { nodes { amount(digits: $d) } } }',
      { d: JSON.parse(digits) },
    );
    expect(byVariable.errors).toHaveLength(1);
    expect(byVariable.errors[0]).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(message),
    });
  });
});
