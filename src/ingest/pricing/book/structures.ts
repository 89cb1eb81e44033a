/**
 * Tokens that no source prices because they stand for something that has a price: ERC-4626 vaults, Uniswap V2 pairs and receipts
 * of lending protocols. What kind of token it is, is asked once. What a share holds is asked at the block of the need. For a
 * pair it is the block before, because within a block its reserves can be moved.
 */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { lowerAddress } from '../../../domain/address.ts';
import { type Address, zeroAddress } from '../../../domain/model.ts';
import {
  type DerivedPrice,
  poolSharePrice,
  receiptPrice,
  vaultSharePrice,
} from '../../../prices/quote/derived.ts';
import { type BlockCall, type ChainReader, decoded } from '../../../prices/source/chain-reader.ts';
import type { PriceToken } from '../../../prices/source/price-source.ts';
import { type IsLender, readReceipt, receiptProbes } from './lending-receipts.ts';

const abi = parseAbi([
  'function asset() view returns (address)',
  'function convertToAssets(uint256) view returns (uint256)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function exchangeRateStored() view returns (uint256)',
]);
const callData = {
  asset: encodeFunctionData({ abi, functionName: 'asset' }),
  token0: encodeFunctionData({ abi, functionName: 'token0' }),
  token1: encodeFunctionData({ abi, functionName: 'token1' }),
  reserves: encodeFunctionData({ abi, functionName: 'getReserves' }),
  supply: encodeFunctionData({ abi, functionName: 'totalSupply' }),
  decimals: encodeFunctionData({ abi, functionName: 'decimals' }),
  exchangeRate: encodeFunctionData({ abi, functionName: 'exchangeRateStored' }),
} as const;
const probes = [callData.asset, callData.token0, callData.token1, callData.reserves] as const;

interface Part {
  address: Address;
  decimals: number;
}

/**
 * What a share stands for. `one-to-one`: as many base units of its part. `exchange-rate`: as its contract counts. `debt`: as many
 * base units that are owed, which is worth nothing.
 */
export interface Structure {
  kind: 'vault' | 'pair' | 'one-to-one' | 'exchange-rate' | 'debt';
  parts: readonly Part[];
}

export type PartPrice = { priceUsd: string; confidence: number } | null;

/**
 * Reads what a token is made of; null: nothing that can be priced by its parts.
 * @param isLender whether a contract is known to belong to a lending protocol: a receipt is one by such a contract's word alone
 */
export async function readStructure(
  reader: ChainReader,
  token: Address,
  isLender: IsLender,
): Promise<Structure | null> {
  const answers = await reader.callContracts(
    [...probes, ...receiptProbes].map((data) => ({ to: token, data })),
  );
  const [asset, token0, token1, reserves] = answers;
  const address = (data: typeof asset, functionName: 'asset' | 'token0' | 'token1'): Address | null => {
    const read = decoded(data, (hex) => decodeFunctionResult({ abi, functionName, data: hex }));
    return read === null || read === zeroAddress ? null : lowerAddress(read);
  };
  const [vaultAsset, first, second] = [
    address(asset, 'asset'),
    address(token0, 'token0'),
    address(token1, 'token1'),
  ];
  if (vaultAsset !== null) return withDecimals(reader, 'vault', [vaultAsset]);
  if (first !== null && second !== null && decoded(reserves, (data) => data) !== null) {
    return withDecimals(reader, 'pair', [first, second]);
  }
  const receipt = await readReceipt(reader, token, answers.slice(probes.length), isLender);
  return receipt === null ? null : withDecimals(reader, receipt.kind, [receipt.underlying]);
}

/** The chain's own coin has no contract to ask. */
const coinDecimals = 18;

