/** Asks contracts for what they say of themselves, a piece at a time, and stores what they answer over what is unknown. */
import { chunk } from '../../domain/chunk.ts';
import { readCollectionDocuments } from '../../labels/metadata/collection-document.ts';
import type { ReadOutcome } from '../../labels/metadata/contract-answers.ts';
import {
  readCollectionMetadata,
  readNftMetadata,
  readTokenMetadata,
} from '../../labels/metadata/contract-metadata.ts';
import type { ContractReader } from '../../labels/metadata/contract-reader.ts';
import type { RemoteMetadata } from '../../labels/metadata/remote-metadata.ts';
import { tokenAssetSlug } from '../../labels/native-assets.ts';
import type { Database } from '../../store/connection/database.ts';
import { findNftCollections } from '../../store/lookups/lookup-reads.ts';
import { upsertTokens } from '../../store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../store/lookups/nft-writes.ts';
import type { UnreadKey } from '../../store/lookups/unread-metadata.ts';
import { readBurnedNfts } from './burned-nfts.ts';

/** Contract reads per piece, so that one step with thousands of NFTs asks in bounded requests. */
const readsAtOnce = 200;

/** Takes NFTs and collections whose documents are elsewhere: they are fetched later, and nobody waits for them. */
export type QueueRemote = RemoteMetadata['queueRemoteMetadata'];
/** `lastBlock`: of an NFT, the last block in which the history shows it. */
export type Asked = UnreadKey & { lastBlock: number | null };

export interface Reading {
  asked: Asked;
  outcome: ReadOutcome;
}

interface Parts {
  database: Database;
  reader: ContractReader;
  queueRemote: QueueRemote;
}

/** `before`: told what a piece came to, before its rows are stored. */
export async function readAndStore(
  parts: Parts,
  asked: readonly Asked[],
  before: (readings: readonly Reading[]) => Promise<void> = async () => {},
): Promise<Reading[]> {
  const {
    token = [],
    collection = [],
    nft = [],
  } = Object.groupBy(asked, ({ kind }) => (kind === 'token' || kind === 'collection' ? kind : 'nft'));
  let hasFailed = false;
  async function inPieces(list: readonly Asked[], read: ReadPiece): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (const piece of chunk(list, readsAtOnce)) {
      if (hasFailed) break;
      const { outcomes, store } = await read(parts, piece);
      const found = piece.map((one, index) => ({ asked: one, outcome: outcomes[index] ?? 'unanswered' }));
      await before(found);
      await store();
      readings.push(...found);
    }
    return readings;
  }
  // An NFT is called by what its collection says.
  const chains = [
    inPieces(token, readTokens),
    inPieces(collection, readCollections).then(async (collections) => [
      ...collections,
      ...(await inPieces(nft, readNfts)),
    ]),
  ];
  for (const one of chains)
    one.catch(() => {
      hasFailed = true;
    });
  // Nothing goes on when this is over: the reader ends with it.
  await Promise.allSettled(chains);
  return (await Promise.all(chains)).flat();
}

type ReadPiece = (parts: Parts, piece: readonly Asked[]) => Promise<Piece>;

/** What was read of a piece, in its order, and how it is stored. */
interface Piece {
  outcomes: ReadOutcome[];
  store: () => Promise<void>;
}

async function readTokens({ database, reader }: Parts, piece: readonly Asked[]): Promise<Piece> {
  const readings = await readTokenMetadata(
    reader,
    piece.map(({ address }) => address),
  );
  const rows = readings.map(({ metadata: token }) => ({
    ...token,
    // Recognised: symbol and decimals could be read. Listed tokens were stored at the start.
    assetSlug:
      token.symbol === null || token.decimals === null
        ? null
        : tokenAssetSlug({ chainId: token.chainId, address: token.address, symbol: token.symbol }),
    isTrusted: false,
  }));
  return {
    outcomes: readings.map(({ outcome }) => outcome),
    store: () => upsertTokens(database, rows, true),
  };
}

async function readCollections(
  { database, reader, queueRemote }: Parts,
  piece: readonly Asked[],
): Promise<Piece> {
  const named = await readCollectionMetadata(
    reader,
    piece.map(({ address }) => address),
  );
  const readings = await readCollectionDocuments(reader, named);
  return {
    outcomes: readings.map(({ outcome }) => outcome),
    async store() {
      await upsertNftCollections(
        database,
        readings.map(({ metadata }) => metadata),
        true,
      );
      queueRemote(
        readings.flatMap(({ metadata, remoteUri }) =>
          remoteUri === null ? [] : [{ collection: metadata, uri: remoteUri }],
        ),
      );
    },
  };
}

async function readNfts({ database, reader, queueRemote }: Parts, piece: readonly Asked[]): Promise<Piece> {
  const collections = await findNftCollections(database, piece);
  const names = new Map(collections.map(({ address, name }) => [address, name]));
  const requests = piece.map(({ address, tokenId, kind, lastBlock }) => ({
    address,
    tokenId: tokenId ?? 0n,
    standard: kind === 'erc1155' ? ('erc1155' as const) : ('erc721' as const),
    collectionName: names.get(address) ?? '',
    lastBlock,
  }));
  const readings = await readBurnedNfts(reader, requests, await readNftMetadata(reader, requests));
  // One whose document is not at hand keeps what may be stored of it already.
  const { known = [], unknown = [] } = Object.groupBy(readings, ({ outcome, remoteUri }) =>
    outcome === 'read' && remoteUri === null ? 'known' : 'unknown',
  );
  return {
    outcomes: readings.map(({ outcome }) => outcome),
    async store() {
      await upsertNfts(
        database,
        known.map(({ metadata }) => metadata),
      );
      await upsertNfts(
        database,
        unknown.map(({ metadata }) => metadata),
        true,
      );
      queueRemote(
        readings.flatMap(({ metadata, remoteUri }) =>
          remoteUri === null ? [] : [{ metadata, uri: remoteUri }],
        ),
      );
    },
  };
}
