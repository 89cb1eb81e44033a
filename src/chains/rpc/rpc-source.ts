/** The `rpc` chain source: a node (or several that serve one chain) over JSON-RPC. */

import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import { errorText, PermanentError, RetryableError } from '../../errors.ts';
import { type Clock, systemClock } from '../../outgoing/clock.ts';
import { untilAborted } from '../../until-aborted.ts';
import type {
  Activity,
  ActivityRequest,
  BlockReference,
  ChainSource,
  NamedBlocks,
  NamedRequest,
} from '../definitions/chain-source.ts';
import { type BlockReader, createBlockReader } from './activity/blocks.ts';
import { isShortRange } from './activity/discover.ts';
import { createEveryNode, type EveryNode } from './activity/every-node.ts';
import { type ActivityLimits, fetchActivity } from './activity/fetch-activity.ts';
import { canNameBlocks, readNamedBlocks } from './activity/named-blocks.ts';
import { createDensity, createWalletSizers, type Density, type WalletSizers } from './activity/ranges.ts';
import { getBalance, getHeader } from './client/actions.ts';
import { type Capabilities, probeCapabilities } from './client/capabilities.ts';
import { createRpcClient, type NodeClient, patientClient } from './client/client.ts';
import { createContractReader } from './client/contract-calls.ts';
import type { Endpoint } from './client/endpoint.ts';
import { checkChainId, type OutcomeHandler, openEndpoints } from './client/open-endpoints.ts';
import { EndpointRefusedError } from './client/rpc-errors.ts';
import type { Header } from './client/schemas.ts';
import { createSharing, forgetSharing, type Sharing } from './sharing/sharing.ts';
import { probeResult } from './source-warnings.ts';

export interface RpcSourceOptions {
  chainId: number;
  /** One or more http(s) URLs of nodes of this chain; the first is asked first. */
  urls: readonly string[];
  /** Where the chain's histories begin; 0 unless given. */
  startBlock?: number;
  limits?: Partial<RpcLimits>;
  clock?: Clock;
  log?: (event: string, details: Readonly<Record<string, unknown>>) => void;
  onOutcome?: OutcomeHandler;
}

export interface RpcLimits extends ActivityLimits {
  requestTimeoutMs: number;
  attempts: number;
  firstPauseMs: number;
  concurrency: number;
  batchWeight: number;
  /** The number of blocks first asked for in eth_getLogs and trace_filter, and the most. */
  firstRangeBlocks: number;
  longestRangeBlocks: number;
  /** What is kept of wallets that will be loaded soon, about. */
  sharedBytes: number;
}

export const defaultRpcLimits: RpcLimits = {
  requestTimeoutMs: 20_000,
  attempts: 5,
  firstPauseMs: 250,
  concurrency: 8,
  batchWeight: 100,
  firstRangeBlocks: 2_000,
  longestRangeBlocks: 100_000,
  sharedBytes: 32 * 1024 * 1024,
  stepTransactions: 1_000,
  stepMs: 8_000,
  wholeRangeBlocks: 256,
  parallel: 4,
  blockScanBlocks: 100_000,
  sharedBlocks: 4,
  headerBlocks: 64,
};

/** Whom blocks name is read of so many side by side; one answer ends with the block that makes it so many addresses. */
const namedBlocksAtOnce = 8;
const mostNamedAddresses = 50_000;
/** Blocks per piece where each one is fetched whole. */
const wholeBlocksAtOnce = 8;
const sharedFromWallets = 3;
const followerMemoryMs = 60_000;
const rememberedDensities = 10_000;

/** What the nodes can do, found out once. */
interface Probed {
  capabilities: Capabilities;
  nativeSizers: WalletSizers;
}

interface SourceState {
  readonly options: RpcSourceOptions;
  readonly limits: RpcLimits;
  readonly clock: Clock;
  readonly endpoints: readonly Endpoint[];
  /** The hosts, for texts. */
  readonly description: string;
  readonly client: NodeClient;
  readonly nodes: EveryNode;
  readonly blocks: BlockReader;
  /** Never told of a head, it remembers nothing; for what is asked for in thousands. */
  readonly freshBlocks: BlockReader;
  readonly logSizers: WalletSizers;
  /** Of wallets that are being loaded. */
  readonly sharing: Sharing;
  readonly densities: Memory<Address, Density>;
  /** When each wallet that follows the head asked last. */
  readonly followers: Map<Address, number>;
  /** Somebody reads the newest blocks for all wallets: a wallet finds them read. */
  isFollowed: boolean;
  /** The highest head that a node has told of; -1: none yet. */
  highestHead: number;
  probed: Promise<Probed> | null;
}

