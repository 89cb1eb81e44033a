/** Operations made from the schema: every root field, arguments of every type right and wrong, and broken texts. */
import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { headerOddities } from './header-oddities.ts';
import type { ApiRequest } from './served-history.ts';
import {
  addresses,
  hostile,
  ids,
  inherited,
  jsonValues,
  mostly,
  numbers,
  onceIn,
  places,
  texts,
  times,
} from './values.ts';

const deepest = 5;

/** A literal as it stands in a query. */
type Literal = fc.Arbitrary<string>;

const quoted = (text: string): string => JSON.stringify(text.toWellFormed());

function scalarLiteral(name: string): Literal {
  switch (name) {
    case 'Address':
      return addresses.map(quoted);
    case 'ID':
      return ids.map(quoted);
    case 'DateTime':
      return times.map(quoted);
    case 'Int':
      return fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -1, max: 501 }).map(String) }, numbers);
    case 'Decimal':
    case 'BigInt':
      return numbers.map(quoted);
    case 'Boolean':
      return fc.constantFrom('true', 'false');
    default:
      return texts.map(quoted);
  }
}

function literal(type: GraphQLInputType, depth = 0): Literal {
  if (isNonNullType(type))
    return fc.oneof({ weight: 30, arbitrary: literal(type.ofType, depth) }, fc.constant('null'));
  if (isListType(type)) {
    return fc.array(literal(type.ofType, depth), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`);
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name), 'NONE', '"DAY"');
  if (!isInputObjectType(type)) {
    return fc.oneof(
      { weight: 12, arbitrary: scalarLiteral(type.name) },
      texts.map(quoted),
      fc.constantFrom('{}', '[1]', '1'),
    );
  }
  return depth > 3
    ? fc.constant('{}')
    : given(Object.values(type.getFields()), depth + 1).map((text) => `{${text}}`);
}

/** `name: value` of some of the arguments or fields, of those that are needed nearly always. */
function given(inputs: readonly (GraphQLArgument | GraphQLInputField)[], depth = 0): Literal {
  const argumentValue = (input: GraphQLArgument | GraphQLInputField): Literal =>
    /^(after|before|anchor)$/.test(input.name)
      ? fc.oneof({ weight: 9, arbitrary: places.map(quoted) }, literal(input.type, depth))
      : literal(input.type, depth);
  const parts = inputs.map((input) =>
    mostly(isNonNullType(input.type), argumentValue(input)).map((value) =>
      value === null ? [] : [`${input.name}: ${value}`],
    ),
  );
  return fc.tuple(...parts).map((lists) => lists.flat().join(', '));
}

function fieldText(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>, depth: number): Literal {
  const below = selection(schema, getNamedType(field.type), depth + 1);
  return fc
    .tuple(given(field.args), below)
    .map(([args, rest]) => `${field.name}${args === '' ? '' : `(${args})`}${rest}`);
}

function selection(schema: GraphQLSchema, type: GraphQLNamedType, depth: number): Literal {
  if (isAbstractType(type)) {
    return fc
      .constantFrom(...schema.getPossibleTypes(type))
      .chain((possible) =>
        selection(schema, possible, depth).map((text) => ` { __typename ... on ${possible.name}${text} }`),
      );
  }
  if (!isObjectType(type)) return fc.constant('');
  return fields(schema, type, depth).map((text) => ` { ${text} }`);
}

function fields(schema: GraphQLSchema, type: GraphQLObjectType, depth: number): Literal {
  const all = Object.values(type.getFields());
  const leaves = all.filter(
    (field) => !isObjectType(getNamedType(field.type)) && !isAbstractType(getNamedType(field.type)),
  );
  const choices = depth >= deepest ? leaves : all;
  if (choices.length === 0) return fc.constant('__typename');
  return fc
    .uniqueArray(fc.constantFrom(...choices), { minLength: 1, maxLength: 3, selector: ({ name }) => name })
    .chain((chosen) => fc.tuple(...chosen.map((field) => fieldText(schema, field, depth))))
    .map((parts) => parts.join(' '));
}

/** A letter of a query lost, doubled, or replaced by something hostile. */
const broken = (text: string): Literal =>
  fc
    .tuple(
      fc.nat({ max: Math.max(text.length - 1, 0) }),
      fc.oneof(fc.constant(''), fc.constantFrom(...hostile), fc.constantFrom('{', '}', '(', '...', '@', '$')),
    )
    .map(([at, piece]) => text.slice(0, at) + piece.toWellFormed() + text.slice(at + 1));

/** Names where a schema's own are expected. */
const inheritedNames: Literal = fc
  .tuple(fc.constantFrom(...inherited), fc.constantFrom(...inherited))
  .chain(([name, other]) =>
    fc.constantFrom(
      `{ ${name} }`,
      `{ __typename { ${name} } }`,
      `query ${name} { __typename }`,
      `{ ...${name} } fragment ${name} on Query { __typename }`,
      `{ ...${name} } fragment ${other} on Query { __typename }`,
      `{ ... on ${name} { id } }`,
      `query ($${name}: ${other}) { __typename }`,
      `query ($${name}: ID!) { node(id: $${name}) { id } }`,
      `query ($${name}: String) { __typename @include(if: $${other}) }`,
      `{ __typename @${name} }`,
      `{ ${name}: __typename ${other}: __typename }`,
      `{ tokenBalances(wallets: [], ${name}: ${other}) { count } }`,
      `{ __type(name: "${name}") { name fields { name } } }`,
    ),
  );

interface Operation {
  query: string;
  variables?: unknown;
  operationName?: unknown;
  extensions?: unknown;
}

/** By POST; or by GET, where the parts are parameters, and JSON may be broken. */
function asRequest(
  operation: Operation,
  headers: Record<string, string>,
  { byGet, rawVariables }: { byGet: boolean; rawVariables: string | null },
): ApiRequest {
  if (!byGet) {
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(operation),
    };
  }
  const { query, operationName, variables, extensions } = operation;
  const given = { query, operationName, variables: rawVariables ?? variables, extensions };
  const pairs = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [`${name}=${encodeURIComponent(text.toWellFormed())}`];
  });
  // A longer URL is no request any more.
  return { method: 'GET', path: `/graphql?${pairs.join('&')}`.slice(0, 8_000).replace(/%\w?$/, ''), headers };
}

/** One request to /graphql, mostly a well-formed operation. Subscriptions are refused or end with the request. */
export function graphqlRequests(schema: GraphQLSchema): fc.Arbitrary<ApiRequest> {
  const query = schema.getQueryType();
  const mutation = schema.getMutationType();
  if (!query || !mutation) throw new Error('the schema has no operations');
  const operation = fc.oneof(
    { weight: 6, arbitrary: fields(schema, query, 0).map((text) => `{ ${text} }`) },
    fields(schema, mutation, 1).map((text) => `mutation { ${text} }`),
  );
  const text = fc.oneof({ weight: 9, arbitrary: operation }, operation.chain(broken), inheritedNames, texts);
  const names = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom(...inherited));
  const extra = fc.record(
    {
      variables: fc.oneof(fc.dictionary(names, jsonValues, { maxKeys: 3 }), fc.constant(null), jsonValues),
      operationName: fc.oneof(fc.constant(null), fc.constantFrom(...inherited), texts),
      extensions: fc.oneof(fc.constant({}), jsonValues),
    },
    { requiredKeys: [] },
  );
  const way = fc.record({
    byGet: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    rawVariables: onceIn(2, fc.oneof(fc.constantFrom('{', '}', '[1', '"', '{"a":1,}', ...inherited), texts)),
  });
  return fc
    .tuple(text, onceIn(3, extra), headerOddities, way)
    .map(([document, others, headers, how]) => asRequest({ query: document, ...others }, headers, how));
}
