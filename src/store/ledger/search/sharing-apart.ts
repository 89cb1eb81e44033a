/**
 * Which wallets share a transaction or a crossing, where they lie on several nodes: as sharing-beside.ts, with each wallet asked by itself and compared
 * here, a piece of a history at a time.
 */
import type pg from 'pg';
import { chunk } from '../../../domain/chunk.ts';
import { transactionPositionLength } from '../../../domain/position.ts';
import { queryRows } from '../../connection/sql.ts';
import { isItemOf } from '../../history/columns/transfer-columns.ts';
import { mayCount, type Sharing } from './sharing-beside.ts';

/** Transactions that are compared at once. */
const piece = 5_000;

/** As findSharingBeside. */
export async function findSharingApart(client: pg.PoolClient, sharing: Sharing): Promise<Set<number>> {
  const linked = new Set<number>();
  for (const walletId of sharing.own) {
    const left = sharing.others.filter((id) => !linked.has(id));
    if (left.length === 0) break;
    const fellows = await findFellows(client, sharing.clientId, walletId);
    const known = fellows === null ? null : (sharing.looked.get(walletId) ?? null);
    const from = known === null ? '' : await changedFrom(client, walletId, known);
    if (from !== null) await findAmong(client, { walletId, theirs: left, from }, linked);
    for (const fellow of fellows ?? []) {
      if (!left.includes(fellow) || linked.has(fellow)) continue;
      // From the side of the one that was booked together with it: its rows may have come later.
      const found = new Set<number>();
      await findAmong(client, { walletId: fellow, theirs: [walletId], from: '' }, found);
      if (found.has(walletId)) linked.add(fellow);
    }
  }
  return linked;
}

/** The wallets with which the client's ledger of this one was booked last; null: it was not. */
async function findFellows(
  client: pg.PoolClient,
  clientId: number,
  walletId: number,
): Promise<number[] | null> {
  const [runId] = await queryRows(
    client,
    'SELECT run_id FROM ledger_wallet WHERE client_id = $1 AND wallet_id = $2',
    [clientId, walletId],
    (row) => row.bigint(),
  );
  if (runId === undefined) return null;
  const [fellows] = await queryRows(
    client,
    `SELECT array_to_string(wallet_ids, ',') FROM ledger_run WHERE id = $1`,
    [runId],
    (row) => row.text().split(',').map(Number),
  );
  return fellows ?? null;
}

/** From which transaction on the wallet has changed since a version; '' where that is not known any more, null: nowhere. */
async function changedFrom(client: pg.PoolClient, walletId: number, since: bigint): Promise<string | null> {
  const [from] = await queryRows(
    client,
    `SELECT CASE WHEN input.version > $2 AND NOT EXISTS (SELECT 1 FROM ledger_change change
         WHERE change.wallet_id = $1 AND change.version = $2::bigint + 1) THEN ''
       ELSE (SELECT min(left(from_position, $3)) FROM ledger_change change
         WHERE change.wallet_id = $1 AND change.version > $2) END
     FROM ledger_input input WHERE input.wallet_id = $1`,
    [walletId, since, transactionPositionLength],
    (row) => row.textOrNull(),
  );
  return from ?? null;
}

interface Comparison {
  walletId: number;
  theirs: readonly number[];
  from: string;
}

/** Adds to `found` those of `theirs` that share a transaction, or a crossing, with the wallet, from a position on. */
async function findAmong(client: pg.PoolClient, compared: Comparison, found: Set<number>): Promise<void> {
  await findSharing(client, compared, found);
  await findCrossing(client, compared, found);
}

