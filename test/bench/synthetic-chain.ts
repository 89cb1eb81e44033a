/**
 * A chain that exists only as arithmetic: one transaction in each block, with one transfer of the wallet. What a block holds
 * follows from its number, so that a history of any length costs no memory until it is asked for.
 */
import { encodeAbiParameters, toFunctionSelector } from 'viem';
import type { Activity, BlockReference, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import type { Address, ChainTransaction, Hash, Hex } from '../../src/domain/model.ts';

export const syntheticChainId = 424_242;
export const syntheticWallet: Address = `0x${'a1'.repeat(20)}`;

export interface SyntheticSize {
  transfers: number;
  tokens: number;
  counterparties: number;
}

/** As the rpc source: a step ends after so many transactions. */
const stepTransactions = 1_000;
const firstTime = 1_600_000_000;
const transferTopic: Hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const decimalsCall = toFunctionSelector('function decimals()');

const digits = (number: number, length: number): string => number.toString(16).padStart(length, '0');
const hashOf = (kind: string, number: number): Hash => `0x${kind}${digits(number, 62)}`;
const addressOf = (kind: string, number: number): Address => `0x${kind}${digits(number, 38)}`;
const word = (address: Address): Hash => `0x${'0'.repeat(24)}${address.slice(2)}`;
const uint256 = (amount: number): Hash => `0x${digits(amount, 64)}`;
/** Knuth's multiplicative hash: neighbours go far apart. */
const mixed = (number: number): number => Math.imul(number, 2_654_435_761) >>> 0;

function blockOf(number: number): BlockReference {
  return { number, hash: hashOf('bb', number), timestamp: firstTime + number * 12 };
}

/** Seven of ten move a token, in or out; the others ether. */
function transactionOf(number: number, size: SyntheticSize): ChainTransaction {
  const block = blockOf(number);
  const random = mixed(number);
  const isInflow = random % 5 < 3;
  const isNative = random % 10 >= 7;
  const other = addressOf('cc', mixed(random) % size.counterparties);
  const [from, to] = isInflow ? [other, syntheticWallet] : [syntheticWallet, other];
  const token = addressOf('dd', mixed(random + 1) % size.tokens);
  const topics = [transferTopic, word(from), word(to)];
  return {
    hash: hashOf('ee', number),
    blockNumber: number,
    blockHash: block.hash,
    transactionIndex: 0,
    timestamp: block.timestamp,
    from,
    to: isNative ? to : token,
    createdContract: null,
    value: isNative ? BigInt(1 + random) : 0n,
    minted: 0n,
    input: isNative ? '0x' : '0xa9059cbb',
    succeeded: true,
    networkFee: 21_000_000_000_000n,
    logs: isNative ? [] : [{ address: token, topics, data: uint256(1 + random), logIndex: 5 }],
    internalCalls: [],
  };
}

/** What a token says of itself; every hundredth has a name that baits, so that its airdrops are spam until it is sent. */
function answerOf({ to, data }: { to: Address; data: Hex }): Hex {
  if (data.startsWith(decimalsCall)) return uint256(18);
  const number = Number.parseInt(to.slice(4), 16);
  const name = number % 100 === 0 ? `visit bait-${number}.example` : `TKN${number}`;
  return encodeAbiParameters([{ type: 'string' }], [name]);
}

export function createSyntheticSource(size: SyntheticSize): ChainSource {
  const head = size.transfers;
  return {
    chainId: syntheticChainId,
    description: 'synthetic chain',
    probe: async () => ({ missing: [], warnings: [] }),
    getHead: async () => blockOf(head),
    getBlock: async (number) => (number > head ? null : blockOf(number)),
    async fetchActivity({ fromBlock, toBlock }): Promise<Activity> {
      const first = Math.max(fromBlock, 1);
      const last = Math.min(toBlock, first + stepTransactions - 1);
      const transactions = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
        transactionOf(first + index, size),
      );
      return { reached: blockOf(last), transactions, credits: [], missing: [], warnings: [] };
    },
    callContracts: async (calls) => calls.map(answerOf),
    getNativeBalance: async () => 0n,
    close: async () => {},
  };
}
