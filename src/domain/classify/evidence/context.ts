/** What classification knows besides the transaction itself. Everything comes in as an argument: classification is pure. */
import type { Address } from '../../model.ts';
import { looksAlike } from './names.ts';

export interface KnownMetadata {
  name: string | null;
  symbol: string | null;
  decimals: number | null;
}

/** What a token's balances before and after say of a move that its logs tell. */
export type BalanceProof = 'moved' | 'unmoved';

export interface ClassifyContext {
  /** The listed wrapper of the chain's native token. */
  wrappedNative: Address | null;
  /** Listed tokens: never spam. The native token need not be listed. */
  isTrustedToken(address: Address): boolean;
  /** What a token or NFT contract says of itself; null: not read. */
  metadata(address: Address): KnownMetadata | null;
  /** Whether the untrusted token borrows a trusted token's symbol. */
  imitatesTrusted(address: Address): boolean;
  /** Whether the wallet ever approved anybody on this token before or in this transaction; undefined: not known. */
  hasApproved?(token: Address): boolean | undefined;
  /** Whether the wallet had called the contract, or given it something, before this transaction; left out: not known. */
  hasUsed?(contract: Address): boolean;
  /** What the wallet's balances of the token say of this transaction; undefined: not known. */
  balanceProof?(token: Address): BalanceProof | undefined;
  /** Known distributors of rewards and airdrops. */
  isRewardContract(address: Address): boolean;
}

export interface ClassifyContextInput {
  wrappedNative: Address | null;
  /** Listed tokens of the chain, with their symbols. */
  trustedTokens: ReadonlyMap<Address, { symbol: string }>;
  nativeSymbol: string;
  metadata: (address: Address) => KnownMetadata | null;
  hasApproved?: (token: Address) => boolean | undefined;
  rewardContracts?: ReadonlySet<Address>;
}

/** A context from plain data; the wrapper of the native token is trusted without being listed. */
export function createClassifyContext(input: ClassifyContextInput): ClassifyContext {
  const { trustedTokens, wrappedNative, metadata } = input;
  const isTrustedToken = (address: Address): boolean =>
    address === wrappedNative || trustedTokens.has(address);
  const wrapperSymbol = wrappedNative === null ? null : (metadata(wrappedNative)?.symbol ?? null);
  const symbols = [input.nativeSymbol, ...[...trustedTokens.values()].map((token) => token.symbol)];
  if (wrapperSymbol !== null) symbols.push(wrapperSymbol);
  const isTrustedSymbol = looksAlike(symbols);
  return {
    wrappedNative,
    isTrustedToken,
    metadata,
    imitatesTrusted: (address) => {
      if (isTrustedToken(address)) return false;
      const known = metadata(address);
      return known?.symbol !== null && known?.symbol !== undefined && isTrustedSymbol(known.symbol);
    },
    isRewardContract: (address) => input.rewardContracts?.has(address) ?? false,
    ...(input.hasApproved === undefined ? {} : { hasApproved: input.hasApproved }),
  };
}