async function findCrossing(
  client: pg.PoolClient,
  { walletId, theirs, from }: Comparison,
  found: Set<number>,
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const rows: { position: string; message: string; kind: string }[] = await queryRows(
      client,
      `SELECT position, bridge_message, kind FROM transaction WHERE wallet_id = $1 AND position >= $2 AND position > $3
         AND bridge_message IS NOT NULL ORDER BY position LIMIT ${piece}`,
      [walletId, from, after],
      (row) => ({ position: row.text(), message: row.text(), kind: row.text() }),
    );
    after = rows.length < piece ? null : (rows.at(-1)?.position ?? null);
    if (rows.length === 0) return;
    const [messages, kinds] = [rows.map(({ message }) => message), rows.map(({ kind }) => kind)];
    for (const other of theirs.filter((id) => !found.has(id))) {
      const crossing = await queryRows(
        client,
        `SELECT 1 FROM unnest($2::text[], $3::transaction_kind[]) ends (message, kind)
         JOIN transaction ON wallet_id = $1 AND bridge_message = ends.message AND transaction.kind <> ends.kind LIMIT 1`,
        [other, messages, kinds],
        () => other,
      );
      for (const id of crossing) found.add(id);
    }
  }
}

async function findSharing(
  client: pg.PoolClient,
  { walletId, theirs, from }: Comparison,
  found: Set<number>,
): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const positions: string[] = await queryRows(
      client,
      `SELECT position FROM transaction WHERE wallet_id = $1 AND position >= $2 AND position > $3 ORDER BY position LIMIT ${piece}`,
      [walletId, from, after],
      (row) => row.text(),
    );
    after = positions.length < piece ? null : (positions.at(-1) ?? null);
    const others = theirs.filter((id) => !found.has(id));
    if (positions.length === 0 || others.length === 0) return;
    for (const other of await haveMoved(client, { walletId, positions, others })) found.add(other);
  }
}

/** Those of the others between which and the wallet something moved in one of its transactions. */
async function haveMoved(
  client: pg.PoolClient,
  {
    walletId,
    positions,
    others,
  }: { walletId: number; positions: readonly string[]; others: readonly number[] },
): Promise<Set<number>> {
  const shared = await queryRows(
    client,
    'SELECT wallet_id, position FROM transaction WHERE wallet_id = ANY($1::int[]) AND position = ANY($2::text[])',
    [others, positions],
    (row) => ({ other: row.integer(), position: row.text() }),
  );
  const own = await sidesOf(client, walletId, [...new Set(shared.map(({ position }) => position))]);
  const moved = new Set<number>();
  for (const [other, rows] of Map.groupBy(shared, (row) => row.other)) {
    const theirs = await sidesOf(
      client,
      other,
      rows.map(({ position }) => position),
    );
    if (rows.some(({ position }) => isMove(own.get(position), theirs.get(position)))) moved.add(other);
  }
  return moved;
}

/** What a wallet has of one side in a transaction. */
interface Side {
  side: string;
  /** Something of it is no spam. */
  isReal: boolean;
}

const isMove = (one: readonly Side[] = [], other: readonly Side[] = []): boolean =>
  one.some((mine) => other.some(({ side, isReal }) => side !== mine.side && (isReal || mine.isReal)));

/** By the transaction's position. */
async function sidesOf(
  client: pg.PoolClient,
  walletId: number,
  positions: readonly string[],
): Promise<ReadonlyMap<string, Side[]>> {
  const sides = new Map<string, Side[]>();
  for (const some of chunk([...positions], piece)) {
    const rows = await queryRows(
      client,
      `SELECT shared.position, transfer.side, bool_or(transfer.spam_reason IS NULL)
       FROM unnest($2::text[]) shared (position) JOIN transfer ON transfer.wallet_id = $1
         AND ${isItemOf('transfer', 'shared')}
       WHERE ${mayCount('transfer')} GROUP BY shared.position, transfer.side`,
      [walletId, some],
      (row) => ({ position: row.text(), side: row.text(), isReal: row.boolean() }),
    );
    for (const { position, ...side } of rows) {
      const known = sides.get(position);
      if (known === undefined) sides.set(position, [side]);
      else known.push(side);
    }
  }
  return sides;
}
