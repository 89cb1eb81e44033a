/** Keys and sessions as the database has them, remembered for a few seconds: by the hash of their text, and by the id that tokens name. */
import { timingSafeEqual } from 'node:crypto';
import type { FiatCurrency } from '../../domain/ids.ts';
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import type { CallerSession } from '../../use-cases/model/view-model.ts';
import type { Quotas } from '../limits/key-limits.ts';

export interface StoredApiKey {
  id: string;
  clientId: number;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  quotas: Quotas;
  /** Its client's; left out: none. */
  reportingCurrency?: FiatCurrency | null;
  /** Of a publishable key; null: a secret one. */
  publishable: {
    origins: readonly string[];
    wallets: readonly Address[];
    addressUnits: number;
  } | null;
  /** Of a browser that is signed in; left out: a key. */
  session?: CallerSession & {
    /** Milliseconds since 1970. */
    lastSeenAt: number;
  };
}

/** What names a key: the hash of its text, or its id; or the hash of a session's. */
export type KeyName = { hash: Buffer } | { id: string } | { session: Buffer };

export interface KeyMemory {
  /** The key, if it is valid: by a look that is at most so old. */
  find(name: KeyName, maximumAgeMs: number): Promise<StoredApiKey | null>;
  /** Whether the last look that has ended found a valid key. */
  wasGood(name: KeyName): boolean;
  /** It has changed: what was looked up of it does not count. */
  forget(name: KeyName): void;
  /** Any key may have changed: what was looked up until now does not count. */
  forgetAll(): void;
}

export const rememberedKeys = 10_000;

export interface KeyMemoryDependencies {
  findApiKeyByHash(hash: Buffer): Promise<StoredApiKey | null>;
  findApiKey(id: string): Promise<StoredApiKey | null>;
  /** A session that is not over, by the hash of its cookie. Left out: nobody can sign in. */
  findSession?(hash: Buffer): Promise<StoredApiKey | null>;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface Known {
  checkedAt: number;
  epoch: number;
  answer: Promise<StoredApiKey | null>;
  wasGood: boolean;
}

interface State extends KeyMemoryDependencies {
  readonly known: Memory<string, Known>;
  /** Grows when any key may have changed: what was looked up in an earlier one does not count. */
  epoch: number;
}

function textOf(name: KeyName): string {
  if ('id' in name) return `id ${name.id}`;
  return 'session' in name ? `session ${name.session.toString('base64')}` : name.hash.toString('base64');
}

/** What the database has by that name. */
async function read(state: State, name: KeyName): Promise<StoredApiKey | null> {
  if ('id' in name) return state.findApiKey(name.id);
  const hash = 'session' in name ? name.session : name.hash;
  const find = 'session' in name ? state.findSession : state.findApiKeyByHash;
  const stored = (await find?.(hash)) ?? null;
  return stored !== null && timingSafeEqual(stored.hash, hash) ? stored : null;
}

async function lookUp(state: State, name: KeyName): Promise<StoredApiKey | null> {
  const { known } = state;
  const text = textOf(name);
  try {
    const stored = await read(state, name);
    if (stored !== null && stored.revokedAt === null) {
      const entry = known.get(text);
      if (entry) entry.wasGood = true;
      return stored;
    }
  } catch (error) {
    known.forget(text);
    throw error;
  }
  known.forget(text);
  return null;
}

function storedKey(state: State, name: KeyName, maximumAgeMs: number): Promise<StoredApiKey | null> {
  const { now, known, epoch } = state;
  const text = textOf(name);
  const before = known.get(text);
  if (before?.epoch === epoch && now() - before.checkedAt < maximumAgeMs) return before.answer;
  const answer = lookUp(state, name);
  known.keep(text, { checkedAt: now(), epoch, answer, wasGood: before?.wasGood ?? false });
  return answer;
}

export function createKeyMemory(dependencies: KeyMemoryDependencies): KeyMemory {
  const known = createMemory<string, Known>({ maximum: rememberedKeys });
  const state: State = { ...dependencies, known, epoch: 0 };
  const { now } = dependencies;
  return {
    async find(name, maximumAgeMs) {
      const stored = await storedKey(state, name, maximumAgeMs);
      if (stored === null) return null;
      if (stored.expiresAt === null || stored.expiresAt.getTime() > now()) return stored;
      known.forget(textOf(name));
      return null;
    },
    forget: (name) => known.forget(textOf(name)),
    wasGood: (name) => known.get(textOf(name))?.wasGood === true,
    forgetAll() {
      state.epoch += 1;
    },
  };
}
