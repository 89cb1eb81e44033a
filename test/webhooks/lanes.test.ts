/** Lanes: in order, one at a time, from where they stood, whatever happens to senders and receivers. */
import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { keepAsOwn, unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { findEndpoints } from '../../src/store/webhooks/endpoint-reads.ts';
import { attemptsKept, listAttempts } from '../../src/store/webhooks/webhook-attempts.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  disableFailing,
  updateEndpoint,
} from '../../src/store/webhooks/webhook-endpoints.ts';
import { moveLanes, skipEvent } from '../../src/store/webhooks/webhook-lanes.ts';
import { report } from '../chaos/support/settings.ts';
import { statementsOf } from '../support/builders.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import {
  addEndpoint,
  addEvents,
  createCountedFeed,
  createTestSender,
  eventId,
  hurry,
  lanesOf,
  registerFor,
  secret,
} from './support/lane-world.ts';
import { type Answer, answerWith, type Receiver, startReceiver } from './support/receiver.ts';

const db = useTestDatabase({ perTest: true });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

// Its senders look every second: how long it takes says nothing but how busy the machine is.
const wait = { timeout: 120_000, interval: 20 };

async function receive(answer?: Answer): Promise<Receiver> {
  const receiver = await startReceiver(() => secret, answer);
  closing.push(receiver.close);
  return receiver;
}

async function send(receiver: Receiver, options: Parameters<typeof createTestSender>[2] = {}): Promise<void> {
  const sender = createTestSender(db.database, [receiver.port], options);
  await sender.start();
  closing.push(sender.stop);
}

const numbers = (receiver: Receiver, wallet: Address): number[] =>
  receiver.deliveries.filter(({ event }) => event.wallet === wallet).map(({ event }) => event.sequence ?? 0);
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const stateOf = async (endpointId: number) => (await lanesOf(db.database, endpointId))[0];

test('events arrive in order, signed, each with the number before it; a success at once has no row', async () => {
  const [first, second] = [address(1), address(2)];
  const receiver = await receive();
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [first, second]);
  // What was there before is not sent.
  await addEvents(db.database, walletIds, 3);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await send(receiver);
  await addEvents(db.database, walletIds, 120);
  await expect.poll(() => receiver.deliveries.length, wait).toBe(240);
  for (const wallet of [first, second]) {
    expect(numbers(receiver, wallet)).toEqual(upTo(123, 4));
    const previous = receiver.deliveries
      .filter(({ event }) => event.wallet === wallet)
      .map(({ event }) => event.previous);
    expect(previous).toEqual(upTo(122, 3));
  }
  expect(receiver.refused).toEqual([]);
  await expect
    .poll(
      async () =>
        (await lanesOf(db.database, endpointId)).map(({ cursor, delivered }) => [cursor, delivered]),
      wait,
    )
    .toEqual([
      [123, 120],
      [123, 120],
    ]);
  expect(await listAttempts(db.database, { endpointId, offset: 0, limit: 10 })).toEqual([]);
});

test('from the commit to the receiver', async () => {
  const receiver = await receive();
  const { clientId, walletIds } = await registerFor(
    db.database,
    'alice',
    upTo(10).map((number) => address(number)),
  );
  await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await send(receiver);
  const taken: number[] = [];
  for (let round = 0; round < 6; round += 1)
    for (const walletId of walletIds) {
      await addEvents(db.database, [walletId]);
      const stored = performance.now();
      await expect.poll(() => receiver.deliveries.length, { ...wait, interval: 2 }).toBe(taken.length + 1);
      taken.push((receiver.deliveries.at(-1)?.at ?? 0) - stored);
    }
  const sorted = taken.toSorted((left, right) => left - right);
  const [half, most] = [0.5, 0.99].map((share) =>
    (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1),
  );
  report(`webhooks: stored → received, ${taken.length} events one by one: median ${half} ms, p99 ${most} ms`);
});

test('two senders: never two requests of a lane at once, never more than eight of an endpoint', async () => {
  const wallets = upTo(20).map((number) => address(number));
  // Answered a little later, so that requests overlap.
  const receiver = await receive(
    (_delivery, response) => void setImmediate(() => response.writeHead(200).end()),
  );
  const { clientId, walletIds } = await registerFor(db.database, 'alice', wallets);
  const endpoints = [];
  for (const path of ['/a', '/b'])
    endpoints.push(await addEndpoint(db.database, clientId, `${receiver.url}${path}`));
  // An answer that comes late on a busy machine is no failure here.
  const patient = { timeoutMs: 20_000 };
  await send(receiver, patient);
  await send(receiver, patient);
  for (let round = 0; round < 5; round += 1) await addEvents(db.database, walletIds, 2);
  await expect.poll(() => receiver.deliveries.length, wait).toBe(2 * 20 * 10);
  for (const path of ['/a', '/b'])
    for (const wallet of wallets) {
      const lane = receiver.deliveries.filter(
        ({ event, path: at }) => at === path && event.wallet === wallet,
      );
      expect(lane.map(({ event }) => event.sequence)).toEqual(upTo(10));
    }
  expect(receiver.most.lane).toBe(1);
  expect(receiver.most.path).toBeLessThanOrEqual(8);
});

