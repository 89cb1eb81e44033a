/** What touched a wallet in a window of blocks: by logs and by native value, in whichever way the nodes can tell. */
import type { Address } from '../../../domain/model.ts';
import type { ActivityPart, ActivityRequest } from '../../definitions/chain-source.ts';
import type { Capabilities } from '../client/capabilities.ts';
import type { Header } from '../client/schemas.ts';
import type { BlockRange, Finds } from '../sharing/finds.ts';
import type { Shared } from '../sharing/sharing.ts';
import type { BlockReader } from './blocks.ts';
import { logsByBloom } from './check-blooms.ts';
import type { EveryNode } from './every-node.ts';
import { findLogs } from './find-logs.ts';
import { findByBlocks, findByTraceFilter, rewardCredits } from './find-native.ts';
import { findInSharedBlocks } from './find-shared.ts';
import { addFinds, type Findings, findingFor } from './findings.ts';
import type { RangeSizer } from './ranges.ts';
import type { WalletScan } from './search-wallet.ts';

export interface Discovery {
  nodes: EveryNode;
  blocks: BlockReader;
  capabilities: Capabilities;
  limits: DiscoveryLimits;
  logSizer: RangeSizer;
  nativeSizer: RangeSizer;
  /** Where the chain's histories begin. */
  startBlock: number;
  /** Several wallets have asked for the newest blocks lately. */
  isFollowedByMany: boolean;
  shared: Shared | null;
}

export interface DiscoveryLimits {
  wholeRangeBlocks: number;
  /** Pieces of a window asked for at once. */
  parallel: number;
  /** A history of at most this many blocks is read block by block, where the nodes cannot search by address. */
  blockScanBlocks: number;
  /** Ranges of at most this many blocks are read as whole blocks when several wallets follow the chain. */
  sharedBlocks: number;
  /**
   * In ranges of at most this many blocks every header is read: the blocks must hang together, and the logs agree with the
   * blocks' Bloom filters. In longer ones nothing that is remembered is used but what names the block on which it rests (../sharing/).
   */
  headerBlocks: number;
}

/** Whether every header of the range is read. */
export function isShortRange(
  { fromBlock, toBlock }: BlockRange,
  { headerBlocks }: Pick<DiscoveryLimits, 'headerBlocks'>,
): boolean {
  return toBlock - fromBlock < headerBlocks;
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
export function isScanned(
  { fromBlock, toBlock, isFollowing = false }: ActivityRequest,
  { limits, startBlock }: Pick<Discovery, 'limits' | 'startBlock'>,
): boolean {
  const span = toBlock - fromBlock + 1;
  const isPiece = isFollowing || span <= Math.min(limits.wholeRangeBlocks, limits.blockScanBlocks);
  const blocks = isPiece ? span : toBlock - Math.min(startBlock, fromBlock) + 1;
  return blocks <= limits.blockScanBlocks;
}

/** @param end The verified end of the whole request. */
export async function discover(
  wallet: Address,
  range: BlockRange,
  discovery: Discovery,
  request: ActivityRequest,
  end: Header,
): Promise<Findings> {
  const { blocks, capabilities, limits, nodes, shared } = discovery;
  const { signal } = request;
  const isSmall = request.toBlock - request.fromBlock < limits.sharedBlocks;
  if (discovery.isFollowedByMany && isSmall && capabilities.traceBlock && capabilities.blockReceipts) {
    return findInSharedBlocks(blocks, wallet, range, signal);
  }
  const scan = { nodes, parallel: limits.parallel, wallet, range, end, shared, signal };
  const isShort = isShortRange(request, limits);
  const checksBlooms = isShort && capabilities.logs && capabilities.blockReceipts;
  // Where the blocks are read whole, these are the links.
  const needsHeaders = checksBlooms || (isShort && capabilities.native === 'trace_filter');
  const headers = needsHeaders ? headersOf(blocks, range, signal) : Promise.resolve([]);
  const [links, logs, more, native] = await Promise.all([
    headers,
    capabilities.logs ? findLogs({ ...scan, sizer: discovery.logSizer }) : [],
    checksBlooms ? headers.then((all) => logsByBloom(blocks, wallet, all, signal)) : [],
    findNative({ ...scan, sizer: discovery.nativeSizer }, discovery, request),
  ]);
  const rewards = native.flatMap((finds) => finds.rewards);
  const findings: Findings = {
    byHash: new Map(),
    credits: await rewardCredits(rewards, wallet, (blockNumber) => blocks.header(blockNumber, signal)),
    links: [...native.flatMap((finds) => finds.links), ...links],
  };
  for (const finds of [...native, ...logs]) addFinds(findings.byHash, finds.transactions);
  for (const log of more) {
    const seen = { hash: log.transactionHash, blockNumber: log.blockNumber, blockHash: log.blockHash };
    findingFor(findings.byHash, seen).logIndexes.push(log.logIndex);
  }
  return findings;
}

function findNative(scan: WalletScan, discovery: Discovery, request: ActivityRequest): Promise<Finds[]> {
  const { blocks, capabilities } = discovery;
  if (capabilities.native === 'trace_filter') return findByTraceFilter(scan);
  if (!isScanned(request, discovery)) return Promise.resolve([]);
  switch (capabilities.native) {
    case 'trace_block':
      return findByBlocks(scan, blocks, blocks.traces);
    case 'debug_traceBlockByNumber':
      return findByBlocks(scan, blocks, blocks.calls);
    case 'blocks':
      return findByBlocks(scan, blocks, null);
  }
}

function headersOf(
  blocks: BlockReader,
  { fromBlock, toBlock }: BlockRange,
  signal: AbortSignal | undefined,
): Promise<Header[]> {
  const numbers = Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index);
  return Promise.all(numbers.map((number) => blocks.header(number, signal)));
}
