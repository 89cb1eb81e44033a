/** The `wallet-data` command. */

import { runCommandLine } from './cli/program.ts';
import { watchOutput } from './cli/terminal/output.ts';

/** Runs one command and sets the exit code: 0 done, 1 failed, 2 bad input, 141 nobody reads what it writes. */
export async function main(commandLine: readonly string[]): Promise<void> {
  watchOutput();
  process.exitCode = await runCommandLine(commandLine);
}

if (import.meta.main) await main(process.argv.slice(2));
