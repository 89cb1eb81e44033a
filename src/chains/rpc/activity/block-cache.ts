/**
 * Answers about single blocks near the head, for a few seconds: wallets that follow one chain ask for the same blocks at
 * the same time, and requests in flight are shared too. Cleared when an answer turns out to contradict another.
 */
import type { Clock } from '../../../outgoing/clock.ts';

export interface BlockCache {
  /** The remembered or running answer for the key, else the new one. */
  get<T>(kind: BlockKind<T>, blockNumber: number, load: () => Promise<T>): Promise<T>;
  clear(): void;
}

/** One kind of answer with its own shelf, so that the type of what is stored is known. */
export interface BlockKind<T> {
  readonly shelf: Map<number, { at: number; answer: Promise<T> }>;
}

export function blockKind<T>(): BlockKind<T> {
  return { shelf: new Map() };
}

export function createBlockCache(
  kinds: readonly { shelf: Map<number, unknown> }[],
  limits: { lifeMs: number; capacity: number },
  clock: Pick<Clock, 'elapsed'>,
): BlockCache {
  return {
    get(kind, blockNumber, load) {
      const now = clock.elapsed();
      const known = kind.shelf.get(blockNumber);
      if (known !== undefined && now - known.at < limits.lifeMs) return known.answer;
      const answer = load();
      kind.shelf.delete(blockNumber);
      kind.shelf.set(blockNumber, { at: now, answer });
      answer.catch(() => {
        if (kind.shelf.get(blockNumber)?.answer === answer) kind.shelf.delete(blockNumber);
      });
      for (const oldest of kind.shelf.keys()) {
        if (kind.shelf.size <= limits.capacity) break;
        kind.shelf.delete(oldest);
      }
      return answer;
    },
    clear() {
      for (const kind of kinds) kind.shelf.clear();
    },
  };
}
