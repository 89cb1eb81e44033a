/** Makes dist/: what is packed. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
// The compiler writes .js into modules and leaves .ts in declarations, which is right for itself, and not for every editor and runtime.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(dist, name);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/(?<=(?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '.js'));
}
// Types that are there already are not written again by the compiler, and by it would be twice as long.
const introspection = join('generated', 'introspection.d.ts');
cpSync(join(folder, 'src', introspection), join(dist, introspection));
cpSync(join(folder, '..', '..', 'schema.graphql'), join(dist, 'schema.graphql'));
