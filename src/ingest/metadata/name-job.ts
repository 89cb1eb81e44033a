/** A job that looks up names beside the loading: led by one process at a time, a round and a pause, now and then a walk through all candidates. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { whileLeading } from '../leading.ts';
import { createSetbacks } from '../setbacks.ts';
import { repeatRounds } from '../work-loop.ts';

export interface NameJobOptions {
  database: Database;
  log: Log;
  /** Names this process to people who read the log. */
  owner: string;
  /** How long it rests between two rounds; where nothing was due, until the next walk. */
  pauseMs?: number;
  /** How long at least between two walks through all candidates. */
  walkEveryMs?: number;
}

export interface NameJobParts {
  /** Of the lease. */
  name: string;
  /** Makes every candidate known that has not been asked for yet. */
  noteCandidates(database: Database, signal: AbortSignal): Promise<void>;
  /** Looks up what is due, one round; answers how much it was. */
  lookUpDue(database: Database): Promise<number>;
}

/** Walks take at most this part of the time. */
const walkShare = 20;
const restMs = 60_000;
const defaults = { pauseMs: 5_000, walkEveryMs: 60_000 };

export function createNameJob(
  options: NameJobOptions,
  { name: job, noteCandidates, lookUpDue }: NameJobParts,
): { start(): void; stop(): Promise<void> } {
  const { database, log, owner, pauseMs, walkEveryMs } = { ...defaults, ...options };
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const setbacks = createSetbacks(log, {
    failed: `names were not looked up (${job}); it is tried again`,
    over: `names are looked up again (${job})`,
  });

  function lead(written: Database, signal: AbortSignal): Promise<void> {
    let walkAt = 0;
    const round = async () => {
      if (performance.now() >= walkAt) {
        const startedAt = performance.now();
        await noteCandidates(written, signal);
        const tookMs = performance.now() - startedAt;
        walkAt = performance.now() + Math.max(walkEveryMs, tookMs * walkShare);
      }
      const found = await lookUpDue(written);
      setbacks.succeeded();
      // What is due was made known by a walk, or is asked for once more after some minutes, which a walk's pause more does not hurt.
      const untilWalkMs = Math.min(walkAt - performance.now(), walkEveryMs);
      return found > 0 ? pauseMs : Math.max(pauseMs, untilWalkMs);
    };
    return repeatRounds({ signal, round });
  }

  const run = (): Promise<void> =>
    repeatRounds({
      signal: stopping.signal,
      round: async () => {
        await whileLeading({ database, log }, { job, owner }, (leadership) =>
          lead(leadership.database, AbortSignal.any([stopping.signal, leadership.signal])),
        );
        setbacks.succeeded();
        return restMs;
      },
      onFailure(error) {
        setbacks.failed(error);
        return restMs;
      },
    });

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      // A round that waits for a node is left behind: without its lease it stores nothing.
      await Promise.race([running, delay(2_000, undefined, { ref: false })]);
    },
  };
}
