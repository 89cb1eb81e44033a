/**
 * Writes a release into `release/`: archives of the service and of the client as `npm pack` makes them, a bill of materials (CycloneDX), the notices of
 * all packages, and the checksums of these files.
 *
 *     npm run release
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stageRelease } from './stage.ts';

const root = join(import.meta.dirname, '..', '..');

/** Longest that npm may take for one of its commands. */
const longestMs = 120_000;

const npm = (folder: string, ...words: string[]): string =>
  execFileSync('npm', words, { cwd: folder, encoding: 'utf8', timeout: longestMs, maxBuffer: 64e6 });

function main(target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target).filter((one) => /\.(tgz|json|txt)$|^SHA256SUMS$/.test(one))) {
    rmSync(join(target, name));
  }
  const work = mkdtempSync(join(tmpdir(), 'wallet-data-release-'));
  try {
    // The bill of materials calls it by the name of its folder.
    const stage = join(work, 'wallet-data');
    stageRelease(root, stage);
    copyFileSync(join(stage, 'THIRD-PARTY.txt'), join(target, 'THIRD-PARTY.txt'));
    npm(stage, 'pack', '--ignore-scripts', '--pack-destination', target);
    const bill = npm(stage, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev');
    writeFileSync(join(target, 'sbom.cdx.json'), bill);
  } finally {
    rmSync(work, { recursive: true });
  }
  const client = join(root, 'packages', 'client');
  if (existsSync(client)) npm(client, 'pack', '--pack-destination', target);
  const sums = readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(target, name)))
        .digest('hex'),
    ]);
  writeFileSync(join(target, 'SHA256SUMS'), sums.map(([name, sum]) => `${sum}  ${name}\n`).join(''));
  console.log(sums.map(([name]) => join(target, name ?? '')).join('\n'));
}

if (import.meta.main) main(join(root, 'release'));
