/**
 * `npm run demo`: a local chain with two simulated years, the service, and wallets to look at. A package of its own, because a
 * production install has neither the contracts nor the node.
 */
import { newProgram, runProgram } from '../src/cli/program.ts';
import { UsageError, watchOutput } from '../src/cli/terminal/output.ts';
import { untilStopped } from '../src/cli/terminal/until-stopped.ts';
import { loadConfig } from '../src/config.ts';
import { requireFreeAddresses } from '../src/http/listening.ts';
import { createLogger } from '../src/logger.ts';
import { keepCompiled } from '../src/processes/compiled.ts';
import { generateApiKey } from '../src/use-cases/access/key-text.ts';

/** Fewer do not have every kind of activity in them. */
const fewest = 600;
const usual = 1_800;
/** The node keeps the state of every block in memory. */
const most = 10_000;

const program = newProgram('npm run demo')
  .description('Try it: a local chain with two simulated years, the service, and wallets to look at')
  .option('--transactions <number>', `how many the chain has, from ${fewest} to ${most}`, wholeNumber, usual)
  .action(({ transactions }: { transactions: number }) =>
    untilStopped(createLogger({ level: 'warn' }), async (signal) => {
      // The logger is silent of it, so that its JSON does not stand between these lines.
      signal.addEventListener('abort', () => say('Stopping … (Ctrl-C again ends it at once)'), {
        once: true,
      });
      await requireFreeAddresses(loadConfig());
      // Loaded when it is needed: help and what cannot be are said sooner without.
      const { runDemo } = await import('./run-demo.ts');
      await runDemo({ say, generateKey: () => generateApiKey().key, transactions, signal });
    }),
  );

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= fewest && number <= most) return number;
  throw new UsageError(`--transactions is '${text}': a whole number from ${fewest} to ${most} is expected`);
}

/** On a terminal, a transient line is replaced by the next one; elsewhere it is left out. */
function say(text: string, { transient = false }: { transient?: boolean } = {}): void {
  const { stdout } = process;
  if (stdout.isTTY) stdout.write(`\r\u001b[K${text}${transient ? '' : '\n'}`);
  else if (!transient) stdout.write(`${text}\n`);
}

keepCompiled();
watchOutput();
process.exitCode = await runProgram(program, process.argv.slice(2));
