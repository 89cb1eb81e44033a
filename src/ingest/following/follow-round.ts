/**
 * One round of following a chain for all its wallets: the new blocks are read whole, once, and the wallets that they name are let go,
 * to be loaded by steps of their own. All others move with the chain's cursor, which is one row.
 *
 *     no cursor ──► it begins at the head; wallets join as their own steps reach it
 *     the head's parent chain leads to the cursor ──► the cursor moves, the wallets that the blocks name stay behind
 *     it does not ──► a re-org: back to the last common block, wallets with something above it replay, and on to the head
 */
import type { BlockReference, NamedBlocks } from '../../chains/definitions/chain-source.ts';
import type { Address } from '../../domain/model.ts';
import { PermanentError, RetryableError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type BlockPlace,
  type ChainCursor,
  type CursorMove,
  countFollowers,
  dropCursor,
  hasWallets,
  moveCursor,
  readCursor,
  touchCursor,
} from '../../store/sync/following/chain-cursor.ts';
import { untilAborted } from '../../until-aborted.ts';
import { type ChainRuntime, staleAfterMs } from '../chain-runtime.ts';
import { type BlockPace, noteHead } from './block-pace.ts';
import { extend, highestOnChain, placeAt, type Trail } from './trail.ts';

/** What a round did, for counters. */
export type FollowEvent = 'blocks' | 'woken' | 'reorgs' | 'handed-back' | 'checks' | 'missed';

export interface Following {
  readonly chain: ChainRuntime;
  /** As the leader writes to it. */
  readonly database: Database;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly trail: Trail;
  readonly pace: BlockPace;
  /** When it was last stored that the head is where the cursor stands. */
  readonly looks: { notedAt: number };
  /** A chain is read for all of its wallets from so many on. */
  readonly fromWallets: number;
  readonly onEvent: (event: FollowEvent, count: number) => void;
}

/** What became of a round: when the next is to come, that there are few wallets, or that the nodes cannot tell of whole blocks. */
export type RoundEnd = 'at-head' | 'behind' | 'few' | 'unable';

/** So many blocks at most move the cursor at once. */
const blocksPerMove = 64;
/** Wallets' own searches for a range, against whole blocks: about how many requests each takes. */
const requestsPerBlock = 3;
const requestsPerWallet = 11;

/** Throws RetryableError (try later) or PermanentError (the chain cannot be followed for all its wallets). */
export async function followRound(following: Following): Promise<RoundEnd> {
  const { chain, database } = following;
  const { chainId } = chain.config;
  const cursor = await readCursor(database, chainId);
  if (cursor === null && !(await hasWallets(database, { chainId, count: following.fromWallets })))
    return 'few';
  const askedAt = performance.now();
  const head = await untilAborted(chain.head(0), following.signal);
  noteHead(following.pace, head, performance.now());
  const headAgeMs = (): number => performance.now() - askedAt;
  if (cursor === null) return begin(following, head, headAgeMs);
  if (head.number < cursor.number) {
    throw new RetryableError(
      `the node stands at block ${head.number}, behind block ${cursor.number} that is already read; waiting for it`,
      { kind: 'source-behind' },
    );
  }
  if (head.hash === cursor.hash) {
    await noteLook(following, cursor, headAgeMs());
    return 'at-head';
  }
  if (await isFarBehind(following, cursor, head)) return startOver(following, 'cursor');
  return goOn(following, { cursor, head, headAgeMs });
}

/** The head is still where the cursor stands; that this was looked at is stored once in an interval, and when it was in doubt. */
async function noteLook(
  { chain, database, looks }: Following,
  { attempts }: ChainCursor,
  headAgeMs: number,
): Promise<void> {
  const { chainId, pollSeconds } = chain.config;
  const now = performance.now();
  if (attempts === 0 && now - looks.notedAt < pollSeconds * 1000) return;
  await touchCursor(database, { chainId, headAgeMs, staleAfterMs: staleAfterMs(chain) });
  looks.notedAt = now;
}

