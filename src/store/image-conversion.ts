/** Rows of before images were stored beside hold them as `data:` URLs: they are written once more, which stores the images. */
import type { Database } from './database.ts';
import { findNftCollections, findNfts } from './lookups.ts';
import { upsertNftCollections, upsertNfts } from './nft-writes.ts';
import { hexOf } from './row-types.ts';
import { findSetting, putSetting } from './settings.ts';
import { queryRows } from './sql.ts';

const setting = 'images_stored_beside';
/** Rows of the largest images, four copies each, are below 100 MB. */
const rowsAtOnce = 100;

/** Converts what there is; later calls do nothing. A call that was interrupted is taken up by the next. */
export async function convertStoredImages(database: Database): Promise<void> {
  if ((await findSetting(database, setting)) !== null) return;
  for (;;) {
    const nfts = await nftsToConvert(database);
    if (nfts.length > 0) await upsertNfts(database, await findNfts(database, nfts));
    const collections = await collectionsToConvert(database);
    if (collections.length > 0)
      await upsertNftCollections(database, await findNftCollections(database, collections));
    if (nfts.length === 0 && collections.length === 0) break;
  }
  await putSetting(database, setting, 'done');
}

const nftsToConvert = (database: Database) =>
  queryRows(
    database.pool,
    `SELECT chain_id, address, token_id FROM nft
     WHERE image ILIKE 'data:%' OR animation_image ILIKE 'data:%' LIMIT ${rowsAtOnce}`,
    [],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), tokenId: row.bigint() }),
  );

const collectionsToConvert = (database: Database) =>
  queryRows(
    database.pool,
    `SELECT chain_id, address FROM nft_collection WHERE image_url ILIKE 'data:%' LIMIT ${rowsAtOnce}`,
    [],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
  );
