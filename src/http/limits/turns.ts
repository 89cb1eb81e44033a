/** Turns: of each key only so many pieces of work at once; the others wait in order, and only so many of them. */
import { PublicError, RetryableError } from '../../errors.ts';

export interface Turns {
  /** Resolves when it is this one's turn; the answer ends it. Throws PublicError OVERLOADED when too many wait already. */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

export interface TurnsOptions {
  atOnce: number;
  maximumWaiting: number;
}

interface Line {
  running: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

export function createTurns({ atOnce, maximumWaiting }: TurnsOptions): Turns {
  /** Of the keys that are at work. */
  const lines = new Map<string, Line>();

  function lineOf(key: string): Line {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    lines.set(key, line);
    return line;
  }

  function turn(key: string, line: Line): () => void {
    line.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.running -= 1;
      const [next] = line.waiting;
      if (next !== undefined) next();
      else if (line.running === 0) lines.delete(key);
    };
  }

  return {
    async enter(key, signal) {
      const line = lineOf(key);
      if (line.running < atOnce) return turn(key, line);
      if (line.waiting.size >= maximumWaiting) {
        throw new PublicError(
          'OVERLOADED',
          'This API key asks for more at once than is done at once for one key. Wait for its answers, then try again.',
        );
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const begin = (): void => {
        line.waiting.delete(begin);
        resolve(turn(key, line));
      };
      const giveUp = (): void => {
        line.waiting.delete(begin);
        reject(new RetryableError('the request was given up'));
      };
      line.waiting.add(begin);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}
