/**
 * `npm run demo`: a local chain with two simulated years, the service, and wallets to look at. A package of its own, because a
 * production install has neither the contracts nor the node.
 */
import { newProgram, runProgram } from '../src/cli/program.ts';
import { watchOutput } from '../src/cli/terminal/output.ts';
import { untilStopped } from '../src/cli/terminal/until-stopped.ts';
import { createLogger } from '../src/logger.ts';
import { generateApiKey } from '../src/use-cases/access/key-text.ts';
import { runDemo } from './run-demo.ts';

const program = newProgram('npm run demo')
  .description('Try it: a local chain with two simulated years, the service, and wallets to look at')
  .action(() =>
    untilStopped(createLogger({ level: 'warn' }), (signal) =>
      runDemo({ say, generateKey: () => generateApiKey().key, signal }),
    ),
  );

/** On a terminal, a transient line is replaced by the next one; elsewhere it is left out. */
function say(text: string, { transient = false }: { transient?: boolean } = {}): void {
  const { stdout } = process;
  if (stdout.isTTY) stdout.write(`\r\u001b[K${text}${transient ? '' : '\n'}`);
  else if (!transient) stdout.write(`${text}\n`);
}

watchOutput();
process.exitCode = await runProgram(program, process.argv.slice(2));
