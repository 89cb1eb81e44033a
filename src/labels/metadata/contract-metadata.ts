/**
 * Token and NFT metadata as the contracts themselves give it. What cannot be read is null or empty, never a guess and never an
 * error: nobody's history waits for a contract that does not answer.
 */
import type { Address, TokenMetadata } from '../../domain/model.ts';
import { type Answers, askEach, outcomeOf, type ReadOutcome, unanswered } from './contract-answers.ts';
import type { ContractReader } from './contract-reader.ts';
import { decimalsCall, nameCall, symbolCall, tokenUriCall } from './contract-reader.ts';
import { cleanName, decodeDecimals, decodeText } from './contract-text.ts';
import { parseTokenUri, remoteUri, type TokenDocument } from './token-uri.ts';

export interface TokenReading {
  metadata: TokenMetadata;
  outcome: ReadOutcome;
}

/** Name, symbol and decimals of fungible tokens, in the order of the addresses. */
export async function readTokenMetadata(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<TokenReading[]> {
  const answers = await askEach(reader, addresses, (to) =>
    [nameCall, symbolCall, decimalsCall].map((data) => ({ to, data })),
  );
  return addresses.map((address, index) => {
    const given = answers[index] ?? unanswered;
    const [name, symbol] = [nameIn(given, 0), nameIn(given, 1)];
    const decimals = given.isAnswered ? decodeDecimals(given.of(2)) : null;
    return {
      metadata: { chainId: reader.chainId, address, name, symbol, decimals },
      outcome: outcomeOf(given, name !== null && symbol !== null && decimals !== null),
    };
  });
}

export interface CollectionMetadata {
  chainId: number;
  address: Address;
  /** '' when the contract has none, as ERC-1155 contracts often do. */
  name: string;
  symbol: string;
}

export interface CollectionReading {
  metadata: CollectionMetadata;
  outcome: ReadOutcome;
}

/** Name and symbol of NFT contracts, in the order of the addresses. */
export async function readCollectionMetadata(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<CollectionReading[]> {
  const answers = await askEach(reader, addresses, (to) =>
    [nameCall, symbolCall].map((data) => ({ to, data })),
  );
  return addresses.map((address, index) => {
    const given = answers[index] ?? unanswered;
    const [name, symbol] = [nameIn(given, 0), nameIn(given, 1)];
    return {
      metadata: { chainId: reader.chainId, address, name: name ?? '', symbol: symbol ?? '' },
      outcome: outcomeOf(given, name !== null && symbol !== null),
    };
  });
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
  outcome: ReadOutcome;
}

/**
 * What NFTs say of themselves, in the order asked. A `data:` document is read; anything behind ipfs or http is not fetched
 * here, and the NFT is called `<collection> #<id>`.
 */
export async function readNftMetadata(
  reader: ContractReader,
  requests: readonly NftRequest[],
): Promise<NftReading[]> {
  const answers = await askEach(reader, requests, ({ address, standard, tokenId }) => [
    { to: address, data: tokenUriCall(standard, tokenId) },
  ]);
  return requests.map((request, index) => {
    const unnamed = namedByCollection(reader.chainId, request);
    const given = answers[index] ?? unanswered;
    const uri = given.isAnswered ? decodeText(given.of(0)) : null;
    // Some contracts answer an empty text instead of reverting.
    const outcome = outcomeOf(given, uri !== null && uri !== '');
    if (uri === null) return { metadata: unnamed, remoteUri: null, outcome };
    const document = parseTokenUri(uri, request.tokenId);
    return document === null
      ? { metadata: unnamed, remoteUri: remoteUri(uri, request.tokenId), outcome }
      : { metadata: withDocument(unnamed, document), remoteUri: null, outcome };
  });
}

function namedByCollection(chainId: number, { address, tokenId, collectionName }: NftRequest): NftMetadata {
  return {
    chainId,
    address,
    tokenId,
    // Without a collection's name readers make one of what they know: see use-cases/lookups/lookup-views.ts.
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

function nameIn(answers: Answers, index: number): string | null {
  const text = answers.isAnswered ? decodeText(answers.of(index)) : null;
  return text === null ? null : cleanName(text);
}
