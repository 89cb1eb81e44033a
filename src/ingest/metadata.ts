/** Reads and stores what tokens and NFTs that were not met before say of themselves. */
import { chunk } from '../domain/chunk.ts';
import type { Address, Movement } from '../domain/model.ts';
import { readCollectionMetadata, readNftMetadata, readTokenMetadata } from '../labels/metadata.ts';
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
import type { ChainRuntime } from './chain-runtime.ts';

/** Contract reads per piece, so that one step with thousands of NFTs asks in bounded requests. */
const readsAtOnce = 200;

/** Takes NFTs whose documents are elsewhere: they are fetched later, and nobody waits for them. */
export type QueueRemote = RemoteMetadata['queueRemoteMetadata'];

/** After it, every token, collection and NFT that the movements name has a row. */
export async function storeMetadata(
  database: Database,
  chain: ChainRuntime,
  movements: readonly Movement[],
  queueRemote: QueueRemote = () => {},
): Promise<void> {
  await storeTokens(database, chain, contractsOf(movements, ['erc20']));
  const nfts = movements.filter(
    (movement) => movement.standard === 'erc721' || movement.standard === 'erc1155',
  );
  await storeCollections(database, chain, contractsOf(nfts, ['erc721', 'erc1155']));
  await storeNfts(database, chain, nfts, queueRemote);
}

function contractsOf(movements: readonly Movement[], standards: readonly Movement['standard'][]): Address[] {
  const matching = movements.filter((movement) => standards.includes(movement.standard));
  return [...new Set(matching.map((movement) => movement.tokenAddress))];
}

async function storeTokens(
  database: Database,
  chain: ChainRuntime,
  addresses: readonly Address[],
): Promise<void> {
  const { chainId } = chain.config;
  const missing = await missingTokens(
    database,
    addresses.map((address) => ({ chainId, address })),
  );
  for (const piece of chunk(
    missing.map(({ address }) => address),
    readsAtOnce,
  )) {
    const tokens = await readTokenMetadata(chain.source, piece);
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
  chain: ChainRuntime,
  addresses: readonly Address[],
): Promise<void> {
  const { chainId } = chain.config;
  const missing = await missingCollections(
    database,
    addresses.map((address) => ({ chainId, address })),
  );
  for (const piece of chunk(
    missing.map(({ address }) => address),
    readsAtOnce,
  )) {
    await upsertNftCollections(database, await readCollectionMetadata(chain.source, piece));
  }
}

async function storeNfts(
  database: Database,
  chain: ChainRuntime,
  nfts: readonly Movement[],
  queueRemote: QueueRemote,
): Promise<void> {
  const { chainId } = chain.config;
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
    const readings = await readNftMetadata(chain.source, requests);
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
