/** One function per JSON-RPC method: its request, and the cross-checks that its answer must pass. */
import type { z } from 'zod';
import type { Address, Hash, Hex } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { answerLimits } from '../../../outgoing/answer-size.ts';
import { explainsBloom } from './bloom.ts';
import type { RpcRequest } from './client.ts';
import {
  type Block,
  type BlockCalls,
  blockCallsSchema,
  blockSchema,
  bytes,
  type Header,
  headerSchema,
  logSchema,
  quantity,
  type RpcLog,
  type RpcReceipt,
  type RpcTrace,
  type RpcTransaction,
  receiptSchema,
  smallQuantity,
  traceSchema,
  transactionSchema,
} from './schemas.ts';

export type BlockTag = number | 'latest' | 'finalized';

const hex = (value: number): Hex => `0x${value.toString(16)}`;
const tag = (block: BlockTag): string => (typeof block === 'number' ? hex(block) : block);

/** Reads an answer by its schema; what does not fit may be a truncated or garbled one, so it is asked again. */
function read<S extends z.ZodType>(method: string, schema: S, raw: unknown): z.infer<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new RetryableError(
    `${method}: unexpected answer at '${issue?.path.join('.') ?? ''}': ${issue?.message ?? ''}`,
  );
}

function insist(method: string, condition: boolean, what: string): void {
  if (!condition) throw new RetryableError(`${method}: wrong answer: ${what}`);
}

export function getChainId(): RpcRequest<number> {
  const method = 'eth_chainId';
  return { method, params: [], parse: (raw) => read(method, smallQuantity, raw) };
}

/** null: no such block (yet). */
export function getHeader(block: BlockTag): RpcRequest<Header | null> {
  const method = 'eth_getBlockByNumber';
  return {
    method,
    params: [tag(block), false],
    parse: (raw) => {
      if (raw === null) return null;
      const header = read(method, headerSchema, raw);
      insist(
        method,
        typeof block !== 'number' || header.number === block,
        `block ${header.number} for ${block}`,
      );
      return header;
    },
  };
}

/** The same for a block that must be there: a node that lags is asked again, or another one. */
export function getKnownHeader(blockNumber: number): RpcRequest<Header> {
  const request = getHeader(blockNumber);
  return {
    ...request,
    parse: (raw) => {
      const header = request.parse(raw);
      if (header !== null) return header;
      throw new RetryableError(`${request.method}: the node does not have block ${blockNumber} (yet)`);
    },
  };
}

/** A block with its transactions in full; null: no such block (yet). */
export function getBlock(blockNumber: number): RpcRequest<Block | null> {
  const method = 'eth_getBlockByNumber';
  return {
    method,
    params: [hex(blockNumber), true],
    weight: 5,
    parse: (raw) => {
      if (raw === null) return null;
      const block = read(method, blockSchema, raw);
      insist(method, block.number === blockNumber, `block ${block.number} for ${blockNumber}`);
      for (const [index, transaction] of block.transactions.entries()) {
        insist(
          method,
          transaction.blockHash === block.hash && transaction.transactionIndex === index,
          `transaction ${transaction.hash} is not of its block`,
        );
      }
      return block;
    },
  };
}

export interface LogFilter {
  fromBlock: number;
  toBlock: number;
  topics: readonly (readonly Hash[] | Hash | null)[];
}

/** Logs in a range; each must lie in it and match the topics asked for. */
export function getLogs(filter: LogFilter): RpcRequest<RpcLog[]> {
  const method = 'eth_getLogs';
  return {
    method,
    params: [{ fromBlock: hex(filter.fromBlock), toBlock: hex(filter.toBlock), topics: filter.topics }],
    weight: 10,
    splittable: true,
    parse: (raw) => {
      const logs = read(method, logSchema.array(), raw);
      for (const log of logs) {
        const isInRange = log.blockNumber >= filter.fromBlock && log.blockNumber <= filter.toBlock;
        insist(method, isInRange, `a log of block ${log.blockNumber}, outside of the range asked for`);
        insist(method, log.removed !== true, `a removed log in block ${log.blockNumber}`);
        insist(method, matches(log.topics, filter.topics), 'a log that does not match the filter');
      }
      return logs;
    },
  };
}

function matches(topics: readonly Hash[], filter: LogFilter['topics']): boolean {
  return filter.every((wanted, index) => {
    const topic = topics[index];
    if (wanted === null) return true;
    if (topic === undefined) return false;
    return typeof wanted === 'string' ? wanted === topic : wanted.includes(topic);
  });
}

/** A mined transaction. One that the node just told of but does not find is a node that lags: asked again. */
export function getTransaction(transactionHash: Hash): RpcRequest<RpcTransaction> {
  const method = 'eth_getTransactionByHash';
  return {
    method,
    params: [transactionHash],
    parse: (raw) => {
      insist(method, raw !== null, `transaction ${transactionHash} is not found`);
      const transaction = read(method, transactionSchema, raw);
      insist(method, transaction.hash === transactionHash, 'another transaction');
      return transaction;
    },
  };
}

