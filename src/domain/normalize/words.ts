/** Reading 32-byte words of topics and data without trusting them. */
import type { Address, Hash, Hex } from '../model.ts';

/** The number of whole 32-byte words, or null when the data is not made of whole words. */
export function wordCount(data: Hex): number | null {
  const digits = data.length - 2;
  return digits % 64 === 0 ? digits / 64 : null;
}

/** Word `index` of the data as a number; undefined past its end. */
export function wordAt(data: Hex, index: number): bigint | undefined {
  const start = 2 + index * 64;
  const digits = data.slice(start, start + 64);
  return digits.length === 64 ? BigInt(`0x${digits}`) : undefined;
}

/** The address in a word; undefined when the word is missing or its upper 12 bytes are not zero. */
export function addressInWord(data: Hex, index: number): Address | undefined {
  const start = 2 + index * 64;
  return cleanAddress(data.slice(start, start + 64));
}

/** The address in a topic; undefined when the topic is missing or its upper 12 bytes are not zero. */
export function addressInTopic(topic: Hash | undefined): Address | undefined {
  return topic === undefined ? undefined : cleanAddress(topic.slice(2));
}

function cleanAddress(digits: string): Address | undefined {
  return digits.length === 64 && digits.startsWith('000000000000000000000000')
    ? `0x${digits.slice(24).toLowerCase()}`
    : undefined;
}

/** A topic as a number; undefined when it is missing. */
export function topicNumber(topic: Hash | undefined): bigint | undefined {
  return topic === undefined ? undefined : BigInt(topic);
}

/** Two dynamic arrays of numbers of equal length, ABI-encoded: `(uint256[], uint256[])`. Undefined when malformed. */
export function numberPairs(data: Hex): [bigint, bigint][] | undefined {
  const first = numberArray(data, 0);
  const second = numberArray(data, 1);
  if (first === undefined || second === undefined || first.length !== second.length) return undefined;
  const pairs: [bigint, bigint][] = [];
  for (const [index, left] of first.entries()) {
    const right = second[index];
    if (right === undefined) return undefined;
    pairs.push([left, right]);
  }
  return pairs;
}

function numberArray(data: Hex, headIndex: number): bigint[] | undefined {
  const offset = wordAt(data, headIndex);
  if (offset === undefined || offset % 32n !== 0n || offset >= BigInt(data.length)) return undefined;
  const lengthIndex = Number(offset / 32n);
  const length = wordAt(data, lengthIndex);
  if (length === undefined || length > BigInt(data.length)) return undefined;
  const numbers: bigint[] = [];
  for (let index = 0; index < Number(length); index += 1) {
    const value = wordAt(data, lengthIndex + 1 + index);
    if (value === undefined) return undefined;
    numbers.push(value);
  }
  return numbers;
}
