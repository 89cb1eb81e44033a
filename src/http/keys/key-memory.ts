/** Keys as the database has them, remembered for a few seconds: by the hash of their text, and by the id that tokens name. */
import { timingSafeEqual } from 'node:crypto';
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import type { Quotas } from '../limits/key-limits.ts';

export interface StoredApiKey {
  id: string;
  clientId: number;
  hash: Uint8Array;
  scopes: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  quotas: Quotas;
  /** Of a publishable key; null: a secret one. */
  publishable: {
    origins: readonly string[];
    wallets: readonly Address[];
    addressUnits: number;
  } | null;
}

/** What names a key: the hash of its text, or its id. */
export type KeyName = { hash: Buffer } | { id: string };

export interface KeyMemory {
  /** The key, if it is valid: by a look that is at most so old. */
  find(name: KeyName, maximumAgeMs: number): Promise<StoredApiKey | null>;
  /** Whether the last look that has ended found a valid key. */
  wasGood(name: KeyName): boolean;
  /** Any key may have changed: what was looked up until now does not count. */
  forgetAll(): void;
}

export const rememberedKeys = 10_000;

export interface KeyMemoryDependencies {
  findApiKeyByHash(hash: Buffer): Promise<StoredApiKey | null>;
  findApiKey(id: string): Promise<StoredApiKey | null>;
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

const textOf = (name: KeyName): string => ('id' in name ? `id ${name.id}` : name.hash.toString('base64'));

async function lookUp(state: State, name: KeyName): Promise<StoredApiKey | null> {
  const { known } = state;
  const text = textOf(name);
  try {
    const stored = 'id' in name ? await state.findApiKey(name.id) : await state.findApiKeyByHash(name.hash);
    const isNamed = stored !== null && ('id' in name || timingSafeEqual(stored.hash, name.hash));
    if (isNamed && stored.revokedAt === null) {
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
    wasGood: (name) => known.get(textOf(name))?.wasGood === true,
    forgetAll() {
      state.epoch += 1;
    },
  };
}
