/** What the call says of a request, where an event tells nothing but the digest of it: whoever solves it hands the whole of it over. */
import { keccak256 } from 'viem/utils';
import type { Address, Hex } from '../../model.ts';

/** How a request is written down: so many words, one of which is whose it is. */
interface RequestShape {
  words: number;
  /** The place of its user's word. */
  user: number;
}

/** Nobody has more requests solved in one call. */
const mostPlaces = 8;

/**
 * The words of the request of which the event logged the digest; null: the call does not hold it. They need no other proof: nobody finds
 * others with the same digest.
 *
 * @param digest of the ABI encoding of all its words
 */
export function provenWords(
  input: Hex,
  { digest, user }: { digest: bigint; user: Address },
  shape: RequestShape,
): readonly bigint[] | null {
  const text = input.toLowerCase();
  const word = user.slice(2).padStart(64, '0');
  let at = text.indexOf(word);
  for (let tries = 0; at !== -1 && tries < mostPlaces; tries += 1) {
    const from = at - 64 * shape.user;
    const digits = from < 2 ? '' : text.slice(from, from + 64 * shape.words);
    if (digits.length === 64 * shape.words && BigInt(keccak256(`0x${digits}`)) === digest) {
      return Array.from({ length: shape.words }, (_, index) =>
        BigInt(`0x${digits.slice(64 * index, 64 * (index + 1))}`),
      );
    }
    at = text.indexOf(word, at + 2);
  }
  return null;
}
