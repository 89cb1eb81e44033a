/** The rows of each list as each explorer writes them, quirks included. */
import { getAddress, isAddress } from 'viem';
import type { ExplorerKind } from '../../../src/chains/definitions/chain-list.ts';
import type { IndexedBlock, IndexedCall, IndexedTokenTransfer, IndexedTransaction } from './chain-index.ts';

export type FakeKind = ExplorerKind;
export type FakeRow = Record<string, string | null>;

/** Everything that a list of one address is made of. */
export interface ListContext {
  kind: FakeKind;
  address: string;
  head: number;
}

const seconds = (block: IndexedBlock): string => String(block.timestamp);

export function transactionRow(context: ListContext, block: IndexedBlock, tx: IndexedTransaction): FakeRow {
  const { receipt } = tx;
  const failed = receipt.status !== '0x1';
  const row: FakeRow = {
    blockNumber: String(block.number),
    blockHash: block.hash,
    timeStamp: seconds(block),
    hash: tx.hash,
    nonce: String(tx.nonce),
    transactionIndex: String(tx.transactionIndex),
    from: tx.from,
    to: tx.to ?? '',
    value: String(tx.value),
    gas: String(tx.gas),
    gasPrice: String(tx.gasPrice),
    input: tx.input,
    contractAddress: tx.to === null ? (receipt.contractAddress ?? '') : '',
    cumulativeGasUsed: String(receipt.cumulativeGasUsed),
    txreceipt_status: failed ? '0' : '1',
    gasUsed: String(receipt.gasUsed),
    confirmations: String(context.head - block.number + 1),
    isError: failed ? '1' : '0',
  };
  // Blockscout: no functionName, and a methodId that does not show the calldata there is.
  if (context.kind === 'blockscout') return { ...row, methodId: '0x' };
  const name = context.kind === 'routescan' ? 'transfer' : 'transfer(address _to, uint256 _value)';
  const methodId = tx.input.slice(0, 10);
  return { ...row, methodId, functionName: methodId === '0xa9059cbb' ? name : '' };
}

/** A transaction that waits for its block: Blockscout lists it, with isError "1". */
export function pendingRow(context: ListContext): FakeRow {
  return {
    blockNumber: '',
    blockHash: '',
    timeStamp: '',
    hash: `0x${'ee'.repeat(32)}`,
    nonce: '77',
    transactionIndex: '',
    from: context.address,
    to: `0x${'11'.repeat(20)}`,
    value: '5',
    gas: '21000',
    gasPrice: '1',
    input: '0x',
    contractAddress: '',
    txreceipt_status: '0',
    isError: '1',
    confirmations: '0',
  };
}

export function genesisRow(context: ListContext, timestamp: number, balance: bigint): FakeRow {
  return {
    blockNumber: '0',
    timeStamp: String(timestamp),
    hash: `GENESIS_${context.address.slice(2)}`,
    nonce: '',
    blockHash: '',
    transactionIndex: '0',
    from: 'GENESIS',
    to: context.address,
    value: String(balance),
    gas: '0',
    gasPrice: '0',
    isError: '0',
    txreceipt_status: '',
    input: '',
    contractAddress: '',
    cumulativeGasUsed: '0',
    gasUsed: '0',
    confirmations: String(context.head + 1),
  };
}

export function internalRow(context: ListContext, block: IndexedBlock, call: IndexedCall): FakeRow {
  const common: FakeRow = {
    blockNumber: String(block.number),
    timeStamp: seconds(block),
    from: call.from,
    to: call.created === null ? (call.to ?? '') : '',
    value: String(call.value),
    contractAddress: call.created ?? '',
    input: '',
    gas: '90000',
    gasUsed: '2300',
    isError: call.error === null ? '0' : '1',
    errCode: call.error ?? '',
  };
  if (context.kind === 'blockscout') {
    const type = call.type === 'suicide' ? 'selfdestruct' : call.type;
    return {
      ...common,
      transactionHash: call.hash,
      index: String(call.index),
      type,
      callType: call.callType,
    };
  }
  const type = call.type === 'call' ? call.callType : call.type;
  return { ...common, hash: call.hash, traceId: call.path.join('_'), type };
}

/** Whether an explorer lists a call as an internal one: not the transaction's own, but for a creation on Blockscout. */
export function isListedCall(context: ListContext, call: IndexedCall): boolean {
  return call.path.length > 0 || (context.kind === 'blockscout' && call.type === 'create');
}

export function tokenRow(
  context: ListContext,
  block: IndexedBlock,
  tx: IndexedTransaction,
  transfer: IndexedTokenTransfer,
): FakeRow {
  const row: FakeRow = {
    blockNumber: String(block.number),
    timeStamp: seconds(block),
    hash: tx.hash,
    nonce: String(tx.nonce),
    blockHash: block.hash,
    from: transfer.from,
    contractAddress: transfer.contract,
    to: transfer.to,
    tokenName: 'Some Token',
    tokenSymbol: 'SOME',
    transactionIndex: String(tx.transactionIndex),
    gas: String(tx.gas),
    gasPrice: String(tx.gasPrice),
    gasUsed: String(tx.receipt.gasUsed),
    cumulativeGasUsed: String(tx.receipt.cumulativeGasUsed),
    confirmations: String(context.head - block.number + 1),
  };
  const isBlockscout = context.kind === 'blockscout';
  Object.assign(
    row,
    isBlockscout
      ? { input: tx.input, methodId: tx.input.slice(2, 10), logIndex: String(transfer.logIndex) }
      : { input: 'deprecated', methodId: tx.input.slice(0, 10), functionName: '' },
  );
  if (transfer.standard === 'erc20') return { ...row, value: String(transfer.value), tokenDecimal: '18' };
  const tokenID = String(transfer.tokenId);
  if (transfer.standard === 'erc721') return { ...row, tokenID, tokenDecimal: isBlockscout ? '' : '0' };
  return { ...row, tokenID, tokenValue: String(transfer.value) };
}

/** A validator's withdrawal: the local node knows none, so tests say which there are. */
export interface FakeWithdrawal {
  index: number;
  validator: number;
  address: string;
  blockNumber: number;
  amountGwei: bigint;
}

export function withdrawalRow(block: IndexedBlock, withdrawal: FakeWithdrawal): FakeRow {
  return {
    withdrawalIndex: String(withdrawal.index),
    validatorIndex: String(withdrawal.validator),
    address: withdrawal.address,
    amount: String(withdrawal.amountGwei),
    blockNumber: String(block.number),
    timestamp: seconds(block),
  };
}

/** A block that was mined, or an uncle. */
export interface FakeMined {
  miner: string;
  blockNumber: number;
  wei: bigint;
  isUncle?: boolean;
}

/** Blockscout (from 6.0 on) writes the time in words, and no reward. */
export function minedRow(
  kind: FakeKind,
  block: IndexedBlock | undefined,
  { blockNumber, wei }: FakeMined,
): FakeRow {
  const time = block?.timestamp ?? 0;
  const timeStamp = kind === 'blockscout' ? new Date(time * 1_000).toISOString() : String(time);
  const row: FakeRow = { blockNumber: String(blockNumber), timeStamp };
  return kind === 'blockscout' ? row : { ...row, blockReward: String(wei) };
}

/** Routescan writes addresses with their checksum, and so may anyone. */
export function inOwnLetterCase(kind: FakeKind, row: FakeRow): FakeRow {
  if (kind !== 'routescan') return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && isAddress(value, { strict: false }) ? getAddress(value) : value,
    ]),
  );
}
