/**
 * The files of the pages for people, as `npm run web` built them into web/dist: each with its hash in its name, and compressed beside it.
 * They are read when somebody asks first, and kept.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Prepared } from './prepared-pages.ts';

export interface BuiltFiles {
  /** The document, in which links to the files begin with `./assets/`. */
  document: string;
  /** By its name below `assets/`. */
  find(file: string): Prepared | null;
}

const contentTypes = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/** A build has a handful of files: more are something else, and not kept in memory. */
const mostFiles = 100;
const mostBytes = 20 * 1024 * 1024;

/** null: nothing was built. Throws when what is there is no whole build. */
export async function readBuiltFiles(directory: string): Promise<BuiltFiles | null> {
  const document = await readFile(join(directory, 'index.html'), 'utf8').catch(nullIfMissing);
  if (document === null) return null;
  const assets = join(directory, 'assets');
  const names = (await readdir(assets)).filter((name) => contentTypes.has(extname(name)));
  if (names.length > mostFiles) throw new Error(`${assets} has ${names.length} files: build it anew`);
  const files = new Map<string, Prepared>();
  let bytes = 0;
  for (const name of names) {
    const prepared = await readAsset(join(assets, name));
    bytes += prepared.bodies.identity.length;
    if (bytes > mostBytes) throw new Error(`${assets} is larger than ${mostBytes} bytes: build it anew`);
    files.set(name, prepared);
  }
  return { document, find: (file) => files.get(file) ?? null };
}

async function readAsset(path: string): Promise<Prepared> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`),
    readFile(`${path}.gz`),
  ]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  return {
    contentType: contentTypes.get(extname(path)) ?? 'application/octet-stream',
    hash,
    bodies: { br, gzip, identity },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
