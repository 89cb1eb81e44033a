/** Reading what contracts say of themselves: texts that may be bytes32, missing, huge or hostile. */
import type { Hex } from '../../domain/model.ts';

/** Longer texts are cut: nobody's name, and a page shows a hundred of them. */
const longestName = 128;
/** ABI-encoded answers beyond this many bytes are not read. */
const largestAnswer = 512 * 1024;

/**
 * A text as it may be shown: control and format characters (among them the bidirectional ones that turn text around) and
 * broken surrogates removed, white space collapsed, cut to 128 characters. null when nothing is left.
 */
export function cleanName(text: string): string | null {
  const cleaned = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\uFFFD]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...cleaned];
  const cut = characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : cleaned;
  return cut === '' ? null : cut;
}

/** The text in an answer: an ABI-encoded string, or a bytes32 as early tokens (MKR) return. null: neither. */
export function decodeText(answer: Hex | null): string | null {
  if (answer === null || answer.length > 2 + 2 * largestAnswer) return null;
  const data = Buffer.from(answer.slice(2), 'hex');
  if (data.length === 32) return utf8(data.subarray(0, endOfText(data)));
  const offset = smallNumber(data, 0);
  const length = offset === null ? null : smallNumber(data, offset);
  if (offset === null || length === null || offset + 32 + length > data.length) return null;
  return utf8(data.subarray(offset + 32, offset + 32 + length));
}

/** Decimals in an answer; null when missing or not a number of decimals (a uint256 holds at most 77 digits). */
export function decodeDecimals(answer: Hex | null): number | null {
  if (answer === null || answer.length !== 66) return null;
  const decimals = BigInt(answer);
  return decimals <= 77n ? Number(decimals) : null;
}

function endOfText(word: Buffer): number {
  const end = word.indexOf(0);
  return end < 0 ? word.length : end;
}

/** The 32-byte number at an offset; null past the end or when it is no possible offset or length. */
function smallNumber(data: Buffer, offset: number): number | null {
  if (offset + 32 > data.length) return null;
  const word = BigInt(`0x${data.subarray(offset, offset + 32).toString('hex')}`);
  return word <= BigInt(largestAnswer) ? Number(word) : null;
}

function utf8(data: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return null;
  }
}
