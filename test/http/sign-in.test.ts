/** Signing in by a link, what the session's cookie is, and for which requests it counts. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/logger.ts';
import { createOwnerLink } from '../../src/use-cases/members/sign-in-link.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, wallet } from '../support/history.ts';
import { type OwnPage, openPage, ownOrigin, secretOf, signedInOwner } from '../support/own-page.ts';

let api: TestApi;
/** Another process of the same service, which is told of nothing. */
let second: TestApi;
let page: OwnPage;
const logged: string[] = [];
const log = new Writable({
  write(line, _encoding, done) {
    logged.push(String(line));
    done();
  },
});

beforeAll(async () => {
  const logger = createLogger({ level: 'trace', out: log });
  api = await createTestApi({ graphql: 'real', logger });
  second = await createTestApi({ graphql: 'real', database: api.database });
  await storeHistory(api.database, api.clientId);
});
beforeEach(async () => {
  page = await signedInOwner(api);
});
afterAll(async () => {
  await second?.close();
  await api?.close();
});

const newLink = (): Promise<string> =>
  createOwnerLink(api.database, { clientId: api.clientId, baseUrl: ownOrigin, isAsked: true });
const list = `/wallet/transfer/?wallet=${wallet}&page_size=1`;
const csv = `/wallet/transfer.csv?wallet=${wallet}`;
const me = '{ me { client scopes member { name role } session { method isCurrent } } }';

