/** A Chainlink feed's calls and answers (AggregatorV3Interface, and the proxy's phases). */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Address, Hex } from '../../domain/model.ts';
import { type BlockCall, decoded, type GuardedReader } from '../source/chain-reader.ts';

export const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getRoundData(uint80 roundId) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function phaseAggregators(uint16 phaseId) view returns (address)',
  'function latestRound() view returns (uint256)',
]);

export interface FeedRound {
  /** phase << 64 | the aggregator's round. */
  roundId: bigint;
  answer: bigint;
  /** Unix seconds. */
  updatedAt: number;
}

/** What a feed says of itself. */
export interface FeedInfo {
  decimals: number;
  /** `ETH / USD`; null when it does not say. */
  description: string | null;
}

export const latestRoundData: Hex = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' });

export function getRoundData(roundId: bigint): Hex {
  return encodeFunctionData({ abi: feedAbi, functionName: 'getRoundData', args: [roundId] });
}

/** The round, or null for a revert and for a round that was never completed. */
export function readRound(data: Hex | null | undefined): FeedRound | null {
  return decoded(data, (hex) => {
    const round = decodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', data: hex });
    const [roundId, answer, , updatedAt] = round;
    return updatedAt === 0n ? null : { roundId, answer, updatedAt: Number(updatedAt) };
  });
}

/** Decimals and description of each feed, in order; null where there is no feed. */
export async function readFeedInfos(
  reader: GuardedReader,
  feeds: readonly Address[],
): Promise<(FeedInfo | null)[]> {
  const decimalsData = encodeFunctionData({ abi: feedAbi, functionName: 'decimals' });
  const descriptionData = encodeFunctionData({ abi: feedAbi, functionName: 'description' });
  const calls: BlockCall[] = feeds.flatMap((to) => [
    { to, data: decimalsData },
    { to, data: descriptionData },
  ]);
  const results = await reader.read(calls);
  return feeds.map((_, index) => {
    const decimals = decoded(results[index * 2], (data) =>
      decodeFunctionResult({ abi: feedAbi, functionName: 'decimals', data }),
    );
    const description = decoded(results[index * 2 + 1], (data) =>
      decodeFunctionResult({ abi: feedAbi, functionName: 'description', data }),
    );
    return decimals === null ? null : { decimals, description };
  });
}
