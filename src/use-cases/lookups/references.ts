/**
 * What the rows of one page refer to, loaded with one call per kind; afterwards views are built without waiting.
 */
import { type ContractKey, keyOfContract, keyOfNft, type NftKey } from '../../domain/ids.ts';
import { type Address, type TokenStandard, zeroAddress } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { isReferenceToken } from '../../domain/money/price-sources.ts';
import type {
  BlockchainView,
  CounterpartyView,
  NftView,
  RawTokenView,
  TokenView,
} from '../model/view-model.ts';
import {
  blockchainView,
  collectionView,
  counterpartyView,
  nftView,
  rawTokenView,
  tokenView,
  unknownBlockchain,
} from './lookup-views.ts';
import type { Lookups } from './lookups.ts';

/** One token or NFT as an item names it. */
export interface ItemToken {
  chainId: number;
  address: Address;
  standard: TokenStandard;
  tokenId: bigint | null;
}

export interface ReferenceKeys {
  tokens?: readonly ItemToken[];
  counterparties?: readonly ContractKey[];
}

/** A token as items show it: at most one of `token` and `nft`; the raw token always. */
export interface TokenOfItem {
  token: TokenView | null;
  nft: NftView | null;
  rawToken: RawTokenView;
  /** Worth what it says: its price is known best (domain/money/price-sources.ts). */
  isReference: boolean;
  /** Exact decimal text; for NFTs the quantity. Decimals that could not be read count as 0. */
  format(amount: bigint): string;
  /** Of what `format` says. */
  decimals: number;
}

export interface References {
  blockchain(chainId: number): BlockchainView;
  token(item: ItemToken): TokenOfItem;
  counterparty(key: ContractKey): CounterpartyView;
  /** A fee or another amount in the chain's native token. */
  formatNative(chainId: number, amount: bigint): string;
}

export const isNft = (standard: TokenStandard): boolean => standard === 'erc721' || standard === 'erc1155';

/** A cpty_ id may leave the chain open; then any chain's default label is shown, the lowest chain id first. */
export const anyChain = 0;

export async function loadReferences(
  lookups: Lookups,
  clientId: number,
  { tokens = [], counterparties = [] }: ReferenceKeys,
): Promise<References> {
  const distinctTokens = distinct(tokens.filter(({ standard }) => !isNft(standard)));
  const nftItems = tokens.filter(({ standard }) => isNft(standard));
  const nftKeys = nftItems.flatMap(({ chainId, address, tokenId }): NftKey[] =>
    tokenId === null ? [] : [{ chainId, address, tokenId }],
  );
  const blockchains = await lookups.blockchains();
  const parties = distinct(counterparties);
  const labelKeys = parties.flatMap((key) =>
    key.chainId === anyChain ? [...blockchains.keys()].map((chainId) => ({ ...key, chainId })) : [key],
  );
  const addresses = parties.map(({ address }) => address);
  const [tokenRows, collectionRows, nftRows, labelRows, ensRows, customRows] = await Promise.all([
    lookups.tokens.findMany(distinctTokens),
    lookups.collections.findMany(nftItems),
    lookups.nfts.findMany(nftKeys),
    lookups.contractLabels.findMany(labelKeys),
    lookups.ensNames.findMany(addresses),
    lookups.customLabels(clientId, addresses),
  ]);
  return referencesOf({ blockchains, tokenRows, collectionRows, nftRows, labelRows, ensRows, customRows });
}

/** The rows of one page's references, by name. */
interface LoadedRows {
  blockchains: Awaited<ReturnType<Lookups['blockchains']>>;
  tokenRows: Awaited<ReturnType<Lookups['tokens']['findMany']>>;
  collectionRows: Awaited<ReturnType<Lookups['collections']['findMany']>>;
  nftRows: Awaited<ReturnType<Lookups['nfts']['findMany']>>;
  labelRows: Awaited<ReturnType<Lookups['contractLabels']['findMany']>>;
  ensRows: Awaited<ReturnType<Lookups['ensNames']['findMany']>>;
  customRows: Awaited<ReturnType<Lookups['customLabels']>>;
}

