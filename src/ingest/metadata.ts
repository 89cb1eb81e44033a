/** Reads and stores what tokens and NFTs that were not met before say of themselves. */
import type { Address, Movement } from '../domain/model.ts';
import { readCollectionMetadata, readNftMetadata, readTokenMetadata } from '../labels/metadata.ts';
import { tokenAssetSlug } from '../labels/native-assets.ts';
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

/** After it, every token, collection and NFT that the movements name has a row. */
export async function storeMetadata(
  database: Database,
  chain: ChainRuntime,
  movements: readonly Movement[],
): Promise<void> {
  await storeTokens(database, chain, contractsOf(movements, ['erc20']));
  const nfts = movements.filter(
    (movement) => movement.standard === 'erc721' || movement.standard === 'erc1155',
  );
  await storeCollections(database, chain, contractsOf(nfts, ['erc721', 'erc1155']));
  await storeNfts(database, chain, nfts);
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
  for (const piece of pieces(missing.map(({ address }) => address))) {
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
  for (const piece of pieces(missing.map(({ address }) => address))) {
    await upsertNftCollections(database, await readCollectionMetadata(chain.source, piece));
  }
}

async function storeNfts(database: Database, chain: ChainRuntime, nfts: readonly Movement[]): Promise<void> {
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
  for (const piece of pieces(missing)) {
    const requests = piece.map(({ address, tokenId }) => ({
      address,
      tokenId,
      standard: standards.get(address) === 'erc1155' ? ('erc1155' as const) : ('erc721' as const),
      collectionName: names.get(address) ?? '',
    }));
    await upsertNfts(database, await readNftMetadata(chain.source, requests));
  }
}

function pieces<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / readsAtOnce) }, (_, index) =>
    items.slice(index * readsAtOnce, (index + 1) * readsAtOnce),
  );
}
