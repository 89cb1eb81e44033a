/**
 * The Bloom filters of blocks and receipts: what tells that logs are missing from an answer. A filter never lies about
 * what is in the block, it only may suggest more than there is.
 */
import { keccak256 } from 'viem/utils';
import type { Hex } from '../../../domain/model.ts';

interface LoggedEvent {
  address: Hex;
  topics: readonly Hex[];
}

/** Addresses and topics repeat: each is hashed once. */
const bitsOf = new Map<Hex, readonly number[]>();
const rememberedBits = 20_000;

/** The three bits that stand for a value (yellow paper, 4.3.1). */
function bits(value: Hex): readonly number[] {
  const known = bitsOf.get(value);
  if (known !== undefined) return known;
  const digest = keccak256(value, 'bytes');
  const found = [0, 2, 4].map((at) => (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047);
  if (bitsOf.size >= rememberedBits) bitsOf.clear();
  bitsOf.set(value, found);
  return found;
}

const placeOf = (bit: number): { byte: number; mask: number } => ({
  byte: 255 - (bit >> 3),
  mask: 1 << (bit & 7),
});

const toBytes = (bloom: Hex): Buffer => Buffer.from(bloom.slice(2), 'hex');
const isEmpty = (bloom: Hex): boolean => /^0x0*$/.test(bloom);

/** Whether the filter says that the value may be among the addresses and topics. */
export function mayContain(bloom: Hex, value: Hex): boolean {
  const bytes = toBytes(bloom);
  return bits(value).every((bit) => {
    const { byte, mask } = placeOf(bit);
    return ((bytes[byte] ?? 0) & mask) !== 0;
  });
}

/** False where the filter holds more than the logs explain: some are missing. Some chains leave filters empty. */
export function explainsBloom(logs: readonly LoggedEvent[], bloom: Hex): boolean {
  if (isEmpty(bloom)) return true;
  if (logs.length === 0) return false;
  const own = new Uint8Array(256);
  for (const log of logs) {
    for (const value of [log.address, ...log.topics]) {
      for (const bit of bits(value)) {
        const { byte, mask } = placeOf(bit);
        own[byte] = (own[byte] ?? 0) | mask;
      }
    }
  }
  const given = toBytes(bloom);
  // As it is nearly always, and many times faster to tell.
  if (given.equals(own)) return true;
  return given.every((byte, index) => (byte & ~(own[index] ?? 0)) === 0);
}
