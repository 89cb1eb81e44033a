/** The blocks at which prices are read on chain: the last one at or before the moment of the question, the same for whoever asks. */

import { mapLimited } from '../../../outgoing/at-once.ts';
import type { PriceBucket } from '../../../prices/quote/buckets.ts';
import type { ChainReader } from '../../../prices/source/chain-reader.ts';

const searchesAtOnce = 8;

export interface LocatedBuckets {
  /** With their blocks; without one where the chain has no reader, or could not be read: sources find out by themselves. */
  located: PriceBucket[];
  /** Of moments before the chain's first block. */
  tooEarly: PriceBucket[];
}

/** The state of a chain at a moment is that of its last block then: the block counts as of that moment. */
export async function locateBuckets(
  buckets: readonly PriceBucket[],
  readerOf: (chainId: number) => ChainReader | null,
  onFault: (error: unknown) => void,
): Promise<LocatedBuckets> {
  const moments = [...Map.groupBy(buckets, ({ token, point }) => `${token.chainId}@${point.time}`).values()];
  const groups = await mapLimited(moments, searchesAtOnce, async (group) => {
    const [{ token, point } = { token: null, point: null }] = group;
    const reader = token === null ? null : readerOf(token.chainId);
    if (reader === null || point === null) return { group, number: undefined };
    const number = await reader.blockAtTime(point.time).catch((error: unknown) => {
      onFault(error);
      return undefined;
    });
    return { group, number };
  });
  const located: PriceBucket[] = [];
  const tooEarly: PriceBucket[] = [];
  for (const { group, number } of groups) {
    for (const bucket of group) {
      const { token, time } = bucket.point;
      if (number === null) tooEarly.push(bucket);
      else if (number === undefined) located.push(bucket);
      else located.push({ ...bucket, point: { token, time, block: { number, timestamp: time } } });
    }
  }
  return { located, tooEarly };
}
