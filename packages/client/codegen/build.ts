/** Makes dist/: what is packed. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
// Types that are there already are not written again by the compiler, and by it would be twice as long.
const introspection = join('generated', 'introspection.d.ts');
cpSync(join(folder, 'src', introspection), join(dist, introspection));
cpSync(join(folder, '..', '..', 'schema.graphql'), join(dist, 'schema.graphql'));
