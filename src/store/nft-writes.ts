/** Writing what is known of NFTs and their collections. */
import type pg from 'pg';
import type { Database } from './database.ts';
import type { NftCollectionInput, NftInput } from './lookup-rows.ts';
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
    is_spam: 'boolean',
  },
};

/** As `collectionTable`, but what is known of a collection stays. */
const collectionFillTable: UpsertTable = {
  ...collectionTable,
  merged: {
    ...Object.fromEntries(
      Object.keys(collectionTable.columns).map((name) => [name, `nft_collection.${name}`]),
    ),
    name: "coalesce(nullif(nft_collection.name, ''), excluded.name)",
    symbol: "coalesce(nullif(nft_collection.symbol, ''), excluded.symbol)",
  },
};

/** `fills`: only what is not known of those that are stored already; NFTs that were called by their number alone get the name. */
export async function upsertNftCollections(
  database: Database,
  rows: readonly NftCollectionInput[],
  fills = false,
): Promise<void> {
  await writeLookups(database, async (client) => {
    const changed = await upsertRows(
      client,
      fills ? collectionFillTable : collectionTable,
      rows.map((row) => ({
        chain_id: row.chainId,
        address: row.address,
        name: row.name ?? '',
        symbol: row.symbol ?? '',
        description: row.description ?? '',
        image_url: row.imageUrl ?? '',
        opensea_status: row.openseaStatus ?? 'not_requested',
        is_spam: row.isSpam ?? false,
      })),
    );
    return (fills && (await nameNfts(client, rows))) || changed;
  });
}

async function nameNfts(client: pg.PoolClient, rows: readonly NftCollectionInput[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE nft SET name = collection.name || ' #' || nft.token_id FROM nft_collection collection
     WHERE (collection.chain_id, collection.address) IN (SELECT * FROM unnest($1::int[], $2::text[]))
       AND nft.chain_id = collection.chain_id AND nft.address = collection.address
       AND collection.name <> '' AND nft.name = '#' || nft.token_id`,
    [rows.map(({ chainId }) => chainId), rows.map(({ address }) => address)],
  );
  return (rowCount ?? 0) > 0;
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

/** `fills`: those that are stored already stay as they are. */
export async function upsertNfts(
  database: Database,
  rows: readonly NftInput[],
  fills = false,
): Promise<void> {
  await writeLookups(database, (client) =>
    upsertRows(
      client,
      fills ? nftInsertTable : nftTable,
      rows.map((row) => ({
        chain_id: row.chainId,
        address: row.address,
        token_id: row.tokenId,
        name: row.name,
        description: row.description ?? '',
        image: row.image ?? null,
        preview: row.preview ?? null,
        thumbnail: row.thumbnail ?? null,
        original: row.original ?? null,
        animation_image: row.animationImage ?? null,
        animation_original: row.animationOriginal ?? null,
        external_url: row.externalUrl ?? null,
      })),
    ),
  );
}
