/**
 * Clients, their keys, and what they use. The scope `admin` is for all of the installation, `keys` for the keys of the own client. What
 * nobody may do by a key: give a key more than `admin`, or itself more than it has.
 */
import { PublicError } from '../../errors.ts';
import { countApiKeys, pageApiKeys } from '../../store/clients/api-key-lists.ts';
import { type ApiKeyRow, findApiKey, revokeApiKey, updateApiKey } from '../../store/clients/api-key-rows.ts';
import { writeAudit } from '../../store/clients/audit-log.ts';
import {
  countClients,
  createClient,
  pageClients,
  updateClientSettings,
} from '../../store/clients/client-rows.ts';
import { countUsage, listUsage } from '../../store/clients/usage-days.ts';
import type { Database } from '../../store/connection/database.ts';
import { actorOf } from '../access/actor.ts';
import type {
  AdminModel,
  ApiKeyRequest,
  ApiKeyView,
  ClientView,
  UsageRequest,
} from '../model/admin-model.ts';
import { type Caller, knownScopes } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { apiKeyView, clientView, usageView } from './admin-views.ts';
import { changedSettings, isQuota } from './client-settings.ts';
import { refusal } from './key-input.ts';
import { createKey, type KeyMaker, noSuchKey, rotateKey } from './keys.ts';
import { dayOf, managedClient, managedId, ownQuotasOf, requireAdmin, requireManaged } from './managed.ts';
import { createProblems } from './problems.ts';

interface AdminDependencies {
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}

const longestOverlapSeconds = 90 * 86_400;

async function requireKey({ database }: AdminDependencies, caller: Caller, id: string): Promise<ApiKeyRow> {
  const managed = managedClient(caller);
  const key = await findApiKey(database, id);
  // A key with more than the caller has is nothing that it may end, or have a copy of.
  const isHigher = managed !== undefined && key?.scopes.includes('admin') === true;
  if (key === null || isHigher || (managed !== undefined && managed !== key.clientId)) throw noSuchKey(id);
  return key;
}

async function listClients(
  { database }: AdminDependencies,
  caller: Caller,
  page: Parameters<AdminModel['listClients']>[1],
): ReturnType<AdminModel['listClients']> {
  requireAdmin(caller);
  const list = {
    fetch: (offset: number, limit: number) => pageClients(database, offset, limit),
    count: () => countClients(database),
  };
  const rows = await offsetPage(list, page);
  return mapPage(rows, rows.items.map(clientView));
}

async function addClient(deps: AdminDependencies, caller: Caller, name: string): Promise<ClientView> {
  const { database } = deps;
  requireAdmin(caller);
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) {
    throw refusal([{ path: 'name', message: '1 to 64 of A-Z a-z 0-9 . _ - are allowed' }]);
  }
  const client = await createClient(database, name);
  if (client === null) throw new PublicError('CONFLICT', `There is a client '${name}' already.`);
  const entry = {
    clientId: client.id,
    actor: actorOf(caller),
    action: 'client_created',
    subject: name,
  } as const;
  await writeAudit(database.pool, entry);
  return clientView(await requireManaged(deps.database, caller, name));
}

async function setSettings(
  deps: AdminDependencies,
  caller: Caller,
  name: string,
  changes: Readonly<Record<string, string>>,
): Promise<ClientView> {
  requireAdmin(caller);
  await requireManaged(deps.database, caller, name);
  const noted = { actor: actorOf(caller), subject: Object.keys(changes).join(', ') };
  await updateClientSettings(deps.database, name, (stored) => changedSettings(stored, changes), noted);
  return clientView(await requireManaged(deps.database, caller, name));
}

/** Quotas bound those who manage their own keys. Throws FORBIDDEN. */
function requireQuotaRight(
  caller: Caller,
  quotas: Readonly<Record<string, number | null | undefined>>,
): void {
  const given = Object.entries(quotas).filter(([, units]) => units !== undefined);
  if (given.length > 0) requireAdmin(caller);
  const wrong = given.filter(([, units]) => units !== null && !isQuota(String(units)));
  if (wrong.length === 0) return;
  const message = 'a whole number from 1 to 999999999999 is expected';
  throw refusal(wrong.map(([path]) => ({ path, message })));
}

/** What a new key may have: what its maker has, or gives out. */
function requireGrantable(caller: Caller, scopes: readonly string[]): void {
  const unknown = scopes.filter((scope) => !knownScopes.some((known) => known === scope));
  if (unknown.length > 0 || scopes.length === 0) {
    throw refusal([{ path: 'scopes', message: `some of ${knownScopes.join(', ')} are expected` }]);
  }
  if (!caller.scopes.includes('admin') && scopes.includes('admin')) {
    throw new PublicError('FORBIDDEN', "only a key with the scope 'admin' gives it to another");
  }
}

/** A copy of a key has no more than who makes it. Throws FORBIDDEN. */
async function requireCopyable({ database }: AdminDependencies, caller: Caller, { ownQuotas }: ApiKeyRow) {
  const own = await ownQuotasOf(database, caller);
  const isWithin = (quota: number | null, most: number | null): boolean =>
    most === null || (quota !== null && quota <= most);
  if (isWithin(ownQuotas.daily, own.daily) && isWithin(ownQuotas.monthly, own.monthly)) return;
  throw new PublicError('FORBIDDEN', 'this API key has quotas of its own, which bound a key that it rotates');
}