async function withDecimals(
  reader: ChainReader,
  kind: Structure['kind'],
  addresses: readonly Address[],
): Promise<Structure | null> {
  const contracts = addresses.filter((address) => address !== zeroAddress);
  const results = await reader.callContracts(contracts.map((to) => ({ to, data: callData.decimals })));
  const parts = addresses.flatMap((address): Part[] => {
    if (address === zeroAddress) return [{ address, decimals: coinDecimals }];
    const decimals = decoded(results[contracts.indexOf(address)], (data) =>
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

type Result = Awaited<ReturnType<ChainReader['callContracts']>>[number];

/** What is read for the price of a share, and what it makes of the answers. */
interface Reading {
  calls(shareDecimals: number): BlockCall['data'][];
  blocksBefore: 0 | 1;
  price(share: PricedShare, results: readonly Result[]): DerivedPrice | null;
}

interface PricedShare extends Structure {
  decimals: number;
  partPrices: readonly PartPrice[];
}

const readings = {
  vault: {
    calls: (decimals) => [
      encodeFunctionData({ abi, functionName: 'convertToAssets', args: [10n ** BigInt(decimals)] }),
    ],
    blocksBefore: 0,
    price: vaultPrice,
  },
  pair: { calls: () => [callData.reserves, callData.supply], blocksBefore: 1, price: pairPrice },
  'one-to-one': {
    calls: () => [],
    blocksBefore: 0,
    price: (share) => priceOfReceipt(share, 10n ** 18n),
  },
  'exchange-rate': {
    calls: () => [callData.exchangeRate],
    blocksBefore: 0,
    price: (share, [result]) =>
      priceOfReceipt(
        share,
        decoded(result, (data) => decodeFunctionResult({ abi, functionName: 'exchangeRateStored', data })),
      ),
  },
  debt: { calls: () => [], blocksBefore: 0, price: () => null },
} as const satisfies Record<Structure['kind'], Reading>;

/** The price of one share at each of the blocks; null where it does not follow. */
export async function sharePrices(
  reader: ChainReader,
  token: PriceToken,
  structure: Structure,
  questions: readonly ShareQuestion[],
): Promise<(DerivedPrice | null)[]> {
  const decimals = token.decimals ?? null;
  if (decimals === null) return questions.map(() => null);
  const reading: Reading = readings[structure.kind];
  const data = reading.calls(decimals);
  const calls = questions.flatMap(({ blockNumber }) =>
    data.map((call): BlockCall => {
      return { to: token.address, data: call, blockNumber: Math.max(blockNumber - reading.blocksBefore, 0) };
    }),
  );
  const results = await readAll(reader, calls);
  return questions.map(({ partPrices }, index) =>
    reading.price(
      { ...structure, decimals, partPrices },
      results.slice(index * data.length, (index + 1) * data.length),
    ),
  );
}

async function readAll(reader: ChainReader, calls: BlockCall[]): Promise<Result[]> {
  if (reader.callContractsAtBlocks !== undefined) return reader.callContractsAtBlocks(calls);
  return Promise.all(
    calls.map(
      async ({ to, data, blockNumber }) =>
        (await reader.callContracts([{ to, data }], blockNumber))[0] ?? null,
    ),
  );
}

function priceOfReceipt(
  { parts, partPrices, decimals }: PricedShare,
  rate: bigint | null,
): DerivedPrice | null {
  const [underlying, price] = [parts[0], partPrices[0] ?? null];
  if (underlying === undefined || price === null || rate === null) return null;
  return receiptPrice({ rate, decimals, underlying: { decimals: underlying.decimals, ...price } });
}

function vaultPrice({ parts, partPrices }: PricedShare, [result]: readonly Result[]): DerivedPrice | null {
  const [asset, price] = [parts[0], partPrices[0] ?? null];
  const assetsPerShare = decoded(result, (data) =>
    decodeFunctionResult({ abi, functionName: 'convertToAssets', data }),
  );
  if (asset === undefined || price === null || assetsPerShare === null) return null;
  return vaultSharePrice({ assetsPerShare, assetDecimals: asset.decimals, asset: price });
}

function pairPrice(
  { parts, partPrices, decimals }: PricedShare,
  [reservesResult, supplyResult]: readonly Result[],
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
    shareDecimals: decimals,
  });
}
