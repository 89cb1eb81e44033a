/** wallet-data keys create|list|rotate|expire|revoke */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { textProblem } from '../../domain/text/client-text.ts';
import { parseTime } from '../../domain/time/time.ts';
import { generateApiKey, hashApiKey } from '../../http/keys/api-keys.ts';
import {
  type ApiKeyRow,
  expireApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../store/clients/api-key-rows.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { apiKeyPepper } from '../../store/connection/settings.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

interface CreateOptions extends OutputOptions {
  client: string;
  name: string;
  scopes: string;
  expires?: string;
  quota?: string;
  monthlyQuota?: string;
}

interface RotateOptions extends OutputOptions {
  overlap: string;
  expires?: string;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');

  keys
    .command('create')
    .description('Create a key; it is shown once')
    .option('--client <name>', 'whose key it is', defaultClientName)
    .option('--name <text>', 'what it is for, at most 100 characters', 'unnamed')
    .option('--scopes <list>', 'of read, write and webhooks, separated by commas', 'read,write')
    .option('--expires <time>', 'ISO 8601 time after which it is not valid')
    .option('--quota <units>', 'units that it may use per UTC day (default: as its client may)')
    .option('--monthly-quota <units>', 'the same per UTC month')
    .option('--json', 'print JSON: id, key, client')
    .action(createKey);

  keys
    .command('list')
    .description('List keys')
    .option('--client <name>', 'only of this client')
    .option('--json', 'print JSON')
    .action(listKeys);

  keys
    .command('rotate')
    .description('Create a key in the place of another; the old one goes on working for a while')
    .argument('<id>', 'the id of the old key, as `keys list` shows it')
    .option('--overlap <time>', 'how long the old key is still valid: 30m, 24h, 7d, or 0', '24h')
    .option('--expires <time>', 'ISO 8601 time (default: the new key lasts as long as the old one was to)')
    .option('--json', 'print JSON: id, key, client, old_expires_at')
    .action(rotateKey);

  keys
    .command('expire')
    .description('Let a key end at a time')
    .argument('<id>', 'the id of the key, as `keys list` shows it')
    .argument('<time>', 'ISO 8601 time after which it is not valid')
    .action(async (id: string, time: string) => {
      const expiresAt = readExpiry(time);
      if (expiresAt === null) return;
      const expires = await withDatabase(loadConfig(), (database) => expireApiKey(database, id, expiresAt));
      if (!expires) throw noSuchKey(id);
      print(`${id} is valid until ${expiresAt.toISOString()}.`);
    });

  keys
    .command('revoke')
    .description('Make a key invalid, everywhere within five seconds')
    .argument('<id>', 'the id of the key, as `keys list` shows it')
    .action(async (id: string) => {
      const revoked = await withDatabase(loadConfig(), (database) => revokeApiKey(database, id));
      if (!revoked) throw noSuchKey(id);
      print(`Revoked ${id}.`);
    });
}

const noSuchKey = (id: string): UsageError =>
  new UsageError(`There is no valid key with the id '${id.slice(0, 80)}'.`);

async function createKey(options: CreateOptions): Promise<void> {
  const name = options.name.trim();
  if (name === '' || name.length > 100) throw new UsageError('--name needs 1 to 100 characters.');
  const problem = textProblem(name);
  if (problem !== null) throw new UsageError(`--name ${problem}.`);
  const scopes = readScopes(options.scopes);
  const expiresAt = readExpiry(options.expires);
  const quotas = {
    daily: readQuota('--quota', options.quota),
    monthly: readQuota('--monthly-quota', options.monthlyQuota),
  };
  const { id, key } = generateApiKey();
  await withDatabase(loadConfig(), async (database) => {
    const client = await requireClient(database, options.client);
    const hash = hashApiKey(key, await apiKeyPepper(database));
    await insertApiKey(database, { id, clientId: client.id, name, hash, scopes, expiresAt, quotas });
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

async function rotateKey(oldId: string, options: RotateOptions): Promise<void> {
  const overlapEnds = new Date(Date.now() + readOverlap(options.overlap));
  const given = readExpiry(options.expires);
  const { id, key } = generateApiKey();
  const next = await withDatabase(loadConfig(), async (database) => {
    const old = await findApiKey(database, oldId);
    if (old === null) throw noSuchKey(oldId);
    const expiresAt = given ?? sameLifetime(old);
    const hash = hashApiKey(key, await apiKeyPepper(database));
    return rotateApiKey(database, oldId, { id, hash, overlapEnds, expiresAt });
  });
  if (next === null) throw noSuchKey(oldId);
  if (options.json) {
    printJson({ id, key, client: next.clientName, old_expires_at: overlapEnds });
    return;
  }
  print(`New key of the client '${next.clientName}' (id ${id}) in the place of ${oldId}:\n\n  ${key}\n`);
  print(`It is shown only now. The old one is valid until ${overlapEnds.toISOString()} at the latest.`);
}

/** A key that was to last 90 days is followed by one that lasts 90 days. */
function sameLifetime({ createdAt, expiresAt }: ApiKeyRow): Date | null {
  return expiresAt === null ? null : new Date(Date.now() + expiresAt.getTime() - createdAt.getTime());
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function readOverlap(text: string): number {
  const match = /^(\d{1,5})([smhd])?$/.exec(text);
  const unit = Object.entries(unitMs).find(([name]) => name === match?.[2])?.[1];
  const amount = Number(match?.[1]);
  const milliseconds = amount === 0 ? 0 : amount * (unit ?? Number.NaN);
  if (milliseconds >= 0 && milliseconds <= 90 * unitMs.d) return milliseconds;
  throw new UsageError(`--overlap: '${text}' is not a time such as 30m, 24h or 7d, at most 90d.`);
}

/** A quota in units, from text; shared with the clients' settings. */
export function readQuota(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new UsageError(`${name}: '${text}' is not a whole number from 1 to 999999999999.`);
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
    ['ID', 'CLIENT', 'NAME', 'SCOPES', 'STATE', 'QUOTAS', 'CREATED', 'EXPIRES', 'LAST USED'],
    rows.map((row) => [
      ...[row.id, row.clientName, row.name, row.scopes.join(','), stateOf(row)],
      ...[quotasText(row), row.createdAt.toISOString()],
      ...[row.expiresAt?.toISOString() ?? 'never', row.lastUsedAt?.toISOString() ?? 'never'],
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
      quotas: row.quotas,
    },
  };
}

function quotasText({ quotas }: ApiKeyRow): string {
  const parts = [
    ...(quotas.daily === null ? [] : [`${quotas.daily}/day`]),
    ...(quotas.monthly === null ? [] : [`${quotas.monthly}/month`]),
  ];
  return parts.length === 0 ? '-' : parts.join(' ');
}

function stateOf(row: ApiKeyRow): 'valid' | 'revoked' | 'expired' {
  if (row.revokedAt !== null) return 'revoked';
  return row.expiresAt !== null && row.expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => !['read', 'write', 'webhooks'].includes(scope));
  if (unknown.length > 0)
    throw new UsageError(`--scopes: '${unknown.join("', '")}' is not read, write or webhooks.`);
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
