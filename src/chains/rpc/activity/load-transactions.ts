/** From findings to neutral transactions: transaction, receipt and block of each, cross-checked against one another. */
import type { Address, ChainTransaction, InternalCall } from '../../../domain/model.ts';
import { depositTransaction, networkFee } from '../../../domain/money/network-fee.ts';
import { RetryableError } from '../../../errors.ts';
import type { Capabilities } from '../client/capabilities.ts';
import type { RpcReceipt, RpcTransaction } from '../client/schemas.ts';
import type { LookUps } from '../sharing/look-ups.ts';
import { movesOfTraces } from './call-moves.ts';
import type { Finding } from './findings.ts';

export interface Loader {
  lookUps: LookUps;
  capabilities: Capabilities;
  wallet: Address;
  signal: AbortSignal | undefined;
}

/** From this many transactions in one block on, the block's receipts are fetched as a whole. */
const wholeBlockFrom = 6;

/** Loads the transactions of the findings. Order is left to the caller. */
export async function loadTransactions(
  findings: readonly Finding[],
  loader: Loader,
): Promise<ChainTransaction[]> {
  const byBlock = Map.groupBy(findings, (finding) => finding.blockNumber);
  const loaded = await Promise.all(
    [...byBlock].map(([number, group]) => loadBlockGroup(number, group, loader)),
  );
  return loaded.flat();
}

async function loadBlockGroup(
  blockNumber: number,
  group: readonly Finding[],
  loader: Loader,
): Promise<ChainTransaction[]> {
  const { lookUps, signal } = loader;
  if (group.length >= wholeBlockFrom && loader.capabilities.blockReceipts) {
    const [block, receipts] = await Promise.all([
      lookUps.block(blockNumber, signal),
      lookUps.receipts(blockNumber, signal),
    ]);
    const transactions = new Map(block.transactions.map((transaction) => [transaction.hash, transaction]));
    const receiptByHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
    for (const finding of group) {
      const [transaction, receipt] = [transactions.get(finding.hash), receiptByHash.get(finding.hash)];
      if (transaction === undefined || receipt === undefined) {
        throw new RetryableError(`transaction ${finding.hash} is not in block ${blockNumber} any more`);
      }
      finding.transaction = transaction;
      finding.receipt = receipt;
    }
  }
  const [header, ...transactions] = await Promise.all([
    lookUps.header(blockNumber, signal),
    ...group.map((finding) => loadOne(finding, loader)),
  ]);
  return transactions.map((transaction) => {
    if (transaction.blockHash !== header.hash) {
      throw new RetryableError(`transaction ${transaction.hash} is of another block than ${header.hash}`);
    }
    return { ...transaction, timestamp: header.timestamp };
  });
}

async function loadOne(finding: Finding, loader: Loader): Promise<ChainTransaction> {
  const { lookUps, signal } = loader;
  const { hash } = finding;
  const needsTraces = finding.internalCalls === 'unknown';
  const [seen, receipt, traces] = await Promise.all([
    finding.transaction ?? lookUps.transaction(hash, signal),
    finding.receipt ?? lookUps.receipt(hash, signal),
    needsTraces ? lookUps.traces(hash, signal) : null,
  ]);
  // An explorer's list names neither the type of a transaction nor what a deposit minted.
  const isListed = receipt.type === depositTransaction && seen.type == null;
  const transaction = isListed ? await lookUps.transaction(hash, signal) : seen;
  const blockHash = checkedBlockHash(finding, transaction, receipt);
  if (traces?.some((trace) => trace.blockHash != null && trace.blockHash !== blockHash)) {
    throw new RetryableError(`the traces of ${hash} are of another block than its receipt`);
  }
  const succeeded = await didSucceed(transaction, receipt, loader);
  const internalCalls: readonly InternalCall[] =
    traces !== null
      ? movesOfTraces(traces)
      : finding.internalCalls === 'unknown'
        ? []
        : finding.internalCalls;
  return {
    hash,
    blockNumber: receipt.blockNumber,
    blockHash,
    transactionIndex: receipt.transactionIndex,
    timestamp: 0,
    from: transaction.from,
    to: transaction.to,
    createdContract: transaction.to === null ? (receipt.contractAddress ?? null) : null,
    value: transaction.value,
    minted: typeOf(transaction, receipt) === depositTransaction ? (transaction.mint ?? 0n) : 0n,
    input: transaction.input,
    succeeded,
    networkFee: feeOf(transaction, receipt),
    logs: succeeded
      ? receipt.logs.map((log) => ({
          address: log.address,
          topics: log.topics,
          data: log.data,
          logIndex: log.logIndex,
        }))
      : [],
    internalCalls: succeeded
      ? internalCalls.filter((call) => call.from === loader.wallet || call.to === loader.wallet)
      : [],
  };
}

/** Transaction, receipt and what led to them must tell of one block; logs that were found must be in the receipt. */
function checkedBlockHash(
  finding: Finding,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): Finding['hash'] {
  const { blockHash, blockNumber, transactionIndex } = receipt;
  const isConsistent =
    transaction.blockHash === blockHash &&
    transaction.blockNumber === blockNumber &&
    transaction.transactionIndex === transactionIndex &&
    finding.blockNumber === blockNumber &&
    (finding.blockHash === null || finding.blockHash === blockHash);
  if (!isConsistent) {
    throw new RetryableError(`transaction ${finding.hash} and its receipt are of different blocks`);
  }
  const indexes = new Set(receipt.logs.map((log) => log.logIndex));
  const lost = finding.logIndexes.find((index) => !indexes.has(index));
  if (lost !== undefined) {
    throw new RetryableError(`the receipt of ${finding.hash} lacks log ${lost} of block ${blockNumber}`);
  }
  return blockHash;
}

/** Receipts before Byzantium have no status: then the trace tells; without traces, whether all gas was used up. */
async function didSucceed(
  transaction: RpcTransaction,
  receipt: RpcReceipt,
  loader: Loader,
): Promise<boolean> {
  if (receipt.status != null) return receipt.status === 1;
  if (receipt.logs.length > 0) return true;
  const { native, traceBlock } = loader.capabilities;
  if (native === 'trace_filter' || traceBlock) {
    const traces = await loader.lookUps.traces(transaction.hash, loader.signal);
    return traces.every((trace) => trace.traceAddress.length > 0 || trace.error == null);
  }
  return receipt.gasUsed < transaction.gas || transaction.gas === 21_000n;
}

const typeOf = (transaction: RpcTransaction, receipt: RpcReceipt): number =>
  receipt.type ?? transaction.type ?? 0;

function feeOf(transaction: RpcTransaction, receipt: RpcReceipt): bigint {
  return networkFee({
    type: typeOf(transaction, receipt),
    gasUsed: receipt.gasUsed,
    gasPrice: receipt.effectiveGasPrice ?? transaction.gasPrice ?? 0n,
    blobGasUsed: receipt.blobGasUsed ?? undefined,
    blobGasPrice: receipt.blobGasPrice ?? undefined,
    l1Fee: receipt.l1Fee ?? undefined,
    operatorFeeScalar: receipt.operatorFeeScalar ?? undefined,
    operatorFeeConstant: receipt.operatorFeeConstant ?? undefined,
    daFootprintGasScalar: receipt.daFootprintGasScalar ?? undefined,
  });
}