async function addKey(
  deps: AdminDependencies,
  caller: Caller,
  request: ApiKeyRequest,
): ReturnType<AdminModel['createApiKey']> {
  const { database, now } = deps;
  const client = await requireManaged(deps.database, caller, request.client);
  const { publishable } = request;
  const scopes = [...new Set(request.scopes ?? (publishable === undefined ? ['read', 'write'] : ['read']))];
  requireGrantable(caller, scopes);
  requireQuotaRight(caller, { daily_quota: request.dailyQuota, monthly_quota: request.monthlyQuota });
  // What bounds a key bounds those that it makes.
  const own = await ownQuotasOf(database, caller);
  const asked = {
    ...{ clientId: client.id, name: request.name, scopes, publishable: publishable ?? null },
    expiresAt: endOf(request.expiresAt ?? null, now()),
    quotas: { daily: request.dailyQuota ?? own.daily, monthly: request.monthlyQuota ?? own.monthly },
  };
  const { id, key } = await createKey(database, asked, makerOf(caller, now()));
  return { key, apiKey: apiKeyView(await requireKey(deps, caller, id), now()) };
}

const makerOf = (caller: Caller, now: number): KeyMaker => ({
  ...{ actor: actorOf(caller), isBounded: true, now },
});

function endOf(seconds: number | null, now: number): Date | null {
  if (seconds === null) return null;
  if (seconds * 1000 > now) return new Date(seconds * 1000);
  throw refusal([{ path: 'expires_at', message: 'is in the past: to end a key now, revoke it' }]);
}

async function listKeys(
  deps: AdminDependencies,
  caller: Caller,
  { client }: { client?: string | undefined },
  page: Parameters<AdminModel['listApiKeys']>[2],
): ReturnType<AdminModel['listApiKeys']> {
  const { database, now } = deps;
  const clientId = await managedId(database, caller, client);
  const list = {
    fetch: (offset: number, limit: number) => pageApiKeys(database, { clientId, offset, limit }),
    count: () => countApiKeys(database, clientId),
  };
  const rows = await offsetPage(list, page);
  return mapPage(
    rows,
    rows.items.map((row) => apiKeyView(row, now())),
  );
}

async function readUsage(
  deps: AdminDependencies,
  caller: Caller,
  { client, keyId, from, to }: UsageRequest,
  page: Parameters<AdminModel['listUsage']>[2],
): ReturnType<AdminModel['listUsage']> {
  const { database } = deps;
  const clientId = await managedId(database, caller, client);
  const filter = { clientId, keyId, from: dayOf('from', from), to: dayOf('to', to) };
  const list = {
    fetch: (offset: number, limit: number) => listUsage(database, { ...filter, offset, limit }),
    count: () => countUsage(database, filter),
  };
  const rows = await offsetPage(list, page);
  return mapPage(rows, rows.items.map(usageView));
}

export function createAdmin(deps: AdminDependencies): Omit<AdminModel, 'serviceState'> {
  const { database, now } = deps;
  const viewOf = async (caller: Caller, id: string): Promise<ApiKeyView> =>
    apiKeyView(await requireKey(deps, caller, id), now());
  return {
    listClients: (caller, page) => listClients(deps, caller, page),
    createClient: (caller, name) => addClient(deps, caller, name),
    setClientSettings: (caller, name, changes) => setSettings(deps, caller, name, changes),
    listApiKeys: (caller, request, page) => listKeys(deps, caller, request, page),
    createApiKey: (caller, request) => addKey(deps, caller, request),
    async rotateApiKey(caller, id, { overlapSeconds, expiresAt }) {
      if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > longestOverlapSeconds) {
        const message = `a whole number from 0 to ${longestOverlapSeconds} seconds is expected`;
        throw refusal([{ path: 'overlap', message }]);
      }
      await requireCopyable(deps, caller, await requireKey(deps, caller, id));
      const overlapEnds = new Date(now() + overlapSeconds * 1000);
      const end = endOf(expiresAt ?? null, now()) ?? undefined;
      const ends = { overlapEnds, expiresAt: end };
      const { key, row } = await rotateKey(database, id, ends, makerOf(caller, now()));
      return { key, apiKey: apiKeyView(row, now()) };
    },
    async updateApiKey(caller, id, { expiresAt, dailyQuota, monthlyQuota }) {
      await requireKey(deps, caller, id);
      requireQuotaRight(caller, { daily_quota: dailyQuota, monthly_quota: monthlyQuota });
      const end = expiresAt === undefined ? undefined : endOf(expiresAt, now());
      const change = { expiresAt: end, dailyQuota, monthlyQuota };
      const isChanged = await updateApiKey(database, id, change, actorOf(caller));
      if (!isChanged) throw noSuchKey(id);
      return viewOf(caller, id);
    },
    async revokeApiKey(caller, id) {
      await requireKey(deps, caller, id);
      if (!(await revokeApiKey(database, id, actorOf(caller)))) throw noSuchKey(id);
      return viewOf(caller, id);
    },
    listUsage: (caller, request, page) => readUsage(deps, caller, request, page),
    ...createProblems({ database }),
  };
}
