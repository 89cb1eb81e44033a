/** The part of package-lock.json that a production install needs: what is reached from the dependencies, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const namesSchema = z.record(z.string(), z.string()).optional();
const entrySchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  dependencies: namesSchema,
  optionalDependencies: namesSchema,
  peerDependencies: namesSchema,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
});
type Entry = z.infer<typeof entrySchema>;

export const lockSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  packages: z.record(z.string(), entrySchema),
});
export type LockFile = z.infer<typeof lockSchema>;

/** package-lock.json of a project. */
export const readLock = (root: string): LockFile =>
  lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

const manifestSchema = z.looseObject({
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

/** What of package.json's scripts works without the development packages. */
const scriptsKept = ['postinstall', 'start', 'wallet-data'];

/** package.json of a release: without workspaces, development packages, and scripts that need them. */
export function productionManifest(manifest: unknown): z.infer<typeof manifestSchema> {
  const { workspaces: _, devDependencies: __, ...kept } = manifestSchema.parse(manifest);
  return {
    ...kept,
    scripts: Object.fromEntries(Object.entries(kept.scripts).filter(([name]) => scriptsKept.includes(name))),
  };
}

/** The lock file of a release, as `npm ci` wants it beside `productionManifest`. Versions and hashes are those of the whole one. */
export function productionLock(lock: LockFile): LockFile {
  const { workspaces: _, devDependencies: __, ...root } = lock.packages[''] ?? {};
  const reached = reachedFrom(lock.packages);
  const entries = Object.entries(lock.packages)
    .filter(([path]) => reached.has(path))
    .map(([path, { dev: _dev, devOptional: _devOptional, ...entry }]): [string, Entry] => [path, entry]);
  return { ...lock, packages: { '': root, ...Object.fromEntries(entries) } };
}

/** The paths of all packages that a production install brings, for all platforms. */
export function reachedFrom(packages: LockFile['packages']): Set<string> {
  const reached = new Set<string>();
  const waiting = neededBy(packages['']).map((name): [string, string] => ['', name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = resolve(packages, ...next);
    if (path === null || reached.has(path)) continue;
    reached.add(path);
    waiting.push(...neededBy(packages[path]).map((name): [string, string] => [path, name]));
  }
  return reached;
}

/** Names, of optional ones as well; not the peers that a package only uses if they are there. */
function neededBy(entry: Entry | undefined): string[] {
  const peers = Object.keys(entry?.peerDependencies ?? {});
  return [
    ...Object.keys(entry?.dependencies ?? {}),
    ...Object.keys(entry?.optionalDependencies ?? {}),
    ...peers.filter((name) => entry?.peerDependenciesMeta?.[name]?.optional !== true),
  ];
}

/** As Node finds packages: in the folder of the one that asks, then further up. Null: it is optional and not there. */
function resolve(packages: LockFile['packages'], from: string, name: string): string | null {
  for (let base: string | null = from; base !== null; base = parentOf(base)) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
  }
  return null;
}

function parentOf(path: string): string | null {
  if (path === '') return null;
  const end = path.lastIndexOf('/node_modules/');
  return end === -1 ? '' : path.slice(0, end);
}
