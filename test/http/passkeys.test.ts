/** Passkeys, by an authenticator that is no code of the library's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type OwnPage, openPage, ownOrigin, signedInOwner } from '../support/own-page.ts';
import { createAuthenticator } from '../support/software-authenticator.ts';

let api: TestApi;
let page: OwnPage;
let key: ReturnType<typeof createAuthenticator>;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
beforeEach(async () => {
  await api.database.pool.query('DELETE FROM passkey');
  page = await signedInOwner(api);
  key = createAuthenticator({ origin: ownOrigin, rpId: 'localhost' });
});
afterAll(() => api.close());

const options = z.looseObject({ challenge: z.string().regex(/^[\w-]{43}$/) });
const challengeOf = async (at: OwnPage, path: string): Promise<string> =>
  options.parse((await at.post(path)).json).challenge;
const register = async (authenticator = key, at = page, name = 'Laptop') => {
  const challenge = await challengeOf(at, '/auth/passkey/new/options');
  return at.post('/auth/passkey/new', { name, response: authenticator.create(challenge) });
};
const signIn = async (authenticator = key, more: { counts?: boolean } = {}, at = openPage(api)) => {
  const challenge = await challengeOf(at, '/auth/passkey/options');
  return { at, answer: await at.post('/auth/passkey', { response: authenticator.get(challenge, more) }) };
};

test('a member adds one, and signs in by it', async () => {
  const added = await register();
  expect([added.status, added.json]).toEqual([200, { id: key.id, name: 'Laptop' }]);
  const { at, answer } = await signIn();
  expect(answer.status).toBe(204);
  const { json } = await at.query('{ me { member { name passkeys { id name } } session { method } } }');
  const member = { name: 'Owner', passkeys: [{ id: key.id, name: 'Laptop' }] };
  expect(json).toMatchObject({ data: { me: { member, session: { method: 'PASSKEY' } } } });
});

test('it is for this name and for a user who was verified', async () => {
  const path = await page.post('/auth/passkey/new/options');
  expect(path.json).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  });
  for (const other of [
    createAuthenticator({ origin: 'https://evil.example', rpId: 'localhost' }),
    createAuthenticator({ origin: ownOrigin, rpId: 'evil.example' }),
    createAuthenticator({ origin: ownOrigin, rpId: 'localhost', verifiesUser: false }),
  ]) {
    expect((await register(other)).status).toBe(400);
  }
  const byAddress = openPage(api, 'http://127.0.0.1:4000');
  expect((await byAddress.post('/auth/passkey/options')).status).toBe(400);
});

// To a device all services at localhost are one, and a key for somebody whom it knows takes the place of the one before.
test('a device knows a member apart from the first member of another installation', async () => {
  const named = z.object({ user: z.object({ id: z.string() }) });
  const handle = async () => named.parse((await page.post('/auth/passkey/new/options')).json).user.id;
  const change = (sql: string) =>
    api.database.pool.query(`UPDATE setting SET value = ${sql} WHERE name = 'api_key_pepper'`);
  const here = await handle();
  expect(await handle()).toBe(here);
  await change("'of another ' || value");
  const elsewhere = await handle();
  await change("replace(value, 'of another ', '')");
  expect(elsewhere).not.toBe(here);
});

// Checking it would follow the addresses in its certificates, which are written by whoever registers the key.
test('what its maker says of a key is not read', async () => {
  const challenge = await challengeOf(page, '/auth/passkey/new/options');
  const added = await page.post('/auth/passkey/new', { response: key.create(challenge, { attested: true }) });
  expect([added.status, added.json]).toEqual([200, { id: key.id, name: 'Passkey' }]);
  expect((await signIn()).answer.status).toBe(204);
});

test('what is no base64url is no passkey, and a failure like any other', async () => {
  const at = openPage(api);
  const response = key.get(await challengeOf(at, '/auth/passkey/options'));
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: 'a\0' })).toString('base64url');
  for (const other of [
    { ...response, id: 'a\0', rawId: 'a\0' },
    { ...response, response: { ...response.response, clientDataJSON } },
  ]) {
    expect((await at.post('/auth/passkey', { response: other })).status).toBe(401);
  }
});

test('a challenge is for one browser, one purpose, and one use', async () => {
  await register();
  const [mine, theirs] = [openPage(api), openPage(api)];
  const challenge = await challengeOf(mine, '/auth/passkey/options');
  await challengeOf(theirs, '/auth/passkey/options');
  expect((await theirs.post('/auth/passkey', { response: key.get(challenge) })).status).toBe(401);
  const response = key.get(challenge);
  expect((await mine.post('/auth/passkey', { response })).status).toBe(204);
  expect((await mine.post('/auth/passkey', { response })).status).toBe(401);
  const forNew = await challengeOf(page, '/auth/passkey/new/options');
  expect((await page.post('/auth/passkey', { response: key.get(forNew) })).status).toBe(401);
  const forSigningIn = await challengeOf(page, '/auth/passkey/options');
  const other = createAuthenticator({ origin: ownOrigin, rpId: 'localhost' });
  const added = await page.post('/auth/passkey/new', { response: other.create(forSigningIn) });
  expect(added.status).toBe(400);
});

test("another key's signature, a copy that does not count on, and an unknown key sign nobody in", async () => {
  await register();
  const other = createAuthenticator({ origin: ownOrigin, rpId: 'localhost' });
  const at = openPage(api);
  const forged = other.get(await challengeOf(at, '/auth/passkey/options'));
  const named = { ...forged, id: key.id, rawId: key.id };
  expect((await at.post('/auth/passkey', { response: named })).status).toBe(401);
  expect((await signIn(other)).answer.status).toBe(401);
  expect((await signIn()).answer.status).toBe(204);
  expect((await signIn(key, { counts: false })).answer.status).toBe(401);
  expect((await signIn()).answer.status).toBe(204);
  for (const response of [{}, { id: key.id }, { ...forged, response: {} }]) {
    expect((await at.post('/auth/passkey', { response })).status).toBe(401);
  }
});

test('is removed by its member or an owner, has one member, and they have ten at most', async () => {
  await register();
  expect((await register()).status).toBe(409);
  for (let index = 0; index < 9; index += 1) {
    expect((await register(createAuthenticator({ origin: ownOrigin, rpId: 'localhost' }))).status).toBe(200);
  }
  const eleventh = createAuthenticator({ origin: ownOrigin, rpId: 'localhost' });
  expect((await register(eleventh)).status).toBe(409);
  expect((await page.ask('DELETE', `/account/passkey/${key.id}/`)).status).toBe(200);
  expect((await signIn()).answer.status).toBe(401);
  const reader = await api.addKey({ scopes: ['read'] });
  const headers = { 'x-api-key': reader.key };
  expect((await api.ask('DELETE', '/account/passkey/x/', { headers })).status).toBe(403);
  expect((await page.ask('DELETE', '/account/passkey/x/')).status).toBe(404);
});
