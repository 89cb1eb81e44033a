/** Writing what is known of NFTs and their collections. */
import {
  cutText,
  maximumDescriptionBytes,
  maximumNameBytes,
  shortUrl,
} from '../../domain/text/foreign-texts.ts';
import type { Database } from '../connection/database.ts';
import type { NftCollectionInput, NftInput } from './lookup-rows.ts';
import { keepImages } from './stored-images.ts';
import { type UpsertTable, upsertRows, writeLookups } from './upsert.ts';

const collectionTable: UpsertTable = {
  name: 'nft_collection',
  key: ['chain_id', 'address'],
  columns: {
    chain_id: 'int',
    address: 'text',
    name: 'text',
    symbol: 'text',
    description: 'text',
    image_url: 'text',
    opensea_status: 'text',
  },
};

/** Rows that do not say whether they are spam leave it as it is. */
const judgedCollectionTable: UpsertTable = {
  ...collectionTable,
  columns: { ...collectionTable.columns, is_spam: 'boolean' },
};

/** As `collectionTable`, but what is known of a collection stays. */
const collectionFillTable: UpsertTable = {
  ...collectionTable,
  merged: {
    ...Object.fromEntries(
      ['name', 'symbol', 'description', 'image_url'].map((name) => [
        name,
        `coalesce(nullif(nft_collection.${name}, ''), excluded.${name})`,
      ]),
    ),
    opensea_status: 'nft_collection.opensea_status',
  },
};

/**
 * Texts that are too long are cut, images in `data:` URLs are stored beside: see stored-images.ts. `fills`: only what is not known of those
 * that are stored already, and nothing of whether they are spam.
 */
export async function upsertNftCollections(
  database: Database,
  rows: readonly NftCollectionInput[],
  fills = false,
): Promise<void> {
  const isJudged = rows.some(({ isSpam }) => isSpam !== undefined);
  const table = isJudged ? judgedCollectionTable : collectionTable;
  await writeLookups(database, async (client) => {
    const kept = await keepImages(
      client,
      rows.map(({ imageUrl }) => imageUrl),
    );
    return upsertRows(
      client,
      fills ? collectionFillTable : table,
      rows.map((row) => ({
        chain_id: row.chainId,
        address: row.address,
        name: cutText(row.name ?? '', maximumNameBytes),
        symbol: cutText(row.symbol ?? '', maximumNameBytes),
        description: cutText(row.description ?? '', maximumDescriptionBytes),
        image_url: kept(row.imageUrl) ?? '',
        opensea_status: row.openseaStatus ?? 'not_requested',
        is_spam: row.isSpam ?? false,
      })),
    );
  });
}

/** Marks the collections as spam, whoever holds of them; one stays marked when it is described anew. */
export async function markSpamCollections(
  database: Database,
  chainId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await writeLookups(database, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE nft_collection SET is_spam = true WHERE chain_id = $1 AND address = ANY($2::text[]) AND NOT is_spam',
      [chainId, [...addresses].sort()],
    );
    return (rowCount ?? 0) > 0;
  });
}

const nftTable: UpsertTable = {
  name: 'nft',
  key: ['chain_id', 'address', 'token_id'],
  columns: {
    chain_id: 'int',
    address: 'text',
    token_id: 'numeric',
    name: 'text',
    description: 'text',
    image: 'text',
    preview: 'text',
    thumbnail: 'text',
    original: 'text',
    animation_image: 'text',
    animation_original: 'text',
    external_url: 'text',
  },
};

const nftInsertTable: UpsertTable = {
  ...nftTable,
  merged: Object.fromEntries(Object.keys(nftTable.columns).map((name) => [name, `nft.${name}`])),
};

/** Texts that are too long are cut, images in `data:` URLs are stored beside: see stored-images.ts. `fills`: stored ones stay as they are. */
export async function upsertNfts(
  database: Database,
  rows: readonly NftInput[],
  fills = false,
): Promise<void> {
  await writeLookups(database, async (client) => {
    const kept = await keepImages(
      client,
      rows.flatMap((row) => [
        ...[row.image, row.preview, row.thumbnail, row.original],
        ...[row.animationImage, row.animationOriginal],
      ]),
    );
    return upsertRows(
      client,
      fills ? nftInsertTable : nftTable,
      rows.map((row) => ({
        chain_id: row.chainId,
        address: row.address,
        token_id: row.tokenId,
        name: cutText(row.name, maximumNameBytes),
        description: cutText(row.description ?? '', maximumDescriptionBytes),
        image: kept(row.image),
        preview: kept(row.preview),
        thumbnail: kept(row.thumbnail),
        original: kept(row.original),
        animation_image: kept(row.animationImage),
        animation_original: kept(row.animationOriginal),
        external_url: typeof row.externalUrl === 'string' ? shortUrl(row.externalUrl) : null,
      })),
    );
  });
}
