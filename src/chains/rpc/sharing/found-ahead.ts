/**
 * What searches have found of wallets, until it is the turn of each: one search for many wallets takes the place of many. Stretches of
 * blocks per wallet, under way or done, which never overlap. They hold as long as the block is on the chain that was there before they
 * were searched (`frame`): whoever uses them proves that. Bounded by bytes: what has no room is not kept, and searched for again.
 */
import type { Address } from '../../../domain/model.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import { type BlockRange, bytesOf, type Finds, type Frame, findsWithin } from './finds.ts';

export interface FoundAhead {
  readonly shelves: Map<Address, Shelf>;
  readonly options: FoundAheadOptions;
  /** Of all that is done. */
  bytes: number;
}

export interface FoundAheadOptions {
  maximumBytes: number;
  /** What nobody has used or added to for so long makes room for others. */
  lifetimeMs: number;
  clock: Pick<Clock, 'elapsed'>;
}

/** What is kept of one wallet, ascending. */
interface Shelf {
  stretches: Stretch[];
  usedAt: number;
}

export interface Stretch extends BlockRange {
  readonly frame: Frame;
  readonly finds: Promise<Finds>;
  /** null: under way. */
  done: Finds | null;
  bytes: number;
}

const bytesOfStretch = 400;

export function createFoundAhead(options: FoundAheadOptions): FoundAhead {
  return { shelves: new Map(), options, bytes: 0 };
}

/** The stretch in which the block lies. */
export function stretchAt(found: FoundAhead, wallet: Address, block: number): Stretch | undefined {
  const shelf = found.shelves.get(wallet);
  if (shelf === undefined) return undefined;
  const stretch = shelf.stretches[placeAfter(shelf, block) - 1];
  if (stretch === undefined || stretch.toBlock < block) return undefined;
  shelf.usedAt = found.options.clock.elapsed();
  return stretch;
}

/** Where the next stretch behind the block begins; Infinity: there is none. */
export function nextKnown(found: FoundAhead, wallet: Address, block: number): number {
  const shelf = found.shelves.get(wallet);
  return shelf?.stretches[placeAfter(shelf, block)]?.fromBlock ?? Number.POSITIVE_INFINITY;
}

/** Whether nothing of the range is known of the wallet, or under way. */
export function isUnknown(found: FoundAhead, wallet: Address, range: BlockRange): boolean {
  const shelf = found.shelves.get(wallet);
  if (shelf === undefined) return true;
  const before = shelf.stretches[placeAfter(shelf, range.toBlock) - 1];
  return before === undefined || before.toBlock < range.fromBlock;
}

/** The blocks that what is kept of the wallet from there on rests on, each once. */
export function framesOf(found: FoundAhead, wallet: Address, fromBlock: number): Frame[] {
  const stretches = found.shelves.get(wallet)?.stretches ?? [];
  const frames = stretches.filter(({ toBlock }) => toBlock >= fromBlock).map(({ frame }) => frame);
  return [...new Map(frames.map((frame) => [`${frame.number}:${frame.hash}`, frame])).values()];
}

/** Keeps what is being found in the range, where nothing of it is known; a search that fails leaves nothing behind. */
export function keepFinds(
  found: FoundAhead,
  wallet: Address,
  { fromBlock, toBlock, frame, finds }: BlockRange & { frame: Frame; finds: Promise<Finds> },
): void {
  // Who asked hears of a failure.
  finds.catch(() => undefined);
  if (!isUnknown(found, wallet, { fromBlock, toBlock })) return;
  const shelf = found.shelves.get(wallet) ?? { stretches: [], usedAt: 0 };
  found.shelves.set(wallet, shelf);
  shelf.usedAt = found.options.clock.elapsed();
  const stretch: Stretch = { fromBlock, toBlock, frame, finds, done: null, bytes: 0 };
  shelf.stretches.splice(placeAfter(shelf, fromBlock), 0, stretch);
  finds.then(
    (done) => settle(found, wallet, stretch, done),
    () => drop(found, wallet, stretch),
  );
}

