/** Which clients a caller manages: all with the scope `admin`, its own with `keys`, of which nothing tells the others from none. */
import { PublicError } from '../../errors.ts';
import { findApiKey, type Quotas } from '../../store/clients/api-key-rows.ts';
import { findClient } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Caller } from '../model/view-model.ts';

/** Throws FORBIDDEN for anybody else. */
export function requireAdmin(caller: Caller): void {
  if (caller.bounds === undefined && caller.scopes.includes('admin')) return;
  throw new PublicError('FORBIDDEN', "this API key lacks the scope 'admin'");
}

/** The client that the caller manages; undefined: all. Throws FORBIDDEN: none. */
export function managedClient(caller: Caller): number | undefined {
  if (caller.bounds === undefined) {
    if (caller.scopes.includes('admin')) return undefined;
    if (caller.scopes.includes('keys')) return caller.clientId;
  }
  throw new PublicError(
    'FORBIDDEN',
    "this API key lacks the scope 'admin' (all clients) or 'keys' (its own), which owners have",
  );
}

/** The client of that name, if the caller manages it: another is none at all. Throws NOT_FOUND. */
export async function requireManaged(database: Database, caller: Caller, name: string) {
  const managed = managedClient(caller);
  const client = await findClient(database, name);
  if (client !== null && (managed === undefined || managed === client.id)) return client;
  throw new PublicError('NOT_FOUND', `There is no client '${name.slice(0, 80)}'.`);
}

/** The client of that name; unnamed the one that the caller manages, undefined: all. Throws FORBIDDEN and NOT_FOUND. */
export async function managedId(
  database: Database,
  caller: Caller,
  client: string | undefined,
): Promise<number | undefined> {
  const managed = managedClient(caller);
  return client === undefined ? managed : (await requireManaged(database, caller, client)).id;
}

const unbounded: Quotas = { daily: null, monthly: null };

/** The quotas that the caller's key has of its own, beside those of its client: they bound what it makes. Nothing bounds `admin`. */
export async function ownQuotasOf(database: Database, caller: Caller): Promise<Quotas> {
  if (caller.scopes.includes('admin') || caller.session !== undefined) return unbounded;
  return (await findApiKey(database, caller.keyId))?.ownQuotas ?? unbounded;
}

/** Throws FORBIDDEN for a key with quotas of its own: what it would make has none. */
export async function requireNoQuotas(database: Database, caller: Caller, what: string): Promise<void> {
  const { daily, monthly } = await ownQuotasOf(database, caller);
  if (daily === null && monthly === null) return;
  throw new PublicError('FORBIDDEN', `this API key has quotas of its own, which ${what} would not have`);
}

/** A UTC day as it is given. Throws BAD_INPUT. */
export function dayOf(path: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  // The database has no year 0.
  const isReal = isDay && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
  if (isReal && !text.startsWith('0000')) return text;
  const message = 'is no day: 2026-01-31 is expected';
  throw new PublicError('BAD_INPUT', `${path}: ${message}`, [{ path, message }]);
}
