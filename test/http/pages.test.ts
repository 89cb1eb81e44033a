/** The pages that need no key: small documents, files with their hash in their name, a limit per address, and a switch. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codingFor } from '../../src/http/pages/prepared-pages.ts';
import { generateApiKey } from '../../src/use-cases/access/key-text.ts';
import { newSecret } from '../../src/use-cases/access/session-text.ts';
import { type Answer, createTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api.close());

const html = 'text/html,application/xhtml+xml';
const get = (path: string, headers: Record<string, string> = {}) =>
  api.server.inject({ url: path, headers: { host: 'api.test', ...headers } });

const linksOf = (text: string): string[] =>
  [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');

const pages = [
  ['/graphql', { accept: html }],
  ['/graphql/', { accept: html }],
  ['/docs', {}],
  ['/docs/', {}],
] as const;

describe.each(pages)('%s', (path, headers) => {
  test('is a document of a few kB that allows no inline script', async () => {
    const page = await get(path, headers);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.rawPayload.length).toBeLessThan(4_096);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(page.body).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/);
    expect(page.headers['cache-control']).toBe('public, no-cache');
    const again = await get(path, { ...headers, 'if-none-match': String(page.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('loads files from beside it, named by their content, which browsers keep for good', async () => {
    const links = linksOf((await get(path, headers)).body);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      // As a browser joins them, also below a prefix that a proxy adds.
      const { pathname } = new URL(link, `http://proxy.test/prefix${path}`);
      expect(pathname).toMatch(/^\/prefix\/(graphql|docs)\/assets\/[\w-]+\.[0-9a-f]{16}\.\w+$/);
      const file = await get(pathname.slice('/prefix'.length));
      expect(file.statusCode, link).toBe(200);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const hash = createHash('sha256').update(file.rawPayload).digest('hex').slice(0, 16);
      expect(link).toContain(`.${hash}.`);
    }
  });
});

test('what GraphiQL keeps in the browser has no key, cookie or link in it', async () => {
  const { body } = await get('/graphql', { accept: html });
  const boot = linksOf(body).find((link) => link.includes('/boot.')) ?? '';
  const text = (await get(`/${boot}`)).body;
  const pattern = new RegExp(/const keyPattern = \/(.+)\/g;/.exec(text)?.[1] ?? 'none', 'g');
  const secrets = [generateApiKey('secret').key, generateApiKey('publishable').key];
  for (const secret of [...secrets, newSecret('link'), newSecret('session')])
    expect(`{ x(a: "${secret}") }`.replace(pattern, '…')).toBe('{ x(a: "…") }');
});

test('files are sent in the smallest coding that is accepted, whole', async () => {
  const [script = ''] = linksOf((await get('/graphql', { accept: html })).body).filter(
    (link) => link.includes('graphiql') && link.endsWith('.js'),
  );
  const plain = await get(`/${script}`);
  const packed = await get(`/${script}`, { 'accept-encoding': 'gzip, deflate' });
  const small = await get(`/${script}`, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect([plain, packed, small].map(({ headers }) => headers['content-encoding'])).toEqual([
    ...[undefined, 'gzip', 'br'],
  ]);
  expect(plain.rawPayload.length).toBeGreaterThan(5_000_000);
  expect(small.rawPayload.length).toBeLessThan(packed.rawPayload.length);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(small.headers['content-length']).toBe(String(small.rawPayload.length));
});

test.each([
  ['', 'identity'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=x', 'identity'],
  ['GZIP', 'gzip'],
  ['constructor', 'identity'],
] as const)('Accept-Encoding %j: %s', (header, coding) => {
  expect(codingFor(header)).toBe(coding);
});

test('the description of REST is made once', async () => {
  const first = await get('/openapi.json', { 'accept-encoding': 'gzip' });
  expect(JSON.parse(gunzipSync(first.rawPayload).toString())).toMatchObject({ openapi: '3.1.0' });
  const again = await get('/openapi.json', { 'if-none-match': String(first.headers.etag) });
  expect(again.statusCode).toBe(304);
});

test('a file that is not there, or not any more: 404', async () => {
  for (const file of ['graphiql.0000000000000000.js', 'constructor', '__proto__', '..%2f..%2fpackage.json']) {
    expect(await api.ask('GET', `/graphql/assets/${file}`)).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND' },
    });
  }
});

test('so much a minute per address without a key; who has one is not concerned', async () => {
  let time = 1_000_000;
  // One for each answer, and one more for each 100,000 bytes of it.
  const { rawPayload } = await get('/openapi.json');
  const keylessUnitsPerMinute = 5 + Math.floor(rawPayload.length / 100_000);
  const own = await createTestApi({
    ...{ database: api.database, limits: { keylessUnitsPerMinute }, now: () => time },
  });
  try {
    const ask = (path: string, remoteAddress = '192.0.2.1'): Promise<Answer> =>
      own.ask('GET', path, { remoteAddress, headers: { 'x-api-key': '', accept: html } });
    const statuses: number[] = [];
    for (const path of ['/docs', '/graphql', '/openapi.json', '/nothing', '/wallet/manage/'])
      statuses.push((await ask(path)).status);
    expect(statuses).toEqual([200, 200, 200, 404, 401]);
    for (const path of [
      '/docs',
      '/graphql',
      '/openapi.json',
      '/nothing',
      '/wallet/manage/',
      '/docs/assets/x',
    ])
      expect(await ask(path), path).toMatchObject({
        status: 429,
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        json: { code: 'RATE_LIMITED' },
      });
    // Supervisors ask without a key, and often; another address has a limit of its own; a key has its own limits.
    expect([(await ask('/livez')).status, (await ask('/readyz')).status]).toEqual([200, 200]);
    expect((await ask('/docs', '192.0.2.2')).status).toBe(200);
    const { key } = await own.addKey();
    const withKey = await own.ask('GET', '/wallet/manage/', {
      remoteAddress: '192.0.2.1',
      headers: { 'x-api-key': key },
    });
    expect(withKey.status).toBe(200);
    // Whole: a seventh of a minute and seven times that are not the same in floats.
    time += Math.ceil(60_000 / keylessUnitsPerMinute);
    expect((await ask('/docs')).status).toBe(200);
  } finally {
    await own.close();
  }
});

test('switched off, there is no page and no description, and GraphQL asks browsers for a key', async () => {
  const own = await createTestApi({ database: api.database, pages: false });
  try {
    for (const path of ['/docs', '/docs/', '/docs/guide', '/openapi.json', '/graphql/assets/graphiql.js']) {
      expect((await own.ask('GET', path)).status, path).toBe(404);
    }
    const headers = { 'x-api-key': '', accept: html };
    expect((await own.ask('GET', '/graphql', { headers })).status).toBe(401);
  } finally {
    await own.close();
  }
});
