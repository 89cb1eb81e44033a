/** The data directory before anything is put into it: it answers, is a directory, and this user may write there. */
import { access, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { errorText, PermanentError } from '../../errors.ts';
import { endsInTime } from '../../processes/run-program.ts';

/** How long a file system may take; one that starts up on demand needs some seconds. */
const answerMs = 10_000;

/** Touches what a start touches. Faults are not told here: only whether it comes to an end. */
const touchScript = `
cd -- "$1" || exit 0
name=".answers.$$"
(: > "$name") && rm -f -- "$name"
for file in postgres.json owner.lock server.lock; do [ -e "$file" ] && head -c 1 -- "$file"; done
exit 0
`;

/**
 * Makes the directory if there is none, and answers its real path.
 * @throws PermanentError that names DATA_DIR and says what to do.
 */
export async function prepareDataDirectory(path: string): Promise<string> {
  await requireAnswer(path);
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
    if (!(await stat(path)).isDirectory())
      throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    throw new PermanentError(`DATA_DIR ${path} ${remedy(code, cause)}`, { cause });
  }
}

function remedy(code: unknown, cause: unknown): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is a file or lies below one: set DATA_DIR to a directory.';
    case 'EACCES':
    case 'EPERM':
      return `cannot be written by this user (${errorText(cause)}): give the user the right, or set DATA_DIR to another directory.`;
    case 'EROFS':
      return 'is on a file system that cannot be written: set DATA_DIR to another directory.';
    case 'ENOSPC':
      return 'is on a disk that is full: make room, or set DATA_DIR to another directory.';
    default:
      return `cannot be used (${errorText(cause)}): set DATA_DIR to a directory that this user can write.`;
  }
}

/**
 * Asks in a process of its own. A file system may hang, as a network share does when its server is gone. A call into it can
 * be neither ended nor waited for, and would keep this process from ending.
 * @throws PermanentError when the directory does not answer in time.
 */
export async function requireAnswer(path: string): Promise<void> {
  // Windows has no such shell.
  if (process.platform === 'win32') return;
  const parameters = ['-c', touchScript, 'touch', path];
  if (await endsInTime('/bin/sh', parameters, answerMs)) return;
  throw new PermanentError(
    `DATA_DIR ${path} does not answer within ${answerMs / 1000} s: its file system hangs (a network share whose server ` +
      'is away?). Repair it, or set DATA_DIR to a directory on a disk of this machine.',
  );
}
