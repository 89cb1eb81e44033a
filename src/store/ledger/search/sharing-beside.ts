/** Which wallets share a transaction, or are the two ends of one crossing over a bridge, where all lie on one server: by one statement. */
import type pg from 'pg';
import { transactionPositionLength } from '../../../domain/position.ts';
import { queryRows } from '../../connection/sql.ts';
import { isItemOf } from '../../history/columns/transfer-columns.ts';
import { type Looking, lookedSince } from './linked-candidates.ts';

/** Between own wallets spam counts, too (ingest/accounting/own-moves.ts); only what moves nothing never does. */
export const mayCount = (transfer: string): string => `${transfer}.spam_reason IS DISTINCT FROM 'zero-value'`;

/** Wallets, and among which others to look for those that share a transaction with them. */
export interface Sharing extends Looking {
  others: readonly number[];
}

/**
 * Those of `others` that share a transaction with one of the wallets: something left the one and arrived at the other; or the bridge calls
 * what left the one, and what arrived at the other, the same.
 */
export async function findSharingBeside(
  client: pg.PoolClient,
  { clientId, own, others, looked }: Sharing,
): Promise<Set<number>> {
  const linked = await queryRows(
    client,
    `WITH own AS MATERIALIZED (${lookedSince}), shared AS MATERIALIZED (
       SELECT mine.wallet_id AS mine, theirs.wallet_id AS theirs, mine.position FROM own
       JOIN transaction mine ON mine.wallet_id = own.id AND mine.position >= own.changed_from
       -- Not a join: few rows are new as a rule, which the planner cannot know.
       CROSS JOIN LATERAL (SELECT wallet_id FROM transaction WHERE wallet_id = ANY($5::int[])
         AND position = mine.position OFFSET 0) theirs
       UNION
       SELECT mine.wallet_id, theirs.wallet_id, mine.position FROM own
       CROSS JOIN LATERAL (SELECT unnest(own.fellows) INTERSECT SELECT unnest($5::int[])) fellow (id)
       JOIN transaction theirs ON theirs.wallet_id = fellow.id
       JOIN transaction mine ON mine.wallet_id = own.id AND mine.position = theirs.position
     ), ends AS MATERIALIZED (
       SELECT DISTINCT mine.bridge_message AS message, mine.kind FROM own
       JOIN transaction mine ON mine.wallet_id = own.id AND mine.position >= own.changed_from AND mine.bridge_message IS NOT NULL
     ), fellow_ends AS MATERIALIZED (
       SELECT DISTINCT own.id AS mine, theirs.wallet_id AS theirs, theirs.bridge_message AS message, theirs.kind FROM own
       CROSS JOIN LATERAL (SELECT unnest(own.fellows) INTERSECT SELECT unnest($5::int[])) fellow (id)
       JOIN transaction theirs ON theirs.wallet_id = fellow.id AND theirs.bridge_message IS NOT NULL
     )
     SELECT DISTINCT theirs FROM shared WHERE EXISTS (
       SELECT 1 FROM transfer one JOIN transfer two ON one.side <> two.side
       WHERE one.wallet_id = mine AND ${isItemOf('one', 'shared')}
         AND two.wallet_id = theirs AND ${isItemOf('two', 'shared')}
         AND ${mayCount('one')} AND ${mayCount('two')} AND (one.spam_reason IS NULL OR two.spam_reason IS NULL) OFFSET 0)
     UNION SELECT other.id FROM unnest($5::int[]) other (id) WHERE EXISTS (
       SELECT 1 FROM ends JOIN transaction theirs ON theirs.wallet_id = other.id AND theirs.bridge_message = ends.message
         AND theirs.kind <> ends.kind)
     UNION SELECT fellow_ends.theirs FROM fellow_ends WHERE EXISTS (
       SELECT 1 FROM transaction mine WHERE mine.wallet_id = fellow_ends.mine AND mine.bridge_message = fellow_ends.message
         AND mine.kind <> fellow_ends.kind)`,
    [clientId, own, own.map((id) => looked.get(id) ?? null), transactionPositionLength, others],
    (row) => row.integer(),
  );
  return new Set(linked);
}
