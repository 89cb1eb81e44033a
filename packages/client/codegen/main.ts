/**
 * Writes what the client knows of the service: documents, types of REST, and the schema for gql.tada. With --check, fails when a committed
 * file is not what the code says.
 *
 *     npm run client
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaText } from '../../../src/graphql/schema.ts';
import { documentsModule } from './documents.ts';
import { introspectionModule } from './introspection.ts';
import { restModule } from './rest.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');
const head = '// Made by `npm run client`. Do not edit.\n';
const schema = schemaText();
const modules = {
  'documents.ts': await documentsModule(schema),
  'introspection.d.ts': introspectionModule(schema),
  'rest.ts': await restModule(),
};

for (const [name, text] of Object.entries(modules)) {
  const path = join(folder, name);
  if (!process.argv.includes('--check')) await writeFile(path, head + text);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== head + text) {
    process.stderr.write(`${path} is not up to date: run \`npm run client\` and commit the result\n`);
    process.exitCode = 1;
  }
}