test('what fails is tried again by the table, with the same text; what succeeds then is noted', async () => {
  let failures = 3;
  const receiver = await receive((delivery, response) => {
    failures -= delivery.event.sequence === 2 ? 1 : 0;
    const isBad = delivery.event.sequence === 2 && failures >= 0;
    response.writeHead(isBad ? 500 : 200).end(isBad ? 'no\u0007 such thing' : '');
  });
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await send(receiver);
  await addEvents(db.database, walletIds, 3);
  // Random is 0.5: neither longer nor shorter than the table.
  for (const [attempts, seconds] of [
    [1, 5],
    [2, 300],
    [3, 1_800],
  ] as const) {
    await expect.poll(async () => (await stateOf(endpointId))?.attempts, wait).toBe(attempts);
    const state = await stateOf(endpointId);
    expect(state).toMatchObject({ cursor: 1, isPaused: false, status: 500, error: 'HTTP status 500' });
    expect(Math.abs((state?.retryIn ?? 0) - seconds)).toBeLessThanOrEqual(2);
    await hurry(db.database);
  }
  await expect.poll(() => numbers(receiver, address(1)), wait).toEqual([1, 2, 2, 2, 2, 3]);
  const texts = receiver.deliveries.filter(({ event }) => event.sequence === 2).map(({ body }) => body);
  expect(new Set(texts).size).toBe(1);
  await expect
    .poll(async () => (await listAttempts(db.database, { endpointId, offset: 0, limit: 10 })).length, wait)
    .toBe(4);
  const attempts = await listAttempts(db.database, { endpointId, offset: 0, limit: 10 });
  expect(attempts.map(({ outcome, attempt, status, answer }) => [outcome, attempt, status, answer])).toEqual([
    ['DELIVERED', 4, 200, null],
    ['FAILED', 3, 500, 'no such thing'],
    ['FAILED', 2, 500, 'no such thing'],
    ['FAILED', 1, 500, 'no such thing'],
  ]);
  expect(attempts[0]).toMatchObject({ eventId: eventId(address(1), 2), sequence: 2n, wallet: address(1) });
});

test('after the last attempt the lane pauses and nothing is lost; enabled again it goes on', async () => {
  let isDown = true;
  const receiver = await receive((_delivery, response) => void response.writeHead(isDown ? 502 : 200).end());
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await send(receiver);
  await addEvents(db.database, walletIds, 5);
  for (const attempts of upTo(10)) {
    await expect.poll(async () => (await stateOf(endpointId))?.attempts, wait).toBe(attempts);
    if (attempts < 10) await hurry(db.database);
  }
  expect(await stateOf(endpointId)).toMatchObject({ isPaused: true, retryIn: null, cursor: 0 });
  const [paused] = await findEndpoints(db.database, clientId, [endpointId]);
  expect(paused).toMatchObject({ disabledReason: null, lanes: { count: 1, paused: 1, waiting: 0 } });
  // For a week; then the endpoint is disabled.
  expect(await disableFailing(db.database, new Date(Date.now() - 60_000))).toEqual([]);
  expect(await disableFailing(db.database, new Date(Date.now() + 60_000))).toEqual([endpointId]);
  isDown = false;
  await updateEndpoint(db.database, { clientId, endpointId }, { enabled: true });
  await expect.poll(() => numbers(receiver, address(1)), wait).toEqual([...upTo(10).fill(1), 1, 2, 3, 4, 5]);
});

