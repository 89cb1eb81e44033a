/** What signs in once: links, and the nonces that a browser has to sign. Whoever takes one has it alone. */
import type pg from 'pg';
import { type Actor, writeAudit } from '../clients/audit-log.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow } from '../connection/sql.ts';

/** A link of the member. `actor` null: nobody asked for it, the service printed it. */
export async function insertLink(
  database: Database,
  link: { hash: Uint8Array; memberId: number; clientId: number; minutes: number },
  actor: Actor | null,
): Promise<void> {
  const { hash, memberId, clientId, minutes } = link;
  await database.transaction(async (client) => {
    await client.query(`DELETE FROM sign_in_link WHERE expires_at <= ${storedNow}`);
    await client.query(
      `INSERT INTO sign_in_link (hash, member_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))`,
      [hash, memberId, minutes],
    );
    // Of those that were made before, a few stay good: somebody may have one open.
    await client.query(
      `DELETE FROM sign_in_link WHERE hash IN (
         SELECT hash FROM sign_in_link WHERE member_id = $1 ORDER BY created_at DESC, hash OFFSET 5)`,
      [memberId],
    );
    if (actor !== null) {
      await writeAudit(client, { clientId, actor, action: 'link_made', subject: `mem_${memberId}` });
    }
  });
}

/** The member whose link it was, which is none any more; null: it is used, over, or none. */
export async function takeLink(client: pg.PoolClient, hash: Uint8Array): Promise<number | null> {
  // The member first, as what changes members does: else the two could wait for each other.
  await client.query(
    `SELECT 1 FROM member WHERE id = (SELECT member_id FROM sign_in_link WHERE hash = $1) FOR NO KEY UPDATE`,
    [hash],
  );
  const [memberId] = await queryRows(
    client,
    `DELETE FROM sign_in_link WHERE hash = $1 AND expires_at > ${storedNow} RETURNING member_id`,
    [hash],
    (row) => row.integer(),
  );
  return memberId ?? null;
}

export const noncePurposes = ['ethereum', 'passkey', 'new passkey'] as const;
export type NoncePurpose = (typeof noncePurposes)[number];

/** Open at once, by all browsers: beyond it, the oldest go. */
const mostNonces = 10_000;
const nonceMinutes = 10;

export async function insertNonce(
  database: Database,
  { nonce, preSession, purpose }: { nonce: string; preSession: Uint8Array; purpose: NoncePurpose },
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(
      `DELETE FROM sign_in_nonce WHERE expires_at <= ${storedNow}
         OR nonce IN (SELECT nonce FROM sign_in_nonce ORDER BY expires_at DESC OFFSET ${mostNonces - 1})`,
    );
    await client.query(
      `INSERT INTO sign_in_nonce (nonce, pre_session, purpose, expires_at)
       VALUES ($1, $2, $3, now() + interval '${nonceMinutes} minutes')`,
      [nonce, preSession, purpose],
    );
  });
}

/** true, once, for a nonce that this browser was given for this purpose. It is gone then, whatever follows. */
export async function takeNonce(
  database: Database,
  { nonce, preSession, purpose }: { nonce: string; preSession: Uint8Array; purpose: NoncePurpose },
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `DELETE FROM sign_in_nonce WHERE nonce = $1 AND pre_session = $2 AND purpose = $3 AND expires_at > ${storedNow}`,
    [nonce, preSession, purpose],
  );
  return rowCount === 1;
}
