/**
 * Whole numbers of any size as the hex digits of a bytea: what rows of a ledger hold by the dozen. A number takes a byte that says
 * how many bytes follow, and those: 12 for an amount of which `numeric` makes 20, and text 21.
 *
 *     00 = 0 | 01…7e + magnitude, highest byte first | 81…fe + magnitude of a negative number | 7f = null
 */

/** Nothing that a ledger adds up has more: 10^300. */
const longestBytes = 0x7e;
const nothing = '7f';
export const packedZero = '00';

/** By the number of hex digits: the first byte, and a 0 where the digits are odd. */
const heads = (sign: number): string[] =>
  Array.from({ length: longestBytes * 2 + 1 }, (_, digits) => {
    const bytes = (digits + 1) >> 1;
    return (bytes + sign).toString(16).padStart(2, '0') + (digits % 2 === 0 ? '' : '0');
  });
const positiveHeads = heads(0);
const negativeHeads = heads(0x80);

/** Throws RangeError for a number of more than 126 bytes. */
export function packInteger(value: bigint | null): string {
  if (value === null) return nothing;
  if (value === 0n) return packedZero;
  const isNegative = value < 0n;
  const digits = (isNegative ? -value : value).toString(16);
  const head = (isNegative ? negativeHeads : positiveHeads)[digits.length];
  if (head === undefined) throw new RangeError(`a number of ${digits.length} hex digits cannot be packed`);
  return head + digits;
}

/** One after the other. */
export function packIntegers(values: readonly (bigint | null)[]): string {
  let text = '';
  for (const value of values) text += packInteger(value);
  return text;
}

/** A number from 0 to 255. */
export const packByte = (value: number): string => (value < 16 ? '0' : '') + value.toString(16);

/** Hex digits that are read from left to right. */
export interface PackedReader {
  readonly text: string;
  at: number;
}

/** Of a bytea as the database sends it: `\x` and its digits. */
export function readPacked(text: string): PackedReader {
  if (!text.startsWith('\\x')) throw new TypeError('what is packed in the database is no bytea');
  return { text, at: 2 };
}

export const isAtEnd = ({ text, at }: PackedReader): boolean => at >= text.length;

/** The next digits. Throws RangeError where there are fewer. */
export function takeDigits(reader: PackedReader, count: number): string {
  const digits = reader.text.slice(reader.at, reader.at + count);
  if (digits.length !== count) throw new RangeError('what is packed in the database ends too early');
  reader.at += count;
  return digits;
}

export const takeByte = (reader: PackedReader): number => Number.parseInt(takeDigits(reader, 2), 16);

export function takeInteger(reader: PackedReader): bigint | null {
  const head = takeByte(reader);
  if (head === 0) return 0n;
  if (head === 0x7f) return null;
  const magnitude = BigInt(`0x${takeDigits(reader, (head & 0x7f) * 2)}`);
  return head > 0x7f ? -magnitude : magnitude;
}

/** A number that is never null. */
export function takeKnown(reader: PackedReader): bigint {
  const value = takeInteger(reader);
  if (value === null) throw new TypeError('a number that is packed in the database is null');
  return value;
}

/** Steps over numbers that nobody asked for. */
export function skipIntegers(reader: PackedReader, count: number): void {
  for (let skipped = 0; skipped < count; skipped += 1) {
    const head = takeByte(reader);
    if (head !== 0x7f) reader.at += (head & 0x7f) * 2;
  }
}
