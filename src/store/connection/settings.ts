/** Values that belong to the installation, the same for all of its processes. */
import { randomBytes } from 'node:crypto';
import { PermanentError } from '../../errors.ts';
import type { Database } from './database.ts';

/** The setting's value; `create` makes it when there is none, and of several processes at once, one wins for all. */
export async function getOrCreateSetting(
  database: Database,
  name: string,
  create: () => string,
): Promise<string> {
  const { setting } = database.prisma;
  const existing = await setting.findUnique({ where: { name } });
  if (existing !== null) return existing.value;
  await setting.createMany({ data: [{ name, value: create() }], skipDuplicates: true });
  return (await setting.findUniqueOrThrow({ where: { name } })).value;
}

/** The setting's value, null when there is none. */
export async function findSetting(database: Database, name: string): Promise<string | null> {
  const setting = await database.prisma.setting.findUnique({ where: { name } });
  return setting?.value ?? null;
}

export async function putSetting(database: Database, name: string, value: string): Promise<void> {
  await database.prisma.setting.upsert({ where: { name }, create: { name, value }, update: { value } });
}

/** The secret under which this installation hashes its API keys: made once, kept here. */
export function apiKeyPepper(database: Database): Promise<string> {
  return getOrCreateSetting(database, 'api_key_pepper', () => randomBytes(32).toString('base64url'));
}

/** The same where nothing can be written. PermanentError: it was never made. */
export async function findApiKeyPepper(database: Database): Promise<string> {
  const pepper = await findSetting(database, 'api_key_pepper');
  if (pepper !== null) return pepper;
  throw new PermanentError(
    'The database is read-only and no service has ever run on it: start one on the primary first, and wait until the standby has followed.',
  );
}
