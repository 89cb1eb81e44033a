/**
 * Reads again what contracts did not say of themselves when they were met, beside the loading. What becomes known is told like
 * any other change of a look-up row: pages show it, and ledgers of wallets that moved the token are booked again. Transactions that
 * were judged without it are judged again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from '../../domain/model.ts';
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

/** Judges what was judged without knowing these contracts; answers those of which something is left to be judged. */
export type JudgeAgain = (
  chain: ChainRuntime,
  contracts: readonly Address[],
) => Promise<ReadonlySet<Address>>;

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
  const { database, chains, log, queueRemoteMetadata, judgeAgain } = options;
  const { pauseMs = 2_000, idleMs = firstReadingMs } = options;
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
    const contracts = readings.flatMap(({ asked, outcome }) =>
      outcome === 'unanswered' || asked.tokenId !== null ? [] : [asked.address],
    );
    const left = contracts.length === 0 ? new Set<Address>() : await judgeAgain(chain, contracts);
    await settle(database, due, readings, left);
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

/** @param left contracts of which transactions are still to be judged */
async function settle(
  database: Database,
  due: readonly UnreadMetadata[],
  readings: readonly Reading[],
  left: ReadonlySet<Address>,
): Promise<void> {
  const before = new Map(due.map((unread) => [nameOf(unread), unread]));
  const done: Reading['asked'][] = [];
  const again = readings.flatMap(({ asked, outcome }) => {
    const last = before.get(nameOf(asked));
    const plan =
      last === undefined || (outcome === 'read' && !isLookedAtAgain(last, left))
        ? null
        : planFor({
            ...last,
            outcome,
            attempts: last.attempts + 1,
            streak: outcome === last.outcome ? last.streak + 1 : 0,
          });
    if (plan === null) done.push(asked);
    return plan === null ? [] : [plan];
  });
  await planReadings(database, again, true);
  await removeReadings(database, done);
}

/**
 * Whether the transactions of a contract that was read are looked at once more. So are those of one that has just become known: a step
 * that was under way without knowing it may be stored behind the look.
 */
const isLookedAtAgain = (
  { tokenId, outcome, address }: UnreadMetadata,
  left: ReadonlySet<Address>,
): boolean => tokenId === null && (outcome !== 'read' || left.has(address));

const nameOf = ({ address, kind, tokenId }: Reading['asked']): string => `${kind}:${address}:${tokenId}`;
