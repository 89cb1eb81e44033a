/** Makes sure that no PostgreSQL of an earlier service or server still runs on a cluster before a new one starts. */
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isErrorCode, PermanentError } from '../../errors.ts';
import { runProgram } from '../../processes/run-program.ts';
import { readPostmasterFile } from './embedded-cluster.ts';
import { type FileLock, tryFileLock } from './file-lock.ts';

/** Where it is said what happens to servers; what is no matter of course is a warning. */
export type ServerLog = (level: 'info' | 'warn', message: string) => void;

/** How long a former server may take to end after each of these. */
const endings = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const;
/** How long its own processes may outlive a server that was killed. */
const orphanWaitMs = 30_000;
const lookMs = 20;

/**
 * Answers the lock that a new server of this cluster is to inherit. Every process of a server holds it, so it is free
 * only when all of the former have ended, in whatever container. The caller holds the owner lock: what still runs has
 * lost its service and is helped along.
 * @throws PermanentError when something that we may not end still holds it after a while.
 */
export async function takeServerLock(dataDir: string, cluster: string, log: ServerLog): Promise<FileLock> {
  await endFormerServer(cluster, log);
  const deadline = Date.now() + orphanWaitMs;
  let signal: NodeJS.Signals = 'SIGQUIT';
  for (;;) {
    const lock = await tryFileLock(join(dataDir, 'server.lock'));
    if (lock !== null) {
      // Nothing runs: a file that is left names nobody, or somebody else who has got the same process id.
      await rm(join(cluster, 'postmaster.pid'), { force: true });
      return lock;
    }
    if (Date.now() > deadline) {
      throw new PermanentError(
        `A PostgreSQL still runs on ${cluster}, perhaps in another container or on another machine. End it, then start again.`,
      );
    }
    // A process that is busy does not notice that its server is gone, and would go on for as long as it is.
    for (const pid of await processesIn(cluster)) end(pid, signal);
    if (Date.now() > deadline - orphanWaitMs / 2) signal = 'SIGKILL';
    await delay(lookMs);
  }
}

/** Ends the server that postmaster.pid names, if it is one on this cluster. */
async function endFormerServer(cluster: string, log: ServerLog): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === null || !(await isPostmaster(file.pid, cluster))) return;
  log('warn', `ending the PostgreSQL (process ${file.pid}) that a killed service left behind`);
  for (const { signal, waitMs } of endings) {
    end(file.pid, signal);
    if (await waitUntilGone(file.pid, waitMs)) return;
  }
  throw new PermanentError(
    `A PostgreSQL (process ${file.pid}) still runs on ${cluster} and does not end. End it, then start again.`,
  );
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(lookMs);
  }
  return true;
}

/**
 * Whether that process is a PostgreSQL on this cluster. A process id alone proves nothing: after a crash, or in a
 * new container on an old volume, it may be anyone's.
 */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const command = await commandLine(pid);
  return command !== null && ['postgres', cluster].every((part) => command.includes(part));
}

async function commandLine(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' '),
      () => null,
    );
  }
  if (process.platform === 'win32') return isAlive(pid) ? `postgres` : null;
  return runProgram('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** PostgreSQL's processes at work in this cluster. Only Linux tells; elsewhere they end by themselves, somewhat later. */
async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const directory = await readlink(`/proc/${name}/cwd`).catch(() => null);
    if (directory !== cluster) continue;
    // `postgres: user database …`: somebody's shell may stand in the same directory.
    if ((await commandLine(Number(name)))?.startsWith('postgres:') === true) found.push(Number(name));
  }
  return found;
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has just ended, or it is not ours to end: then the wait tells.
    if (!isErrorCode(error, 'ESRCH') && !isErrorCode(error, 'EPERM')) throw error;
  }
}

/** Whether a process of that number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrorCode(error, 'EPERM');
  }
}
