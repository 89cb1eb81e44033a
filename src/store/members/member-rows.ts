/** Members: the people who may sign in for a client, and what they may do there. */
import type pg from 'pg';
import type { Address } from '../../domain/model.ts';
import { isErrorCode } from '../../errors.ts';
import { type Actor, type AuditAction, type NewAuditEntry, writeAudit } from '../clients/audit-log.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type RowReader } from '../connection/sql.ts';

export const memberRoles = ['owner', 'editor', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];
const roleOf = memberOf(memberRoles);

/** An account of Ethereum that has signed. */
export interface SigningAccount {
  address: Address;
  /** Of a contract wallet: the chain whose contract says that it has signed; null: the account has signed by its own key. */
  contractChainId: number | null;
}

export interface MemberRow {
  id: number;
  clientId: number;
  clientName: string;
  name: string;
  role: MemberRole;
  address: Address | null;
  /** Unix seconds, as all times here. */
  createdAt: number;
  /** null: invited, and never signed in. */
  joinedAt: number | null;
  lastSignedInAt: number | null;
}

const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`;
const columns = `member.id, member.client_id, client.name, member.name, member.role, member.address,
  ${seconds('member.created_at')}, ${seconds('member.joined_at')}, ${seconds('member.last_signed_in_at')}`;
const tables = 'member JOIN client ON client.id = member.client_id';

const readMember = (row: RowReader): MemberRow => ({
  ...{ id: row.integer(), clientId: row.integer(), clientName: row.text(), name: row.text() },
  ...{ role: roleOf(row.text()), address: hexOrNull(row.textOrNull()), createdAt: row.integer() },
  ...{ joinedAt: row.integerOrNull(), lastSignedInAt: row.integerOrNull() },
});

type Queryable = Pick<pg.Pool, 'query'>;

export async function findMember({ pool }: { pool: Queryable }, id: number): Promise<MemberRow | null> {
  const [row] = await queryRows(
    pool,
    `SELECT ${columns} FROM ${tables} WHERE member.id = $1`,
    [id],
    readMember,
  );
  return row ?? null;
}

/**
 * Whose account of Ethereum it is. What a contract says counts for the chain alone that it was linked on: at the same address of another
 * chain may be somebody else's. 'elsewhere': so it is here.
 */
export async function findMemberByAccount(
  database: Database,
  { address, contractChainId }: SigningAccount,
): Promise<MemberRow | 'elsewhere' | null> {
  const [row] = await queryRows(
    database.pool,
    `SELECT $2::int IS NULL OR member.address_chain_id IS NOT DISTINCT FROM $2, ${columns} FROM ${tables} WHERE member.address = $1`,
    [address, contractChainId],
    (reader) => ({ counts: reader.boolean(), member: readMember(reader) }),
  );
  if (row === undefined) return null;
  return row.counts ? row.member : 'elsewhere';
}

/** Of one client or of all, oldest first. */
export function listMembers(
  database: Database,
  { clientId = null, offset, limit }: { clientId?: number | null | undefined; offset: number; limit: number },
): Promise<MemberRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM ${tables} WHERE $1::int IS NULL OR member.client_id = $1 ORDER BY member.id LIMIT $2 OFFSET $3`,
    [clientId, limit, offset],
    readMember,
  );
}

export const countMembers = (database: Database, clientId: number | null = null): Promise<number> =>
  queryCount(database.pool, 'SELECT count(*) FROM member WHERE $1::int IS NULL OR client_id = $1', [
    clientId,
  ]);

/** Changes of a client's members come one after the other: so the last owner stays. */
export async function lockClient(client: pg.PoolClient, clientId: number): Promise<void> {
  await client.query('SELECT 1 FROM client WHERE id = $1 FOR NO KEY UPDATE', [clientId]);
}

const entryOf = (
  { clientId, id, name }: MemberRow,
  actor: Actor,
  action: AuditAction,
  more = '',
): NewAuditEntry => ({ clientId, actor, action, subject: `mem_${id} ${name}${more}` });

export interface NewMember {
  clientId: number;
  name: string;
  role: MemberRole;
}

/** Adds somebody who is invited. `most`: members of a client; null: there are as many. */
export function insertMember(
  database: Database,
  { clientId, name, role }: NewMember,
  { most, actor }: { most: number; actor: Actor },
): Promise<MemberRow | null> {
  return database.transaction(async (client) => {
    await lockClient(client, clientId);
    const count = await queryCount(client, 'SELECT count(*) FROM member WHERE client_id = $1', [clientId]);
    if (count >= most) return null;
    const row = await addMember(client, { clientId, name, role });
    await writeAudit(client, entryOf(row, actor, 'member_invited', ` as ${role}`));
    return row;
  });
}

