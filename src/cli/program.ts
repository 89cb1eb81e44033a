/** The commands, and what their faults look like: a sentence, never a stack. */
import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../config.ts';
import { errorText, PublicError } from '../errors.ts';
import { addClientCommands } from './commands/clients.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLabelCommands } from './commands/labels.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addServeCommand } from './commands/serve.ts';
import { addWalletCommands } from './commands/wallets.ts';
import { addExportCommand } from './export/export.ts';
import { addLedgerCommand } from './ledger/ledger-command.ts';
import { closedOutputCode, complain, OutputError, print, UsageError } from './terminal/output.ts';

const exitCodes = { done: 0, failed: 1, badInput: 2, outputClosed: closedOutputCode } as const;

/** Runs one command of `wallet-data`. Answers its exit code; see runProgram. */
export const runCommandLine = (commandLine: readonly string[]): Promise<number> =>
  runProgram(createProgram(), commandLine);

/** A program whose faults look as they should. Its commands take this over when they are added to it. */
export const newProgram = (name: string): Command =>
  new Command(name).exitOverride().configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: (text) => complain(text.trimEnd()),
  });

/** Runs one command of a program from `newProgram`. Answers its exit code: 0 done, 1 failed, 2 bad input, 141 nobody reads what it writes. */
export async function runProgram(program: Command, commandLine: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(commandLine, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Help and version are done when they are printed; everything else that commander throws it has explained already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
    if (error instanceof OutputError && error.isClosed) return exitCodes.outputClosed;
    complain(errorText(error));
    const isBadInput =
      error instanceof UsageError || error instanceof ConfigurationError || error instanceof PublicError;
    return isBadInput ? exitCodes.badInput : exitCodes.failed;
  }
}

function createProgram(): Command {
  const program = newProgram('wallet-data')
    .description('Whole EVM wallet histories, priced and accounted for, over GraphQL and REST')
    .showHelpAfterError('(wallet-data --help lists the commands)');
  addServeCommand(program);
  addClientCommands(program);
  addKeyCommands(program);
  addWalletCommands(program);
  addPriceCommands(program);
  addLabelCommands(program);
  addMigrateCommand(program);
  addLedgerCommand(program);
  addExportCommand(program);
  return program;
}
