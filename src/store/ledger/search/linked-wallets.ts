/** Which wallets of a client belong together: those between which something moved are booked as one ledger. */
import type pg from 'pg';
import { askEachWallet, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, withTransaction } from '../../connection/sql.ts';
import { findAllOthers, findCandidates, findWallet, type LinkedWallet } from './linked-candidates.ts';
import { findSharingApart } from './sharing-apart.ts';
import { findSharingBeside, mayCount } from './sharing-beside.ts';
import type { StaleLedger } from './stale-ledgers.ts';

/**
 * The wallets of the client that are linked with this one by moves between them, itself included, by id. Two wallets are
 * linked if one names the other as counterparty, or if in one transaction something left one and something arrived at the
 * other, through whatever contract; or if the one is where a crossing over a bridge began, and the other where it ended.
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
      const linked = await findCounterparts(client, frontier, [...others.values()]);
      const left = [...others.keys()].filter((id) => !linked.has(id));
      const shared = await (isSpread(client) ? findSharingApart : findSharingBeside)(client, {
        clientId,
        own,
        others: left,
        looked,
      });
      frontier = [...linked, ...shared].flatMap((id) => others.get(id) ?? []);
    }
  });
  return [...found.values()].sort((left, right) => left.walletId - right.walletId);
}

/** Those of `others` that name one of the wallets as counterparty, or that one of them names. */
async function findCounterparts(
  client: pg.PoolClient,
  own: readonly LinkedWallet[],
  others: readonly LinkedWallet[],
): Promise<Set<number>> {
  const named = await findNaming(client, own, others);
  const naming = await findNaming(client, others, own);
  return new Set([...named.map(({ named: id }) => id), ...naming.map(({ by }) => by)]);
}

/** Which of the wallets name which of the others as counterparty. */
function findNaming(
  client: pg.PoolClient,
  wallets: readonly LinkedWallet[],
  others: readonly LinkedWallet[],
): Promise<{ by: number; named: number }[]> {
  return askEachWallet(
    client,
    wallets.map(({ walletId }) => walletId),
    (ids, ofWallet) =>
      queryRows(
        client,
        `SELECT own.id, other.id FROM unnest($1::int[]) own (id) CROSS JOIN unnest($2::int[], $3::text[]) other (id, address)
         WHERE EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = own.id${ofWallet('transfer')}
           AND transfer.counterparty = other.address AND ${mayCount('transfer')})`,
        [ids, others.map(({ walletId }) => walletId), others.map(({ address }) => address)],
        (row) => ({ by: row.integer(), named: row.integer() }),
      ),
  );
}
