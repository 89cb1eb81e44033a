/** Short tokens, checked: signed by a key that is valid now, for this installation, and not over. */
import { createHash } from 'node:crypto';
import { createMemory } from '../../domain/memory.ts';
import { isCurrent, keyOfToken, type TokenClaims, verifyToken } from '../../use-cases/access/token-text.ts';
import { type KeyMemory, rememberedKeys, type StoredApiKey } from './key-memory.ts';

export interface CheckedToken {
  /** A hash of its text. */
  name: string;
  /** That minted it. */
  key: StoredApiKey;
  claims: TokenClaims;
}

export interface TokenCheck {
  /** By a look at its key that is at most so old; null: it is not valid. */
  check(token: string, maximumAgeMs: number): Promise<CheckedToken | null>;
  /** True when the token was good when it was last used. */
  isFamiliar(token: string): boolean;
}

export interface TokenCheckDependencies {
  pepper: string;
  audience: string;
  keys: KeyMemory;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A signature that was verified, and by which key's hash. */
interface Verified {
  claims: TokenClaims;
  keyId: string;
  keyHash: Uint8Array;
}

export function createTokenCheck({ pepper, audience, keys, now }: TokenCheckDependencies): TokenCheck {
  const verified = createMemory<string, Verified>({ maximum: rememberedKeys });

  function claimsOf(name: string, token: string, { id, hash }: StoredApiKey): TokenClaims | null {
    const known = verified.get(name);
    if (known?.keyId === id && Buffer.compare(known.keyHash, hash) === 0) return known.claims;
    const claims = verifyToken(token, { keyId: id, hash, pepper });
    if (claims !== null) verified.keep(name, { claims, keyId: id, keyHash: hash });
    return claims;
  }

  return {
    async check(token, maximumAgeMs) {
      const id = keyOfToken(token);
      if (id === null) return null;
      const name = nameOf(token);
      const key = await keys.find({ id }, maximumAgeMs);
      const claims = key === null || key.publishable !== null ? null : claimsOf(name, token, key);
      if (key !== null && claims?.audience === audience && isCurrent(claims, now()))
        return { name, key, claims };
      verified.forget(name);
      return null;
    },
    isFamiliar(token) {
      const known = verified.get(nameOf(token));
      return known !== undefined && keys.wasGood({ id: known.keyId });
    },
  };
}

const nameOf = (token: string): string => `token ${createHash('sha256').update(token).digest('base64')}`;
