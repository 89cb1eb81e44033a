/** API keys: only a keyed hash is kept. A change is told to all processes, so that it holds at once. */
import type { Address } from '../../domain/model.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import type { KeyKind } from '../generated/enums.ts';

export interface NewApiKey {
  id: string;
  clientId: number;
  name: string;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
  /** Left out: as the client's settings say. */
  quotas?: Partial<Quotas>;
  /** Left out: a secret key. */
  publishable?: PublishableBounds | null;
}

/** What a key that anybody can read is bound to. */
export interface PublishableBounds {
  /** Of the pages that it is for, as browsers send them. */
  origins: readonly string[];
  /** What it reads. */
  wallets: readonly Address[];
  /** Units that one address may use in a minute. */
  addressUnits: number;
}

/** Units per UTC day and month; null: no limit of the kind is set. */
export interface Quotas {
  daily: number | null;
  monthly: number | null;
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
  /** The key's own, else its client's. */
  quotas: Quotas;
  ownQuotas: Quotas;
  /** null: a secret key. */
  publishable: PublishableBounds | null;
}

interface StoredKey extends Omit<ApiKeyRow, 'clientName' | 'quotas' | 'ownQuotas' | 'publishable'> {
  kind: KeyKind;
  origins: string[];
  wallets: string[];
  addressUnits: number | null;
  dailyQuota: bigint | null;
  monthlyQuota: bigint | null;
  client: { name: string; settings: unknown };
}

const withClient = { client: { select: { name: true, settings: true } } } as const;

function toRow(stored: StoredKey): ApiKeyRow {
  const { client, dailyQuota, monthlyQuota, kind, origins, wallets, addressUnits, ...key } = stored;
  const ownQuotas = { daily: ofStoredQuota(dailyQuota), monthly: ofStoredQuota(monthlyQuota) };
  return {
    ...key,
    ownQuotas,
    clientName: client.name,
    publishable:
      kind === 'secret'
        ? null
        : { origins, wallets: wallets.map((wallet) => hexOf(wallet)), addressUnits: addressUnits ?? 0 },
    quotas: {
      daily: ownQuotas.daily ?? clientQuota(client.settings, 'dailyQuota'),
      monthly: ownQuotas.monthly ?? clientQuota(client.settings, 'monthlyQuota'),
    },
  };
}

const ofStoredQuota = (quota: bigint | null): number | null => (quota === null ? null : Number(quota));

/** A quota among a client's settings, where every value is a text. */
function clientQuota(settings: unknown, name: 'dailyQuota' | 'monthlyQuota'): number | null {
  if (typeof settings !== 'object' || settings === null) return null;
  const units = new Map<string, unknown>(Object.entries(settings)).get(name);
  return typeof units === 'string' && /^\d{1,15}$/.test(units) ? Number(units) : null;
}

const toData = ({ quotas = {}, publishable = null, ...key }: NewApiKey) => ({
  ...key,
  ...toStoredBounds(publishable),
  hash: new Uint8Array(key.hash),
  scopes: [...key.scopes],
  dailyQuota: toStoredQuota(quotas.daily),
  monthlyQuota: toStoredQuota(quotas.monthly),
});

const toStoredBounds = (bounds: PublishableBounds | null) => ({
  kind: bounds === null ? ('secret' as const) : ('publishable' as const),
  origins: [...(bounds?.origins ?? [])],
  wallets: [...(bounds?.wallets ?? [])],
  addressUnits: bounds?.addressUnits ?? null,
});

const toStoredQuota = (quota: number | null | undefined): bigint | null =>
  quota === null || quota === undefined ? null : BigInt(quota);

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
  await notify(pool, 'keys_changed', id);
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

/** Keys of one client, or of all, oldest first. */
export async function pageApiKeys(
  database: Database,
  { clientId, offset, limit }: { clientId: number | undefined; offset: number; limit: number },
): Promise<ApiKeyRow[]> {
  const keys = await database.prisma.apiKey.findMany({
    where: clientId === undefined ? {} : { clientId },
    include: withClient,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    ...{ skip: offset, take: limit },
  });
  return keys.map(toRow);
}

