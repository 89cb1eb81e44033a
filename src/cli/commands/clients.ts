/** wallet-data clients create|list|set */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { chunk } from '../../domain/chunk.ts';
import { limitSettings } from '../../store/clients/client-limits.ts';
import { createClient, listClients, updateClientSettings } from '../../store/clients/client-rows.ts';
import {
  changedSettings,
  choiceSettings,
  noQuota,
  quotaSettings,
  settingsOf,
} from '../../use-cases/admin/client-settings.ts';
import { withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

/** More choices than that have lines of their own. */
const choicesInLine = 3;
const choicesInOwnLine = 15;

function choiceHelp([name, values]: [string, readonly string[]]): string {
  const usual = `(default ${values[0]})`;
  if (values.length <= choicesInLine) return `  ${name}=${values.join('|')}   ${usual}`;
  const lines = [...chunk(values, choicesInOwnLine)].map((some) => `    ${some.join(' ')}`);
  return [`  ${name}=CHOICE   ${usual}, one of`, ...lines].join('\n');
}

const settingsHelp = [
  ...Object.entries(choiceSettings).map(choiceHelp),
  ...quotaSettings.map(
    (name) => `  ${name}=UNITS|${noQuota}   per key (default: as the service is configured)`,
  ),
  ...Object.entries(limitSettings).map(
    ([what, name]) =>
      `  ${name}=NUMBER|${noQuota}   ${what} that it may have (default: as the service is configured)`,
  ),
].join('\n');

export function addClientCommands(program: Command): void {
  const clients = program
    .command('clients')
    .description('Clients: each has its own wallets, labels and keys');

  clients
    .command('create')
    .description('Create a client')
    .argument('<name>', 'letters, digits, hyphens, underscores and dots')
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions) => {
      if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) {
        throw new UsageError(
          `'${name}' cannot be a client's name: 1 to 64 of A-Z a-z 0-9 . _ - are allowed.`,
        );
      }
      const client = await withDatabase(loadConfig(), (database) => createClient(database, name));
      if (client === null) throw new UsageError(`There is a client '${name}' already.`);
      if (options.json) printJson(client);
      else print(`Created the client '${name}'. Give it a key: wallet-data keys create --client ${name}`);
    });

  clients
    .command('list')
    .description('List the clients')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const rows = await withDatabase(loadConfig(), listClients);
      if (options.json) {
        printJson(
          rows.map(({ id, name, settings, createdAt }) => ({ id, name, settings, created_at: createdAt })),
        );
        return;
      }
      printTable(
        ['ID', 'NAME', 'CREATED', 'SETTINGS'],
        rows.map((row) => [
          String(row.id),
          row.name,
          row.createdAt.toISOString(),
          settingsText(row.settings),
        ]),
      );
    });

  clients
    .command('set')
    .description('Change settings of a client')
    .argument('<name>')
    .argument('<setting=value...>')
    .addHelpText('after', `\nSettings:\n${settingsHelp}`)
    .action(async (name: string, assignments: string[]) => {
      const changes = Object.fromEntries(assignments.map(readAssignment));
      await withDatabase(loadConfig(), async (database) => {
        let changed = {};
        const isThere = await updateClientSettings(database, name, (stored) => {
          changed = changedSettings(stored, changes);
          return changed;
        });
        if (!isThere) throw new UsageError(`There is no client '${name}'.`);
        print(`${name}: ${settingsText(changed)}`);
      });
    });
}

function readAssignment(text: string): [string, string] {
  const [name = '', value] = text.split(/=(.*)/s);
  if (value === undefined) throw new UsageError(`'${text}' sets nothing: write NAME=VALUE, in one word.`);
  return [name, value];
}

function settingsText(value: unknown): string {
  return Object.entries(settingsOf(value))
    .map(([name, setting]) => `${name}=${setting}`)
    .join(' ');
}
