/** API keys: only a keyed hash is kept. A change is told to all processes, so that it holds at once. */
import { notify } from './channels.ts';
import type { Database } from './database.ts';

export interface NewApiKey {
  id: string;
  clientId: number;
  name: string;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
}

export interface ApiKeyRow {
  id: string;
  clientId: number;
  clientName: string;
  name: string;
  hash: Uint8Array;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

interface StoredKey extends Omit<ApiKeyRow, 'clientName'> {
  client: { name: string };
}

const withClient = { client: { select: { name: true } } } as const;

function toRow({ client, ...key }: StoredKey): ApiKeyRow {
  return { ...key, clientName: client.name };
}

const toData = (key: NewApiKey) => ({ ...key, hash: new Uint8Array(key.hash), scopes: [...key.scopes] });

export async function insertApiKey(database: Database, key: NewApiKey): Promise<void> {
  await database.prisma.apiKey.create({ data: toData(key) });
}

/** Makes the key be as given, whether it exists or not; a revoked one is valid again. For the bootstrap key. */
export async function upsertApiKey(database: Database, key: NewApiKey): Promise<void> {
  const { prisma, pool } = database;
  const { id, ...data } = toData(key);
  // Another id may hold the same hash; the key itself is what counts.
  await prisma.$transaction([
    prisma.apiKey.deleteMany({ where: { hash: data.hash, id: { not: id } } }),
    prisma.apiKey.upsert({ where: { id }, create: { id, ...data }, update: { ...data, revokedAt: null } }),
  ]);
  await notify(pool, 'keys', id);
}

export async function findApiKeyByHash(database: Database, hash: Uint8Array): Promise<ApiKeyRow | null> {
  const key = await database.prisma.apiKey.findUnique({
    where: { hash: new Uint8Array(hash) },
    include: withClient,
  });
  return key === null ? null : toRow(key);
}

export async function findApiKey(database: Database, id: string): Promise<ApiKeyRow | null> {
  const key = await database.prisma.apiKey.findUnique({ where: { id }, include: withClient });
  return key === null ? null : toRow(key);
}

/** All keys, or one client's; oldest first. */
export async function listApiKeys(database: Database, clientId?: number): Promise<ApiKeyRow[]> {
  const keys = await database.prisma.apiKey.findMany({
    where: clientId === undefined ? {} : { clientId },
    include: withClient,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return keys.map(toRow);
}

/** false: there is no such key, or it was revoked before. */
export async function revokeApiKey(database: Database, id: string): Promise<boolean> {
  const { count } = await database.prisma.apiKey.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count > 0) await notify(database.pool, 'keys', id);
  return count > 0;
}

/** Notes that the keys were used; never moves the time back. */
export async function touchApiKeys(database: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await database.prisma.apiKey.updateMany({
    where: { id: { in: [...ids] }, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }] },
    data: { lastUsedAt: at },
  });
}
