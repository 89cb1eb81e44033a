/** What a commit made of a wallet's transfers, as events of its log. */
import type pg from 'pg';
import type { TransferRecord } from '../../../domain/model.ts';
import { chainOfPosition, itemOfPosition } from '../../../domain/position.ts';
import { type TransferField, transferFields } from '../../../domain/transfer-events.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import { type EventRows, listedRows, type NamedRow, type NewEvent } from './stored-events.ts';

/** The columns that a row shows, by the field as which a change of them is told. */
const shownColumns = {
  PRICE: ['price', 'value', 'price_source', 'settles_price', 'settles_price_source'],
  SPAM: ['spam_reason'],
  TREATMENT: ['tax_treatment', 'held_by', 'settles_contract', 'settles_token', 'settles_amount'],
  CATEGORY: ['category'],
  CONTENT: ['side', 'standard', 'token_address', 'token_id', 'amount', 'counterparty', 'fee'],
} as const satisfies Partial<Record<TransferField, readonly string[]>>;

/** A row as it stands at one moment of a commit. */
export interface TransferSnapshot extends NamedRow {
  /** What the columns of each field hold, as one text. */
  facts: Readonly<Record<keyof typeof shownColumns, string>>;
}

/** To be read by `readSnapshot`. Bare columns: of rows that it deletes, a cluster's node answers nothing else. */
export const snapshotColumns = ['position', 'hash', ...Object.values(shownColumns).flat()]
  .map((column) => `transfer.${column}`)
  .join(', ');

export const readSnapshot = (row: RowReader): TransferSnapshot => {
  const [position, hash] = [row.text(), row.text()];
  const fact = (columns: readonly string[]): string => JSON.stringify(columns.map(() => row.textOrNull()));
  const facts = {
    PRICE: fact(shownColumns.PRICE),
    SPAM: fact(shownColumns.SPAM),
    TREATMENT: fact(shownColumns.TREATMENT),
    CATEGORY: fact(shownColumns.CATEGORY),
    CONTENT: fact(shownColumns.CONTENT),
  };
  return { position, hash, facts };
};

/** What storing a step did to transfers. */
export interface TransferChanges {
  /** The rows that were stored. */
  stored: readonly Pick<TransferRecord, 'position'>[];
  /** Rows of before that were deleted, or replaced by what was stored, as they were. */
  former: readonly TransferSnapshot[];
  /** All that was stored is new: nothing of it was there before, wherever it stood. */
  isNew: boolean;
  /** Positions of other rows that came to be spam, or ceased to. */
  judgedAnew: readonly string[];
}

interface Place {
  walletId: number;
  chainId: number;
}

/**
 * The events of a step. Rows that were deleted and stored again are told only where they differ. Called when all rows of the
 * step are as they are committed.
 */
export async function transferEvents(
  client: pg.PoolClient,
  { walletId, chainId }: Place,
  { stored, former, isNew, judgedAnew }: TransferChanges,
): Promise<NewEvent[]> {
  const own = new Set(stored.map(({ position }) => position));
  const spamChanges = [...new Set(judgedAnew)].filter((position) => !own.has(position));
  const judged = changedEvents(spamChanges, spamFields);
  if (isNew && former.length === 0) {
    const rows = rowsOf([...own]);
    return rows === null ? judged : [...judged, { kind: 'transfer.added', chainId, rows }];
  }
  const present = await queryRows(
    client,
    `SELECT ${snapshotColumns} FROM transfer WHERE wallet_id = $1 AND position = ANY($2::text[])`,
    [walletId, [...own]],
    readSnapshot,
  );
  const { added, changed, fields, removed } = difference(former, present);
  const rows = rowsOf(added);
  return [
    ...retractedEvents(chainId, removed),
    ...judged,
    ...changedEvents(changed, fields),
    ...(rows === null ? [] : [{ kind: 'transfer.added', chainId, rows } as const]),
  ];
}

/** What may be different of a row that came to be spam, or ceased to (acted-on.ts). */
const spamFields = ['PRICE', 'SPAM', 'TREATMENT', 'CATEGORY'] as const;

const keyOf = ({ hash, position }: NamedRow): string => hash + itemOfPosition(position);

