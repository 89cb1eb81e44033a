/**
 * One step of loading: from where a wallet stands on a chain to a little further, as one commit of rows and cursor.
 *
 *     synced block still on the chain? ──no──► roll back to the last final block, replay from there to the head
 *           │ yes
 *     final part behind us? ──no──► the next range of final blocks      (backfill)
 *           │ yes
 *     the blocks up to the head                                          (following)
 *
 * Final blocks are those at least `confirmations` below the head. A row keeps two checkpoints: the block it is synced to,
 * and the last final one. With them a re-org needs no list of hashes, only a replay of at most `confirmations` blocks. The
 * replay commits together with the roll-back, so that a reader never sees the gap.
 *
 * A step's memory is bounded by its source, not by the wallet. A source stops a step at so many transactions or so much time
 * (rpc: `stepTransactions`, `stepMs`; explorer: `transactionsPerStep`) and says what block it reached. A wallet of a million
 * transfers is loaded in as many pieces as it takes. A piece is dropped once it is committed, and two more may be fetched
 * ahead. Only a single block that holds more, and the replay after a re-org, are taken whole.
 */
import { chainStatus } from '../../chains/definitions/chain-list.ts';
import type { Activity, BlockPlace, SourceProbe } from '../../chains/definitions/chain-source.ts';
import type { TransactionRecord, TransferRecord } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import type { ApprovalRecord } from '../../store/history/approvals.ts';
import type { StepCommit, SyncLease } from '../../store/sync/commit.ts';
import { type ChainRuntime, staleAfterMs } from '../chain-runtime.ts';
import {
  type FetchAhead,
  type FetchOptions,
  fetchRange,
  followsStored,
  nextFetch,
  type StepBlocks,
} from './fetch-ahead.ts';
import type { Pace } from './look-intervals.ts';
import { nextRange, safeCheckpoint, stillStands } from './step-range.ts';

/** Makes records of a source's answer, looking up and storing the tokens and NFTs that they name. */
export interface Enrich {
  (
    chain: ChainRuntime,
    lease: SyncLease,
    activity: Activity,
    /** Where the step begins: what is stored from there on is replaced by it. */
    fromBlock: number,
  ): Promise<{
    transactions: TransactionRecord[];
    transfers: TransferRecord[];
    approvals: readonly ApprovalRecord[];
    warnings: readonly string[];
  }>;
  /**
   * Begins with an answer whose turn comes now or later: with what needs nothing of the steps before. Once for each, and never rejects: a
   * failure is told in its turn.
   */
  prepare?(chain: ChainRuntime, lease: SyncLease, activity: Activity): Promise<void>;
}

/** What a step found: rows and cursor to commit, or nothing new. */
export interface StepResult {
  commit: StepCommit;
  /** The wallet stands at the head: nothing to do before the next poll. */
  atHead: boolean;
  /** The next step's blocks, on their way already. */
  ahead: FetchAhead | null;
}

export interface StepOptions extends FetchOptions {
  enrich: Enrich;
  /** Where the chain was read to for all wallets, as long as somebody does so; unless given, nobody does. */
  readCursor?: () => Promise<BlockPlace | null>;
  /** When a wallet at the head is looked at again; unless given, after the poll interval. */
  pace?: Pace;
}

/** What a step is made of, known before anything is fetched. */
interface Step extends StepBlocks {
  capabilities: Awaited<ReturnType<ChainRuntime['ensureReady']>>;
  /** The chain's head, or where the chain was read to for all wallets. */
  head: BlockPlace;
}

/**
 * Prepares the next step of a leased sync row; commits nothing itself.
 * Throws RetryableError (try later) or PermanentError (the chain's sync has failed, with the reason).
 */
