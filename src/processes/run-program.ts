/** Programs that run to their end: started, as every process of ours, with an environment that holds no secrets. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';

const execute = promisify(execFile);

interface ProgramOptions {
  cwd?: string;
  /** Run as this user. */
  uid?: number;
  gid?: number;
}

/** What the program wrote. Rejects, with its standard error in the message, when it fails or cannot be started. */
export function runProgram(
  command: string,
  parameters: readonly string[],
  options: ProgramOptions = {},
): Promise<{ stdout: string; stderr: string }> {
  return execute(command, [...parameters], { ...options, encoding: 'utf8', env: childEnvironment() });
}

/** Whether the program says yes, with exit code 0. Waits for it. */
export function isProgramSuccessful(
  command: string,
  parameters: readonly string[],
  options: ProgramOptions = {},
): boolean {
  return spawnSync(command, parameters, { ...options, env: childEnvironment() }).status === 0;
}

/**
 * Whether the program comes to an end within that time, whatever its exit code is. One that does not is killed, with all that
 * it started. Its end is not waited for, since what hangs in the kernel may never end.
 */
export async function endsInTime(
  command: string,
  parameters: readonly string[],
  milliseconds: number,
): Promise<boolean> {
  const child = spawn(command, [...parameters], {
    stdio: 'ignore',
    cwd: '/',
    detached: true,
    env: childEnvironment(),
  });
  const hasEnded = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    const settle = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    child.once('exit', settle);
    child.once('error', settle);
  });
  if (hasEnded) return true;
  // Its group: a shell may wait for a program of its own.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  child.unref();
  return false;
}
