import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PermanentError, RetryableError } from '../../src/errors.ts';
import {
  createHttpClient,
  defaultHttpLimits,
  type HttpLimits,
  type JsonAnswer,
} from '../../src/prices/source/price-http.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { type FakeAnswer, type FakeServer, startFakeServer } from './support/fake-server.ts';

let server: FakeServer;
beforeEach(async () => {
  server = await startFakeServer(() => ({ body: { ok: 1 } }));
});
afterEach(() => server.close());

function setUp(limits: Partial<HttpLimits> = {}) {
  const clock = createFakeClock();
  const counters = createPriceCounters();
  const http = createHttpClient({
    source: 'coingecko',
    baseUrl: `${server.url}/secret-in-path`,
    headers: { 'x-key': 'secret-in-header' },
    limits: { ...defaultHttpLimits, ...limits },
    fetch,
    clock,
    onEvent: counters.record,
  });
  const get = (divisible = false): Promise<JsonAnswer> =>
    http.get({ path: '/x', query: { key: 'secret-in-query' }, divisible, read: (answer) => answer });
  const errors = () => counters.snapshot().coingecko.errors;
  return { clock, http, get, errors };
}

/** The error of a promise that must fail. */
async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('not an error');
  return error;
}

describe('retries', () => {
  test.each([500, 502, 503, 429, 408])('a %i is tried three times, with growing waits', async (status) => {
    const { clock, get } = setUp();
    server.answer(() => ({ status, body: 'no' }));
    const error = await failureOf(get());
    expect(error).toBeInstanceOf(RetryableError);
    expect(server.requests).toHaveLength(3);
    expect(clock.waits).toEqual([500, 1000]);
  });

  test('what passes at the second attempt is an answer', async () => {
    const { get } = setUp();
    server.answer(() => (server.requests.length === 1 ? { body: '{"cut off":' } : { body: { price: 1.5 } }));
    expect(await get()).toEqual({ status: 200, json: { price: '1.5' } });
  });

  test.each([400, 404, 413, 414, 422])(
    'a %i is the question’s own fault: judged, not retried',
    async (status) => {
      const { get } = setUp();
      server.answer(() => ({ status, body: { error: 'bad' } }));
      expect(await get()).toEqual({ status, json: { error: 'bad' } });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('a 500 for a question that can be cut is judged too', async () => {
    const { get } = setUp();
    server.answer(() => ({ status: 500, body: 'oops' }));
    expect(await get(true)).toEqual({ status: 500, json: null });
  });

  test.each([401, 403])('a %i means the key, and closes the source for ten minutes', async (status) => {
    const { clock, get, errors } = setUp();
    server.answer(() => ({ status, body: { error: 'bad key secret-in-header' } }));
    expect(await failureOf(get())).toBeInstanceOf(PermanentError);
    expect(await failureOf(get())).toBeInstanceOf(RetryableError);
    expect(server.requests).toHaveLength(1);
    expect(errors()).toEqual({ 'bad-key': 1, 'circuit-open': 1 });
    clock.advance(600_000);
    await failureOf(get());
    expect(server.requests).toHaveLength(2);
  });

  test('Retry-After is obeyed, in seconds and as a date', async () => {
    const { clock, get } = setUp();
    const inAMinute = new Date(clock.now() + 60_000).toUTCString();
    const answers = [
      { status: 429, headers: { 'retry-after': '7' }, body: '' },
      { status: 503, headers: { 'retry-after': inAMinute }, body: '' },
      { body: 1 },
    ];
    server.answer(() => answers[server.requests.length - 1] ?? null);
    await get();
    expect(clock.waits).toEqual([7000, 53_000]);
  });

  test('a Retry-After that is too long to wait for leaves the source alone until then', async () => {
    const { clock, get } = setUp();
    server.answer(() => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' }));
    await failureOf(get());
    await failureOf(get());
    expect(server.requests).toHaveLength(1);
    expect(clock.waits).toEqual([]);
    clock.advance(3_600_000);
    server.answer(() => ({ body: 1 }));
    expect(await get()).toMatchObject({ status: 200 });
  });
});

describe('faults of the line', () => {
  test('a server that does not answer is given up after the timeout', async () => {
    const { get, errors, http } = setUp({ timeoutMs: 30 });
    server.answer(() => null);
    expect((await failureOf(get())).message).toBe(`${http.host} did not answer within 30 ms`);
    expect(errors()).toEqual({ timeout: 3 });
  });

  test('an answer that is too large is a refusal of the question, asked once', async () => {
    const { get, errors } = setUp({ maximumBodyBytes: 1000 });
    server.answer(() => ({ body: { text: 'x'.repeat(100_000) } }));
    expect(await get()).toEqual({ status: 413, json: null });
    expect(server.requests).toHaveLength(1);
    expect(errors()).toEqual({ refused: 1 });
  });

  test('an error is what its status says, however long its text', async () => {
    const { clock, get } = setUp({ maximumBodyBytes: 1000 });
    server.answer(() => ({ status: 429, headers: { 'retry-after': '7' }, body: 'x'.repeat(100_000) }));
    expect(await failureOf(get())).toBeInstanceOf(RetryableError);
    expect(clock.waits).toEqual([7000, 7000]);
  });

  test('a redirect is not followed: the key would go along', async () => {
    const { get } = setUp();
    server.answer(({ path }) =>
      path === '/elsewhere' ? { body: 1 } : { status: 302, headers: { location: '/elsewhere' }, body: '' },
    );
    expect(await failureOf(get())).toBeInstanceOf(RetryableError);
    expect(server.requests.every(({ path }) => path !== '/elsewhere')).toBe(true);
  });

  test('no text of any error holds a key', async () => {
    const answers = [
      () => ({ status: 500, body: 'secret-in-query' }),
      () => ({ status: 401, body: 'secret-in-header' }),
      () => ({ status: 302, headers: { location: 'http://secret-in-path/' }, body: '' }),
      () => ({ body: 'not json, secret-in-path' }),
      () => null,
    ];
    for (const answer of answers) {
      const { get } = setUp({ timeoutMs: 30 });
      server.answer(answer);
      const error = await failureOf(get());
      expect(`${error.message} ${error.stack} ${JSON.stringify(error.cause ?? null)}`).not.toMatch(/secret/);
    }
  });
});

describe('circuit breaker', () => {
  test('opens after five failures, lets one probe through, closes when it succeeds', async () => {
    const { clock, get } = setUp({ attempts: 1 });
    server.answer(() => ({ status: 503, body: '' }));
    for (let number = 0; number < 20; number += 1) await failureOf(get());
    expect(server.requests).toHaveLength(5);
    clock.advance(60_000);
    await Promise.all([failureOf(get()), failureOf(get()), failureOf(get())]);
    expect(server.requests).toHaveLength(6);
    await failureOf(get());
    expect(server.requests).toHaveLength(6);
    clock.advance(60_000);
    server.answer(() => ({ body: 1 }));
    await get();
    await get();
    expect(server.requests).toHaveLength(8);
  });

  test('failures that are not in a row do not open it', async () => {
    const { get } = setUp({ attempts: 1 });
    for (let number = 0; number < 12; number += 1) {
      server.answer(() => (number % 4 === 3 ? { body: 1 } : { status: 503, body: '' }));
      await get().catch(() => null);
    }
    expect(server.requests).toHaveLength(12);
  });

  test('an answer to what was sent before a Retry-After does not end it', async () => {
    const { get, clock } = setUp({ attempts: 1 });
    const [early, late] = [heldAnswer(), heldAnswer()];
    server.hold(early.answered);
    const first = get();
    await expect.poll(() => server.requests.length).toBe(1);
    server.hold(late.answered);
    const second = failureOf(get());
    await expect.poll(() => server.requests.length).toBe(2);
    late.answer({ status: 429, headers: { 'retry-after': '3600' }, body: '' });
    await second;
    early.answer({ body: 1 });
    expect(await first).toMatchObject({ status: 200 });
    // The hour has not gone by: nothing is sent.
    expect((await failureOf(get())).message).toContain('left alone');
    expect(server.requests).toHaveLength(2);
    clock.advance(3_600_000);
    server.answer(() => ({ body: 2 }));
    expect(await get()).toMatchObject({ json: '2' });
  });
});

/** An answer that is given when the test says so. */
function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  return { answered: promise, answer: resolve };
}
