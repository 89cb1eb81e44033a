/** wallet-data keys create|list|revoke */
import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { parseTime } from '../domain/time.ts';
import { generateApiKey, hashApiKey } from '../http/api-keys.ts';
import { type ApiKeyRow, insertApiKey, listApiKeys, revokeApiKey } from '../store/api-keys.ts';
import { defaultClientName } from '../store/clients.ts';
import { apiKeyPepper } from '../store/settings.ts';
import { requireClient, withDatabase } from './database-access.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from './output.ts';

interface CreateOptions extends OutputOptions {
  client: string;
  name: string;
  scopes: string;
  expires?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');

  keys
    .command('create')
    .description('Create a key; it is shown once')
    .option('--client <name>', 'whose key it is', defaultClientName)
    .option('--name <text>', 'what it is for, at most 100 characters', 'unnamed')
    .option('--scopes <list>', 'read, write or both, separated by commas', 'read,write')
    .option('--expires <time>', 'ISO 8601 time after which it is not valid')
    .option('--json', 'print JSON: id, key, client')
    .action(createKey);

  keys
    .command('list')
    .description('List keys')
    .option('--client <name>', 'only of this client')
    .option('--json', 'print JSON')
    .action(listKeys);

  keys
    .command('revoke')
    .description('Make a key invalid, everywhere within five seconds')
    .argument('<id>', 'the id of the key, as `keys list` shows it')
    .action(async (id: string) => {
      const revoked = await withDatabase(loadConfig(), (database) => revokeApiKey(database, id));
      if (!revoked) throw new UsageError(`There is no valid key with the id '${id.slice(0, 80)}'.`);
      print(`Revoked ${id}.`);
    });
}

async function createKey(options: CreateOptions): Promise<void> {
  const name = options.name.trim();
  if (name === '' || name.length > 100) throw new UsageError('--name needs 1 to 100 characters.');
  const scopes = readScopes(options.scopes);
  const expiresAt = readExpiry(options.expires);
  const { id, key } = generateApiKey();
  await withDatabase(loadConfig(), async (database) => {
    const client = await requireClient(database, options.client);
    const hash = hashApiKey(key, await apiKeyPepper(database));
    await insertApiKey(database, { id, clientId: client.id, name, hash, scopes, expiresAt });
  });
  if (options.json) {
    printJson({ id, key, client: options.client });
    return;
  }
  print(
    `New key of the client '${options.client}' (id ${id}, scopes ${scopes.join(' and ')}):\n\n  ${key}\n`,
  );
  print('It is shown only now. Send it in the header X-API-KEY.');
}

async function listKeys(options: OutputOptions & { client?: string }): Promise<void> {
  const rows = await withDatabase(loadConfig(), async (database) => {
    const client = options.client === undefined ? null : await requireClient(database, options.client);
    return listApiKeys(database, client?.id);
  });
  if (options.json) {
    printJson(rows.map(keyJson));
    return;
  }
  printTable(
    ['ID', 'CLIENT', 'NAME', 'SCOPES', 'STATE', 'CREATED', 'LAST USED'],
    rows.map((row) => [
      ...[row.id, row.clientName, row.name, row.scopes.join(','), stateOf(row)],
      ...[row.createdAt.toISOString(), row.lastUsedAt?.toISOString() ?? 'never'],
    ]),
  );
}

function keyJson(row: ApiKeyRow): Record<string, unknown> {
  return {
    ...{ id: row.id, client: row.clientName, name: row.name, scopes: row.scopes, state: stateOf(row) },
    ...{
      created_at: row.createdAt,
      last_used_at: row.lastUsedAt,
      expires_at: row.expiresAt,
      revoked_at: row.revokedAt,
    },
  };
}

function stateOf(row: ApiKeyRow): 'valid' | 'revoked' | 'expired' {
  if (row.revokedAt !== null) return 'revoked';
  return row.expiresAt !== null && row.expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => scope !== 'read' && scope !== 'write');
  if (unknown.length > 0) throw new UsageError(`--scopes: '${unknown.join("', '")}' is not read or write.`);
  return scopes;
}

function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const seconds = parseTime(text);
  if (seconds === null)
    throw new UsageError(`--expires: '${text}' is not an ISO 8601 time such as 2030-01-31.`);
  const time = new Date(seconds * 1000);
  if (time.getTime() <= Date.now()) throw new UsageError(`--expires: ${text} is in the past.`);
  return time;
}
