/** No question of the pages is refused for its size, not even that of somebody with ten wallets, as many as the lens holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { operationCost } from '../../src/graphql/limits/cost.ts';
import { schema } from '../../src/graphql/schema.ts';
import { mostWallets } from '../../web/src/app/lens/lens-search.ts';

const directory = join(import.meta.dirname, '..', '..', 'web', 'src', '__generated__');
const many = Array.from({ length: mostWallets }, (_, index) => `0x${String(index).padStart(40, '0')}`);
/** A value for every variable that an operation needs, by its type; of lists as many as the pages give at most. */
const given: Readonly<Record<string, unknown>> = {
  '[Address!]!': many,
  '[ID!]!': many,
  'Address!': many[0],
  'ID!': 'id',
  'String!': 'a name',
  'Hash!': `0x${'0'.repeat(64)}`,
  'DateTime!': '2026-01-01T00:00:00Z',
  'Boolean!': true,
  'Int!': 500,
  'Currency!': 'USD',
  'CostMethod!': 'FIFO',
  'Period!': 'MAX',
  'ValueInterval!': 'MONTH',
  'TransferFilter!': {},
  'TokenBalanceFilter!': {},
  'CorrectTransferInput!': { transferId: 'id' },
};
/** Page sizes that are less. */
const sizes: Readonly<Record<string, object>> = { lotsUsedQuery: { tokens: 8 } };
/** What one query may answer (src/graphql/limits/request-guards.ts). */
const limit = 100_000;

const operations = readdirSync(directory).flatMap((name) => {
  const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(readFileSync(join(directory, name), 'utf8')) ?? [];
  return text === undefined
    ? []
    : [{ name: name.replace('.graphql.ts', ''), text: String(JSON.parse(text)) }];
});

function variablesOf(name: string, { variableDefinitions = [] }: OperationDefinitionNode) {
  const required = variableDefinitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  const values = required.map(({ variable, type }) => {
    const value = given[print(type)];
    if (value === undefined) throw new Error(`${name} needs a ${print(type)}: give it one here`);
    return [variable.name.value, value] as const;
  });
  return { ...Object.fromEntries(values), ...sizes[name] };
}

test('each query of the pages answers fewer fields than one may', () => {
  const costs = operations.flatMap(({ name, text }) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    if (operation?.operation !== 'query') return [];
    const variables = variablesOf(name, operation);
    return [{ name, requested: operationCost(schema, { document, operation, variables }).requested }];
  });
  expect(costs.length).toBeGreaterThan(20);
  expect(costs.filter(({ requested }) => requested > limit)).toEqual([]);
});
