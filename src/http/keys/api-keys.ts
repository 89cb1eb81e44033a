/**
 * API keys: `wdk_<id>_<secret><checksum>`. The id names the key in lists and logs; the checksum tells a mistyped key from
 * an unknown one without asking the database. Only a hash under the installation's pepper is stored.
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import type { Quotas } from '../limits/key-limits.ts';

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

export const canBeApiKey = (text: string): boolean => acceptableKey.test(text);

export interface StoredApiKey {
  id: string;
  clientId: number;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  quotas: Quotas;
}

/** A valid key: whose it is, and what it may use. */
export interface CheckedKey {
  caller: Caller;
  quotas: Quotas;
  /** As it is stored. */
  hash: Buffer;
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
  authenticate(key: string): Promise<CheckedKey | null>;
  /** Calls `end` within five seconds of the key's being revoked or expired; the answer ends the watch. */
  watch(key: CheckedKey, end: () => void): () => void;
  /** True when the key was good when it was last used, so that a guess it is not. */
  isFamiliar(key: string): boolean;
  /** A key was created or revoked somewhere: ask the database again. */
  invalidate(): void;
  /** Stores when keys were last used. */
  flushUsage(): Promise<void>;
  /** Ends what `watch` started. */
  close(): void;
}

/** A revoked key is refused everywhere within this time even when a notification is lost. */
const freshMs = 5_000;
/** Keys of requests that last are looked up this often, and no older answer counts: together less than `freshMs`. */
const watchMs = 2_000;
const rememberedKeys = 10_000;

interface Known {
  checkedAt: number;
  /** See `KeyMemory`. */
  epoch: number;
  answer: Promise<StoredApiKey | null>;
  /** Whether the last look that has ended found a valid key. */
  wasGood: boolean;
}

/** The keys that were looked up, by hash. */
interface KeyMemory extends AuthenticatorDependencies {
  readonly known: Memory<string, Known>;
  /** Grows when any key may have changed: what was looked up in an earlier one does not count. */
  epoch: number;
}

async function lookUp(memory: KeyMemory, name: string, hash: Buffer): Promise<StoredApiKey | null> {
  const { findApiKeyByHash, known } = memory;
  try {
    const stored = await findApiKeyByHash(hash);
    const isGood = stored !== null && stored.revokedAt === null && timingSafeEqual(stored.hash, hash);
    if (isGood) {
      const entry = known.get(name);
      if (entry) entry.wasGood = true;
      return stored;
    }
  } catch (error) {
    known.forget(name);
    throw error;
  }
  known.forget(name);
  return null;
}

function storedKey(memory: KeyMemory, hash: Buffer, maximumAgeMs: number): Promise<StoredApiKey | null> {
  const { now, known, epoch } = memory;
  const name = hash.toString('base64');
  const before = known.get(name);
  if (before?.epoch === epoch && now() - before.checkedAt < maximumAgeMs) return before.answer;
  const answer = lookUp(memory, name, hash);
  known.keep(name, { checkedAt: now(), epoch, answer, wasGood: before?.wasGood ?? false });
  return answer;
}

async function validKey(memory: KeyMemory, hash: Buffer, maximumAgeMs: number): Promise<StoredApiKey | null> {
  const { now, known } = memory;
  const stored = await storedKey(memory, hash, maximumAgeMs);
  if (stored === null) return null;
  if (stored.expiresAt === null || stored.expiresAt.getTime() > now()) return stored;
  known.forget(hash.toString('base64'));
  return null;
}

/** Checks keys against the database, asking at most every five seconds per key. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { pepper, touchApiKeys, now } = dependencies;
  const known = createMemory<string, Known>({ maximum: rememberedKeys });
  const memory: KeyMemory = { ...dependencies, known, epoch: 0 };
  let used = new Set<string>();
  const watches = createWatches((hash) => validKey(memory, hash, watchMs));

  return {
    async authenticate(key) {
      if (!canBeApiKey(key) || isMistypedApiKey(key)) return null;
      const hash = hashApiKey(key, pepper);
      const stored = await validKey(memory, hash, freshMs);
      if (stored === null) return null;
      // Of those beyond, the last use is noted a minute later.
      if (used.size < rememberedKeys) used.add(stored.id);
      const caller = {
        clientId: stored.clientId,
        keyId: stored.id,
        scopes: (['read', 'write', 'webhooks'] as const).filter((scope) => stored.scopes.includes(scope)),
      };
      return { caller, quotas: stored.quotas, hash };
    },
    watch: (key, end) => watches.add(key.hash, end),
    isFamiliar: (key) => known.get(hashApiKey(key, pepper).toString('base64'))?.wasGood === true,
    invalidate() {
      memory.epoch += 1;
      void watches.check();
    },
    async flushUsage() {
      if (used.size === 0) return;
      const ids = [...used];
      used = new Set();
      await touchApiKeys(ids, new Date(now()));
    },
    close: watches.close,
  };
}

/** The keys of requests that last, each looked at every `watchMs`, and what to do when one is not valid any more. */
function createWatches(find: (hash: Buffer) => Promise<StoredApiKey | null>) {
  const watched = new Map<string, { hash: Buffer; ends: Set<() => void> }>();
  // Made here, outside of any request: what it starts must not end with the request that was first to be watched.
  const timer = setInterval(() => {
    if (watched.size > 0) void check();
  }, watchMs).unref();

  async function check(): Promise<void> {
    for (const [name, { hash, ends }] of [...watched]) {
      // While the database is away nobody can say: the next look will.
      const isValid = await find(hash).then(
        (stored) => stored !== null,
        () => true,
      );
      if (isValid) continue;
      watched.delete(name);
      for (const end of ends) end();
    }
  }

  return {
    check,
    add(hash: Buffer, end: () => void): () => void {
      const name = hash.toString('base64');
      const entry = watched.get(name) ?? { hash, ends: new Set() };
      watched.set(name, entry);
      entry.ends.add(end);
      return () => {
        entry.ends.delete(end);
        if (entry.ends.size === 0 && watched.get(name) === entry) watched.delete(name);
      };
    },
    close(): void {
      clearInterval(timer);
      watched.clear();
    },
  };
}
