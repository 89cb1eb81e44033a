/**
 * A chain of a year that holds pools alone, whose prices move: each token's logarithm is a Brownian motion, the same at each
 * question. It counts what is read of it.
 */
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils';
import { type Address, type Hex, zeroAddress } from '../../../src/domain/model.ts';
import { createBlockSearch } from '../../../src/ingest/block-search.ts';
import type { BlockCall, ChainReader } from '../../../src/prices/source/chain-reader.ts';
import type { UniswapChain } from '../../../src/prices/uniswap/uniswap-pools.ts';

const slotSeconds = 12;
const yearSeconds = 365 * 86_400;
export const startTime = 1_700_000_400;
export const endTime = startTime + yearSeconds;
/** One slot of each hundred stays empty, at a place of its own. */
const blocksPerEmptySlot = 99;
const blocks = Math.floor((yearSeconds / slotSeconds / 100) * blocksPerEmptySlot);

/** Steps of 7.5 s: 2 ** 22 of them are a year. */
const levels = 22;
const dollarsInPool = 2_000_000;
/** Shares of a price's movement in a year: ether, large coins, small ones. */
const volatilities = [0.6, 0.6, 0.9, 1.5] as const;

/** 0 to 1, the same for the same numbers. */
export function drawOf(...numbers: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const number of numbers) {
    state = Math.imul(state ^ number, 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return ((state >>> 0) + 0.5) / 2 ** 32;
}

function normalOf(token: number, level: number, place: number): number {
  const radius = Math.sqrt(-2 * Math.log(drawOf(token, level, place, 1)));
  return radius * Math.cos(2 * Math.PI * drawOf(token, level, place, 2));
}

/** Lévy's construction: halves the year until the moment is found. The variance of the whole is 1. */
function brownian(token: number, share: number): number {
  let [low, high] = [0, normalOf(token, 0, 0)];
  let [from, length] = [0, 1];
  for (let level = 1; level <= levels; level += 1) {
    const place = Math.floor(share * 2 ** level);
    const middle = (low + high) / 2 + (normalOf(token, level, place >> 1) * Math.sqrt(length)) / 2;
    length /= 2;
    if (share < from + length) high = middle;
    else {
      low = middle;
      from += length;
    }
  }
  return low;
}

export const tokenAddress = (token: number): Address =>
  `0x${(0xa000 + token).toString(16).padStart(40, '0')}`;
const pairAddress = (token: number): Address => `0x${(0xb000 + token).toString(16).padStart(40, '0')}`;
const numberOf = (address: Address, first: number): number => Number(BigInt(address)) - first;
/** Above every token's address, so that it is the second token of each pair. */
const dollar: Address = '0xffffffffffffffffffffffffffffffffffffffff';
const factory: Address = '0x000000000000000000000000000000000000fac7';

/** The first token is the chain's wrapped coin. */
export const contracts: UniswapChain = { v2Factory: factory, weth: tokenAddress(0), stablecoins: [dollar] };

export function timeOfBlock(number: number): number {
  const group = Math.floor(number / blocksPerEmptySlot);
  const emptyAt = Math.floor(drawOf(group, 77) * blocksPerEmptySlot);
  const empty = group + (number % blocksPerEmptySlot >= emptyAt ? 1 : 0);
  return startTime + (number + empty) * slotSeconds;
}

/** USD per whole token at the end of a block. */
function priceAt(token: number, block: number): number {
  const share = Math.min((timeOfBlock(block) - startTime) / yearSeconds, 0.999999);
  const volatility = volatilities[token % volatilities.length] ?? 1;
  return 10 * Math.exp(volatility * brownian(token, share) - (volatility ** 2 * share) / 2);
}

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function decimals() view returns (uint8)',
  'function getReserves() view returns (uint112, uint112, uint32)',
]);

function answer({ to, data, blockNumber = blocks }: BlockCall): Hex {
  const call = decodeFunctionData({ abi, data });
  const { functionName } = call;
  if (functionName === 'decimals') {
    return encodeFunctionResult({ abi, functionName, result: to === dollar ? 6 : 18 });
  }
  if (functionName === 'getPair') {
    const [token, quote] = call.args.map((address): Address => `0x${address.slice(2).toLowerCase()}`);
    const isPair = quote === dollar && token !== undefined && token !== dollar;
    const result = isPair ? pairAddress(numberOf(token, 0xa000)) : zeroAddress;
    return encodeFunctionResult({ abi, functionName, result });
  }
  const price = priceAt(numberOf(to, 0xb000), blockNumber);
  const tokens = BigInt(Math.round((dollarsInPool / price) * 1e9)) * 10n ** 9n;
  return encodeFunctionResult({
    ...{ abi, functionName },
    result: [tokens, BigInt(dollarsInPool) * 10n ** 6n, 0],
  });
}

export interface Reads {
  /** Reads of old state: one multicall for each block, whatever it asks. */
  archive: number;
  /** Contract calls within them. */
  calls: number;
  /** Blocks that were read for their time. */
  blocks: number;
}

export function createPoolReader(): ChainReader & { reads: Reads } {
  const reads: Reads = { archive: 0, calls: 0, blocks: 0 };
  const { blockAtTime } = createBlockSearch({
    headOf: async () => ({ number: blocks, timestamp: timeOfBlock(blocks) }),
    timeOf: async (number) => {
      reads.blocks += 1;
      return timeOfBlock(number);
    },
  });
  const call = async (calls: readonly BlockCall[]): Promise<Hex[]> => {
    const atBlocks = calls.filter(({ blockNumber }) => blockNumber !== undefined);
    reads.archive += new Set(atBlocks.map(({ blockNumber }) => blockNumber)).size;
    reads.calls += atBlocks.length;
    return calls.map(answer);
  };
  return {
    chainId: 1,
    reads,
    blockAtTime,
    callContracts: (calls) => call(calls),
    callContractsAtBlocks: call,
  };
}

export const lastBlock = blocks;
