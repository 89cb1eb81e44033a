/** A lock on a file, held by an open file: it ends with the last process that has that file open, however it ends. */
import { type FileHandle, open } from 'node:fs/promises';
import { errorText, isErrorCode, PermanentError } from '../../errors.ts';

export interface FileLock {
  /** The open file that holds the lock. A child that inherits it holds the lock, too. */
  readonly file: FileHandle;
  /** Closes our hold. The lock stays while a child has the file open. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a file, which is made if there is none; null when an open file elsewhere holds it.
 *
 * The system keeps the lock with the file itself: it counts whatever TMPDIR, process namespace or container the
 * others run in, and on network file systems that pass locks on (NFS) for other machines. It cannot go stale.
 * @throws PermanentError when the file cannot be opened or its file system has no locks.
 */
export async function tryFileLock(path: string): Promise<FileLock | null> {
  const tryLock = await loadTryLock();
  const file = await open(path, 'a+', 0o600).catch((cause: unknown) => {
    throw new PermanentError(`${path} cannot be opened for locking: ${errorText(cause)}`, { cause });
  });
  let isTaken = false;
  try {
    isTaken = tryLock(file.fd);
  } catch (cause) {
    // Windows' word for a lock that somebody else has.
    if (!isErrorCode(cause, 'EBUSY')) {
      throw new PermanentError(
        `The file system of ${path} cannot lock files (${errorText(cause)}): put the data directory on a disk of this ` +
          'machine (DATA_DIR), or set DATABASE_URL.',
        { cause },
      );
    }
  } finally {
    if (!isTaken) await file.close();
  }
  return isTaken ? { file, release: () => file.close() } : null;
}

async function loadTryLock(): Promise<(fd: number) => boolean> {
  try {
    const { default: extensions } = await import('fs-native-extensions');
    return extensions.tryLock;
  } catch (cause) {
    throw new PermanentError(
      `Files cannot be locked on this machine (npm package fs-native-extensions: ${errorText(cause)}), so the embedded ` +
        'PostgreSQL is not safe here. Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}
