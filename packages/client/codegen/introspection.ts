/** The schema as gql.tada reads it: types for queries that users write themselves. */
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { scalars } from './documents.ts';

/** @param schemaText The service's schema. */
export function introspectionModule(schemaText: string): string {
  const types = outputIntrospectionFile(
    minifyIntrospection(introspectionFromSchema(buildSchema(schemaText))),
    { fileType: '.d.ts', shouldPreprocess: true },
  );
  // What follows would give the schema to every use of gql.tada in a program, and make that package needed.
  const end = types.indexOf("import * as gqlTada from 'gql.tada'");
  if (end === -1)
    throw new Error('The form of the introspection file has changed: look at what is to be left out.');
  const named = Object.entries(scalars).map(([name, type]) => `  ${name}: ${type};`);
  return `${types.slice(0, end).trim()}\n\n/** How the service writes its scalars in JSON. */\nexport interface scalars {\n${named.join('\n')}\n}\n`;
}
