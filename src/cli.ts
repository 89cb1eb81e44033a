/** The `wallet-data` command. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * What Node compiled is kept for the next start, which then takes half as long: beside the packages, where whoever installs the program
 * may write, or where `NODE_COMPILE_CACHE` says. Where nothing can be written, nothing is kept.
 */
const compiled = join(import.meta.dirname, '..', 'node_modules', '.cache', 'wallet-data');

/** Runs one command and sets the exit code: 0 done, 1 failed, 2 bad input, 141 nobody reads what it writes. */
export async function main(commandLine: readonly string[]): Promise<void> {
  enableCompileCache(compiled);
  const { watchOutput } = await import('./cli/terminal/output.ts');
  const { runCommandLine } = await import('./cli/program.ts');
  watchOutput();
  process.exitCode = await runCommandLine(commandLine);
}

if (import.meta.main) await main(process.argv.slice(2));
