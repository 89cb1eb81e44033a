/**
 * One step of a history: discovery over windows of blocks, while the transactions of earlier windows are already being
 * loaded. What was fetched counts only if two things hold. The end of the range is the same block before and after. And the
 * range continues what is stored: the parent of its first block is the last block that the caller has.
 */
import { compareChainPlaces } from '../../../domain/chain-order.ts';
import type { Address, ChainCredit, ChainTransaction } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Activity, ActivityPart, ActivityRequest } from '../../definitions/chain-source.ts';
import { getBalance, getKnownHeader } from '../client/actions.ts';
import type { Capabilities } from '../client/capabilities.ts';
import type { RpcClient } from '../client/client.ts';
import type { Header } from '../client/schemas.ts';
import type { BlockReader } from './blocks.ts';
import { logsByBloom } from './check-blooms.ts';
import type { EveryNode } from './every-node.ts';
import { findLogs } from './find-logs.ts';
import { findByBlocks, findByTraceFilter, type NativeScan } from './find-native.ts';
import { findInSharedBlocks } from './find-shared.ts';
import { type BlockLink, checkLinks, type Finding, type Findings, findingFor } from './findings.ts';
import { loadTransactions } from './load-transactions.ts';
import type { BlockRange, Density, RangeSizer } from './ranges.ts';

export interface ActivityLimits {
  /** A step ends after this many transactions … */
  stepTransactions: number;
  /** … or this long, at the end of a window; ranges of up to `wholeRangeBlocks` are never cut. */
  stepMs: number;
  wholeRangeBlocks: number;
  /** Pieces of a window asked for at once. */
  parallel: number;
  /** A history of at most this many blocks is read block by block, where the nodes cannot search by address. */
  blockScanBlocks: number;
  /** Ranges of at most this many blocks are read as whole blocks when several wallets follow the chain. */
  sharedBlocks: number;
  /**
   * In ranges of at most this many blocks every header is read: the blocks must hang together, and the logs agree with the
   * blocks' Bloom filters. In longer ones nothing that is remembered is used.
   */
  headerBlocks: number;
}

export interface ActivityDeps {
  client: RpcClient;
  clock: Clock;
  nodes: EveryNode;
  blocks: BlockReader;
  capabilities: Capabilities;
  limits: ActivityLimits;
  logSizer: RangeSizer;
  nativeSizer: RangeSizer;
  /** Where the chain's histories begin. */
  startBlock: number;
  /** Of the wallet. */
  density: Density;
  /** Several wallets have asked for the newest blocks lately. */
  isShared: boolean;
}

/** A step is full with this part of its transactions: a window for the rest would be small. */
const fullFrom = 0.75;

