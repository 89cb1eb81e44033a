/** A frontend that is compiled against the schema by relay-compiler. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { schemaText } from '../../src/graphql/schema.ts';

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'relay-compiler');

const customScalarTypes = {
  Address: 'string',
  Hash: 'string',
  DateTime: 'string',
  Decimal: 'string',
  BigInt: 'string',
  URL: 'string',
  Digits: 'number',
};

/** Calls `use` with the directory of the artifacts, which is gone afterwards. Throws what the compiler says is wrong. */
export async function withCompiledApp(
  app: { source: string; language: 'typescript' | 'javascript' },
  use: (directory: string) => Promise<void>,
): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), 'relay-'));
  const write = (name: string, text: string) => writeFile(join(project, name), text);
  const { source, language } = app;
  try {
    await mkdir(join(project, 'src'));
    await write('schema.graphql', schemaText());
    await write(language === 'typescript' ? 'src/App.ts' : 'src/App.js', source);
    const config = { src: './src', schema: './schema.graphql', language, customScalarTypes };
    await write('relay.config.json', JSON.stringify({ ...config, eagerEsModules: true }));
    await write('package.json', '{"name":"app","private":true,"type":"module"}');
    await promisify(execFile)(compiler, ['relay.config.json'], { cwd: project });
    await use(join(project, 'src', '__generated__'));
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}