export async function prepareStep(
  chain: ChainRuntime,
  lease: SyncLease,
  options: StepOptions,
): Promise<StepResult> {
  const capabilities = await chain.ensureReady();
  const head = await goalOf(chain, lease, options);
  const finalBlock = Math.max(head.number - chain.config.confirmations, lease.fromBlock - 1);
  const isFetched = followsStored(options.ahead, lease);
  const range = await nextRange(chain, lease, { head, finalBlock, isFetched });
  // Looked at while the step is made: what was fetched ahead may be of a chain that is another one by now.
  const [standing, made] = await Promise.allSettled([
    isFetched ? stillStands(chain, lease, head) : true,
    makeStep({ chain, lease, capabilities, head, finalBlock, range }, options),
  ]);
  if (standing.status === 'rejected') throw standing.reason;
  if (!standing.value) return prepareStep(chain, lease, { ...options, ahead: null });
  if (made.status === 'rejected') throw made.reason;
  return made.value;
}

async function makeStep(step: Step, options: StepOptions): Promise<StepResult> {
  const { chain, lease, head, range } = step;
  if (range.from > range.to && range.rollbackTo === undefined) {
    return { commit: await idleCommit(step, options), atHead: true, ahead: null };
  }
  const piece = fetchRange(step, options);
  const activity = await piece.activity;
  if (range.rollbackTo !== undefined && activity.reached.number < range.to) {
    throw new RetryableError('the blocks after a re-org could not be fetched as one piece', {
      kind: 'source-behind',
    });
  }
  const ahead = nextFetch(piece, activity);
  // What both pieces name is asked for once.
  await options.enrich.prepare?.(chain, lease, activity);
  // A failure is the next step's.
  prepareNext(step, ahead, options).catch(() => undefined);
  const records = await options.enrich(chain, lease, activity, range.from);
  return {
    atHead: activity.reached.number >= head.number,
    ahead,
    commit: {
      ...(range.rollbackTo === undefined ? {} : { rollbackTo: range.rollbackTo }),
      transactions: records.transactions,
      transfers: records.transfers,
      approvals: records.approvals,
      progress: await progressOf(step, activity, records, options),
    },
  };
}

/**
 * While this step is judged and stored, the next one is begun with as soon as it is there, and then the one after it, which is
 * fetched as well. One after the other: what both name is asked for once.
 */
async function prepareNext(
  { chain, lease }: Step,
  ahead: FetchAhead | null,
  { enrich, signal }: StepOptions,
): Promise<void> {
  for (let piece = ahead, left = 2; piece !== null && left > 0; left -= 1) {
    const activity = await piece.activity;
    if (signal.aborted) return;
    await enrich.prepare?.(chain, lease, activity);
    piece = left > 1 ? piece.next(activity.reached) : null;
  }
}

/** A wallet goes to where it meets the others that follow the chain; one that is further goes to the head. */
async function goalOf(
  chain: ChainRuntime,
  lease: SyncLease,
  { readCursor }: StepOptions,
): Promise<BlockPlace> {
  const [head, cursor] = await Promise.all([chain.head(), readCursor?.() ?? null]);
  return cursor !== null && cursor.number >= (lease.syncedBlock ?? lease.fromBlock) ? cursor : head;
}

/** Where the row stands after the blocks of the step. */
async function progressOf(
  { chain, lease, capabilities, head, finalBlock }: Step,
  activity: Activity,
  records: Awaited<ReturnType<Enrich>>,
  options: StepOptions,
): Promise<StepCommit['progress']> {
  const missing = [...new Set([...capabilities.missing, ...activity.missing])];
  const atHead = activity.reached.number >= head.number;
  const failure = atHead ? refusal(chain, [...new Set([...lease.missing, ...missing])], capabilities) : {};
  const safe = await safeCheckpoint(chain, lease, { reached: activity.reached, finalBlock });
  const wasLoaded = lease.loadedAt !== null;
  const movedAt = lastMovement(records.transfers);
  const nextRunInMs = atHead ? await nextLookMs({ chain, lease }, movedAt, options) : 0;
  const incomplete = missing.length > 0 ? [`This source cannot give: ${missing.join(', ')}.`] : [];
  return {
    phase: 'failure' in failure ? 'FAILED' : atHead || wasLoaded ? 'FOLLOWING' : 'BACKFILL',
    ...failure,
    missing,
    syncedBlock: activity.reached.number,
    syncedHash: activity.reached.hash,
    safeBlock: safe?.number ?? null,
    safeHash: safe?.hash ?? null,
    headBlock: head.number,
    loaded: atHead && !('failure' in failure),
    warnings: [
      ...startWarning(lease),
      ...capabilities.warnings,
      ...incomplete,
      ...activity.warnings,
      ...records.warnings,
    ],
    reconcileInMs: records.transactions.length > 0 ? reconcileInMs(chain) : undefined,
    ...{ movedAt, nextRunInMs },
    staleAfterMs: staleAfterMs(chain, atHead ? nextRunInMs : undefined),
    release: atHead,
  };
}

