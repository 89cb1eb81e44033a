/** The `wallet-data` command. */
import { keepCompiled } from './processes/compiled.ts';

/** Runs one command and sets the exit code: 0 done, 1 failed, 2 bad input, 141 nobody reads what it writes. */
export async function main(commandLine: readonly string[]): Promise<void> {
  keepCompiled();
  const { watchOutput } = await import('./cli/terminal/output.ts');
  const { runCommandLine } = await import('./cli/program.ts');
  watchOutput();
  process.exitCode = await runCommandLine(commandLine);
}

if (import.meta.main) await main(process.argv.slice(2));
