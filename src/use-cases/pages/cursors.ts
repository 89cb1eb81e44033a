/**
 * Cursors as clients see them: base64url of fixed-width bytes, strictly parsed. They name places in a list, never data: a
 * place in another client's list leads nowhere, because the wallets are checked separately.
 */
import { PublicError } from '../../errors.ts';
import type { ItemCursor } from '../../store/pages/list-query.ts';

/** Hex digits of a position; see domain/position.ts. */
export type PositionLength = 30 | 44;

/** null: it is not written as base64url writes it. */
export function base64urlBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

export function cursorBytes(cursor: ItemCursor): Buffer {
  const walletId = Buffer.alloc(4);
  walletId.writeUInt32BE(cursor.walletId);
  return Buffer.concat([Buffer.from(cursor.position, 'hex'), walletId]);
}

/** Ids are PostgreSQL's integers. */
const highestWalletId = 0x7fffffff;

/** null: a place that no wallet can have. */
export function cursorOfBytes(bytes: Buffer): ItemCursor | null {
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
  const bytes = base64urlBytes(text);
  const cursor = bytes?.length === length / 2 + 4 ? cursorOfBytes(bytes) : null;
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
