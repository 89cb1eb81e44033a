/** How the client asks: what it sends, what it asks again, and what it throws. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../packages/client/src/client.ts';
import { WalletDataError } from '../../packages/client/src/errors.ts';
import { isRead } from '../../packages/client/src/typed-document.ts';
import { json, problem, scriptedFetch } from './scripted-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Pauses are half of what they may be.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const url = 'https://api.test/base/';
const key = 'wdk_key';
const path = '/wallet/label/';
const page = { count: 0, next: null, previous: null, results: [] };

/** What a call ends with, whatever it waits for, and the seconds that it waited. */
async function ending(call: Promise<unknown>): Promise<[unknown, number]> {
  const began = Date.now();
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const result = await settled;
  return [result, (Date.now() - began) / 1000];
}

test('a key or a token goes along, nothing else does, and the address may have a path', async () => {
  const { fetch, asked } = scriptedFetch(json(page), json(page), json({ data: {} }));
  await createClient({ url, key, fetch }).rest.get(path);
  const tokens = ['t1', 't2'];
  const byToken = createClient({ url, token: async () => tokens.shift() ?? '', fetch });
  await byToken.rest.get('/wallet/transfer/', { query: { wallet: 'a&b=ü', page: 2 } });
  await byToken.query('{ wallets { count } }');
  expect(
    asked.map((request) => [request.method, request.url, request.redirect, request.credentials]),
  ).toEqual([
    ['GET', 'https://api.test/base/wallet/label/', 'manual', 'omit'],
    ['GET', 'https://api.test/base/wallet/transfer/?wallet=a%26b%3D%C3%BC&page=2', 'manual', 'omit'],
    ['POST', 'https://api.test/base/graphql', 'manual', 'omit'],
  ]);
  const sent = asked.map(({ headers }) => [headers.get('x-api-key'), headers.get('authorization')]);
  expect(sent).toEqual([
    [key, null],
    [null, 'Bearer t1'],
    [null, 'Bearer t2'],
  ]);
  expect(await asked[2]?.json()).toEqual({ query: '{ wallets { count } }' });
});

test('a file answers its text, as which it is asked for; plain text is an answer of no other path', async () => {
  const texts = ['text/csv; charset=utf-8', 'text/plain; charset=utf-8', 'text/plain; charset=utf-8'];
  const { fetch, asked } = scriptedFetch(
    ...texts.map((type) => new Response('a text', { headers: { 'content-type': type } })),
  );
  const { rest } = createClient({ url, key, fetch });
  expect(await rest.get('/wallet/koinly.csv', { query: { wallet: '0x…' } })).toBe('a text');
  expect(await rest.get('/wallet/journal.txt', { query: { wallet: '0x…' } })).toBe('a text');
  const [error] = await ending(rest.get('/wallet/transfer.csv', { query: { wallet: '0x…' } }));
  expect(error).toBeInstanceOf(WalletDataError);
  expect(asked.map(({ headers }) => headers.get('accept')?.split(',')[0])).toEqual([
    ...['text/csv', 'text/plain', 'text/csv'],
  ]);
});

test('what is no option is refused, and never quotes a key', async () => {
  const refused = (options: object) => () => createClient({ url, key, ...options });
  expect(refused({ key: undefined })).toThrow('either `key` or `token`');
  expect(refused({ token: 't' })).toThrow('either `key` or `token`');
  for (const wrong of ['ftp://api.test', 'https://user:pass@api.test', 'https://api.test/?a=1'])
    expect(refused({ url: wrong })).toThrow('`url` is to be');
  for (const wrong of ['wdk_a\nb', '', 'wdk_ü']) {
    const { fetch, asked } = scriptedFetch();
    const error = await createClient({ url, key: wrong, fetch }).rest.get(path).catch(String);
    expect(error).toContain('no key has');
    expect(error).not.toContain('wdk_');
    expect(asked).toEqual([]);
  }
});

test('a read that failed for now is asked again: as long as the service asks for, or twice as long each time', async () => {
  const { fetch, asked } = scriptedFetch(
    problem('RATE_LIMITED', 429, { 'retry-after': '7' }),
    new TypeError('fetch failed'),
    new Response('<html>', { status: 502 }),
    json(page),
  );
  const [result, waited] = await ending(createClient({ url, key, fetch }).rest.get(path));
  expect(result).toEqual(page);
  expect(asked).toHaveLength(4);
  // 7 s and a quarter of 300 ms; then halves of 600 ms and of 1,200 ms.
  expect(waited).toBeCloseTo(7.075 + 0.3 + 0.6, 6);
});

test('it is asked three times more, and then told', async () => {
  const failed = () => problem('UNAVAILABLE', 503);
  const { fetch, asked } = scriptedFetch(failed(), failed(), failed(), failed());
  const [error] = await ending(createClient({ url, key, fetch }).rest.get(path));
  expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, requestId: 'req-1' });
  expect(asked).toHaveLength(4);
});

