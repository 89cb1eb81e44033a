/** Reads and stores what tokens and NFTs that were not met before say of themselves. */
import { chunk } from '../domain/chunk.ts';
import type { Address, Movement } from '../domain/model.ts';
import { readCollectionDocuments } from '../labels/collection-document.ts';
import type { ContractReader } from '../labels/contract-reader.ts';
import {
  type NftReading,
  type NftRequest,
  readCollectionMetadata,
  readNftMetadata,
  readTokenMetadata,
} from '../labels/metadata.ts';
import { tokenAssetSlug } from '../labels/native-assets.ts';
import type { RemoteMetadata } from '../labels/remote-metadata.ts';
import type { Database } from '../store/database.ts';
import {
  findNftCollections,
  missingCollections,
  missingNfts,
  missingTokens,
  upsertNftCollections,
  upsertNfts,
  upsertTokens,
} from '../store/lookups.ts';
import { type LastBlocks, readBurnedNfts } from './burned-nfts.ts';
import type { ChainRuntime } from './chain-runtime.ts';

/** Contract reads per piece, so that one step with thousands of NFTs asks in bounded requests. */
const readsAtOnce = 200;

/** Takes NFTs and collections whose documents are elsewhere: they are fetched later, and nobody waits for them. */
export type QueueRemote = RemoteMetadata['queueRemoteMetadata'];

/** After it, every token, collection and NFT that the movements name has a row. */
export async function storeMetadata(
  database: Database,
  chain: ChainRuntime,
  movements: readonly Movement[],
  queueRemote: QueueRemote = () => {},
  lastBlocks: LastBlocks = () => undefined,
): Promise<void> {
  const reader = readerAtHead(chain);
  await storeTokens(database, reader, contractsOf(movements, ['erc20']));
  const nfts = movements.filter(
    (movement) => movement.standard === 'erc721' || movement.standard === 'erc1155',
  );
  await storeCollections(database, reader, contractsOf(nfts, ['erc721', 'erc1155']), queueRemote);
  const read = async (requests: readonly NftRequest[]) =>
    readBurnedNfts(chain.source, requests, await readNftMetadata(reader, requests), lastBlocks);
  await storeNfts(database, { chainId: reader.chainId, read }, nfts, queueRemote);
}

/**
 * Contracts as they are at the head that the step knows. "Latest" of a node that is a block behind may be before the contract was
 * deployed, and an empty answer is stored for good; of a block by its number such a node says that it does not have it.
 */
function readerAtHead({ source, head }: ChainRuntime): ContractReader {
  if (source.holdsBack === true) return source;
  return {
    chainId: source.chainId,
    callContracts: async (calls) => source.callContracts(calls, (await head()).number),
  };
}

function contractsOf(movements: readonly Movement[], standards: readonly Movement['standard'][]): Address[] {
  const matching = movements.filter((movement) => standards.includes(movement.standard));
  return [...new Set(matching.map((movement) => movement.tokenAddress))];
}

async function storeTokens(
  database: Database,
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<void> {
  const { chainId } = reader;
  const missing = await missingTokens(
    database,
    addresses.map((address) => ({ chainId, address })),
  );
  for (const piece of chunk(
    missing.map(({ address }) => address),
    readsAtOnce,
  )) {
    const tokens = await readTokenMetadata(reader, piece);
    await upsertTokens(
      database,
      tokens.map((token) => ({
        ...token,
        // Recognised: symbol and decimals could be read. Listed tokens were stored at the start.
        assetSlug:
          token.symbol === null || token.decimals === null
            ? null
            : tokenAssetSlug({ chainId, address: token.address, symbol: token.symbol }),
        isTrusted: false,
      })),
    );
  }
}

async function storeCollections(
  database: Database,
  reader: ContractReader,
  addresses: readonly Address[],
  queueRemote: QueueRemote,
): Promise<void> {
  const { chainId } = reader;
  const missing = await missingCollections(
    database,
    addresses.map((address) => ({ chainId, address })),
  );
  for (const piece of chunk(
    missing.map(({ address }) => address),
    readsAtOnce,
  )) {
    const named = await readCollectionMetadata(reader, piece);
    const readings = await readCollectionDocuments(reader, named);
    await upsertNftCollections(
      database,
      readings.map(({ metadata }) => metadata),
    );
    queueRemote(
      readings.flatMap(({ metadata, remoteUri }) =>
        remoteUri === null ? [] : [{ collection: metadata, uri: remoteUri }],
      ),
    );
  }
}

async function storeNfts(
  database: Database,
  { chainId, read }: { chainId: number; read: (nfts: readonly NftRequest[]) => Promise<NftReading[]> },
  nfts: readonly Movement[],
  queueRemote: QueueRemote,
): Promise<void> {
  const standards = new Map(nfts.map(({ tokenAddress, standard }) => [tokenAddress, standard]));
  const missing = await missingNfts(
    database,
    nfts.flatMap(({ tokenAddress, tokenId }) =>
      tokenId === null ? [] : [{ chainId, address: tokenAddress, tokenId }],
    ),
  );
  const collections = await findNftCollections(database, missing);
  const names = new Map(collections.map(({ address, name }) => [address, name]));
  for (const piece of chunk(missing, readsAtOnce)) {
    const requests = piece.map(({ address, tokenId }) => ({
      address,
      tokenId,
      standard: standards.get(address) === 'erc1155' ? ('erc1155' as const) : ('erc721' as const),
      collectionName: names.get(address) ?? '',
    }));
    const readings = await read(requests);
    await upsertNfts(
      database,
      readings.map(({ metadata }) => metadata),
    );
    queueRemote(
      readings.flatMap(({ metadata, remoteUri }) =>
        remoteUri === null ? [] : [{ metadata, uri: remoteUri }],
      ),
    );
  }
}