/**
 * A chain source on JSON-RPC nodes. Throws PermanentError at once for URLs that are none; nothing is sent before the first use.
 *
 * @example createRpcSource({ chainId: 1, urls: ['http://127.0.0.1:8545'] })
 */
export function createRpcSource(options: RpcSourceOptions): ChainSource {
  const state = openSource(options);
  const { client, blocks } = state;
  return {
    chainId: options.chainId,
    description: state.description,
    probe: () => probe(state),
    getHead: () => getHead(state),
    getBlock: (blockNumber) => getBlock(state, blockNumber),
    fetchActivity: (request) => fetchWhole(state, request),
    readNamedBlocks: (request) => readNamed(state, request),
    callContracts: createContractReader(client),
    getNativeBalance: (address, blockNumber) => client.request(getBalance(address, blockNumber)),
    close: async () => {
      blocks.forget();
      forgetSharing(state.sharing);
    },
  };
}

function openSource(options: RpcSourceOptions): SourceState {
  const { chainId, clock = systemClock } = options;
  const limits: RpcLimits = { ...defaultRpcLimits, ...options.limits };
  const endpoints = openEndpoints(options.urls, limits.requestTimeoutMs, { ...options, clock });
  const check = (endpoint: Endpoint): Promise<void> => checkChainId(endpoint, chainId);
  const client = createRpcClient(endpoints, limits, check, clock);
  // The second answer is not worth more than a second attempt.
  const singleLimits = { ...limits, attempts: Math.min(2, limits.attempts) };
  const single = endpoints.map((endpoint) => createRpcClient([endpoint], singleLimits, check, clock));
  return {
    ...{ options, limits, clock, endpoints, client },
    description: [...new Set(endpoints.map((endpoint) => endpoint.host))].join(', '),
    nodes: createEveryNode(client, single, clock),
    blocks: createBlockReader(client, clock),
    freshBlocks: createBlockReader(patientClient(client), clock),
    logSizers: createWalletSizers(limits.firstRangeBlocks, limits.longestRangeBlocks),
    sharing: createSharing(limits.sharedBytes, clock),
    densities: createMemory({ maximum: rememberedDensities }),
    followers: new Map(),
    isFollowed: false,
    highestHead: -1,
    probed: null,
  };
}

function ready(state: SourceState): Promise<Probed> {
  const { options, limits, description } = state;
  state.probed ??= probeCapabilities(state.client).then(
    (capabilities) => {
      options.log?.('chain node probed', { chainId: options.chainId, hosts: description, ...capabilities });
      const nativeSizers =
        capabilities.native === 'trace_filter'
          ? createWalletSizers(limits.firstRangeBlocks, limits.longestRangeBlocks)
          : createWalletSizers(wholeBlocksAtOnce, wholeBlocksAtOnce * 4);
      return { capabilities, nativeSizers };
    },
    (error: unknown) => {
      state.probed = null;
      throw error;
    },
  );
  return state.probed;
}

async function probe(state: SourceState): ReturnType<ChainSource['probe']> {
  const { options, limits, endpoints } = state;
  const { chainId, log } = options;
  const checks = await Promise.allSettled(endpoints.map((endpoint) => checkChainId(endpoint, chainId)));
  const problems = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  const wrong = problems.find((problem) => problem instanceof EndpointRefusedError);
  if (wrong !== undefined) throw new PermanentError(errorText(wrong));
  if (problems.length === endpoints.length) throw problems[0];
  // Anew: of several nodes the able one may have been away the last time.
  state.probed = null;
  const { capabilities } = await ready(state);
  // A url that is down for a moment is the pool's concern, not the history's.
  for (const problem of problems) log?.('a node cannot be used', { chainId, problem: errorText(problem) });
  return probeResult(capabilities, {
    chainId,
    startBlock: options.startBlock ?? 0,
    limit: limits.blockScanBlocks,
  });
}

