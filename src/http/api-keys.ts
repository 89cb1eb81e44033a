/**
 * API keys: `wdk_<id>_<secret><checksum>`. The id names the key in lists and logs; the checksum tells a mistyped key from
 * an unknown one without asking the database. Only a hash under the installation's pepper is stored.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Caller } from '../read/model.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 10;
/** 62^40 > 2^238. */
const secretLength = 40;
const checksumLength = 6;
const generatedForm = new RegExp(
  `^wdk_[0-9A-Za-z]{${idLength}}_[0-9A-Za-z]{${secretLength + checksumLength}}$`,
);

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** A new key and its id. The key is shown once; what is stored is `hashApiKey` of it. */
export function generateApiKey(): { id: string; key: string } {
  const id = randomText(idLength);
  const body = `wdk_${id}_${randomText(secretLength)}`;
  return { id, key: body + checksum(body) };
}

/** True for a text of a generated key's form whose checksum is wrong: a letter was lost or changed. */
export function isMistypedApiKey(key: string): boolean {
  if (!generatedForm.test(key)) return false;
  return checksum(key.slice(0, -checksumLength)) !== key.slice(-checksumLength);
}

/** What is stored of a key. `pepper` belongs to the installation: without it, a stolen table says nothing. */
export function hashApiKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key, 'utf8').digest();
}

/** Anything that cannot be a key is refused before it is hashed. */
const acceptableKey = /^[A-Za-z0-9_-]{16,200}$/;

export interface StoredApiKey {
  id: string;
  clientId: number;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export interface AuthenticatorDependencies {
  pepper: string;
  findApiKeyByHash(hash: Buffer): Promise<StoredApiKey | null>;
  touchApiKeys(ids: readonly string[], at: Date): Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Authenticator {
  /** Whose key it is, or null: unknown, mistyped, revoked or expired. */
  authenticate(key: string): Promise<Caller | null>;
  /** True when the key was good when it was last used, so that a guess it is not. */
  isFamiliar(key: string): boolean;
  /** A key was created or revoked somewhere: ask the database again. */
  invalidate(): void;
  /** Stores when keys were last used. */
  flushUsage(): Promise<void>;
}

/** A revoked key is refused everywhere within this time even when a notification is lost. */
const freshMs = 5_000;
const rememberedKeys = 10_000;

interface Known {
  checkedAt: number;
  answer: Promise<StoredApiKey | null>;
}

/** Checks keys against the database, asking at most every five seconds per key. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { pepper, findApiKeyByHash, touchApiKeys, now } = dependencies;
  const known = new Map<string, Known>();
  let used = new Set<string>();

  async function lookUp(name: string, hash: Buffer): Promise<StoredApiKey | null> {
    try {
      const stored = await findApiKeyByHash(hash);
      const isGood = stored !== null && stored.revokedAt === null && timingSafeEqual(stored.hash, hash);
      if (isGood) return stored;
    } catch (error) {
      known.delete(name);
      throw error;
    }
    known.delete(name);
    return null;
  }

  function storedKey(hash: Buffer): Promise<StoredApiKey | null> {
    const name = hash.toString('base64');
    const before = known.get(name);
    if (before && now() - before.checkedAt < freshMs) return before.answer;
    if (known.size >= rememberedKeys) forgetOldest(known);
    const answer = lookUp(name, hash);
    known.delete(name);
    known.set(name, { checkedAt: now(), answer });
    return answer;
  }

  return {
    async authenticate(key) {
      if (!acceptableKey.test(key) || isMistypedApiKey(key)) return null;
      const stored = await storedKey(hashApiKey(key, pepper));
      if (stored === null || (stored.expiresAt !== null && stored.expiresAt.getTime() <= now())) return null;
      used.add(stored.id);
      return {
        clientId: stored.clientId,
        keyId: stored.id,
        scopes: (['read', 'write'] as const).filter((scope) => stored.scopes.includes(scope)),
      };
    },
    isFamiliar: (key) => known.has(hashApiKey(key, pepper).toString('base64')),
    invalidate() {
      for (const entry of known.values()) entry.checkedAt = Number.NEGATIVE_INFINITY;
    },
    async flushUsage() {
      if (used.size === 0) return;
      const ids = [...used];
      used = new Set();
      await touchApiKeys(ids, new Date(now()));
    },
  };
}

function forgetOldest(known: Map<string, Known>): void {
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
