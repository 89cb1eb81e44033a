/** What an NFT contract says of itself as a collection: `contractURI()` of ERC-7572. */
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { askEach, type ReadOutcome, unanswered } from './contract-answers.ts';
import type { CollectionMetadata, CollectionReading } from './contract-metadata.ts';
import type { ContractReader } from './contract-reader.ts';
import { decodeText } from './contract-text.ts';
import { parseTokenUri, remoteUri, type TokenDocument } from './token-uri.ts';

const contractUriCall = encodeFunctionData({
  abi: parseAbi(['function contractURI() view returns (string)']),
});

/** A collection as the store keeps it. */
export interface DescribedCollection extends CollectionMetadata {
  description: string;
  imageUrl: string | null;
}

export interface DescribedReading {
  metadata: DescribedCollection;
  /** Where the document is, when it is not in the contract; null: there is nothing to fetch. */
  remoteUri: string | null;
  /** Most contracts have no document: what counts as refused are name and symbol. */
  outcome: ReadOutcome;
}

/**
 * The collections with what their documents say, in the order given. One behind ipfs or http is not fetched here. Of one whose
 * name no node could tell the document is not asked for: its name would be taken for the contract's.
 */
export async function readCollectionDocuments(
  reader: ContractReader,
  collections: readonly CollectionReading[],
): Promise<DescribedReading[]> {
  const answers = await askEach(reader, collections, ({ metadata: { address }, outcome }) =>
    outcome === 'unanswered' ? [] : [{ to: address, data: contractUriCall }],
  );
  return collections.map(({ metadata, outcome: named }, index) => {
    const given = answers[index] ?? unanswered;
    const outcome = given.isAnswered ? named : 'unanswered';
    const uri = given.isAnswered ? decodeText(given.of(0)) : null;
    const undescribed = { ...metadata, description: '', imageUrl: null };
    if (uri === null) return { metadata: undescribed, remoteUri: null, outcome };
    const document = parseTokenUri(uri, 0n);
    return document === null
      ? { metadata: undescribed, remoteUri: remoteUri(uri, 0n), outcome }
      : { metadata: withCollectionDocument(undescribed, document), remoteUri: null, outcome };
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
