/** Scanning a range of blocks in pieces that the node bears: they grow while answers come quickly and halve when refused. */
import { createMemory } from '../../../domain/memory.ts';
import type { Address } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { systemClock } from '../../../outgoing/clock.ts';
import {
  AnswerOverLimitError,
  OversizedAnswerError,
  TooLargeError,
  TooSlowError,
} from '../client/rpc-errors.ts';
import type { BlockRange } from '../sharing/finds.ts';

/** A node that is too slow for this few blocks is stalled. */
const smallestSlowSpan = 16;

export interface RangeSizer {
  /** Blocks to ask for at once. */
  size(): number;
  /** Whether the node has answered yet: until then the size is a guess. */
  isTried(): boolean;
  succeeded(span: number, elapsedMs: number): void;
  failed(span: number, suggestedSpan: number | undefined): void;
}

/** What only one wallet was refused: its own size, kept for it. */
export interface WalletSizers {
  of(wallet: Address): RangeSizer;
}

const rememberedSizers = 1_000;

/**
 * One size for all wallets, and one of its own for a wallet that is refused more than others: what a node says of a wallet with very many logs
 * must not make the pieces of the others small. A limit that the node states is for all, and so is what two wallets were refused.
 */
export function createWalletSizers(initial: number, maximum: number): WalletSizers {
  const common = createRangeSizer(initial, maximum);
  const own = createMemory<Address, RangeSizer>({ maximum: rememberedSizers });
  let refused: { wallet: Address; span: number } | null = null;
  return {
    of: (wallet) => ({
      size: () => Math.min(own.get(wallet)?.size() ?? Number.POSITIVE_INFINITY, common.size()),
      isTried: common.isTried,
      succeeded(span, elapsedMs) {
        own.get(wallet)?.succeeded(span, elapsedMs);
        common.succeeded(span, elapsedMs);
      },
      failed(span, suggestedSpan) {
        const isOfTwo = refused !== null && refused.wallet !== wallet && refused.span <= span;
        const isOfAll = suggestedSpan !== undefined || (isOfTwo && span >= common.size());
        if (isOfAll) return common.failed(span, suggestedSpan);
        refused = { wallet, span };
        const sizer = own.get(wallet) ?? createRangeSizer(initial, maximum);
        own.keep(wallet, sizer);
        sizer.failed(span, undefined);
      },
    }),
  };
}

const quickMs = 1_500;
/** After this many successes in a row a refused size is tried again: the refusal may have been about one busy range. */
const successesToForget = 32;

export function createRangeSizer(initial: number, maximum: number): RangeSizer {
  let current = initial;
  /** The smallest size that was refused; sizes stay below it. */
  let ceiling = maximum + 1;
  /** The node named this limit itself: not to be tried again. */
  let isCeilingStated = false;
  let successes = 0;
  let isTried = false;

  return {
    size: () => current,
    isTried: () => isTried,
    succeeded(span, elapsedMs) {
      isTried = true;
      if (span < current) return;
      successes += 1;
      if (elapsedMs > quickMs) return;
      if (!isCeilingStated && successes >= successesToForget) {
        ceiling = maximum + 1;
        successes = 0;
      }
      const doubled = Math.min(current * 2, ceiling - 1);
      // Near a refused size, half of the way that is left; the last tenth is not worth a refusal.
      const halfway = Math.floor((current + ceiling) / 2);
      const next = doubled < ceiling - 1 || isCeilingStated || ceiling > maximum ? doubled : halfway;
      if (next > current * 1.1) current = next;
    },
    failed(span, suggestedSpan) {
      successes = 0;
      if (suggestedSpan !== undefined && suggestedSpan < span) {
        ceiling = suggestedSpan + 1;
        isCeilingStated = true;
        current = Math.min(current, suggestedSpan);
        return;
      }
      ceiling = Math.min(ceiling, span);
      current = Math.max(1, Math.min(current, Math.floor(span / 2)));
    },
  };
}

/**
 * How closely a wallet's transactions follow one another, by the last window that was searched: so that a window finds about
 * as many as a step takes. What it finds beyond is dropped, and searched for again.
 */
export interface Density {
  /** Blocks that hold about so many; Infinity where none were found. */
  blocksFor(transactions: number): number;
  saw(blocks: number, transactions: number): void;
}

export function createDensity(): Density {
  let blocksPerTransaction = Number.POSITIVE_INFINITY;
  return {
    blocksFor: (transactions) => Math.max(1, Math.ceil(transactions * blocksPerTransaction)),
    saw(blocks, transactions) {
      blocksPerTransaction = blocks / transactions;
    },
  };
}

/** What is known already of the range that is scanned, from somebody else's scan. */
export interface KnownPieces<T> {
  /** What is known from the beginning of the range on, and up to which block; null: nothing, maybe after a while. */
  at(range: BlockRange): Promise<{ toBlock: number; answer: T } | null> | null;
  /** The last block of the range before something is known. */
  unknownUntil(range: BlockRange): number;
}

