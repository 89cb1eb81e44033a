/** Who asks, by a key, a token or a session: looked up in the database, and remembered for five seconds. */
import { canBeApiKey, hashApiKey, isMistypedApiKey } from '../../use-cases/access/key-text.ts';
import { hashSecret } from '../../use-cases/access/session-text.ts';
import { looksLikeToken } from '../../use-cases/access/token-text.ts';
import { type Caller, dataScopes, knownScopes } from '../../use-cases/model/view-model.ts';
import type { Quotas } from '../limits/key-limits.ts';
import {
  createKeyMemory,
  type KeyMemory,
  type KeyMemoryDependencies,
  type KeyName,
  rememberedKeys,
  type StoredApiKey,
} from './key-memory.ts';
import type { PageBinding } from './page-keys.ts';
import { type CheckedToken, createTokenCheck, type TokenCheck } from './token-check.ts';
import { createWatches, type Watched } from './watches.ts';

/** A valid credential: whose it is, and what it may use. */
export interface CheckedKey {
  caller: Caller;
  quotas: Quotas;
  /** null: it is for servers. */
  page: PageBinding | null;
  watched: Watched;
}

export interface AuthenticatorDependencies extends KeyMemoryDependencies {
  pepper: string;
  /** Whom tokens have to be for. */
  audience: string;
  touchApiKeys(ids: readonly string[], at: Date): Promise<void>;
  /** Notes that a session is used. Left out: nothing can be written here. */
  touchSession?(id: string): Promise<void>;
}

export interface Authenticator {
  /** Whose key or token it is, or null: unknown, mistyped, revoked or expired. */
  authenticate(key: string): Promise<CheckedKey | null>;
  /** Whose session a cookie is of, or null: unknown, ended, or over. */
  authenticateSession(cookie: string): Promise<CheckedKey | null>;
  /** Calls `end` within five seconds of the key's being revoked or expired; the answer ends the watch. */
  watch(key: CheckedKey, end: () => void): () => void;
  /** True when the key was good when it was last used, so that a guess it is not. */
  isFamiliar(key: string): boolean;
  isFamiliarSession(cookie: string): boolean;
  /** A key was created or revoked somewhere: ask the database again. */
  invalidate(): void;
  /** Stores when keys were last used. */
  flushUsage(): Promise<void>;
  /** Ends what `watch` started. */
  close(): void;
}

/** A revoked key is refused everywhere within this time even when a notification is lost. */
const freshMs = 5_000;

/** Checks keys against the database, asking at most every five seconds per key. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { pepper, touchApiKeys, now } = dependencies;
  const keys = createKeyMemory(dependencies);
  const tokens = createTokenCheck({ ...dependencies, keys });
  const watches = createWatches();
  let used = new Set<string>();
  const hashOf = (key: string) => ({ hash: hashApiKey(key, pepper) });
  const noteUse = ({ id }: StoredApiKey): void => {
    // Of those beyond, the last use is noted a minute later.
    if (used.size < rememberedKeys) used.add(id);
  };

  return {
    async authenticate(key) {
      if (looksLikeToken(key)) {
        const checked = await tokens.check(key, freshMs);
        if (checked === null) return null;
        noteUse(checked.key);
        return ofToken(tokens, key, checked);
      }
      if (!canBeApiKey(key) || isMistypedApiKey(key)) return null;
      const name = hashOf(key);
      const stored = await keys.find(name, freshMs);
      if (stored === null) return null;
      noteUse(stored);
      const watched = {
        name: `key ${stored.id}`,
        isValid: async (maximumAgeMs: number) => (await keys.find(name, maximumAgeMs)) !== null,
      };
      return { ...rightsOf(stored), quotas: stored.quotas, watched };
    },
    async authenticateSession(cookie) {
      const name = { session: hashSecret(cookie) };
      const stored = await keys.find(name, freshMs);
      if (stored?.session === undefined) return null;
      await noteSession(dependencies, keys, name, stored.session);
      const watched = {
        name: `session ${stored.session.id}`,
        isValid: async (maximumAgeMs: number) => (await keys.find(name, maximumAgeMs)) !== null,
      };
      return { ...rightsOfSession(stored, stored.session), quotas: stored.quotas, watched };
    },
    isFamiliarSession: (cookie) => keys.wasGood({ session: hashSecret(cookie) }),
    watch: ({ watched }, end) => watches.add(watched, end),
    isFamiliar: (key) => (looksLikeToken(key) ? tokens.isFamiliar(key) : keys.wasGood(hashOf(key))),
    invalidate() {
      keys.forgetAll();
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

/** Whose it is, and how its books are told. */
const nameOf = ({ id, clientId, reportingCurrency = null }: StoredApiKey) => ({
  ...{ clientId, keyId: id, reportingCurrency },
});

/** What a key may do, and where. */
function rightsOf(stored: StoredApiKey): Pick<CheckedKey, 'caller' | 'page'> {
  const { scopes, publishable } = stored;
  const named = nameOf(stored);
  if (publishable === null) return { caller: { ...named, scopes: scopesOf(scopes) }, page: null };
  const { origins, wallets, addressUnits } = publishable;
  return {
    // Whatever the row says: such a key never writes.
    caller: { ...named, scopes: ['read'], bounds: { wallets: new Set(wallets), isPublic: true } },
    page: { origins, addressUnits, holder: null, mayExport: false },
  };
}

/** A session's last use is known to so much. */
const seenMs = 300_000;

/** Notes a use, if none was for a while. */
async function noteSession(
  { touchSession, now }: AuthenticatorDependencies,
  keys: KeyMemory,
  name: KeyName,
  { id, lastSeenAt }: NonNullable<StoredApiKey['session']>,
): Promise<void> {
  if (touchSession === undefined || now() - lastSeenAt < seenMs) return;
  await touchSession(id);
  // It ends later now.
  keys.forget(name);
}

/** What somebody who has signed in may do: a member what the role says, a guest read one wallet. */
function rightsOfSession(
  stored: StoredApiKey,
  { lastSeenAt: _, ...session }: NonNullable<StoredApiKey['session']>,
): Pick<CheckedKey, 'caller' | 'page'> {
  const { wallet } = session;
  const caller: Caller = { ...nameOf(stored), scopes: scopesOf(stored.scopes), session };
  if (wallet === null) return { caller, page: null };
  return {
    caller: { ...caller, scopes: ['read'], bounds: { wallets: new Set([wallet]), isPublic: true } },
    page: { origins: null, addressUnits: holderUnits, holder: wallet, mayExport: true },
  };
}

/** Units that one holder of a key's tokens may use in a minute, or one address (several may be behind it), or a guest. */
const holderUnits = 600;

/** Of what the token says, what its key may do still. */
function ofToken(tokens: TokenCheck, token: string, { name, key, claims }: CheckedToken): CheckedKey {
  const { origin, wallets } = claims;
  const scopes = dataScopes.filter((scope) => key.scopes.includes(scope) && claims.scopes.includes(scope));
  const bounds = { wallets: new Set(wallets), isPublic: false };
  const origins = origin === null ? null : [origin];
  return {
    caller: { ...nameOf(key), scopes, bounds },
    quotas: key.quotas,
    page: { origins, addressUnits: holderUnits, holder: claims.subject, mayExport: true },
    watched: { name, isValid: async (maximumAgeMs) => (await tokens.check(token, maximumAgeMs)) !== null },
  };
}

const scopesOf = (texts: readonly string[]): Caller['scopes'] =>
  knownScopes.filter((scope) => texts.includes(scope));
