/**
 * Rows of before images were stored beside hold them as `data:` URLs. They are converted a piece at a time, beside everything else:
 * until then such a row shows no image. Where a walk has got to is stored, so that the next start goes on from there.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../connection/database.ts';
import { findSetting, putSetting } from '../connection/settings.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import { keepImages } from './stored-images.ts';

/** Done, or as `position` writes it. */
const setting = 'images_stored_beside';
const done = 'done';
/** Rows that one statement looks through. It reads the beginning of their addresses only. */
const rowsPerPiece = 5_000;
/** Rows of the largest images, four copies each, are below 100 MB. */
const rowsAtOnce = 100;

interface ImageTable {
  name: string;
  /** Column → type, in the order of the primary key. */
  key: Readonly<Record<string, string>>;
  columns: readonly string[];
  /** What stands for no image. */
  none: string | null;
}

const tables: readonly ImageTable[] = [
  {
    name: 'nft',
    key: { chain_id: 'int', address: 'text', token_id: 'numeric' },
    columns: ['image', 'preview', 'thumbnail', 'original', 'animation_image', 'animation_original'],
    none: null,
  },
  {
    name: 'nft_collection',
    key: { chain_id: 'int', address: 'text' },
    columns: ['image_url'],
    none: '',
  },
];

/** The values of a row's key, as texts. */
type Key = readonly string[];
/** Rows after `after` (null: from the first) up to `until`, included (null: to the last). */
interface Piece {
  after: Key | null;
  until: Key | null;
}

export interface ConversionOptions {
  /** Ends it between two pieces; a later call goes on. */
  signal?: AbortSignal;
  /** Rows that one statement looks through. */
  pieceRows?: number;
}

/**
 * Converts what there is; later calls do nothing. After each piece it rests as long as the piece took, so that it takes half of one
 * connection at most. What others write meanwhile stays. Throws what the database throws; all pieces before that count.
 */
export async function convertStoredImages(
  database: Database,
  { signal, pieceRows = rowsPerPiece }: ConversionOptions = {},
): Promise<void> {
  const stored = await findSetting(database, setting);
  if (stored === done) return;
  const [name, ...after] = stored?.split(' ') ?? [];
  const first = Math.max(
    0,
    tables.findIndex((table) => table.name === name),
  );
  for (const [index, table] of tables.slice(first).entries()) {
    let piece: Piece = { after: index === 0 && after.length > 0 ? after : null, until: null };
    do {
      if (signal?.aborted) return;
      const startedAt = performance.now();
      piece = { ...piece, until: await endOfPiece(database, table, piece.after, pieceRows) };
      await convertPiece(database, table, piece);
      if (piece.until !== null) await putSetting(database, setting, [table.name, ...piece.until].join(' '));
      piece = { after: piece.until, until: null };
      await delay(performance.now() - startedAt, undefined, signal && { signal }).catch(() => {});
    } while (piece.after !== null);
  }
  await putSetting(database, setting, done);
}

const keyNames = ({ key }: ImageTable): string => Object.keys(key).join(', ');
/** The key as a row of parameters from `$first` on. */
const keyParameters = ({ key }: ImageTable, first: number): string =>
  Object.values(key)
    .map((type, index) => `$${first + index}::text::${type}`)
    .join(', ');

/** The last key of the next so many rows; null where fewer are left. */
async function endOfPiece(
  database: Database,
  table: ImageTable,
  after: Key | null,
  pieceRows: number,
): Promise<Key | null> {
  const { name, key } = table;
  const from = after === null ? '' : `WHERE (${keyNames(table)}) > (${keyParameters(table, 1)})`;
  const [last] = await queryRows(
    database.pool,
    `SELECT ${keyNames(table)} FROM ${name} ${from} ORDER BY ${keyNames(table)} LIMIT 1 OFFSET ${pieceRows - 1}`,
    after === null ? [] : [...after],
    (row) => Object.keys(key).map(() => row.text()),
  );
  return last ?? null;
}

/** Until nothing of the piece is left to convert: a row that others changed meanwhile is looked at again. */
async function convertPiece(database: Database, table: ImageTable, piece: Piece): Promise<void> {
  let found: number;
  do {
    found = await withTransaction(database.pool, async (client) => {
      const rows = await rowsToConvert(client, table, piece);
      if (rows.length > 0) await convertRows(client, table, rows);
      return rows.length;
    });
  } while (found > 0);
}

interface ImageRow {
  key: Key;
  /** Which version of the row was read. */
  version: string;
  urls: readonly (string | null)[];
}

async function rowsToConvert(
  client: pg.PoolClient,
  table: ImageTable,
  { after, until }: Piece,
): Promise<ImageRow[]> {
  const { name, key, columns } = table;
  const keys = keyNames(table);
  const bounds = [
    ...(after === null ? [] : [`(${keys}) > (${keyParameters(table, 1)})`]),
    ...(until === null ? [] : [`(${keys}) <= (${keyParameters(table, 1 + (after?.length ?? 0))})`]),
  ];
  const holdsData = columns.map((column) => `lower(left(${column}, 5)) = 'data:'`).join(' OR ');
  return queryRows(
    client,
    `SELECT ${keys}, xmin, ${columns.join(', ')} FROM ${name}
     WHERE ${[...bounds, `(${holdsData})`].join(' AND ')} ORDER BY ${keys} LIMIT ${rowsAtOnce}`,
    [...(after ?? []), ...(until ?? [])],
    (row) => ({
      key: Object.keys(key).map(() => row.text()),
      version: row.text(),
      urls: columns.map(() => row.textOrNull()),
    }),
  );
}

/** Images are written before the rows are locked, and these in the order of their keys, as by everybody who writes them. */
async function convertRows(
  client: pg.PoolClient,
  table: ImageTable,
  rows: readonly ImageRow[],
): Promise<void> {
  const { name, key, columns, none } = table;
  const kept = await keepImages(
    client,
    rows.flatMap(({ urls }) => urls),
  );
  const keyColumns = Object.entries(key).map(([column, type]) => `${column} ${type}`);
  const given = [...keyColumns, 'version text', ...columns.map((column) => `${column} text`)].join(', ');
  const names = Object.keys(key);
  const values = rows.map((row) => ({
    ...Object.fromEntries(names.map((column, index) => [column, row.key[index]])),
    version: row.version,
    ...Object.fromEntries(columns.map((column, index) => [column, kept(row.urls[index]) ?? none])),
  }));
  const isSame = names.map((column) => `${name}.${column} = given.${column}`).join(' AND ');
  const text = JSON.stringify(values);
  await client.query(
    `SELECT FROM ${name} JOIN json_to_recordset($1::json) AS given (${given}) ON ${isSame}
     ORDER BY ${names.map((column) => `${name}.${column}`).join(', ')} FOR UPDATE OF ${name}`,
    [text],
  );
  await client.query(
    `UPDATE ${name} SET ${columns.map((column) => `${column} = given.${column}`).join(', ')}
     FROM json_to_recordset($1::json) AS given (${given}) WHERE ${isSame} AND ${name}.xmin::text = given.version`,
    [text],
  );
}
