/** What comes of a step that failed: who is told of it, and when the row is due again. */
import { createMemory, type Memory } from '../../domain/memory.ts';
import { errorText, PermanentError, type SyncErrorKind } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { pauseAfter } from '../../outgoing/retry.ts';
import type { Database } from '../../store/connection/database.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import { failStep } from '../../store/sync/leases.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { errorKind, type FailureKind, failureKind, isBehind, wishedRetry } from '../step-errors.ts';

export interface StepFailures {
  readonly database: Database;
  readonly log: Log;
  /** Told of each step that failed, for metrics: the chain's slug and the kind of error. */
  readonly onFailure: (failure: { chain: string; kind: FailureKind }) => void;
  /** By row: how often in a row its step failed in a way that nobody foresaw. */
  readonly unexpected: Memory<string, number>;
  /** By chain: the kinds of failures that the log was told of, since a step succeeded there. As many as there are chains and kinds. */
  readonly told: Map<number, Set<SyncErrorKind>>;
}

/** A wallet that keeps failing is asked again ever more rarely, up to this. */
const longestRetryMs = 5 * 60_000;
/** One whose node is behind what is stored has not failed itself: it waits no longer than this, or its chain's interval. */
const longestWaitMs = 10_000;
/** Where requests are counted: a wallet that cannot be looked at must not use up what the others are looked at with. */
const longestCountedRetryMs = 30 * 60_000;
/** An error that is neither retryable nor permanent is a fault of ours: it does not get better by asking for ever. */
const unexpectedErrorLimit = 5;

/** @param rememberedRows of so many rows at most it is known how they fared; a row that is forgotten begins anew */
export function createStepFailures(
  parts: Pick<StepFailures, 'database' | 'log' | 'onFailure'>,
  rememberedRows: number,
): StepFailures {
  return { ...parts, unexpected: createMemory({ maximum: rememberedRows }), told: new Map() };
}

/** Names a row in what a worker remembers. */
export const rowKey = (lease: SyncLease): string => `${lease.walletId}:${lease.chainId}`;

/** Stores why a step failed, and when the row is due again; says so in the log. */
export async function recordFailure(
  failures: StepFailures,
  { chain, lease }: { chain: FailedChain; lease: SyncLease },
  error: unknown,
): Promise<void> {
  const { database, log } = failures;
  failures.onFailure({ chain: chain.config.slug, kind: failureKind(error) });
  const isExpected = failureKind(error) !== 'unexpected';
  const permanent =
    error instanceof PermanentError ||
    (!isExpected && countUnexpected(failures, lease) >= unexpectedErrorLimit);
  const retryInMs = permanent
    ? longestRetryOf(chain)
    : retryPauseMs(error, { chain, attempts: lease.attempts });
  const fields = { wallet: lease.address, chain: chain.config.name, error: errorText(error), retryInMs };
  if (!isExpected) log.error({ ...fields, err: error }, 'loading hit an unexpected error');
  else if (permanent) log.error(fields, 'loading has failed');
  else
    log[isNews(failures, lease, errorKind(error)) ? 'warn' : 'debug'](fields, 'loading will be tried again');
  await failStep(database, lease, {
    error: errorText(error),
    kind: errorKind(error),
    permanent,
    retryInMs,
  }).catch((failure: unknown) => {
    log.warn({ error: errorText(failure) }, 'the failure could not be stored; the lease will run out');
  });
}

/** Whether the log has to hear of it: not of a row that failed before, and not of every row of a chain that all fail in the same way. */
function isNews({ told }: StepFailures, { chainId, attempts }: SyncLease, kind: SyncErrorKind): boolean {
  const kinds = told.get(chainId) ?? new Set();
  const isNew = attempts === 0 && !kinds.has(kind);
  if (isNew) told.set(chainId, kinds.add(kind));
  return isNew;
}

/** A step on the chain has succeeded: says so where the log was told that others had not. */
export function noteSuccess({ told, log }: StepFailures, { config: { chainId, name } }: FailedChain): void {
  if (told.delete(chainId)) log.info({ chain: name }, 'loading goes on');
}

const longestRetryOf = ({ source }: RetriedChain): number =>
  source.allowance === undefined ? longestRetryMs : longestCountedRetryMs;

interface RetriedChain {
  readonly config: Pick<ChainRuntime['config'], 'pollSeconds'>;
  readonly source: Pick<ChainRuntime['source'], 'allowance'>;
}

interface FailedChain extends RetriedChain {
  readonly config: Pick<ChainRuntime['config'], 'chainId' | 'name' | 'slug' | 'pollSeconds'>;
}

/** How long until a step that has failed, after so many others in a row, is tried again. */
export function retryPauseMs(
  error: unknown,
  { chain, attempts }: { chain: RetriedChain; attempts: number },
): number {
  const pollMs = chain.config.pollSeconds * 1000;
  const isFree = chain.source.allowance === undefined;
  const longestPauseMs = isFree && isBehind(error) ? Math.max(pollMs, longestWaitMs) : longestRetryOf(chain);
  return wishedRetry(error) ?? pauseAfter(attempts + 1, { firstPauseMs: pollMs, longestPauseMs });
}

/** A history that lacks something is stored, and counts as failed: said once, not at every poll. */
export function reportIncomplete(
  { log }: StepFailures,
  { chain, lease }: { chain: ChainRuntime; lease: SyncLease },
  failure: string | undefined,
): void {
  if (failure === undefined || lease.phase === 'FAILED') return;
  log.error({ wallet: lease.address, chain: chain.config.name, error: failure }, 'loading has failed');
}

function countUnexpected({ unexpected }: StepFailures, lease: SyncLease): number {
  const count = (unexpected.get(rowKey(lease)) ?? 0) + 1;
  unexpected.keep(rowKey(lease), count);
  return count;
}