/** What touched the address from `fromBlock` on. Throws RetryableError where the chain or the nodes are not of one mind. */
export async function fetchActivity(request: ActivityRequest, deps: ActivityDeps): Promise<Activity> {
  const { client, limits } = deps;
  const { address, fromBlock, toBlock, parentHash = null, signal } = request;
  if (fromBlock > toBlock) throw new RangeError(`an empty range of blocks: ${fromBlock} to ${toBlock}`);
  const endBefore = await endHeader(client, toBlock, signal);

  const startedAt = deps.clock.elapsed();
  const unconfirmedBefore = deps.nodes.unconfirmed();
  const mayCut = toBlock - fromBlock + 1 > limits.wholeRangeBlocks;
  const pending: Promise<ChainTransaction[]>[] = [];
  const credits: ChainCredit[] = [];
  const isShort = toBlock - fromBlock < limits.headerBlocks;
  const links: BlockLink[] =
    isShort || parentHash === null ? [] : [await endHeader(client, fromBlock, signal)];
  const loader = { client, blocks: deps.blocks, capabilities: deps.capabilities, wallet: address, signal };
  let found = 0;
  let reached = fromBlock - 1;
  while (reached < toBlock) {
    const room = mayCut ? Math.max(1, limits.stepTransactions - found) : Number.POSITIVE_INFINITY;
    const size = Math.min(windowSize(deps), deps.density.blocksFor(room));
    const window = { fromBlock: reached + 1, toBlock: Math.min(toBlock, reached + size) };
    const findings = await discover(address, window, deps, request, endBefore);
    links.push(...findings.links);
    if (mayCut) deps.density.saw(window.toBlock - reached, findings.byHash.size);
    const cut = cutAfterBlock(findings, window, room);
    const loading = loadTransactions(cut.findings, loader);
    // Awaited below; until then a failure must not count as unhandled.
    loading.catch(() => undefined);
    pending.push(loading);
    credits.push(...findings.credits.filter((credit) => credit.blockNumber <= cut.reached));
    found += cut.findings.length;
    reached = cut.reached;
    const isLong =
      found >= limits.stepTransactions * fullFrom || deps.clock.elapsed() - startedAt > limits.stepMs;
    if (mayCut && (isLong || reached < window.toBlock)) break;
  }
  const transactions = (await Promise.all(pending)).flat().sort(compareChainPlaces);
  const genesis =
    fromBlock === 0 ? await genesisCredit(address, deps, signal) : { credits: [], warnings: [] };

  const [end, endAfter] = await Promise.all([
    endHeader(client, reached, signal),
    endHeader(client, toBlock, signal),
  ]);
  if (endAfter.hash !== endBefore.hash) {
    throw new RetryableError(`block ${toBlock} changed while the range was being fetched: a re-org`);
  }
  const before = parentHash === null ? null : { number: fromBlock - 1, hash: parentHash };
  checkLinks(links, { before, end: endBefore, found: [...transactions, ...credits] });
  return {
    reached: { number: end.number, hash: end.hash, timestamp: end.timestamp },
    transactions,
    credits: [...genesis.credits, ...credits.sort((left, right) => left.blockNumber - right.blockNumber)],
    missing: missingParts(deps.capabilities, isScanned(request, deps)),
    warnings: [...genesis.warnings, ...confirmationWarnings(deps, request, unconfirmedBefore)],
  };
}

/** Where a range is too long for the Bloom filters, a second node is the only proof that no log was left out. */
function confirmationWarnings(
  deps: ActivityDeps,
  { fromBlock, toBlock }: BlockRange,
  unconfirmedBefore: number,
): string[] {
  const isConfirmed = deps.nodes.unconfirmed() === unconfirmedBefore;
  if (isConfirmed || toBlock - fromBlock < deps.limits.headerBlocks) return [];
  return [
    'Some blocks were read without the agreement of every node, because one was behind or did not answer.',
  ];
}

/** What nodes of these capabilities cannot give. `isScanned`: where they cannot search, every block is read. */
export function missingParts({ native, logs }: Capabilities, isScanned: boolean): readonly ActivityPart[] {
  const parts: ActivityPart[] = [];
  const isUnread = native !== 'trace_filter' && !isScanned;
  if (isUnread) parts.push('transactions');
  if (isUnread || native === 'blocks') parts.push('internal-calls');
  if (!logs) parts.push('logs');
  return parts;
}

/**
 * Whether every block of the range may be read. Of a history that is loaded, its whole length decides, which all of its steps agree
 * on; a wallet that follows the chain has only these blocks to read.
 */
function isScanned(
  { fromBlock, toBlock, isFollowing = false }: ActivityRequest,
  { limits, startBlock }: Pick<ActivityDeps, 'limits' | 'startBlock'>,
): boolean {
  const span = toBlock - fromBlock + 1;
  const isPiece = isFollowing || span <= Math.min(limits.wholeRangeBlocks, limits.blockScanBlocks);
  const blocks = isPiece ? span : toBlock - Math.min(startBlock, fromBlock) + 1;
  return blocks <= limits.blockScanBlocks;
}

function windowSize(deps: ActivityDeps): number {
  const { limits, logSizer, nativeSizer, capabilities } = deps;
  const scansNative = capabilities.native !== 'blocks';
  return limits.parallel * (scansNative ? Math.min(logSizer.size(), nativeSizer.size()) : logSizer.size());
}

function endHeader(client: RpcClient, blockNumber: number, signal: AbortSignal | undefined): Promise<Header> {
  return client.request(getKnownHeader(blockNumber), signal);
}

