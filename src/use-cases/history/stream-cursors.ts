/**
 * Cursors of streams of transfers: how far each wallet's events were sent. Like those of lists they are base64url of
 * fixed-width bytes, strictly parsed, and name places, never data.
 *
 *     format 2 | per wallet, by id: wallet 4, number of the event 8 | in the middle of an event only: wallet 4, position 22
 */
import { PublicError } from '../../errors.ts';

/** How far a stream has come. */
export interface StreamPlace {
  /** The number of each wallet's last event that was sent as a whole; 0: none was. */
  sent: ReadonlyMap<number, bigint>;
  /** In the event after that of one wallet, where the last transfer stands, or stood, that was sent. */
  inside: { walletId: number; position: string } | null;
}

const format = 2;
const walletLength = 12;
const positionLength = 22;
const insideLength = 4 + positionLength;
/** Events are numbered by PostgreSQL's bigints. */
const highestSequence = 2n ** 63n - 1n;

export function encodeStreamCursor({ sent, inside }: StreamPlace): string {
  const wallets = [...sent].sort(([left], [right]) => left - right);
  const bytes = Buffer.alloc(1 + walletLength * wallets.length + (inside === null ? 0 : insideLength));
  let at = bytes.writeUInt8(format);
  for (const [walletId, sequence] of wallets) {
    at = bytes.writeUInt32BE(walletId, at);
    at = bytes.writeBigUInt64BE(sequence, at);
  }
  if (inside !== null) bytes.write(inside.position, bytes.writeUInt32BE(inside.walletId, at), 'hex');
  return bytes.toString('base64url');
}

/** Throws BAD_INPUT naming `after` when the text is not a cursor of a stream of exactly these wallets. */
export function decodeStreamCursor(text: string, walletIds: readonly number[]): StreamPlace {
  const bytes = Buffer.from(text, 'base64url');
  const expectedLength = 1 + walletLength * walletIds.length;
  const isWhole = bytes.length === expectedLength || bytes.length === expectedLength + insideLength;
  if (!isWhole || bytes[0] !== format || bytes.toString('base64url') !== text)
    throw refusedCursor(notACursor);
  const sent = new Map<number, bigint>();
  for (const [index, walletId] of [...walletIds].sort((left, right) => left - right).entries()) {
    const at = 1 + walletLength * index;
    if (bytes.readUInt32BE(at) !== walletId) throw refusedCursor(notACursor);
    const sequence = bytes.readBigUInt64BE(at + 4);
    if (sequence > highestSequence) throw refusedCursor(notACursor);
    sent.set(walletId, sequence);
  }
  if (bytes.length === expectedLength) return { sent, inside: null };
  const walletId = bytes.readUInt32BE(expectedLength);
  if (!sent.has(walletId)) throw refusedCursor(notACursor);
  return { sent, inside: { walletId, position: bytes.toString('hex', expectedLength + 4) } };
}

const notACursor = 'is not a cursor of a stream of these wallets: give the last one that it answered';

/** Says what to do instead, because what the stream has missed cannot be told any more. */
export function refusedCursor(problem: string): PublicError {
  return new PublicError('BAD_INPUT', `after ${problem}`, [{ path: 'after', message: problem }]);
}
