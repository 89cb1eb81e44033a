/** Webhooks over REST: made, changed, looked at and moved by their client, and by nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { publicKeyOf, secretText } from '../../src/domain/webhooks/webhook-signature.ts';
import { createPostTargets } from '../../src/outgoing/guarded-post.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { address } from '../support/records.ts';
import { addEvents, createTestSender, hurry, registerFor } from './support/lane-world.ts';
import { startReceiver } from './support/receiver.ts';

let api: TestApi;
const targets = createPostTargets({ allowHttp: false, allowPrivate: false, allowPorts: [443] });
/** This machine is a public address here. */
const problemOfUrl = (url: string): string | null =>
  url.startsWith('http://127.0.0.1:') ? null : targets.problemOf(url);
beforeAll(async () => {
  api = await createTestApi({
    problemOfUrl,
    clientLimits: { wallets: 100, labels: 10, corrections: 10, webhooks: 3 },
  });
  await registerFor(api.database, 'default', [address(1), address(2)]);
});
afterAll(() => api.close());

const record = z.record(z.string(), z.unknown());
const made = z.looseObject({ id: z.string(), secret: z.string(), public_keys: z.array(z.string()) });
const page = z.object({ count: z.number(), next: z.null(), previous: z.null(), results: z.array(record) });

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  api.ask('POST', url, { payload, headers });
const create = async (payload: object) => {
  const { status, json, text } = await post('/wallet/webhook/', payload);
  expect(status, text).toBe(201);
  return made.parse(json);
};
const remove = (id: string) => api.ask('DELETE', `/wallet/webhook/${id}/`);

test('made, read, changed, deleted', async () => {
  const created = await create({
    url: 'https://hooks.example/a',
    types: ['transfer.added'],
    wallet: [address(1)],
  });
  const { id, secret, ...fields } = created;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(fields).toMatchObject({
    ...{ url: 'https://hooks.example/a', description: '', types: ['transfer.added'], chain_ids: [] },
    ...{
      all_wallets: false,
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    },
    ...{
      former_secret_until: null,
      lanes: 1,
      lanes_waiting: 0,
      lanes_paused: 0,
      delivered: '0',
      delivered_at: null,
    },
  });
  expect((await api.ask('GET', `/wallet/webhook/${id}/`)).json).toEqual({ id, ...fields });
  const changed = await api.ask('PATCH', `/wallet/webhook/${id}/`, {
    payload: { description: 'for the books', wallet: null, chain_ids: [1], enabled: false },
  });
  expect(changed.json).toMatchObject({
    ...{
      description: 'for the books',
      all_wallets: true,
      lanes: 2,
      chain_ids: [1],
      url: 'https://hooks.example/a',
    },
    ...{ status: 'disabled', disabled_reason: 'client' },
  });
  const enabled = await api.ask('PATCH', `/wallet/webhook/${id}/`, { payload: { enabled: true } });
  expect(enabled.json).toMatchObject({ status: 'active', disabled_reason: null, disabled_at: null });
  const listed = page.parse((await api.ask('GET', '/wallet/webhook/')).json);
  expect(listed).toMatchObject({ count: 1, results: [{ id, description: 'for the books' }] });
  // A secret is shown once.
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(404);
  expect((await api.ask('GET', `/wallet/webhook/${id}/`)).status).toBe(404);
});

test('filters by token and worth are kept, changed and taken away', async () => {
  const filters = { token: [address(0xa0), address(0)], min_value: '1000.50' };
  const { id, ...created } = await create({ url: 'https://hooks.example/a', ...filters });
  expect(created).toMatchObject(filters);
  const change = async (payload: object) =>
    (await api.ask('PATCH', `/wallet/webhook/${id}/`, { payload })).json;
  expect(await change({ description: 'x' })).toMatchObject(filters);
  expect(await change({ token: [] })).toMatchObject({ token: [], min_value: '1000.50' });
  expect(await change({ min_value: null })).toMatchObject({ token: [], min_value: null });
  await remove(id);
});

