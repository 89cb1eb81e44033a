import { decodeFunctionData, encodeFunctionResult, toFunctionSelector } from 'viem/utils';
import type { Address, Hex } from '../../../src/domain/model.ts';
import { RetryableError } from '../../../src/errors.ts';
import { feedAbi } from '../../../src/prices/chainlink/chainlink-feed.ts';
import type { BlockCall, ChainReader } from '../../../src/prices/source/chain-reader.ts';

/** Rounds of one phase, from round 1 on; null: never completed. */
export type FakePhase = ({ answer: bigint; updatedAt: number } | null)[];

export interface FakeFeed {
  decimals: number;
  description?: string;
  /** From phase 1 on. */
  phases: FakePhase[];
  /** The proxy names its aggregators. Default true. */
  namesAggregators?: boolean;
}

export interface FakeChain {
  chainId: number;
  feeds: Record<Address, FakeFeed>;
  /** The node keeps old state. Default true. */
  isArchive?: boolean;
  /** Reads at many blocks in one request. Default false. */
  readsManyBlocks?: boolean;
  isDown?: boolean;
}

/** Blocks of the fake chain are 12 seconds apart, from second 0. */
export const blockOf = (time: number): number => Math.floor(time / 12);

/** A node that holds nothing but price feeds. `requests`: the number of calls in each. */
export function createFakeChain(chain: FakeChain): ChainReader & { requests: number[] } {
  const requests: number[] = [];
  const answer = async (calls: readonly BlockCall[]): Promise<(Hex | null)[]> => {
    requests.push(calls.length);
    if (chain.isDown === true) throw new RetryableError('127.0.0.1 did not answer within 1000 ms');
    if (chain.isArchive === false && calls.some((call) => call.blockNumber !== undefined)) {
      throw new RetryableError('missing trie node');
    }
    return calls.map((call) => {
      const time = call.blockNumber === undefined ? Number.MAX_SAFE_INTEGER : call.blockNumber * 12 + 11;
      return callFeed(chain, call, time);
    });
  };
  return {
    chainId: chain.chainId,
    requests,
    callContracts: (calls, blockNumber) =>
      answer(calls.map((call) => (blockNumber === undefined ? call : { ...call, blockNumber }))),
    blockAtTime: async (time) => {
      requests.push(0);
      if (chain.isDown === true) throw new RetryableError('127.0.0.1 did not answer within 1000 ms');
      return blockOf(time);
    },
    ...(chain.readsManyBlocks === true ? { callContractsAtBlocks: answer } : {}),
  };
}

const latestRoundSelector = toFunctionSelector('function latestRound()');

function callFeed(chain: FakeChain, call: BlockCall, time: number): Hex | null {
  const feed = Object.entries(chain.feeds).find(
    ([address]) => address.toLowerCase() === call.to.toLowerCase(),
  )?.[1];
  if (feed === undefined) return call.data === latestRoundSelector ? callAggregator(chain, call.to) : null;
  const { functionName, args } = decodeFunctionData({ abi: feedAbi, data: call.data });
  if (functionName === 'decimals')
    return encodeFunctionResult({ abi: feedAbi, functionName, result: feed.decimals });
  if (functionName === 'description') {
    if (feed.description === undefined) return null;
    return encodeFunctionResult({ abi: feedAbi, functionName, result: feed.description });
  }
  if (functionName === 'getRoundData') {
    const [id] = args;
    return encodeRound(id, feed.phases[Number(id >> 64n) - 1]?.[Number(id & 0xffffffffn) - 1] ?? null);
  }
  if (functionName === 'phaseAggregators') {
    if (feed.namesAggregators === false) return null;
    const result = aggregatorOf(call.to, Number(args[0]));
    return encodeFunctionResult({ abi: feedAbi, functionName, result });
  }
  return functionName === 'latestRoundData' ? latestRound(feed, time) : null;
}

/** The address of a phase's aggregator: the feed's with the phase in its first byte. */
function aggregatorOf(feed: Address, phase: number): Address {
  return `0x${phase.toString(16).padStart(2, '0')}${feed.slice(4)}`;
}

function callAggregator(chain: FakeChain, address: Address): Hex | null {
  const phase = Number.parseInt(address.slice(2, 4), 16);
  const feed = Object.entries(chain.feeds).find(
    ([proxy]) => aggregatorOf(`0x${proxy.slice(2)}`, phase).toLowerCase() === address.toLowerCase(),
  )?.[1];
  const rounds = feed?.phases[phase - 1];
  if (rounds === undefined) return null;
  return encodeFunctionResult({ abi: feedAbi, functionName: 'latestRound', result: BigInt(rounds.length) });
}

/** The newest round of the newest phase that had begun by then. */
function latestRound(feed: FakeFeed, time: number): Hex | null {
  for (let phase = feed.phases.length; phase > 0; phase -= 1) {
    const rounds = feed.phases[phase - 1] ?? [];
    for (let round = rounds.length; round > 0; round -= 1) {
      const data = rounds[round - 1] ?? null;
      if (data !== null && data.updatedAt <= time)
        return encodeRound((BigInt(phase) << 64n) | BigInt(round), data);
    }
  }
  return null;
}

function encodeRound(id: bigint, round: { answer: bigint; updatedAt: number } | null): Hex | null {
  if (round === null) return null;
  const time = BigInt(round.updatedAt);
  return encodeFunctionResult({
    abi: feedAbi,
    functionName: 'latestRoundData',
    result: [id, round.answer, time, time, id],
  });
}
