/** wallet-data completion */
import type { Command } from 'commander';
import { completionScript, shells } from '../terminal/completion.ts';
import { print, UsageError } from '../terminal/output.ts';

/** @param readWhole the program with all its commands, which is much to load */
export function addCompletionCommand(program: Command, readWhole: () => Promise<Command>): void {
  program
    .command('completion')
    .description('Print what lets bash, zsh or fish complete these commands')
    .argument('<shell>', shells.join(', '))
    .addHelpText(
      'after',
      `
bash: source <(wallet-data completion bash)
zsh:  source <(wallet-data completion zsh)
fish: wallet-data completion fish | source`,
    )
    .action(async (name: string) => {
      const shell = shells.find((one) => one === name);
      if (shell === undefined) throw new UsageError(`'${name}' is not one of ${shells.join(', ')}.`);
      print(completionScript(shell, await readWhole()));
    });
}
