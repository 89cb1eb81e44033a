/**
 * Blocks, calls and balances: from a node of one's own where there is one, else through the explorer. The head is
 * always the explorer's too, since its lists end there.
 */
import { z } from 'zod';
import { lowerAddress } from '../../domain/address.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address, Hex } from '../../domain/model.ts';
import { PermanentError, RetryableError } from '../../errors.ts';
import type { Clock } from '../../outgoing/clock.ts';
import type { BlockReference, ChainSource, ContractCall } from '../definitions/chain-source.ts';
import { ethCall, getHeader } from '../rpc/client/actions.ts';
import type { RpcRequest } from '../rpc/client/client.ts';
import { smallQuantity } from '../rpc/client/schemas.ts';
import type { ExplorerClient } from './client/client.ts';
import type { NodeAccess } from './client/node-access.ts';

/** What is used of a node of one's own. */
export type NodeView = Pick<
  ChainSource,
  'description' | 'probe' | 'getHead' | 'getBlock' | 'callContracts' | 'getNativeBalance'
>;

/** A block as it was read: between which other reads. */
export interface BlockRead {
  block: BlockReference;
  askedAs: number;
  answeredAs: number;
}

export interface ChainView {
  /**
   * The last block that the explorer's lists can be taken as complete to; one that was named before, where it is no lower than
   * `atLeast`.
   */
  indexedBlock(signal?: AbortSignal, atLeast?: number): Promise<number>;
  block(blockNumber: number, signal?: AbortSignal): Promise<BlockReference | null>;
  /** What a block was when it was last read, if that is a moment ago; later reads have greater numbers. */
  lastRead(blockNumber: number): BlockRead | null;
  /** As `block`, for one that must exist. */
  presentBlock(blockNumber: number, signal?: AbortSignal): Promise<BlockReference>;
  callContracts(calls: readonly ContractCall[], blockNumber?: number): Promise<(Hex | null)[]>;
  nativeBalance(address: Address, blockNumber: number): Promise<bigint>;
  /** Throws PermanentError when the explorer and the node of one's own are on different chains. */
  checkAgreement(head: number): Promise<void>;
}

const hex = (value: number): Hex => `0x${value.toString(16)}`;
const blockByTime = z.union([
  z.string().regex(/^\d+$/).transform(Number),
  z
    .object({ blockNumber: z.union([z.string().regex(/^\d+$/), z.number()]).transform(Number) })
    .transform((answer) => answer.blockNumber),
]);
const balanceText = z.string().regex(/^\d+$/).transform(BigInt);

/** How far back from the head two views of one chain must agree. */
const settledDepth = 128;
/** A poll asks for the head, and so does every wallet that follows it: one answer serves them all. */
const headLifeMs = 3000;
/** Blocks that are remembered as they were read, for so long. */
const readLife = { blocks: 256, milliseconds: 120_000 };
/** How many blocks are held back where an explorer cannot say which block stood at a time. */
const heldBackBlocks = 12;

export interface ChainViewParts {
  client: ExplorerClient;
  node: NodeAccess;
  clock: Clock;
  rpc: NodeView | undefined;
  indexDelaySeconds: number;
}

interface ViewState extends ChainViewParts {
  /** The explorer's head, and when it was asked for. */
  known: { at: number; head: number } | null;
  readonly reads: Memory<number, BlockRead>;
  /** Grows with each read of a block, at its beginning and at its end. */
  order: number;
}

export function createChainView(parts: ChainViewParts): ChainView {
  const { client, node, rpc, clock } = parts;
  const lifetime = { ms: readLife.milliseconds, now: clock.elapsed };
  const reads = createMemory<number, BlockRead>({ maximum: readLife.blocks, lifetime });
  const state: ViewState = { ...parts, known: null, reads, order: 0 };
  const block: ChainView['block'] = (blockNumber, signal) => readBlock(state, blockNumber, signal);
  return {
    block,
    lastRead: (blockNumber) => reads.get(blockNumber) ?? null,
    async indexedBlock(signal, atLeast = Number.POSITIVE_INFINITY) {
      if (state.known !== null && state.known.head >= atLeast) return state.known.head;
      const [indexed, own] = await Promise.all([explorerHead(state, signal), rpc?.getHead()]);
      return Math.min(indexed, own?.number ?? indexed);
    },
    async presentBlock(blockNumber, signal) {
      const found = await block(blockNumber, signal);
      if (found !== null) return found;
      throw new RetryableError(
        `${(rpc ?? { description: client.host }).description} does not have block ${blockNumber} (yet)`,
      );
    },
    callContracts: (calls, blockNumber) =>
      rpc?.callContracts(calls, blockNumber) ?? callThrough(node, calls, blockNumber),
    nativeBalance: (address, blockNumber) =>
      rpc?.getNativeBalance(address, blockNumber) ?? balanceThrough(client, address, blockNumber),
    checkAgreement: (head) => checkAgreement(parts, head),
  };
}

