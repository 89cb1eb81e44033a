import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils';
import { type Address, type Hex, zeroAddress } from '../../../src/domain/model.ts';
import { RetryableError } from '../../../src/errors.ts';
import type { BlockCall, ChainReader } from '../../../src/prices/source/chain-reader.ts';
import { blockOf } from './fake-chain.ts';

/** A V2 pair, or a V3 pool whose 30-minute mean is its tick (null: its observations do not reach back). */
export interface FakePool {
  address: Address;
  tokens: readonly [Address, Address];
  v2?: { reserves: readonly [bigint, bigint] };
  v3?: {
    fee: number;
    sqrtPriceX96: bigint;
    liquidity: bigint;
    meanTick: number | null;
    balances: readonly [bigint, bigint];
  };
}

export interface FakePools {
  chainId: number;
  v2Factory: Address;
  v3Factory: Address;
  decimals: Record<Address, number>;
  /** By order of token addresses: tokens[0] < tokens[1]. */
  pools: FakePool[];
  isDown?: boolean;
  readsManyBlocks?: boolean;
  /** Changes a pool's answer; undefined: as it is. */
  corrupt?(call: BlockCall): Hex | null | undefined;
}

const abi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function getPair(address, address) view returns (address)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function observe(uint32[]) view returns (int56[], uint160[])',
  'function getReserves() view returns (uint112, uint112, uint32)',
]);

const decode = (data: Hex) => decodeFunctionData({ abi, data });
const decoded = new Map<Hex, ReturnType<typeof decode>>();

/** The same few questions are asked at thousands of blocks, and decoding one takes hashing the whole ABI. */
function decodeOnce(data: Hex): ReturnType<typeof decode> {
  const found = decoded.get(data) ?? decode(data);
  decoded.set(data, found);
  return found;
}

/** A node that holds nothing but pools, the same at every block. `requests`: the calls in each. */
export function createFakePoolChain(world: FakePools): ChainReader & { requests: BlockCall[][] } {
  const requests: BlockCall[][] = [];
  const answer = async (calls: readonly BlockCall[]): Promise<(Hex | null)[]> => {
    requests.push([...calls]);
    if (world.isDown === true) throw new RetryableError('127.0.0.1 did not answer within 1000 ms');
    return calls.map((call) => {
      const corrupted = world.corrupt?.(call);
      return corrupted === undefined ? callPools(world, call) : corrupted;
    });
  };
  return {
    chainId: world.chainId,
    requests,
    callContracts: (calls, blockNumber) =>
      answer(calls.map((call) => (blockNumber === undefined ? call : { ...call, blockNumber }))),
    blockAtTime: async (time) => {
      requests.push([]);
      if (world.isDown === true) throw new RetryableError('127.0.0.1 did not answer within 1000 ms');
      return blockOf(time);
    },
    ...(world.readsManyBlocks === true ? { callContractsAtBlocks: answer } : {}),
  };
}

function callPools(world: FakePools, call: BlockCall): Hex | null {
  const decoded = decodeOnce(call.data);
  const pool = world.pools.find(({ address }) => address === call.to);
  switch (decoded.functionName) {
    case 'getPool':
    case 'getPair': {
      const fee = decoded.functionName === 'getPool' ? decoded.args[2] : null;
      const factory = fee === null ? world.v2Factory : world.v3Factory;
      if (call.to !== factory) return null;
      const tokens = [decoded.args[0].toLowerCase(), decoded.args[1].toLowerCase()].sort();
      const found = world.pools.find(
        (candidate) =>
          (fee === null ? candidate.v2 !== undefined : candidate.v3?.fee === fee) &&
          candidate.tokens.every((token, index) => token === tokens[index]),
      );
      return encodeFunctionResult({ abi, functionName: 'getPair', result: found?.address ?? zeroAddress });
    }
    case 'decimals': {
      const decimals = world.decimals[call.to];
      return decimals === undefined
        ? null
        : encodeFunctionResult({ abi, functionName: 'decimals', result: decimals });
    }
    case 'balanceOf': {
      const holder = world.pools.find(({ address }) => address === decoded.args[0].toLowerCase());
      const side = holder?.tokens.indexOf(call.to) ?? -1;
      const result = holder?.v3?.balances[side] ?? 0n;
      return encodeFunctionResult({ abi, functionName: 'balanceOf', result });
    }
    default:
      return pool === undefined ? null : callPool(pool, decoded.functionName);
  }
}

function callPool(
  pool: FakePool,
  functionName: 'slot0' | 'liquidity' | 'observe' | 'getReserves',
): Hex | null {
  const { v2, v3 } = pool;
  if (functionName === 'getReserves') {
    return v2 === undefined ? null : encodeFunctionResult({ abi, functionName, result: [...v2.reserves, 0] });
  }
  if (v3 === undefined) return null;
  if (functionName === 'slot0') {
    return encodeFunctionResult({ abi, functionName, result: [v3.sqrtPriceX96, 0, 0, 1, 1, 0, true] });
  }
  if (functionName === 'liquidity') return encodeFunctionResult({ abi, functionName, result: v3.liquidity });
  if (v3.meanTick === null) return null;
  return encodeFunctionResult({
    abi,
    functionName,
    result: [
      [0n, BigInt(v3.meanTick) * 1800n],
      [0n, 0n],
    ],
  });
}
