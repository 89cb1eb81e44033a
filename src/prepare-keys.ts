/** The keys of a service that starts: the first one is made, and those that requests bring are checked. */
import type { Config } from './config.ts';
import { errorText } from './errors.ts';
import {
  type Authenticator,
  type AuthenticatorDependencies,
  createAuthenticator,
} from './http/keys/api-keys.ts';
import type { Logger } from './logger.ts';
import {
  findApiKey,
  findApiKeyByHash,
  listApiKeys,
  quotasOf,
  touchApiKeys,
  upsertApiKey,
} from './store/clients/api-key-rows.ts';
import { defaultClientName, ensureClient } from './store/clients/client-rows.ts';
import { storedReportingCurrency } from './store/clients/stored-settings.ts';
import type { Database } from './store/connection/database.ts';
import { apiKeyPepper, findApiKeyPepper } from './store/connection/settings.ts';
import { findSession, touchSession } from './store/members/session-rows.ts';
import { memberIdOf } from './use-cases/access/actor.ts';
import { hashApiKey } from './use-cases/access/key-text.ts';
import { scopesOfRole } from './use-cases/access/roles.ts';
import { usualAudience } from './use-cases/access/token-text.ts';

const usageFlushMs = 60_000;

/** The default client, and the bootstrap key as its. */
async function storeFirstKey({ bootstrapApiKey }: Config, database: Database, pepper: string): Promise<void> {
  const client = await ensureClient(database, defaultClientName);
  if (bootstrapApiKey === null) return;
  await upsertApiKey(database, {
    ...{ id: 'bootstrap', clientId: client.id, name: 'BOOTSTRAP_API_KEY', scopes: ['read', 'write'] },
    hash: hashApiKey(bootstrapApiKey, pepper),
    expiresAt: null,
  });
}

/** Sessions, as keys are looked up. `hasGuests`: whether an address that is no member's is let in; those that were are out then, too. */
export function sessionsOf(
  database: Database,
  { hasGuests }: { hasGuests: boolean },
): Pick<AuthenticatorDependencies, 'findSession' | 'touchSession'> {
  return {
    async findSession(hash) {
      const row = await findSession(database, hash);
      if (row === null || (row.member === null && !hasGuests)) return null;
      const { id, clientId, member, wallet, lastSeenAt, expiresAt, settings } = row;
      return {
        // Guests of a client have what one key has, all together.
        id: member === null ? `guests_${clientId}` : memberIdOf(member.id),
        ...{ clientId, hash, quotas: quotasOf(settings), publishable: null, revokedAt: null },
        reportingCurrency: storedReportingCurrency(settings),
        scopes: member === null ? ['read'] : scopesOfRole[member.role],
        expiresAt: new Date(expiresAt),
        session: { id, wallet, lastSeenAt, member: member && { id: member.id, name: member.name } },
      };
    },
    ...(database.session.isReadOnly ? {} : { touchSession: (id: string) => touchSession(database, id) }),
  };
}

/** The first key, and the check of keys with its upkeep. */
export async function prepareKeys(
  config: Config,
  parts: { database: Database; logger: Logger },
  starting: AsyncDisposableStack,
): Promise<Authenticator> {
  const { database, logger } = parts;
  const { isReadOnly } = database.session;
  const pepper = isReadOnly ? await findApiKeyPepper(database) : await apiKeyPepper(database);
  if (isReadOnly) {
    if (config.bootstrapApiKey !== null)
      logger.warn({}, 'BOOTSTRAP_API_KEY is not stored, because the database is read-only');
  } else await storeFirstKey(config, database, pepper);
  const keys = await listApiKeys(database);
  if (keys.every(({ revokedAt }) => revokedAt !== null)) {
    logger.warn({}, 'there is no API key yet: create one with `npm run -s wallet-data -- keys create`');
  }
  const authenticator = createAuthenticator({
    pepper,
    audience: config.http.publicUrl ?? usualAudience,
    findApiKeyByHash: (hash) => findApiKeyByHash(database, hash),
    findApiKey: (id) => findApiKey(database, id),
    ...sessionsOf(database, { hasGuests: config.portal.siwe === 'open' }),
    touchApiKeys: (ids, at) => touchApiKeys(database, ids, at),
    now: Date.now,
  });
  // What cannot be stored is kept, until the process ends.
  const flush = async (): Promise<void> =>
    isReadOnly
      ? undefined
      : authenticator
          .flushUsage()
          .catch((error: unknown) =>
            logger.warn({ error: errorText(error) }, 'the use of keys was not stored'),
          );
  const timer = setInterval(flush, usageFlushMs);
  const stopListening = await database.listen('keys_changed', () => authenticator.invalidate());
  starting.defer(async () => {
    clearInterval(timer);
    authenticator.close();
    await stopListening();
    await flush();
  });
  return authenticator;
}
