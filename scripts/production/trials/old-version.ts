/** A former version of this service, as a folder that can be started: from this clone's history, with the packages that it wants. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readLock } from '../lock-file.ts';
import { runToEnd } from './machine.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const git = async (...words: string[]): Promise<string> =>
  (await runToEnd('git', words, { cwd: root })).trim();

/** The versions that a CHANGELOG.md has headings for, newest first; `Unreleased` is one. */
const headings = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+|Unreleased)\b/gm)].map(([, version = '']) => version);

/** The version that was released last. @throws Error when there is none. */
export function lastRelease(): string {
  const versions = headings(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const found = versions.find((version) => version !== 'Unreleased');
  if (found === undefined) throw new Error('CHANGELOG.md names no released version.');
  return found;
}

/**
 * @param from anything that git calls a commit, or a version of CHANGELOG.md: its last commit before the next heading came, whose migrations
 * are those that today's go on from. (Between releases, what was merged may have put a migration before one that was there.)
 * @throws Error when git knows no such commit.
 */
export async function commitOf(from: string): Promise<string> {
  if (!/^\d+\.\d+$/.test(from)) return git('rev-parse', '--verify', `${from}^{commit}`);
  let last = 'HEAD';
  for (const commit of await history('HEAD', 'CHANGELOG.md')) {
    const [newest] = headings(await git('show', `${commit}:CHANGELOG.md`));
    if (newest === from) {
      for (const one of await history(last)) if (await isGoneOnFrom(one)) return one;
    }
    last = `${commit}^1`;
  }
  throw new Error(`No commit has a CHANGELOG.md whose newest version is ${from}: name a commit.`);
}

/** Newest first, along the main branch. */
const history = async (from: string, ...paths: string[]): Promise<string[]> =>
  (await git('rev-list', '--first-parent', from, '--', ...paths)).split('\n');

/** Whether today's migrations begin with all that the commit has. */
async function isGoneOnFrom(commit: string): Promise<boolean> {
  const names = async (at: string): Promise<string> =>
    git('ls-tree', '-d', '--name-only', at, 'prisma/migrations/');
  return `${await names('HEAD')}\n`.startsWith(`${await names(commit)}\n`);
}

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Writes the commit's files into an empty folder; those of some paths alone, where such are given. Beside it, their archive is left. */
export async function layOut(commit: string, folder: string, paths: readonly string[] = []): Promise<void> {
  const archive = join(folder, '..', `${commit}.tar`);
  await git('archive', '--output', archive, commit, ...paths);
  await runToEnd('/bin/tar', ['--extract', '--file', archive], { cwd: folder });
}

/**
 * Writes the commit's files into an empty folder, with its packages and its database client.
 * @returns in words, where its packages come from.
 */
export async function checkOut(commit: string, folder: string): Promise<string> {
  await layOut(commit, folder);
  const { dependencies } = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  if (!arePresent(dependencies)) {
    await runToEnd('npm', ['ci'], { cwd: folder });
    return 'npm ci';
  }
  linkPackages(folder);
  const command = join(root, 'node_modules', 'prisma-command', 'build', 'index.js');
  await runToEnd(process.execPath, [command, 'generate'], { cwd: folder });
  return 'the same packages as today';
}

/** Prisma's command line has been installed by another name since. */
const nameToday = (name: string): string => (name === 'prisma' ? 'prisma-command' : name);

/** Whether what it wants is what is installed here, in the very version. */
function arePresent(dependencies: Readonly<Record<string, string>>): boolean {
  const { packages } = readLock(root);
  return Object.entries(dependencies).every(([name, version]) => {
    const path = `node_modules/${nameToday(name)}`;
    return packages[path]?.version === version && existsSync(join(root, path));
  });
}

/** A folder of packages with links to those that are here. */
function linkPackages(folder: string): void {
  const [here, there] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(there);
  for (const name of readdirSync(here)) symlinkSync(join(here, name), join(there, name));
  symlinkSync(join(here, nameToday('prisma')), join(there, 'prisma'));
}
