/** Which wallets of a client belong together: those between which something moved are booked as one ledger. */
import type pg from 'pg';
import type { Address } from '../../../domain/model.ts';
import { askEachWallet, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows, withTransaction } from '../../connection/sql.ts';
import { findSharingApart } from './sharing-apart.ts';
import { findSharingBeside, mayCount } from './sharing-beside.ts';
import type { StaleLedger } from './stale-ledgers.ts';

/** A wallet of a client's linked ones. */
export interface LinkedWallet {
  walletId: number;
  address: Address;
  /** Of its rows (ledger_input), when it was looked at: what changes later is to be looked at again. */
  version: bigint;
}

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
    const others = await findOthers(client, clientId);
    const start = others.get(walletId);
    let frontier = start === undefined ? [] : [start];
    while (frontier.length > 0) {
      for (const wallet of frontier) {
        found.set(wallet.walletId, wallet);
        others.delete(wallet.walletId);
      }
      const linked = await findCounterparts(client, frontier, [...others.values()]);
      const left = [...others.keys()].filter((id) => !linked.has(id));
      const own = frontier.map((wallet) => wallet.walletId);
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

async function findOthers(client: pg.PoolClient, clientId: number): Promise<Map<number, LinkedWallet>> {
  const wallets = await queryRows(
    client,
    `SELECT wallet.id, wallet.address FROM registration JOIN wallet ON wallet.id = registration.wallet_id
     WHERE registration.client_id = $1`,
    [clientId],
    (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
  );
  const walletIds = wallets.map(({ walletId }) => walletId);
  const versions = await askEachWallet(client, walletIds, (ids) =>
    queryRows(
      client,
      'SELECT wallet_id, version FROM ledger_input WHERE wallet_id = ANY($1::int[])',
      [ids],
      (row) => [row.integer(), row.bigint()] as const,
    ),
  );
  const versionOf = new Map(versions);
  return new Map(
    wallets.map((wallet) => [wallet.walletId, { ...wallet, version: versionOf.get(wallet.walletId) ?? 0n }]),
  );
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
