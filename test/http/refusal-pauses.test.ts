/** What a key or an address costs others whose units are used up and whose clients ask on at once: counted, not timed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GraphqlHandler } from '../../src/graphql/server.ts';
import { createRefusalPauses, refusalPauseMs } from '../../src/http/limits/refusal-pauses.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

const clients = 60;
const paused: PromiseWithResolvers<void>[] = [];
const milliseconds: number[] = [];
let api: TestApi;
let handled = 0;
/** Whatever gets as far as parsing. */
const counting: GraphqlHandler = {
  async handle() {
    handled += 1;
    return new Response('{"data":{}}', { headers: { 'content-type': 'application/json' } });
  },
};

beforeAll(async () => {
  api = await createTestApi({
    graphql: counting,
    limits: { requestsPerSecond: 1, burst: 1 },
    now: () => 0,
    refusalPauses: {
      wait(pause) {
        const one = Promise.withResolvers<void>();
        paused.push(one);
        milliseconds.push(pause);
        return one.promise;
      },
    },
  });
});
afterAll(() => api.close());

test('60 clients of a key without units are refused once a pause, unread, while another key is answered', async () => {
  const { key } = await api.addKey();
  const headers = { 'x-api-key': key };
  const payload = { query: '{ blockchains { id } }' };
  expect((await api.ask('POST', '/graphql', { headers, payload })).status).toBe(200);
  let answers = 0;
  const refusals = Array.from({ length: clients }, async () => {
    const { status, headers: given } = await api.ask('POST', '/graphql', { headers, payload });
    answers += 1;
    return [status, given['retry-after']];
  });
  const neighbour = await api.addKey();
  const other = { headers: { 'x-api-key': neighbour.key }, payload };
  expect((await api.ask('POST', '/graphql', other)).status).toBe(200);
  expect(answers).toBe(0);
  while (paused.length < clients) await new Promise(setImmediate);
  expect(answers).toBe(0);
  expect(milliseconds).toEqual(milliseconds.map(() => refusalPauseMs));
  for (const one of paused) one.resolve();
  // One unit a second: it is there a second later.
  expect(await Promise.all(refusals)).toEqual(Array.from({ length: clients }, () => [429, '1']));
  // The two that were let in.
  expect(handled).toBe(2);
});

test('only so many wait, of one key and of all: the others are refused at once', async () => {
  const gate = Promise.withResolvers<void>();
  let waits = 0;
  const pauses = createRefusalPauses({
    ...{ ofOne: 2, ofAll: 3 },
    wait() {
      waits += 1;
      return gate.promise;
    },
  });
  const waiting = ['a', 'a', 'b'].map((keyId) => pauses.before(keyId));
  await Promise.all(['a', 'b', 'c'].map((keyId) => pauses.before(keyId)));
  expect(waits).toBe(3);
  gate.resolve();
  await Promise.all(waiting);
  await pauses.before('a');
  expect(waits).toBe(4);
});

test('an address without units, or with too many wrong keys, is refused once a pause, too', async () => {
  const waiting: PromiseWithResolvers<void>[] = [];
  const own = await createTestApi({
    limits: { keylessUnitsPerMinute: 1, failedKeysPerMinute: 1 },
    now: () => 0,
    refusalPauses: {
      wait() {
        const one = Promise.withResolvers<void>();
        waiting.push(one);
        return one.promise;
      },
    },
  });
  try {
    const keyless = { 'x-api-key': '' };
    const wrong = { 'x-api-key': 'wrong' };
    const ask = (url: string, headers: Record<string, string>, remoteAddress: string) =>
      own.ask('GET', url, { headers, remoteAddress });
    const firsts = [
      ...[
        await ask('/docs', keyless, '192.0.2.1'),
        await ask(`/image/${'0'.repeat(64)}`, keyless, '192.0.2.1'),
      ],
      ...[await ask('/wallet/manage/', wrong, '192.0.2.2'), await ask('/', { host: 'a b' }, '192.0.2.3')],
      await ask('/wallet/manage/?api_key=a&api_key=b', keyless, '192.0.2.4'),
    ];
    expect(firsts.map(({ status }) => status)).toEqual([200, 404, 401, 400, 400]);
    // Images weigh a tenth.
    for (let image = 1; image < 10; image += 1) await ask(`/image/${'0'.repeat(64)}`, keyless, '192.0.2.1');
    expect(waiting).toHaveLength(0);
    const requests: [string, Record<string, string>, string][] = [
      ['/docs', keyless, '192.0.2.1'],
      ['/docs/assets/none', keyless, '192.0.2.1'],
      ['/openapi.json', keyless, '192.0.2.1'],
      ['/nothing', keyless, '192.0.2.1'],
      ['/%ff', keyless, '192.0.2.1'],
      ['/wallet/manage/', keyless, '192.0.2.1'],
      ['/graphql', { ...keyless, accept: 'text/html' }, '192.0.2.1'],
      [`/image/${'0'.repeat(64)}`, keyless, '192.0.2.1'],
      ['/wallet/manage/', wrong, '192.0.2.2'],
      ['/', { host: 'a b' }, '192.0.2.3'],
      ['/wallet/manage/?api_key=a&api_key=b', keyless, '192.0.2.4'],
    ];
    let answers = 0;
    const refusals = requests.map(async ([url, headers, address]) => {
      const { status } = await ask(url, headers, address);
      answers += 1;
      return status;
    });
    while (waiting.length < requests.length) await new Promise(setImmediate);
    expect(answers).toBe(0);
    expect((await own.ask('GET', '/livez', { headers: keyless, remoteAddress: '192.0.2.1' })).status).toBe(
      200,
    );
    for (const one of waiting) one.resolve();
    expect(await Promise.all(refusals)).toEqual(requests.map(() => 429));
  } finally {
    await own.close();
  }
});
