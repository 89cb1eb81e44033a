/** The commands, and what their faults look like: a sentence, never a stack. */
import { Command, CommanderError } from 'commander';
import { ConfigurationError } from '../config.ts';
import { errorText, PublicError } from '../errors.ts';
import { closedOutputCode, complain, OutputError, print, UsageError } from './terminal/output.ts';

const exitCodes = { done: 0, failed: 1, badInput: 2, outputClosed: closedOutputCode } as const;

/** Runs one command of `wallet-data`. Answers its exit code; see runProgram. */
export const runCommandLine = async (commandLine: readonly string[]): Promise<number> =>
  runProgram(await createProgram(commandLine), commandLine);

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

type AddCommand = (program: Command) => void;

/** In the order in which help lists them. Each is a file that is loaded when it is needed: all of them load most of the service. */
const commands: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).addServeCommand],
  ['clients', async () => (await import('./commands/clients.ts')).addClientCommands],
  ['keys', async () => (await import('./commands/keys.ts')).addKeyCommands],
  ['login-link', async () => (await import('./commands/login-link.ts')).addLoginLinkCommand],
  ['wallets', async () => (await import('./commands/wallets.ts')).addWalletCommands],
  ['prices', async () => (await import('./commands/prices.ts')).addPriceCommands],
  ['labels', async () => (await import('./commands/labels.ts')).addLabelCommands],
  ['secrets', async () => (await import('./commands/secrets.ts')).addSecretCommands],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
  ['migrate', async () => (await import('./commands/migrate.ts')).addMigrateCommand],
  ['ledger', async () => (await import('./ledger/ledger-command.ts')).addLedgerCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcpCommand],
  ['export', async () => (await import('./export/export.ts')).addExportCommand],
]);

/** The program with the command that the line begins with; with all of them for help, and for what is no command. */
async function createProgram([first = '']: readonly string[]): Promise<Command> {
  const program = newProgram('wallet-data')
    .description('Whole EVM wallet histories, priced and accounted for, over GraphQL and REST')
    .showHelpAfterError('(wallet-data --help lists the commands)');
  const wanted = commands.get(first);
  const loads = wanted === undefined ? [...commands.values()] : [wanted];
  for (const load of loads) (await load())(program);
  return program;
}
