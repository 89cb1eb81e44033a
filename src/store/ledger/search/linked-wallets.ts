/** Which wallets of a client belong together: those between which something moved are booked as one ledger. */
import type pg from 'pg';
import { transactionPositionLength } from '../../../domain/position.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, withTransaction } from '../../connection/sql.ts';
import type { StaleLedger } from '../ledger-runs.ts';
import {
  findAllOthers,
  findCandidates,
  findWallet,
  type LinkedWallet,
  type Looking,
  lookedSince,
} from './linked-candidates.ts';

/**
 * The wallets of the client that are linked with this one by moves between them, itself included, by id. Two wallets are
 * linked if one names the other as counterparty, or if in one transaction something left one and something arrived at the
 * other, through whatever contract.
 * @param looked for each wallet, the version at which the client's ledger of it was last booked with what this function had
 *   found. Only later changes are compared with wallets that are not booked together with it. A shared transaction is found from
 *   the wallet whose rows of it came later.
 */
export async function findLinkedWallets(
  database: Database,
  { clientId, walletId }: StaleLedger,
  looked: Pick<ReadonlyMap<number, bigint>, 'get'> = new Map(),
): Promise<LinkedWallet[]> {
  const found = new Map<number, LinkedWallet>();
  await withTransaction(database.pool, async (client) => {
    // One moment for versions and rows.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const all = await findAllOthers(client, clientId);
    let frontier = await findWallet(client, { clientId, walletId });
    while (frontier.length > 0) {
      for (const wallet of frontier) found.set(wallet.walletId, wallet);
      const own = frontier.map((wallet) => wallet.walletId);
      const candidates = all ?? (await findCandidates(client, { clientId, own, looked }));
      const others = new Map(
        candidates.flatMap((wallet) => (found.has(wallet.walletId) ? [] : [[wallet.walletId, wallet]])),
      );
      if (others.size === 0) break;
      const linked = await findCounterparts(client, own, [...others.keys()]);
      const left = [...others.keys()].filter((id) => !linked.has(id));
      const shared = await findSharing(client, { clientId, own, others: left, looked });
      frontier = [...linked, ...shared].flatMap((id) => others.get(id) ?? []);
    }
  });
  return [...found.values()].sort((left, right) => left.walletId - right.walletId);
}

/** Between own wallets spam counts, too (ingest/accounting/own-moves.ts); only what moves nothing never does. */
const mayCount = (transfer: string): string => `${transfer}.spam_reason IS DISTINCT FROM 'zero-value'`;

/** Those of `others` that name one of the wallets as counterparty, or that one of them names. */
async function findCounterparts(
  client: pg.PoolClient,
  own: readonly number[],
  others: readonly number[],
): Promise<Set<number>> {
  const linked = await queryRows(
    client,
    `SELECT other.id FROM wallet other WHERE other.id = ANY($2::int[]) AND EXISTS (
       SELECT 1 FROM wallet WHERE wallet.id = ANY($1::int[]) AND (
         EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = wallet.id
           AND transfer.counterparty = other.address AND ${mayCount('transfer')})
         OR EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = other.id
           AND transfer.counterparty = wallet.address AND ${mayCount('transfer')})))`,
    [own, others],
    (row) => row.integer(),
  );
  return new Set(linked);
}

interface Sharing extends Looking {
  others: readonly number[];
}

/** Those of `others` that share a transaction with one of the wallets: something left the one and arrived at the other. */
async function findSharing(
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
     )
     SELECT DISTINCT theirs FROM shared WHERE EXISTS (
       SELECT 1 FROM transfer one JOIN transfer two ON one.side <> two.side
       WHERE one.wallet_id = mine AND one.position >= shared.position AND one.position < shared.position || 'g'
         AND two.wallet_id = theirs AND two.position >= shared.position AND two.position < shared.position || 'g'
         AND ${mayCount('one')} AND ${mayCount('two')} AND (one.spam_reason IS NULL OR two.spam_reason IS NULL))`,
    [clientId, own, own.map((id) => looked.get(id) ?? null), transactionPositionLength, others],
    (row) => row.integer(),
  );
  return new Set(linked);
}
