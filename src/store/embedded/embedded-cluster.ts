/** The files of the embedded PostgreSQL: where its cluster is, how it is made, and who runs on it. */
import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { errorText, isErrorCode, PermanentError } from '../../errors.ts';
import { runProgram } from '../../processes/run-program.ts';
import { type Binaries, canEnter, exists, type ServerUser, sharedDirectory } from './embedded-binaries.ts';

/** Kept in the data directory, readable by its owner alone. */
const stateSchema = z.object({
  /** Relative to the data directory when it stands in it, so that the whole may be moved. */
  cluster: z.string(),
  /** The superuser's. */
  password: z.string(),
  /** Whether the cluster was once complete: then its absence is a loss, not a start that was cut short. */
  complete: z.boolean(),
});
type StateFile = z.infer<typeof stateSchema>;

/** Where a data directory's cluster is (absolute), and its superuser's password. */
export interface ClusterState {
  cluster: string;
  password: string;
}

const stateFile = (dataDir: string): string => join(dataDir, 'postgres.json');

async function readStateFile(dataDir: string): Promise<StateFile | null> {
  const text = await readFile(stateFile(dataDir), 'utf8').catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return null;
    throw new PermanentError(
      `${stateFile(dataDir)} cannot be read: ${errorText(error)}. Run as the user whose data it is, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  });
  if (text === null) return null;
  const state = stateSchema.safeParse(parseJson(text));
  if (!state.success)
    throw new PermanentError(`${stateFile(dataDir)} is damaged: it should name the cluster.`);
  return state.data;
}

/** The cluster of a data directory, or null when none was made there. */
export async function readClusterState(dataDir: string): Promise<ClusterState | null> {
  const state = await readStateFile(dataDir);
  return state === null
    ? null
    : { cluster: resolve(await realpath(dataDir), state.cluster), password: state.password };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A file appears whole or not at all, even when the machine stops in the middle. */
export async function writeFileSafely(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** Below the data directory, or, when the server's user cannot get there, in a shared place named after it. */
async function clusterLocation(dataDir: string, user: ServerUser | null): Promise<string> {
  if (user === null || canEnter(user, dataDir)) return 'postgres';
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 20);
  await mkdir(sharedDirectory, { recursive: true, mode: 0o755 });
  return join(sharedDirectory, hash);
}

/**
 * The cluster of a data directory, made if there is none. `dataDir` is absolute and real.
 *
 * The state is written before and after: whenever the machine stops, the next start finds either a whole cluster and
 * its password, or knows that it has to begin again.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: Binaries,
  user: ServerUser | null,
): Promise<ClusterState> {
  const state: StateFile = (await readStateFile(dataDir)) ?? {
    cluster: await clusterLocation(dataDir, user),
    password: randomBytes(24).toString('base64url'),
    complete: false,
  };
  const cluster = resolve(dataDir, state.cluster);
  const isThere = await exists(join(cluster, 'PG_VERSION'));
  if (state.complete && !isThere) {
    throw new PermanentError(
      `${stateFile(dataDir)} says that the database is in ${cluster}, but it is not there. Put it back, or, to start ` +
        'anew without its data, remove that file.',
    );
  }
  if (isThere && !(await exists(stateFile(dataDir)))) {
    throw new PermanentError(
      `${cluster} holds a database, but ${stateFile(dataDir)}, which has its password, is missing. Put it back, or, ` +
        `to start anew without its data, remove ${cluster}.`,
    );
  }
  if (isThere) await requireVersion(cluster, binaries);
  else {
    await writeFileSafely(stateFile(dataDir), `${JSON.stringify(state)}\n`);
    await initialise(cluster, state.password, binaries, user);
  }
  if (!state.complete) {
    await writeFileSafely(stateFile(dataDir), `${JSON.stringify({ ...state, complete: true })}\n`);
  }
  return { cluster, password: state.password };
}

/** Makes the cluster beside its place and moves it there last, so that a start that was cut short leaves none behind. */
async function initialise(
  cluster: string,
  password: string,
  binaries: Binaries,
  user: ServerUser | null,
): Promise<void> {
  const partial = `${cluster}.new`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  const data = join(partial, 'data');
  const passwordFile = join(partial, 'password');
  await writeFileSafely(passwordFile, `${password}\n`);
  if (user !== null) {
    await chown(partial, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await runProgram(binaries.initdb, [`--pgdata=${data}`, '--no-instructions', ...locale, ...access], {
      cwd: partial,
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
  } catch (cause) {
    throw new PermanentError(`The embedded PostgreSQL's cluster cannot be made: ${errorText(cause)}`, {
      cause,
    });
  }
  await rename(data, cluster);
  await rm(partial, { recursive: true, force: true });
}

async function requireVersion(cluster: string, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  const { stdout } = await runProgram(binaries.postgres, ['--version']);
  const ours = /(\d+)/.exec(stdout)?.[1];
  if (found !== ours) {
    throw new PermanentError(
      `The database in ${cluster} was made by PostgreSQL ${found}, but the embedded one is ${ours ?? stdout}. ` +
        'Dump it with the old version and restore it, or set DATABASE_URL to a server of that version.',
    );
  }
}

/** What postmaster.pid says of the server that last started on a cluster. */
export interface PostmasterFile {
  pid: number;
  port: number | null;
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const port = Number(lines[3]);
  return { pid: Math.abs(Number(lines[0])), port: Number.isInteger(port) && port > 0 ? port : null };
}
