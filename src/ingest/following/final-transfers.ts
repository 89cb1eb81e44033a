/** Tells clients, some seconds late at most, which transfers became final. Any number of processes may do it: a row is told by one. */
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { type FinalPlace, findFinal, tellFinal } from '../../store/sync/following/final-transfer-rows.ts';
import { createSetbacks } from '../setbacks.ts';
import { createWorkLoop, repeatRounds, startLoop, stopLoop } from '../work-loop.ts';

export interface FinalTransfersOptions {
  database: Database;
  log: Log;
  /** How long it waits between two looks. A block is final minutes after it was made. Default: 5,000. */
  everyMs?: number;
  /** So many wallets at most in one round; then it looks again at once. Default: 100. */
  walletsPerRound?: number;
}

export function createFinalTransfers(options: FinalTransfersOptions): {
  start(): Promise<void>;
  /** Ends when the wallet under way has been told. */
  stop(): Promise<void>;
} {
  const { database, log, everyMs = 5_000, walletsPerRound = 100 } = options;
  const loop = createWorkLoop();
  const { signal } = loop.stopping;
  const setbacks = createSetbacks(log, {
    failed: 'it could not be told what became final; it is tried again',
    over: 'it is told again what became final',
  });
  /** Where the round before ended. */
  let after: FinalPlace | null = null;
  const round = async (): Promise<number> => {
    const places = await findFinal(database, walletsPerRound, after);
    const isRestLeft = places.length === walletsPerRound;
    // A round that is full of wallets that fail must not be the only one that there ever is.
    after = isRestLeft ? (places.at(-1) ?? null) : null;
    let told = 0;
    const failures: unknown[] = [];
    for (const place of places) {
      if (signal.aborted) return 0;
      // A wallet that fails again and again keeps no other waiting.
      try {
        told += await tellFinal(database, place);
      } catch (error) {
        failures.push(error);
      }
    }
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    setbacks.succeeded();
    // None told of many: others have them just now.
    return isRestLeft && told > 0 ? 0 : everyMs;
  };
  return {
    start: () =>
      startLoop(loop, { database, wakers: [] }, () =>
        repeatRounds({
          job: 'finality',
          signal,
          bell: loop.bell,
          round,
          onFailure(error) {
            setbacks.failed(error);
            return everyMs;
          },
        }),
      ),
    stop: () => stopLoop(loop),
  };
}
