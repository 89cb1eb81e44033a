/** Corrections over REST. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { envelopeOf } from '../../src/rest/envelope.ts';
import { correctionSchema } from '../../src/rest/wire/correction.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, wallet } from '../support/history.ts';

let api: TestApi;
let transfer = '';
beforeAll(async () => {
  api = await createTestApi();
  await storeHistory(api.database, api.clientId);
  const { json } = await api.ask(
    'GET',
    `/wallet/transfer/?wallet=${wallet}&side=inflow&category=receive&spam=exclude`,
  );
  const { results } = z.object({ results: z.array(z.looseObject({ id: z.string() })) }).parse(json);
  // The 2,500.5 USDC from the friend.
  transfer = results[0]?.id ?? '';
});
afterAll(() => api.close());

const create = (payload: object, headers = {}) =>
  api.ask('POST', '/wallet/correction/', { payload, headers });
const when = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const author = { key_id: expect.any(String), name: '' };
const list = async (parameters = '') => {
  const { json } = await api.ask('GET', `/wallet/correction/?wallet=${wallet}${parameters}`);
  return envelopeOf(correctionSchema).parse(json);
};
const idOf = (json: unknown): string => correctionSchema.parse(json).id;

test('an opening lot on an empty blockchain names what is wrong', async () => {
  const lot = { wallet, blockchain: '', token_address: wallet, quantity: '1', acquired_at: '2020-01-01' };
  const { status, json } = await create({ kind: 'OPENING_LOT', ...lot });
  expect(status).toBe(400);
  expect(json).toMatchObject({ code: 'BAD_INPUT', errors: [{ path: 'blockchain' }] });
});

test('POST corrects a transfer', async () => {
  const body = { kind: 'basis', transfer, cost: '2400.10', acquired_at: '2023-01-31', note: 'invoice 7' };
  const { status, json } = await create(body);
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.stringMatching(/^corr_/),
    kind: 'BASIS',
    wallet,
    blockchain: 'blockchain_AAAAAQ',
    transfer,
    token: expect.objectContaining({ decimals: 6 }),
    treatment: null,
    price: null,
    cost: '2400.10',
    currency: 'USD',
    quantity: null,
    acquired_at: '2023-01-31T00:00:00Z',
    note: 'invoice 7',
    created_at: when,
    created_by: author,
    undone_at: null,
    undone_by: null,
    applies: true,
    replaced_by: null,
  });
  expect(Object.keys(z.looseObject({}).parse(json))).toEqual(Object.keys(correctionSchema.shape));
  expect((await api.ask('GET', `/wallet/correction/${idOf(json)}/`)).json).toEqual(json);
});

test('POST adds an opening lot; its cost may be unknown', async () => {
  const body = {
    ...{ kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: `0x${'0'.repeat(40)}` },
    ...{ quantity: '12.5', acquired_at: '2020-01-01' },
  };
  expect(await create(body)).toMatchObject({
    ...{ status: 201, json: { quantity: '12.5', cost: null, currency: null, transfer: null, applies: true } },
  });
});

describe('with an Idempotency-Key', () => {
  const lot = {
    ...{ kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: `0x${'0'.repeat(40)}` },
    ...{ quantity: '2.50', cost: '3', acquired_at: '2020-01-02' },
  };

  test('what is asked for again is made once, also under another way to write it', async () => {
    const { count } = await list();
    const headers = { 'idempotency-key': 'a1' };
    const both = await Promise.all([create(lot, headers), create(lot, headers)]);
    const [first] = both;
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const again = await create({ ...lot, quantity: '2.5', cost: '3.0' }, { 'idempotency-key': '"a1"' });
    expect([both[1]?.json, again.json]).toEqual([first?.json, first?.json]);
    expect(await list()).toMatchObject({ count: count + 1 });
    // The same lot under another key is another lot.
    expect(idOf((await create(lot, { 'idempotency-key': 'a2' })).json)).not.toBe(idOf(first?.json));
  });

  test('another content under the same key is refused, and nothing is added', async () => {
    const headers = { 'idempotency-key': 'a3' };
    await create(lot, headers);
    const before = await list('&include_undone=true');
    const others = [{ cost: '4' }, { quantity: '2.6' }, { acquired_at: '2020-01-03' }, { note: 'other' }];
    for (const other of others) {
      const { status, json } = await create({ ...lot, ...other }, headers);
      expect([status, json]).toMatchObject([409, { code: 'CONFLICT' }]);
    }
    expect((await create({ kind: 'PRICE', transfer, price: '1.5' }, headers)).status).toBe(409);
    expect(await list('&include_undone=true')).toEqual(before);
  });

  test('what was undone since is answered as it is, not made again', async () => {
    const headers = { 'idempotency-key': 'a4' };
    const id = idOf((await create(lot, headers)).json);
    await api.ask('DELETE', `/wallet/correction/${id}/`);
    expect((await create(lot, headers)).json).toMatchObject({ id, undone_at: when });
  });

  test('of a transfer, too: nothing is replaced by itself', async () => {
    const body = { kind: 'PRICE', transfer, price: '1.04' };
    const { json } = await create(body, { 'idempotency-key': 'a5' });
    expect((await create(body, { 'idempotency-key': 'a5' })).json).toEqual(json);
    await api.ask('DELETE', `/wallet/correction/${idOf(json)}/`);
  });

  test.each(['', ' ', 'a b', 'x'.repeat(201)])('a key that is none is refused: %j', async (key) => {
    const { status, json } = await create(lot, { 'idempotency-key': key });
    expect([status, json]).toMatchObject([400, { code: 'BAD_INPUT' }]);
  });
});

test('the list is paged, newest first; DELETE undoes, and leaves it listed as undone', async () => {
  const before = await list();
  const { json } = await create({ kind: 'price', transfer, price: '1.01' });
  const id = idOf(json);
  const page = await list('&page_size=1');
  expect(page).toMatchObject({ count: before.count + 1, previous: null, results: [{ id, kind: 'PRICE' }] });
  expect(page.next).toContain(`page=2`);
  expect(await api.ask('DELETE', `/wallet/correction/${id}/`)).toMatchObject({ status: 204, text: '' });
  // Once more: it is undone already.
  expect((await api.ask('DELETE', `/wallet/correction/${id}/`)).status).toBe(204);
  expect((await list()).results).toEqual(before.results);
  const [newest] = (await list('&include_undone=true')).results;
  expect(newest).toMatchObject({ id, undone_at: when, undone_by: author, applies: false, replaced_by: null });
  // One that another takes the place of tells which.
  const first = idOf((await create({ kind: 'price', transfer, price: '1.02' })).json);
  const second = idOf((await create({ kind: 'price', transfer, price: '1.03' })).json);
  expect((await api.ask('GET', `/wallet/correction/${first}/`)).json).toMatchObject({
    ...{ undone_at: when, applies: false, replaced_by: second },
  });
  await api.ask('DELETE', `/wallet/correction/${second}/`);
});

test.each<[string, object, string, string]>([
  ['no kind', {}, 'kind', 'is needed'],
  ['a kind that is none', { kind: 'gift' }, 'kind', "'gift' is not one of"],
  ['what is missing', { kind: 'PRICE', price: '1' }, 'transfer', 'is needed for PRICE'],
  ['what does not belong', { kind: 'TREATMENT', quantity: '1' }, 'quantity', 'does not belong to TREATMENT'],
  ['a number that is no text', { kind: 'PRICE', price: 1.5 }, 'price', 'must be a text'],
  ['a negative price', { kind: 'PRICE', price: '-1' }, 'price', 'not negative'],
  ['an unknown field', { kind: 'PRICE', amount: '1' }, 'amount', 'is not a known field'],
  // GraphQL's name of it: the path is what was sent, not REST's name for the same.
  ['a field of GraphQL', { kind: 'PRICE', transferId: transfer }, 'transferId', 'is not a known field'],
])('refused, naming the field: %s', async (_name, body, path, message) => {
  const { status, json } = await create(body);
  expect(status).toBe(400);
  expect(json).toMatchObject({
    code: 'BAD_INPUT',
    errors: expect.arrayContaining([{ path, message: expect.stringContaining(message) }]),
  });
});

test('what the read model refuses is named in the terms of REST', async () => {
  const { json } = await create({ kind: 'BASIS', transfer, cost: '1', acquired_at: '2025-01-01' });
  expect(json).toMatchObject({ errors: [{ path: 'acquired_at' }] });
});

test('another client’s correction is not found; a key that reads may not write', async () => {
  const { json } = await create({ kind: 'PRICE', transfer, price: '1.02' });
  const path = `/wallet/correction/${idOf(json)}/`;
  const { key } = await api.addKey({ client: 'other' });
  const headers = { 'x-api-key': key };
  expect((await api.ask('GET', path, { headers })).status).toBe(404);
  expect((await api.ask('DELETE', path, { headers })).status).toBe(404);
  expect((await create({ kind: 'PRICE', transfer, price: '1.03' }, headers)).status).toBe(404);
  const reader = await api.addKey({ scopes: ['read'] });
  const readOnly = { 'x-api-key': reader.key };
  expect((await api.ask('GET', path, { headers: readOnly })).status).toBe(200);
  expect((await create({ kind: 'PRICE', transfer, price: '1.03' }, readOnly)).status).toBe(403);
  expect((await api.ask('DELETE', path, { headers: readOnly })).status).toBe(403);
  expect((await api.ask('GET', '/wallet/correction/corr_7/')).status).toBe(404);
});

test('OpenAPI has the endpoints and the shape', async () => {
  const { json } = await api.ask('GET', '/openapi.json');
  expect(json).toMatchObject({
    paths: {
      '/wallet/correction/': { get: { tags: ['Corrections'] }, post: { tags: ['Corrections'] } },
      '/wallet/correction/{id}/': { get: {}, delete: {} },
    },
    components: { schemas: { Correction: { properties: { applies: { type: 'boolean' } } } } },
  });
});
