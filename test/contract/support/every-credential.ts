/** Every kind of credential of one client, and what it has. */
import { z } from 'zod';
import { longestTokenSeconds } from '../../../src/use-cases/access/token-text.ts';
import { wallet } from '../../support/history.ts';
import { testKey } from '../../support/service.ts';
import { sessionHeaders } from '../../support/sessions.ts';
import type { Right } from './operation-rights.ts';
import type { ServedHistory } from './served-history.ts';

export interface Credential {
  headers: Record<string, string>;
  has: readonly Right[];
}

export const origin = 'https://app.example.com';
/** Over loopback agents of other pages are refused, whoever they are. */
export const localOrigin = 'http://localhost:6274';

/** A key and a token differ: the default key of the test's own client must not come along. */
async function tokenOf(served: ServedHistory, scopes: readonly string[]): Promise<Record<string, string>> {
  const { text } = await served.send({
    ...{ method: 'POST', path: '/auth/token' },
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    // Each with a limit of its own, and for as long as there is: the clock goes on with each question, and machines may be slow.
    body: JSON.stringify({ wallets: [wallet], scopes, sub: scopes.join(), ttl: longestTokenSeconds }),
  });
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(text));
  return { 'x-api-key': '', authorization: `Bearer ${token}` };
}

/** Of the default client, by name. Those with bounds are for one wallet. */
export async function everyCredential(
  served: ServedHistory,
  clientId: number,
): Promise<Map<string, Credential>> {
  const reader = await served.addClient('default', { scopes: ['read'] });
  const ownerKey = await served.addClient('default', { scopes: ['read', 'keys'] });
  const adminKey = await served.addClient('default', { scopes: ['read', 'admin'] });
  const hooking = await served.addClient('default', { scopes: ['read', 'webhooks'] });
  const publishable = { origins: [origin, localOrigin], wallets: [wallet], addressUnits: 1_000_000 };
  const page = await served.addClient('default', { publishable });
  const credentials = new Map<string, Credential>([
    [
      'secret key',
      {
        headers: { 'x-api-key': testKey },
        has: ['read', 'export', 'notes', 'correct', 'labels', 'change', 'mint', 'identity'],
      },
    ],
    [
      'secret key that may read',
      {
        headers: { 'x-api-key': reader.key },
        has: ['read', 'export', 'notes', 'labels', 'mint', 'identity'],
      },
    ],
    [
      'key of an owner',
      {
        headers: { 'x-api-key': ownerKey.key },
        has: ['read', 'export', 'notes', 'labels', 'mint', 'identity', 'keys', 'people'],
      },
    ],
    [
      'key of an administrator',
      {
        headers: { 'x-api-key': adminKey.key },
        has: ['read', 'export', 'notes', 'labels', 'mint', 'identity', 'keys', 'people', 'admin'],
      },
    ],
    [
      'secret key for webhooks',
      {
        headers: { 'x-api-key': hooking.key },
        has: ['read', 'export', 'notes', 'labels', 'mint', 'identity', 'hooks'],
      },
    ],
    ['publishable key', { headers: { 'x-api-key': page.key, origin }, has: ['read'] }],
    ['token', { headers: await tokenOf(served, ['read']), has: ['read', 'export', 'notes'] }],
    [
      'token that may write',
      { headers: await tokenOf(served, ['read', 'write']), has: ['read', 'export', 'notes', 'correct'] },
    ],
  ]);
  const sessionOf = (who: Parameters<typeof sessionHeaders>[2]) =>
    sessionHeaders(served.database, clientId, who);
  const ofPeople = ['identity', 'self', 'people'] as const;
  for (const [name, headers, has] of [
    [
      'session of an owner',
      await sessionOf({ role: 'owner' }),
      ['read', 'export', 'notes', 'correct', 'labels', 'change', 'keys', 'hooks', ...ofPeople],
    ],
    [
      'session of an editor',
      await sessionOf({ role: 'editor' }),
      ['read', 'export', 'notes', 'correct', 'labels', 'change', ...ofPeople],
    ],
    [
      'session of a viewer',
      await sessionOf({ role: 'viewer' }),
      ['read', 'export', 'notes', 'labels', ...ofPeople],
    ],
    ['session of a guest', await sessionOf({ wallet }), ['read', 'export', ...ofPeople]],
  ] as const) {
    credentials.set(name, { headers, has });
  }
  return credentials;
}
