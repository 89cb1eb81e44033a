/** Passkeys of members. What is stored of one is public: it checks signatures, and makes none. */
import type pg from 'pg';
import { type Actor, writeAudit } from '../clients/audit-log.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows, type RowReader } from '../connection/sql.ts';

export interface PasskeyRow {
  /** The credential's id in base64url. */
  id: string;
  memberId: number;
  name: string;
  /** COSE. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
  /** Unix seconds. */
  createdAt: number;
  lastUsedAt: number | null;
}

const columns = `id, member_id, name, encode(public_key, 'base64'), counter, array_to_string(transports, ','),
  floor(extract(epoch FROM created_at))::bigint, floor(extract(epoch FROM last_used_at))::bigint`;

function readPasskey(row: RowReader): PasskeyRow {
  const [id, memberId, name] = [row.text(), row.integer(), row.text()];
  const publicKey = new Uint8Array(Buffer.from(row.text(), 'base64'));
  const [counter, transports] = [row.bigint(), row.text()];
  return {
    ...{ id, memberId, name, publicKey, counter },
    transports: transports === '' ? [] : transports.split(','),
    ...{ createdAt: row.integer(), lastUsedAt: row.integerOrNull() },
  };
}

export async function findPasskey(database: Database, id: string): Promise<PasskeyRow | null> {
  const [row] = await queryRows(
    database.pool,
    `SELECT ${columns} FROM passkey WHERE id = $1`,
    [id],
    readPasskey,
  );
  return row ?? null;
}

/** Of these members, oldest first. */
export function listPasskeys(database: Database, memberIds: readonly number[]): Promise<PasskeyRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM passkey WHERE member_id = ANY($1::int[]) ORDER BY created_at, id`,
    [memberIds],
    readPasskey,
  );
}

export const mostPasskeys = 10;

export type NewPasskey = Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>;

/** 'there' : the credential is known already; 'too many': the member has as many as it may. */
export function insertPasskey(
  database: Database,
  passkey: NewPasskey,
  { clientId, actor }: { clientId: number; actor: Actor },
): Promise<'stored' | 'there' | 'too many'> {
  const { id, memberId, name, publicKey, counter, transports } = passkey;
  return database.transaction(async (client) => {
    await client.query('SELECT 1 FROM member WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
    const count = await queryCount(client, 'SELECT count(*) FROM passkey WHERE member_id = $1', [memberId]);
    if (count >= mostPasskeys) return 'too many';
    const { rowCount } = await client.query(
      `INSERT INTO passkey (id, member_id, name, public_key, counter, transports)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
      [id, memberId, name, publicKey, counter, transports],
    );
    if (rowCount === 0) return 'there';
    await writeAudit(client, { clientId, actor, action: 'passkey_added', subject: name });
    return 'stored';
  });
}

/**
 * Notes a use by its counter, which some keys count up: one that does not grow was copied, or its answer is a repeated one. Those that do
 * not count say 0 always. false: so it is here.
 */
export async function usePasskey(client: pg.PoolClient, id: string, counter: number): Promise<boolean> {
  // The member first, as what removes members does: else the two could wait for each other.
  await client.query(
    'SELECT 1 FROM member WHERE id = (SELECT member_id FROM passkey WHERE id = $1) FOR NO KEY UPDATE',
    [id],
  );
  const { rowCount } = await client.query(
    `UPDATE passkey SET counter = $2, last_used_at = now() WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter],
  );
  return rowCount === 1;
}

/** false: the member has none such. */
export function deletePasskey(
  database: Database,
  { id, memberId }: { id: string; memberId: number },
  { clientId, actor }: { clientId: number; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [name] = await queryRows(
      client,
      'DELETE FROM passkey WHERE id = $1 AND member_id = $2 RETURNING name',
      [id, memberId],
      (row) => row.text(),
    );
    if (name === undefined) return false;
    await writeAudit(client, { clientId, actor, action: 'passkey_removed', subject: name });
    return true;
  });
}
