/**
 * Looks up the ENS names of wallets and counterparties through the mainnet node, beside the loading: one process at a time, a few
 * addresses in a round, with a pause after each, so that it takes little of what the node gives. Names are read again after days.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { secondsPerDay } from '../../domain/time/time.ts';
import { errorText } from '../../errors.ts';
import { ensChainId, readPrimaryNames } from '../../labels/ens/universal-resolver.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  dueEnsLookUps,
  type EnsCandidatePlace,
  type LookUpPauses,
  noteEnsCounterparties,
  noteEnsWallets,
  storeEnsNames,
} from '../../store/lookups/ens-names.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { whileLeading } from '../leading.ts';
import { repeatRounds } from '../work-loop.ts';
import { type PatienceLimits, patientReader } from './patient-reader.ts';

export interface PrimaryNamesOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  log: Log;
  /** Names this process to people who read the log. */
  owner: string;
  /** How long it rests between two rounds. */
  pauseMs?: number;
  /** How long at least between two walks through all counterparties. */
  walkEveryMs?: number;
  patience?: PatienceLimits;
}

/** Asked for in one round: four requests of 64 calls, or a little more where there are names. */
const namesPerRound = 200;
/** Read in one statement of a walk. */
const candidatesPerPage = 2_000;
/** Walks take at most this part of the time. */
const walkShare = 20;
const restMs = 60_000;
const job = 'ens_names';
const pauses: LookUpPauses = { named: 3 * secondsPerDay, nameless: 14 * secondsPerDay, silent: 600 };
const defaults = { pauseMs: 5_000, walkEveryMs: 60_000 };

export interface PrimaryNamesJob {
  start(): void;
  /** Makes every wallet and counterparty known that has not been asked for yet. */
  noteCandidates(database: Database, signal: AbortSignal): Promise<void>;
  /** Looks up what is due, one round; answers how much it was. */
  lookUpDue(database: Database): Promise<number>;
  stop(): Promise<void>;
}

/** The job, or null where no node of mainnet is configured: an explorer's account is for loading. */
export function createPrimaryNames(options: PrimaryNamesOptions): PrimaryNamesJob | null {
  const { database, log, owner, pauseMs, walkEveryMs } = { ...defaults, ...options };
  const chain = options.chains.find(({ config }) => config.chainId === ensChainId && config.rpc.length > 0);
  if (chain === undefined) return null;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function lookUpDue(written: Database): Promise<number> {
    const due = await dueEnsLookUps(written, namesPerRound);
    if (due.length === 0 || chain === undefined) return 0;
    // A node that is away is no silence of the names.
    await chain.head();
    using reader = patientReader(chain, () => {}, options.patience);
    const found = await readPrimaryNames(reader, due);
    await storeEnsNames(
      written,
      found.map((answer) => ({
        address: answer.address,
        name: answer.outcome === 'answered' ? answer.name : undefined,
      })),
      pauses,
    );
    const named = found.filter((answer) => answer.outcome === 'answered' && answer.name !== null).length;
    log.debug({ asked: due.length, named }, 'names were looked up in ENS');
    return due.length;
  }

  function lead(written: Database, signal: AbortSignal): Promise<void> {
    let walkAt = 0;
    const round = async () => {
      if (performance.now() >= walkAt) {
        const startedAt = performance.now();
        await noteCandidates(written, signal);
        const tookMs = performance.now() - startedAt;
        walkAt = performance.now() + Math.max(walkEveryMs, tookMs * walkShare);
      }
      await lookUpDue(written);
      return pauseMs;
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
        return restMs;
      },
      onFailure(error) {
        log.debug({ error: errorText(error) }, 'names were not looked up; it goes on later');
        return restMs;
      },
    });

  return {
    start() {
      running = run();
    },
    noteCandidates,
    lookUpDue,
    async stop() {
      stopping.abort();
      // A round that waits for a node is left behind: without its lease it stores nothing.
      await Promise.race([running, delay(2_000, undefined, { ref: false })]);
    },
  };
}

async function noteCandidates(database: Database, signal: AbortSignal): Promise<void> {
  let walletId: number | null = 0;
  while (walletId !== null && !signal.aborted) {
    walletId = await noteEnsWallets(database, walletId, candidatesPerPage);
  }
  let place: EnsCandidatePlace | null = { walletId: 0, counterparty: '', chainId: 0 };
  while (place !== null && !signal.aborted) {
    place = await noteEnsCounterparties(database, place, candidatesPerPage);
  }
}
