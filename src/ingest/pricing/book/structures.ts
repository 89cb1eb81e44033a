/**
 * Tokens that no source prices because they are shares of something that has a price: ERC-4626 vaults and Uniswap V2 pairs.
 * What kind of token it is, is asked once. What a share holds is asked at the block of the need. For a pair it is the block
 * before, because within a block its reserves can be moved.
 */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { type Address, zeroAddress } from '../../../domain/model.ts';
import { type DerivedPrice, poolSharePrice, vaultSharePrice } from '../../../prices/quote/derived.ts';
import { type BlockCall, type ChainReader, decoded } from '../../../prices/source/chain-reader.ts';
import type { PriceToken } from '../../../prices/source/price-source.ts';

const abi = parseAbi([
  'function asset() view returns (address)',
  'function convertToAssets(uint256) view returns (uint256)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
]);
const callData = {
  asset: encodeFunctionData({ abi, functionName: 'asset' }),
  token0: encodeFunctionData({ abi, functionName: 'token0' }),
  token1: encodeFunctionData({ abi, functionName: 'token1' }),
  reserves: encodeFunctionData({ abi, functionName: 'getReserves' }),
  supply: encodeFunctionData({ abi, functionName: 'totalSupply' }),
  decimals: encodeFunctionData({ abi, functionName: 'decimals' }),
} as const;

interface Part {
  address: Address;
  decimals: number;
}

/** What a share stands for. */
export interface Structure {
  kind: 'vault' | 'pair';
  parts: readonly Part[];
}

export type PartPrice = { priceUsd: string; confidence: number } | null;

/** Reads what a token is made of; null: nothing that can be priced by its parts. */
export async function readStructure(reader: ChainReader, token: Address): Promise<Structure | null> {
  const [asset, token0, token1, reserves] = await reader.callContracts(
    [callData.asset, callData.token0, callData.token1, callData.reserves].map((data) => ({
      to: token,
      data,
    })),
  );
  const address = (data: typeof asset, functionName: 'asset' | 'token0' | 'token1'): Address | null => {
    const read = decoded(data, (hex) => decodeFunctionResult({ abi, functionName, data: hex }));
    return read === null || read === zeroAddress ? null : `0x${read.slice(2).toLowerCase()}`;
  };
  const [vaultAsset, first, second] = [
    address(asset, 'asset'),
    address(token0, 'token0'),
    address(token1, 'token1'),
  ];
  if (vaultAsset !== null) return withDecimals(reader, 'vault', [vaultAsset]);
  if (first === null || second === null || reserves === null) return null;
  return withDecimals(reader, 'pair', [first, second]);
}

async function withDecimals(
  reader: ChainReader,
  kind: Structure['kind'],
  addresses: readonly Address[],
): Promise<Structure | null> {
  const results = await reader.callContracts(addresses.map((to) => ({ to, data: callData.decimals })));
  const parts = addresses.flatMap((address, index): Part[] => {
    const decimals = decoded(results[index], (data) =>
      decodeFunctionResult({ abi, functionName: 'decimals', data }),
    );
    return decimals === null || decimals > 36 ? [] : [{ address, decimals }];
  });
  return parts.length === addresses.length ? { kind, parts } : null;
}

export interface ShareQuestion {
  blockNumber: number;
  /** The prices of the structure's parts at that moment, in their order. */
  partPrices: readonly PartPrice[];
}

/** The price of one share at each of the blocks; null where it does not follow. */
export async function sharePrices(
  reader: ChainReader,
  token: PriceToken,
  structure: Structure,
  questions: readonly ShareQuestion[],
): Promise<(DerivedPrice | null)[]> {
  const decimals = token.decimals ?? null;
  if (decimals === null) return questions.map(() => null);
  const oneShare = encodeFunctionData({
    abi,
    functionName: 'convertToAssets',
    args: [10n ** BigInt(decimals)],
  });
  const calls = questions.map(({ blockNumber }): BlockCall[] =>
    structure.kind === 'vault'
      ? [{ to: token.address, data: oneShare, blockNumber }]
      : [callData.reserves, callData.supply].map((data) => ({
          to: token.address,
          data,
          blockNumber: Math.max(blockNumber - 1, 0),
        })),
  );
  const results = await readAll(reader, calls.flat());
  const perQuestion = structure.kind === 'vault' ? 1 : 2;
  return questions.map((question, index) => {
    const [one, two] = results.slice(index * perQuestion, (index + 1) * perQuestion);
    return structure.kind === 'vault'
      ? vaultPrice(structure, question, one ?? null)
      : pairPrice(structure, question, decimals, one ?? null, two ?? null);
  });
}

type Result = Awaited<ReturnType<ChainReader['callContracts']>>[number];

async function readAll(reader: ChainReader, calls: BlockCall[]): Promise<Result[]> {
  if (reader.callContractsAtBlocks !== undefined) return reader.callContractsAtBlocks(calls);
  return Promise.all(
    calls.map(
      async ({ to, data, blockNumber }) =>
        (await reader.callContracts([{ to, data }], blockNumber))[0] ?? null,
    ),
  );
}

function vaultPrice(
  { parts }: Structure,
  { partPrices }: ShareQuestion,
  result: Result,
): DerivedPrice | null {
  const [asset, price] = [parts[0], partPrices[0] ?? null];
  const assetsPerShare = decoded(result, (data) =>
    decodeFunctionResult({ abi, functionName: 'convertToAssets', data }),
  );
  if (asset === undefined || price === null || assetsPerShare === null) return null;
  return vaultSharePrice({ assetsPerShare, assetDecimals: asset.decimals, asset: price });
}

function pairPrice(
  { parts }: Structure,
  { partPrices }: ShareQuestion,
  shareDecimals: number,
  reservesResult: Result,
  supplyResult: Result,
): DerivedPrice | null {
  const reserves = decoded(reservesResult, (data) =>
    decodeFunctionResult({ abi, functionName: 'getReserves', data }),
  );
  const totalSupply = decoded(supplyResult, (data) =>
    decodeFunctionResult({ abi, functionName: 'totalSupply', data }),
  );
  const [first, second] = parts;
  if (reserves === null || totalSupply === null || first === undefined || second === undefined) return null;
  return poolSharePrice({
    sides: [
      { reserve: reserves[0], decimals: first.decimals, price: partPrices[0] ?? null },
      { reserve: reserves[1], decimals: second.decimals, price: partPrices[1] ?? null },
    ],
    totalSupply,
    shareDecimals,
  });
}
