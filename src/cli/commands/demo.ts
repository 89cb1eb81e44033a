/** wallet-data demo */
import type { Command } from 'commander';
import { generateApiKey } from '../../http/keys/api-keys.ts';
import { createLogger } from '../../logger.ts';
import { untilStopped } from '../terminal/until-stopped.ts';

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Try it: a local chain with two simulated years, the service, and wallets to look at')
    .action(() =>
      untilStopped(createLogger({ level: 'warn' }), async (signal) => {
        // Loaded when it is needed: the other commands start faster without.
        const { runDemo } = await import('../../demo/run-demo.ts');
        await runDemo({ say, generateKey: () => generateApiKey().key, signal });
      }),
    );
}

/** On a terminal, a transient line is replaced by the next one; elsewhere it is left out. */
function say(text: string, { transient = false }: { transient?: boolean } = {}): void {
  const { stdout } = process;
  if (stdout.isTTY) stdout.write(`\r\u001b[K${text}${transient ? '' : '\n'}`);
  else if (!transient) stdout.write(`${text}\n`);
}
