/**
 * Cursors and anchors as clients see them: base64url of fixed-width bytes, strictly parsed. They name places in a list,
 * never data: a place in another client's list leads nowhere, because the wallets are checked separately.
 */
import { createHash } from 'node:crypto';
import { PublicError } from '../errors.ts';
import type { ItemCursor } from '../store/transfers.ts';

/** Hex digits of a position; see domain/position.ts. */
export type PositionLength = 30 | 44;

function base64urlBytes(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : null;
}

function cursorBytes(cursor: ItemCursor): Buffer {
  const walletId = Buffer.alloc(4);
  walletId.writeUInt32BE(cursor.walletId);
  return Buffer.concat([Buffer.from(cursor.position, 'hex'), walletId]);
}

/** Ids are PostgreSQL's integers. */
const highestWalletId = 0x7fffffff;

/** null: a place that no wallet can have. */
function cursorOfBytes(bytes: Buffer): ItemCursor | null {
  const end = bytes.length - 4;
  const walletId = bytes.readUInt32BE(end);
  return walletId > highestWalletId ? null : { position: bytes.toString('hex', 0, end), walletId };
}

function refuse(path: string, what: string): PublicError {
  const message = `${path} is not ${what} of this list`;
  return new PublicError('BAD_INPUT', message, [{ path, message }]);
}

export function encodeCursor(cursor: ItemCursor): string {
  return cursorBytes(cursor).toString('base64url');
}

/** Throws BAD_INPUT naming `path` when the text is not a cursor of a list with positions of that length. */
export function decodeCursor(text: string, length: PositionLength, path: string): ItemCursor {
  const bytes = base64urlBytes(text, length / 2 + 4);
  const cursor = bytes && cursorOfBytes(bytes);
  if (cursor === null) throw refuse(path, 'a cursor');
  return cursor;
}

/** The place of an item in a list that is read by number, such as wallets. */
export function encodeOffsetCursor(index: number): string {
  return Buffer.from(`item:${index}`).toString('base64url');
}

export function decodeOffsetCursor(text: string, path: string): number {
  const plain = Buffer.from(text, 'base64url').toString();
  const match = /^item:(0|[1-9]\d{0,9})$/.exec(plain);
  if (match === null || encodeOffsetCursor(Number(match[1])) !== text) throw refuse(path, 'a cursor');
  return Number(match[1]);
}

/** Where a linked page begins, and the newest item of the list when it was first read. */
export interface Anchor {
  /** The page that it leads to. */
  page: number;
  /** `forward`: the page follows `item`; `backward`: it ends just before it. */
  direction: 'forward' | 'backward';
  asOf: ItemCursor;
  item: ItemCursor;
  /** Names the list and the page size: an anchor of another list does not tell where a page begins. */
  list: string;
}

/** Four bytes that tell lists apart. */
export function listFingerprint(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
}

/** Direction, page, and the list's name: its fingerprint (4 bytes) and the page size (2). */
const anchorHeaderLength = 11;

export function encodeAnchor(anchor: Anchor): string {
  const header = Buffer.alloc(anchorHeaderLength);
  header.writeUInt8(anchor.direction === 'forward' ? 1 : 2);
  header.writeUInt32BE(anchor.page, 1);
  header.write(anchor.list, 5, 'hex');
  return Buffer.concat([header, cursorBytes(anchor.asOf), cursorBytes(anchor.item)]).toString('base64url');
}

export function decodeAnchor(text: string, length: PositionLength): Anchor {
  const cursorLength = length / 2 + 4;
  const bytes = base64urlBytes(text, anchorHeaderLength + 2 * cursorLength);
  const direction = bytes?.readUInt8(0);
  if (bytes === null || (direction !== 1 && direction !== 2)) throw refuse('anchor', 'an anchor');
  const asOf = cursorOfBytes(bytes.subarray(anchorHeaderLength, anchorHeaderLength + cursorLength));
  const item = cursorOfBytes(bytes.subarray(anchorHeaderLength + cursorLength));
  if (asOf === null || item === null) throw refuse('anchor', 'an anchor');
  return {
    page: bytes.readUInt32BE(1),
    direction: direction === 1 ? 'forward' : 'backward',
    list: bytes.toString('hex', 5, anchorHeaderLength),
    asOf,
    item,
  };
}
