/**
 * Chain data from an explorer's account API. Its lists say which transactions a wallet has. The receipts say what happened in
 * them; they are read from a node of one's own, or from the explorer's node through its API. Internal calls stand in no
 * receipt: the explorer's lists tell of them.
 */
import type { ChainTransaction } from '../../domain/model.ts';
import { PermanentError, RetryableError } from '../../errors.ts';
import { answerLimits } from '../../outgoing/answer-size.ts';
import { type Clock, systemClock } from '../../outgoing/clock.ts';
import type { BudgetPurpose, DailyBudget } from '../../outgoing/daily-budget.ts';
import { createGate, type Gate } from '../../outgoing/gate.ts';
import type { ExplorerKind } from '../definitions/chain-list.ts';
import type {
  Activity,
  ActivityRequest,
  BlockReference,
  ChainSource,
  RequestAllowance,
} from '../definitions/chain-source.ts';
import { createExplorerTransactionReader, type TransactionReader } from '../rpc/transaction-reader.ts';
import { type ChainView, createChainView, type NodeView } from './chain-view.ts';
import { createExplorerClient, type ExplorerClient, explorerUrl, longestWaitMs } from './client/client.ts';
import { isLoopback } from './client/loopback.ts';
import { createNodeAccess } from './client/node-access.ts';
import { readCredits } from './credits.ts';
import type { ExplorerPlan } from './dialects/dialect.ts';
import { dialects } from './dialects/dialects.ts';
import { type Discovery, seenTransactions } from './lists/discover.ts';
import { createFinder, type Finder } from './lists/finder.ts';
import { groupInternalCalls } from './lists/internal-calls.ts';
import { completeTransactions } from './lists/join-transactions.ts';

export interface ExplorerLimits {
  /** Of the explorer's figures; 'free' unless given. */
  plan?: 'free' | 'paid';
  callsPerSecond?: number;
  rowsPerPage?: number;
  /** Transactions that one call of fetchActivity reads at most, but for a single block that has more. */
  transactionsPerStep?: number;
  /** Blocks younger than this are left for later: an explorer indexes behind the head of the chain. */
  indexDelaySeconds?: number;
  timeoutMs?: number;
  /** Bytes of one answer. */
  maximumBytes?: number;
  /** How often one request is sent at most. */
  attempts?: number;
}

export interface ExplorerSourceOptions {
  chainId: number;
  kind: ExplorerKind;
  /** Of the API; may hold `{chainId}`. */
  url: string;
  apiKey?: string;
  limits?: ExplorerLimits;
  /** The receipts, where a node of one's own is configured; else they come through the explorer. */
  reader?: TransactionReader;
  /** A node of one's own, for blocks, calls and balances. */
  rpc?: NodeView;
  /** One gate per key, to be shared by all chains that use the key; else the source has its own. */
  gate?: Gate;
  /** Of the account's requests per day, shared as the gate is; else nobody counts them. */
  budget?: { daily: DailyBudget; account: string; perLook: number };
  clock?: Clock;
  /** The rpc source's form: an event and its fields. */
  log?: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** Told of each request: whether the explorer answered. `source`: its host. */
  onOutcome?: (source: string, isAnswered: boolean) => void;
}

const defaults = {
  timeoutMs: 30_000,
  attempts: 5,
  /** With a node of one's own receipts cost little; through the explorer each is a request. */
  transactionsPerStep: { node: 2000, explorer: 100 },
};

/** A re-org while the lists are read shows in the last block of the range, if that is so near to the head. */
const nearHead = 64;

/** The plan's figures for a kind of explorer, with what the caller knows better. */
export function explorerPlan(kind: ExplorerKind, limits: ExplorerLimits = {}): ExplorerPlan {
  const plan = dialects[kind].plans[limits.plan ?? 'free'];
  return {
    callsPerSecond: limits.callsPerSecond ?? plan.callsPerSecond,
    rowsPerPage: limits.rowsPerPage ?? plan.rowsPerPage,
  };
}