test('410 disables the endpoint; Retry-After is waited for, up to an hour', async () => {
  const receiver = await receive((delivery, response) => {
    const [, kind = ''] = delivery.path.split('/');
    if (kind === 'gone') response.writeHead(410).end();
    else
      response
        .writeHead(kind === 'busy' ? 429 : 503, { 'retry-after': kind === 'busy' ? '100' : '86400' })
        .end();
  });
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const [gone, busy, away] = [
    await addEndpoint(db.database, clientId, `${receiver.url}/gone`),
    await addEndpoint(db.database, clientId, `${receiver.url}/busy`),
    await addEndpoint(db.database, clientId, `${receiver.url}/away`),
  ];
  await send(receiver);
  await addEvents(db.database, walletIds, 2);
  await expect
    .poll(async () => (await findEndpoints(db.database, clientId, [gone]))[0]?.disabledReason, wait)
    .toBe('GONE');
  for (const [endpointId, seconds] of [
    [busy, 100],
    [away, 3_600],
  ] as const) {
    await expect.poll(async () => (await stateOf(endpointId))?.attempts, wait).toBe(1);
    expect(Math.abs(((await stateOf(endpointId))?.retryIn ?? 0) - seconds)).toBeLessThanOrEqual(3);
  }
  await addEvents(db.database, walletIds, 2);
  await hurry(db.database);
  await expect.poll(() => receiver.deliveries.filter(({ path }) => path === '/busy').length, wait).toBe(2);
  expect(receiver.deliveries.filter(({ path }) => path === '/gone')).toHaveLength(1);
});

test('receivers that hang, break, redirect or talk without end fail, and hold up no other lane', async () => {
  const broken: Record<string, Answer> = {
    '/silent': () => {},
    '/closes': (_delivery, response) => void response.destroy(),
    '/half': (_delivery, response) => {
      response.socket?.write('HTTP/1.1 20');
      response.socket?.end();
    },
    '/redirects': answerWith(302, { location: '/good' }),
    '/permanent': answerWith(308, { location: '/good' }),
  };
  const fine: Record<string, Answer> = {
    '/good': answerWith(200, {}, 'x'.repeat(100_000)),
    '/slow-body': (_delivery, response) => void response.writeHead(202).write('thank'),
  };
  const receiver = await receive((delivery, response, request) =>
    ({ ...broken, ...fine })[delivery.path]?.(delivery, response, request),
  );
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpoints = new Map<string, number>();
  for (const path of Object.keys({ ...broken, ...fine }))
    endpoints.set(path, await addEndpoint(db.database, clientId, `${receiver.url}${path}`));
  await send(receiver, { timeoutMs: 1_500 });
  await addEvents(db.database, walletIds, 1);
  const found: Record<string, unknown> = {};
  for (const [path, endpointId] of endpoints) {
    await expect
      .poll(async () => {
        const state = await stateOf(endpointId);
        return state !== undefined && !state.isLeased && state.attempts + state.delivered > 0;
      }, wait)
      .toBe(true);
    const state = await stateOf(endpointId);
    found[path] = [state?.cursor, state?.status, state?.error];
  }
  expect(found).toEqual({
    '/silent': [0, null, 'no answer within 1.5 s'],
    '/closes': [0, null, 'socket hang up'],
    '/half': [0, null, expect.stringMatching(/Parse Error|socket hang up/)],
    '/redirects': [0, 302, 'HTTP status 302: redirects are not followed'],
    '/permanent': [0, 308, 'HTTP status 308: redirects are not followed'],
    '/good': [1, null, null],
    '/slow-body': [1, null, null],
  });
  expect(receiver.deliveries.filter(({ path }) => path === '/good')).toHaveLength(1);
});

test('a replay sends again under the same ids, also while an event is under way; a skip goes past what fails', async () => {
  let isDown = false;
  const held: (() => void)[] = [];
  const receiver = await receive((delivery, response) => {
    if (delivery.event.sequence === 5 && held.length === 0) held.push(() => response.writeHead(200).end());
    else response.writeHead(isDown ? 500 : 200).end();
  });
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  const place = { clientId, endpointId };
  await send(receiver, { timeoutMs: 15_000 });
  await addEvents(db.database, walletIds, 5);
  await expect.poll(() => held.length, wait).toBe(1);
  const from = { after: 2n };
  await changeEndpoint(
    db.database,
    place,
    async (client) => (await moveLanes(client, { endpointId, wallets: null, from })) === 1,
  );
  held[0]?.();
  await expect.poll(() => numbers(receiver, address(1)), wait).toEqual([1, 2, 3, 4, 5, 3, 4, 5]);
  // It begins anew behind the second.
  expect(receiver.deliveries[5]).toMatchObject({ id: receiver.deliveries[2]?.id, event: { previous: 2 } });
  expect(receiver.most.lane).toBe(1);

  expect(await skipEvent(db.database.pool, { endpointId, wallet: address(1) })).toBeNull();
  isDown = true;
  await addEvents(db.database, walletIds, 2);
  await expect.poll(async () => (await stateOf(endpointId))?.attempts, wait).toBe(1);
  isDown = false;
  await changeEndpoint(
    db.database,
    place,
    async (client) => (await skipEvent(client, { endpointId, wallet: address(1) }))?.sequence === 6n,
  );
  await expect.poll(() => numbers(receiver, address(1)).slice(8), wait).toEqual([6, 7]);
  // A receiver sees that it lacks the sixth.
  expect(receiver.deliveries.at(-1)?.event.previous).toBe(6);
  // Another client moves nothing.
  expect(await changeEndpoint(db.database, { clientId: clientId + 1, endpointId }, async () => true)).toBe(
    false,
  );
});

