/**
 * Completes package-lock.json after `npm install`: a registry that lacks the packages of other platforms makes npm leave
 * their entries out, and `npm ci` then refuses the file. Each optional dependency without an entry gets one with the
 * version that its dependent names and the platform that its name tells, so that npm passes over it elsewhere.
 *
 *     node scripts/complete-lockfile.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const systems = [
  'darwin',
  'linux',
  'win32',
  'win',
  'android',
  'freebsd',
  'openharmony',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
];
const processors = [
  'x64',
  'arm64',
  'amd64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

const packageSchema = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).optional() });
const lockSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) });

const path = join(import.meta.dirname, '..', 'package-lock.json');
const lock = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

let added = 0;
for (const { optionalDependencies = {} } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] !== undefined || platform === null || !/^\d/.test(version)) continue;
    lock.packages[key] = { version, ...platform, optional: true };
    added += 1;
  }
}
const packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
process.stdout.write(`${added} entries added\n`);

/** `@x/binding-linux-arm-gnueabihf` → { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }; null: it names no platform. */
function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } | null {
  const words = name.split(/[-/]/);
  const system = systems.find((word) => words.includes(word));
  const processor = processors.find((word) => words.includes(word));
  if (system === undefined || processor === undefined) return null;
  const musl = words.includes('musl');
  const glibc = words.some((word) => word.startsWith('gnu'));
  return {
    os: [system === 'win' ? 'win32' : system],
    cpu: [processor === 'amd64' ? 'x64' : processor],
    ...(musl ? { libc: ['musl'] } : glibc ? { libc: ['glibc'] } : {}),
  };
}
