/** Token and NFT metadata as the contracts themselves give it. What cannot be read is null or empty, never a guess. */
import type { Address, TokenMetadata } from '../domain/model.ts';
import type { ContractReader } from './contract-reader.ts';
import { decimalsCall, nameCall, symbolCall, tokenUriCall } from './contract-reader.ts';
import { cleanName, decodeDecimals, decodeText } from './contract-text.ts';
import { parseTokenUri, remoteUri, type TokenDocument } from './token-uri.ts';

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

export interface NftReading {
  metadata: NftMetadata;
  /** Where the document is, when it is not in the contract; null: there is nothing to fetch. */
  remoteUri: string | null;
  /** The contract did not answer: it knows of no such NFT (any more), or has no documents. */
  isSilent: boolean;
}

/**
 * What NFTs say of themselves, in the order asked. A `data:` document is read; anything behind ipfs or http is not fetched
 * here, and the NFT is called `<collection> #<id>`.
 */
export async function readNftMetadata(
  reader: ContractReader,
  requests: readonly NftRequest[],
): Promise<NftReading[]> {
  const answers = await reader.callContracts(
    requests.map(({ address, standard, tokenId }) => ({
      to: address,
      data: tokenUriCall(standard, tokenId),
    })),
  );
  return requests.map((request, index) => {
    const unnamed = namedByCollection(reader.chainId, request);
    const answer = answers[index] ?? null;
    const uri = decodeText(answer);
    // Some contracts answer an empty text instead of reverting.
    const isSilent = answer === null || uri === '';
    if (uri === null) return { metadata: unnamed, remoteUri: null, isSilent };
    const document = parseTokenUri(uri, request.tokenId);
    return document === null
      ? { metadata: unnamed, remoteUri: remoteUri(uri, request.tokenId), isSilent }
      : { metadata: withDocument(unnamed, document), remoteUri: null, isSilent };
  });
}

function namedByCollection(chainId: number, { address, tokenId, collectionName }: NftRequest): NftMetadata {
  return {
    chainId,
    address,
    tokenId,
    // Without a collection's name readers make one of what they know: see read/views.ts.
    name: collectionName === '' ? '' : `${collectionName} #${tokenId}`,
    description: '',
    image: null,
    preview: null,
    thumbnail: null,
    original: null,
    animationImage: null,
    animationOriginal: null,
    externalUrl: null,
  };
}

/** The NFT with what its document says; a name that the document lacks stays. */
export function withDocument(nft: NftMetadata, document: TokenDocument): NftMetadata {
  const { name, description, image, animation, externalUrl } = document;
  return {
    ...nft,
    name: name ?? nft.name,
    description: description ?? '',
    image,
    preview: image,
    thumbnail: image,
    original: image,
    animationImage: animation,
    animationOriginal: animation,
    externalUrl,
  };
}

function nameIn(answer: Parameters<typeof decodeText>[0] | undefined): string | null {
  const text = decodeText(answer ?? null);
  return text === null ? null : cleanName(text);
}
