/** Writing the look-up tables. A call that changes something tells every process to forget what it keeps of them. */
import type pg from 'pg';
import { cutText, maximumDescriptionBytes, maximumNameBytes, shortUrl } from '../domain/foreign-texts.ts';
import type { Database } from './database.ts';
import { keepImages } from './images.ts';
import { firstPosition, noteWalletChange } from './ledger-changes.ts';
import type {
  BlockchainRow,
  ContractLabelRow,
  NftCollectionInput,
  NftInput,
  TokenRow,
} from './lookup-rows.ts';
import { queryRows } from './sql.ts';
import { type UpsertTable, upsert, write } from './upsert.ts';

const blockchainTable: UpsertTable = {
  name: 'blockchain',
  key: ['chain_id'],
  columns: {
    chain_id: 'int',
    name: 'text',
    slug: 'text',
    symbol: 'text',
    image_url: 'text',
    native_decimals: 'int',
    enabled: 'boolean',
    disabled_reason: 'text',
  },
};

/** Stores all configured chains; a chain that is stored but not given is no longer enabled. */
export async function upsertBlockchains(database: Database, rows: readonly BlockchainRow[]): Promise<void> {
  await write(database, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE blockchain SET enabled = false, disabled_reason = 'not configured'
       WHERE NOT chain_id = ANY($1::int[]) AND (enabled OR disabled_reason IS DISTINCT FROM 'not configured')`,
      [rows.map(({ chainId }) => chainId)],
    );
    // A slug may have moved from a chain that is no longer configured.
    await client.query(
      `UPDATE blockchain SET slug = slug || '-' || chain_id
       WHERE slug = ANY($1::text[]) AND NOT chain_id = ANY($2::int[])`,
      [rows.map(({ slug }) => slug), rows.map(({ chainId }) => chainId)],
    );
    const kept = await keepImages(
      client,
      rows.map(({ imageUrl }) => imageUrl),
    );
    const changed = await upsert(
      client,
      blockchainTable,
      rows.map((row) => ({
        chain_id: row.chainId,
        name: row.name,
        slug: row.slug,
        symbol: row.symbol,
        image_url: kept(row.imageUrl) ?? '',
        native_decimals: row.nativeDecimals,
        enabled: row.enabled,
        disabled_reason: row.disabledReason,
      })),
    );
    return changed || (rowCount ?? 0) > 0;
  });
}

const assetTable: UpsertTable = {
  name: 'asset',
  key: ['slug'],
  columns: { slug: 'text', name: 'text', symbol: 'text' },
};

const tokenTable: UpsertTable = {
  name: 'token',
  key: ['chain_id', 'address'],
  columns: {
    chain_id: 'int',
    address: 'text',
    asset_slug: 'text',
    name: 'text',
    symbol: 'text',
    decimals: 'int',
    is_trusted: 'boolean',
  },
};

/**
 * Has the ledgers of wallets booked again that moved one of the stored tokens of which what they rest on will be different:
 * decimals, and whether it is worth what it says.
 */
async function noteTokenChanges(client: pg.PoolClient, rows: readonly TokenRow[]): Promise<void> {
  const changed = await queryRows(
    client,
    `SELECT DISTINCT chain_id, address FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::boolean[])
       given (chain_id, address, asset_slug, decimals, is_trusted)
     JOIN token USING (chain_id, address)
     WHERE (token.asset_slug, token.decimals, token.is_trusted)
       IS DISTINCT FROM (given.asset_slug, given.decimals, given.is_trusted)`,
    [
      ...[rows.map(({ chainId }) => chainId), rows.map(({ address }) => address)],
      ...[rows.map(({ assetSlug }) => assetSlug), rows.map(({ decimals }) => decimals)],
      rows.map(({ isTrusted }) => isTrusted),
    ],
    (row) => ({ chainId: row.integer(), address: row.text() }),
  );
  if (changed.length === 0) return;
  await client.query('SET LOCAL statement_timeout = 0');
  const walletIds = await queryRows(
    client,
    `SELECT id FROM wallet WHERE EXISTS (
       SELECT FROM unnest($1::int[], $2::text[]) changed (chain_id, address)
       JOIN transfer ON transfer.wallet_id = wallet.id AND transfer.chain_id = changed.chain_id
         AND transfer.token_address = changed.address) ORDER BY id`,
    [changed.map(({ chainId }) => chainId), changed.map(({ address }) => address)],
    (row) => row.integer(),
  );
  for (const walletId of walletIds) await noteWalletChange(client, walletId, firstPosition);
}

/** Stores tokens, and the assets that they name. */
export async function upsertTokens(database: Database, rows: readonly TokenRow[]): Promise<void> {
  const assets = rows.flatMap(({ assetSlug, assetName, assetSymbol, name, symbol }) =>
    assetSlug === null
      ? []
      : [{ slug: assetSlug, name: assetName ?? name ?? assetSlug, symbol: assetSymbol ?? symbol ?? '' }],
  );
  await write(database, async (client) => {
    await noteTokenChanges(client, rows);
    const assetsChanged = await upsert(client, assetTable, assets);
    const tokensChanged = await upsert(
      client,
      tokenTable,
      rows.map((row) => ({
        chain_id: row.chainId,
        address: row.address,
        asset_slug: row.assetSlug,
        name: row.name === null ? null : cutText(row.name, maximumNameBytes),
        symbol: row.symbol === null ? null : cutText(row.symbol, maximumNameBytes),
        decimals: row.decimals,
        is_trusted: row.isTrusted,
      })),
    );
    return assetsChanged || tokensChanged;
  });
}

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

/** Texts that are too long are cut, images in `data:` URLs are stored beside: see images.ts. */
export async function upsertNftCollections(
  database: Database,
  rows: readonly NftCollectionInput[],
): Promise<void> {
  await write(database, async (client) => {
    const kept = await keepImages(
      client,
      rows.map(({ imageUrl }) => imageUrl),
    );
    return upsert(
      client,
      rows.some(({ isSpam }) => isSpam !== undefined) ? judgedCollectionTable : collectionTable,
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
  await write(database, async (client) => {
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

/** Texts that are too long are cut, images in `data:` URLs are stored beside: see images.ts. */
export async function upsertNfts(database: Database, rows: readonly NftInput[]): Promise<void> {
  await write(database, async (client) => {
    const kept = await keepImages(
      client,
      rows.flatMap((row) => [
        ...[row.image, row.preview, row.thumbnail, row.original],
        ...[row.animationImage, row.animationOriginal],
      ]),
    );
    return upsert(
      client,
      nftTable,
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

const labelTable: UpsertTable = {
  name: 'contract_label',
  key: ['chain_id', 'address'],
  columns: { chain_id: 'int', address: 'text', name: 'text', tags: 'text[]', is_imported: 'boolean' },
};

/**
 * Stores default labels. `imported` ones, which the operator brought in, replace built-in ones; built-in ones never replace
 * imported ones.
 */
export async function upsertContractLabels(
  database: Database,
  rows: readonly ContractLabelRow[],
  imported = false,
): Promise<void> {
  await write(database, async (client) => {
    const kept = imported ? new Set<string>() : await importedLabels(client, rows);
    return upsert(
      client,
      labelTable,
      rows
        .filter((row) => !kept.has(`${row.chainId}:${row.address}`))
        .map(({ chainId, address, name, tags }) => ({
          chain_id: chainId,
          address,
          name,
          tags,
          is_imported: imported,
        })),
    );
  });
}

async function importedLabels(
  client: pg.PoolClient,
  rows: readonly ContractLabelRow[],
): Promise<ReadonlySet<string>> {
  const chainIds = [...new Set(rows.map(({ chainId }) => chainId))];
  const found = await client.query<{ key: string }>(
    `SELECT chain_id || ':' || address AS key FROM contract_label WHERE is_imported AND chain_id = ANY($1::int[])`,
    [chainIds],
  );
  return new Set(found.rows.map(({ key }) => key));
}