/** The wallet has been stored up to the block before: what was found there is of no use any more. */
export function forgetBefore(found: FoundAhead, wallet: Address, block: number): void {
  const shelf = found.shelves.get(wallet);
  if (shelf === undefined) return;
  for (const stretch of [...shelf.stretches]) {
    if (stretch.done === null || stretch.fromBlock >= block) continue;
    if (stretch.toBlock < block) {
      drop(found, wallet, stretch);
      continue;
    }
    // A new one: who is about to use the old one has it whole.
    const rest = stretchOf(
      { ...stretch, fromBlock: block },
      findsWithin(stretch.done, { ...stretch, fromBlock: block }),
    );
    found.bytes += rest.bytes - stretch.bytes;
    shelf.stretches.splice(shelf.stretches.indexOf(stretch), 1, rest);
  }
}

/** Whether there is room for more; what was left alone for long makes some. */
export function hasRoom(found: FoundAhead): boolean {
  const { maximumBytes, lifetimeMs, clock } = found.options;
  if (found.bytes < maximumBytes) return true;
  for (const [wallet, shelf] of found.shelves) {
    if (clock.elapsed() - shelf.usedAt > lifetimeMs) forgetWallet(found, wallet);
  }
  return found.bytes < maximumBytes;
}

export function forgetWallet(found: FoundAhead, wallet: Address): void {
  for (const stretch of [...(found.shelves.get(wallet)?.stretches ?? [])]) drop(found, wallet, stretch);
}

export function forgetAll(found: FoundAhead): void {
  for (const wallet of [...found.shelves.keys()]) forgetWallet(found, wallet);
}

/** The place of the first stretch that begins behind the block. */
function placeAfter({ stretches }: Shelf, block: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.fromBlock ?? Number.POSITIVE_INFINITY) <= block) low = middle + 1;
    else high = middle;
  }
  return low;
}

function drop(found: FoundAhead, wallet: Address, stretch: Stretch): void {
  const shelf = found.shelves.get(wallet);
  const place = shelf?.stretches.indexOf(stretch) ?? -1;
  if (shelf === undefined || place === -1) return;
  shelf.stretches.splice(place, 1);
  found.bytes -= stretch.bytes;
  if (shelf.stretches.length === 0) found.shelves.delete(wallet);
}

function settle(found: FoundAhead, wallet: Address, stretch: Stretch, done: Finds): void {
  const shelf = found.shelves.get(wallet);
  const place = shelf?.stretches.indexOf(stretch) ?? -1;
  // It was forgotten meanwhile.
  if (shelf === undefined || place === -1) return;
  const bytes = bytesOfStretch + bytesOf(done);
  if (found.bytes + bytes > found.options.maximumBytes) {
    drop(found, wallet, stretch);
    return;
  }
  stretch.done = done;
  stretch.bytes = bytes;
  found.bytes += bytes;
  join(found, shelf, place);
  join(found, shelf, place - 1);
}

/** Makes one stretch of this one and the next, if they follow each other and rest on the same block: thousands of pieces become a few. */
function join(found: FoundAhead, shelf: Shelf, place: number): void {
  const [left, right] = [shelf.stretches[place], shelf.stretches[place + 1]];
  if (left === undefined || right === undefined || left.done === null || right.done === null) return;
  const isOneFrame = left.frame.hash === right.frame.hash && left.frame.number === right.frame.number;
  if (!isOneFrame || left.toBlock + 1 !== right.fromBlock) return;
  const done = both(left.done, right.done);
  if (done === null) return;
  const merged = stretchOf({ fromBlock: left.fromBlock, toBlock: right.toBlock, frame: left.frame }, done);
  found.bytes += merged.bytes - left.bytes - right.bytes;
  shelf.stretches.splice(place, 2, merged);
}

function stretchOf({ fromBlock, toBlock, frame }: BlockRange & { frame: Frame }, done: Finds): Stretch {
  const bytes = bytesOfStretch + bytesOf(done);
  return { fromBlock, toBlock, frame, done, bytes, finds: Promise.resolve(done) };
}

/** null: their blocks do not hang together, which whoever uses them finds out. */
function both(left: Finds, right: Finds): Finds | null {
  const [last, first] = [left.links.at(-1), right.links[0]];
  if (last !== undefined && first !== undefined && last.hash !== first.parentHash) return null;
  return {
    transactions: left.transactions.concat(right.transactions),
    rewards: left.rewards.concat(right.rewards),
    links: [...left.links.slice(0, 1), ...right.links.slice(-1)],
  };
}