function headersOf(
  blocks: BlockReader,
  { fromBlock, toBlock }: BlockRange,
  signal: AbortSignal | undefined,
): Promise<Header[]> {
  const numbers = Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index);
  return Promise.all(numbers.map((number) => blocks.header(number, signal)));
}

async function discover(
  wallet: Address,
  range: BlockRange,
  deps: ActivityDeps,
  request: ActivityRequest,
  end: Header,
): Promise<Findings> {
  const { blocks, capabilities, limits } = deps;
  const { signal } = request;
  const isSmall = request.toBlock - request.fromBlock < limits.sharedBlocks;
  if (deps.isShared && isSmall && capabilities.traceBlock && capabilities.blockReceipts) {
    return findInSharedBlocks(blocks, wallet, range, signal);
  }
  const scan = { nodes: deps.nodes, parallel: limits.parallel, wallet, range, end, signal };
  const native: NativeScan = { ...scan, blocks, sizer: deps.nativeSizer };
  const isShort = request.toBlock - request.fromBlock < limits.headerBlocks;
  const checksBlooms = isShort && capabilities.logs && capabilities.blockReceipts;
  // Where the blocks are read whole, these are the links.
  const needsHeaders = checksBlooms || (isShort && capabilities.native === 'trace_filter');
  const headers = needsHeaders ? headersOf(blocks, range, signal) : Promise.resolve([]);
  const [links, logs, more, findings] = await Promise.all([
    headers,
    capabilities.logs ? findLogs({ ...scan, sizer: deps.logSizer }) : [],
    checksBlooms ? headers.then((all) => logsByBloom(blocks, wallet, all, signal)) : [],
    findNative(native, deps, request),
  ]);
  findings.links.push(...links);
  for (const log of [...logs, ...more]) {
    const seen = { hash: log.transactionHash, blockNumber: log.blockNumber, blockHash: log.blockHash };
    findingFor(findings.byHash, seen).logIndexes.push(log.logIndex);
  }
  return findings;
}

function findNative(scan: NativeScan, deps: ActivityDeps, request: ActivityRequest): Promise<Findings> {
  const { blocks, capabilities } = deps;
  if (capabilities.native === 'trace_filter') return findByTraceFilter(scan);
  if (!isScanned(request, deps)) return Promise.resolve({ byHash: new Map(), credits: [], links: [] });
  switch (capabilities.native) {
    case 'trace_block':
      return findByBlocks(scan, blocks.traces);
    case 'debug_traceBlockByNumber':
      return findByBlocks(scan, blocks.calls);
    case 'blocks':
      return findByBlocks(scan, null);
  }
}

/** The findings of the window up to the block in which `room` is used up; a block is never cut. */
function cutAfterBlock(
  findings: Findings,
  window: BlockRange,
  room: number,
): { findings: Finding[]; reached: number } {
  const all = [...findings.byHash.values()].sort((left, right) => left.blockNumber - right.blockNumber);
  const last = all[Math.min(all.length, room) - 1];
  if (all.length <= room || last === undefined) return { findings: all, reached: window.toBlock };
  return {
    findings: all.filter((finding) => finding.blockNumber <= last.blockNumber),
    reached: last.blockNumber,
  };
}

/** What the address owned from the first block on. */
async function genesisCredit(
  address: Address,
  deps: ActivityDeps,
  signal: AbortSignal | undefined,
): Promise<{ credits: ChainCredit[]; warnings: string[] }> {
  if (!deps.capabilities.archive) {
    return {
      credits: [],
      warnings: ['The node keeps no old state: a balance from the genesis block would not be seen.'],
    };
  }
  const [value, header] = await Promise.all([
    deps.client.request(getBalance(address, 0), signal),
    deps.blocks.header(0, signal),
  ]);
  if (value === 0n) return { credits: [], warnings: [] };
  const credit: ChainCredit = {
    kind: 'genesis',
    index: 0,
    address,
    value,
    blockNumber: 0,
    blockHash: header.hash,
    timestamp: header.timestamp,
  };
  return { credits: [credit], warnings: [] };
}