async function addMember(client: pg.PoolClient, { clientId, name, role }: NewMember): Promise<MemberRow> {
  const [row] = await queryRows(
    client,
    `WITH member AS (INSERT INTO member (client_id, name, role) VALUES ($1, $2, $3::member_role) RETURNING *)
     SELECT ${columns} FROM ${tables}`,
    [clientId, name, role],
    readMember,
  );
  if (row === undefined) throw new Error('a member was stored and not found');
  return row;
}

/** The first owner of a client who has signed in, else the first that was invited; made where there is none. */
export function ensureOwner(database: Database, clientId: number, name: string): Promise<MemberRow> {
  return database.transaction(async (client) => {
    await lockClient(client, clientId);
    const [row] = await queryRows(
      client,
      `SELECT ${columns} FROM ${tables} WHERE member.client_id = $1 AND member.role = 'owner'
       ORDER BY member.joined_at IS NULL, member.id LIMIT 1`,
      [clientId],
      readMember,
    );
    return row ?? (await addMember(client, { clientId, name, role: 'owner' }));
  });
}

/** Whether an owner who has signed in is left beside this member. */
async function hasOtherOwner(client: pg.PoolClient, { clientId, id }: MemberRow): Promise<boolean> {
  const text = `SELECT count(*) FROM member
    WHERE client_id = $1 AND id <> $2 AND role = 'owner' AND joined_at IS NOT NULL`;
  return (await queryCount(client, text, [clientId, id])) > 0;
}

/** An owner who has signed in: without another one, nobody could let people in. */
const isNeeded = ({ role, joinedAt }: MemberRow): boolean => role === 'owner' && joinedAt !== null;

export type MemberChange = { name?: string | undefined; role?: MemberRole | undefined };

/**
 * Changes a member. Another role ends the member's sessions and links: nobody's old ones get new rights. 'last owner': somebody has
 * to be left. null: there is no such member.
 */
export function updateMember(
  database: Database,
  id: number,
  { name, role }: MemberChange,
  actor: Actor,
): Promise<MemberRow | 'last owner' | null> {
  return changeMember(database, id, async (client, old) => {
    const isOther = role !== undefined && role !== old.role;
    if (isOther && isNeeded(old) && !(await hasOtherOwner(client, old))) return 'last owner';
    await client.query(
      'UPDATE member SET name = coalesce($2, name), role = coalesce($3::member_role, role) WHERE id = $1',
      [id, name ?? null, role ?? null],
    );
    if (isOther) {
      await client.query('DELETE FROM member_session WHERE member_id = $1', [id]);
      await client.query('DELETE FROM sign_in_link WHERE member_id = $1', [id]);
    }
    const [row] = await queryRows(
      client,
      `SELECT ${columns} FROM ${tables} WHERE member.id = $1`,
      [id],
      readMember,
    );
    if (row === undefined) return null;
    await writeAudit(client, entryOf(row, actor, 'member_changed', isOther ? ` to ${row.role}` : ''));
    return row;
  });
}

/** With sessions, links and passkeys. Answers as it was, or as `updateMember` does. */
export function deleteMember(
  database: Database,
  id: number,
  actor: Actor,
): Promise<MemberRow | 'last owner' | null> {
  return changeMember(database, id, async (client, old) => {
    if (isNeeded(old) && !(await hasOtherOwner(client, old))) return 'last owner';
    await client.query('DELETE FROM member WHERE id = $1', [id]);
    await client.query('DELETE FROM key_usage WHERE key_id = $1', [`mem_${id}`]);
    await writeAudit(client, entryOf(old, actor, 'member_removed'));
    return old;
  });
}

async function changeMember<Answer>(
  database: Database,
  id: number,
  change: (client: pg.PoolClient, old: MemberRow) => Promise<Answer>,
): Promise<Answer | null> {
  const before = await findMember(database, id);
  if (before === null) return null;
  return database.transaction(async (client) => {
    await lockClient(client, before.clientId);
    // As it is now that nobody else changes it.
    const [old] = await queryRows(
      client,
      `SELECT ${columns} FROM ${tables} WHERE member.id = $1 FOR UPDATE OF member`,
      [id],
      readMember,
    );
    if (old === undefined) return null;
    const answer = await change(client, old);
    await notify(client, 'keys_changed', `mem_${id}`);
    return answer;
  });
}

const uniqueViolation = '23505';

/** Lets an account of Ethereum sign in as the member. false: it is another member's. */
export async function linkAddress(
  database: Database,
  member: MemberRow,
  { address, contractChainId }: SigningAccount,
  actor: Actor,
): Promise<boolean> {
  try {
    return await database.transaction(async (client) => {
      const { rowCount } = await client.query(
        'UPDATE member SET address = $2, address_chain_id = $3 WHERE id = $1',
        [member.id, address, contractChainId],
      );
      if (rowCount === 0) return false;
      await writeAudit(client, entryOf(member, actor, 'address_linked', ` ${address}`));
      return true;
    });
  } catch (error) {
    if (isErrorCode(error, uniqueViolation)) return false;
    throw error;
  }
}
