/** Short tokens: what they say, who may mint them, and which are refused. */
import { createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expireApiKey, findApiKey, revokeApiKey } from '../../src/store/clients/api-key-rows.ts';
import { apiKeyPepper } from '../../src/store/connection/settings.ts';
import { signToken, type TokenClaims } from '../../src/use-cases/access/token-text.ts';
import { rotateKey } from '../../src/use-cases/admin/keys.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, usdc, wallet } from '../support/history.ts';
import { repeated } from '../support/records.ts';

const publicUrl = 'https://data.example.com';
const start = Date.UTC(2026, 0, 1);
let clock = start;
const now = () => clock;

let api: TestApi;
/** Another process of the same service, which is told of nothing. */
let second: TestApi;
let minter: { id: string; key: string };

beforeAll(async () => {
  api = await createTestApi({ publicUrl, graphql: 'real', now, readModelNow: now, trustProxy: true });
  second = await createTestApi({ publicUrl, database: api.database, now, readModelNow: now });
  await storeHistory(api.database, api.clientId);
});
beforeEach(async () => {
  clock = start;
  minter = await api.addKey();
});
afterAll(async () => {
  await second?.close();
  await api?.close();
});

const answer = z.object({ token: z.string(), expires_at: z.string() });
const mint = async (body: object = {}, key = minter.key) =>
  api.ask('POST', '/auth/token', {
    headers: { 'x-api-key': key },
    payload: { wallets: [wallet], ...body },
  });
const minted = async (body: object = {}) => answer.parse((await mint(body)).json).token;

const list = `/wallet/transfer/?wallet=${wallet}&page_size=1`;
const read = (token: string, url = list, headers: Record<string, string> = {}, at = api) =>
  at.ask('GET', url, { headers: { 'x-api-key': '', authorization: `Bearer ${token}`, ...headers } });

const decode = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a token says whom it is for and what it may do, and ends when it says', async () => {
  const { status, json, headers } = await mint({
    ttl: 600,
    sub: 'user 7',
    origin: 'https://app.example.com',
  });
  expect(status).toBe(201);
  expect(headers['cache-control']).toBe('private, no-store');
  const { token, expires_at: expiresAt } = answer.parse(json);
  const [head, body] = token.split('.');
  expect(decode(head)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: minter.id });
  const second2026 = start / 1000;
  expect(decode(body)).toEqual({
    ...{
      aud: publicUrl,
      sub: 'user 7',
      origin: 'https://app.example.com',
      wallets: [wallet],
      scopes: ['read'],
    },
    ...{
      iat: second2026,
      nbf: second2026,
      exp: second2026 + 600,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  });
  expect(expiresAt).toBe('2026-01-01T00:10:00Z');
});