/** A receipt. Nodes answer null for just-mined transactions: asked again. */
export function getReceipt(transactionHash: Hash): RpcRequest<RpcReceipt> {
  const method = 'eth_getTransactionReceipt';
  return {
    method,
    params: [transactionHash],
    parse: (raw) => {
      insist(method, raw !== null, `no receipt of ${transactionHash} yet`);
      const receipt = read(method, receiptSchema, raw);
      insist(method, receipt.transactionHash === transactionHash, 'the receipt of another transaction');
      checkReceipt(method, receipt);
      return receipt;
    },
  };
}

/** All receipts of a block, in order. */
export function getBlockReceipts(blockNumber: number): RpcRequest<RpcReceipt[]> {
  const method = 'eth_getBlockReceipts';
  return {
    method,
    params: [hex(blockNumber)],
    weight: 10,
    parse: (raw) => {
      insist(method, raw !== null, `no receipts of block ${blockNumber} yet`);
      const receipts = read(method, receiptSchema.array(), raw);
      for (const [index, receipt] of receipts.entries()) {
        const isInPlace = receipt.blockNumber === blockNumber && receipt.transactionIndex === index;
        insist(method, isInPlace, `a receipt out of place in block ${blockNumber}`);
        checkReceipt(method, receipt);
      }
      return receipts;
    },
  };
}

function checkReceipt(method: string, receipt: RpcReceipt): void {
  let last = -1;
  for (const log of receipt.logs) {
    const isItsOwn = log.transactionHash === receipt.transactionHash && log.blockHash === receipt.blockHash;
    insist(method, isItsOwn, `a foreign log in the receipt of ${receipt.transactionHash}`);
    const isNext = last === -1 || log.logIndex === last + 1;
    insist(method, isNext, `logs out of order, or missing, in the receipt of ${receipt.transactionHash}`);
    last = log.logIndex;
  }
  const isWhole = receipt.logsBloom == null || explainsBloom(receipt.logs, receipt.logsBloom);
  insist(method, isWhole, `logs are missing from the receipt of ${receipt.transactionHash}`);
}

export interface TraceFilter {
  fromBlock: number;
  toBlock: number;
  fromAddress?: readonly Address[];
  toAddress?: readonly Address[];
}

/** Fragments of traces that an address has a part in. */
export function traceFilter(filter: TraceFilter): RpcRequest<RpcTrace[]> {
  const method = 'trace_filter';
  return {
    method,
    params: [{ ...filter, fromBlock: hex(filter.fromBlock), toBlock: hex(filter.toBlock) }],
    weight: 10,
    splittable: true,
    parse: (raw) => {
      const traces = read(method, traceSchema.array(), raw ?? []);
      for (const trace of traces) {
        const isInRange = trace.blockNumber >= filter.fromBlock && trace.blockNumber <= filter.toBlock;
        insist(method, isInRange, `a trace of block ${trace.blockNumber}, outside of the range asked for`);
      }
      return traces;
    },
  };
}

/** Every trace of a block, in execution order. */
export function traceBlock(blockNumber: number): RpcRequest<RpcTrace[]> {
  const method = 'trace_block';
  return {
    method,
    params: [hex(blockNumber)],
    weight: 10,
    parse: (raw) => {
      const traces = read(method, traceSchema.array(), raw ?? []);
      for (const trace of traces) {
        insist(method, trace.blockNumber === blockNumber, `a trace of block ${trace.blockNumber}`);
      }
      return traces;
    },
  };
}

/** Every trace of a transaction, in execution order. */
export function traceTransaction(transactionHash: Hash): RpcRequest<RpcTrace[]> {
  const method = 'trace_transaction';
  return {
    method,
    params: [transactionHash],
    weight: 3,
    parse: (raw) => {
      const traces = read(method, traceSchema.array(), raw ?? []);
      insist(method, traces.length > 0, `no traces of ${transactionHash}`);
      for (const trace of traces) {
        insist(method, trace.transactionHash === transactionHash, 'traces of another transaction');
      }
      return traces;
    },
  };
}

/** The call trees of a block's transactions, in order. Old nodes leave the hash out. */
export function traceBlockCalls(blockNumber: number): RpcRequest<BlockCalls> {
  const method = 'debug_traceBlockByNumber';
  return {
    method,
    params: [hex(blockNumber), { tracer: 'callTracer' }],
    weight: 20,
    parse: (raw) => read(method, blockCallsSchema, raw),
  };
}

export function getBalance(account: Address, blockNumber: number): RpcRequest<bigint> {
  const method = 'eth_getBalance';
  return { method, params: [account, hex(blockNumber)], parse: (raw) => read(method, quantity, raw) };
}

/** Raw eth_call, as viem's client or we make it. */
export function ethCall(params: readonly unknown[]): RpcRequest<Hex> {
  const method = 'eth_call';
  return {
    ...{ method, params, weight: 5, maximumBytes: answerLimits.contractCall },
    parse: (raw) => read(method, bytes, raw),
  };
}
