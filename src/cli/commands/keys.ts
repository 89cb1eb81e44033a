/** wallet-data keys create|list|rotate|expire|revoke */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { parseTime } from '../../domain/time/time.ts';
import { type ApiKeyRow, expireApiKey, listApiKeys, revokeApiKey } from '../../store/clients/api-key-rows.ts';
import { operator } from '../../store/clients/audit-log.ts';
import { defaultClientName } from '../../store/clients/client-rows.ts';
import { keyState } from '../../use-cases/admin/admin-views.ts';
import { isQuota } from '../../use-cases/admin/client-settings.ts';
import { type BoundsInput, usualAddressUnits } from '../../use-cases/admin/key-input.ts';
import { createKey, noSuchKey, rotateKey } from '../../use-cases/admin/keys.ts';
import { knownScopes } from '../../use-cases/model/view-model.ts';
import { requireClient, withDatabase } from '../terminal/database-access.ts';
import { type OutputOptions, print, printJson, printTable, UsageError } from '../terminal/output.ts';

interface CreateOptions extends OutputOptions {
  client: string;
  name: string;
  scopes?: string;
  expires?: string;
  quota?: string;
  monthlyQuota?: string;
  publishable?: boolean;
  origins?: string;
  wallets?: string;
  addressUnits?: string;
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
    .option('--scopes <list>', `some of ${knownScopes.join(', ')}, separated by commas (default: read,write)`)
    .option('--expires <time>', 'ISO 8601 time after which it is not valid')
    .option('--quota <units>', 'units that it may use per UTC day (default: as its client may)')
    .option('--monthly-quota <units>', 'the same per UTC month')
    .option('--publishable', 'a key for the code of a page: it may only read, and nothing but what follows')
    .option('--origins <list>', 'of the pages that it is for, such as https://app.example.com')
    .option('--wallets <list>', 'addresses that it may read, separated by commas')
    .option('--address-units <units>', `that one address may use a minute (default ${usualAddressUnits})`)
    .option('--json', 'print JSON: id, key, client')
    .action(create);

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
    .action(rotate);

  keys
    .command('expire')
    .description('Let a key end at a time')
    .argument('<id>', 'the id of the key, as `keys list` shows it')
    .argument('<time>', 'ISO 8601 time after which it is not valid')
    .action(async (id: string, time: string) => {
      const expiresAt = readExpiry(time);
      if (expiresAt === null) return;
      const expires = await withDatabase(loadConfig(), (database) =>
        expireApiKey(database, id, expiresAt, operator),
      );
      if (!expires) throw noSuchKey(id);
      print(`${id} is valid until ${expiresAt.toISOString()}.`);
    });

  keys
    .command('revoke')
    .description('Make a key invalid, everywhere within five seconds')
    .argument('<id>', 'the id of the key, as `keys list` shows it')
    .action(async (id: string) => {
      const revoked = await withDatabase(loadConfig(), (database) => revokeApiKey(database, id, operator));
      if (!revoked) throw noSuchKey(id);
      print(`Revoked ${id}.`);
    });
}

async function create(options: CreateOptions): Promise<void> {
  const publishable = readBounds(options);
  const request = {
    name: options.name,
    scopes: readScopes(options.scopes ?? (publishable === null ? 'read,write' : 'read')),
    expiresAt: readExpiry(options.expires),
    quotas: {
      daily: readQuota('--quota', options.quota),
      monthly: readQuota('--monthly-quota', options.monthlyQuota),
    },
    publishable,
  };
  const { id, key, scopes } = await withDatabase(loadConfig(), async (database) => {
    const client = await requireClient(database, options.client);
    return createKey(database, { ...request, clientId: client.id });
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

function readBounds(options: CreateOptions): BoundsInput | null {
  const { publishable = false, origins, wallets, addressUnits } = options;
  if (!publishable) {
    if (origins === undefined && wallets === undefined && addressUnits === undefined) return null;
    throw new UsageError('--origins, --wallets and --address-units are for keys with --publishable.');
  }
  const units = readQuota('--address-units', addressUnits);
  return {
    origins: listOf(origins),
    wallets: listOf(wallets),
    ...(units === null ? {} : { addressUnits: units }),
  };
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

async function rotate(oldId: string, options: RotateOptions): Promise<void> {
  const overlapEnds = new Date(Date.now() + readOverlap(options.overlap));
  const expiresAt = readExpiry(options.expires) ?? undefined;
  const { key, row } = await withDatabase(loadConfig(), (database) =>
    rotateKey(database, oldId, { overlapEnds, expiresAt }),
  );
  if (options.json) {
    printJson({ id: row.id, key, client: row.clientName, old_expires_at: overlapEnds });
    return;
  }
  print(`New key of the client '${row.clientName}' (id ${row.id}) in the place of ${oldId}:\n\n  ${key}\n`);
  print(`It is shown only now. The old one is valid until ${overlapEnds.toISOString()} at the latest.`);
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

/** A quota in units, from text. */
function readQuota(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (isQuota(text)) return Number(text);
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
      ...[row.id, row.clientName, row.name, scopesText(row), keyState(row, Date.now())],
      ...[quotasText(row), row.createdAt.toISOString()],
      ...[row.expiresAt?.toISOString() ?? 'never', row.lastUsedAt?.toISOString() ?? 'never'],
    ]),
  );
}

function keyJson(row: ApiKeyRow): Record<string, unknown> {
  return {
    ...{
      id: row.id,
      client: row.clientName,
      name: row.name,
      scopes: row.scopes,
      state: keyState(row, Date.now()),
    },
    ...{
      created_at: row.createdAt,
      last_used_at: row.lastUsedAt,
      expires_at: row.expiresAt,
      revoked_at: row.revokedAt,
      quotas: row.quotas,
    },
    kind: row.publishable === null ? 'secret' : 'publishable',
    ...(row.publishable && {
      ...{ origins: row.publishable.origins, wallets: row.publishable.wallets },
      address_units: row.publishable.addressUnits,
    }),
  };
}

const scopesText = ({ scopes, publishable }: ApiKeyRow): string =>
  publishable === null ? scopes.join(',') : `read of ${publishable.wallets.length} in pages`;

function quotasText({ quotas }: ApiKeyRow): string {
  const parts = [
    ...(quotas.daily === null ? [] : [`${quotas.daily}/day`]),
    ...(quotas.monthly === null ? [] : [`${quotas.monthly}/month`]),
  ];
  return parts.length === 0 ? '-' : parts.join(' ');
}

function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.filter((scope) => !knownScopes.some((known) => known === scope));
  if (unknown.length === 0) return scopes;
  throw new UsageError(`--scopes: '${unknown.join("', '")}' is not one of ${knownScopes.join(', ')}.`);
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
