/** Reading the look-up tables, by lists of keys: one statement per kind and call, however long the list. */
import { type ContractKey, keyOfContract, type NftKey } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { Prisma } from '../generated/client.ts';
import type {
  AssetRow,
  BlockchainRow,
  ContractLabelRow,
  NftCollectionRow,
  NftRow,
  StoredToken,
} from './lookup-rows.ts';

/** Keys as a condition: chains share addresses, so each chain has its own list. */
function contractsOf(keys: readonly ContractKey[]): {
  OR: { chainId: number; address: { in: Address[] } }[];
} {
  const byChain = Map.groupBy(keys, ({ chainId }) => chainId);
  return {
    OR: [...byChain].map(([chainId, group]) => ({
      chainId,
      address: { in: [...new Set(group.map(({ address }) => address))] },
    })),
  };
}

const withAddress = <Row extends { address: string }>(row: Row): Row & { address: Address } => ({
  ...row,
  address: hexOf(row.address),
});

/** All chains, by chain id. */
export async function findBlockchains(database: Database): Promise<BlockchainRow[]> {
  return database.prisma.blockchain.findMany({ orderBy: { chainId: 'asc' } });
}

/** Tokens with their assets, in no particular order; what is not stored is left out. */
export async function findTokens(database: Database, keys: readonly ContractKey[]): Promise<StoredToken[]> {
  if (keys.length === 0) return [];
  const rows = await database.prisma.token.findMany({ where: contractsOf(keys), include: { asset: true } });
  return rows.map(withAddress);
}

export async function findAssets(database: Database, slugs: readonly string[]): Promise<AssetRow[]> {
  if (slugs.length === 0) return [];
  return database.prisma.asset.findMany({ where: { slug: { in: [...slugs] } } });
}

export async function findNftCollections(
  database: Database,
  keys: readonly ContractKey[],
): Promise<NftCollectionRow[]> {
  if (keys.length === 0) return [];
  const rows = await database.prisma.nftCollection.findMany({ where: contractsOf(keys) });
  return rows.map(withAddress);
}

export async function findNfts(database: Database, keys: readonly NftKey[]): Promise<NftRow[]> {
  if (keys.length === 0) return [];
  const byContract = Map.groupBy(keys, keyOfContract);
  const conditions = [...byContract.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const tokenIds = group.map(({ tokenId }) => new Prisma.Decimal(tokenId.toString()));
    return [{ chainId: first.chainId, address: first.address, tokenId: { in: tokenIds } }];
  });
  const rows = await database.prisma.nft.findMany({ where: { OR: conditions } });
  return rows.map((row) => ({ ...withAddress(row), tokenId: BigInt(row.tokenId.toFixed(0)) }));
}

export async function findContractLabels(
  database: Database,
  keys: readonly ContractKey[],
): Promise<ContractLabelRow[]> {
  if (keys.length === 0) return [];
  const rows = await database.prisma.contractLabel.findMany({
    where: contractsOf(keys),
    select: { chainId: true, address: true, name: true, tags: true },
  });
  return rows.map(withAddress);
}

/** The keys that no token is stored for, each once. */
export async function missingTokens(
  database: Database,
  keys: readonly ContractKey[],
): Promise<ContractKey[]> {
  return missingContracts(database, 'token', keys);
}

/** The keys that no NFT collection is stored for, each once. */
export async function missingCollections(
  database: Database,
  keys: readonly ContractKey[],
): Promise<ContractKey[]> {
  return missingContracts(database, 'nft_collection', keys);
}

async function missingContracts(
  database: Database,
  table: 'token' | 'nft_collection',
  keys: readonly ContractKey[],
): Promise<ContractKey[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT DISTINCT chain_id, address FROM unnest($1::int[], $2::text[]) wanted (chain_id, address)
     WHERE NOT EXISTS (SELECT 1 FROM ${table} known
       WHERE known.chain_id = wanted.chain_id AND known.address = wanted.address)
     ORDER BY chain_id, address`,
    [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address)],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()) }),
  );
}

/** The keys that no NFT is stored for, each once. */
export async function missingNfts(database: Database, keys: readonly NftKey[]): Promise<NftKey[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT DISTINCT chain_id, address, token_id
     FROM unnest($1::int[], $2::text[], $3::numeric[]) wanted (chain_id, address, token_id)
     WHERE NOT EXISTS (SELECT 1 FROM nft known
       WHERE known.chain_id = wanted.chain_id AND known.address = wanted.address AND known.token_id = wanted.token_id)
     ORDER BY chain_id, address, token_id`,
    [
      keys.map(({ chainId }) => chainId),
      keys.map(({ address }) => address),
      keys.map(({ tokenId }) => tokenId),
    ],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), tokenId: row.bigint() }),
  );
}

/** The listed tokens of a chain. */
export async function findTrustedTokens(database: Database, chainId: number): Promise<StoredToken[]> {
  const rows = await database.prisma.token.findMany({
    where: { chainId, isTrusted: true },
    include: { asset: true },
    orderBy: { address: 'asc' },
  });
  return rows.map(withAddress);
}
