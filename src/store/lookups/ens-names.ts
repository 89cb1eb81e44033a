/** Primary names of addresses in ENS: whom to ask for, what came of it, and what is shown. Look-ups, shared by everyone. */
import type { Address } from '../../domain/model.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import { type CounterpartyPlace, counterpartiesAfter } from './counterparty-walk.ts';

export interface EnsNameRow {
  address: Address;
  name: string;
}

/** What was found; `name` undefined: nothing answered, so that what is stored stays. */
export interface LookedUpName {
  address: Address;
  name: string | null | undefined;
}

/** How long until an address is asked for again, in seconds; of silence the base of pauses that triple. */
export interface LookUpPauses {
  named: number;
  nameless: number;
  silent: number;
}

/** A name changes hands: one that was not confirmed for so long is not shown any more. */
export const shownEnsName = `name IS NOT NULL AND looked_up_at > ${storedNow} - interval '30 days'`;

/** A pause is tripled no more often than this: ten minutes become 15 days. */
const mostTriples = 7;

/** The names that may be shown, in no particular order. */
export async function findEnsNames(database: Database, addresses: readonly Address[]): Promise<EnsNameRow[]> {
  if (addresses.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT address, name FROM ens_name WHERE address = ANY($1::text[]) AND ${shownEnsName}`,
    [addresses],
    (row) => ({ address: hexOf(row.text()), name: row.text() }),
  );
}

/**
 * Makes the next `limit` wallets beyond an id, and counterparties beyond a place, known as addresses to ask for; those that only
 * spam came from are left out. Answers where to go on; null: that was the last.
 */
export async function noteEnsWallets(
  database: Database,
  afterId: number,
  limit: number,
): Promise<number | null> {
  const found = await queryRows(
    database.pool,
    'SELECT id, address FROM wallet WHERE id > $1 AND orphaned_at IS NULL ORDER BY id LIMIT $2',
    [afterId, limit],
    (row) => ({ id: row.integer(), address: hexOf(row.text()) }),
  );
  await noteAddresses(
    database,
    found.map(({ address }) => address),
  );
  return found.length < limit ? null : (found.at(-1)?.id ?? null);
}

/** As `noteEnsWallets`, of counterparties. */
export async function noteEnsCounterparties(
  database: Database,
  after: CounterpartyPlace,
  limit: number,
): Promise<CounterpartyPlace | null> {
  const { shown, next } = await counterpartiesAfter(database, after, limit);
  await noteAddresses(
    database,
    shown.map(({ address }) => address),
  );
  return next;
}

async function noteAddresses(database: Database, addresses: readonly Address[]): Promise<void> {
  if (addresses.length === 0) return;
  await database.transaction(async (client) => {
    await client.query(
      `INSERT INTO ens_name (address, look_up_at)
       SELECT DISTINCT address, ${storedNow} FROM unnest($1::text[]) given (address) ORDER BY address
       ON CONFLICT (address) DO NOTHING`,
      [addresses],
    );
  });
}

/** Those that are due, the longest waiting first. */
export async function dueEnsLookUps(database: Database, limit: number): Promise<Address[]> {
  return queryRows(
    database.pool,
    `SELECT address FROM ens_name WHERE look_up_at <= ${storedNow} ORDER BY look_up_at, address LIMIT $1`,
    [limit],
    (row) => hexOf(row.text()),
  );
}

/** Stores what was found and plans the next look. Where a name is another now, every process forgets what it keeps of look-ups. */
export async function storeEnsNames(
  database: Database,
  found: readonly LookedUpName[],
  pauses: LookUpPauses,
): Promise<void> {
  if (found.length === 0) return;
  const addresses = found.map(({ address }) => address);
  await database.transaction(async (client) => {
    const former = await queryRows(
      client,
      `SELECT address, name FROM ens_name WHERE address = ANY($1::text[]) ORDER BY address FOR UPDATE`,
      [addresses],
      (row) => [row.text(), row.textOrNull()] as const,
    );
    await client.query(
      `UPDATE ens_name SET
         name = CASE WHEN is_answered THEN given.name ELSE ens_name.name END,
         looked_up_at = CASE WHEN is_answered THEN ${storedNow} ELSE looked_up_at END,
         attempts = CASE WHEN is_answered THEN 0 ELSE attempts + 1 END,
         look_up_at = ${storedNow} + interval '1 second' * CASE
           WHEN NOT is_answered THEN $6::float8 * power(3, least(attempts, ${mostTriples}))
           WHEN given.name IS NULL THEN $5::float8 ELSE $4::float8 END
       FROM unnest($1::text[], $2::text[], $3::boolean[]) given (address, name, is_answered)
       WHERE ens_name.address = given.address`,
      [
        addresses,
        found.map(({ name }) => name ?? null),
        found.map(({ name }) => name !== undefined),
        ...[pauses.named, pauses.nameless, pauses.silent],
      ],
    );
    const before = new Map(former);
    const isChanged = found.some(
      ({ address, name }) => name !== undefined && name !== (before.get(address) ?? null),
    );
    if (isChanged) await notify(client, 'lookups_changed', '');
  });
}
