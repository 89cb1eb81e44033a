/**
 * Whom blocks name, for all wallets at once: each block is read whole, once. What a search for one wallet could find in the blocks
 * is of an address that is named here. The reverse need not hold: a wallet that is named for nothing is searched for in vain.
 */
import { type Address, zeroAddress } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { NamedBlocks } from '../../definitions/chain-source.ts';
import { getLogs } from '../client/actions.ts';
import { explainsBloom } from '../client/bloom.ts';
import type { Capabilities } from '../client/capabilities.ts';
import type { Block, RpcLog } from '../client/schemas.ts';
import type { BlockRange } from '../sharing/finds.ts';
import type { BlockReader, TracedTransaction } from './blocks.ts';
import type { EveryNode } from './every-node.ts';
import { signatureTopics } from './find-logs.ts';
import { checkReceiptsOf, checkTracesOf } from './find-shared.ts';

export interface NamedScan {
  nodes: EveryNode;
  blocks: BlockReader;
  capabilities: Capabilities;
  /** Blocks read side by side. */
  parallel: number;
  /** No block is begun after so many addresses: the answer ends there. */
  mostAddresses: number;
  signal: AbortSignal | undefined;
}

/** What is read of one block. */
interface ReadBlock {
  block: Block;
  addresses: Set<Address>;
}

type LoggedEvent = Pick<RpcLog, 'address' | 'topics'>;

/**
 * Whether nodes of these capabilities tell of whole blocks what they tell of a wallet: with trace_filter alone, moves inside
 * of transactions are told only of wallets.
 */
export function canNameBlocks({ native, traceBlock }: Capabilities): boolean {
  return native !== 'trace_filter' || traceBlock;
}

/**
 * Reads the blocks of the range from its beginning, as many as hold `mostAddresses`, at least one. Each is consistent in itself
 * and a child of the one before, else it throws RetryableError.
 */
export async function readNamedBlocks(range: BlockRange, scan: NamedScan): Promise<NamedBlocks> {
  const links: Block[] = [];
  const addresses = new Set<Address>();
  for (let from = range.fromBlock; from <= range.toBlock; from += scan.parallel) {
    const count = Math.min(scan.parallel, range.toBlock - from + 1);
    const read = await Promise.all(
      Array.from({ length: count }, (_, index) => readBlock(from + index, scan)),
    );
    for (const { block, addresses: own } of read) {
      const before = links.at(-1);
      if (before !== undefined && before.hash !== block.parentHash) {
        throw new RetryableError(
          `blocks ${before.number} and ${block.number} are not of one chain: a re-org`,
        );
      }
      links.push(block);
      for (const address of own) addresses.add(address);
    }
    if (addresses.size >= scan.mostAddresses) break;
  }
  addresses.delete(zeroAddress);
  return {
    addresses,
    blocks: links.map(({ number, hash, parentHash, timestamp }) => ({ number, hash, parentHash, timestamp })),
  };
}

async function readBlock(blockNumber: number, scan: NamedScan): Promise<ReadBlock> {
  const { blocks, signal } = scan;
  const [block, traced] = await Promise.all([
    blocks.block(blockNumber, signal),
    readTraces(blockNumber, scan),
  ]);
  const addresses = new Set<Address>();
  for (const { from, to } of block.transactions) {
    addresses.add(from);
    if (to !== null) addresses.add(to);
  }
  if (traced !== null) {
    checkTracesOf(block, traced.transactions);
    addTraced(addresses, traced.transactions);
    for (const { author } of traced.rewards) addresses.add(author);
  }
  addLogged(addresses, await readLogs(block, addresses, scan));
  return { block, addresses };
}

/** null: the nodes have no traces. */
async function readTraces(
  blockNumber: number,
  { blocks, capabilities: { native, traceBlock }, signal }: NamedScan,
): Promise<Pick<Awaited<ReturnType<BlockReader['traced']>>, 'transactions' | 'rewards'> | null> {
  if (native === 'blocks') return null;
  if (traceBlock) return blocks.traced(blockNumber, signal);
  return { transactions: await blocks.calls(blockNumber, signal), rewards: [] };
}

/** Every log of the block, proved by the block's own filter. Contracts that receipts tell of are added to the addresses. */
async function readLogs(block: Block, addresses: Set<Address>, scan: NamedScan): Promise<LoggedEvent[]> {
  const { blocks, capabilities, nodes, signal } = scan;
  const { number: blockNumber, hash, logsBloom } = block;
  // Some chains log outside of transactions: then the filter says so.
  const isBare = block.transactions.length === 0 && (logsBloom == null || explainsBloom([], logsBloom));
  if (isBare) return [];
  let logs: LoggedEvent[];
  if (capabilities.blockReceipts) {
    const receipts = await blocks.receipts(blockNumber, signal);
    checkReceiptsOf(block, receipts);
    for (const { contractAddress } of receipts) if (contractAddress != null) addresses.add(contractAddress);
    logs = receipts.flatMap((receipt) => receipt.logs);
  } else if (capabilities.logs) {
    const ofBlock = { fromBlock: blockNumber, toBlock: blockNumber, topics: [] };
    const all = (await nodes.ask((client) => client.request(getLogs(ofBlock), signal))).flat();
    if (all.some(({ blockHash }) => blockHash !== hash)) {
      throw new RetryableError(`eth_getLogs: logs of another block than ${hash}`);
    }
    logs = all;
  } else return [];
  if (logsBloom != null && !explainsBloom(logs, logsBloom)) {
    throw new RetryableError(`block ${blockNumber} has more logs than the node tells of`);
  }
  return logs;
}

function addTraced(addresses: Set<Address>, traced: readonly TracedTransaction[]): void {
  for (const { createdContract, internalCalls } of traced) {
    if (createdContract !== null) addresses.add(createdContract);
    for (const { from, to } of internalCalls) {
      addresses.add(from);
      addresses.add(to);
    }
  }
}

const searched: ReadonlySet<string> = new Set(signatureTopics);
const addressPadding = `0x${'0'.repeat(24)}`;

/** Whom the logs name that a search for a wallet looks for. */
function addLogged(addresses: Set<Address>, logs: readonly LoggedEvent[]): void {
  for (const { topics } of logs) {
    const [signature, ...named] = topics;
    if (signature === undefined || !searched.has(signature)) continue;
    for (const topic of named) {
      if (topic.startsWith(addressPadding)) addresses.add(`0x${topic.slice(addressPadding.length)}`);
    }
  }
}
