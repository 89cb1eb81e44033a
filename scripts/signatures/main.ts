/**
 * Writes the table of function signatures that packages publish with their ABIs: `src/labels/signatures/package-signatures.json`.
 * The packages are fetched for this alone, at the versions that `packages.ts` names, and are no dependencies: what stays is the table.
 *
 *     npm run signatures
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFunctionSelector } from 'viem/utils';
import { z } from 'zod';
import { allowedLicences } from '../licences.ts';
import { functionSignatures } from './abi-functions.ts';
import { type AbiPackage, abiPackages } from './packages.ts';

const target = join(
  import.meta.dirname,
  ...['..', '..', 'src', 'labels', 'signatures', 'package-signatures.json'],
);
const manifestSchema = z.looseObject({ license: z.string() });

/** The package's own files, unpacked into a folder. */
function fetchPackage({ name, version, licence }: AbiPackage, folder: string): string {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  };
  const file = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], options).trim();
  execFileSync('tar', ['-xzf', file, '--one-top-level=unpacked', '--strip-components=1'], options);
  const unpacked = join(folder, 'unpacked');
  const { license } = manifestSchema.parse(JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')));
  if (license !== licence || !allowedLicences.has(license)) {
    throw new Error(`${name}@${version} states the licence ${license}; look at it before its ABIs are taken`);
  }
  return unpacked;
}

function signaturesOf(source: AbiPackage): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  try {
    const root = join(fetchPackage(source, folder), source.folder);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    const texts = files.filter((file) => /\.(json|[cm]?js|ts)$/.test(file));
    return new Set(texts.flatMap((file) => [...functionSignatures(readFileSync(join(root, file), 'utf8'))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const found = new Map<string, Set<string>>();
for (const source of abiPackages) {
  const signatures = signaturesOf(source);
  for (const signature of signatures) {
    const selector = toFunctionSelector(signature);
    found.set(selector, (found.get(selector) ?? new Set()).add(signature));
  }
  console.info(`${source.name}@${source.version}: ${signatures.size} signatures`);
}
// Two signatures of one selector name nothing.
const table = [...found].flatMap(([selector, [signature, ...others]]) =>
  signature === undefined || others.length > 0 ? [] : [[selector, signature] as const],
);
const content = {
  about: 'Written by scripts/signatures/main.ts from the ABIs of these packages; selectors are computed.',
  packages: abiPackages.map(({ name, version, licence }) => `${name}@${version} (${licence})`),
  signatures: Object.fromEntries(table.sort(([one], [other]) => (one < other ? -1 : 1))),
};
writeFileSync(target, `${JSON.stringify(content, null, 2)}\n`);
console.info(`${table.length} signatures, ${found.size - table.length} selectors of several`);
