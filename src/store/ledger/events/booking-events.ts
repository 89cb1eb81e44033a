/** What a client is told when its ledger is booked anew: issues that came and went, transfers that count now or no more, and that it was. */
import { currencies } from '../../../domain/ids.ts';
import { chainOfPosition, transactionPositionLength } from '../../../domain/position.ts';
import { askEachWallet } from '../../cluster/wallet-statements.ts';
import { queryRows } from '../../connection/sql.ts';
import { appendClientEvents, type ClientEvents } from '../../history/events/client-events.ts';
import type { NewClientEvent, ToldIssue } from '../../history/events/stored-events.ts';
import { changedEvents } from '../../history/events/transfer-event-rows.ts';
import { holdLogs, type LogEnd } from '../../history/events/wallet-events.ts';
import type { Queryable } from '../../history/ledger-changes.ts';

/** So many issues that came, and as many that went, are told of a wallet one by one; all are counted. */
const toldIssues = 500;

/** Another chain of runs is about to take the place of the former one. */
interface Booking {
  clientId: number;
  /** Registered ones. */
  walletIds: readonly number[];
  runIds: readonly bigint[];
  /** The first position whose figures may differ; '': any; null: none, so that there is nothing to tell. */
  bookedFrom: string | null;
}

/** The runs that go, and those that come. */
interface Exchange {
  gone: readonly bigint[];
  fresh: readonly bigint[];
}

/** Tells the client, in the transaction that switches its wallets to other runs, and before they are. */
export async function tellBooking(client: Queryable, booking: Booking): Promise<void> {
  const { clientId, runIds, bookedFrom } = booking;
  if (bookedFrom === null) return;
  const walletIds = await shownWallets(client, booking);
  if (walletIds.length === 0) return;
  const ends = await holdLogs(client, walletIds);
  const told = walletIds.filter((walletId) => (ends.get(walletId)?.toldChains.size ?? 0) > 0);
  const changes: ClientEvents[] = [];
  for (const [formerIds, own] of await formerRuns(client, clientId, told)) {
    const former = formerIds === '' ? [] : formerIds.split(',').map(BigInt);
    const exchange = {
      gone: former.filter((id) => !runIds.includes(id)),
      fresh: runIds.filter((id) => !former.includes(id)),
    };
    const issues = await changedIssues(client, clientId, own, { ...exchange, ends });
    const cleared = await changedCleared(client, own, exchange);
    for (const walletId of own) {
      const rows = cleared.filter((row) => row.walletId === walletId);
      const hashes = new Map(rows.map(({ position, hash }) => [position, hash]));
      const ofWallet = issues.filter((issue) => issue.walletId === walletId);
      const count = (isNew: boolean): number => ofWallet.find((issue) => issue.isNew === isNew)?.count ?? 0;
      const end = ends.get(walletId);
      changes.push({
        ...{ walletId, hashes },
        events: [
          ...ofWallet.map(issueEvent),
          ...changedEvents([...hashes.keys()], ['SPAM']),
          ...bookedEvent(bookedFrom, end, { opened: count(true), closed: count(false) }),
        ],
      });
    }
  }
  await appendClientEvents(client, { clientId, ends }, changes);
}

/** Nobody reads those that are kept as the client's own only. */
function shownWallets(client: Queryable, { clientId, walletIds }: Booking): Promise<number[]> {
  return queryRows(
    client,
    'SELECT wallet_id FROM registration WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND NOT is_own_only ORDER BY wallet_id',
    [clientId, walletIds],
    (row) => row.integer(),
  );
}

