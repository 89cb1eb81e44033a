/**
 * A node may leave something out without an error. So, where a chain has several nodes, such questions are asked of each, and
 * the answers are united. Every find is proved by a receipt later: several nodes can add finds, but no untrue ones.
 */
import type { Clock } from '../../../outgoing/clock.ts';
import type { NodeClient } from '../client/client.ts';
import { TooLargeError, TooSlowError } from '../client/rpc-errors.ts';

export interface EveryNode {
  /**
   * One answer per node that gave one; at least one, else the error of the last.
   *
   * @param isEnough Where one good answer says it all: nodes that are slower than that have a second more, and those that rest
   * are asked, too, when the others do not know enough. Unless given, every node that does not rest is waited for.
   */
  ask<T>(question: Question<T>, isEnough?: (answers: readonly T[]) => boolean): Promise<T[]>;
  /** How many answers so far had not every node's agreement. */
  unconfirmed(): number;
}

type Question<T> = (client: NodeClient) => Promise<T>;

interface EveryNodeState {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly restingUntil: Map<NodeClient, number>;
}

/** A node that failed is left alone for this long. */
const restMs = 10_000;
/** So much longer than for the answer that is enough others are waited for. */
const graceMs = 1_000;

/**
 * @param failover Asks any node, and is the only one to be asked where there is one.
 * @param single One client per node; empty where there is one node.
 */
export function createEveryNode(
  failover: NodeClient,
  single: readonly NodeClient[],
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
): EveryNode {
  const state: EveryNodeState = { clock, restingUntil: new Map() };
  let unconfirmed = 0;
  return {
    async ask<T>(question: Question<T>, isEnough?: (answers: readonly T[]) => boolean): Promise<T[]> {
      if (single.length < 2) return [await question(failover)];
      const now = clock.elapsed();
      const resting = single.filter((client) => (state.restingUntil.get(client) ?? 0) > now);
      const clients = single.filter((client) => !resting.includes(client));
      const answers = await askEach(state, { clients, question, isEnough });
      if (isEnough !== undefined && !isEnough(answers)) {
        // A rest spares time. It does not make those right that know less.
        const hasAnswer = (): boolean => answers.length > 0;
        answers.push(...(await askEach(state, { clients: resting, question, isEnough: hasAnswer })));
      }
      if (answers.length < single.length) unconfirmed += 1;
      return answers.length > 0 ? answers : [await question(failover)];
    },
    unconfirmed: () => unconfirmed,
  };
}

/** The answers of those that give one, until all have, or, where that is said, a moment after there are enough. The others rest. */
async function askEach<T>(
  { clock, restingUntil }: EveryNodeState,
  given: {
    clients: readonly NodeClient[];
    question: Question<T>;
    isEnough: ((answers: readonly T[]) => boolean) | undefined;
  },
): Promise<T[]> {
  const { clients, question, isEnough = () => false } = given;
  const answers: T[] = [];
  const silent = new Set(clients);
  const enough = Promise.withResolvers<void>();
  const noteEnough = (): void => {
    if (isEnough(answers)) enough.resolve();
  };
  const over = new AbortController();
  const asked = clients.map(async (client) => {
    try {
      answers.push(await question(client));
      silent.delete(client);
      restingUntil.delete(client);
    } catch (error) {
      // All of them are asked for less; unless the node is just slow, which may be a stalled one.
      if (error instanceof TooLargeError && !(error instanceof TooSlowError)) throw error;
    }
    noteEnough();
  });
  noteEnough();
  const grace = enough.promise.then(() => clock.sleep(graceMs, over.signal)).catch(() => {});
  try {
    await Promise.race([Promise.all(asked), grace]);
  } finally {
    over.abort();
  }
  for (const client of silent) restingUntil.set(client, clock.elapsed() + restMs);
  return [...answers];
}