const nothingKnown: KnownPieces<never> = { at: () => null, unknownUntil: ({ toBlock }) => toBlock };

interface Scan<T> {
  readonly sizer: RangeSizer;
  readonly parallel: number;
  readonly fetchPiece: (piece: BlockRange) => Promise<T>;
  readonly known: KnownPieces<T>;
  readonly answers: { fromBlock: number; answer: T }[];
  /** What nobody has taken yet. */
  readonly open: BlockRange[];
  /** Those who take pieces. */
  takers: number;
  isBroken: boolean;
}

/**
 * Asks for every piece of the range, several at a time, and gives the answers in order of blocks. A refused piece is split, and its
 * parts are asked for side by side; a single block that is refused is a RetryableError; one whose answer is over our own limit of
 * bytes is a PermanentError. What is known is not asked for.
 */
export async function scanRange<T>(
  range: BlockRange,
  sizer: RangeSizer,
  parallel: number,
  fetchPiece: (piece: BlockRange) => Promise<T>,
  known: KnownPieces<T> = nothingKnown,
): Promise<T[]> {
  const scan: Scan<T> = {
    ...{ sizer, parallel, fetchPiece, known },
    ...{ answers: [], open: [range], takers: 0, isBroken: false },
  };
  await takeSideBySide(scan);
  scan.answers.sort((left, right) => left.fromBlock - right.fromBlock);
  return scan.answers.map(({ answer }) => answer);
}

async function takeSideBySide<T>(scan: Scan<T>): Promise<void> {
  await Promise.all(Array.from({ length: scan.parallel - scan.takers }, () => takePieces(scan)));
}

async function takePieces<T>(scan: Scan<T>): Promise<void> {
  const others: Promise<void>[] = [];
  scan.takers += 1;
  try {
    for (let piece = nextPiece(scan); piece !== null && !scan.isBroken; piece = nextPiece(scan)) {
      const refused = await fetchAll(scan, piece);
      if (refused === null) continue;
      scan.open.unshift(refused);
      // Those who had nothing left to take have ended.
      const more = takeSideBySide(scan);
      more.catch(() => undefined);
      others.push(more);
    }
  } catch (error) {
    scan.isBroken = true;
    throw error;
  } finally {
    scan.takers -= 1;
  }
  await Promise.all(others);
}

/** As much of what is open as may be asked for at once. */
function nextPiece<T>({ open, sizer }: Scan<T>): BlockRange | null {
  const first = open.shift();
  if (first === undefined) return null;
  const toBlock = Math.min(first.toBlock, first.fromBlock + sizer.size() - 1);
  if (toBlock < first.toBlock) open.unshift({ fromBlock: toBlock + 1, toBlock: first.toBlock });
  return { fromBlock: first.fromBlock, toBlock };
}

/** Asks for the piece. What is left of it when it is refused; null: nothing. */
async function fetchAll<T>(scan: Scan<T>, piece: BlockRange): Promise<BlockRange | null> {
  const { sizer, known, answers } = scan;
  let from = piece.fromBlock;
  while (from <= piece.toBlock && !scan.isBroken) {
    const rest = { fromBlock: from, toBlock: piece.toBlock };
    const told = known.at(rest);
    const answered = told === null ? null : await told;
    if (answered !== null) {
      answers.push({ fromBlock: from, answer: answered.answer });
      from = answered.toBlock + 1;
      continue;
    }
    const part = { fromBlock: from, toBlock: Math.min(known.unknownUntil(rest), from + sizer.size() - 1) };
    const span = part.toBlock - from + 1;
    const startedAt = systemClock.elapsed();
    try {
      const answer = await scan.fetchPiece(part);
      sizer.succeeded(span, systemClock.elapsed() - startedAt);
      answers.push({ fromBlock: from, answer });
      from = part.toBlock + 1;
    } catch (error) {
      sizer.failed(span, refusalOf(error, { from, span }).suggestedSpan);
      return rest;
    }
  }
  return null;
}

/** The refusal of a piece that can be made smaller; throws what is none. */
function refusalOf(error: unknown, { from, span }: { from: number; span: number }): TooLargeError {
  if (!(error instanceof TooLargeError)) throw error;
  const isSmallest = span === 1 || (error instanceof TooSlowError && span <= smallestSlowSpan);
  if (!isSmallest) return error;
  if (error instanceof AnswerOverLimitError) {
    throw new OversizedAnswerError(
      `${error.message} for block ${from} alone. Give the chain another node, or an explorer.`,
      { cause: error },
    );
  }
  throw new RetryableError(`${error.message} (for ${span} blocks from ${from})`, { cause: error });
}