/** A chain source on the account API of Etherscan, Blockscout or Routescan. */
export function createExplorerSource(options: ExplorerSourceOptions): ChainSource {
  const { chainId, rpc, budget } = options;
  const parts = createParts(options);
  const { host, view, following } = parts;

  async function probe(): ReturnType<ChainSource['probe']> {
    if (rpc !== undefined) await rpc.probe();
    await view.checkAgreement(await view.indexedBlock());
    const missing = await following.finder.probe();
    if (missing.includes('transactions')) {
      throw new PermanentError(
        `${host} does not know the list of transactions (txlist). Check the explorer's url and kind.`,
      );
    }
    return { missing, warnings: [] };
  }

  return {
    chainId,
    holdsBack: true,
    ...(budget === undefined ? {} : { allowance: allowanceOf(budget) }),
    description: rpc === undefined ? host : `${host} with ${rpc.description}`,
    probe,
    getHead: async () => view.presentBlock(await view.indexedBlock()),
    getBlock: (blockNumber) => view.block(blockNumber),
    fetchActivity: (request) => fetchActivity(parts, request),
    callContracts: (calls, blockNumber) => parts.contracts.callContracts(calls, blockNumber),
    getNativeBalance: (address, blockNumber) => parts.contracts.nativeBalance(address, blockNumber),
    close: () => Promise.resolve(),
  };
}

function allowanceOf({
  daily,
  account,
  perLook,
}: NonNullable<ExplorerSourceOptions['budget']>): RequestAllowance {
  return { account, perLook, perDay: daily.perDay, keptShare: daily.keptShare, left: daily.left };
}

async function fetchActivity(parts: Parts, request: ActivityRequest): Promise<Activity> {
  const { host, view, kind } = parts;
  const { signal } = request;
  const { finder, reader } = request.isFollowing === true ? parts.following : parts.loading;
  const indexedTo = await view.indexedBlock(signal, request.toBlock);
  if (indexedTo < request.fromBlock) {
    throw new RetryableError(
      `${host} has indexed block ${indexedTo}, behind block ${request.fromBlock} that is asked for; waiting for it`,
    );
  }
  const end = Math.min(request.toBlock, indexedTo);
  const isNearHead = end > indexedTo - nearHead;
  const endBefore = isNearHead ? (view.lastRead(end)?.block ?? (await view.presentBlock(end, signal))) : null;
  const found = await finder.find({ ...request, toBlock: end });
  const isNothing = found.reached === end && isEmpty(found);
  if (endBefore !== null && isNothing && isContinued(view, request, end))
    return emptyActivity(endBefore, found);
  const seen = seenTransactions(found);
  const read = await reader.readTransactions(seen, signal);
  const internal = groupInternalCalls(found.internal, dialects[kind]);
  const completed = completeTransactions({ host, read, seen, found, internalCalls: internal.calls });
  const credits = await readCredits(view, request.address, found, signal);
  const reached = await view.presentBlock(found.reached, signal);
  checkLastBlock(completed.transactions, reached);
  if (endBefore !== null) {
    if (request.parentHash != null) {
      const parent = await view.presentBlock(request.fromBlock - 1, signal);
      if (parent.hash !== request.parentHash) throw reorg(parent.number);
    }
    const endAfter = end === reached.number ? reached : await view.presentBlock(end, signal);
    if (endAfter.hash !== endBefore.hash) throw reorg(end);
  }
  return {
    reached,
    transactions: completed.transactions,
    credits,
    missing: found.missing,
    warnings: [...found.warnings, ...internal.warnings, ...completed.warnings],
  };
}

/**
 * Whether the stored block of a wallet that is followed was still there when the end of the range was: it was asked for after that.
 * Then nothing found means nothing to be undone either, and the answer stands on the end as it was then. Should that be undone
 * meanwhile, the next look at the wallet sees it by the stored hash, as it sees every re-org.
 */