/** The wallets by the runs that they point to still; '': none. */
async function formerRuns(
  client: Queryable,
  clientId: number,
  walletIds: readonly number[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await askEachWallet(client, walletIds, (ids) =>
    queryRows(
      client,
      `SELECT wallet_id, array_to_string(run_ids, ',') FROM ledger_wallet WHERE client_id = $1 AND wallet_id = ANY($2::int[])`,
      [clientId, ids],
      (row) => [row.integer(), row.text()] as const,
    ),
  );
  const known = new Map(rows);
  return Map.groupBy(walletIds, (walletId) => known.get(walletId) ?? '');
}

interface ChangedIssue {
  walletId: number;
  /** It was not there before; else it is not there any more. */
  isNew: boolean;
  chainId: number;
  issue: ToldIssue;
  /** How many there are of its kind, told or not. */
  count: number;
}

/** One that says something else than before went, and came. Those that went come first. */
function changedIssues(
  client: Queryable,
  clientId: number,
  walletIds: readonly number[],
  { gone, fresh, ends }: Exchange & { ends: ReadonlyMap<number, LogEnd> },
): Promise<ChangedIssue[]> {
  const chains = walletIds.flatMap((walletId) =>
    [...(ends.get(walletId)?.toldChains ?? [])].map((chainId) => ({ walletId, chainId })),
  );
  return askEachWallet(client, walletIds, (ids, ofWallet) => {
    const issuesOf = (runs: string): string =>
      `SELECT wallet_id, code, token, movement, timestamp, quantity, currencies FROM ledger_issue
       WHERE wallet_id = ANY($1::int[]) AND run_id = ANY(${runs}::bigint[])${ofWallet('ledger_issue')}`;
    return queryRows(
      client,
      `WITH changed AS (
         (SELECT false AS is_new, * FROM (${issuesOf('$2')} EXCEPT ${issuesOf('$3')}) closed)
         UNION ALL (SELECT true, * FROM (${issuesOf('$3')} EXCEPT ${issuesOf('$2')}) opened)),
       told AS (
         SELECT changed.*, told.chain_id, count(*) OVER same AS changes, row_number() OVER (same ORDER BY movement, changed.token, code) AS place
         FROM changed JOIN unnest($4::int[], $5::int[]) told (wallet_id, chain_id)
           ON told.wallet_id = changed.wallet_id AND told.chain_id = split_part(changed.token, ':', 1)::int
         WINDOW same AS (PARTITION BY changed.wallet_id, is_new))
       SELECT told.wallet_id, is_new, told.chain_id, code, token, movement, told.timestamp, quantity, to_json(currencies), changes,
         coalesce(transaction.hash, (SELECT former.data ->> 'hash' FROM client_event former
           WHERE former.wallet_id = told.wallet_id AND former.client_id = $6 AND kind = 'issue.opened'
             AND former.data ->> 'movement' = told.movement${ofWallet('former')} ORDER BY told_to DESC LIMIT 1))
       FROM told LEFT JOIN transaction ON transaction.wallet_id = told.wallet_id
         AND transaction.position = left(told.movement, ${transactionPositionLength})${ofWallet('transaction')}
       WHERE place <= ${toldIssues} ORDER BY is_new, place`,
      [
        ...[ids, gone, fresh, chains.map(({ walletId }) => walletId), chains.map(({ chainId }) => chainId)],
        clientId,
      ],
      (row): ChangedIssue => {
        const [walletId, isNew, chainId] = [row.integer(), row.boolean(), row.integer()];
        const issue = {
          ...{ code: row.text(), token: row.text(), movement: row.text(), timestamp: row.integer() },
          ...{ quantity: row.bigint(), currencies: namesOf(row.text()) },
        };
        const [count, hash] = [row.integer(), row.textOrNull()];
        return { walletId, isNew, chainId, count, issue: { ...issue, hash } };
      },
    );
  });
}

/** Of their places in the list, as JSON. */
function namesOf(json: string): string[] {
  const places: unknown = JSON.parse(json);
  return currencies.filter((_, place) => Array.isArray(places) && places.includes(place));
}

const issueEvent = ({ isNew, chainId, issue }: ChangedIssue): NewClientEvent => ({
  ...{ kind: isNew ? 'issue.opened' : 'issue.closed', chainId, issue },
});

/** Transfers that are spam to others, and to this client are none any more, or are again. */
function changedCleared(
  client: Queryable,
  walletIds: readonly number[],
  { gone, fresh }: Exchange,
): Promise<{ walletId: number; position: string; hash: string }[]> {
  return askEachWallet(client, walletIds, (ids, ofWallet) => {
    const clearedIn = (runs: string): string =>
      `SELECT wallet_id, position FROM ledger_cleared
       WHERE wallet_id = ANY($1::int[]) AND run_id = ANY(${runs}::bigint[])${ofWallet('ledger_cleared')}`;
    return queryRows(
      client,
      `SELECT changed.wallet_id, changed.position, transfer.hash FROM (
         (${clearedIn('$2')} EXCEPT ${clearedIn('$3')}) UNION ALL (${clearedIn('$3')} EXCEPT ${clearedIn('$2')})) changed
       JOIN transfer ON transfer.wallet_id = changed.wallet_id AND transfer.position = changed.position${ofWallet('transfer')}`,
      [ids, gone, fresh],
      (row) => ({ walletId: row.integer(), position: row.text(), hash: row.text() }),
    );
  });
}

/** On the chain where the booking began, or, from the beginning, on the first that is told: figures of all chains may differ. */
function bookedEvent(
  from: string,
  end: LogEnd | undefined,
  counts: { opened: number; closed: number },
): NewClientEvent[] {
  const chains = [...(end?.toldChains ?? [])].sort((one, other) => one - other);
  const begun = from === '' ? undefined : chains.find((chainId) => chainId === chainOfPosition(from));
  const chainId = begun ?? chains[0];
  return chainId === undefined ? [] : [{ kind: 'ledger.booked', chainId, booking: { from, ...counts } }];
}