test('wrong input is refused by name, and nothing is stored of it', async () => {
  const good = 'https://hooks.example/a';
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'url: is needed'],
    [{ url: 'http://hooks.example/' }, 'url must be a URL that begins with https://'],
    [{ url: 'https://127.0.0.1/' }, 'url leads to 127.0.0.1, which is no public address'],
    [{ url: 'https://2130706433/' }, 'url leads to 127.0.0.1, which is no public address'],
    [{ url: `https://hooks.example/${'x'.repeat(2_000)}` }, 'url must have at most 2000 characters'],
    [{ url: good, types: ['transfer.everything'] }, 'types.0: must be one of: transfer.added'],
    [{ url: good, wallet: [] }, 'wallets is empty: name some, or give null for all'],
    [{ url: good, wallet: [address(9)] }, 'is not registered'],
    [{ url: good, wallet: ['0x12'] }, 'wallet.0'],
    [{ url: good, chain_ids: [0] }, 'chain_ids.0'],
    [{ url: good, min_value: '-1' }, 'minValue must be an amount in US dollars'],
    [{ url: good, min_value: '1e3' }, 'minValue must be an amount in US dollars'],
    [{ url: good, token: ['0x12'] }, 'token.0'],
    [{ url: good, description: 'x'.repeat(201) }, 'description must have at most 200 characters'],
    [{ url: good, secret: 'mine' }, 'secret: is not a known field'],
  ];
  for (const [payload, text] of cases) {
    const answer = await post('/wallet/webhook/', payload);
    expect(answer.status, text).toBeGreaterThanOrEqual(400);
    expect(z.object({ detail: z.string() }).parse(answer.json).detail).toContain(text);
  }
  expect(page.parse((await api.ask('GET', '/wallet/webhook/')).json).count).toBe(0);
});

test('a key needs the scope, and to read; keys of before have not got it', async () => {
  const keys = {
    'read and write': await api.addKey({ scopes: ['read', 'write'] }),
    webhooks: await api.addKey({ scopes: ['webhooks'] }),
  };
  const payload = { url: 'https://hooks.example/a' };
  for (const [name, { key }] of Object.entries(keys)) {
    expect((await post('/wallet/webhook/', payload, { 'x-api-key': key })).status, name).toBe(403);
  }
  const headers = { 'x-api-key': keys['read and write'].key };
  expect((await api.ask('GET', '/wallet/webhook/', { headers })).status).toBe(403);
});

