/**
 * What only one client is told of a wallet: what it has said of transfers, and what its ledger says. Its own events stand between
 * those of the wallet's log: each behind a number of that (`behind`), in the order of the client's own. Its place is the sum of both, so
 * that the client counts 1, 2, 3 … over both, and another client counts without them.
 */
import { askEachWallet, besideAnchor, isSpread } from '../../cluster/wallet-statements.ts';
import { notifyAll } from '../../connection/channels.ts';
import { queryRows } from '../../connection/sql.ts';
import { columnsOf, type NewClientEvent, sharedColumns, sharedTypes, sharedValues } from './stored-events.ts';
import type { LogEnd, Queryable } from './wallet-events.ts';

/** Inserted by one statement. */
const walletsAtOnce = 1_000;

/** What happened to one wallet, for one client. */
export interface ClientEvents {
  walletId: number;
  events: readonly NewClientEvent[];
  /** Of the transactions of the rows that are named, by position; a row without one is not told. */
  hashes: ReadonlyMap<string, string>;
}

interface CountedEvents {
  walletId: number;
  /** How many rows all of them tell. */
  count: number;
  behind: bigint;
  columns: Record<string, unknown>[];
}

/**
 * Appends to a client's own logs, in the transaction that makes the changes, and wakes those who follow them. What is on a chain that
 * is not told yet is left out: its list is read when it is loaded.
 *
 * @param ends where the wallets' logs end, held until the commit (holdLogs): so nothing that is seen already comes to stand behind these
 */
export async function appendClientEvents(
  client: Queryable,
  { clientId, ends }: { clientId: number; ends: ReadonlyMap<number, LogEnd> },
  changes: readonly ClientEvents[],
): Promise<void> {
  const counted = changes
    .flatMap((change) => countEvents(change, ends.get(change.walletId)))
    .sort((one, other) => one.walletId - other.walletId);
  for (let start = 0; start < counted.length; start += walletsAtOnce) {
    const some = counted.slice(start, start + walletsAtOnce);
    if (isSpread(client)) for (const one of some) await appendApart(client, clientId, one);
    else await appendTogether(client, clientId, some);
  }
  await notifyAll(
    client,
    'client_told',
    counted.map(({ walletId }) => walletId),
  );
}

/** What is told of it; nothing where there is nothing to tell. */
function countEvents({ walletId, events, hashes }: ClientEvents, end: LogEnd | undefined): CountedEvents[] {
  if (end === undefined) return [];
  const told = events
    .filter(({ chainId }) => end.toldChains.has(chainId))
    .map((event) => {
      const columns = columnsOf(event, hashes);
      const { positions } = columns;
      return { columns, count: Array.isArray(positions) ? positions.length : 1 };
    })
    .filter(({ count }) => count > 0);
  if (told.length === 0) return [];
  const count = told.reduce((sum, event) => sum + event.count, 0);
  let left = count;
  const columns = told.map((event) => {
    left -= event.count;
    return { ...event.columns, wallet_id: walletId, told_count: event.count, rows_after: left };
  });
  return [{ walletId, count, behind: end.lastTold, columns }];
}

const ownColumns = `wallet_id, client_id, told_to, told_count, behind, ${sharedColumns.join(', ')}, at`;
const givenTypes = `wallet_id int, told_count int, rows_after bigint, ${sharedTypes}`;

/** Counts and inserts those of several wallets at once. */
async function appendTogether(
  client: Queryable,
  clientId: number,
  wallets: readonly CountedEvents[],
): Promise<void> {
  await client.query(
    `WITH counted AS (
       INSERT INTO client_log AS log (wallet_id, client_id, told)
       SELECT wallet_id, $1, count FROM unnest($2::int[], $3::bigint[]) given (wallet_id, count) ORDER BY wallet_id
       ON CONFLICT (wallet_id, client_id) DO UPDATE SET told = log.told + excluded.told RETURNING wallet_id, told)
     INSERT INTO client_event (${ownColumns})
     SELECT given.wallet_id, $1, ending.behind + counted.told - given.rows_after, given.told_count, ending.behind, ${sharedValues},
       clock_timestamp()
     FROM jsonb_to_recordset($5::jsonb) given (${givenTypes}) JOIN counted USING (wallet_id)
     JOIN unnest($2::int[], $4::bigint[]) ending (wallet_id, behind) USING (wallet_id)`,
    [
      ...[clientId, wallets.map(({ walletId }) => walletId), wallets.map(({ count }) => count)],
      ...[wallets.map(({ behind }) => behind), JSON.stringify(wallets.flatMap(({ columns }) => columns))],
    ],
  );
}

/** The same on a cluster, of one wallet, in statements of its own node. */
async function appendApart(
  client: Queryable,
  clientId: number,
  { walletId, count, behind, columns }: CountedEvents,
): Promise<void> {
  const [told] = await queryRows(
    client,
    `INSERT INTO client_log AS log (wallet_id, client_id, told) VALUES ($1, $2, $3)
     ON CONFLICT (wallet_id, client_id) DO UPDATE SET told = log.told + excluded.told RETURNING told`,
    [walletId, clientId, count],
    (row) => row.bigint(),
  );
  const given = `jsonb_to_recordset($1::jsonb) given (${givenTypes})`;
  await client.query(
    `INSERT INTO client_event (${ownColumns})
     SELECT anchor.wallet_id, $2::int, $3::bigint + $4::bigint - given.rows_after, given.told_count, $3::bigint, ${sharedValues},
       statement_timestamp()
     FROM ${besideAnchor(walletId, given)}`,
    [JSON.stringify(columns), clientId, behind, told],
  );
}

/** A client's own logs of wallets that it has no more. After the registrations are gone. */
export async function removeClientLogs(
  client: Queryable,
  clientId: number,
  walletIds: readonly number[],
): Promise<void> {
  // The counter first, in the order of all who hold several: whoever is appending holds it.
  const statements = [
    'SELECT wallet_id FROM client_log WHERE wallet_id = ANY($1::int[]) AND client_id = $2 ORDER BY wallet_id FOR UPDATE',
    'DELETE FROM client_log WHERE wallet_id = ANY($1::int[]) AND client_id = $2',
    'DELETE FROM client_event WHERE wallet_id = ANY($1::int[]) AND client_id = $2',
  ];
  for (const statement of statements)
    await askEachWallet(client, walletIds, (ids) =>
      queryRows(client, statement, [ids, clientId], () => null),
    );
}
