/** From logs to token moves between any two addresses. Shapes are told apart by topics and data, never by who logged them. */
import type { Address, ChainLog } from '../model.ts';
import { zeroAddress } from '../model.ts';
import type { ChainRules } from './chain-rules.ts';
import {
  punkAssignTopic,
  punkBoughtTopic,
  punkTransferTopic,
  transferBatchTopic,
  transferSingleTopic,
  transferTopic,
} from './topics.ts';
import { addressInTopic, addressInWord, numberPairs, topicNumber, wordAt, wordCount } from './words.ts';

/** One token move that a log states. */
export interface TokenTransfer {
  standard: 'erc20' | 'erc721' | 'erc1155';
  token: Address;
  from: Address;
  to: Address;
  tokenId: bigint | null;
  amount: bigint;
  logIndex: number;
  /** Position within an ERC-1155 batch, else 0. */
  batch: number;
}

export interface DecodedTransfers {
  transfers: readonly TokenTransfer[];
  /** Logs that look like transfers but cannot be read. */
  malformed: readonly ChainLog[];
}

/** Every token move in the logs of one transaction, in log order. */
export function decodeTransfers(logs: readonly ChainLog[], rules: ChainRules): DecodedTransfers {
  const transfers: TokenTransfer[] = [];
  const malformed: ChainLog[] = [];
  for (const [position, log] of logs.entries()) {
    const decoded =
      log.address === rules.punks ? decodePunkLog(log, logs.slice(0, position)) : decodeLog(log, rules);
    if (decoded === 'malformed') malformed.push(log);
    else transfers.push(...decoded.map((transfer) => rightWay(transfer, rules)));
  }
  return { transfers, malformed };
}

/**
 * A lock logs the move of the locked coin a second time, as its own. What really happened to its own token is that it was
 * minted for what came in, and burned for what went out.
 */
function rightWay(transfer: TokenTransfer, rules: ChainRules): TokenTransfer {
  const { token, from, to } = transfer;
  if (!rules.reversedLocks.includes(token)) return transfer;
  if (to === token) return { ...transfer, from: zeroAddress, to: from };
  return from === token ? { ...transfer, from: to, to: zeroAddress } : transfer;
}

type Decoded = readonly TokenTransfer[] | 'malformed';

function decodeLog(log: ChainLog, rules: ChainRules): Decoded {
  switch (log.topics[0]) {
    case transferTopic:
      return decodeTransfer(log, rules);
    case transferSingleTopic:
      return decodeSingle(log);
    case transferBatchTopic:
      return decodeBatch(log);
    default:
      return [];
  }
}

function decodeTransfer(log: ChainLog, rules: ChainRules): Decoded {
  if (log.topics.length === 1) return decodeUnindexedTransfer(log, rules);
  const from = addressInTopic(log.topics[1]);
  const to = addressInTopic(log.topics[2]);
  if (from === undefined || to === undefined) return 'malformed';
  const base = { token: log.address, from, to, logIndex: log.logIndex, batch: 0 };
  if (log.topics.length === 4) {
    const tokenId = topicNumber(log.topics[3]) ?? null;
    return [{ ...base, standard: 'erc721', tokenId, amount: 1n }];
  }
  const amount = wordAt(log.data, 0);
  if (log.topics.length !== 3 || wordCount(log.data) !== 1 || amount === undefined) return 'malformed';
  return [{ ...base, standard: 'erc20', tokenId: null, amount }];
}

/** Early contracts index nothing. Whether the third word is an amount or an id only the contract's address can tell. */
function decodeUnindexedTransfer(log: ChainLog, rules: ChainRules): Decoded {
  const from = addressInWord(log.data, 0);
  const to = addressInWord(log.data, 1);
  const number = wordAt(log.data, 2);
  if (wordCount(log.data) !== 3 || from === undefined || to === undefined || number === undefined) {
    return 'malformed';
  }
  const base = { token: log.address, from, to, logIndex: log.logIndex, batch: 0 };
  return rules.unindexedNfts.includes(log.address)
    ? [{ ...base, standard: 'erc721', tokenId: number, amount: 1n }]
    : [{ ...base, standard: 'erc20', tokenId: null, amount: number }];
}

function decodeSingle(log: ChainLog): Decoded {
  const from = addressInTopic(log.topics[2]);
  const to = addressInTopic(log.topics[3]);
  const tokenId = wordAt(log.data, 0);
  const amount = wordAt(log.data, 1);
  if (from === undefined || to === undefined || tokenId === undefined || amount === undefined) {
    return 'malformed';
  }
  return [
    { standard: 'erc1155', token: log.address, from, to, tokenId, amount, logIndex: log.logIndex, batch: 0 },
  ];
}

const largestBatch = 0xffff;

function decodeBatch(log: ChainLog): Decoded {
  const from = addressInTopic(log.topics[2]);
  const to = addressInTopic(log.topics[3]);
  const pairs = numberPairs(log.data);
  if (from === undefined || to === undefined || pairs === undefined || pairs.length > largestBatch) {
    return 'malformed';
  }
  return pairs.map(([tokenId, amount], batch) => ({
    standard: 'erc1155',
    token: log.address,
    from,
    to,
    tokenId,
    amount,
    logIndex: log.logIndex,
    batch,
  }));
}

/**
 * CryptoPunks log each move twice: an ERC-20-shaped Transfer with the right addresses, then an event of their own with
 * the punk's number. Only the second counts; where a sale by accepted bid names no buyer, the first one knows it.
 */
function decodePunkLog(log: ChainLog, earlier: readonly ChainLog[]): Decoded {
  const base = {
    standard: 'erc721',
    token: log.address,
    amount: 1n,
    logIndex: log.logIndex,
    batch: 0,
  } as const;
  const [topic, first, second, third] = log.topics;
  if (topic === punkAssignTopic) {
    const to = addressInTopic(first);
    const tokenId = wordAt(log.data, 0);
    if (to === undefined || tokenId === undefined) return 'malformed';
    return [{ ...base, from: zeroAddress, to, tokenId }];
  }
  if (topic === punkTransferTopic) {
    const [from, to, tokenId] = [addressInTopic(first), addressInTopic(second), wordAt(log.data, 0)];
    if (from === undefined || to === undefined || tokenId === undefined) return 'malformed';
    return [{ ...base, from, to, tokenId }];
  }
  if (topic === punkBoughtTopic) {
    const [tokenId, from, namedBuyer] = [topicNumber(first), addressInTopic(second), addressInTopic(third)];
    if (tokenId === undefined || from === undefined || namedBuyer === undefined) return 'malformed';
    const transfer = earlier.findLast(
      (other) => other.address === log.address && other.topics[0] === transferTopic,
    );
    const to = namedBuyer === zeroAddress ? (addressInTopic(transfer?.topics[2]) ?? namedBuyer) : namedBuyer;
    return [{ ...base, from, to, tokenId }];
  }
  return [];
}
