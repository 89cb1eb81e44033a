/** What contracts call themselves: whom to ask for, what came of it, and labels beside it. Look-ups, shared by everyone. */
import { z } from 'zod';
import type { ContractKey } from '../../domain/ids.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import type { ContractLabelRow } from './lookup-rows.ts';

/** A contract's label, or, where it has none, what it calls itself. */
export type NamedContractRow = ContractLabelRow & { isOwnWord: boolean };

/** What was found. `name` null: it has none that may be shown; undefined: nobody answered. */
export type FoundContractName = ContractKey & { name: string | null | undefined };

const tagsSchema = z.array(z.string());

/** An address without a name may get a contract later: it is asked so often, a month apart. */
const mostNameless = 3;
/** After silence the pause triples from ten minutes on, so often in all. */
const mostSilent = 9;

/** Labels of contracts, and the names of those without one; in no particular order. */
export async function findNamedContracts(
  database: Database,
  keys: readonly ContractKey[],
): Promise<NamedContractRow[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `WITH wanted AS (SELECT DISTINCT * FROM unnest($1::int[], $2::text[]) given (chain_id, address))
     SELECT chain_id, address, name, to_json(tags)::text, false FROM wanted JOIN contract_label USING (chain_id, address)
     UNION ALL
     SELECT chain_id, address, name, '[]', true FROM wanted JOIN contract_name USING (chain_id, address)
     WHERE name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM contract_label label
       WHERE label.chain_id = wanted.chain_id AND label.address = wanted.address)`,
    [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address)],
    (row) => ({
      ...{ chainId: row.integer(), address: hexOf(row.text()), name: row.text() },
      tags: tagsSchema.parse(JSON.parse(row.text())),
      isOwnWord: row.boolean(),
    }),
  );
}

/** Makes the contracts that have no label known as such to ask for. */
export async function noteContractNames(database: Database, keys: readonly ContractKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.transaction(async (client) => {
    await client.query(
      `INSERT INTO contract_name (chain_id, address, look_at)
       SELECT DISTINCT chain_id, address, ${storedNow} FROM unnest($1::int[], $2::text[]) given (chain_id, address)
       WHERE NOT EXISTS (SELECT 1 FROM contract_label label
         WHERE label.chain_id = given.chain_id AND label.address = given.address)
       ORDER BY chain_id, address ON CONFLICT (chain_id, address) DO NOTHING`,
      [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address)],
    );
  });
}

/** Those of a chain that are due, the longest waiting first. */
export async function dueContractNames(
  database: Database,
  chainId: number,
  limit: number,
): Promise<ContractKey[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, address FROM contract_name WHERE look_at <= ${storedNow} AND chain_id = $1
     ORDER BY look_at, address LIMIT $2`,
    [chainId, limit],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
  );
}

/**
 * Stores what was found, and plans the next look: a name is read once, so that nobody changes it under a reader's eyes. Where there are new
 * names, every process forgets what it keeps of look-ups.
 */
export async function storeContractNames(
  database: Database,
  found: readonly FoundContractName[],
): Promise<void> {
  if (found.length === 0) return;
  await database.transaction(async (client) => {
    await client.query(
      `UPDATE contract_name SET
         name = CASE WHEN is_answered THEN given.name ELSE contract_name.name END,
         attempts = attempts + 1,
         look_at = CASE
           WHEN NOT is_answered AND attempts + 1 < $5 THEN ${storedNow} + interval '10 minutes' * power(3, attempts)
           WHEN is_answered AND given.name IS NULL AND attempts + 1 < $6 THEN ${storedNow} + interval '30 days' END
       FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[]) given (chain_id, address, name, is_answered)
       WHERE (contract_name.chain_id, contract_name.address) = (given.chain_id, given.address)`,
      [
        ...[found.map(({ chainId }) => chainId), found.map(({ address }) => address)],
        ...[found.map(({ name }) => name ?? null), found.map(({ name }) => name !== undefined)],
        ...[mostSilent, mostNameless],
      ],
    );
    if (found.some(({ name }) => typeof name === 'string')) await notify(client, 'lookups_changed', '');
  });
}
