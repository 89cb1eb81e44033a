/** The committed schema is what the code says, and holds everything that clients already rely on (../shared/contract.graphql). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { expect, test } from 'vitest';
import { schemaText } from '../../src/graphql/schema.ts';

const root = join(import.meta.dirname, '..', '..');
const contractPath = join(root, '..', 'shared', 'contract.graphql');

test('schema.graphql is up to date', () => {
  expect(readFileSync(join(root, 'schema.graphql'), 'utf8')).toBe(schemaText());
});

/** Lists may be null, so that one that cannot be read leaves the others of its query: where the contract says `!`, it is dropped. */
const nullableLists = {
  wallets: 'WalletConnection',
  transfers: 'TransferConnection',
  transactions: 'TransactionConnection',
  tokenBalances: 'TokenBalanceConnection',
  counterpartyTotals: 'CounterpartyTotalConnection',
} as const;

test.runIf(existsSync(contractPath))(
  'the schema contains the contract, with five lists that may be null',
  () => {
    const contract = buildSchema(readFileSync(contractPath, 'utf8'));
    const loosened = Object.entries(nullableLists).map(
      ([name, type]) => `Query.${name} is ${type}, not ${type}!`,
    );
    const missing = missingFrom(buildSchema(schemaText()), contract);
    expect(missing.filter((sentence) => !loosened.includes(sentence))).toEqual([]);
  },
);

test.each(Object.entries(nullableLists))('%s may be null', (name, type) => {
  expect(String(buildSchema(schemaText()).getQueryType()?.getFields()[name]?.type)).toBe(type);
});

test('the comparison sees what lacks', () => {
  const contract = buildSchema(`
    interface Node { id: ID! }
    type Query implements Node { id: ID!  list(first: Int, order: Order = DESC): [String!]!  gone: Int }
    enum Order { ASC DESC }
    input Filter { from: String }
    scalar Money
  `);
  const ours = buildSchema(`
    type Query { id: ID!  list(first: Int, order: Order = NEW, must: Int!): [String] }
    enum Order { DESC NEW }
    input Filter { from: String!  extra: Int! }
  `);
  expect(missingFrom(ours, contract)).toEqual([
    'interface Node is missing',
    'Query does not implement Node',
    'Query.list is [String], not [String!]!',
    'Query.list(order:) is Order = NEW, not Order = DESC',
    'Query.list(must:) is required, but not in the contract',
    'Query.gone is missing',
    'Order.ASC is missing',
    'Filter.from is String!, not String',
    'Filter.extra is required, but not in the contract',
    'scalar Money is missing',
  ]);
});

/** Everything in `contract` that `ours` lacks or has otherwise, as sentences. */
function missingFrom(ours: GraphQLSchema, contract: GraphQLSchema): string[] {
  return Object.values(contract.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type) => {
      const own = ours.getType(type.name);
      if (own === undefined) return [`${kindOf(type)} ${type.name} is missing`];
      if (kindOf(own) !== kindOf(type)) return [`${type.name} is a ${kindOf(own)}, not a ${kindOf(type)}`];
      return missingParts(own, type);
    });
}

function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return 'type';
  if (isInterfaceType(type)) return 'interface';
  if (isInputObjectType(type)) return 'input';
  return isEnumType(type) ? 'enum' : 'scalar';
}

function missingParts(own: GraphQLNamedType, wanted: GraphQLNamedType): string[] {
  if (isEnumType(wanted) && isEnumType(own)) {
    const values = new Set(own.getValues().map(({ name }) => name));
    return wanted
      .getValues()
      .filter(({ name }) => !values.has(name))
      .map(({ name }) => `${wanted.name}.${name} is missing`);
  }
  if (isInputObjectType(wanted) && isInputObjectType(own)) {
    const ownFields = own.getFields();
    const fields = wanted.getFields();
    const added = Object.values(ownFields).filter(
      (field) => !(field.name in fields) && isRequiredInputField(field),
    );
    return [
      ...Object.values(fields).flatMap((field) =>
        inputProblems(`${wanted.name}.${field.name}`, ownFields[field.name], field),
      ),
      ...added.map(({ name }) => `${wanted.name}.${name} is required, but not in the contract`),
    ];
  }
  if (!(isObjectType(wanted) || isInterfaceType(wanted)) || !(isObjectType(own) || isInterfaceType(own)))
    return [];
  const interfaces = new Set(own.getInterfaces().map(({ name }) => name));
  const ownFields = own.getFields();
  return [
    ...wanted
      .getInterfaces()
      .filter(({ name }) => !interfaces.has(name))
      .map(({ name }) => `${wanted.name} does not implement ${name}`),
    ...Object.values(wanted.getFields()).flatMap((field) =>
      fieldProblems(`${wanted.name}.${field.name}`, ownFields[field.name], field),
    ),
  ];
}

function fieldProblems(
  path: string,
  own: GraphQLField<unknown, unknown> | undefined,
  wanted: GraphQLField<unknown, unknown>,
): string[] {
  if (own === undefined) return [`${path} is missing`];
  const type = String(own.type) === String(wanted.type) ? [] : [`${path} is ${own.type}, not ${wanted.type}`];
  const ownArguments = new Map(own.args.map((argument) => [argument.name, argument]));
  const names = new Set(wanted.args.map(({ name }) => name));
  const added = own.args.filter((argument) => !names.has(argument.name) && isRequiredArgument(argument));
  return [
    ...type,
    ...wanted.args.flatMap((argument) =>
      inputProblems(`${path}(${argument.name}:)`, ownArguments.get(argument.name), argument),
    ),
    ...added.map(({ name }) => `${path}(${name}:) is required, but not in the contract`),
  ];
}

function inputProblems(
  path: string,
  own: GraphQLArgument | GraphQLInputField | undefined,
  wanted: GraphQLArgument | GraphQLInputField,
): string[] {
  if (own === undefined) return [`${path} is missing`];
  const text = (input: GraphQLArgument | GraphQLInputField): string =>
    `${input.type}${input.defaultValue === undefined ? '' : ` = ${String(input.defaultValue)}`}`;
  return text(own) === text(wanted) ? [] : [`${path} is ${text(own)}, not ${text(wanted)}`];
}
