/**
 * Who did what, when, and from where. An entry is written in the transaction of what it tells of, and kept for 400 days: each that is written
 * takes some of those with it that are older.
 */
import type { Database } from '../connection/database.ts';
import { storableText } from '../connection/row-types.ts';
import { createParameters, queryCount, queryRows, storedNow } from '../connection/sql.ts';

/** A key, a member, somebody who proved an address, or the command line of the installation. */
export const actorKinds = ['key', 'member', 'guest', 'operator'] as const;
export type ActorKind = (typeof actorKinds)[number];

export interface Actor {
  kind: ActorKind;
  /** Of the key or the member, or the address; empty: the operator. */
  id: string;
  /** As it was called then; empty: not known. */
  name: string;
  /** Where it asked from; empty: this machine. */
  address: string;
}

/** The command line. */
export const operator: Actor = { kind: 'operator', id: '', name: '', address: '' };

export const auditActions = [
  ...['signed_in', 'signed_out', 'session_ended', 'passkey_added', 'passkey_removed', 'address_linked'],
  ...['member_invited', 'member_changed', 'member_removed', 'link_made'],
  ...['key_created', 'key_rotated', 'key_changed', 'key_revoked', 'client_created', 'settings_changed'],
  ...['webhook_created', 'webhook_changed', 'webhook_secret_rotated', 'webhook_removed'],
  ...['exported', 'correction_added', 'correction_undone', 'wallet_reloaded'],
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface NewAuditEntry {
  clientId: number;
  actor: Actor;
  action: AuditAction;
  /** What it was done to: an id, a name, a path. */
  subject: string;
}

const longestText = 300;
const clipped = (text: string): string => storableText(text).slice(0, longestText);

/** As the columns have it, for the transaction of a change. */
export const auditRow = ({ clientId, actor, action, subject }: NewAuditEntry) => ({
  ...{ clientId, action, subject: clipped(subject) },
  ...{ actorKind: actor.kind, actorId: clipped(actor.id), actorName: clipped(actor.name) },
  address: clipped(actor.address),
});

const auditDaysKept = 400;
/** More than are written at once, so that none stays for long. */
const mostForgotten = 100;

interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** To be called in the transaction of what the entry tells of. */
export async function writeAudit(client: Queryable, entry: NewAuditEntry): Promise<void> {
  const row = auditRow(entry);
  await client.query(
    `WITH forgotten AS (
       DELETE FROM audit_entry WHERE id = ANY (ARRAY(
         SELECT id FROM audit_entry WHERE at < ${storedNow} - interval '${auditDaysKept} days'
         ORDER BY at LIMIT ${mostForgotten} FOR UPDATE SKIP LOCKED)))
     INSERT INTO audit_entry (client_id, actor_kind, actor_id, actor_name, action, subject, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.clientId, row.actorKind, row.actorId, row.actorName, row.action, row.subject, row.address],
  );
}

export interface AuditFilter {
  /** undefined: of all. */
  clientId?: number | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  /** Of these UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditRow {
  id: bigint;
  /** Unix seconds. */
  at: number;
  clientName: string;
  actor: Actor;
  action: string;
  subject: string;
}

function conditionsOf({ clientId, action, actorId, from, to }: AuditFilter) {
  const parameters = createParameters();
  const conditions = ['true'];
  if (clientId !== undefined) conditions.push(`client_id = ${parameters.add(clientId)}`);
  if (action !== undefined) conditions.push(`action = ${parameters.add(action)}`);
  if (actorId !== undefined) conditions.push(`actor_id = ${parameters.add(actorId)}`);
  if (from !== undefined)
    conditions.push(`at >= ${parameters.add(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== undefined)
    conditions.push(`at < (${parameters.add(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  return { parameters, where: conditions.join(' AND ') };
}

const kindOf = (text: string): ActorKind => actorKinds.find((kind) => kind === text) ?? 'operator';

/** The newest first. */
export function listAudit(
  database: Database,
  filter: AuditFilter & { offset: number; limit: number },
): Promise<AuditRow[]> {
  const { parameters, where } = conditionsOf(filter);
  const [limit, offset] = [parameters.add(filter.limit), parameters.add(filter.offset)];
  return queryRows(
    database.pool,
    `SELECT entry.id, floor(extract(epoch FROM at))::bigint, coalesce(client.name, ''), actor_kind, actor_id, actor_name, action,
       subject, address
     FROM (SELECT * FROM audit_entry WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}) entry
     LEFT JOIN client ON client.id = entry.client_id ORDER BY entry.id DESC`,
    parameters.values,
    (row) => {
      const [id, at, clientName] = [row.bigint(), row.integer(), row.text()];
      const [kind, actorId, name] = [kindOf(row.text()), row.text(), row.text()];
      const [action, subject, address] = [row.text(), row.text(), row.text()];
      return { ...{ id, at, clientName, action, subject }, actor: { kind, id: actorId, name, address } };
    },
  );
}

export function countAudit(database: Database, filter: AuditFilter): Promise<number> {
  const { parameters, where } = conditionsOf(filter);
  return queryCount(database.pool, `SELECT count(*) FROM audit_entry WHERE ${where}`, parameters.values);
}
