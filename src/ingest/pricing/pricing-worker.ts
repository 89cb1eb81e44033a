/**
 * The pricing job: fills in the prices of what was loaded, and keeps the prices of now fresh. Any number of workers may
 * run it; the one that holds the job's lease does it, and when that one ends another takes over.
 */
import { errorText, RetryableError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Leadership } from '../../store/connection/leadership.ts';
import { whileLeading } from '../leading.ts';
import { createWorkLoop, repeatRounds, startLoop, stopLoop, type WorkLoop } from '../work-loop.ts';
import {
  beginPricing,
  type Heard,
  type PricingParts,
  pricingRound,
  type RoundOptions,
} from './pricing-rounds.ts';

export interface PricingWorkerOptions {
  database: Database;
  /** Makes the parts that write to the leader's database, and give up when the signal aborts. */
  createParts(database: Database, signal: AbortSignal): PricingParts;
  log: Log;
  /** Names this process in the lease. */
  owner: string;
  leaseMs?: number;
  /** Told now and then how much is priced. */
  onCoverage?: (coverage: { priced: number; unpriced: number }) => void;
  /** How often the prices of now are asked for. */
  currentEveryMs?: number;
  /** How often the queue is looked at when no notification wakes it. */
  pollMs?: number;
  /** How often a worker that does not lead looks whether it may. */
  standbyMs?: number;
}

export interface PricingWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface PricingState {
  readonly options: PricingWorkerOptions & RoundOptions;
  readonly loop: WorkLoop;
  readonly heard: Heard;
  /** The process that was last told of as leading; null: this one, or nobody. */
  leader: string | null;
}

const job = 'pricing';
/** Notifications come in bursts: what came within this time is one round. */
const gatherMs = 250;
const rateFaultRestMs = 60_000;
const defaults = {
  ...{ currentEveryMs: 300_000, pollMs: 30_000 },
  onCoverage: () => {},
};

export function createPricingWorker(options: PricingWorkerOptions): PricingWorker {
  const state: PricingState = {
    options: { ...defaults, ...options },
    loop: createWorkLoop(),
    heard: { isWanted: false },
    leader: null,
  };
  return {
    start: () => start(state),
    stop: () => stopLoop(state.loop),
  };
}

function start(state: PricingState): Promise<void> {
  const { options, loop, heard } = state;
  const { database, log, standbyMs = 5_000 } = options;
  const wakers = [
    { channel: 'wallet_changed' },
    {
      channel: 'prices_wanted',
      hear: () => {
        heard.isWanted = true;
      },
    },
  ] as const;
  return startLoop(loop, { database, wakers }, () =>
    // Who stands by is not woken by changes: the leader hears of them too.
    repeatRounds({
      signal: loop.stopping.signal,
      async round() {
        await leadIfFree(state);
        return standbyMs;
      },
      onFailure(error) {
        log.warn({ error: errorText(error) }, 'pricing was interrupted and starts again');
        return standbyMs;
      },
    }),
  );
}

/** Does the pricing until this process stops or loses the job, if nobody else does it. */
async function leadIfFree(state: PricingState): Promise<void> {
  const { database, log, owner, leaseMs } = state.options;
  const request = { job, owner, ...(leaseMs === undefined ? {} : { leaseMs }) };
  const heldBy = await whileLeading({ database, log }, request, (leadership) => lead(state, leadership));
  if (heldBy !== null && heldBy !== state.leader) {
    log.info({ job, leader: heldBy }, 'another process does the pricing; this one stands by');
  }
  state.leader = heldBy;
}

async function lead({ options, loop, heard }: PricingState, leadership: Leadership): Promise<void> {
  options.log.info({ job, leader: options.owner }, 'this process does the pricing');
  const stopping = loop.stopping.signal;
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping, leadership.signal, ending.signal]);
  const parts = options.createParts(leadership.database, signal);
  const leading = beginPricing({ ...options, database: leadership.database }, { parts, heard, signal });
  const beside = followRates(parts, { log: options.log, signal });
  try {
    await repeatRounds({
      job,
      signal,
      bell: loop.bell,
      round: () => pricingRound(leading),
      gatherMs: () => gatherMs,
    });
  } finally {
    ending.abort(new RetryableError('this time of leading is over'));
    await beside;
  }
  if (!stopping.aborted) leadership.signal.throwIfAborted();
}

/** Beside the pricing: while who publishes rates does not answer, tokens get their prices all the same. */
function followRates(
  { referenceRates }: PricingParts,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  if (referenceRates === undefined) return Promise.resolve();
  return repeatRounds({
    signal,
    round: referenceRates,
    onFailure(error) {
      log.warn(
        { error: errorText(error) },
        "looking for rates of states' currencies failed; it is tried again",
      );
      return rateFaultRestMs;
    },
  });
}
