/** API keys: only a keyed hash is kept. A change is told to all processes, so that it holds at once. */
import type { FiatCurrency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { outsideRequests } from '../connection/request-scope.ts';
import { hexOf } from '../connection/row-types.ts';
import type { Prisma } from '../generated/client.ts';
import type { KeyKind } from '../generated/enums.ts';
import { type Actor, type AuditAction, auditRow } from './audit-log.ts';
import { hasRoom, type KeyRoom } from './key-room.ts';
import { storedReportingCurrency, storedSetting } from './stored-settings.ts';

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
  /** Its client's. */
  reportingCurrency: FiatCurrency | null;
  /** null: a secret key. */
  publishable: PublishableBounds | null;
}

interface StoredKey
  extends Omit<ApiKeyRow, 'clientName' | 'quotas' | 'ownQuotas' | 'publishable' | 'reportingCurrency'> {
  kind: KeyKind;
  origins: string[];
  wallets: string[];
  addressUnits: number | null;
  dailyQuota: bigint | null;
  monthlyQuota: bigint | null;
  client: { name: string; settings: unknown };
}

export const withClient = { client: { select: { name: true, settings: true } } } as const;

export function toRow(stored: StoredKey): ApiKeyRow {
  const { client, dailyQuota, monthlyQuota, kind, origins, wallets, addressUnits, ...key } = stored;
  const ownQuotas = { daily: ofStoredQuota(dailyQuota), monthly: ofStoredQuota(monthlyQuota) };
  return {
    ...key,
    ownQuotas,
    clientName: client.name,
    reportingCurrency: storedReportingCurrency(client.settings),
    publishable:
      kind === 'secret'
        ? null
        : { origins, wallets: wallets.map((wallet) => hexOf(wallet)), addressUnits: addressUnits ?? 0 },
    quotas: quotasOf(client.settings, ownQuotas),
  };
}

/** Own ones, else those that a client's settings have for each of its keys and members. */
export const quotasOf = (settings: unknown, own: Quotas = { daily: null, monthly: null }): Quotas => ({
  daily: own.daily ?? clientQuota(settings, 'dailyQuota'),
  monthly: own.monthly ?? clientQuota(settings, 'monthlyQuota'),
});

const ofStoredQuota = (quota: bigint | null): number | null => (quota === null ? null : Number(quota));

/** A quota among a client's settings, where every value is a text. */
function clientQuota(settings: unknown, name: 'dailyQuota' | 'monthlyQuota'): number | null {
  const units = storedSetting(settings, name);
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

/** For the log, in the transaction of the change; null: it tells nothing. */
async function note(
  transaction: Prisma.TransactionClient,
  { id, clientId, name }: Pick<NewApiKey, 'id' | 'clientId' | 'name'>,
  action: AuditAction,
  actor: Actor | null,
): Promise<void> {
  if (actor === null) return;
  const entry = auditRow({ clientId, actor, action, subject: `${id} ${name}` });
  await transaction.auditEntry.create({ data: entry });
}

/** false: there is no room; nothing was stored. */
export function insertApiKey(
  database: Database,
  key: NewApiKey,
  { room = null, actor = null }: { room?: KeyRoom | null; actor?: Actor | null } = {},
): Promise<boolean> {
  return database.prisma.$transaction(async (transaction) => {
    if (room !== null && !(await hasRoom(transaction, key.clientId, room))) return false;
    await transaction.apiKey.create({ data: toData(key) });
    await note(transaction, key, 'key_created', actor);
    return true;
  });
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

/** Requests with the same key wait for one look: none that is given up may end it for the others. */
export function findApiKeyByHash(database: Database, hash: Uint8Array): Promise<ApiKeyRow | null> {
  return outsideRequests(() => findOne(database, { hash: new Uint8Array(hash) }));
}

/** The same by the id, which tokens name. */
export function findApiKey(database: Database, id: string): Promise<ApiKeyRow | null> {
  return outsideRequests(() => findOne(database, { id }));
}

async function findOne(
  { prisma }: Database,
  where: { id: string } | { hash: Uint8Array<ArrayBuffer> },
): Promise<ApiKeyRow | null> {
  const key = await prisma.apiKey.findUnique({ where, include: withClient });
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

/** Changes what is given; null takes an end or a quota off. false: there is no such key, or it is revoked. */
export async function updateApiKey(
  database: Database,
  id: string,
  change: {
    expiresAt: Date | null | undefined;
    dailyQuota: number | null | undefined;
    monthlyQuota: number | null | undefined;
  },
  actor: Actor | null = null,
): Promise<boolean> {
  const { expiresAt, dailyQuota, monthlyQuota } = change;
  const data = {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(dailyQuota === undefined ? {} : { dailyQuota: toStoredQuota(dailyQuota) }),
    ...(monthlyQuota === undefined ? {} : { monthlyQuota: toStoredQuota(monthlyQuota) }),
  };
  return changeKey(database, id, { data, action: 'key_changed', actor });
}

/** Changes a key that is not revoked, and tells all processes. false: there is no such key. */
async function changeKey(
  database: Database,
  id: string,
  change: { data: Prisma.ApiKeyUpdateManyMutationInput; action: AuditAction; actor: Actor | null },
): Promise<boolean> {
  const { data, action, actor } = change;
  const isChanged = await database.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.apiKey.updateMany({ where: { id, revokedAt: null }, data });
    if (count === 0) return false;
    await note(transaction, await transaction.apiKey.findUniqueOrThrow({ where: { id } }), action, actor);
    return true;
  });
  if (isChanged) await notify(database.pool, 'keys_changed', id);
  return isChanged;
}

/**
 * Stores `next` in the place of a key, as the same client's and with the same name, scopes, quotas and bounds. The old key is
 * valid until `overlapEnds`, or its own earlier end. null: there is no such key, or it is not valid any more. 'no room': nothing
 * was stored.
 */
export async function rotateApiKey(
  database: Database,
  id: string,
  next: Pick<NewApiKey, 'id' | 'hash'> & { overlapEnds: Date; expiresAt: Date | null },
  { room = null, actor = null }: { room?: KeyRoom | null; actor?: Actor | null } = {},
): Promise<ApiKeyRow | 'no room' | null> {
  const rotated = await database.prisma.$transaction(async (transaction) => {
    const before = room === null ? null : await transaction.apiKey.findUnique({ where: { id } });
    if (room !== null && before !== null && !(await hasRoom(transaction, before.clientId, room))) {
      return 'no room';
    }
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
    await note(transaction, { id: `${id} → ${next.id}`, clientId, name }, 'key_rotated', actor);
    return toRow(created);
  });
  if (rotated !== null && rotated !== 'no room') await notify(database.pool, 'keys_changed', id);
  return rotated;
}

/** Makes a valid key end at that moment. false: there is no such key, or it is revoked. */
export const expireApiKey = (
  database: Database,
  id: string,
  expiresAt: Date,
  actor: Actor | null = null,
): Promise<boolean> => changeKey(database, id, { data: { expiresAt }, action: 'key_changed', actor });

/** false: there is no such key, or it was revoked before. */
export const revokeApiKey = (database: Database, id: string, actor: Actor | null = null): Promise<boolean> =>
  changeKey(database, id, { data: { revokedAt: new Date() }, action: 'key_revoked', actor });

/** Notes that the keys were used; never moves the time back. */
export async function touchApiKeys(database: Database, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await database.prisma.apiKey.updateMany({
    where: { id: { in: [...ids] }, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }] },
    data: { lastUsedAt: at },
  });
}
