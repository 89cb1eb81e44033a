/** Clients: whoever registers wallets, with labels and keys of their own. */
import type { FiatCurrency } from '../../domain/ids.ts';
import { isFiat } from '../../domain/money/fiat.ts';
import { notify, notifyAll } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';
import type { Prisma } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';

/** The client that a service has from its first start. */
export const defaultClientName = 'default';

type Settings = Readonly<Record<string, string>>;

export interface ClientRow {
  id: number;
  name: string;
}

export interface ClientDetails extends ClientRow {
  settings: Prisma.JsonValue;
  createdAt: Date;
}

/** The client of that name, created when there is none. */
export async function ensureClient(database: Database, name: string): Promise<ClientRow> {
  await database.prisma.client.createMany({ data: [{ name }], skipDuplicates: true });
  return database.prisma.client.findUniqueOrThrow({ where: { name }, select: { id: true, name: true } });
}

/** null: there is a client of that name already. */
export async function createClient(database: Database, name: string): Promise<ClientRow | null> {
  const [row] = await database.prisma.client.createManyAndReturn({
    data: [{ name }],
    skipDuplicates: true,
    select: { id: true, name: true },
  });
  return row ?? null;
}

export async function findClient(database: Database, name: string): Promise<ClientDetails | null> {
  return database.prisma.client.findUnique({ where: { name } });
}

/** Its name; empty: it is gone. */
export async function clientName(database: Database, id: number): Promise<string> {
  const client = await database.prisma.client.findUnique({ where: { id }, select: { name: true } });
  return client?.name ?? '';
}

/** The names of those of the clients that are there. */
export async function clientNames(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database.prisma.client.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** All clients, oldest first. */
export async function listClients(database: Database): Promise<ClientDetails[]> {
  return database.prisma.client.findMany({ orderBy: { id: 'asc' } });
}

/** Clients, oldest first. */
export async function pageClients(
  database: Database,
  offset: number,
  limit: number,
): Promise<ClientDetails[]> {
  return database.prisma.client.findMany({ orderBy: { id: 'asc' }, skip: offset, take: limit });
}

export const countClients = (database: Database): Promise<number> => database.prisma.client.count();

/** The currencies of states that some client keeps its books in, in order. */
export async function findReportingCurrencies(database: Pick<Database, 'pool'>): Promise<FiatCurrency[]> {
  const found = await queryRows(
    database.pool,
    `SELECT DISTINCT settings ->> 'reportingCurrency' AS currency FROM client
     WHERE settings ? 'reportingCurrency' ORDER BY currency`,
    [],
    (row) => row.textOrNull() ?? '',
  );
  return found.filter(isFiat);
}

/**
 * Replaces the client's settings, by which all of its wallets are booked again and its keys are looked up anew; false when there is no
 * such client. What is made of the stored ones is made while nobody else changes them.
 * @param noted who does it, and what, for the log
 */
export async function updateClientSettings(
  database: Database,
  name: string,
  settings: Settings | ((stored: unknown) => Settings),
  noted: { actor: Actor; subject: string } | null = null,
): Promise<boolean> {
  const isThere = await database.transaction(async (client) => {
    const { rows } = await client.query<{ id: number; settings: unknown }>(
      'SELECT id, settings FROM client WHERE name = $1 FOR NO KEY UPDATE',
      [name],
    );
    const [row] = rows;
    if (row === undefined) return false;
    const next = typeof settings === 'function' ? settings(row.settings) : settings;
    await client.query('UPDATE client SET settings = $2::jsonb WHERE id = $1', [
      row.id,
      JSON.stringify(next),
    ]);
    if (noted !== null) await writeAudit(client, { clientId: row.id, action: 'settings_changed', ...noted });
    return true;
  });
  if (!isThere) return false;
  // What its keys may use, and ask for, is remembered with them.
  await notify(database.pool, 'keys_changed', name);
  const registrations = await database.prisma.registration.findMany({
    where: { client: { name } },
    select: { walletId: true },
  });
  await notifyAll(
    database.pool,
    'wallet_changed',
    registrations.map(({ walletId }) => walletId),
  );
  return true;
}
