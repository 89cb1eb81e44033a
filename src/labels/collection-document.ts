/** What an NFT contract says of itself as a collection: `contractURI()` of ERC-7572. */
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { ContractReader } from './contract-reader.ts';
import { decodeText } from './contract-text.ts';
import type { CollectionMetadata } from './metadata.ts';
import { parseTokenUri, remoteUri, type TokenDocument } from './token-uri.ts';

const contractUriCall = encodeFunctionData({
  abi: parseAbi(['function contractURI() view returns (string)']),
});

/** A collection as the store keeps it. */
export interface DescribedCollection extends CollectionMetadata {
  description: string;
  imageUrl: string | null;
}

export interface CollectionReading {
  metadata: DescribedCollection;
  /** Where the document is, when it is not in the contract; null: there is nothing to fetch. */
  remoteUri: string | null;
}

/** The collections with what their documents say, in the order given. One behind ipfs or http is not fetched here. */
export async function readCollectionDocuments(
  reader: ContractReader,
  collections: readonly CollectionMetadata[],
): Promise<CollectionReading[]> {
  const answers = await reader.callContracts(
    collections.map(({ address }) => ({ to: address, data: contractUriCall })),
  );
  return collections.map((collection, index) => {
    const uri = decodeText(answers[index] ?? null);
    const undescribed = { ...collection, description: '', imageUrl: null };
    if (uri === null) return { metadata: undescribed, remoteUri: null };
    const document = parseTokenUri(uri, 0n);
    return document === null
      ? { metadata: undescribed, remoteUri: remoteUri(uri, 0n) }
      : { metadata: withCollectionDocument(undescribed, document), remoteUri: null };
  });
}

/** The collection with what its document says. The contract's own name wins; ERC-1155 contracts often have none. */
export function withCollectionDocument(
  collection: DescribedCollection,
  { name, description, image }: TokenDocument,
): DescribedCollection {
  return {
    ...collection,
    name: collection.name === '' ? (name ?? '') : collection.name,
    description: description ?? '',
    imageUrl: image,
  };
}
