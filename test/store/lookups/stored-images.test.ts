/** Images beside rows: stored once, converted from rows of before, purged, and never without bound. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { convertStoredImages } from '../../../src/store/lookups/image-conversion.ts';
import { findBlockchains, findNftCollections, findNfts } from '../../../src/store/lookups/lookup-reads.ts';
import { upsertBlockchains } from '../../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../../src/store/lookups/nft-writes.ts';
import { findImage, keepImages, purgeImages } from '../../../src/store/lookups/stored-images.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const world = useTestDatabase();
beforeEach(async () => {
  await world.database.pool.query('TRUNCATE image, nft, nft_collection, blockchain, setting CASCADE');
});

const address = '0x00000000000000000000000000000000000000e3' as const;
const key = { chainId: 1, address };
const svg = (text: string): string => `<svg>${text}</svg>`;
const dataUrl = (text: string): string => `data:image/svg+xml,${encodeURIComponent(svg(text))}`;
const hashOf = (text: string): string => createHash('sha256').update(svg(text)).digest('hex');
const stored = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ text: string }>(
    "SELECT convert_from(bytes, 'UTF8') AS text FROM image ORDER BY bytes",
  );
  return rows.map(({ text }) => text);
};

test('one image under many names is stored once; rows name it by its hash', async () => {
  const { database } = world;
  const reference = `image:${hashOf('one')}`;
  await upsertBlockchains(database, [
    {
      ...{ chainId: 1, name: 'Chain', slug: 'chain', symbol: 'ETH', imageUrl: dataUrl('one') },
      ...{ nativeDecimals: 18, enabled: true, disabledReason: null },
    },
  ]);
  await upsertNftCollections(database, [{ ...key, name: 'All', imageUrl: dataUrl('one') }]);
  const image = dataUrl('one');
  await upsertNfts(database, [
    { ...key, tokenId: 1n, name: '1', image, preview: image, animationImage: 'https://a.test/1.gif' },
    { ...key, tokenId: 2n, name: '2', image: dataUrl('two'), original: 'data:image/png,none' },
  ]);
  expect(await stored()).toEqual([svg('one'), svg('two')]);
  expect(await findBlockchains(database)).toMatchObject([{ imageUrl: reference }]);
  expect(await findNftCollections(database, [key])).toMatchObject([{ imageUrl: reference }]);
  const nfts = await findNfts(
    database,
    [1n, 2n].map((tokenId) => ({ ...key, tokenId })),
  );
  expect(nfts.toSorted((a, b) => Number(a.tokenId - b.tokenId))).toMatchObject([
    { image: reference, preview: reference, animationImage: 'https://a.test/1.gif' },
    { image: `image:${hashOf('two')}`, original: null },
  ]);
  const found = await findImage(database, hashOf('one'));
  expect([found?.type, Buffer.from(found?.bytes ?? []).toString()]).toEqual(['image/svg+xml', svg('one')]);
  expect(await findImage(database, 'ab'.repeat(32))).toBeNull();
});

test('rows of before are converted once, more of them than one statement takes', async () => {
  const { database } = world;
  await database.pool.query(
    `INSERT INTO nft (chain_id, address, token_id, name, image, animation_image)
     SELECT 1, $1, id, 'n', CASE WHEN id % 2 = 0 THEN $2 ELSE 'https://a.test/' || id END,
       CASE WHEN id % 3 = 0 THEN 'DATA:text/html,<b>' END FROM generate_series(1, 250) id`,
    [address, dataUrl('old')],
  );
  await database.pool.query(
    "INSERT INTO nft_collection (chain_id, address, name, image_url, is_spam) VALUES (1, $1, 'c', $2, true)",
    [address, dataUrl('cover')],
  );
  await convertStoredImages(database);
  expect(await stored()).toEqual([svg('cover'), svg('old')]);
  const { rows } = await database.pool.query(
    `SELECT count(*) FILTER (WHERE image = $1)::int AS kept, count(*) FILTER (WHERE image = 'https://a.test/' || token_id)::int
       AS remote, count(animation_image)::int AS animated FROM nft`,
    [`image:${hashOf('old')}`],
  );
  expect(rows).toEqual([{ kept: 125, remote: 125, animated: 0 }]);
  expect(await findNftCollections(database, [key])).toMatchObject([
    { imageUrl: `image:${hashOf('cover')}`, isSpam: true },
  ]);
});

const insertOld = (from: number, to: number) =>
  world.database.pool.query(
    `INSERT INTO nft (chain_id, address, token_id, name, image)
     SELECT 1, $1, id, 'n', $2 FROM generate_series($3::int, $4::int) id`,
    [address, dataUrl('old'), from, to],
  );
async function leftToConvert(): Promise<number[]> {
  const { rows } = await world.database.pool.query<{ id: number }>(
    "SELECT token_id::int AS id FROM nft WHERE image LIKE 'data:%' ORDER BY nft.token_id",
  );
  return rows.map(({ id }) => id);
}

test('a conversion that broke goes on at the piece where it was, and looks at no row twice', async () => {
  const { database } = world;
  await insertOld(11, 40);
  await database.pool.query(
    `CREATE FUNCTION break_conversion() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'the database is going down'; END $$;
     CREATE TRIGGER break_conversion BEFORE UPDATE ON nft FOR EACH ROW WHEN (old.token_id = 35)
       EXECUTE FUNCTION break_conversion()`,
  );
  // Pieces of ten rows: 11 to 20, 21 to 30, and the one that breaks.
  await expect(convertStoredImages(database, { pieceRows: 10 })).rejects.toThrow(
    'the database is going down',
  );
  await database.pool.query('DROP TRIGGER break_conversion ON nft; DROP FUNCTION break_conversion');
  expect(await leftToConvert()).toEqual(Array.from({ length: 10 }, (_, index) => 31 + index));
  // Where it has been already: no version of the service that converts writes such a row.
  await insertOld(5, 5);
  await convertStoredImages(database, { pieceRows: 10, signal: AbortSignal.abort() });
  expect(await leftToConvert()).toHaveLength(11);
  await convertStoredImages(database, { pieceRows: 10 });
  expect(await leftToConvert()).toEqual([5]);
});

test('what is written while a row is converted stays', async () => {
  const { database } = world;
  await insertOld(1, 3);
  const newer = 'https://a.test/newer';
  let converting: Promise<void> | undefined;
  await withTransaction(database.pool, async (client) => {
    await client.query('UPDATE nft SET image = $1 WHERE token_id = 2', [newer]);
    converting = convertStoredImages(database);
    await vi.waitUntil(
      async () => {
        const { rows } = await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rows.length > 0;
      },
      { timeout: 30_000 },
    );
  });
  await converting;
  const { rows } = await database.pool.query('SELECT image FROM nft ORDER BY nft.token_id');
  const reference = `image:${hashOf('old')}`;
  expect(rows.map(({ image }) => image)).toEqual([reference, newer, reference]);
});

test('images that no row names are purged a day later, and those that were named again are not', async () => {
  const { database } = world;
  const dayLater = (hours = 0): Date => new Date(Date.now() + 86_400_000 + (hours + 1) * 3_600_000);
  await upsertNfts(database, [
    { ...key, tokenId: 1n, name: '1', image: dataUrl('first') },
    { ...key, tokenId: 2n, name: '2', animationOriginal: dataUrl('second') },
  ]);
  await upsertNftCollections(database, [{ ...key, imageUrl: dataUrl('third') }]);
  expect(await purgeImages(database, dayLater())).toBe(0);
  await upsertNfts(database, [{ ...key, tokenId: 1n, name: '1', image: null }]);
  expect(await purgeImages(database, new Date())).toBe(0);
  expect(await purgeImages(database, dayLater())).toBe(1);
  expect(await stored()).toEqual([svg('second'), svg('third')]);
});

test('beyond the room for images new ones are not kept, known ones are', async () => {
  const { database } = world;
  const keep = (room: number, ...texts: string[]) =>
    withTransaction(database.pool, async (client) => {
      const kept = await keepImages(client, texts.map(dataUrl), room);
      return texts.map((text) => kept(dataUrl(text)));
    });
  const reference = (text: string): string => `image:${hashOf(text)}`;
  expect(await keep(1e9, 'known')).toEqual([reference('known')]);
  expect(await keep(1, 'known', 'new')).toEqual([reference('known'), null]);
  // "<svg>known</svg>" has 16 bytes, and so has each of these.
  expect(await keep(16 + 16, 'fresh', 'other')).toEqual([reference('fresh'), null]);
});

test('the same images from several transactions at once', async () => {
  const { database } = world;
  const texts = Array.from({ length: 20 }, (_, index) => `at once ${index}`);
  await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      upsertNfts(
        database,
        [...texts.slice(turn), ...texts.slice(0, turn)].map((text, index) => ({
          ...{ ...key, tokenId: BigInt(turn * 100 + index), name: text, image: dataUrl(text) },
        })),
      ),
    ),
  );
  expect(await stored()).toHaveLength(20);
});