function isContinued(
  view: ChainView,
  { parentHash, fromBlock, isFollowing }: ActivityRequest,
  end: number,
): boolean {
  if (parentHash == null || isFollowing !== true) return false;
  const [parent, last] = [view.lastRead(fromBlock - 1), view.lastRead(end)];
  return (
    parent !== null && last !== null && parent.askedAs > last.answeredAs && parent.block.hash === parentHash
  );
}

const isEmpty = ({ transactions, genesis, internal, tokens, withdrawals, rewards }: Discovery): boolean =>
  [transactions, genesis, internal, tokens, withdrawals, rewards].every((rows) => rows.length === 0);

const emptyActivity = (reached: BlockReference, { missing, warnings }: Discovery): Activity => ({
  ...{ reached, missing, warnings },
  ...{ transactions: [], credits: [] },
});

/** What asks for one purpose, and is counted for it. */
interface Asker {
  finder: Finder;
  reader: TransactionReader;
}

interface Parts {
  kind: ExplorerKind;
  host: string;
  /** Heads and blocks. */
  view: ChainView;
  /** Calls and balances: no history waits for them. */
  contracts: Pick<ChainView, 'callContracts' | 'nativeBalance'>;
  /** Of wallets that are loaded, and of others. */
  following: Asker;
  loading: Asker;
}

function createParts(options: ExplorerSourceOptions): Parts {
  const { chainId, kind, rpc, limits = {}, clock = systemClock } = options;
  const plan = explorerPlan(kind, limits);
  const { host } = explorerUrl(options.url, chainId);
  const gate =
    options.gate ?? createGate({ perSecond: plan.callsPerSecond, maximumWaitMs: longestWaitMs, clock });
  const usualDelay = isLoopback(host) ? 0 : dialects[kind].indexDelaySeconds;
  const indexDelaySeconds = limits.indexDelaySeconds ?? usualDelay;
  const receiptsFrom = options.reader === undefined ? 'explorer' : 'node';
  const transactionsPerStep = limits.transactionsPerStep ?? defaults.transactionsPerStep[receiptsFrom];
  const ways = { ways: dialects[kind].nodeAccess };
  const known = { unsupported: new Set<string>(), rowsPerPage: plan.rowsPerPage };
  const askingFor = (purpose: BudgetPurpose): Asker & { view: ChainView } => {
    const client = clientFor(options, { gate, clock, purpose });
    const node = createNodeAccess(client, clock, ways);
    return {
      view: createChainView({ client, node, clock, rpc, indexDelaySeconds }),
      finder: createFinder({ client, chainId, known, transactionsPerStep }),
      reader: options.reader ?? createExplorerTransactionReader(node),
    };
  };
  const [following, loading] = [askingFor('kept'), askingFor('free')];
  return { kind, host, following, loading, view: following.view, contracts: loading.view };
}

function clientFor(
  options: ExplorerSourceOptions,
  { gate, clock, purpose }: { gate: Gate; clock: Clock; purpose: BudgetPurpose },
): ExplorerClient {
  const { chainId, kind, url, apiKey, budget, limits = {}, log } = options;
  const { host } = explorerUrl(url, chainId);
  return createExplorerClient({
    ...{ chainId, kind, url, apiKey, gate, clock },
    budget: budget === undefined ? undefined : { daily: budget.daily, purpose },
    timeoutMs: limits.timeoutMs ?? defaults.timeoutMs,
    maximumBytes: limits.maximumBytes ?? answerLimits.explorer,
    attempts: limits.attempts ?? defaults.attempts,
    onRetry: (fields) => log?.('explorer asked again', { chainId, host, ...fields }),
    onOutcome: (isAnswered) => options.onOutcome?.(host, isAnswered),
  });
}

/** A transaction of the last block must be of the very block that is reported as reached. */
function checkLastBlock(transactions: readonly ChainTransaction[], reached: BlockReference): void {
  const last = transactions.at(-1);
  if (last?.blockNumber === reached.number && last.blockHash !== reached.hash) throw reorg(reached.number);
}

function reorg(blockNumber: number): RetryableError {
  return new RetryableError(`block ${blockNumber} changed while it was read: a re-org is under way`);
}
