/** The look-ups that belong to no client: chains, tokens, assets, NFTs and default labels, by id. */
import { assetId, blockchainId, contractId, nftId, tokenId } from '../../domain/ids.ts';
import type { Database } from '../../store/connection/database.ts';
import { findImage } from '../../store/lookups/stored-images.ts';
import { requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import type { BlockchainView } from '../model/view-model.ts';
import {
  assetView,
  blockchainView,
  collectionView,
  defaultLabelView,
  nftView,
  tokenView,
  unknownBlockchain,
} from './lookup-views.ts';
import { contractName, type Lookups, nftName } from './lookups.ts';

export function createCatalog(deps: {
  database: Database;
  lookups: Lookups;
}): Pick<
  ReadModel,
  | 'listBlockchains'
  | 'blockchainsByIds'
  | 'tokensByIds'
  | 'assetsByIds'
  | 'nftsByIds'
  | 'defaultLabelsByIds'
  | 'findImage'
> {
  const { database, lookups } = deps;

  async function chains(): Promise<(chainId: number) => BlockchainView> {
    const rows = await lookups.blockchains();
    return (chainId) => {
      const row = rows.get(chainId);
      return row === undefined ? unknownBlockchain(chainId) : blockchainView(row);
    };
  }

  return {
    async listBlockchains(caller) {
      requireScope(caller, 'read');
      const rows = [...(await lookups.blockchains()).values()];
      return rows.sort((a, b) => a.chainId - b.chainId).map((row) => blockchainView(row));
    },

    async blockchainsByIds(caller, ids) {
      requireScope(caller, 'read');
      const rows = await lookups.blockchains();
      return ids.map((id) => {
        const key = blockchainId.decode(id);
        const row = key === null ? undefined : rows.get(key.chainId);
        return row === undefined ? null : blockchainView(row);
      });
    },

    async tokensByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = ids.map((id) => tokenId.decode(id));
      const rows = await lookups.tokens.findMany(keys.filter((key) => key !== null));
      const chain = await chains();
      return keys.map((key) => {
        const row = key === null ? undefined : rows.get(contractName(key));
        return row === undefined ? null : tokenView(row, chain(row.chainId));
      });
    },

    async assetsByIds(caller, ids) {
      requireScope(caller, 'read');
      const slugs = ids.map((id) => assetId.decode(id)?.slug ?? null);
      const rows = await lookups.assets.findMany(slugs.filter((slug) => slug !== null));
      return slugs.map((slug) => {
        const row = slug === null ? undefined : rows.get(slug);
        return row === undefined ? null : assetView(row);
      });
    },

    // An NFT without metadata of its own is still one of a known collection.
    async nftsByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = ids.map((id) => nftId.decode(id));
      const wanted = keys.filter((key) => key !== null);
      const [rows, collections, chain] = await Promise.all([
        lookups.nfts.findMany(wanted),
        lookups.collections.findMany(wanted),
        chains(),
      ]);
      return keys.map((key) => {
        if (key === null) return null;
        const row = rows.get(nftName(key));
        const collection = collections.get(contractName(key));
        if (row === undefined && collection === undefined) return null;
        return nftView(key, row, collectionView(key, collection, chain(key.chainId)));
      });
    },

    findImage: (hash) => findImage(database, hash),

    async defaultLabelsByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = ids.map((id) => contractId.decode(id));
      const rows = await lookups.contractLabels.findMany(keys.filter((key) => key !== null));
      const chain = await chains();
      return keys.map((key) => {
        const row = key === null ? undefined : rows.get(contractName(key));
        return row === undefined ? null : defaultLabelView(row, chain(row.chainId));
      });
    },
  };
}
