/** The commands, and what their faults look like: a sentence, never a stack. */
import { Command, CommanderError } from 'commander';
import { ConfigurationError, errorText, PublicError } from '../errors.ts';
import { apiVersion } from '../http/api-version.ts';
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

interface CommandEntry {
  /** As the command's own file has it: so that help lists all of them without loading one. */
  readonly summary: string;
  readonly load: () => Promise<AddCommand>;
}

/** In the order in which help lists them. Each is a file that is loaded when it is needed: all of them load most of the service. */
const commands: ReadonlyMap<string, CommandEntry> = new Map([
  [
    'serve',
    {
      summary: 'Run the service until SIGTERM or Ctrl-C',
      load: async () => (await import('./commands/serve.ts')).addServeCommand,
    },
  ],
  [
    'clients',
    {
      summary: 'Clients: each has its own wallets, labels and keys',
      load: async () => (await import('./commands/clients.ts')).addClientCommands,
    },
  ],
  [
    'keys',
    {
      summary: 'API keys',
      load: async () => (await import('./commands/keys.ts')).addKeyCommands,
    },
  ],
  [
    'login-link',
    {
      summary: 'Print a link that signs you in to the pages, once, within 10 minutes',
      load: async () => (await import('./commands/login-link.ts')).addLoginLinkCommand,
    },
  ],
  [
    'wallets',
    {
      summary: 'Registered wallets',
      load: async () => (await import('./commands/wallets.ts')).addWalletCommands,
    },
  ],
  [
    'prices',
    {
      summary: 'Where prices come from',
      load: async () => (await import('./lookups/prices.ts')).addPriceCommands,
    },
  ],
  [
    'rates',
    {
      summary: "Rates of states' currencies, as the European Central Bank publishes them",
      load: async () => (await import('./lookups/rates.ts')).addRateCommands,
    },
  ],
  [
    'labels',
    {
      summary: 'Default labels: names of addresses, for all clients',
      load: async () => (await import('./lookups/labels.ts')).addLabelCommands,
    },
  ],
  [
    'secrets',
    {
      summary: 'The key that secrets in the database (of webhooks) are sealed with',
      load: async () => (await import('./commands/secrets.ts')).addSecretCommands,
    },
  ],
  [
    'doctor',
    {
      summary: 'Look at what the service needs: configuration, database, nodes, prices, disk, clock',
      load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
    },
  ],
  [
    'backup',
    {
      summary: 'Write all that is stored into a file, while the service runs',
      load: async () => (await import('./commands/backup.ts')).addBackupCommand,
    },
  ],
  [
    'restore',
    {
      summary: 'Read such a file into an empty database',
      load: async () => (await import('./commands/restore.ts')).addRestoreCommand,
    },
  ],
  [
    'migrate',
    {
      summary: 'Bring the database to this version’s schema (`serve` does so by itself)',
      load: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
    },
  ],
  [
    'ledger',
    {
      summary: 'The accounting engine as a filter: NDJSON movements in, NDJSON matches and balances out',
      load: async () => (await import('./ledger/ledger-command.ts')).addLedgerCommand,
    },
  ],
  [
    'mcp',
    {
      summary: 'Answer an agent (Model Context Protocol) over standard input and output; reading only',
      load: async () => (await import('./commands/mcp.ts')).addMcpCommand,
    },
  ],
  [
    'export',
    {
      summary: 'Files of wallets for accountants and other programs, on standard output',
      load: async () => (await import('./export/export.ts')).addExportCommand,
    },
  ],
  [
    'completion',
    {
      summary: 'Print what lets bash, zsh or fish complete these commands',
      load: async () => {
        const { addCompletionCommand } = await import('./commands/completion.ts');
        return (program) => addCompletionCommand(program, createWholeProgram);
      },
    },
  ],
]);

/**
 * The program with the command that the line begins with, loaded. For help, and for what is no command, all of them by their names alone: what is said of them
 * then is only what they do.
 */
async function createProgram([first = '']: readonly string[]): Promise<Command> {
  const program = emptyProgram();
  const wanted = commands.get(first);
  if (wanted !== undefined) (await wanted.load())(program);
  else if (first === 'help') return createWholeProgram();
  else for (const [name, { summary }] of commands) program.command(name).description(summary);
  return program;
}

/** The program with every command loaded: for what has to know them in detail. */
export async function createWholeProgram(): Promise<Command> {
  const program = emptyProgram();
  for (const { load } of commands.values()) (await load())(program);
  return program;
}

const emptyProgram = (): Command =>
  newProgram('wallet-data')
    .description('Whole EVM wallet histories, priced and accounted for, over GraphQL and REST')
    .version(`${apiVersion} (Node.js ${process.versions.node})`)
    .showHelpAfterError('(wallet-data --help lists the commands)');