async function readBlock(
  state: ViewState,
  blockNumber: number,
  signal?: AbortSignal,
): Promise<BlockReference | null> {
  const { rpc, node, reads } = state;
  state.order += 1;
  const askedAs = state.order;
  const block = await (rpc?.getBlock(blockNumber) ?? explorerBlock(node, blockNumber, signal));
  state.order += 1;
  if (block === null) reads.forget(blockNumber);
  else reads.keep(blockNumber, { block, askedAs, answeredAs: state.order });
  return block;
}

async function explorerBlock(
  node: NodeAccess,
  blockNumber: number,
  signal?: AbortSignal,
): Promise<BlockReference | null> {
  const header = await node.request(getHeader(blockNumber), signal);
  return header === null ? null : { number: header.number, hash: header.hash, timestamp: header.timestamp };
}

/** The explorer's head, or the block that stood `indexDelaySeconds` ago; at most a moment old, which errs on the safe side. */
async function explorerHead(state: ViewState, signal?: AbortSignal): Promise<number> {
  const { clock, known } = state;
  if (known !== null && clock.elapsed() - known.at < headLifeMs) return known.head;
  const at = clock.elapsed();
  const head = await askHead(state, signal);
  state.known = { at, head };
  return head;
}

async function askHead(
  { client, node, clock, indexDelaySeconds }: ViewState,
  signal?: AbortSignal,
): Promise<number> {
  const head = await node.request(blockNumberRequest, signal);
  if (indexDelaySeconds === 0) return head;
  const timestamp = Math.floor(clock.now() / 1000) - indexDelaySeconds;
  const parameters = { timestamp: String(timestamp), closest: 'before' };
  const answer = await client.ask('block', 'getblocknobytime', parameters, signal);
  if (!answer.ok) {
    if (answer.fault.kind === 'unsupported' || answer.fault.kind === 'plan')
      return Math.max(0, head - heldBackBlocks);
    throw client.error(answer.fault, 'getblocknobytime');
  }
  const block = blockByTime.safeParse(answer.value);
  if (!block.success) throw client.error({ kind: 'malformed', text: 'no block number' }, 'getblocknobytime');
  return Math.min(block.data, head);
}

async function checkAgreement({ client, node, rpc }: ChainViewParts, head: number): Promise<void> {
  if (rpc === undefined) return;
  const settled = Math.max(0, head - settledDepth);
  const [theirs, ours] = await Promise.all([explorerBlock(node, settled), rpc.getBlock(settled)]);
  if (theirs === null || ours === null)
    throw new RetryableError(`block ${settled} is not to be had from both the explorer and the node`);
  if (theirs.hash === ours.hash) return;
  throw new PermanentError(
    `${client.host} and ${rpc.description} are on different chains: block ${settled} is ${theirs.hash} there and ` +
      `${ours.hash} here. Check the chain id, the explorer's url and the rpc url.`,
  );
}

const blockNumberRequest: RpcRequest<number> = {
  method: 'eth_blockNumber',
  params: [],
  parse(raw) {
    const parsed = smallQuantity.safeParse(raw);
    if (!parsed.success) throw new RetryableError('eth_blockNumber: no block number');
    return parsed.data;
  },
};

/** One request per call: the limiter spaces them. */
function callThrough(
  node: NodeAccess,
  calls: readonly ContractCall[],
  blockNumber: number | undefined,
): Promise<(Hex | null)[]> {
  const tag = blockNumber === undefined ? 'latest' : hex(blockNumber);
  return Promise.all(
    calls.map(async ({ to, data }) => {
      const answer = await node.requestUnlessReverted(ethCall([{ to, data }, tag]));
      return answer === null || answer === '0x' ? null : answer;
    }),
  );
}

async function balanceThrough(
  client: ExplorerClient,
  address: Address,
  blockNumber: number,
): Promise<bigint> {
  const parameters = { address: lowerAddress(address), tag: hex(blockNumber) };
  const answer = await client.ask('account', 'balance', parameters);
  if (!answer.ok) throw client.error(answer.fault, 'balance');
  const balance = balanceText.safeParse(answer.value);
  if (!balance.success) throw client.error({ kind: 'malformed', text: 'no amount' }, 'balance');
  return balance.data;
}