/** Rows are the same by what their public ids are made of, wherever they stand. */
function difference(former: readonly TransferSnapshot[], present: readonly TransferSnapshot[]) {
  const before = new Map(former.map((row) => [keyOf(row), row]));
  const added: string[] = [];
  const changed: string[] = [];
  const fields = new Set<TransferField>();
  for (const row of present) {
    const known = before.get(keyOf(row));
    before.delete(keyOf(row));
    if (known === undefined) added.push(row.position);
    else {
      const different = changedFields(known, row);
      if (different.length > 0) changed.push(row.position);
      for (const field of different) fields.add(field);
    }
  }
  return {
    ...{ added, changed, removed: [...before.values()] },
    fields: transferFields.filter((field) => fields.has(field)),
  };
}

function changedFields(before: TransferSnapshot, now: TransferSnapshot): TransferField[] {
  const { PRICE, SPAM, TREATMENT, CATEGORY, CONTENT } = now.facts;
  const is = before.facts;
  return [
    ...(is.PRICE === PRICE ? [] : (['PRICE'] as const)),
    ...(is.SPAM === SPAM ? [] : (['SPAM'] as const)),
    ...(is.TREATMENT === TREATMENT ? [] : (['TREATMENT'] as const)),
    ...(is.CATEGORY === CATEGORY ? [] : (['CATEGORY'] as const)),
    ...(is.CONTENT === CONTENT ? [] : (['CONTENT'] as const)),
    ...(before.position === now.position ? [] : (['PLACE'] as const)),
  ];
}

/** Of rows that are there already. */
export type ChangedEvent = Extract<NewEvent, { kind: 'transfer.updated' }>;

/** Rows that are there already and are different now: an event per chain. */
export function changedEvents(
  positions: readonly string[],
  fields: readonly TransferField[],
): ChangedEvent[] {
  return [...Map.groupBy(positions, chainOfPosition)].flatMap(([chainId, ofChain]): ChangedEvent[] => {
    const rows = rowsOf(ofChain);
    return rows === null ? [] : [{ kind: 'transfer.updated', chainId, rows, fields }];
  });
}

/** That more is known of tokens than when a wallet's transfers of them were stored. Few rows are named, many told as a range. */
export async function tokenEvents(
  client: pg.PoolClient,
  walletId: number,
  tokens: readonly { chainId: number; address: string }[],
): Promise<NewEvent[]> {
  const values = [walletId, tokens.map(({ chainId }) => chainId), tokens.map(({ address }) => address)];
  const isOfToken = 'chain_id = token.chain_id AND token_address = token.address';
  const named = await queryRows(
    client,
    `SELECT position FROM unnest($2::int[], $3::text[]) token (chain_id, address)
     CROSS JOIN LATERAL (SELECT position FROM transfer WHERE wallet_id = $1 AND ${isOfToken} ORDER BY position LIMIT ${listedRows + 1}) own
     LIMIT ${listedRows + 1}`,
    values,
    (row) => row.text(),
  );
  if (named.length <= listedRows) return changedEvents(named, ['TOKEN']);
  return queryRows(
    client,
    `SELECT token.chain_id, min(oldest.position), max(newest.position) FROM unnest($2::int[], $3::text[]) token (chain_id, address)
     CROSS JOIN LATERAL (SELECT position FROM transfer WHERE wallet_id = $1 AND ${isOfToken} ORDER BY position LIMIT 1) oldest
     CROSS JOIN LATERAL (SELECT position FROM transfer WHERE wallet_id = $1 AND ${isOfToken} ORDER BY position DESC LIMIT 1) newest
     GROUP BY token.chain_id`,
    values,
    (row) => ({
      ...{ kind: 'transfer.updated' as const, chainId: row.integer(), fields: ['TOKEN'] as const },
      rows: { first: row.text(), last: row.text() },
    }),
  );
}

function retractedEvents(chainId: number, rows: readonly NamedRow[]): NewEvent[] {
  const sorted = rows.toSorted((left, right) => (left.position < right.position ? -1 : 1));
  const events: NewEvent[] = [];
  for (let start = 0; start < sorted.length; start += listedRows) {
    events.push({ kind: 'transfer.retracted', chainId, rows: sorted.slice(start, start + listedRows) });
  }
  return events;
}

function rowsOf(positions: readonly string[]): EventRows | null {
  if (positions.length === 0 || positions.length > listedRows) return rangeOf(positions);
  // By code unit, as the database compares them.
  return { positions: positions.toSorted() };
}

function rangeOf(positions: readonly string[]): EventRows | null {
  const [head, ...tail] = positions;
  if (head === undefined) return null;
  let [first, last] = [head, head];
  for (const position of tail) {
    if (position < first) first = position;
    if (position > last) last = position;
  }
  return { first, last };
}
