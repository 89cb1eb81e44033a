/** Writing the look-up tables. A call that changes something tells every process to forget what it keeps of them. */

import type pg from 'pg';
import { keyOfContract } from '../../domain/ids.ts';
import { sharedAssets } from '../../domain/money/assets.ts';
import { cutText, maximumNameBytes } from '../../domain/text/foreign-texts.ts';
import { notifyAll } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { tokenEvents } from '../history/events/transfer-event-rows.ts';
import { appendEvents } from '../history/events/wallet-events.ts';
import { firstPosition, noteWalletChanges } from '../history/ledger-changes.ts';
import { walletsOfTokens } from '../history/row-counters.ts';
import { queuePricing } from '../queues/pricing-queue.ts';
import type { BlockchainRow, ContractLabelRow, TokenRow } from './lookup-rows.ts';
import { keepImages } from './stored-images.ts';
import { type UpsertTable, upsertRows, writeLookups } from './upsert.ts';

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
    wallet_capacity: 'int',
  },
};

/** Stores all configured chains; a chain that is stored but not given is no longer enabled. */
export async function upsertBlockchains(database: Database, rows: readonly BlockchainRow[]): Promise<void> {
  await writeLookups(database, async (client) => {
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
    const changed = await upsertRows(
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
        wallet_capacity: row.walletCapacity ?? null,
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
 * Ledgers rest on two facts of a token: its decimals, and whether it is worth what it says. Where the rows to be stored change one
 * of these facts, the ledgers of all wallets that moved the token are booked again.
 */
async function noteTokenChanges(
  client: pg.PoolClient,
  rows: readonly TokenRow[],
  fills: boolean,
): Promise<void> {
  const becomes = fills
    ? 'coalesce(token.asset_slug, given.asset_slug), coalesce(token.decimals, given.decimals), token.is_trusted'
    : 'given.asset_slug, given.decimals, given.is_trusted';
  const changed = await queryRows(
    client,
    `SELECT DISTINCT chain_id, address FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::boolean[])
       given (chain_id, address, asset_slug, decimals, is_trusted)
     JOIN token USING (chain_id, address)
     WHERE (token.asset_slug, token.decimals, token.is_trusted)
       IS DISTINCT FROM (${becomes})`,
    [
      ...[rows.map(({ chainId }) => chainId), rows.map(({ address }) => address)],
      ...[rows.map(({ assetSlug }) => assetSlug), rows.map(({ decimals }) => decimals)],
      rows.map(({ isTrusted }) => isTrusted),
    ],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
  );
  if (changed.length === 0) return;
  await client.query('SET LOCAL statement_timeout = 0');
  const walletIds = await walletsOfTokens(client, changed);
  await noteWalletChanges(client, walletIds, firstPosition);
  for (const walletId of walletIds) {
    await appendEvents(client, walletId, await tokenEvents(client, walletId, changed));
  }
  await queuePricing(client, walletIds);
  // Their ledgers are booked now, not at the next look.
  await notifyAll(client, 'wallet_changed', walletIds);
}

/** As `tokenTable`, but what is known of a token stays: one that could not be read now may have been read by another worker. */
const tokenFillTable: UpsertTable = {
  ...tokenTable,
  merged: {
    asset_slug: 'coalesce(token.asset_slug, excluded.asset_slug)',
    name: 'coalesce(token.name, excluded.name)',
    symbol: 'coalesce(token.symbol, excluded.symbol)',
    decimals: 'coalesce(token.decimals, excluded.decimals)',
    is_trusted: 'token.is_trusted',
  },
};

/** The asset of a token: a shared one has the names of its list, whichever token is stored last; any other is named by its one token. */
function assetOf(row: TokenRow): Record<'slug' | 'name' | 'symbol', string>[] {
  const { assetSlug: slug, assetName, assetSymbol, name, symbol } = row;
  if (slug === null) return [];
  const names = sharedAssets.get(slug) ?? {
    name: assetName ?? name ?? slug,
    symbol: assetSymbol ?? symbol ?? '',
  };
  return [{ slug, ...names }];
}

/** Stores tokens, and the assets that they are forms of. `fills`: only what is not known of those that are stored already. */
export async function upsertTokens(
  database: Database,
  rows: readonly TokenRow[],
  fills = false,
): Promise<void> {
  const assets = rows.flatMap(assetOf);
  await writeLookups(database, async (client) => {
    await noteTokenChanges(client, rows, fills);
    const assetsChanged = await upsertRows(client, assetTable, assets);
    const tokensChanged = await upsertRows(
      client,
      fills ? tokenFillTable : tokenTable,
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
  await writeLookups(database, async (client) => {
    const kept = imported ? new Set<string>() : await importedLabels(client, rows);
    return upsertRows(
      client,
      labelTable,
      rows
        .filter((row) => !kept.has(keyOfContract(row)))
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
