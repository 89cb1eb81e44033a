import { expect, test } from 'vitest';
import { createAuthenticator } from '../../src/http/keys/api-keys.ts';
import type { StoredApiKey } from '../../src/http/keys/key-memory.ts';
import { generateApiKey, hashApiKey, isMistypedApiKey } from '../../src/use-cases/access/key-text.ts';

test('a key is wdk_, its id, and a secret with a checksum', () => {
  const { id, key } = generateApiKey();
  expect(key).toMatch(new RegExp(`^wdk_${id}_[0-9A-Za-z]{46}$`));
  expect(id).toMatch(/^[0-9A-Za-z]{10}$/);
  expect(generateApiKey().key).not.toBe(key);
});

test('one wrong letter is found without asking anyone', () => {
  const { key } = generateApiKey();
  expect(isMistypedApiKey(key)).toBe(false);
  for (let place = 15; place < key.length; place += 1) {
    const other = key.charAt(place) === 'a' ? 'b' : 'a';
    expect(isMistypedApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(true);
  }
  // A bootstrap key is of any form.
  expect(isMistypedApiKey('a-key-of-my-own-choice')).toBe(false);
});

test('the stored hash is HMAC-SHA-256 under the pepper', () => {
  // echo -n 'key' | openssl dgst -sha256 -hmac 'pepper'
  expect(hashApiKey('key', 'pepper').toString('hex')).toHaveLength(64);
  expect(hashApiKey('key', 'pepper')).not.toEqual(hashApiKey('key', 'other pepper'));
});

/** An authenticator over one stored key, which counts how often the store is asked. */
function oneKey(fields: Partial<StoredApiKey> = {}) {
  const { id, key } = generateApiKey();
  const hash = hashApiKey(key, 'pepper');
  const stored: StoredApiKey = {
    id,
    clientId: 7,
    hash,
    scopes: ['read'],
    expiresAt: null,
    revokedAt: null,
    quotas: { daily: null, monthly: null },
    publishable: null,
    ...fields,
  };
  const state = { stored, time: 1_000_000, asked: 0, touched: [] as string[] };
  const authenticator = createAuthenticator({
    pepper: 'pepper',
    audience: 'urn:test',
    findApiKey: async () => null,
    findApiKeyByHash: async (wanted) => {
      state.asked += 1;
      return wanted.equals(hash) ? state.stored : null;
    },
    touchApiKeys: async (ids) => {
      state.touched.push(...ids);
    },
    now: () => state.time,
  });
  return { id, key, state, authenticator };
}

test('a good key answers its client and scopes, and the store is asked once in five seconds', async () => {
  const { id, key, state, authenticator } = oneKey();
  const caller = { clientId: 7, keyId: id, scopes: ['read'] };
  const both = await Promise.all([authenticator.authenticate(key), authenticator.authenticate(key)]);
  expect(both).toMatchObject([{ caller }, { caller }]);
  expect(state.asked).toBe(1);
  state.time += 4_999;
  await authenticator.authenticate(key);
  expect(state.asked).toBe(1);
  state.time += 1;
  await authenticator.authenticate(key);
  expect(state.asked).toBe(2);
});

test('a revoked key is refused at once when told, else within five seconds', async () => {
  const { key, state, authenticator } = oneKey();
  await authenticator.authenticate(key);
  state.stored = { ...state.stored, revokedAt: new Date(0) };
  expect(await authenticator.authenticate(key)).not.toBeNull();
  authenticator.invalidate();
  expect(await authenticator.authenticate(key)).toBeNull();
  expect(authenticator.isFamiliar(key)).toBe(false);
});

test('a key expires at its time, whatever is remembered', async () => {
  const { key, state, authenticator } = oneKey({ expiresAt: new Date(1_000_500) });
  expect(await authenticator.authenticate(key)).not.toBeNull();
  state.time = 1_000_500;
  expect(await authenticator.authenticate(key)).toBeNull();
});

test('what cannot be a key is refused without asking', async () => {
  const { key, state, authenticator } = oneKey();
  for (const wrong of [
    '',
    'short',
    `${key.slice(0, -1)}!`,
    `${key}x`.repeat(5),
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  ]) {
    expect(await authenticator.authenticate(wrong)).toBeNull();
  }
  expect(state.asked).toBe(0);
});

test('a fault of the store is not remembered', async () => {
  const { key } = oneKey();
  let fails = true;
  const quotas = { daily: null, monthly: null };
  const authenticator = createAuthenticator({
    pepper: 'pepper',
    audience: 'urn:test',
    findApiKey: async () => null,
    findApiKeyByHash: async (hash) => {
      if (fails) throw new Error('away');
      return {
        id: 'a',
        clientId: 1,
        hash,
        scopes: [],
        expiresAt: null,
        revokedAt: null,
        quotas,
        publishable: null,
      };
    },
    touchApiKeys: async () => {},
    now: () => 0,
  });
  await expect(authenticator.authenticate(key)).rejects.toThrow('away');
  fails = false;
  expect(await authenticator.authenticate(key)).toMatchObject({
    caller: { clientId: 1, keyId: 'a', scopes: [] },
  });
});

test('the use of keys is stored once per flush', async () => {
  const { id, key, state, authenticator } = oneKey();
  await authenticator.authenticate(key);
  await authenticator.authenticate(key);
  await authenticator.flushUsage();
  await authenticator.flushUsage();
  expect(state.touched).toEqual([id]);
});
