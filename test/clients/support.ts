/** A folder in which the packages of this workspace are found, for programs that others would write; and the compilers of such programs. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
export const clientFolder = join(root, 'packages', 'client');
/** Where programs find the packages of this workspace. */
const packages = join(import.meta.dirname, 'node_modules');

/** By the major version that they speak: the oldest that is kept up, and ours. */
export const compilers = {
  5: join(clientFolder, 'node_modules', 'typescript', 'bin', 'tsc'),
  7: join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
} as const;

const configuration = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true },
    lib: ['es2022', 'dom', 'dom.iterable'],
  },
  include: ['*.ts'],
};

/** Calls `use` with a folder of the files, which is gone afterwards. */
export async function withProgram(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const cache = join(packages, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'program-'));
  const all = {
    'package.json': '{"name":"program","private":true,"type":"module"}',
    'tsconfig.json': JSON.stringify(configuration),
    ...files,
  };
  try {
    for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Types that the client package has of the APIs. */
export const typesOf = (name: string): Promise<string> =>
  readFile(join(clientFolder, 'src', 'generated', name), 'utf8');

/** What the compiler finds wrong; empty: nothing. */
export async function faultsOf(
  version: keyof typeof compilers,
  folder: string,
  options: readonly string[] = [],
): Promise<string> {
  const compiler = [compilers[version], '-p', folder, ...options];
  const run = promisify(execFile)(process.execPath, compiler, { timeout: 120_000 });
  return run.then(
    () => '',
    (error: { stdout?: string; message: string }) => error.stdout || error.message,
  );
}
