/** Browsers that are signed in. Of a cookie only its SHA-256 is stored. A change is told to all processes, so that it holds at once. */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { type Actor, type AuditAction, writeAudit } from '../clients/audit-log.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { outsideRequests } from '../connection/request-scope.ts';
import { hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type RowReader, storedNow } from '../connection/sql.ts';
import { type MemberRole, memberRoles } from './member-rows.ts';

export const signInMethods = ['link', 'passkey', 'ethereum'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** A session that nobody uses for so long is over. */
const idleHours = 12;
/** However much it is used. */
const longestDays = 30;

export interface SessionRow {
  id: string;
  clientId: number;
  /** null: a guest, who proved the address of `wallet`. */
  member: { id: number; name: string; role: MemberRole } | null;
  wallet: Address | null;
  method: SignInMethod;
  address: string;
  userAgent: string;
  /** Unix milliseconds, as all times here. */
  createdAt: number;
  lastSeenAt: number;
  /** When it ends at last: 30 days after the sign-in, or 12 hours after the last use. */
  expiresAt: number;
  settings: unknown;
}

const methodOf = memberOf(signInMethods);
const roleOf = memberOf(memberRoles);
const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
const end = `least(session.expires_at, session.last_seen_at + interval '${idleHours} hours')`;
const columns = `session.id, session.client_id, member.id, member.name, member.role, session.wallet, session.method, session.address,
  session.user_agent, ${milliseconds('session.created_at')}, ${milliseconds('session.last_seen_at')}, ${milliseconds(end)},
  client.settings::text`;
const tables = `member_session session JOIN client ON client.id = session.client_id LEFT JOIN member ON member.id = session.member_id`;
const isLive = `${end} > ${storedNow}`;

function readSession(row: RowReader): SessionRow {
  const [id, clientId, memberId] = [row.text(), row.integer(), row.integerOrNull()];
  const [name, role] = [row.textOrNull(), row.textOrNull()];
  const member =
    memberId === null || name === null || role === null ? null : { id: memberId, name, role: roleOf(role) };
  return {
    ...{ id, clientId, member, wallet: hexOrNull(row.textOrNull()), method: methodOf(row.text()) },
    ...{ address: row.text(), userAgent: row.text(), createdAt: row.integer(), lastSeenAt: row.integer() },
    ...{ expiresAt: row.integer(), settings: JSON.parse(row.text()) },
  };
}

export interface NewSession {
  id: string;
  hash: Uint8Array;
  clientId: number;
  memberId: number | null;
  wallet: Address | null;
  method: SignInMethod;
  address: string;
  userAgent: string;
}

/** A member has so many at most: the one that was used least lately goes. */
const mostSessions = 20;
/** Of all guests of a client together: addresses cost nothing. */
const mostGuests = 10_000;

/** Starts a session, in the transaction of what proved who it is; `replaced`: the one that the browser had. */
export async function insertSession(
  client: pg.PoolClient,
  session: NewSession,
  { replaced, actor }: { replaced: Uint8Array | null; actor: Actor },
): Promise<void> {
  const { id, hash, clientId, memberId, wallet, method, address, userAgent } = session;
  if (replaced !== null) {
    const { rowCount } = await client.query('DELETE FROM member_session WHERE hash = $1', [replaced]);
    if (rowCount !== 0) await notify(client, 'keys_changed', id);
  }
  // Of two who sign in at once each leaves the other's rows alone: waiting for one another, one of them would be refused.
  await client.query(
    `DELETE FROM member_session WHERE id IN (
       SELECT id FROM member_session session WHERE NOT ${isLive} FOR UPDATE OF session SKIP LOCKED)`,
  );
  await client.query(
    `INSERT INTO member_session (id, hash, client_id, member_id, wallet, method, address, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '${longestDays} days')`,
    [id, hash, clientId, memberId, wallet, method, address, userAgent],
  );
  await client.query(
    `DELETE FROM member_session WHERE id IN (
       SELECT id FROM member_session WHERE client_id = $1 AND member_id IS NOT DISTINCT FROM $2 AND wallet IS NOT DISTINCT FROM $3
       ORDER BY last_seen_at DESC, created_at DESC, id OFFSET ${mostSessions})`,
    [clientId, memberId, wallet],
  );
  if (memberId === null) {
    await client.query(
      `DELETE FROM member_session WHERE id IN (
         SELECT id FROM member_session WHERE client_id = $1 AND member_id IS NULL ORDER BY last_seen_at DESC, id OFFSET ${mostGuests})`,
      [clientId],
    );
  } else {
    await client.query(
      `UPDATE member SET last_signed_in_at = now(), joined_at = coalesce(joined_at, now()) WHERE id = $1`,
      [memberId],
    );
  }
  await writeAudit(client, { clientId, actor, action: 'signed_in', subject: `${method} ${id}` });
}

/** null: there is none, or it is over. */
export async function findSession(database: Database, hash: Uint8Array): Promise<SessionRow | null> {
  // Requests of the same session wait for one look: none that is given up may end it for the others.
  const [row] = await outsideRequests(() =>
    queryRows(
      database.pool,
      `SELECT ${columns} FROM ${tables} WHERE session.hash = $1 AND ${isLive}`,
      [hash],
      readSession,
    ),
  );
  return row ?? null;
}

/** Notes that it is used. One that is over stays so. */
export async function touchSession(database: Database, id: string): Promise<void> {
  await database.pool.query(
    `UPDATE member_session session SET last_seen_at = now() WHERE id = $1 AND ${isLive}`,
    [id],
  );
}

/** Whose sessions: a member's, or a guest's. */
export interface SessionHolder {
  clientId: number;
  memberId: number | null;
  wallet: Address | null;
}

const ofHolder = `session.client_id = $1 AND session.member_id IS NOT DISTINCT FROM $2::int AND session.wallet IS NOT DISTINCT FROM $3`;

/** The one that was used last first. */
export function listSessions(
  database: Database,
  { clientId, memberId, wallet }: SessionHolder,
  { offset, limit }: { offset: number; limit: number },
): Promise<SessionRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM ${tables} WHERE ${ofHolder} AND ${isLive}
     ORDER BY session.last_seen_at DESC, session.id LIMIT $4 OFFSET $5`,
    [clientId, memberId, wallet, limit, offset],
    readSession,
  );
}

export const countSessions = (
  database: Database,
  { clientId, memberId, wallet }: SessionHolder,
): Promise<number> =>
  queryCount(database.pool, `SELECT count(*) FROM member_session session WHERE ${ofHolder} AND ${isLive}`, [
    clientId,
    memberId,
    wallet,
  ]);

export async function findSessionById(database: Database, id: string): Promise<SessionRow | null> {
  const [row] = await queryRows(
    database.pool,
    `SELECT ${columns} FROM ${tables} WHERE session.id = $1 AND ${isLive}`,
    [id],
    readSession,
  );
  return row ?? null;
}

/** false: it was over. */
export function deleteSession(
  database: Database,
  { id, clientId }: Pick<SessionRow, 'id' | 'clientId'>,
  { actor, action }: { actor: Actor; action: AuditAction },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query('DELETE FROM member_session WHERE id = $1', [id]);
    if (rowCount === 0) return false;
    await writeAudit(client, { clientId, actor, action, subject: id });
    await notify(client, 'keys_changed', id);
    return true;
  });
}

/** All of the holder's but one. Answers how many. */
export function deleteOtherSessions(
  database: Database,
  holder: SessionHolder,
  { kept, actor }: { kept: string; actor: Actor },
): Promise<number> {
  const { clientId, memberId, wallet } = holder;
  return database.transaction(async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM member_session session WHERE ${ofHolder} AND session.id <> $4`,
      [clientId, memberId, wallet, kept],
    );
    const count = rowCount ?? 0;
    if (count === 0) return 0;
    await writeAudit(client, { clientId, actor, action: 'session_ended', subject: `${count} others` });
    await notify(client, 'keys_changed', kept);
    return count;
  });
}
