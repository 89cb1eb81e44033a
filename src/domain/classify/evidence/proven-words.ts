/** What the call says of a request, where an event tells nothing but the digest of it: whoever solves it hands the whole of it over. */
import { keccak256 } from 'viem/utils';
import { madeOnce } from '../../made-once.ts';
import type { Address, ChainTransaction, Hex } from '../../model.ts';

/** How a request is written down: so many words, one of which is whose it is. */
interface RequestShape {
  words: number;
  /** The place of its user's word. */
  user: number;
}

/** Nobody has more requests solved in one call. */
const mostPlaces = 256;

type Requests = ReadonlyMap<bigint, readonly bigint[]>;

/** By transaction, and by user and shape: each event asks, and a call is searched once. */
const requestsOf = madeOnce((_transaction: ChainTransaction) => new Map<string, Requests>());

/**
 * The words of the request of which the event logged the digest; null: the call does not hold it. They need no other proof: nobody finds
 * others with the same digest.
 *
 * @param digest of the ABI encoding of all its words
 */
export function provenWords(
  transaction: ChainTransaction,
  { digest, user }: { digest: bigint; user: Address },
  shape: RequestShape,
): readonly bigint[] | null {
  const ofCall = requestsOf(transaction);
  const key = `${user} ${shape.words} ${shape.user}`;
  const found = ofCall.get(key) ?? requestsIn(transaction.input, user, shape);
  ofCall.set(key, found);
  return found.get(digest) ?? null;
}

/** What could be a request of the user's, by its digest. */
function requestsIn(input: Hex, user: Address, shape: RequestShape): Requests {
  const requests = new Map<bigint, readonly bigint[]>();
  const text = input.toLowerCase();
  // The zeros before an address would match nearly everywhere in a call of zeros.
  const digitsOfUser = user.slice(2);
  const padding = '0'.repeat(64 - digitsOfUser.length);
  let at = text.indexOf(digitsOfUser);
  for (let places = 0; at !== -1 && places < mostPlaces; at = text.indexOf(digitsOfUser, at + 1)) {
    const word = at - padding.length;
    const from = word - 64 * shape.user;
    const digits = from < 2 || from % 2 === 1 ? '' : text.slice(from, from + 64 * shape.words);
    if (digits.length !== 64 * shape.words || !text.startsWith(padding, word)) continue;
    places += 1;
    const words = Array.from({ length: shape.words }, (_, index) =>
      BigInt(`0x${digits.slice(64 * index, 64 * (index + 1))}`),
    );
    requests.set(BigInt(keccak256(`0x${digits}`)), words);
  }
  return requests;
}
