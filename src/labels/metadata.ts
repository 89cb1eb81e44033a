/** Token and NFT metadata as the contracts themselves give it. What cannot be read is null or empty, never a guess. */
import type { Address, TokenMetadata } from '../domain/model.ts';
import type { ContractReader } from './contract-reader.ts';
import { decimalsCall, nameCall, symbolCall, tokenUriCall } from './contract-reader.ts';
import { cleanName, decodeDecimals, decodeText } from './contract-text.ts';
import { parseTokenUri, type TokenDocument } from './token-uri.ts';

/** Name, symbol and decimals of fungible tokens, in the order of the addresses. */
export async function readTokenMetadata(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<TokenMetadata[]> {
  const answers = await reader.callContracts(
    addresses.flatMap((to) => [
      { to, data: nameCall },
      { to, data: symbolCall },
      { to, data: decimalsCall },
    ]),
  );
  return addresses.map((address, index) => ({
    chainId: reader.chainId,
    address,
    name: nameIn(answers[3 * index]),
    symbol: nameIn(answers[3 * index + 1]),
    decimals: decodeDecimals(answers[3 * index + 2] ?? null),
  }));
}

export interface CollectionMetadata {
  chainId: number;
  address: Address;
  /** '' when the contract has none, as ERC-1155 contracts often do. */
  name: string;
  symbol: string;
}

/** Name and symbol of NFT contracts, in the order of the addresses. */
export async function readCollectionMetadata(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<CollectionMetadata[]> {
  const answers = await reader.callContracts(
    addresses.flatMap((to) => [
      { to, data: nameCall },
      { to, data: symbolCall },
    ]),
  );
  return addresses.map((address, index) => ({
    chainId: reader.chainId,
    address,
    name: nameIn(answers[2 * index]) ?? '',
    symbol: nameIn(answers[2 * index + 1]) ?? '',
  }));
}

export interface NftRequest {
  address: Address;
  tokenId: bigint;
  standard: 'erc721' | 'erc1155';
  /** The collection's name, '' when it has none. */
  collectionName: string;
}

/** An NFT as the store keeps it. */
export interface NftMetadata {
  chainId: number;
  address: Address;
  tokenId: bigint;
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

/**
 * What NFTs say of themselves, in the order asked. A `data:` document is read; anything behind ipfs or http is not fetched
 * here, and the NFT is called `<collection> #<id>`.
 */
export async function readNftMetadata(
  reader: ContractReader,
  requests: readonly NftRequest[],
): Promise<NftMetadata[]> {
  const answers = await reader.callContracts(
    requests.map(({ address, standard, tokenId }) => ({
      to: address,
      data: tokenUriCall(standard, tokenId),
    })),
  );
  return requests.map((request, index) => {
    const uri = decodeText(answers[index] ?? null);
    return toNft(reader.chainId, request, uri === null ? null : parseTokenUri(uri, request.tokenId));
  });
}

function toNft(chainId: number, request: NftRequest, document: TokenDocument | null): NftMetadata {
  const { address, tokenId, collectionName } = request;
  const image = document?.image ?? null;
  const animation = document?.animation ?? null;
  return {
    chainId,
    address,
    tokenId,
    name: document?.name ?? `${collectionName} #${tokenId}`.trim(),
    description: document?.description ?? '',
    image,
    preview: image,
    thumbnail: image,
    original: image,
    animationImage: animation,
    animationOriginal: animation,
    externalUrl: document?.externalUrl ?? null,
  };
}

function nameIn(answer: Parameters<typeof decodeText>[0] | undefined): string | null {
  const text = decodeText(answer ?? null);
  return text === null ? null : cleanName(text);
}