/** The cursor begins at the head, if the nodes can tell of its block. */
async function begin(
  { chain, database, trail, signal }: Following,
  head: BlockReference,
  headAgeMs: () => number,
): Promise<RoundEnd> {
  const { number: fromBlock } = head;
  const named = (await chain.source.readNamedBlocks?.({ fromBlock, toBlock: fromBlock, signal })) ?? null;
  if (named === null) return 'unable';
  const safe = await untilAborted(safePlace(chain, trail, { head, to: head, known: null }), signal);
  await moveCursor(database, {
    ...moveOf(chain, head, headAgeMs),
    from: null,
    to: head,
    safe,
    addresses: [],
  });
  extend(trail, null, [head]);
  return 'at-head';
}

interface Stretch {
  cursor: ChainCursor;
  head: BlockReference;
  headAgeMs: () => number;
}

async function goOn(following: Following, stretch: Stretch): Promise<RoundEnd> {
  const { cursor, head } = stretch;
  const next =
    head.number === cursor.number ? null : await readAfter(following, { place: cursor, head, cursor });
  if (next === 'unable') return startOver(following, 'cursor');
  if (next !== null && next.blocks[0]?.parentHash === cursor.hash) return move(following, stretch, next);
  const common = await untilAborted(commonPlace(following, cursor), following.signal);
  if (common === null) return startOver(following, 'own');
  // What was remembered of the blocks after it may have been out of date; they are read anew.
  if (common.hash === cursor.hash) throw new RetryableError(`block ${cursor.number} came and went: a re-org`);
  following.onEvent('reorgs', 1);
  const replayed = await readAfter(following, { place: common, head, cursor, isFresh: true });
  if (replayed === 'unable') return startOver(following, 'own');
  if (replayed.blocks[0]?.parentHash !== common.hash) {
    throw new RetryableError(
      `blocks ${common.number} and ${common.number + 1} are not of one chain: a re-org`,
    );
  }
  return move(following, stretch, replayed, common);
}

/** @param cursor after a re-org it comes back to where it was, so that it is never seen to go back */
async function readAfter(
  { chain, signal }: Pick<Following, 'chain' | 'signal'>,
  given: { place: BlockPlace; head: BlockReference; cursor: BlockPlace; isFresh?: boolean },
): Promise<NamedBlocks | 'unable'> {
  const { place, head, cursor, isFresh = false } = given;
  const fromBlock = place.number + 1;
  const toBlock = Math.min(head.number, Math.max(cursor.number, place.number + blocksPerMove));
  const named = await chain.source.readNamedBlocks?.({ fromBlock, toBlock, isFresh, signal });
  const last = named?.blocks.at(-1);
  const isOutdated = last?.number === head.number && last.hash !== head.hash;
  if (isOutdated && !isFresh) return readAfter({ chain, signal }, { ...given, isFresh: true });
  return named ?? 'unable';
}

/** Moves the cursor over the blocks, and lets go of the wallets that they name. */
async function move(
  { chain, database, trail, log, signal, onEvent }: Following,
  { cursor, head, headAgeMs }: Stretch,
  { blocks, addresses }: { blocks: readonly BlockReference[]; addresses: ReadonlySet<Address> },
  rollbackTo?: BlockPlace,
): Promise<RoundEnd> {
  const to = blocks.at(-1);
  if (to === undefined) throw new RetryableError('the nodes tell of no block');
  const places = [...blocks];
  extend(trail, rollbackTo ?? cursor, places);
  const safe = await untilAborted(safePlace(chain, trail, { head, to, known: cursor.safe }), signal);
  const moved = await moveCursor(database, {
    ...moveOf(chain, head, headAgeMs),
    ...(rollbackTo === undefined ? {} : { rollbackTo }),
    ...{ from: cursor, to, safe, addresses: [...addresses] },
  });
  if (moved === null) throw new RetryableError('the cursor was moved by somebody else');
  onEvent('blocks', blocks.length);
  onEvent('woken', moved.undone.length + moved.named.length);
  if (rollbackTo !== undefined) {
    const fields = { chain: chain.config.name, block: rollbackTo.number, wallets: moved.undone.length };
    log.debug(fields, 'a re-org: wallets with something above the common block replay');
  }
  return to.number < head.number ? 'behind' : 'at-head';
}

