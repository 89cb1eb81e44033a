/**
 * The port through which an explorer source reads what happened in transactions that its lists name. Two adapters: a
 * node of one's own, which takes them in batches, and the node behind an explorer, where each look-up is a request.
 */
import type { ChainTransaction, Hash } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import { type BlockReader, createBlockReader } from './activity/blocks.ts';
import { loadTransactions } from './activity/load-transactions.ts';
import { getChainId, getHeader } from './client/actions.ts';
import { createRpcClient, type RpcClient } from './client/client.ts';
import { createEndpoint, type Endpoint } from './client/endpoint.ts';
import { EndpointRefusedError } from './client/rpc-errors.ts';
import type { Header, RpcTransaction } from './client/schemas.ts';
import { directLookUps } from './sharing/look-ups.ts';

/** A transaction to be read, and what a list has told of it. */
export interface SeenTransaction {
  hash: Hash;
  blockNumber: number;
  /** null where the list does not say. */
  blockHash: Hash | null;
  /** Unix seconds. */
  timestamp: number;
  /** The transaction itself, where a list gives it whole; it is then checked against the receipt. */
  transaction?: RpcTransaction;
}

export interface TransactionReader {
  /**
   * The transactions with their receipts, in no particular order and with `internalCalls` left empty, since no receipt
   * tells of them. Throws RetryableError when one is not there (any more), or is of another block than was seen.
   */
  readTransactions(seen: readonly SeenTransaction[], signal?: AbortSignal): Promise<ChainTransaction[]>;
}

/** What a reader asks: a JSON-RPC client, or something that passes requests on to one. */
export type JsonRpcRequester = Pick<RpcClient, 'request'>;

/** Transactions read at once through an explorer: more would only wait for its limit, and be wasted when one fails. */
const atOnceThroughExplorer = 8;
const atOnceFromNode = 500;

/**
 * A reader through the node behind an explorer. What the lists have told is not asked again, so that a transaction of
 * the wallet costs one request.
 */
export function createExplorerTransactionReader(requester: JsonRpcRequester): TransactionReader {
  return createReader(requester, atOnceThroughExplorer, (client, seen) => {
    const told = seen.filter((one) => one.blockHash !== null);
    const known = new Map(told.map((one) => [one.blockNumber, one]));
    return {
      ...createBlockReader(client),
      async header(blockNumber, signal) {
        const one = known.get(blockNumber);
        return one?.blockHash == null
          ? fetchHeader(client, blockNumber, signal)
          : listedHeader(one, one.blockHash);
      },
    };
  });
}

/** A reader on nodes of one's own, whose every answer is checked against their blocks. Same URLs as for the rpc source. */
export function createRpcTransactionReader(options: {
  chainId: number;
  urls: readonly string[];
  requestTimeoutMs?: number;
}): TransactionReader {
  const endpoints = options.urls.map((url) => createEndpoint(url, options.requestTimeoutMs ?? 20_000));
  const limits = { concurrency: 4, batchWeight: 100, attempts: 5, firstPauseMs: 250 };
  const client = createRpcClient(endpoints, limits, (endpoint) => checkChain(endpoint, options.chainId));
  const blocks = createBlockReader(client);
  return createReader(client, atOnceFromNode, () => blocks, false);
}

function createReader(
  requester: JsonRpcRequester,
  atOnce: number,
  blocksFor: (client: RpcClient, seen: readonly SeenTransaction[]) => BlockReader,
  trustsLists = true,
): TransactionReader {
  const client: RpcClient = { request: requester.request, endpoints: [] };
  const capabilities = {
    native: 'blocks',
    blockReceipts: false,
    traceBlock: false,
    logs: false,
    archive: false,
    head: 0,
  } as const;

  async function readSome(seen: readonly SeenTransaction[], signal: AbortSignal | undefined) {
    const findings = seen.map(({ hash, blockNumber, blockHash, transaction }) => ({
      hash,
      blockNumber,
      blockHash,
      logIndexes: [],
      internalCalls: [],
      ...(trustsLists && transaction !== undefined ? { transaction } : {}),
    }));
    const blocks = blocksFor(client, seen);
    // No internal calls are asked for, so whose they would be does not matter.
    const wallet = '0x0000000000000000000000000000000000000000';
    const lookUps = directLookUps(client, blocks);
    return loadTransactions(findings, { lookUps, capabilities, wallet, signal });
  }

  return {
    async readTransactions(seen, signal) {
      const transactions: ChainTransaction[] = [];
      for (let start = 0; start < seen.length; start += atOnce) {
        transactions.push(...(await readSome(seen.slice(start, start + atOnce), signal)));
      }
      return transactions;
    },
  };
}

/** The header as a list tells it. The parent is not told, and nobody asks for it here. */
function listedHeader(seen: SeenTransaction, hash: Hash): Header {
  return { number: seen.blockNumber, hash, parentHash: hash, timestamp: seen.timestamp };
}

async function fetchHeader(client: RpcClient, blockNumber: number, signal?: AbortSignal): Promise<Header> {
  const header = await client.request(getHeader(blockNumber), signal);
  if (header === null) throw new RetryableError(`block ${blockNumber} is not there (yet)`);
  return header;
}

async function checkChain(endpoint: Endpoint, chainId: number): Promise<void> {
  const request = getChainId();
  const [answer] = await endpoint.send([request], undefined);
  if (answer === undefined) throw new RetryableError(`${endpoint.host}: no answer`);
  if (!answer.ok) throw answer.error;
  const actual = request.parse(answer.result);
  if (actual === chainId) return;
  throw new EndpointRefusedError(
    `${endpoint.host} serves chain ${actual}, not ${chainId}: correct its rpc url or its chainId`,
  );
}
