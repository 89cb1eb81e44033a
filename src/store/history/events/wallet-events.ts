/**
 * The log of a wallet's events: what each commit changed, numbered 1, 2, 3 … per wallet without a gap, and written in that very
 * commit. Its order is that of storing, not that of positions: a chain that is added later, a back-fill or a re-org
 * stores older rows after newer ones.
 *
 * An event names rows, it does not hold them. Who reads it reads them as they are by then; what has changed meanwhile is told again by
 * a later event, so that whoever follows all events ends with what is stored.
 */
import { type TransferField, transferFields } from '../../../domain/transfer-events.ts';
import type { Database } from '../../connection/database.ts';
import { memberOf } from '../../connection/row-types.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';

/** How long a subscription can be resumed. */
export const eventsKeptMs = 7 * 86_400_000;

/** Rows that an event names one by one; of more it tells the range in which they lie. Retracted rows are split into several events. */
export const listedRows = 500;

const eventKinds = ['transfer.added', 'transfer.updated', 'transfer.retracted'] as const;

/** Some rows of a chain: those at the positions, in order, or all from the first position to the last, both included. */
export type EventRows = { positions: readonly string[] } | { first: string; last: string };

/** What its public id is made of (with wallet and chain), and where it stood. */
export interface RetractedRow {
  position: string;
  hash: string;
}

export type NewEvent = { chainId: number } & (
  | { kind: 'transfer.added'; rows: EventRows }
  /** Rows that were there before, or may have been. `fields`: what is different of some of them. */
  | { kind: 'transfer.updated'; rows: EventRows; fields: readonly TransferField[] }
  /** In the order of positions; null: all that was stored of the chain. */
  | { kind: 'transfer.retracted'; rows: readonly RetractedRow[] | null }
);

export type WalletEvent = NewEvent & { walletId: number; sequence: bigint };

type Queryable = Parameters<typeof queryRows>[0];

/**
 * Appends to a wallet's log, in the transaction that makes the changes and after them: it holds the wallet's counter until the
 * commit, so that events become visible in the order of their numbers.
 */
export async function appendEvents(
  client: Queryable,
  walletId: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `WITH raised AS (
       INSERT INTO ledger_input (wallet_id, version, last_event) VALUES ($1, 0, $3)
       ON CONFLICT (wallet_id) DO UPDATE SET last_event = ledger_input.last_event + $3 RETURNING last_event
     )
     INSERT INTO wallet_event (wallet_id, sequence, kind, chain_id, first_position, last_position, positions, hashes, fields, at)
     SELECT $1, raised.last_event - $3 + given.place, given.kind, given.chain_id, given.first_position, given.last_position,
       given.positions, given.hashes, given.fields, clock_timestamp()
     FROM raised, ROWS FROM (jsonb_to_recordset($2::jsonb) AS (kind text, chain_id int, first_position text, last_position text,
       positions text[], hashes text[], fields text[])) WITH ORDINALITY
       given (kind, chain_id, first_position, last_position, positions, hashes, fields, place)`,
    [walletId, JSON.stringify(events.map(columnsOf)), events.length],
  );
}

function columnsOf(event: NewEvent): Record<string, unknown> {
  const { kind, chainId, rows } = event;
  const columns = {
    kind,
    chain_id: chainId,
    ...(kind === 'transfer.updated' ? { fields: event.fields } : {}),
  };
  if (rows === null) return columns;
  if ('first' in rows) return { ...columns, first_position: rows.first, last_position: rows.last };
  if ('positions' in rows) return { ...columns, positions: rows.positions };
  return {
    ...columns,
    positions: rows.map(({ position }) => position),
    hashes: rows.map(({ hash }) => hash),
  };
}

/** Positions and hashes are hex: none has the separator in it. */
const eventColumns = `event.wallet_id, event.sequence, event.kind, event.chain_id, event.first_position, event.last_position,
  array_to_string(event.positions, ','), array_to_string(event.hashes, ','), array_to_string(event.fields, ',')`;

const kindOf = memberOf(eventKinds);
const fieldOf = memberOf(transferFields);

function readEvent(row: RowReader): WalletEvent {
  const walletId = row.integer();
  const sequence = row.bigint();
  const kind = kindOf(row.text());
  const chainId = row.integer();
  const [first, last] = [row.textOrNull(), row.textOrNull()];
  const list = (): string[] | null => row.textOrNull()?.split(',') ?? null;
  const [positions, hashes, fields] = [list(), list(), list()];
  const at = { walletId, sequence, chainId };
  if (kind === 'transfer.retracted') {
    const rows = positions?.map((position, index) => ({ position, hash: hashes?.[index] ?? '' })) ?? null;
    return { ...at, kind, rows };
  }
  const rows: EventRows = first === null || last === null ? { positions: positions ?? [] } : { first, last };
  return kind === 'transfer.added'
    ? { ...at, kind, rows }
    : { ...at, kind, rows, fields: (fields ?? []).map(fieldOf) };
}

/** Of the first events of wallets after the given numbers, the one that was written first; null: there is none. */
export async function nextEvent(
  database: Database,
  after: ReadonlyMap<number, bigint>,
): Promise<WalletEvent | null> {
  const [event] = await queryRows(
    database.pool,
    `SELECT ${eventColumns} FROM unnest($1::int[], $2::bigint[]) sent (wallet_id, sequence)
     CROSS JOIN LATERAL (
       SELECT * FROM wallet_event WHERE wallet_event.wallet_id = sent.wallet_id
         AND wallet_event.sequence > sent.sequence ORDER BY wallet_event.sequence LIMIT 1) event
     ORDER BY event.at, event.wallet_id LIMIT 1`,
    [[...after.keys()], [...after.values()]],
    readEvent,
  );
  return event ?? null;
}

/** The number of each wallet's last event; 0 for those that have none. */
export async function lastEvents(
  database: Database,
  walletIds: readonly number[],
): Promise<Map<number, bigint>> {
  const rows = await queryRows(
    database.pool,
    `SELECT wanted.wallet_id, coalesce(last_event, 0) FROM unnest($1::int[]) wanted (wallet_id)
     LEFT JOIN ledger_input USING (wallet_id)`,
    [walletIds],
    (row) => [row.integer(), row.bigint()] as const,
  );
  return new Map(rows);
}

/**
 * Deletes the events of before a moment, but the last of each wallet: by it a reader sees that it has missed some.
 * Answers how many.
 */
export async function pruneEvents(database: Database, olderThan: Date): Promise<number> {
  const { rowCount } = await database.pool.query(
    `DELETE FROM wallet_event old USING ledger_input WHERE at < $1 AND ledger_input.wallet_id = old.wallet_id
       AND old.sequence < ledger_input.last_event`,
    [olderThan],
  );
  return rowCount ?? 0;
}