const moveOf = (
  chain: ChainRuntime,
  head: BlockReference,
  headAgeMs: () => number,
): Pick<CursorMove, 'chainId' | 'headBlock' | 'headAgeMs' | 'staleAfterMs'> => ({
  chainId: chain.config.chainId,
  headBlock: head.number,
  headAgeMs: headAgeMs(),
  staleAfterMs: staleAfterMs(chain),
});

/** The newest final block that the cursor has reached; it never goes back. */
async function safePlace(
  chain: ChainRuntime,
  trail: Trail,
  { head, to, known }: { head: BlockReference; to: BlockPlace; known: BlockPlace | null },
): Promise<BlockPlace | null> {
  const finalBlock = Math.min(head.number - chain.config.confirmations, to.number);
  if (finalBlock < 0 || (known !== null && known.number >= finalBlock)) return known;
  if (finalBlock === to.number) return to;
  const place = placeAt(trail, finalBlock) ?? (await chain.block(finalBlock));
  if (place === null)
    throw new RetryableError(`block ${finalBlock} is gone from ${chain.source.description}`);
  return place;
}

/**
 * The last block that the cursor's chain and the node's have in common, as far as it is known: the cursor itself, one of the trail, or
 * the last final one. null: not even that; or none is final yet.
 */
async function commonPlace({ chain, trail }: Following, cursor: ChainCursor): Promise<BlockPlace | null> {
  const { source } = chain;
  const isOnChain = async ({ number, hash }: BlockPlace): Promise<boolean> => {
    const block = await source.getBlock(number);
    // Answered by a node that is behind the one that told of the new head: nothing is proved by it.
    if (block === null) {
      throw new RetryableError(`${source.description}: block ${number} is not there (yet)`, {
        kind: 'source-behind',
      });
    }
    return block.hash === hash;
  };
  const { safe } = cursor;
  const last = trail.places.findIndex(({ number, hash }) => number === cursor.number && hash === cursor.hash);
  const known = last === -1 ? [cursor] : trail.places.slice(0, last + 1);
  const above = known.filter(({ number }) => number > (safe?.number ?? -1));
  return highestOnChain(safe === null ? above : [safe, ...above], isOnChain);
}

/**
 * Whether reading every block up to the head takes more than a search by each wallet. Then the wallets catch up by themselves, in ranges:
 * the further behind, the less a block costs.
 */
async function isFarBehind(
  { chain, database }: Following,
  cursor: ChainCursor,
  head: BlockReference,
): Promise<boolean> {
  const behind = head.number - cursor.number;
  if (behind <= blocksPerMove) return false;
  const followers = await countFollowers(database, chain.config.chainId);
  return behind * requestsPerBlock > followers * requestsPerWallet;
}

/** The wallets go on by themselves, and the next round begins at the head. */
async function startOver(
  { chain, database, trail, onEvent, log }: Following,
  from: 'own' | 'cursor',
): Promise<RoundEnd> {
  const count = await dropCursor(database, { chainId: chain.config.chainId, from });
  onEvent('handed-back', count);
  extend(trail, null, []);
  log.debug({ chain: chain.config.name, wallets: count }, 'wallets catch up by themselves');
  return 'behind';
}

/** Whether the error will not pass by itself: the wallets are better off alone. */
export const isHopeless = (error: unknown): boolean => error instanceof PermanentError;

/** Whether the error is of what was read, and not of a node that is behind or asks for patience: the wallets may do better alone. */
export const isOfReading = (error: unknown): boolean =>
  !(error instanceof RetryableError) || error.kind === 'source-unavailable';
