/**
 * A node may leave something out without an error. So, where a chain has several nodes, such questions are asked of each, and
 * the answers are united. Every find is proved by a receipt later: several nodes can add finds, but no untrue ones.
 */
import type { Clock } from '../../../outgoing/clock.ts';
import type { NodeClient } from '../client/client.ts';
import { TooLargeError, TooSlowError } from '../client/rpc-errors.ts';

export interface EveryNode {
  /** One answer per node that gave one; at least one, else the error of the last. */
  ask<T>(question: (client: NodeClient) => Promise<T>): Promise<T[]>;
  /** How many answers so far had not every node's agreement. */
  unconfirmed(): number;
}

/** A node that failed is left alone for this long. */
const restMs = 10_000;

/**
 * @param failover Asks any node, and is the only one to be asked where there is one.
 * @param single One client per node; empty where there is one node.
 */
export function createEveryNode(
  failover: NodeClient,
  single: readonly NodeClient[],
  clock: Pick<Clock, 'elapsed'>,
): EveryNode {
  const restingUntil = new Map<NodeClient, number>();
  let unconfirmed = 0;
  return {
    async ask(question) {
      if (single.length < 2) return [await question(failover)];
      const now = clock.elapsed();
      const awake = single.filter((client) => (restingUntil.get(client) ?? 0) <= now);
      const settled = await Promise.allSettled(awake.map(question));
      const answers = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      for (const [index, outcome] of settled.entries()) {
        if (outcome.status === 'fulfilled') continue;
        // All of them are asked for less; unless the node is just slow, which may be a stalled one.
        if (outcome.reason instanceof TooLargeError && !(outcome.reason instanceof TooSlowError)) {
          throw outcome.reason;
        }
        const client = awake[index];
        if (client !== undefined) restingUntil.set(client, clock.elapsed() + restMs);
      }
      if (answers.length < single.length) unconfirmed += 1;
      return answers.length > 0 ? answers : [await question(failover)];
    },
    unconfirmed: () => unconfirmed,
  };
}
