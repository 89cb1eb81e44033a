/**
 * Documents of NFTs and collections behind https and ipfs, fetched after the wallet is loaded: a load never waits for a stranger's server. Few
 * at a time; what cannot be fetched keeps the name that it has.
 */
import { keyOfContract, keyOfNft } from '../../domain/ids.ts';
import { errorText } from '../../errors.ts';
import type { FetchJson } from '../../outgoing/guarded-fetch.ts';
import { type DescribedCollection, withCollectionDocument } from './collection-document.ts';
import { type NftMetadata, withDocument } from './contract-metadata.ts';
import { readTokenDocument } from './token-uri.ts';

/** An NFT or a collection whose document is elsewhere. */
export type RemoteItem =
  | { metadata: NftMetadata; uri: string }
  | { collection: DescribedCollection; uri: string };

export interface RemoteMetadataOptions {
  enabled: boolean;
  /** What ipfs: addresses are read through; `/ipfs/<content id>` is appended. */
  ipfsGateway: string;
  fetchJson: FetchJson;
  store: (nfts: readonly NftMetadata[]) => Promise<void>;
  storeCollections?: (collections: readonly DescribedCollection[]) => Promise<void>;
  onFailure?: (uri: string, reason: string) => void;
  concurrency?: number;
  /** More than this are not kept waiting: a wallet of a million NFTs must not fill the memory. */
  maximumQueued?: number;
}

export interface RemoteMetadata {
  /** Fetches in the background what is not data: already. Returns at once; does nothing where it is not enabled. */
  queueRemoteMetadata(items: readonly RemoteItem[]): void;
  /** When nothing is waiting or under way. */
  idle(): Promise<void>;
  /** Gives up what is waiting and under way. */
  close(): Promise<void>;
}

export function createRemoteMetadata(options: RemoteMetadataOptions): RemoteMetadata {
  const { concurrency = 4, maximumQueued = 10_000 } = options;
  const waiting = new Map<string, RemoteItem>();
  const underWay = new Map<string, Promise<void>>();
  const closing = new AbortController();

  function startNext(): void {
    while (underWay.size < concurrency && !closing.signal.aborted) {
      const next = waiting.entries().next();
      if (next.done === true) return;
      const [key, item] = next.value;
      waiting.delete(key);
      const run = fetchOne(item, options, closing.signal).finally(() => {
        underWay.delete(key);
        startNext();
      });
      underWay.set(key, run);
    }
  }

  return {
    queueRemoteMetadata(items) {
      if (!options.enabled) return;
      for (const item of items) {
        const key = keyOf(item);
        if (underWay.has(key) || waiting.size >= maximumQueued) continue;
        waiting.set(key, item);
      }
      startNext();
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
    async close() {
      closing.abort();
      waiting.clear();
      await Promise.all(underWay.values());
    },
  };
}

function keyOf(item: RemoteItem): string {
  if ('collection' in item) return keyOfContract(item.collection);
  return keyOfNft(item.metadata);
}

/** Never throws: a failure leaves the NFT or collection as it is. */
async function fetchOne(
  item: RemoteItem,
  options: RemoteMetadataOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    const ipfs = gatewayUrl(item.uri, options.ipfsGateway);
    const content = await options.fetchJson(ipfs ?? item.uri, { trusted: ipfs !== null, signal });
    const document = readTokenDocument(content);
    if (document === null) throw new Error('the document is no NFT metadata');
    if ('collection' in item) {
      await options.storeCollections?.([withCollectionDocument(item.collection, document)]);
    } else await options.store([withDocument(item.metadata, document)]);
  } catch (error) {
    options.onFailure?.(item.uri, errorText(error));
  }
}

/** Where a gateway serves an ipfs: address; null for any other address. */
export function gatewayUrl(uri: string, gateway: string): string | null {
  const match = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri);
  if (match === null) return null;
  // Dots would climb out of /ipfs/ on the gateway, whose host is trusted.
  const path = (match[1] ?? '').split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `${gateway.replace(/\/+$/, '')}/ipfs/${path.map(encodeURIComponent).join('/')}`;
}
