/** Writes schema.graphql from the code; with --check, fails when the committed file is not what the code says. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemaText } from '../src/graphql/schema.ts';

const path = join(import.meta.dirname, '..', 'schema.graphql');
const text = schemaText();

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed !== text) {
    process.stderr.write('schema.graphql is not up to date: run `npm run schema` and commit the result\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(path, text);
}
