/**
 * Cursors as agents see them: the tool, a fingerprint of what was asked, and the list's own cursor. One of another tool, or of
 * another question, is refused instead of leading somewhere.
 */
import { createHash } from 'node:crypto';
import { PublicError } from '../../errors.ts';

/** Longer than any. */
export const longestCursor = 400;

export interface Cursors {
  encode(inner: string): string;
  /** undefined: none was given, which is the beginning. Throws BAD_INPUT for one of another question. */
  decode(cursor: string | undefined): string | undefined;
}

/** @param question all that decides which list it is, without the page's size */
export function cursorsOf(tool: string, question: unknown): Cursors {
  const mark = createHash('sha256')
    .update(JSON.stringify([tool, question]))
    .digest('base64url')
    .slice(0, 6);
  const start = `${tool}.${mark}.`;
  return {
    encode: (inner) => start + inner,
    decode(cursor) {
      if (cursor === undefined || cursor === '') return undefined;
      if (cursor.startsWith(start)) return cursor.slice(start.length);
      const message = `is not a cursor of this question: pass next_cursor of ${tool} with the same arguments`;
      throw new PublicError('BAD_INPUT', `cursor ${message}`, [{ path: 'cursor', message }]);
    },
  };
}

/** A place in a list that is read as a whole, by number. */
export function decodePlace(inner: string | undefined): number {
  if (inner === undefined) return 0;
  if (/^\d{1,6}$/.test(inner)) return Number(inner);
  throw new PublicError('BAD_INPUT', 'cursor is not one of this list', [
    { path: 'cursor', message: 'is not one of this list' },
  ]);
}
