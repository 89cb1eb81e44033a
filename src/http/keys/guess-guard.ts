/** Bounds how many keys an address may guess: a key that nobody knows yet is checked only against one of the address's tries. */

import { type BucketLevel, createTokenBuckets } from '../limits/token-buckets.ts';
import type { CheckedKey } from './api-keys.ts';

/** `Credential`: a key's text, or whatever else says whose a request is. */
export interface GuessGuardDependencies<Credential> {
  authenticate(key: Credential): Promise<CheckedKey | null>;
  /** True for a key that was good when it was last used, which is no guess. */
  isFamiliar(key: Credential): boolean;
  failuresPerMinute: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type GuessResult = { key: CheckedKey } | { key: null; refused: BucketLevel | null };

export interface GuessGuard<Credential> {
  /** The key, or none: it is not valid, or it was `refused` without a look, because the address has no try left. */
  check(key: Credential, address: string): Promise<GuessResult>;
}

/**
 * A try is taken before a key is looked at and given back when the key is good, so that guesses at the same time count like
 * guesses in turn. While tries are out that may come back, others wait for them: many good keys at once behind one address,
 * as after a restart, all pass. A familiar key needs no try, so that a neighbour's guesses do it no harm.
 */
export function createGuessGuard<Credential = string>(
  dependencies: GuessGuardDependencies<Credential>,
): GuessGuard<Credential> {
  const { authenticate, isFamiliar, failuresPerMinute, now } = dependencies;
  const tries = createTokenBuckets({ perSecond: failuresPerMinute / 60, burst: failuresPerMinute, now });
  /** Checks that hold a try, per address. */
  const underWay = new Map<string, Set<Promise<unknown>>>();

  async function checkWithTry(key: Credential, address: string): Promise<CheckedKey | null> {
    const checking = authenticate(key);
    const settled = checking.catch(() => {});
    const ofAddress = underWay.get(address) ?? new Set();
    underWay.set(address, ofAddress.add(settled));
    let isGuess = false;
    try {
      const checked = await checking;
      isGuess = checked === null;
      return checked;
    } finally {
      // What could not be checked, because the database is away, was no guess either.
      if (!isGuess) tries.giveBack(address);
      ofAddress.delete(settled);
      if (ofAddress.size === 0) underWay.delete(address);
    }
  }

  return {
    async check(key, address) {
      for (;;) {
        if (isFamiliar(key)) {
          const checked = await authenticate(key);
          if (checked !== null) return { key: checked };
          // It was good once: revoked or expired since. From now on it is no familiar key.
          tries.take(address);
          return { key: null, refused: null };
        }
        const level = tries.take(address);
        if (level.allowed) {
          const checked = await checkWithTry(key, address);
          return checked === null ? { key: null, refused: null } : { key: checked };
        }
        const others = underWay.get(address);
        if (others === undefined) return { key: null, refused: level };
        await Promise.race(others);
      }
    },
  };
}