async function nextLookMs(
  { chain, lease }: Pick<Step, 'chain' | 'lease'>,
  movedAt: number | null,
  { pace }: StepOptions,
): Promise<number> {
  return (await pace?.(chain, lease, movedAt)) ?? chain.config.pollSeconds * 1000;
}

/** When something last moved that is no spam, in unix seconds; null: nothing did. */
function lastMovement(transfers: readonly TransferRecord[]): number | null {
  const times = transfers.flatMap(({ spamReason, timestamp }) => (spamReason === null ? [timestamp] : []));
  return times.reduce<number | null>((last, time) => Math.max(last ?? 0, time), null);
}

/**
 * How soon after a movement the balances are compared with the chain, whatever the schedule says. Through an explorer alone
 * every question counts against an account's limit.
 */
function reconcileInMs(chain: ChainRuntime): number {
  const minutes = chain.config.rpc.length > 0 ? 5 : 120;
  return minutes * 60_000;
}

/** What a history that begins in the middle of the chain leaves out. */
function startWarning({ fromBlock }: SyncLease): string[] {
  if (fromBlock === 0) return [];
  return [
    `Movements before block ${fromBlock}, the chain's startBlock, are not counted: balances are short of them.`,
  ];
}

/** Nothing new: the row has been looked at. */
async function idleCommit(
  { chain, lease, capabilities, head }: Step,
  options: StepOptions,
): Promise<StepCommit> {
  const failure = refusal(chain, [...new Set([...lease.missing, ...capabilities.missing])], capabilities);
  const hasFailed = 'failure' in failure;
  const nextRunInMs = await nextLookMs({ chain, lease }, null, options);
  return {
    transactions: [],
    transfers: [],
    progress: {
      phase: hasFailed ? 'FAILED' : 'FOLLOWING',
      ...failure,
      syncedBlock: lease.syncedBlock,
      syncedHash: lease.syncedHash,
      safeBlock: lease.safeBlock,
      safeHash: lease.safeHash,
      headBlock: head.number,
      loaded: !hasFailed,
      nextRunInMs,
      staleAfterMs: staleAfterMs(chain, nextRunInMs),
      release: true,
    },
  };
}

const usualAdvice =
  'Give the chain a node with traces (trace_filter, trace_block or debug_traceBlockByNumber)';

/**
 * Why a history that lacks something counts as FAILED; empty where nothing is missing, or the chain's configuration allows
 * it. What there is is stored and follows the chain all the same, so that it can be read.
 */
function refusal(
  chain: ChainRuntime,
  missing: readonly string[],
  { advice = usualAdvice }: Pick<SourceProbe, 'advice'>,
): { failure?: string } {
  if (missing.length === 0 || chain.config.allowIncomplete) return {};
  const status = chainStatus(chain.config);
  const explorer =
    status.enabled && status.unused !== null ? `. The explorer is not used: ${status.unused}` : '';
  return {
    failure:
      `${chain.source.description} cannot give ${missing.join(' and ')} on ${chain.config.name}, so the history would be ` +
      `incomplete. ${advice}, or set "allowIncomplete": true for the chain to load it with a warning${explorer}`,
  };
}

/**
 * Whether stored blocks lack a kind of movement that the source, a better one by now, can give: only loading the wallet
 * anew fills them in.
 */
export async function wantsReload(chain: ChainRuntime, lease: SyncLease): Promise<boolean> {
  if (lease.missing.length === 0) return false;
  const missing: readonly string[] = (await chain.ensureReady()).missing;
  return lease.missing.some((part) => !missing.includes(part));
}