test('what is refused for good, asks for too long, or changes something is not asked again', async () => {
  const limited = () => problem('RATE_LIMITED', 429, { 'retry-after': '1' });
  const cases: [Response, (client: ReturnType<typeof createClient>) => Promise<unknown>, object][] = [
    [problem('FORBIDDEN', 403), ({ rest }) => rest.get(path), { code: 'FORBIDDEN', retryAfterMs: null }],
    [
      problem('QUOTA_EXCEEDED', 429, { 'retry-after': '3600' }),
      ({ rest }) => rest.get(path),
      { code: 'QUOTA_EXCEEDED', retryAfterMs: 3_600_000 },
    ],
    [
      limited(),
      ({ rest }) => rest.post('/wallet/manage/', { body: { address: '0x' } }),
      { code: 'RATE_LIMITED' },
    ],
    [limited(), ({ query }) => query('mutation { a }'), { status: 429 }],
    [
      new Response('', { status: 301, headers: { location: 'https://evil.test/' } }),
      ({ rest }) => rest.get(path),
      {
        code: 'REDIRECTED',
      },
    ],
    [new Response('<html>'), ({ rest }) => rest.get(path), { code: 'BAD_ANSWER', status: 200 }],
    [json([]), ({ query }) => query('{ a }'), { code: 'BAD_ANSWER' }],
    [json({ data: null }), ({ query }) => query('{ a }'), { code: 'BAD_ANSWER' }],
  ];
  for (const [answer, call, expected] of cases) {
    const { fetch, asked } = scriptedFetch(answer);
    const [error] = await ending(call(createClient({ url, key, fetch })));
    expect(error).toBeInstanceOf(WalletDataError);
    expect(error).toMatchObject(expected);
    expect(asked).toHaveLength(1);
  }
});

test('an error in an answer of GraphQL is thrown, with what came beside it', async () => {
  const errors = [
    {
      message: 'first is to be 1 to 500',
      extensions: {
        code: 'BAD_INPUT',
        requestId: 'req-2',
        problems: [{ path: 'first', message: '1 to 500' }],
      },
    },
  ];
  const { fetch } = scriptedFetch(json({ data: { totals: null, wallets: [] }, errors }));
  const [error] = await ending(createClient({ url, key, fetch }).query('{ totals wallets }'));
  expect(error).toMatchObject({
    ...{ message: 'first is to be 1 to 500', code: 'BAD_INPUT', status: 200, requestId: 'req-2' },
    problems: [{ path: 'first', message: '1 to 500' }],
    data: { totals: null, wallets: [] },
  });
  const again = scriptedFetch(
    json({ data: null, errors: [{ message: 'x', extensions: { code: 'OVERLOADED' } }] }),
    json({ data: { a: 1 } }),
  );
  expect(await ending(createClient({ url, key, fetch: again.fetch }).query('{ a }'))).toEqual([
    { a: 1 },
    0.15,
  ]);
});

/** Never answers; ends as fetch does when its signal is aborted. */
const silence = (request: Request) =>
  new Promise<Response>((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
  });

test('silence has an end, and the caller can end anything before', async () => {
  const slow = scriptedFetch(silence, silence);
  const [error, waited] = await ending(
    createClient({ url, key, fetch: slow.fetch, timeoutMs: 5_000, retries: 1 }).rest.get(path),
  );
  expect(error).toMatchObject({ code: 'CLIENT_TIMEOUT', status: null });
  expect(waited).toBeCloseTo(5 + 0.15 + 5, 6);

  const reason = new Error('enough');
  for (const answer of [silence, problem('RATE_LIMITED', 429, { 'retry-after': '20' })]) {
    const { fetch, asked } = scriptedFetch(answer);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 1_000);
    const [ended] = await ending(
      createClient({ url, key, fetch }).rest.get(path, { signal: controller.signal }),
    );
    expect(ended).toBe(reason);
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  }
  const { fetch } = scriptedFetch();
  const signal = AbortSignal.abort(reason);
  await expect(createClient({ url, key, fetch }).query('{ a }', {}, { signal })).rejects.toBe(reason);
});

test('an id cannot lead to another path', async () => {
  const { fetch, asked } = scriptedFetch(json({}));
  const { rest } = createClient({ url, key, fetch });
  for (const id of ['', '.', '..'])
    expect(() => rest.get('/wallet/webhook/{id}/', { path: { id } })).toThrow('missing or no id');
  await rest.get('/wallet/webhook/{id}/', { path: { id: '../manage?x#y' } });
  expect(asked[0]?.url).toBe('https://api.test/base/wallet/webhook/..%2Fmanage%3Fx%23y/');
});

test('a text with a mutation in it is no read, wherever that stands', () => {
  for (const text of [
    '{ a }',
    'query A { mutation_a }',
    '# mutation\n{ a }',
    'query A { a(b: "} mutation B") }',
  ])
    expect([text, isRead(text)]).toEqual([text, true]);
  for (const text of [
    'mutation{a}',
    ' # x\nmutation A { a }',
    'fragment F on A{b}mutation A{a}',
    'subscription{a}',
    ',mutation{a}',
  ])
    expect([text, isRead(text)]).toEqual([text, false]);
});
