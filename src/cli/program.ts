/** The commands, and what their faults look like: a sentence, never a stack. */
import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../config.ts';
import { errorText, PublicError } from '../errors.ts';
import { addClientCommands } from './clients.ts';
import { addDemoCommand } from './demo.ts';
import { addExportCommand } from './export.ts';
import { addKeyCommands } from './keys.ts';
import { addLabelCommands } from './labels.ts';
import { addLedgerCommand } from './ledger-command.ts';
import { addMigrateCommand } from './migrate.ts';
import { closedOutputCode, complain, OutputError, print, UsageError } from './output.ts';
import { addPriceCommands } from './prices.ts';
import { addServeCommand } from './serve.ts';
import { addWalletCommands } from './wallets.ts';

const exitCodes = { done: 0, failed: 1, badInput: 2, outputClosed: closedOutputCode } as const;

/** Runs one command. Answers its exit code: 0 done, 1 failed, 2 bad input, 141 nobody reads what it writes. */
export async function runCommandLine(commandLine: readonly string[]): Promise<number> {
  const program = createProgram();
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
  const program = new Command('wallet-data')
    .description('Whole EVM wallet histories, priced and accounted for, over GraphQL and REST')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => complain(text.trimEnd()),
    })
    .showHelpAfterError('(wallet-data --help lists the commands)');
  addServeCommand(program);
  addDemoCommand(program);
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