/** Of several nodes the one that is furthest: one that stands still, or does not answer, must not hold up the others. */
async function getHead(state: SourceState): Promise<BlockReference> {
  const { nodes, blocks, description } = state;
  const isNewest = (head: Header | null): boolean => head !== null && head.number >= state.highestHead;
  const ask = (node: NodeClient): Promise<Header | null> => node.request(getHeader('latest'));
  const heads = await nodes.ask(ask, (answers) => answers.some(isNewest));
  const header = heads.reduce((best, head) => ((head?.number ?? -1) > (best?.number ?? -1) ? head : best));
  if (header === null) throw new RetryableError(`${description}: the node names no latest block`);
  blocks.setHead(header.number);
  state.highestHead = Math.max(state.highestHead, header.number);
  return reference(header);
}

async function getBlock(
  { client, endpoints, nodes }: SourceState,
  blockNumber: number,
): Promise<BlockReference | null> {
  const ask = (node: NodeClient): Promise<Header | null> => node.request(getHeader(blockNumber));
  const isKnown = (answer: Header | null): boolean => answer !== null;
  let header = await ask(client);
  // The node that was asked may be behind the others.
  if (header === null && endpoints.length > 1) {
    header = (await nodes.ask(ask, (answers) => answers.some(isKnown))).find(isKnown) ?? null;
  }
  return header === null ? null : reference(header);
}

async function fetchWhole(state: SourceState, request: ActivityRequest): Promise<Activity> {
  const { client, clock, nodes, blocks, freshBlocks, limits, logSizers, sharing } = state;
  const { address, signal } = request;
  // Some requests are shared and do not end with the signal.
  const { capabilities, nativeSizers } = await untilAborted(ready(state), signal);
  const span = request.toBlock - request.fromBlock + 1;
  const isFollowedByMany = followsWithOthers(state, address, span) && request.isCheck !== true;
  try {
    const activity = fetchActivity(request, {
      ...{ client, clock, nodes, capabilities, limits, isFollowedByMany, sharing },
      ...{ logSizer: logSizers.of(address), nativeSizer: nativeSizers.of(address) },
      blocks: isShortRange(request, limits) ? blocks : freshBlocks,
      startBlock: state.options.startBlock ?? 0,
      density: densityOf(state, address),
    });
    return await untilAborted(activity, signal);
  } catch (error) {
    // What was remembered may be the half that is out of date.
    blocks.forget();
    throw error;
  }
}

async function readNamed(
  state: SourceState,
  { fromBlock, toBlock, isFresh = false, signal }: NamedRequest,
): Promise<NamedBlocks | null> {
  const { nodes, blocks } = state;
  const { capabilities } = await untilAborted(ready(state), signal);
  if (!canNameBlocks(capabilities)) return null;
  state.isFollowed = true;
  if (isFresh) blocks.forget();
  try {
    const limits = { parallel: namedBlocksAtOnce, mostAddresses: mostNamedAddresses };
    const named = readNamedBlocks({ fromBlock, toBlock }, { nodes, blocks, capabilities, signal, ...limits });
    return await untilAborted(named, signal);
  } catch (error) {
    blocks.forget();
    // What could not be read whole may be found by a search.
    state.isFollowed = false;
    throw error;
  }
}

function densityOf({ densities }: SourceState, address: Address): Density {
  const density = densities.get(address) ?? createDensity();
  densities.keep(address, density);
  return density;
}

/** Notes who follows the head; several wallets make it worth while to read whole blocks once for all. */
function followsWithOthers(
  { clock, followers, limits, isFollowed }: SourceState,
  address: Address,
  span: number,
): boolean {
  const now = clock.elapsed();
  if (span <= limits.sharedBlocks) followers.set(address, now);
  for (const [follower, askedAt] of followers) {
    if (now - askedAt > followerMemoryMs) followers.delete(follower);
  }
  return isFollowed || followers.size >= sharedFromWallets;
}

const reference = ({ number, hash, timestamp }: Header): BlockReference => ({ number, hash, timestamp });