test('both APIs take it, on every process, until it ends', async () => {
  const token = await minted({ ttl: 60 });
  expect((await read(token)).status).toBe(200);
  expect((await read(token, list, {}, second)).status).toBe(200);
  const asked = await api.ask('POST', '/graphql', {
    headers: { 'x-api-key': '', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { query: `{ transfers(wallets: ["${wallet}"]) { count } }` },
  });
  // storeHistory stores four.
  expect(asked.json).toMatchObject({ data: { transfers: { count: 4 } } });
  clock += 59_999;
  expect((await read(token)).status).toBe(200);
  clock += 1;
  expect((await read(token)).status).toBe(401);
  expect((await read(token, list, {}, second)).status).toBe(401);
});

describe('what is asked of a token', () => {
  test.each([
    [{ ttl: 901 }, 400],
    [{ ttl: 9 }, 400],
    [{ ttl: 60.5 }, 400],
    [{ wallets: [] }, 400],
    [{ wallets: Array.from({ length: 51 }, (_, index) => `0x${String(index).padStart(40, '0')}`) }, 400],
    [{ wallets: ['0x12'] }, 400],
    [{ origin: 'https://app.example.com/' }, 400],
    [{ origin: 'null' }, 400],
    [{ sub: 'x'.repeat(201) }, 400],
    [{ scopes: ['admin'] }, 403],
    [{ admin: true }, 400],
  ])('%j: %i', async (body, status) => {
    expect((await mint(body)).status).toBe(status);
  });

  test('no more than its key may', async () => {
    const reader = await api.addKey({ scopes: ['read'] });
    expect(await mint({ scopes: ['read', 'write'] }, reader.key)).toMatchObject({ status: 403 });
    expect((await mint({}, reader.key)).status).toBe(201);
  });

  test('a publishable key and a token mint none', async () => {
    const publishable = { origins: ['https://app.example.com'], wallets: [wallet], addressUnits: 100 };
    const page = await api.addKey({ publishable });
    const headers = { 'x-api-key': page.key, origin: 'https://app.example.com' };
    const payload = { wallets: [wallet] };
    expect((await api.ask('POST', '/auth/token', { headers, payload })).status).toBe(403);
    const bearer = { 'x-api-key': '', authorization: `Bearer ${await minted()}` };
    expect((await api.ask('POST', '/auth/token', { headers: bearer, payload })).status).toBe(403);
  });
});

describe('refused', () => {
  const second2026 = start / 1000;
  /** Signed by the minter, as it signs. */
  async function forged(claims: Partial<TokenClaims>): Promise<string> {
    const key = await findApiKey(api.database, minter.id);
    if (key === null) throw new Error('the key is gone');
    const signer = { keyId: key.id, hash: key.hash, pepper: await apiKeyPepper(api.database) };
    const usual = { audience: publicUrl, subject: null, wallets: [wallet], scopes: ['read'], origin: null };
    return signToken(
      signer,
      { ...usual, issuedAt: second2026, expiresAt: second2026 + 300, ...claims },
      'id',
    );
  }

  test('alg none, with and without a signature', async () => {
    const [, body, signature] = (await minted()).split('.');
    for (const alg of ['none', 'None', '', null]) {
      const head = encode({ alg, typ: 'JWT', kid: minter.id });
      expect((await read(`${head}.${body}.`)).status).toBe(401);
      expect((await read(`${head}.${body}.${signature}`)).status).toBe(401);
    }
  });

  test('HS256, signed with what is public of a key pair, or with the id', async () => {
    const [, body] = (await minted()).split('.');
    const { publicKey } = generateKeyPairSync('ed25519');
    const head = encode({ alg: 'HS256', typ: 'JWT', kid: minter.id });
    for (const secret of [publicKey.export({ format: 'der', type: 'spki' }), Buffer.from(minter.id)]) {
      const mark = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
      expect((await read(`${head}.${body}.${mark}`)).status).toBe(401);
    }
  });

  test('a key pair of somebody else, in the head or not', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const [, body] = (await minted()).split('.');
    for (const more of [{}, { jwk: publicKey.export({ format: 'jwk' }) }]) {
      const head = encode({ alg: 'EdDSA', typ: 'JWT', kid: minter.id, ...more });
      const text = `${head}.${body}`;
      const mark = sign(null, Buffer.from(text), privateKey);
      expect(verify(null, Buffer.from(text), createPublicKey(privateKey), mark)).toBe(true);
      expect((await read(`${text}.${mark.toString('base64url')}`)).status).toBe(401);
    }
  });

  test('the id of another key, and of none', async () => {
    const other = await api.addKey();
    const [head, body, signature] = (await minted()).split('.');
    expect((await read([head, body, signature].join('.'))).status).toBe(200);
    for (const kid of [other.id, 'nobody', '', '../x']) {
      const named = encode({ alg: 'EdDSA', typ: 'JWT', kid });
      expect((await read(`${named}.${body}.${signature}`)).status).toBe(401);
    }
  });

  test('claims that were changed, another spelling of the signature, a part too many', async () => {
    const [head = '', body = '', signature = ''] = (await minted()).split('.');
    const claims = z.record(z.string(), z.unknown()).parse(decode(body));
    const wider = encode({ ...claims, wallets: [wallet, repeated('2')] });
    expect((await read(`${head}.${wider}.${signature}`)).status).toBe(401);
    // 64 bytes are 86 characters, of which the last holds two bits: 16 letters spell them.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(signature.slice(-1));
    const same = signature.slice(0, -1) + letters.charAt(last + 1);
    expect(Buffer.from(same, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    expect((await read(`${head}.${body}.${same}`)).status).toBe(401);
    expect((await read(`${head}.${body}.${signature}.${signature}`)).status).toBe(401);
  });

  test.each<[string, Partial<TokenClaims>]>([
    ['another audience', { audience: 'https://other.example.com' }],
    ['over', { issuedAt: second2026 - 400, expiresAt: second2026 }],
    ['not yet valid, by more than clocks differ', { issuedAt: second2026 + 31, expiresAt: second2026 + 300 }],
    ['for longer than 15 minutes', { expiresAt: second2026 + 901 }],
    ['without a wallet', { wallets: [] }],
  ])('%s', async (_what, claims) => {
    expect((await read(await forged(claims))).status).toBe(401);
  });

  test('a clock that is 30 s behind ours is no fault', async () => {
    const token = await forged({ issuedAt: second2026 + 30, expiresAt: second2026 + 300 });
    expect((await read(token)).status).toBe(200);
  });

  test('in the address, or as X-API-KEY', async () => {
    const token = await minted();
    for (const [url, headers] of [
      [`${list}&api_key=${token}`, {}],
      [list, { 'x-api-key': token }],
    ] as const) {
      const { status, text } = await api.ask('GET', url, { headers: { 'x-api-key': '', ...headers } });
      expect(status).toBe(401);
      expect(text).not.toContain(token);
    }
  });
});

describe('the end of its key', () => {
  test('revoked: dead within five seconds on both processes, told or not', async () => {
    const token = await minted();
    for (const process of [api, second]) expect((await read(token, list, {}, process)).status).toBe(200);
    await revokeApiKey(api.database, minter.id);
    clock += 5_000;
    for (const process of [api, second]) expect((await read(token, list, {}, process)).status).toBe(401);
  });

  test('a request that lasts ends with the key, and with the token', async () => {
    for (const end of [
      async () => void (await revokeApiKey(api.database, minter.id)),
      async () => {
        clock += 300_000;
      },
    ]) {
      clock = start;
      minter = await api.addKey();
      const checked = await api.authenticator.authenticate(await minted());
      if (checked === null) throw new Error('the token is not valid');
      const ended = Promise.withResolvers<void>();
      api.authenticator.watch(checked, ended.resolve);
      await end();
      api.authenticator.invalidate();
      await ended.promise;
    }
  });

  test('no token outlives it, and an earlier end holds for those that are out', async () => {
    const brief = await api.addKey({ expiresAt: new Date(start + 100_000) });
    const { json } = await mint({ ttl: 900 }, brief.key);
    expect(answer.parse(json).expires_at).toBe('2026-01-01T00:01:40Z');
    const token = await minted();
    await expireApiKey(api.database, minter.id, new Date(start + 10_000));
    api.authenticator.invalidate();
    expect((await read(token)).status).toBe(200);
    clock += 10_000;
    expect((await read(token)).status).toBe(401);
  });

  test('rotated: tokens of the old key and of the new one are good while both are', async () => {
    clock = Date.now();
    const token = await minted();
    const overlapEnds = new Date(clock + 120_000);
    const next = await rotateKey(api.database, minter.id, { overlapEnds, expiresAt: undefined });
    api.authenticator.invalidate();
    const { json } = await mint({}, next.key);
    const following = answer.parse(json).token;
    for (const each of [token, following]) expect((await read(each)).status).toBe(200);
    clock += 120_000;
    expect((await read(token)).status).toBe(401);
    expect((await read(following)).status).toBe(200);
  });
});

test('bound to an origin, it answers pages of that one alone', async () => {
  const token = await minted({ origin: 'https://app.example.com' });
  const from = (origin: string) => read(token, list, { origin });
  const good = await from('https://app.example.com');
  expect([good.status, good.headers['access-control-allow-origin']]).toEqual([
    200,
    'https://app.example.com',
  ]);
  expect(await from('https://evil.test')).toMatchObject({
    status: 403,
    json: { code: 'ORIGIN_NOT_ALLOWED' },
  });
  expect(await read(token)).toMatchObject({ status: 403, json: { code: 'ORIGIN_REQUIRED' } });
});

test('with `write` it corrects its wallets and no others, and labels nothing', async () => {
  const token = await minted({ scopes: ['read', 'write'] });
  const send = (url: string, payload: object) =>
    api.ask('POST', url, { headers: { 'x-api-key': '', authorization: `Bearer ${token}` }, payload });
  const lot = { kind: 'OPENING_LOT', blockchain: 'ethereum', token_address: usdc, quantity: '1' };
  const at = { acquired_at: '2020-01-01' };
  expect((await send('/wallet/correction/', { ...lot, ...at, wallet })).status).toBe(201);
  const other = repeated('2');
  await api.ask('POST', '/wallet/manage/', { payload: { address: other } });
  expect((await send('/wallet/correction/', { ...lot, ...at, wallet: other })).status).toBe(404);
  expect((await send('/wallet/label/', { address: other, name: 'x' })).status).toBe(403);
  expect((await send('/wallet/manage/', { address: wallet })).status).toBe(403);
});

test('its text is hidden wherever a client’s text is quoted', async () => {
  const token = await minted();
  const { status, text } = await api.ask('GET', `/wallet/transfer/?wallet=${token}`);
  expect(status).toBe(400);
  expect(text).not.toContain(token.split('.')[1]);
});

test('one address uses 600 units a minute of the tokens of a key', async () => {
  // A page of 500 items weighs five units.
  const token = await minted();
  const page = list.replace('page_size=1', 'page_size=500');
  const from = (address: string) => read(token, page, { 'x-forwarded-for': address });
  for (let count = 0; count < 120; count += 1) expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1')).status).toBe(429);
  expect((await from('192.0.2.2')).status).toBe(200);
  // Who is named has a limit of his own, wherever he is.
  const named = await minted({ sub: 'user 7' });
  expect((await read(named, page, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
});

test('a token of a proxy in front is passed over beside a key', async () => {
  const theirs = `${encode({ alg: 'RS256' })}.${encode({ sub: 'x' })}.c2ln`;
  const beside = await api.ask('GET', list, { headers: { authorization: `Bearer ${theirs}` } });
  expect(beside.status).toBe(200);
  expect((await read(theirs)).status).toBe(401);
});
