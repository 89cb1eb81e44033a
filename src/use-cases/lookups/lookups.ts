/**
 * The look-up tables behind process-wide caches. Chains, tokens with their assets, NFTs, collections and default labels are the
 * same for everyone; the notification `lookups` refreshes them. Custom labels are kept by client; `labels` refreshes them.
 */
import { type ContractKey, keyOfContract, keyOfNft, type NftKey } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { CustomLabelRow } from '../../store/clients/custom-labels.ts';
import type { Database } from '../../store/connection/database.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import { type EnsNameRow, findEnsNames } from '../../store/lookups/ens-names.ts';
import {
  findAssets,
  findBlockchains,
  findNftCollections,
  findNfts,
  findTokens,
} from '../../store/lookups/lookup-reads.ts';
import { findNamedContracts } from '../../store/lookups/named-contracts.ts';
import type { Notifications } from '../access/notifications.ts';
import { createCustomLabelMemory } from './custom-label-memory.ts';
import { createKnownStates, type KnownState } from './known-states.ts';
import { createLookupCache, type LookupCache } from './lookup-cache.ts';

type RowOf<Find extends (...found: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Find>
>[number];
export type BlockchainRow = RowOf<typeof findBlockchains>;
export type StoredToken = RowOf<typeof findTokens>;
export type StoredAsset = RowOf<typeof findAssets>;
export type StoredNft = RowOf<typeof findNfts>;
export type StoredCollection = RowOf<typeof findNftCollections>;
export type StoredContractLabel = RowOf<typeof findNamedContracts>;
export type StoredCustomLabel = CustomLabelRow;
export type StoredEnsName = EnsNameRow;

export interface Lookups {
  blockchains(): Promise<ReadonlyMap<number, BlockchainRow>>;
  readonly tokens: LookupCache<ContractKey, StoredToken>;
  readonly assets: LookupCache<string, StoredAsset>;
  readonly nfts: LookupCache<NftKey, StoredNft>;
  readonly collections: LookupCache<ContractKey, StoredCollection>;
  readonly contractLabels: LookupCache<ContractKey, StoredContractLabel>;
  readonly ensNames: LookupCache<Address, StoredEnsName>;
  customLabels(
    clientId: number,
    addresses: Iterable<Address>,
  ): Promise<ReadonlyMap<string, StoredCustomLabel>>;
  /** Stands for all of these as the client sees them. To be asked for before they are read: they may change meanwhile. */
  knownState(clientId: number): KnownState;
  /** What a change by this process does at once; other processes hear of it. */
  forgetCustomLabel(clientId: number, address: Address): void;
}

/** The caches that are the same for every client. */
function createCaches(database: Database, now: () => number) {
  const blockchains = createLookupCache<'all', readonly BlockchainRow[]>({
    nameOfKey: (key) => key,
    nameOfRow: () => 'all',
    load: async () => [await findBlockchains(database)],
    now,
  });
  const contracts = { nameOfKey: keyOfContract, nameOfRow: keyOfContract, now };
  const tokens = createLookupCache<ContractKey, StoredToken>({
    ...contracts,
    load: (keys) => findTokens(database, keys),
  });
  const assets = createLookupCache<string, StoredAsset>({
    nameOfKey: (slug) => slug,
    nameOfRow: (asset) => asset.slug,
    load: (slugs) => findAssets(database, slugs),
    now,
  });
  const nfts = createLookupCache<NftKey, StoredNft>({
    nameOfKey: keyOfNft,
    nameOfRow: keyOfNft,
    load: (keys) => findNfts(database, keys),
    now,
  });
  const collections = createLookupCache<ContractKey, StoredCollection>({
    ...contracts,
    load: (keys) => findNftCollections(database, keys),
  });
  const contractLabels = createLookupCache<ContractKey, StoredContractLabel>({
    ...contracts,
    load: (keys) => findNamedContracts(database, keys),
  });
  const ensNames = createLookupCache<Address, StoredEnsName>({
    nameOfKey: (address) => address,
    nameOfRow: (row) => row.address,
    load: (addresses) => findEnsNames(database, addresses),
    now,
  });
  return { blockchains, tokens, assets, nfts, collections, contractLabels, ensNames };
}

export function createLookups(deps: {
  database: Database;
  notifications: Notifications;
  now: () => number;
}): Lookups {
  const { database, notifications, now } = deps;
  const { blockchains, ...caches } = createCaches(database, now);
  const customLabels = createCustomLabelMemory(database, now);
  const states = createKnownStates(now);

  notifications.onLookups(() => {
    for (const cache of [blockchains, ...Object.values(caches)]) cache.clear();
    states.forgetAll();
  });
  notifications.onLabels((label) => {
    const [clientId, address] = label.split(':');
    if (address === undefined) {
      customLabels.forgetAll();
      states.forgetAll();
    } else forgetCustomLabel(Number(clientId), hexOf(address));
  });

  function forgetCustomLabel(clientId: number, address: Address): void {
    customLabels.forget(clientId, address);
    states.forget(clientId);
  }

  return {
    async blockchains() {
      const rows = (await blockchains.findMany(['all'])).get('all') ?? [];
      return new Map(rows.map((row) => [row.chainId, row]));
    },
    ...caches,
    customLabels: customLabels.find,
    knownState: states.of,
    forgetCustomLabel,
  };
}