describe('a link', () => {
  test('signs its owner in, once, and the cookie is for the service alone', async () => {
    const url = await newLink();
    expect(url).toMatch(/^http:\/\/localhost:4000\/#link=wdl_[\w-]{43}$/);
    const other = openPage(api);
    const answer = await other.post('/auth/link', { secret: secretOf(url) });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const [session = ''] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    // 43 letters of base64url are 256 bits; over http there is no `Secure`, and so no `__Host-`.
    expect(session).toMatch(/^wd=wds_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const again = await openPage(api).post('/auth/link', { secret: secretOf(url) });
    expect([again.status, again.json]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
    expect(again.headers['set-cookie']).toBeUndefined();
    const { json } = await other.query(me);
    expect(json).toMatchObject({
      data: {
        me: {
          ...{ client: 'default', scopes: ['read', 'write', 'webhooks', 'keys'] },
          member: { name: 'Owner', role: 'OWNER' },
          session: { method: 'LINK', isCurrent: true },
        },
      },
    });
  });

  test('that is over, or that nobody made, is answered alike', async () => {
    const url = await newLink();
    await api.database.pool.query(`UPDATE sign_in_link SET expires_at = now() - interval '1 second'`);
    const texts = [];
    for (const secret of [secretOf(url), `wdl_${'A'.repeat(43)}`, 'x']) {
      const { status, json } = await openPage(api).post('/auth/link', { secret });
      texts.push([status, z.object({ detail: z.string() }).parse(json).detail]);
    }
    expect(new Set(texts.map(String)).size).toBe(1);
    expect(texts[0]?.[0]).toBe(401);
  });

  test('used by two at the same moment signs one in', async () => {
    const secret = secretOf(await newLink());
    const answers = await Promise.all([1, 2, 3, 4].map(() => openPage(api).post('/auth/link', { secret })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
  });

  test('replaces the session that the browser had', async () => {
    const before = new Map(page.cookies);
    expect((await page.post('/auth/link', { secret: secretOf(await newLink()) })).status).toBe(204);
    expect(page.cookies.get('wd')).not.toBe(before.get('wd'));
    const old = await page.query(me, { cookie: `wd=${before.get('wd')}` });
    expect(old.status).toBe(401);
  });
});

describe('a session', () => {
  test('reads GraphQL, REST and files, and nothing of it may be kept', async () => {
    for (const answer of [
      await page.query('{ blockchains { slug } }'),
      await page.ask('GET', list),
      await page.ask('GET', csv),
      await page.ask('GET', csv, { headers: { 'sec-fetch-site': 'none', 'x-wd-csrf': '' } }),
    ]) {
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    const made = await page.post('/wallet/label/', { address: wallet, name: 'Mine', tags: [] });
    expect(made.status).toBe(201);
  });

  test('is used as whoever the page knows: not for a tab of somebody else, and ended by nobody else', async () => {
    const told = await page.ask('GET', '/auth/');
    const { signed_in: owner } = z.object({ signed_in: z.object({ id: z.string() }) }).parse(told.json);
    expect(owner.id).toMatch(/^mem_\d+$/);
    const other = { 'x-wd-as': 'mem_999' };
    for (const answer of [
      await page.query(me, other),
      await page.ask('GET', list, { headers: other }),
      await page.post('/auth/passkey/new/options', {}, other),
    ]) {
      expect([answer.status, answer.text]).toEqual([
        401,
        expect.stringContaining('Somebody else has signed in in this browser since.'),
      ]);
    }
    const signedOut = await page.post('/auth/sign-out', {}, other);
    expect([signedOut.status, signedOut.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await page.query(me, { 'x-wd-as': owner.id })).status).toBe(200);
  });

  test('ends by signing out, here at once and elsewhere within five seconds', async () => {
    const { cookies } = page;
    const stolen = `wd=${cookies.get('wd')}`;
    const elsewhere = openPage(second);
    elsewhere.cookies.set('wd', cookies.get('wd') ?? '');
    expect((await elsewhere.query(me)).status).toBe(200);
    expect((await page.post('/auth/sign-out')).status).toBe(204);
    expect(cookies.has('wd')).toBe(false);
    expect((await page.query(me, { cookie: stolen })).status).toBe(401);
    const { rows } = await api.database.pool.query('SELECT 1 FROM member_session WHERE hash = sha256($1)', [
      Buffer.from(stolen.slice(3)),
    ]);
    expect(rows).toEqual([]);
    await expect
      .poll(async () => (await elsewhere.query(me)).status, { timeout: 5_500, interval: 200 })
      .toBe(401);
  });

  test('ends after 12 hours without use, and after 30 days in any case', async () => {
    const age = (column: string, interval: string) =>
      api.database.pool.query(
        `UPDATE member_session SET ${column} = ${column} - $1::interval WHERE hash = sha256($2)`,
        [interval, Buffer.from(page.cookies.get('wd') ?? '')],
      );
    await age('last_seen_at', '11 hours 59 minutes');
    api.authenticator.invalidate();
    expect((await page.query(me)).status).toBe(200);
    // It was used now: twelve hours begin anew.
    await age('last_seen_at', '11 hours 59 minutes');
    api.authenticator.invalidate();
    expect((await page.query(me)).status).toBe(200);
    await age('last_seen_at', '12 hours 1 minute');
    api.authenticator.invalidate();
    expect((await page.query(me)).status).toBe(401);
    page = await signedInOwner(api);
    await age('expires_at', '30 days');
    expect((await page.query(me)).status).toBe(401);
  });

  test('is listed, ended, and all others at once', async () => {
    await api.database.pool.query('DELETE FROM member_session');
    api.authenticator.invalidate();
    const [first, other, third] = [
      await signedInOwner(api),
      await signedInOwner(api),
      await signedInOwner(api),
    ];
    const listed = await first.query('{ sessions { nodes { id isCurrent } } }');
    const { data } = z
      .object({
        data: z.object({
          sessions: z.object({ nodes: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) }),
        }),
      })
      .parse(listed.json);
    const { nodes } = data.sessions;
    expect(nodes.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
    const own = await other.ask('GET', '/account/');
    const { session } = z.object({ session: z.object({ id: z.string() }) }).parse(own.json);
    expect((await first.ask('DELETE', `/account/session/${session.id}/`)).status).toBe(200);
    api.authenticator.invalidate();
    expect((await other.query(me)).status).toBe(401);
    const ended = await first.query('mutation { endOtherSessions(input: {}) { count } }');
    expect(ended.json).toMatchObject({ data: { endOtherSessions: { count: 1 } } });
    api.authenticator.invalidate();
    expect([(await first.query(me)).status, (await third.query(me)).status]).toEqual([200, 401]);
  });
});

describe('a cookie counts for pages of the service alone', () => {
  const evil = 'https://evil.example';
  const change = { address: wallet, name: 'Stolen', tags: [] };
  const put = (headers: Record<string, string>, payload: object | string = change) =>
    page.ask('PUT', `/wallet/label/${wallet}/`, { payload, headers });

  test.each([
    ['from another origin', { origin: evil, 'sec-fetch-site': 'cross-site' }],
    ['of another origin, whatever the browser says of the site', { origin: evil }],
    [
      'from another port of the same host',
      { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-site' },
    ],
    ['from a frame without an origin', { origin: 'null' }],
    ['without the header that forces a preflight', { 'x-wd-csrf': '' }],
    ['typed by nobody', { 'sec-fetch-site': 'none' }],
  ])('%s it changes nothing', async (_name, headers) => {
    expect((await put(headers)).status).toBe(401);
    expect((await page.query('{ blockchains { slug } }', headers)).status).toBe(401);
    expect((await page.query(me, headers)).status).toBe(401);
    expect((await page.post('/auth/sign-out', {}, headers)).status).toBe(403);
    expect((await page.post('/auth/link', { secret: secretOf(await newLink()) }, headers)).status).toBe(403);
  });

  test('of a browser that says nothing of the site, the origin counts', async () => {
    const silent = { 'sec-fetch-site': '' };
    expect((await put({ ...silent, origin: ownOrigin })).status).toBe(200);
    expect((await put({ ...silent, origin: evil })).status).toBe(401);
    expect((await put({ ...silent, origin: '' })).status).toBe(401);
  });

  test('a text, and a form, are refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const foreign = { origin: evil, 'sec-fetch-site': 'cross-site', 'x-wd-csrf': '', 'content-type': type };
      expect((await put(foreign, JSON.stringify(change))).status).toBe(401);
      const ask = { payload: JSON.stringify({ query: me }), headers: foreign };
      expect((await page.ask('POST', '/graphql', ask)).status).toBe(401);
      // Even from a page of ours it is no JSON.
      expect((await put({ 'content-type': type }, JSON.stringify(change))).status).toBe(415);
      const link = { payload: 'secret=x', headers: { 'content-type': type } };
      expect((await page.ask('POST', '/auth/link', link)).status).toBe(415);
    }
  });

  test('an image or a link of another page fetches nothing', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, 'x-wd-csrf': '' };
      expect((await page.ask('GET', list, { headers })).status).toBe(401);
      expect((await page.ask('GET', csv, { headers })).status).toBe(401);
      const query = `/graphql?query=${encodeURIComponent(me)}`;
      expect((await page.ask('GET', query, { headers })).status).toBe(401);
    }
    // What does not say where it comes from gets no file.
    const silent = { 'sec-fetch-site': '' };
    expect((await page.ask('GET', csv, { headers: silent })).status).toBe(401);
  });

  test('a preflight lets no page send it along', async () => {
    const { headers } = await api.ask('OPTIONS', '/graphql', {
      headers: {
        origin: evil,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-wd-csrf',
      },
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('a host that is not of this machine has no cookies, since nothing says that it is ours', async () => {
    const rebound = openPage(api, 'http://evil.example:4000');
    rebound.cookies.set('wd', page.cookies.get('wd') ?? '');
    expect((await rebound.query(me)).status).toBe(401);
    expect((await rebound.post('/auth/link', { secret: secretOf(await newLink()) })).status).toBe(403);
  });

  test('a key wins over it, and two keys stay a mistake', async () => {
    const { key } = await api.addKey({ scopes: ['read'] });
    const { json } = await page.query('{ me { scopes session { id } } }', { 'x-api-key': key });
    expect(json).toMatchObject({ data: { me: { scopes: ['read'], session: null } } });
    expect((await page.query(me, { 'x-api-key': 'wdk_no_such_key_at_all' })).status).toBe(401);
    const two = await page.query(me, { 'x-api-key': key, authorization: `Bearer ${api.key}` });
    expect(two.status).toBe(400);
    // As a key the cookie's text is nothing.
    const cookie = page.cookies.get('wd') ?? '';
    expect((await openPage(api).query(me, { 'x-api-key': cookie })).status).toBe(401);
    expect((await openPage(api).query(me, { authorization: `Bearer ${cookie}` })).status).toBe(401);
  });
});

test('over https the cookie is of the host alone, and plain http has none', async () => {
  const origin = 'https://data.example.com';
  const secure = await createTestApi({ graphql: 'real', database: api.database, publicUrl: origin });
  try {
    const other = openPage(secure, origin);
    const { headers } = await other.post('/auth/link', { secret: secretOf(await newLink()) });
    const [session = ''] = [headers['set-cookie'] ?? []].flat().map(String);
    expect(session).toMatch(
      /^__Host-wd=wds_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await other.query(me)).status).toBe(200);
    const plain = { cookie: `wd=${other.cookies.get('__Host-wd')}` };
    expect((await other.query(me, plain)).status).toBe(401);
  } finally {
    await secure.close();
  }
  const lan = await createTestApi({ database: api.database, publicUrl: 'http://nas.example:4000' });
  try {
    const answer = await openPage(lan, 'http://nas.example:4000').post('/auth/link', { secret: 'x' });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('needs https')]);
  } finally {
    await lan.close();
  }
});

test('failed sign-ins are limited by address', async () => {
  const strict = await createTestApi({
    database: api.database,
    limits: { failedKeysPerMinute: 3 },
    now: () => 0,
  });
  try {
    const codes = [];
    for (let tried = 0; tried < 5; tried += 1) {
      codes.push((await openPage(strict).post('/auth/link', { secret: 'x' })).status);
    }
    expect(codes).toEqual([401, 401, 401, 429, 429]);
  } finally {
    await strict.close();
  }
});

test('few addresses cannot push out what others have begun: a beginning weighs ten units', async () => {
  const limits = { keylessUnitsPerMinute: 25 };
  const strict = await createTestApi({ database: api.database, limits, now: () => 0 });
  try {
    const codes = [];
    for (const path of ['siwe/nonce', 'passkey/options', 'siwe/nonce', 'siwe/nonce'])
      codes.push((await openPage(strict).post(`/auth/${path}`)).status);
    // Each is a request, too: 11, 22, and there are no eleven left.
    expect(codes).toEqual([200, 200, 429, 429]);
  } finally {
    await strict.close();
  }
});

test('no cookie, link or nonce is in what the service says or writes down', async () => {
  const url = await newLink();
  const other = openPage(api);
  const secrets = [secretOf(url)];
  const said: string[] = [];
  const note = ({ text }: { text: string }): void => void said.push(text);
  note(await other.post('/auth/link', { secret: secretOf(url) }));
  note(await other.post('/auth/link', { secret: secretOf(url) }));
  note(
    await other.ask('POST', `/auth/link?secret=${secretOf(url)}`, {
      payload: { secret: secretOf(url), x: 1 },
    }),
  );
  note(await other.ask('GET', `/no/such/path/${secretOf(url)}`));
  await other.post('/auth/siwe/nonce');
  secrets.push(...other.cookies.values());
  expect(secrets).toHaveLength(3);
  for (const path of ['/account/', '/account/session/', '/admin/member/', '/admin/audit/', '/auth/']) {
    note(await other.ask('GET', path));
  }
  note(await other.query(`{ me { client } noSuchField(secret: "${secrets[1]}") }`));
  for (const secret of secrets) {
    const bare = secret.slice(4);
    expect(said.filter((text) => text.includes(bare))).toEqual([]);
    expect(logged.filter((line) => line.includes(bare))).toEqual([]);
  }
});
