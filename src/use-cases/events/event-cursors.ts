/**
 * Cursors of logs of events: the number that was last read of each wallet. Like those of lists they are base64url of fixed-width
 * bytes, strictly parsed, and name places, never data.
 *
 *     format 3 | per wallet, by registration: registration 4, told before it 8, number 8
 *
 * The first two tell a wallet that was registered anew, whose numbers begin anew.
 */
import { PublicError } from '../../errors.ts';
import type { ToldLog } from '../../store/history/events/told-events.ts';

/** How far a reader has come in one wallet's log. */
export interface EventPlace {
  log: Pick<ToldLog, 'registrationId' | 'before'>;
  after: bigint;
}

/** From where somebody reads; `log` null: nothing but the number is known. */
export interface EventStart {
  log: EventPlace['log'] | null;
  after: bigint;
}

const format = 3;
const placeLength = 20;
/** Events are numbered by PostgreSQL's bigints. */
const highestNumber = 2n ** 63n - 1n;

export function encodeEventCursor(places: Iterable<EventPlace>): string {
  const sorted = [...places].sort((left, right) => left.log.registrationId - right.log.registrationId);
  const bytes = Buffer.alloc(1 + placeLength * sorted.length);
  let at = bytes.writeUInt8(format);
  for (const { log, after } of sorted) {
    at = bytes.writeUInt32BE(log.registrationId, at);
    at = bytes.writeBigUInt64BE(log.before, at);
    at = bytes.writeBigUInt64BE(after, at);
  }
  return bytes.toString('base64url');
}

/**
 * The places that a cursor names, of exactly these registrations (their ids by wallet), by wallet. BAD_INPUT naming `after` when it is no
 * such cursor.
 */
export function decodeEventCursor(
  text: string,
  registrations: ReadonlyMap<number, number>,
): Map<number, EventPlace> {
  const bytes = Buffer.from(text, 'base64url');
  const isWhole = bytes.length === 1 + placeLength * registrations.size;
  if (!isWhole || bytes[0] !== format || bytes.toString('base64url') !== text) throw refusedPlace(notACursor);
  const sorted = [...registrations].sort(([, left], [, right]) => left - right);
  return new Map(
    sorted.map(([walletId, registrationId], index) => {
      const at = 1 + placeLength * index;
      const [before, after] = [bytes.readBigUInt64BE(at + 4), bytes.readBigUInt64BE(at + 12)];
      if (bytes.readUInt32BE(at) !== registrationId || before > highestNumber || after > highestNumber)
        throw refusedPlace(notACursor);
      return [walletId, { log: { registrationId, before }, after }];
    }),
  );
}

const notACursor =
  'is no cursor of the events of these wallets: give the last one that was answered for just these; when one was registered anew, ' +
  'read the list of transfers and begin anew';

/** Names the parameter, and says what to do instead. */
export function refusedPlace(problem: string): PublicError {
  return new PublicError('BAD_INPUT', `after ${problem}`, [{ path: 'after', message: problem }]);
}