export const countApiKeys = (database: Database, clientId: number | undefined): Promise<number> =>
  database.prisma.apiKey.count({ where: clientId === undefined ? {} : { clientId } });

/** Keys of a client that are valid at a time, or were made since another: so counted, those that come and go in a loop have an end. */
export function countRecentApiKeys(
  database: Database,
  clientId: number,
  { validAt, madeSince }: { validAt: Date; madeSince: Date },
): Promise<number> {
  const isValid = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: validAt } }] };
  return database.prisma.apiKey.count({
    where: { clientId, OR: [isValid, { createdAt: { gt: madeSince } }] },
  });
}

/** Changes what is given; null takes an end or a quota off. false: there is no such key, or it is revoked. */
export async function updateApiKey(
  database: Database,
  id: string,
  change: {
    expiresAt: Date | null | undefined;
    dailyQuota: number | null | undefined;
    monthlyQuota: number | null | undefined;
  },
): Promise<boolean> {
  const { expiresAt, dailyQuota, monthlyQuota } = change;
  const { count } = await database.prisma.apiKey.updateMany({
    where: { id, revokedAt: null },
    data: {
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(dailyQuota === undefined ? {} : { dailyQuota: toStoredQuota(dailyQuota) }),
      ...(monthlyQuota === undefined ? {} : { monthlyQuota: toStoredQuota(monthlyQuota) }),
    },
  });
  if (count > 0) await notify(database.pool, 'keys_changed', id);
  return count > 0;
}

/**
 * Stores `next` in the place of a key, as the same client's and with the same name, scopes, quotas and bounds. The old key is
 * valid until `overlapEnds`, or its own earlier end. null: there is no such key, or it is not valid any more.
 */
export async function rotateApiKey(
  database: Database,
  id: string,
  next: Pick<NewApiKey, 'id' | 'hash'> & { overlapEnds: Date; expiresAt: Date | null },
): Promise<ApiKeyRow | null> {
  const rotated = await database.prisma.$transaction(async (transaction) => {
    const count = await transaction.$executeRaw`
      UPDATE api_key SET expires_at = least(expires_at, ${next.overlapEnds})
      WHERE id = ${id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()::timestamptz(3))`;
    if (count === 0) return null;
    const old = await transaction.apiKey.findUniqueOrThrow({ where: { id } });
    const { clientId, name, scopes, dailyQuota, monthlyQuota } = old;
    const { kind, origins, wallets, addressUnits } = old;
    const usage = await transaction.keyUsage.findUnique({ where: { keyId: id } });
    const created = await transaction.apiKey.create({
      data: {
        ...{ id: next.id, hash: new Uint8Array(next.hash), expiresAt: next.expiresAt },
        ...{ clientId, name, scopes, dailyQuota, monthlyQuota, kind, origins, wallets, addressUnits },
      },
      include: withClient,
    });
    // What was used of the quotas stays used.
    if (usage !== null) await transaction.keyUsage.create({ data: { ...usage, keyId: next.id } });
    return toRow(created);
  });
  if (rotated !== null) await notify(database.pool, 'keys_changed', id);
  return rotated;
}

/** Makes a valid key end at that moment. false: there is no such key, or it is revoked. */
export async function expireApiKey(database: Database, id: string, expiresAt: Date): Promise<boolean> {
  const { count } = await database.prisma.apiKey.updateMany({
    where: { id, revokedAt: null },
    data: { expiresAt },
  });
  if (count > 0) await notify(database.pool, 'keys_changed', id);
  return count > 0;
}

/** false: there is no such key, or it was revoked before. */
export async function revokeApiKey(database: Database, id: string): Promise<boolean> {
  const { count } = await database.prisma.apiKey.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count > 0) await notify(database.pool, 'keys_changed', id);
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
