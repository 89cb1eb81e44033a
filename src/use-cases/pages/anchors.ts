/**
 * Anchors: which state of a list its pages are read from. base64url of fixed-width bytes, strictly parsed:
 *
 *     kind 1 | list 4 | per wallet, by id: version 8 | of links only: page 4, page size 2, position 15 or 22, wallet 4
 *
 * The versions name the last commit of each wallet that is in the list. They hold nothing still by themselves: a page leaves
 * out what was stored later (store/pages/list-query.ts). A link also says where its page begins, so that nobody counts its way there.
 */
import { createHash } from 'node:crypto';
import { type InputProblem, PublicError } from '../../errors.ts';
import type { ItemCursor, ListVersion } from '../../store/pages/list-query.ts';
import type { SortDirection } from '../model/requests.ts';
import { base64urlBytes, cursorBytes, cursorOfBytes, type PositionLength } from './cursors.ts';

/** Where a linked page begins. */
export interface PagePlace {
  /** The page that it leads to. */
  page: number;
  pageSize: number;
  order: SortDirection;
  /** `forward`: the page follows `item`; `backward`: it ends just before it. */
  direction: 'forward' | 'backward';
  item: ItemCursor;
}

export interface Anchor {
  version: ListVersion;
  /** null: it names no page. */
  place: PagePlace | null;
}

/** The list that an anchor is of. */
export interface AnchoredList {
  /** Tells it from others; see listFingerprint. */
  fingerprint: string;
  walletIds: readonly number[];
  positionLength: PositionLength;
}

const listOnly = 1;
const placeKinds: readonly Pick<PagePlace, 'order' | 'direction'>[] = [
  { order: 'DESC', direction: 'forward' },
  { order: 'DESC', direction: 'backward' },
  { order: 'ASC', direction: 'forward' },
  { order: 'ASC', direction: 'backward' },
];
const headLength = 5;
const versionLength = 8;
const placeHeadLength = 6;
/** Versions are PostgreSQL's bigints. */
const highestVersion = 2n ** 63n - 1n;

const ascending = (walletIds: readonly number[]): number[] =>
  [...new Set(walletIds)].sort((left, right) => left - right);

/**
 * Four bytes that tell lists apart: what is listed, of which wallets, by which filter. However a filter is written (the order
 * of its lists, the default named or not, parts of seconds), what lists the same is the same.
 */
export function listFingerprint(what: string, walletIds: readonly number[], filter: object): string {
  const parts = Object.entries(filter)
    .filter(([name, value]) => value !== undefined && !(name === 'spam' && value === 'INCLUDE'))
    .map(([name, value]) => [name, canonical(value)])
    .sort();
  const text = JSON.stringify([what, ascending(walletIds), parts]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Items stand on whole seconds, so that rounding times up keeps the same ones. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...new Set(value.map(canonical))].sort());
  return JSON.stringify(typeof value === 'number' ? Math.ceil(value) : value);
}

export function encodeAnchor({ version, place }: Anchor, list: AnchoredList): string {
  const kind =
    place === null
      ? listOnly
      : 2 +
        placeKinds.findIndex(
          ({ order, direction }) => order === place.order && direction === place.direction,
        );
  const walletIds = ascending(list.walletIds);
  const head = Buffer.alloc(headLength + versionLength * walletIds.length);
  head.writeUInt8(kind);
  head.write(list.fingerprint, 1, 'hex');
  for (const [index, walletId] of walletIds.entries()) {
    head.writeBigUInt64BE(version.get(walletId) ?? 0n, headLength + versionLength * index);
  }
  if (place === null) return head.toString('base64url');
  const placeHead = Buffer.alloc(placeHeadLength);
  placeHead.writeUInt32BE(place.page);
  placeHead.writeUInt16BE(place.pageSize, 4);
  return Buffer.concat([head, placeHead, cursorBytes(place.item)]).toString('base64url');
}

/** Throws BAD_INPUT naming `anchor` when the text is no anchor, or one of another list. */
export function decodeAnchor(text: string, list: AnchoredList): Anchor {
  const bytes = base64urlBytes(text);
  const kind = bytes?.[0];
  const placeKind = kind === undefined ? undefined : placeKinds[kind - 2];
  if (bytes === null || bytes.length < headLength || (kind !== listOnly && placeKind === undefined)) {
    throw refusedAnchor(notAnAnchor);
  }
  if (bytes.toString('hex', 1, headLength) !== list.fingerprint) throw refusedAnchor(ofAnotherList);
  const walletIds = ascending(list.walletIds);
  const placeAt = headLength + versionLength * walletIds.length;
  const placeLength = placeKind === undefined ? 0 : placeHeadLength + list.positionLength / 2 + 4;
  if (bytes.length !== placeAt + placeLength) throw refusedAnchor(notAnAnchor);
  const version = new Map(
    walletIds.map((walletId, index) => [walletId, bytes.readBigUInt64BE(headLength + versionLength * index)]),
  );
  if ([...version.values()].some((number) => number > highestVersion)) throw refusedAnchor(notAnAnchor);
  if (placeKind === undefined) return { version, place: null };
  const item = cursorOfBytes(bytes.subarray(placeAt + placeHeadLength));
  if (item === null) throw refusedAnchor(notAnAnchor);
  const [page, pageSize] = [bytes.readUInt32BE(placeAt), bytes.readUInt16BE(placeAt + 4)];
  return { version, place: { ...placeKind, page, pageSize, item } };
}

export const notAnAnchor =
  'is not an anchor: give the text that a page of this list answered, or leave it out';
export const ofAnotherList =
  'is an anchor of another list: ask for the same wallets with the same filter, or leave it out';
export const forgottenAnchor =
  'is too old: what was stored since is not all known any more. Begin again without it';

/** Says what to do instead. */
export function refusedAnchor(message: string): PublicError {
  const problem: InputProblem = { path: 'anchor', message };
  return new PublicError('BAD_INPUT', `anchor ${message}`, [problem]);
}
