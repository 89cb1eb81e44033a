/** Images that the service itself serves, by the hash of their bytes. Rows that come with a `data:` URL leave a reference. */
import type pg from 'pg';
import { type Image, imageOfDataUrl, imageReference, isDataUrl } from '../../domain/text/data-url-images.ts';
import { shortUrl } from '../../domain/text/foreign-texts.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';

/** A contract can draw any number of images for the price of one transfer each: beyond this, new ones are not kept. */
export const maximumStoredBytes = 4 * 1024 ** 3;
/** Of one statement. */
const bytesAtOnce = 4 * 1024 * 1024;
/** An image is stored before the row that names it is; nothing takes so long between the two. */
const unnamedMs = 86_400_000;
const purgedAtOnce = 1_000;

/** What to store in the place of a URL: a reference where it was `data:`, itself where it leads elsewhere, or null. */
export type KeptUrl = (url: string | null | undefined) => string | null;

/**
 * Stores the images in the `data:` URLs of rows that are about to be written in this transaction. `data:` URLs that hold no image
 * (domain/text/data-url-images.ts), images beyond `room` bytes in all, and addresses that are too long become null.
 */
export async function keepImages(
  client: pg.PoolClient,
  urls: Iterable<string | null | undefined>,
  room = maximumStoredBytes,
): Promise<KeptUrl> {
  const images = new Map<string, Image>();
  for (const url of urls) {
    if (typeof url !== 'string' || images.has(url) || !isDataUrl(url)) continue;
    const image = imageOfDataUrl(url);
    if (image !== null) images.set(url, image);
  }
  const byHash = new Map([...images.values()].map((image) => [image.hash, image]));
  const kept = await insertImages(client, [...byHash.values()], room);
  return (url) => {
    if (url === null || url === undefined) return null;
    if (!isDataUrl(url)) return shortUrl(url);
    const hash = images.get(url)?.hash;
    return hash !== undefined && kept.has(hash) ? imageReference(hash) : null;
  };
}

/** The hashes that are stored afterwards. */
async function insertImages(
  client: pg.PoolClient,
  images: readonly Image[],
  room: number,
): Promise<ReadonlySet<string>> {
  if (images.length === 0) return new Set();
  const known = await storedHashes(client, images);
  let left = room - (await storedBytes(client, room));
  const kept = images.filter(({ hash, bytes }) => {
    if (known.has(hash)) return true;
    left -= bytes.length;
    return left >= 0;
  });
  // In one order, so that concurrent calls do not wait for each other in a circle.
  const sorted = kept.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const piece of piecesOf(sorted)) {
    // Named again: whoever purges at this moment finds it young.
    await client.query(
      `INSERT INTO image (hash, type, bytes, byte_length)
       SELECT hash, type, bytes, octet_length(bytes)
       FROM unnest($1::text[], $2::text[], $3::bytea[]) given (hash, type, bytes)
       ON CONFLICT (hash) DO UPDATE SET stored_at = now()`,
      [piece.map(({ hash }) => hash), piece.map(({ type }) => type), piece.map(({ bytes }) => bytes)],
    );
  }
  return new Set(kept.map(({ hash }) => hash));
}

function piecesOf(images: readonly Image[]): Image[][] {
  const pieces: Image[][] = [];
  let size = bytesAtOnce;
  for (const image of images) {
    if (size + image.bytes.length > bytesAtOnce) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(image);
    size += image.bytes.length;
  }
  return pieces;
}

async function storedHashes(client: pg.PoolClient, images: readonly Image[]): Promise<ReadonlySet<string>> {
  const hashes = images.map(({ hash }) => hash);
  const sql = 'SELECT hash FROM image WHERE hash = ANY($1::text[])';
  return new Set(await queryRows(client, sql, [hashes], (row) => row.text()));
}

/** Counted only when the table is large enough on disk for it to matter. */
async function storedBytes(client: pg.PoolClient, room: number): Promise<number> {
  const [bytes = 0n] = await queryRows(
    client,
    `SELECT CASE WHEN pg_total_relation_size('image') < $1::bigint / 2 THEN pg_total_relation_size('image')
       ELSE (SELECT coalesce(sum(byte_length), 0) FROM image) END::bigint`,
    [room],
    (row) => row.bigint(),
  );
  return Number(bytes);
}

export interface StoredImage {
  type: string;
  bytes: Uint8Array;
}

/** The image; null when there is none with that hash. */
export async function findImage(database: Database, hash: string): Promise<StoredImage | null> {
  return database.prisma.image.findUnique({ where: { hash }, select: { type: true, bytes: true } });
}

/** Deletes images that no row names, a thousand at a time; answers how many. */
export async function purgeImages(database: Database, now: Date): Promise<number> {
  let purged = 0;
  for (;;) {
    const { rowCount } = await database.pool.query(
      `WITH named AS MATERIALIZED (${namedImages}), unnamed AS MATERIALIZED (
         SELECT hash FROM image WHERE stored_at < $1
           AND NOT EXISTS (SELECT FROM named WHERE named.reference = 'image:' || image.hash)
         LIMIT ${purgedAtOnce})
       DELETE FROM image USING unnamed WHERE image.hash = unnamed.hash AND image.stored_at < $1`,
      [new Date(now.getTime() - unnamedMs)],
    );
    purged += rowCount ?? 0;
    if ((rowCount ?? 0) < purgedAtOnce) return purged;
  }
}

/** Every column that may name an image. */
const namedImages = `
  SELECT reference FROM (
    SELECT image_url AS reference FROM blockchain UNION ALL SELECT image_url FROM nft_collection
    UNION ALL SELECT unnest(ARRAY[image, preview, thumbnail, original, animation_image, animation_original]) FROM nft
  ) used WHERE reference LIKE 'image:%'`;
