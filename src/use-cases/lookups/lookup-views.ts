/** Look-up rows → views. Pure, so that every place that shows a token or a label shows it alike. */
import {
  assetId,
  blockchainId,
  type ContractKey,
  contractId,
  counterpartyId,
  labelId,
  nftId,
  tokenId,
} from '../../domain/ids.ts';
import { madeOnce } from '../../domain/made-once.ts';
import { protocolOfTags } from '../../domain/protocols.ts';
import type {
  AssetView,
  BlockchainView,
  CounterpartyView,
  CustomLabelView,
  DefaultLabelView,
  NftCollectionView,
  NftView,
  RawTokenView,
  TokenView,
} from '../model/view-model.ts';
import { imageUrlOf } from './image-links.ts';
import type {
  BlockchainRow,
  StoredAsset,
  StoredCollection,
  StoredContractLabel,
  StoredCustomLabel,
  StoredEnsName,
  StoredNft,
  StoredToken,
} from './lookups.ts';

export const blockchainView = madeOnce(
  (row: BlockchainRow): BlockchainView => ({
    id: blockchainId.encode(row.chainId),
    chainId: row.chainId,
    name: row.name,
    slug: row.slug,
    symbol: row.symbol,
    imageUrl: imageUrlOf(row.imageUrl) ?? '',
  }),
);

/** A chain that data stands on, but that no configuration names any more. */
export function unknownBlockchain(chainId: number): BlockchainView {
  return {
    id: blockchainId.encode(chainId),
    chainId,
    name: `Chain ${chainId}`,
    slug: `chain-${chainId}`,
    symbol: '',
    imageUrl: '',
  };
}

export function assetView(row: StoredAsset): AssetView {
  return { id: assetId.encode(row.slug), name: row.name, symbol: row.symbol, slug: row.slug };
}

/** null: not recognised. The worker gives an asset exactly to the tokens that are. */
export const tokenView = madeOnce((row: StoredToken, blockchain: BlockchainView): TokenView | null => {
  if (row.asset === null) return null;
  return {
    id: tokenId.encode(row),
    asset: assetView(row.asset),
    address: row.address,
    decimals: row.decimals,
    blockchain,
  };
});

export function collectionView(
  key: { chainId: number; address: NftCollectionView['address'] },
  row: StoredCollection | undefined,
  blockchain: BlockchainView,
): NftCollectionView {
  return {
    blockchain,
    address: key.address,
    name: row?.name ?? '',
    symbol: row?.symbol ?? '',
    description: row?.description ?? '',
    imageUrl: imageUrlOf(row?.imageUrl) ?? '',
    openseaStatus: row?.openseaStatus ?? 'not_requested',
    isSpam: row?.isSpam ?? false,
    floor: [],
  };
}

export function nftView(
  key: { chainId: number; address: NftCollectionView['address']; tokenId: bigint },
  row: StoredNft | undefined,
  collection: NftCollectionView,
): NftView {
  const collectionName = collection.name || collection.symbol || key.address;
  return {
    id: nftId.encode(key),
    collection,
    tokenId: key.tokenId.toString(),
    name: row?.name || `${collectionName} #${key.tokenId}`,
    description: row?.description ?? '',
    image: imageUrlOf(row?.image),
    preview: imageUrlOf(row?.preview),
    thumbnail: imageUrlOf(row?.thumbnail),
    original: imageUrlOf(row?.original),
    animationImage: imageUrlOf(row?.animationImage),
    animationOriginal: imageUrlOf(row?.animationOriginal),
    externalUrl: row?.externalUrl ?? null,
  };
}

export const defaultLabelView = madeOnce(
  (row: StoredContractLabel, blockchain: BlockchainView): DefaultLabelView => ({
    id: contractId.encode(row),
    address: row.address,
    name: row.name,
    tags: row.tags,
    protocol: protocolOfTags(row.tags),
    blockchain,
  }),
);

export const customLabelView = madeOnce(
  (row: StoredCustomLabel): CustomLabelView => ({
    id: labelId.encode(row.address),
    address: row.address,
    name: row.name,
    tags: row.tags,
    createdAt: Math.floor(row.createdAt.getTime() / 1000),
    updatedAt: Math.floor(row.updatedAt.getTime() / 1000),
  }),
);

const namedByClient = madeOnce(
  (
    custom: StoredCustomLabel,
    chainId: number,
    defaultLabel: DefaultLabelView | null,
    ensName: string | null,
    ownName: string | null,
  ): CounterpartyView => ({
    id: counterpartyId.encode({ chainId, address: custom.address }),
    address: custom.address,
    name: custom.name,
    ensName,
    contractName: ownName,
    customLabel: customLabelView(custom),
    defaultLabel,
  }),
);

const namedByDefault = madeOnce(
  (
    label: StoredContractLabel,
    chainId: number,
    defaultLabel: DefaultLabelView,
    ensName: string | null,
  ): CounterpartyView => ({
    id: counterpartyId.encode({ chainId, address: label.address }),
    address: label.address,
    name: label.name,
    ensName,
    contractName: null,
    customLabel: null,
    defaultLabel,
  }),
);

const namedByEns = madeOnce(
  ({ address, name }: StoredEnsName, chainId: number, ownName: string | null): CounterpartyView => ({
    id: counterpartyId.encode({ chainId, address }),
    ...{ address, name, ensName: name, contractName: ownName, customLabel: null, defaultLabel: null },
  }),
);

/** The contract's own word is no name that is vouched for. */
const namedByItself = madeOnce(
  ({ address, name }: StoredContractLabel, chainId: number): CounterpartyView => ({
    id: counterpartyId.encode({ chainId, address }),
    ...{ address, name: null, ensName: null, contractName: name, customLabel: null, defaultLabel: null },
  }),
);

/** Nothing but its key: most counterparties. */
const unnamedView = (key: ContractKey): CounterpartyView => ({
  id: counterpartyId.encode(key),
  address: key.address,
  ...{ name: null, ensName: null, contractName: null, customLabel: null, defaultLabel: null },
});

/** One view for as long as its labels are the same; `key.chainId` may be 0, any chain. */
export function counterpartyView(
  key: ContractKey,
  custom: StoredCustomLabel | undefined,
  named: { row: StoredContractLabel; blockchain: BlockchainView } | undefined,
  ens: StoredEnsName | undefined,
): CounterpartyView {
  const ensName = ens?.name ?? null;
  const itself = named?.row.isOwnWord === true ? named.row : undefined;
  const label = itself === undefined ? named : undefined;
  const defaultLabel = label === undefined ? null : defaultLabelView(label.row, label.blockchain);
  const ownName = itself?.name ?? null;
  if (custom !== undefined) return namedByClient(custom, key.chainId, defaultLabel, ensName, ownName);
  if (label !== undefined && defaultLabel !== null) {
    return namedByDefault(label.row, key.chainId, defaultLabel, ensName);
  }
  if (ens !== undefined) return namedByEns(ens, key.chainId, ownName);
  return itself === undefined ? unnamedView(key) : namedByItself(itself, key.chainId);
}

/** How a fungible token that is known shows where it is named by its contract. */
export const rawTokenView = madeOnce(
  (row: StoredToken, nativeSymbol: string): RawTokenView => ({
    address: row.address,
    name: row.name ?? nativeSymbol,
    symbol: row.symbol ?? nativeSymbol,
    tokenId: null,
  }),
);