test('where the log does not go back so far the lane goes on with its oldest event, and says so', async () => {
  const receiver = await receive();
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await addEvents(db.database, walletIds, 9);
  await send(receiver, { feed: createCountedFeed(db.database, 8n) });
  await expect.poll(() => numbers(receiver, address(1)), wait).toEqual([8, 9]);
  // A receiver that has seen up to 3 sees that it lacks some.
  expect(receiver.deliveries[0]?.event.previous).toBe(7);
  await expect.poll(async () => (await stateOf(endpointId))?.cursor, wait).toBe(9);
});

test('lanes end with the registration and with the endpoint, and begin with a wallet that comes later', async () => {
  const receiver = await receive();
  const { clientId } = await registerFor(db.database, 'alice', [address(1), address(2)]);
  const some = await addEndpoint(db.database, clientId, `${receiver.url}/some`, { wallets: [address(1)] });
  const all = await addEndpoint(db.database, clientId, `${receiver.url}/all`);
  const count = async (id: number) => (await lanesOf(db.database, id)).length;
  expect([await count(some), await count(all)]).toEqual([1, 2]);
  await registerFor(db.database, 'alice', [address(3)]);
  await registerFor(db.database, 'bob', [address(4)]);
  expect([await count(some), await count(all)]).toEqual([1, 3]);
  await keepAsOwn(db.database, clientId, [address(1)]);
  expect([await count(some), await count(all)]).toEqual([0, 2]);
  await unregisterWallets(db.database, clientId, [address(2)]);
  expect(await count(all)).toBe(1);
  expect(await deleteEndpoint(db.database, { clientId: clientId + 1, endpointId: all })).toBe(false);
  expect(await deleteEndpoint(db.database, { clientId, endpointId: all })).toBe(true);
  expect(await count(all)).toBe(0);
  await db.database.pool.query('DELETE FROM client WHERE id = $1', [clientId]);
  expect((await db.database.pool.query('SELECT FROM webhook_endpoint')).rowCount).toBe(0);
});

test('of attempts the newest thousand of an endpoint are kept', async () => {
  const receiver = await receive(answerWith(500));
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/a`);
  await db.database.pool.query(
    `INSERT INTO webhook_attempt (endpoint_id, event_id, event_type, outcome, attempt, duration_ms)
     SELECT $1, 'evt_' || number, 'transfer.added', 'FAILED', 1, 1 FROM generate_series(1, 1500) number`,
    [endpointId],
  );
  await send(receiver);
  await addEvents(db.database, walletIds);
  await expect.poll(async () => (await stateOf(endpointId))?.attempts, wait).toBe(1);
  const { rows } = await db.database.pool.query(
    'SELECT count(*)::int AS count, min(id)::int AS oldest FROM webhook_attempt',
  );
  expect(rows).toEqual([{ count: attemptsKept, oldest: 502 }]);
});

test('while nothing happens a look at all wallets is a few statements, however many lanes there are', async () => {
  const wallets = upTo(50).map((number) => address(number));
  const receiver = await receive();
  const { clientId, walletIds } = await registerFor(db.database, 'alice', wallets);
  for (const path of upTo(10)) await addEndpoint(db.database, clientId, `${receiver.url}/${path}`);
  await addEvents(db.database, walletIds.slice(0, 1));
  await send(receiver, { pollMs: 10 });
  await expect.poll(() => receiver.deliveries.length, wait).toBe(10);
  // An answer that came too late on a busy machine would be asked for again.
  const underWay = 'SELECT FROM webhook_lane WHERE lease_owner IS NOT NULL OR pending_id IS NOT NULL';
  await expect.poll(async () => (await db.database.pool.query(underWay)).rowCount, wait).toBe(0);
  const isLook = (text: string): boolean => text.includes('SELECT EXISTS (SELECT FROM webhook_endpoint');
  // In one piece: of many short ones each could begin in the middle of a look.
  const asked = await statementsOf((sofar) =>
    expect.poll(() => sofar.filter(isLook).length, wait).toBeGreaterThan(10),
  );
  // Who is there, who is behind, what is due (within a transaction: four), and when next. Where wallets lie on several nodes, what was
  // told of them is asked for twice, and once of whom.
  const perLook = db.database.session.isSpread ? 11 : 8;
  expect(asked.length).toBeLessThanOrEqual(perLook * (asked.filter(isLook).length + 1));
});
