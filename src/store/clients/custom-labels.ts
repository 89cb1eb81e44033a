/** A client's own names for addresses. Every query carries the client: no label is visible to another. */
import type { Address } from '../../domain/model.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { withTransaction } from '../connection/sql.ts';
import type { CustomLabel } from '../generated/client.ts';
import { tellLabel } from '../history/events/label-events.ts';
import { defaultClientLimits, guardClientLimit } from './client-limits.ts';

export interface CustomLabelRow {
  clientId: number;
  address: Address;
  name: string;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
}

export interface CustomLabelInput {
  clientId: number;
  address: Address;
  name: string;
  tags: readonly string[];
}

const toRow = (label: CustomLabel): CustomLabelRow => ({ ...label, address: hexOf(label.address) });

/** What a change of a label is announced as. */
const payload = ({ clientId, address }: { clientId: number; address: Address }): string =>
  `${clientId}:${address}`;

/** The client's labels of these addresses, in no particular order. */
export async function findCustomLabels(
  database: Database,
  clientId: number,
  addresses: readonly Address[],
): Promise<CustomLabelRow[]> {
  if (addresses.length === 0) return [];
  const labels = await database.prisma.customLabel.findMany({
    where: { clientId, address: { in: [...addresses] } },
  });
  return labels.map(toRow);
}

/** A page of the client's labels by address. */
export async function listCustomLabels(
  database: Database,
  clientId: number,
  page: { offset: number; limit: number },
): Promise<CustomLabelRow[]> {
  const labels = await database.prisma.customLabel.findMany({
    where: { clientId },
    orderBy: { address: 'asc' },
    skip: page.offset,
    take: page.limit,
  });
  return labels.map(toRow);
}

export async function countCustomLabels(database: Database, clientId: number): Promise<number> {
  return database.prisma.customLabel.count({ where: { clientId } });
}

/** null: the client has a label for that address already. Throws ClientLimitError. */
export async function createCustomLabel(
  database: Database,
  input: CustomLabelInput,
  limit: number = defaultClientLimits.labels,
): Promise<CustomLabelRow | null> {
  return (await writeCustomLabel(database, input, limit, 'DO NOTHING'))?.row ?? null;
}

/** Creates or replaces; safe when several calls do so at once. Throws ClientLimitError. */
export async function putCustomLabel(
  database: Database,
  input: CustomLabelInput,
  limit: number = defaultClientLimits.labels,
): Promise<{ row: CustomLabelRow; created: boolean }> {
  const replace = `DO UPDATE SET name = excluded.name, tags = excluded.tags, updated_at = excluded.updated_at`;
  const stored = await writeCustomLabel(database, input, limit, replace);
  if (stored === null) throw new Error('an upsert answered no row');
  return stored;
}

/** null: there is one already, and it stays as it is. */
async function writeCustomLabel(
  database: Database,
  input: CustomLabelInput,
  limit: number,
  onConflict: string,
): Promise<{ row: CustomLabelRow; created: boolean } | null> {
  const { clientId, address, name, tags } = input;
  return withTransaction(database.pool, async (client) => {
    const checkLimit = await guardClientLimit(client, { clientId, what: 'labels', limit });
    const { rows } = await client.query<{ created_at: Date; updated_at: Date; created: boolean }>(
      // xmax is 0 in a row version that no one updated: the row was inserted.
      `INSERT INTO custom_label (client_id, address, name, tags, updated_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (client_id, address) ${onConflict}
       RETURNING created_at, updated_at, xmax = 0 AS created`,
      [clientId, address, name, tags],
    );
    const [stored] = rows;
    if (stored === undefined) return null;
    if (stored.created) await checkLimit();
    await notify(client, 'labels_changed', payload(input));
    // Also of one that says what it said: transfers show when it was written.
    await tellLabel(client, clientId, address);
    const times = { createdAt: stored.created_at, updatedAt: stored.updated_at };
    return { row: { clientId, address, name, tags: [...tags], ...times }, created: stored.created };
  });
}

/** false: the client has no label for that address. */
export async function deleteCustomLabel(
  database: Database,
  clientId: number,
  address: Address,
): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM custom_label WHERE client_id = $1 AND address = $2',
      [clientId, address],
    );
    if (rowCount !== 1) return false;
    await notify(client, 'labels_changed', payload({ clientId, address }));
    await tellLabel(client, clientId, address);
    return true;
  });
}
