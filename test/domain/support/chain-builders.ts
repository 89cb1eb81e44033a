/** Chain records with fixed defaults: a test names only what it is about. */
import { encodeAbiParameters, toEventSelector } from 'viem/utils';
import type {
  Address,
  ChainLog,
  ChainTransaction,
  Hash,
  Hex,
  InternalCall,
} from '../../../src/domain/model.ts';
import { zeroAddress } from '../../../src/domain/model.ts';

export { zeroAddress };

/** An address that is easy to read in a failed test: account(0xa) ends in …0a. */
export function account(number: number): Address {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

export const wallet = account(0xaa);
export const stranger = account(0xbb);
export const router = account(0xcc);
export const token = account(0xe1);
export const otherToken = account(0xe2);
export const nft = account(0xe3);
export const weth = account(0xe4);

export const ether = 10n ** 18n;

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
export const addressTopic = (address: Address): Hash => `0x${address.slice(2).padStart(64, '0')}`;
export const numberTopic = (value: bigint): Hash => `0x${word(value)}`;
export const topic = (signature: string): Hash => toEventSelector(signature);

/** Data of numbers, a word each. */
export const words = (...numbers: bigint[]): Hex => `0x${numbers.map(word).join('')}`;

export type LogInput = Omit<ChainLog, 'logIndex'> & { logIndex?: number };

/** An event of which addresses are indexed, and nothing else. */
export function namingEvent(
  contract: Address,
  event: string,
  named: readonly Address[],
  data: Hex,
): LogInput {
  return { address: contract, topics: [topic(event), ...named.map((one) => addressTopic(one))], data };
}

export function erc20Transfer(from: Address, to: Address, amount: bigint, contract = token): LogInput {
  return {
    address: contract,
    topics: [topic('Transfer(address,address,uint256)'), addressTopic(from), addressTopic(to)],
    data: numberTopic(amount),
  };
}

export function erc721Transfer(from: Address, to: Address, tokenId: bigint, contract = nft): LogInput {
  return {
    address: contract,
    topics: [
      topic('Transfer(address,address,uint256)'),
      addressTopic(from),
      addressTopic(to),
      numberTopic(tokenId),
    ],
    data: '0x',
  };
}

export function transferSingle(from: Address, to: Address, tokenId: bigint, amount: bigint): LogInput {
  return {
    address: nft,
    topics: [
      topic('TransferSingle(address,address,address,uint256,uint256)'),
      addressTopic(stranger),
      addressTopic(from),
      addressTopic(to),
    ],
    data: `0x${word(tokenId)}${word(amount)}`,
  };
}

export function transferBatch(
  from: Address,
  to: Address,
  ids: readonly bigint[],
  amounts: readonly bigint[],
): LogInput {
  return {
    address: nft,
    topics: [
      topic('TransferBatch(address,address,address,uint256[],uint256[])'),
      addressTopic(stranger),
      addressTopic(from),
      addressTopic(to),
    ],
    data: encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, amounts]),
  };
}

/** An event `Name(address indexed who, uint256 amount)`. */
export function accountEvent(name: string, contract: Address, who: Address, amount: bigint): LogInput {
  return {
    address: contract,
    topics: [topic(`${name}(address,uint256)`), addressTopic(who)],
    data: numberTopic(amount),
  };
}

/** `Approval(owner, spender, amount)` of an ERC-20. */
export function approval(owner: Address, spender: Address, amount: bigint, contract = token): LogInput {
  return {
    address: contract,
    topics: [topic('Approval(address,address,uint256)'), addressTopic(owner), addressTopic(spender)],
    data: numberTopic(amount),
  };
}

export function approvalForAll(owner: Address, operator: Address, approved: boolean): LogInput {
  return {
    address: nft,
    topics: [topic('ApprovalForAll(address,address,bool)'), addressTopic(owner), addressTopic(operator)],
    data: numberTopic(approved ? 1n : 0n),
  };
}

/** A Uniswap V2 pair's swap event; its figures do not matter to us. */
export function swapEvent(pair: Address): LogInput {
  return {
    address: pair,
    topics: [
      topic('Swap(address,uint256,uint256,uint256,uint256,address)'),
      addressTopic(router),
      addressTopic(wallet),
    ],
    data: `0x${word(1n)}${word(0n)}${word(0n)}${word(1n)}`,
  };
}

export function internalCall(
  from: Address,
  to: Address,
  value: bigint,
  type: InternalCall['type'] = 'call',
): InternalCall {
  return { type, from, to, value };
}

/** Logs are numbered from 7 on, as a transaction in the middle of a block has them, unless they say otherwise. */
export function chainTransaction(
  change: Partial<Omit<ChainTransaction, 'logs'>> & { logs?: readonly LogInput[] } = {},
): ChainTransaction {
  const { logs = [], ...rest } = change;
  const hash: Hash = `0x${'12'.repeat(32)}`;
  const blockHash: Hash = `0x${'34'.repeat(32)}`;
  const input: Hex = '0x';
  return {
    hash,
    blockNumber: 100,
    blockHash,
    transactionIndex: 3,
    timestamp: 1_700_000_000,
    from: wallet,
    to: stranger,
    createdContract: null,
    value: 0n,
    minted: 0n,
    input,
    succeeded: true,
    networkFee: 21_000n,
    internalCalls: [],
    ...rest,
    logs: logs.map((log, index) => ({ logIndex: 7 + index, ...log })),
  };
}
