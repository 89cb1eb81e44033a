/** One service per data directory: a lock in the directory that dies with its holder, however that ends. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PermanentError } from '../../errors.ts';
import { type FileLock, tryFileLock } from './file-lock.ts';

/**
 * Takes the lock of a data directory (absolute and real).
 * @throws PermanentError when another running process has it; says which, and what to do.
 */
export async function takeOwnerLock(dataDir: string): Promise<FileLock> {
  const path = join(dataDir, 'owner.lock');
  const lock = await tryFileLock(path);
  if (lock === null) {
    const holder = (await readFile(path, 'utf8').catch(() => '')).trim();
    throw new PermanentError(
      `Another running service uses the data directory ${dataDir}${holder === '' ? '' : ` (${holder})`}. Stop it, or ` +
        'set DATA_DIR to another directory.',
    );
  }
  // For people alone: the number may mean nothing in another container.
  await lock.file.truncate();
  await lock.file.write(`process ${process.pid} on ${hostname()}\n`);
  return lock;
}
