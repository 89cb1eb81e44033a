/** The look-ups that belong to no client: chains, tokens, assets, NFTs and default labels, by id. */
import {
  assetId,
  blockchainId,
  contractId,
  keyOfContract,
  keyOfNft,
  nftId,
  tokenId,
} from '../../domain/ids.ts';
import type { Database } from '../../store/connection/database.ts';
import { findImage } from '../../store/lookups/stored-images.ts';
import { requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import type {
  AssetView,
  BlockchainView,
  Caller,
  DefaultLabelView,
  NftView,
  TokenView,
} from '../model/view-model.ts';
import {
  assetView,
  blockchainView,
  collectionView,
  defaultLabelView,
  nftView,
  tokenView,
  unknownBlockchain,
} from './lookup-views.ts';
import type { Lookups } from './lookups.ts';

type Catalog = Pick<
  ReadModel,
  | 'listBlockchains'
  | 'blockchainsByIds'
  | 'tokensByIds'
  | 'assetsByIds'
  | 'nftsByIds'
  | 'defaultLabelsByIds'
  | 'findImage'
>;

interface CatalogDependencies {
  database: Database;
  lookups: Lookups;
}

async function chains(deps: CatalogDependencies): Promise<(chainId: number) => BlockchainView> {
  const { lookups } = deps;
  const rows = await lookups.blockchains();
  return (chainId) => {
    const row = rows.get(chainId);
    return row === undefined ? unknownBlockchain(chainId) : blockchainView(row);
  };
}

async function listBlockchains(deps: CatalogDependencies, caller: Caller): Promise<BlockchainView[]> {
  const { lookups } = deps;
  requireScope(caller, 'read');
  const rows = [...(await lookups.blockchains()).values()];
  return rows.sort((a, b) => a.chainId - b.chainId).map((row) => blockchainView(row));
}

async function blockchainsByIds(
  deps: CatalogDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(BlockchainView | null)[]> {
  const { lookups } = deps;
  requireScope(caller, 'read');
  const rows = await lookups.blockchains();
  return ids.map((id) => {
    const key = blockchainId.decode(id);
    const row = key === null ? undefined : rows.get(key.chainId);
    return row === undefined ? null : blockchainView(row);
  });
}

async function tokensByIds(
  deps: CatalogDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(TokenView | null)[]> {
  const { lookups } = deps;
  requireScope(caller, 'read');
  const keys = ids.map((id) => tokenId.decode(id));
  const rows = await lookups.tokens.findMany(keys.filter((key) => key !== null));
  const chain = await chains(deps);
  return keys.map((key) => {
    const row = key === null ? undefined : rows.get(keyOfContract(key));
    return row === undefined ? null : tokenView(row, chain(row.chainId));
  });
}

async function assetsByIds(
  deps: CatalogDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(AssetView | null)[]> {
  const { lookups } = deps;
  requireScope(caller, 'read');
  const slugs = ids.map((id) => assetId.decode(id)?.slug ?? null);
  const rows = await lookups.assets.findMany(slugs.filter((slug) => slug !== null));
  return slugs.map((slug) => {
    const row = slug === null ? undefined : rows.get(slug);
    return row === undefined ? null : assetView(row);
  });
}

async function nftsByIds(
  deps: CatalogDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(NftView | null)[]> {
  const { lookups } = deps;
  // An NFT without metadata of its own is still one of a known collection.
  requireScope(caller, 'read');
  const keys = ids.map((id) => nftId.decode(id));
  const wanted = keys.filter((key) => key !== null);
  const [rows, collections, chain] = await Promise.all([
    lookups.nfts.findMany(wanted),
    lookups.collections.findMany(wanted),
    chains(deps),
  ]);
  return keys.map((key) => {
    if (key === null) return null;
    const row = rows.get(keyOfNft(key));
    const collection = collections.get(keyOfContract(key));
    if (row === undefined && collection === undefined) return null;
    return nftView(key, row, collectionView(key, collection, chain(key.chainId)));
  });
}

async function defaultLabelsByIds(
  deps: CatalogDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(DefaultLabelView | null)[]> {
  const { lookups } = deps;
  requireScope(caller, 'read');
  const keys = ids.map((id) => contractId.decode(id));
  const rows = await lookups.contractLabels.findMany(keys.filter((key) => key !== null));
  const chain = await chains(deps);
  return keys.map((key) => {
    const row = key === null ? undefined : rows.get(keyOfContract(key));
    return row === undefined || row.isOwnWord ? null : defaultLabelView(row, chain(row.chainId));
  });
}

export function createCatalog(deps: CatalogDependencies): Catalog {
  return {
    listBlockchains: (caller) => listBlockchains(deps, caller),
    blockchainsByIds: (caller, ids) => blockchainsByIds(deps, caller, ids),
    tokensByIds: (caller, ids) => tokensByIds(deps, caller, ids),
    assetsByIds: (caller, ids) => assetsByIds(deps, caller, ids),
    nftsByIds: (caller, ids) => nftsByIds(deps, caller, ids),
    defaultLabelsByIds: (caller, ids) => defaultLabelsByIds(deps, caller, ids),
    findImage: (hash) => findImage(deps.database, hash),
  };
}
