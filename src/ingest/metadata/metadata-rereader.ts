/**
 * Reads again what contracts did not say of themselves when they were met, beside the loading. What becomes known is told like
 * any other change of a look-up row: pages show it, and ledgers of wallets that moved the token are booked again. Transactions that
 * were judged without it are judged again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '../../domain/model.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  claimReadings,
  nextReadingInMs,
  planReadings,
  removeReadings,
  type UnreadMetadata,
} from '../../store/lookups/unread-metadata.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { createSetbacks } from '../setbacks.ts';
import { repeatRounds } from '../work-loop.ts';
import { type PatienceLimits, patientReader } from './patient-reader.ts';
import { firstReadingMs, planFor } from './reading-plan.ts';
import { type QueueRemote, type Reading, readAndStore } from './store-readings.ts';

/** Judges what was judged without knowing these contracts. May be done again. */
export type JudgeAgain = (chain: ChainRuntime, contracts: readonly Address[]) => Promise<void>;

export interface RereaderOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  queueRemoteMetadata: QueueRemote;
  judgeAgain: JudgeAgain;
  log: Log;
  /** How long it waits at least between two looks, and at most, where nothing is due sooner. */
  pauseMs?: number;
  idleMs?: number;
  patience?: PatienceLimits;
}

/** Read at once, and longer than that takes. */
const claimed = { limit: 200, leaseMs: 900_000 };
/** Of a chain that does not answer at all, nothing counts as read. */
const restMs = 30_000;

export interface MetadataRereader {
  start(): void;
  /** Reads what is due on a chain now; answers how much. */
  readDue(chain: ChainRuntime): Promise<number>;
  stop(): Promise<void>;
}

/** One round at a time and chain, so that a chain that does not answer holds up only itself. */
export function createMetadataRereader(options: RereaderOptions): MetadataRereader {
  const { database, chains, log, queueRemoteMetadata, pauseMs = 2_000, idleMs = firstReadingMs } = options;
  const stopping = new AbortController();
  const running: Promise<void>[] = [];

  async function readDue(chain: ChainRuntime): Promise<number> {
    const due = await claimReadings(database, { chainIds: [chain.config.chainId], ...claimed });
    if (due.length === 0) return 0;
    try {
      await chain.head();
    } catch (error) {
      // The attempts of a contract are not used up by a node that is away.
      const later = due.map((unread) => ({ ...unread, readInMs: restMs }));
      await planReadings(database, later, true);
      throw error;
    }
    using reader = patientReader(chain, () => {}, options.patience);
    const readings = await readAndStore({ database, reader, queueRemote: queueRemoteMetadata }, due);
    const isJudged = await judge(options, chain, readings);
    await settle(database, due, readings, isJudged);
    const known = readings.filter(({ outcome }) => outcome === 'read').length;
    log.debug({ chain: chain.config.name, asked: due.length, known }, 'contracts were asked again');
    return due.length;
  }

  const run = (chain: ChainRuntime): Promise<void> => {
    const { name } = chain.config;
    const setbacks = createSetbacks(log, {
      failed: `contracts of ${name} could not be asked again for what they are called; it is tried later`,
      over: `contracts of ${name} can be asked again`,
    });
    return repeatRounds({
      signal: stopping.signal,
      async round() {
        const read = await readDue(chain);
        setbacks.succeeded();
        if (read === claimed.limit) return 0;
        const nextMs = await nextReadingInMs(database, chain.config.chainId);
        return Math.min(Math.max(nextMs, pauseMs), idleMs);
      },
      onFailure(error) {
        setbacks.failed(error);
        return restMs;
      },
    });
  };

  return {
    start() {
      for (const chain of chains) running.push(run(chain));
    },
    readDue,
    async stop() {
      stopping.abort();
      // One that waits for a chain which does not answer is left behind: what it has claimed is due again later.
      await Promise.race([Promise.all(running), delay(2_000, undefined, { ref: false })]);
    },
  };
}

/** Whether what is known now is judged by; where the database fails, it is tried at the next look. */
async function judge(
  { judgeAgain, log }: Pick<RereaderOptions, 'judgeAgain' | 'log'>,
  chain: ChainRuntime,
  readings: readonly Reading[],
): Promise<boolean> {
  const contracts = readings.flatMap(({ asked, outcome }) =>
    outcome === 'unanswered' || asked.tokenId !== null ? [] : [asked.address],
  );
  if (contracts.length === 0) return true;
  try {
    await judgeAgain(chain, contracts);
    return true;
  } catch (error) {
    const fields = { chain: chain.config.name, error: errorText(error) };
    log.warn(fields, 'transactions could not be judged by what is known now; it is tried again');
    return false;
  }
}

/** @param isJudged transactions of the contracts that were read are judged by what they say */
async function settle(
  database: Database,
  due: readonly UnreadMetadata[],
  readings: readonly Reading[],
  isJudged: boolean,
): Promise<void> {
  const before = new Map(due.map((unread) => [nameOf(unread), unread]));
  const done: Reading['asked'][] = [];
  const again = readings.flatMap(({ asked, outcome }) => {
    const last = before.get(nameOf(asked));
    // What an NFT says decides nothing.
    const isDone = last === undefined || (outcome === 'read' && asked.tokenId !== null);
    const plan = isDone
      ? null
      : planFor({ ...last, outcome, attempts: last.attempts + 1, streak: streakOf(last, outcome, isJudged) });
    if (plan === null) done.push(asked);
    return plan === null ? [] : [plan];
  });
  await planReadings(database, again, true);
  await removeReadings(database, done);
}

/** How often in a row it has come to this; a look that judged nothing does not count. */
function streakOf(last: UnreadMetadata, outcome: Reading['outcome'], isJudged: boolean): number {
  if (outcome !== last.outcome) return 0;
  return outcome === 'read' && !isJudged ? last.streak : last.streak + 1;
}

const nameOf = ({ address, kind, tokenId }: Reading['asked']): string => `${kind}:${address}:${tokenId}`;
