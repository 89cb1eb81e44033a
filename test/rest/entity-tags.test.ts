/** Lists that are still the same are not sent again; and the paths of their files. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const label = (digit: string, name: string) =>
  api.ask('POST', '/wallet/label/', { payload: { address: repeated(digit), name } });
const list = (tag: string, url = '/wallet/label/') =>
  api.ask('GET', url, { headers: { 'if-none-match': tag } });

test('a list is a 304 for whoever names its tag, until it is another', async () => {
  await label('1', 'one');
  const first = await api.ask('GET', '/wallet/label/');
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const named of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const { status, text, headers } = await list(named);
    expect([status, text, headers.etag]).toEqual([304, '', tag]);
    // No cache keeps anybody's books: programs that poll name the tag by themselves.
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.vary).toContain('Authorization');
  }
  await label('2', 'two');
  const next = await list(tag);
  expect([next.status, next.json]).toMatchObject([200, { count: 2 }]);
  expect(next.headers.etag).not.toBe(tag);
});

test('another page, another key and a problem are not the same', async () => {
  const tag = String((await api.ask('GET', '/wallet/label/')).headers.etag);
  expect((await list(tag, '/wallet/label/?page_size=1')).status).toBe(200);
  const { key } = await api.addKey({ client: 'another' });
  const others = await api.ask('GET', '/wallet/label/', {
    headers: { 'x-api-key': key, 'if-none-match': tag },
  });
  expect([others.status, others.json]).toMatchObject([200, { count: 0 }]);
  expect((await list('*', '/wallet/label/?page_size=0')).status).toBe(400);
  expect((await list('*', '/wallet/label/?page=9')).status).toBe(404);
});

test('a file has a path of its own, whatever is accepted, and no pages', async () => {
  const file = await api.ask('GET', '/wallet/label.csv', { headers: { accept: 'text/html' } });
  expect([file.status, file.headers['content-type']]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
  ]);
  expect(file.headers.etag).toBeUndefined();
  expect(file.text).toBe((await api.ask('GET', '/wallet/label/?format=csv')).text);
  expect(file.text.split('\r\n')).toHaveLength(1 + 2 + 1);
  for (const query of ['page=2', 'format=json', 'nothing=1']) {
    const { status, json } = await api.ask('GET', `/wallet/label.csv?${query}`);
    expect([status, json]).toMatchObject([400, { errors: [{ path: query.split('=')[0] }] }]);
  }
  expect((await api.ask('POST', '/wallet/label.csv')).status).toBe(405);
  expect((await api.ask('GET', '/wallet/nothing.csv')).status).toBe(404);
});
