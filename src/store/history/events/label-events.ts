/** That a client calls an address something else: its transfers from and to it are shown with another name. */
import { chainOfPosition } from '../../../domain/position.ts';
import { askByWallet } from '../../cluster/wallet-statements.ts';
import { queryRows } from '../../connection/sql.ts';
import { appendClientEvents, type ClientEvents } from './client-events.ts';
import { type EventRows, listedRows } from './stored-events.ts';
import { holdLogs, type Queryable } from './wallet-events.ts';

/** Rows of all wallets together that one change names; of what is beyond it the ranges are told. */
const namedAtOnce = 50_000;

/** The transfers of a wallet on a chain with the address. */
interface Share {
  walletId: number;
  chainId: number;
  count: number;
}

/** Tells a client of a new name of an address, in the transaction that writes it. */
export async function tellLabel(client: Queryable, clientId: number, address: string): Promise<void> {
  const walletIds = await queryRows(
    client,
    'SELECT wallet_id FROM registration WHERE client_id = $1 AND NOT is_own_only ORDER BY wallet_id',
    [clientId],
    (row) => row.integer(),
  );
  if (walletIds.length === 0) return;
  // What is stored from here on is read with the new name, and what was stored before is found.
  const ends = await holdLogs(client, walletIds);
  const told = walletIds.filter((walletId) => (ends.get(walletId)?.toldChains.size ?? 0) > 0);
  const shares = await sharesOf(client, told, address);
  const changes = [...Map.groupBy(shares, ({ walletId }) => walletId)].map(([walletId, own]) => ({
    walletId,
    chains: own.filter(({ chainId }) => ends.get(walletId)?.toldChains.has(chainId) === true),
  }));
  const named = await namedRows(client, changes, address);
  const ranges = await rangesOf(
    client,
    changes.filter((change) => !named.has(change.walletId)),
    address,
  );
  const events = changes.map(({ walletId, chains }): ClientEvents => {
    const hashes = named.get(walletId) ?? new Map<string, string>();
    const positions = [...hashes.keys()].sort();
    const rowsOf = (chainId: number): EventRows[] => {
      if (named.has(walletId))
        return [{ positions: positions.filter((one) => chainOfPosition(one) === chainId) }];
      const range = ranges.get(`${walletId}:${chainId}`);
      return range === undefined ? [] : [range];
    };
    return {
      walletId,
      hashes,
      events: chains.flatMap(({ chainId }) =>
        rowsOf(chainId).map((rows) => ({
          kind: 'transfer.updated' as const,
          chainId,
          rows,
          fields: ['LABEL'] as const,
        })),
      ),
    };
  });
  await appendClientEvents(client, { clientId, ends }, events);
}

/** By the counters: how much there is, wherever it lies. */
function sharesOf(client: Queryable, walletIds: readonly number[], address: string): Promise<Share[]> {
  return askByWallet(
    client,
    walletIds,
    (walletId) => walletId,
    (ids, ofWallet) =>
      queryRows(
        client,
        `SELECT wallet_id, chain_id, transfer_count FROM counterparty_counter
         WHERE wallet_id = ANY($1::int[]) AND counterparty = $2 AND transfer_count > 0${ofWallet('counterparty_counter')}`,
        [ids, address],
        (row) => ({ walletId: row.integer(), chainId: row.integer(), count: row.integer() }),
      ),
  );
}

interface Change {
  walletId: number;
  chains: readonly Share[];
}

/** Hashes by position, of the wallets whose rows are few enough to be named. */
async function namedRows(
  client: Queryable,
  changes: readonly Change[],
  address: string,
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  let left = namedAtOnce;
  const wanted: number[] = [];
  for (const { walletId, chains } of changes) {
    const count = chains.reduce((sum, chain) => sum + chain.count, 0);
    if (chains.some((chain) => chain.count > listedRows) || count > left) continue;
    left -= count;
    wanted.push(walletId);
  }
  const rows = await askByWallet(
    client,
    wanted,
    (walletId) => walletId,
    (ids, ofWallet) =>
      queryRows(
        client,
        `SELECT wallet_id, position, hash FROM transfer WHERE wallet_id = ANY($1::int[]) AND counterparty = $2${ofWallet('transfer')}`,
        [ids, address],
        (row) => ({ walletId: row.integer(), position: row.text(), hash: row.text() }),
      ),
  );
  const byWallet = Map.groupBy(rows, ({ walletId }) => walletId);
  return new Map(
    wanted.map((walletId) => [
      walletId,
      new Map((byWallet.get(walletId) ?? []).map(({ position, hash }) => [position, hash])),
    ]),
  );
}

/** From the first to the last on each chain, by wallet and chain. */
async function rangesOf(
  client: Queryable,
  changes: readonly Change[],
  address: string,
): Promise<ReadonlyMap<string, EventRows>> {
  const rows = await askByWallet(
    client,
    changes.flatMap(({ chains }) => chains),
    ({ walletId }) => walletId,
    (own, ofWallet) => {
      const end = (direction: 'ASC' | 'DESC'): string =>
        `CROSS JOIN LATERAL (SELECT position FROM transfer WHERE transfer.wallet_id = place.wallet_id AND counterparty = $3
           AND transfer.chain_id = place.chain_id${ofWallet('transfer')} ORDER BY position ${direction} LIMIT 1)`;
      return queryRows(
        client,
        `SELECT place.wallet_id, place.chain_id, oldest.position, newest.position
         FROM unnest($1::int[], $2::int[]) place (wallet_id, chain_id) ${end('ASC')} oldest ${end('DESC')} newest`,
        [own.map(({ walletId }) => walletId), own.map(({ chainId }) => chainId), address],
        (row) => [`${row.integer()}:${row.integer()}`, { first: row.text(), last: row.text() }] as const,
      );
    },
  );
  return new Map(rows);
}
