/** The rows of the look-up tables: shared by all wallets, written by the worker, read by everyone. */
import type { ContractKey, NftKey } from '../../domain/ids.ts';
import type { TokenMetadata } from '../../domain/model.ts';

export interface BlockchainRow {
  chainId: number;
  name: string;
  slug: string;
  symbol: string;
  imageUrl: string;
  nativeDecimals: number;
  enabled: boolean;
  /** Why it is not enabled, for people. */
  disabledReason: string | null;
  /** How many wallets its explorer bears to be asked for once an hour; null, or left out: nobody limits it. */
  walletCapacity?: number | null;
}

export interface AssetRow {
  slug: string;
  name: string;
  symbol: string;
}

/** A token as the worker writes it. Asset name and symbol default to the token's own; a shared asset has its own (domain/money/assets.ts). */
export type TokenRow = TokenMetadata & {
  /** null: not recognised. */
  assetSlug: string | null;
  assetName?: string;
  assetSymbol?: string;
  isTrusted: boolean;
};

/** A token as it is read, with its asset. */
export type StoredToken = TokenMetadata & {
  assetSlug: string | null;
  isTrusted: boolean;
  asset: AssetRow | null;
};

export interface NftCollectionRow extends ContractKey {
  name: string;
  symbol: string;
  description: string;
  imageUrl: string;
  openseaStatus: string;
  isSpam: boolean;
}

/** What may be left out keeps its default, or, on an update, becomes it. */
export type NftCollectionInput = ContractKey &
  Partial<Omit<NftCollectionRow, 'imageUrl'>> & { imageUrl?: string | null };

export interface NftRow extends NftKey {
  name: string;
  description: string;
  image: string | null;
  preview: string | null;
  thumbnail: string | null;
  original: string | null;
  animationImage: string | null;
  animationOriginal: string | null;
  externalUrl: string | null;
}

export type NftInput = NftKey & Pick<NftRow, 'name'> & Partial<NftRow>;

export interface ContractLabelRow extends ContractKey {
  name: string;
  tags: readonly string[];
}
