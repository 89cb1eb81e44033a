/**
 * A wallet's history as loading stores it: receipts, sends and swaps over all tokens, never more sent than is held, two
 * years of equally spaced transactions. The same wallet number gives the same history.
 */
import { createRandom, type Random } from '../../../demo/node/random.ts';
import type {
  Hash,
  Side,
  TransactionCategory,
  TransactionRecord,
  TransferRecord,
} from '../../../src/domain/model.ts';
import { zeroAddress } from '../../../src/domain/model.ts';
import { itemPosition, transactionPosition } from '../../../src/domain/position.ts';
import type { TransferPrice } from '../../../src/store/history/price-writes.ts';
import { type BenchToken, chainId, type Layout } from './layout.ts';

/** 2024-01-01 and two years. */
export const firstSecond = 1_704_067_200;
export const historySeconds = 2 * 365 * 86_400;
const firstBlock = 19_000_000;
const fee = 1_234_567_890_123n;

export interface HistoryStep {
  transactions: TransactionRecord[];
  transfers: TransferRecord[];
  prices: TransferPrice[];
  lastBlock: number;
}

interface Wallet {
  readonly id: number;
  readonly address: TransactionRecord['from'];
  /** Seeds its history. */
  readonly number: number;
}

/** The history of a wallet with exactly `size` transfers, in steps of about `stepSize`. */
export function* historyOf(
  layout: Layout,
  wallet: Wallet,
  size: number,
  stepSize = 10_000,
): Generator<HistoryStep> {
  const random = createRandom(wallet.number * 7_919 + 1);
  const held = new Array<bigint>(layout.tokens.length).fill(0n);
  let step = emptyStep();
  for (let made = 0; made < size; ) {
    const at = placeOf(made, size);
    const legs = legsOf(random, layout.tokens, held, size - made);
    addTransaction(step, { layout, random, wallet, at, legs });
    made += legs.length;
    step.lastBlock = at.blockNumber;
    if (step.transfers.length >= stepSize || made >= size) {
      yield step;
      step = emptyStep();
    }
  }
}

const emptyStep = (): HistoryStep => ({ transactions: [], transfers: [], prices: [], lastBlock: 0 });

function placeOf(index: number, size: number) {
  const timestamp = firstSecond + Math.floor((index * historySeconds) / size);
  const blockNumber = firstBlock + Math.floor((timestamp - firstSecond) / 12);
  return { chainId, timestamp, blockNumber, transactionIndex: index % 1_000_000 };
}

interface Leg {
  readonly token: number;
  readonly side: Side;
  /** Positive base units. */
  readonly amount: bigint;
}

/** One leg in, one out, or a swap; `left` transfers may still be made. */
function legsOf(random: Random, tokens: readonly BenchToken[], held: bigint[], left: number): Leg[] {
  const incoming = random.integer(0, tokens.length - 1);
  const outgoing = random.integer(0, tokens.length - 1);
  const chance = random.next();
  const legs: Leg[] = [];
  const available = held[outgoing] ?? 0n;
  if (chance >= 0.45 && available > 1_000n) {
    legs.push({ token: outgoing, side: 'outflow', amount: random.part(available, 0.2, 0.7) + 1n });
  }
  const receives = legs.length === 0 || (chance >= 0.8 && left >= 2 && incoming !== outgoing);
  if (receives) {
    const unit = 10n ** BigInt((tokens[incoming]?.decimals ?? 18) - 4);
    legs.push({ token: incoming, side: 'inflow', amount: BigInt(random.integer(1, 5_000_000)) * unit });
  }
  for (const { token, side, amount } of legs) {
    held[token] = (held[token] ?? 0n) + (side === 'inflow' ? amount : -amount);
  }
  return legs;
}

function addTransaction(
  step: HistoryStep,
  parts: {
    layout: Layout;
    random: Random;
    wallet: Wallet;
    at: ReturnType<typeof placeOf>;
    legs: readonly Leg[];
  },
): void {
  const { layout, random, wallet, at, legs } = parts;
  const counterparty = random.pick(layout.counterparties);
  const isSender = legs.some(({ side }) => side === 'outflow');
  const category: TransactionCategory = legs.length === 2 ? 'SWAP' : isSender ? 'SEND' : 'RECEIVE';
  const common = {
    walletId: wallet.id,
    chainId,
    blockNumber: at.blockNumber,
    timestamp: at.timestamp,
    hash: hashOf(random),
    counterparty,
    fee: isSender ? fee : 0n,
    category,
  };
  const position = transactionPosition(at);
  step.transactions.push({
    ...common,
    position,
    from: isSender ? wallet.address : counterparty,
    to: isSender ? counterparty : wallet.address,
    kind: category,
    selector: category === 'SWAP' ? '0x38ed1739' : null,
    functionName: category === 'SWAP' ? 'swapExactTokensForTokens' : null,
    isError: false,
    kindReason: null,
    functionSource: null,
    bridgeMessage: null,
    isSpam: false,
  });
  legs.forEach(({ token, side, amount }, index) => {
    const { address, decimals, cents } = layout.tokens[token] ?? {
      address: zeroAddress,
      decimals: 18,
      cents: 1,
    };
    const isNative = address === zeroAddress;
    const item = {
      kind: isNative ? ('native' as const) : ('log' as const),
      index: isNative ? 0 : index,
      batch: 0,
    };
    const transfer: TransferRecord = {
      ...common,
      position: position + itemPosition(item, side),
      side,
      standard: isNative ? 'native' : 'erc20',
      tokenAddress: address,
      tokenId: null,
      amount: side === 'inflow' ? amount : -amount,
      taxTreatment: side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL',
      spamReason: null,
      ...{ heldBy: null, settles: null },
    };
    step.transfers.push(transfer);
    step.prices.push({
      position: transfer.position,
      tokenAddress: address,
      price: centsText(Math.floor(cents * (1 + at.blockNumber / 1e8))),
      unit: `0.${'0'.repeat(decimals - 1)}1`,
      source: 'defillama',
    });
  });
}

function hashOf(random: Random): Hash {
  let digits = '';
  while (digits.length < 64) digits += random.integer(0, 0xffffffff).toString(16).padStart(8, '0');
  return `0x${digits}`;
}

/** 250000 → '2500.00'. */
export const centsText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${(cents % 100).toString().padStart(2, '0')}`;
