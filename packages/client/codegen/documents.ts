/** The documents of operations/ as TypeScript: each a text, with the types of its result and its variables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

/** How the service writes its scalars in JSON. Amounts are texts: no float stands between the ledger and its reader. */
export const scalars = {
  ...{ Address: 'string', Hash: 'string', DateTime: 'string', URL: 'string', ID: 'string' },
  ...{ Decimal: 'string', BigInt: 'string', Digits: 'number' },
};

const folder = join(import.meta.dirname, '..', 'operations');

/**
 * The module's text: types of every operation and fragment, and `<Name>Document` for every operation.
 *
 * @param schemaText The service's schema.
 */
export async function documentsModule(schemaText: string): Promise<string> {
  const sources = readdirSync(folder)
    .sort()
    .map((name) => ({ location: name, document: parse(readFileSync(join(folder, name), 'utf8')) }));
  const types = await codegen({
    filename: 'documents.ts',
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents: sources,
    pluginMap: { operationTypes },
    plugins: [{ operationTypes: {} }],
    config: { scalars, strictScalars: true, skipTypename: true, immutableTypes: true },
  });
  const head = "import type { TypedDocumentString } from '../typed-document.ts';\n";
  return `${head}${withoutUnused(types).trim()}\n\n${constants(sources.map(({ document }) => document))}`;
}

/** Nothing here is deferred, and whoever uses the package is to see no type of the generator's own. */
const withoutUnused = (types: string): string => types.replace(/^.*\nexport type Incremental<.*\n/m, '');

function constants(documents: readonly DocumentNode[]): string {
  const definitions = documents.flatMap((document) => document.definitions);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  return definitions
    .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [constant(one, fragments)] : []))
    .join('\n');
}

function constant(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  const name = operation.name?.value;
  if (name === undefined) throw new Error('An operation in operations/ has no name: give it one.');
  const used = new Map<string, FragmentDefinitionNode>();
  collect(operation, fragments, used);
  const text = stripIgnoredCharacters([operation, ...used.values()].map(print).join('\n'));
  const kind = operation.operation === 'mutation' ? 'Mutation' : 'Query';
  const types = `${name}${kind}, ${name}${kind}Variables`;
  return `export const ${name}Document: TypedDocumentString<${types}> =\n  ${JSON.stringify(text)};\n`;
}

/** What the selections spread, and what that spreads. */
function collect(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  used: Map<string, FragmentDefinitionNode>,
): void {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value);
      if (fragment === undefined) throw new Error(`There is no fragment ${value} in operations/.`);
      if (used.has(value)) return;
      used.set(value, fragment);
      collect(fragment, fragments, used);
    },
  });
}
