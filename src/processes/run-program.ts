/** Programs that run to their end: started, as every process of ours, with an environment that holds no secrets. */
import { execFile, spawnSync } from 'node:child_process';
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
