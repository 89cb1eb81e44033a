/** The `wallet-data` command. */
import { runCommandLine } from './cli/program.ts';

/** Runs one command and sets the exit code: 0 done, 1 failed, 2 bad input. */
export async function main(commandLine: readonly string[]): Promise<void> {
  process.exitCode = await runCommandLine(commandLine);
}

if (import.meta.main) await main(process.argv.slice(2));
