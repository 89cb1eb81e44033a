/**
 * With which wallets of its client a wallet may be linked. A client with few wallets has all of them compared. Of one with many those are
 * found that name the wallet, or are named by it, or took part in one of its transactions or crossings, by indexes: the others are not read.
 */
import type pg from 'pg';
import type { Address } from '../../../domain/model.ts';
import { transactionPositionLength } from '../../../domain/position.ts';
import { isSpread } from '../../cluster/wallet-statements.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryCount, queryRows } from '../../connection/sql.ts';
import { readVersions } from '../../history/ledger-changes.ts';
import type { StaleLedger } from './stale-ledgers.ts';

/** A wallet of a client's linked ones. */
export interface LinkedWallet {
  walletId: number;
  address: Address;
  /** Of its rows (ledger_input), when it was looked at: what changes later is to be looked at again. */
  version: bigint;
}

/** Wallets whose links are looked for. */
export interface Looking {
  clientId: number;
  own: readonly number[];
  /** The version of each at which its links were last booked. */
  looked: Pick<ReadonlyMap<number, bigint>, 'get'>;
}

/** All wallets of a client are compared up to so many: a look-up for each of them, and one for each and new row. */
const mostCompared = 100;

/**
 * SQL of the wallets whose links are looked for, with those that they were booked with (`fellows`), and the position from which on their rows
 * may be others than when they were looked at last ('': all). $1: client, $2: wallets, $3: versions at which they were looked at, $4: length of a
 * transaction's position.
 */
export const lookedSince = `
  SELECT id, coalesce(fellow.ids, '{}') AS fellows, CASE
    WHEN looked IS NULL OR fellow.ids IS NULL THEN ''
    WHEN looked < input.version AND NOT EXISTS (SELECT 1 FROM ledger_change change
      WHERE change.wallet_id = id AND change.version = looked + 1) THEN ''
    ELSE (SELECT min(left(from_position, $4)) FROM ledger_change change
      WHERE change.wallet_id = id AND change.version > looked) END AS changed_from
  FROM unnest($2::int[], $3::bigint[]) own (id, looked)
  LEFT JOIN ledger_input input ON input.wallet_id = id
  LEFT JOIN LATERAL (SELECT run.wallet_ids AS ids FROM ledger_wallet JOIN ledger_run run ON run.id = run_id
    WHERE ledger_wallet.client_id = $1 AND ledger_wallet.wallet_id = own.id) fellow ON true`;

/** The wallet, if the client has it. */
export function findWallet(
  client: pg.PoolClient,
  { clientId, walletId }: StaleLedger,
): Promise<LinkedWallet[]> {
  return findRegistered(client, 'WHERE client_id = $1 AND wallet_id = $2', [clientId, walletId]);
}

/**
 * All wallets of a client, if they are few, or where wallets lie on several nodes: each of these would be asked for candidates, of all
 * clients. Else null.
 */
export async function findAllOthers(client: pg.PoolClient, clientId: number): Promise<LinkedWallet[] | null> {
  const count = await queryCount(
    client,
    `SELECT count(*) FROM (SELECT wallet_id FROM registration WHERE client_id = $1 ORDER BY wallet_id LIMIT ${mostCompared + 1}) listed`,
    [clientId],
  );
  if (count > mostCompared && !isSpread(client)) return null;
  return findRegistered(client, 'WHERE client_id = $1', [clientId]);
}

/** `condition`: of `registration`, as SQL. */
async function findRegistered(
  client: pg.PoolClient,
  condition: string,
  values: unknown[],
): Promise<LinkedWallet[]> {
  const wallets = await queryRows(
    client,
    `SELECT wallet.id, wallet.address FROM registration JOIN wallet ON wallet.id = registration.wallet_id ${condition}`,
    values,
    (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
  );
  return withVersions(client, wallets);
}

async function withVersions(
  client: pg.PoolClient,
  wallets: readonly Omit<LinkedWallet, 'version'>[],
): Promise<LinkedWallet[]> {
  const versions = await readVersions(
    client,
    wallets.map(({ walletId }) => walletId),
  );
  return wallets.map((wallet) => ({ ...wallet, version: versions.get(wallet.walletId) ?? 0n }));
}

/**
 * The client's wallets that may be linked with one of these: all that are, and few others. Those that name one, or that one names, by the
 * counters of counterparties; those that share a transaction, or stand at the other end of a crossing, of which one has a row that is new since
 * it was looked at; and those that they were booked with.
 */
export async function findCandidates(
  client: pg.PoolClient,
  { clientId, own, looked }: Looking,
): Promise<LinkedWallet[]> {
  const candidates = await queryRows(
    client,
    `WITH own AS MATERIALIZED (${lookedSince}), found AS MATERIALIZED (
       SELECT unnest(fellows) AS id FROM own
       UNION SELECT named.id FROM own JOIN counterparty_counter counter ON counter.wallet_id = own.id
         -- By the index of addresses, which has another collation.
         JOIN wallet named ON named.address = counter.counterparty COLLATE "default"
       UNION SELECT counter.wallet_id FROM own JOIN wallet ON wallet.id = own.id
         JOIN counterparty_counter counter ON counter.counterparty = wallet.address
       UNION SELECT theirs.wallet_id FROM own JOIN transaction mine ON mine.wallet_id = own.id AND mine.position >= own.changed_from
         -- Not a join: few rows are new as a rule, which the planner cannot know.
         CROSS JOIN LATERAL (SELECT wallet_id FROM transaction WHERE position = mine.position OFFSET 0) theirs
       UNION SELECT theirs.wallet_id FROM (SELECT DISTINCT mine.bridge_message, mine.kind FROM own JOIN transaction mine
           ON mine.wallet_id = own.id AND mine.position >= own.changed_from AND mine.bridge_message IS NOT NULL) ends
         CROSS JOIN LATERAL (SELECT wallet_id FROM transaction
           WHERE bridge_message = ends.bridge_message AND kind <> ends.kind OFFSET 0) theirs
     )
     SELECT wallet.id, wallet.address FROM found JOIN registration ON registration.wallet_id = found.id AND registration.client_id = $1
     JOIN wallet ON wallet.id = found.id`,
    [clientId, own, own.map((id) => looked.get(id) ?? null), transactionPositionLength],
    (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
  );
  return withVersions(client, candidates);
}