/** Views of what was loaded, each made once. */
function referencesOf(loaded: LoadedRows): References {
  const { blockchains, tokenRows, collectionRows, nftRows } = loaded;
  const chain = memoize(
    (chainId: number) => chainId,
    (chainId: number): BlockchainView => {
      const row = blockchains.get(chainId);
      return row === undefined ? unknownBlockchain(chainId) : blockchainView(row);
    },
  );
  const nativeDecimals = (chainId: number): number => blockchains.get(chainId)?.nativeDecimals ?? 18;

  const collection = memoizeContracts((key: ContractKey) =>
    collectionView(key, collectionRows.get(keyOfContract(key)), chain(key.chainId)),
  );
  const nft = memoize(keyOfNft, (key: NftKey) => nftView(key, nftRows.get(keyOfNft(key)), collection(key)));

  const fungible = memoizeContracts((key: ContractKey): TokenOfItem => {
    const row = tokenRows.get(keyOfContract(key));
    const native = key.address === zeroAddress;
    const symbol = native ? chain(key.chainId).symbol : '';
    const decimals = native ? nativeDecimals(key.chainId) : (row?.decimals ?? 0);
    return {
      token: row === undefined ? null : tokenView(row, chain(key.chainId)),
      nft: null,
      rawToken:
        row === undefined
          ? { address: key.address, name: symbol, symbol, tokenId: null }
          : rawTokenView(row, symbol),
      isReference: isReferenceToken(key.address, row),
      format: (amount) => formatUnits(amount, decimals),
      decimals,
    };
  });

  return {
    blockchain: chain,
    token(item) {
      if (!isNft(item.standard) || item.tokenId === null) return fungible(item);
      const { chainId, address, tokenId } = item;
      const view = nft({ chainId, address, tokenId });
      const { name, symbol } = view.collection;
      return {
        token: null,
        nft: view,
        rawToken: { address, name, symbol, tokenId: tokenId.toString() },
        isReference: false,
        format: (amount) => formatUnits(amount, 0),
        decimals: 0,
      };
    },
    counterparty: counterpartiesOf(loaded, chain),
    formatNative: (chainId, amount) => formatUnits(amount, nativeDecimals(chainId)),
  };
}

/**
 * A custom label comes first, ENS last; the default label is that of the chain, or of the lowest chain that has one. What contracts call
 * themselves is of one chain, and says nothing of the same address on another.
 */
function counterpartiesOf(
  { blockchains, labelRows, ensRows, customRows }: LoadedRows,
  chain: (chainId: number) => BlockchainView,
): References['counterparty'] {
  const labelOf = (chainId: number, address: Address) => labelRows.get(keyOfContract({ chainId, address }));
  const lowestLabelOf = (address: Address) =>
    [...blockchains.keys()]
      .sort((a, b) => a - b)
      .map((chainId) => labelOf(chainId, address))
      .find((row) => row !== undefined && !row.isOwnWord);
  return memoizeContracts(({ chainId, address }: ContractKey): CounterpartyView => {
    const custom = customRows.get(address);
    const row = chainId === anyChain ? lowestLabelOf(address) : labelOf(chainId, address);
    const label = row && { row, blockchain: chain(row.chainId) };
    return counterpartyView({ chainId, address }, custom, label, ensRows.get(address));
  });
}

/** A page names the same tokens and parties again and again; chains share addresses, so each chain has its own. */
function distinct<Key extends ContractKey>(keys: readonly Key[]): Key[] {
  const seen = new Map<number, Set<Address>>();
  return keys.filter(({ chainId, address }) => {
    let known = seen.get(chainId);
    if (known === undefined) {
      known = new Set();
      seen.set(chainId, known);
    }
    if (known.has(address)) return false;
    known.add(address);
    return true;
  });
}

/** By chain and address, without making a text of the two for each of a page's items. */
function memoizeContracts<Value>(make: (key: ContractKey) => Value): (key: ContractKey) => Value {
  const ofChain = memoize(
    (chainId: number) => chainId,
    () => new Map<Address, Value>(),
  );
  return (key) => {
    const made = ofChain(key.chainId);
    const known = made.get(key.address);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key.address, value);
    return value;
  };
}

function memoize<Key, Name, Value>(
  nameOf: (key: Key) => Name,
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Name, Value>();
  return (key) => {
    const name = nameOf(key);
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(name, value);
    return value;
  };
}
