/** Custom labels over REST. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { address, repeated } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (payload: object) => api.ask('POST', '/wallet/label/', { payload });
const one = (number: number) => `/wallet/label/${address(number)}/`;
const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

test('POST creates, a second POST is a conflict', async () => {
  const { status, json } = await create({
    address: repeated('E'),
    name: ' My broker ',
    tags: 'kyc, spot,kyc',
  });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: 'label_7u7u7u7u7u7u7u7u7u7u7u7u7u4',
    address: repeated('e'),
    name: 'My broker',
    tags: 'kyc,spot',
    created_at: when,
    updated_at: when,
  });
  expect(Object.keys(z.looseObject({}).parse(json))).toEqual([
    'id',
    'address',
    'name',
    'tags',
    'created_at',
    'updated_at',
  ]);
  expect(await create({ address: repeated('e'), name: 'Again' })).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT' },
  });
});

test('tags may be a list; none is an empty text', async () => {
  expect((await create({ address: address(1), name: 'A', tags: ['x', 'y'] })).json).toMatchObject({
    tags: 'x,y',
  });
  expect((await create({ address: address(2), name: 'B' })).json).toMatchObject({ tags: '' });
});

test('tags are counted as they are given, empty ones among them', async () => {
  expect(await create({ address: address(1), name: 'A', tags: ','.repeat(1_000) })).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'tags', message: 'at most 50 tags can be given' }] },
  });
});

test('PUT creates, then replaces', async () => {
  const created = await api.ask('PUT', one(3), { payload: { name: 'First', tags: 'a' } });
  const replaced = await api.ask('PUT', one(3), { payload: { name: 'Second', address: address(3) } });
  expect([created.status, replaced.status]).toEqual([201, 200]);
  expect(replaced.json).toMatchObject({ name: 'Second', tags: '' });
  const other = await api.ask('PUT', one(3), { payload: { name: 'Third', address: address(4) } });
  expect(other).toMatchObject({ status: 400, json: { errors: [{ path: 'address' }] } });
});

test('PATCH changes what is given', async () => {
  await api.ask('PUT', one(5), { payload: { name: 'Name', tags: 'a,b' } });
  expect((await api.ask('PATCH', one(5), { payload: { tags: 'c' } })).json).toMatchObject({
    name: 'Name',
    tags: 'c',
  });
  expect((await api.ask('PATCH', one(5), { payload: { name: 'New' } })).json).toMatchObject({
    name: 'New',
    tags: 'c',
  });
  expect((await api.ask('PATCH', one(5), { payload: {} })).status).toBe(400);
  expect((await api.ask('PATCH', one(6), { payload: { name: 'x' } })).status).toBe(404);
});

test('GET one, DELETE, and then it is gone', async () => {
  await api.ask('PUT', one(7), { payload: { name: 'Seven' } });
  expect((await api.ask('GET', `/wallet/label/${address(7)}`)).json).toMatchObject({
    address: address(7),
    name: 'Seven',
  });
  expect((await api.ask('DELETE', one(7))).status).toBe(204);
  expect(await api.ask('GET', one(7))).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  expect((await api.ask('DELETE', one(7))).status).toBe(404);
});

test('one is found by its id, too', async () => {
  const { json } = await api.ask('PUT', one(8), { payload: { name: 'Eight', tags: 'a' } });
  const { id } = z.looseObject({ id: z.string() }).parse(json);
  const byId = `/wallet/label/${id}/`;
  expect(await api.ask('GET', byId)).toMatchObject({ status: 200, json });
  expect((await api.ask('PATCH', byId, { payload: { tags: 'b' } })).json).toMatchObject({ id, tags: 'b' });
  expect((await api.ask('DELETE', byId)).status).toBe(204);
  expect(await api.ask('GET', byId)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  expect(await api.ask('GET', '/wallet/label/label_x/')).toMatchObject({
    status: 400,
    json: { errors: [{ path: 'address', message: expect.stringContaining('not the id of a label') }] },
  });
});

test('the list comes in pages, and is a client’s own', async () => {
  const own = await api.addKey({ client: 'pages' });
  const headers = { 'x-api-key': own.key };
  for (const number of [11, 12, 13])
    await api.ask('PUT', one(number), { headers, payload: { name: `Label ${number}` } });
  const first = await api.ask('GET', '/wallet/label/?page_size=2', { headers });
  expect(first.json).toMatchObject({
    count: 3,
    previous: null,
    next: 'http://api.test/wallet/label/?page_size=2&page=2',
  });
  const second = await api.ask('GET', '/wallet/label/?page_size=2&page=2', { headers });
  expect(second.json).toMatchObject({ count: 3, next: null, previous: expect.stringContaining('page=1') });
  const names = z
    .array(z.object({ results: z.array(z.object({ name: z.string() })) }))
    .parse([first.json, second.json])
    .flatMap(({ results }) => results.map(({ name }) => name));
  expect(names.sort()).toEqual(['Label 11', 'Label 12', 'Label 13']);
  expect((await api.ask('GET', one(11))).status).toBe(404);
});

test.each([
  ['no name', { address: address(20) }, ['name']],
  ['an empty name', { address: address(20), name: ' ' }, ['name']],
  ['a name of 201 characters', { address: address(20), name: 'x'.repeat(201) }, ['name']],
  ['a bad address and an unknown field', { address: '0x1', name: 'x', colour: 'red' }, ['address', 'colour']],
  ['tags that are numbers', { address: address(20), name: 'x', tags: 7 }, ['tags']],
])('%s: 400', async (_name, payload, paths) => {
  const { status, json } = await create(payload);
  const { errors } = z.object({ errors: z.array(z.object({ path: z.string() })) }).parse(json);
  expect([status, errors.map(({ path }) => path)]).toEqual([400, paths]);
});

test('a key without the scope write may only read', async () => {
  const reader = await api.addKey({ scopes: ['read'] });
  const headers = { 'x-api-key': reader.key };
  expect((await api.ask('GET', '/wallet/label/', { headers })).status).toBe(200);
  expect((await api.ask('PUT', one(30), { headers, payload: { name: 'x' } })).status).toBe(403);
  expect((await api.ask('DELETE', one(30), { headers })).status).toBe(403);
});