test('a client has so many webhooks, and another sees none of them', async () => {
  const { key } = await api.addKey({ client: 'bob' });
  const ids: string[] = [];
  for (const number of [1, 2, 3]) ids.push((await create({ url: `https://hooks.example/${number}` })).id);
  const fourth = await post('/wallet/webhook/', { url: 'https://hooks.example/4' });
  expect([fourth.status, fourth.json]).toEqual([409, expect.objectContaining({ code: 'LIMIT_REACHED' })]);
  const [id = ''] = ids;
  const headers = { 'x-api-key': key };
  const asked = await Promise.all([
    api.ask('GET', `/wallet/webhook/${id}/`, { headers }),
    api.ask('PATCH', `/wallet/webhook/${id}/`, { headers, payload: { enabled: false } }),
    api.ask('GET', `/wallet/webhook/${id}/attempts/`, { headers }),
    api.ask('GET', `/wallet/webhook/${id}/lanes/`, { headers }),
    post(`/wallet/webhook/${id}/test/`, {}, headers),
    post(`/wallet/webhook/${id}/rotate/`, {}, headers),
    post(`/wallet/webhook/${id}/replay/`, { from: '2024-01-01' }, headers),
    post(`/wallet/webhook/${id}/skip/`, { wallet: address(1) }, headers),
    api.ask('DELETE', `/wallet/webhook/${id}/`, { headers }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
  expect(page.parse((await api.ask('GET', '/wallet/webhook/', { headers })).json).count).toBe(0);
  // Of a wallet that both have registered, each is sent its own.
  for (const own of ids) await remove(own);
});

test('a test event, a rotation without one failed verification, replay and skip', async () => {
  let [secret, isDown] = ['', false];
  const receiver = await startReceiver(
    () => secret,
    (_delivery, response) => void response.writeHead(isDown ? 500 : 200).end('thanks'),
  );
  const sender = createTestSender(api.database, [receiver.port]);
  try {
    const created = await create({ url: `${receiver.url}/hook`, wallet: [address(1)] });
    const { id } = created;
    ({ secret } = created);
    await sender.start();
    const wait = { timeout: 20_000, interval: 20 };
    const attempts = async () =>
      page.parse((await api.ask('GET', `/wallet/webhook/${id}/attempts/`)).json).results;
    // The first is sent by itself.
    await expect.poll(attempts, wait).toHaveLength(1);
    const tested = z
      .object({ event_id: z.string() })
      .parse((await post(`/wallet/webhook/${id}/test/`, {})).json);
    await expect.poll(attempts, wait).toHaveLength(2);
    expect((await attempts())[0]).toMatchObject({
      ...{ event_id: tested.event_id, event_type: 'endpoint.test', outcome: 'delivered', attempt: 1 },
      ...{ status: 200, answer: 'thanks', error: null, wallet: null, sequence: null },
    });
    const { rows } = await api.database.pool.query('SELECT id FROM wallet WHERE address = $1', [address(1)]);
    const walletId = Number(rows[0].id);
    await addEvents(api.database, [walletId], 3);
    await expect.poll(() => receiver.deliveries.length, wait).toBe(5);

    // The receiver knows the old secret, then the new one: both sign.
    const rotated = made.parse((await post(`/wallet/webhook/${id}/rotate/`, {})).json);
    expect(rotated.secret).not.toBe(secret);
    // Of the new secret, and of the former one as long as that signs; the new one's is known to no receiver yet.
    expect(created.public_keys).toEqual([publicKeyOf(secret)]);
    expect(rotated.public_keys).toEqual([publicKeyOf(rotated.secret), ...created.public_keys]);
    const read = async () =>
      made.omit({ secret: true }).parse((await api.ask('GET', `/wallet/webhook/${id}/`)).json);
    expect((await read()).public_keys).toEqual(rotated.public_keys);
    await addEvents(api.database, [walletId], 2);
    await expect.poll(() => receiver.deliveries.length, wait).toBe(7);
    secret = rotated.secret;
    await addEvents(api.database, [walletId], 2);
    await expect.poll(() => receiver.deliveries.length, wait).toBe(9);
    expect(receiver.refused).toEqual([]);
    // Each delivery also bears a signature by each key that is told.
    for (const { id: event, timestamp, body, signatures } of receiver.deliveries.slice(5, 9)) {
      const headers = {
        ...{ 'webhook-id': event, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures },
      };
      for (const key of rotated.public_keys)
        expect(await verifyWebhook(headers, body, key)).toMatchObject({ id: event });
      await expect(
        verifyWebhook(headers, body, publicKeyOf(secretText(Buffer.alloc(32, 9)))),
      ).rejects.toThrow();
    }

    const replayed = await post(`/wallet/webhook/${id}/replay/`, { after: 5, wallet: [address(1)] });
    expect([replayed.status, replayed.json]).toEqual([202, { lanes: 1 }]);
    await expect
      .poll(() => receiver.deliveries.slice(9).map(({ event }) => event.sequence), wait)
      .toEqual([6, 7]);
    for (const payload of [{}, { from: '2024-01-01', after: 1 }, { after: 1 }])
      expect((await post(`/wallet/webhook/${id}/replay/`, payload)).status).toBe(400);
    expect((await post(`/wallet/webhook/${id}/replay/`, { after: 1, wallet: [address(2)] })).status).toBe(
      400,
    );

    const nothing = await post(`/wallet/webhook/${id}/skip/`, { wallet: address(1) });
    expect([nothing.status, nothing.json]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })]);
    isDown = true;
    await addEvents(api.database, [walletId], 2);
    const lane = async () =>
      page.parse((await api.ask('GET', `/wallet/webhook/${id}/lanes/`)).json).results[0];
    await expect.poll(lane, wait).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(await lane()).toMatchObject({
      ...{
        wallet: address(1),
        sequence: 7,
        last: 9,
        last_status: 500,
        last_error: 'HTTP status 500',
        paused_at: null,
      },
      event_type: 'transfer.added',
    });
    isDown = false;
    const skipped = await post(`/wallet/webhook/${id}/skip/`, { wallet: address(1) });
    expect(skipped.json).toMatchObject({ event_type: 'transfer.added', sequence: 8 });
    await hurry(api.database);
    await expect
      .poll(() => receiver.deliveries.at(-1)?.event, wait)
      .toMatchObject({ sequence: 9, previous: 8 });
    await expect
      .poll(lane, wait)
      .toMatchObject({ status: 'idle', sequence: 9, attempts: 0, last_error: null });
    expect((await attempts())[0]).toMatchObject({ outcome: 'skipped', sequence: 8, attempt: 0 });
    await remove(id);
  } finally {
    await sender.stop();
    await receiver.close();
  }
});
