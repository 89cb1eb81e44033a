/** Words of clients that name what every object has, hosts that are none, cursors that were made up, and broken connections. */
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handleError } from '../../src/http/problems/problem.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

const logged: string[] = [];
const logger = pino(
  { level: 'debug' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
);
/** Level 50 of pino. */
const errorsLogged = (): string[] => logged.filter((line) => line.includes('"level":"error"'));

const wallet = repeated('1');
let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', logger });
  await registerWallets(api.database, {
    ...{ clientId: api.clientId, addresses: [wallet] },
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  port = Number(new URL(await api.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => api.close());
beforeEach(() => {
  logged.length = 0;
});

/** What every object answers to. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

describe('names that every object has', () => {
  const lists = ['manage', 'label', 'correction'].map((name) => `/wallet/${name}/?`);
  const ofWallets = ['transfer', 'transaction', 'counterparty', 'balance', 'issue', 'value'].map(
    (name) => `/wallet/${name}/?wallet=${wallet}&`,
  );

  test.each([...lists, ...ofWallets])('as parameters of %s: 400 that names them', async (url) => {
    for (const name of inherited) {
      const answer = await api.ask('GET', `${url}${name}=1`);
      expect(answer, name).toMatchObject({
        status: 400,
        json: {
          code: 'BAD_INPUT',
          errors: expect.arrayContaining([expect.objectContaining({ path: name })]),
        },
      });
    }
  });

  test('as values of every parameter: never a fault of ours', async () => {
    const parameters = [
      'wallet',
      'page',
      'page_size',
      'anchor',
      'order',
      'counterparty_address',
      'not_counterparty_address',
      'token',
      'side',
    ];
    const others = [
      'from',
      'to',
      'blockchain',
      'category',
      'min_value',
      'spam',
      'currency',
      'period',
      'cost',
    ];
    for (const url of [...lists, ...ofWallets]) {
      for (const parameter of [...parameters, ...others]) {
        for (const name of ['constructor', '__proto__', 'toString']) {
          const { status } = await api.ask('GET', `${url}${parameter}=${name}`);
          expect(status, `${url}${parameter}=${name}`).toBeLessThan(500);
        }
      }
    }
    expect(errorsLogged()).toEqual([]);
  });

  test('as fields of bodies, and in the path', async () => {
    for (const name of inherited) {
      const payload = `{"address":"${wallet}","name":"x","${name}":1}`;
      const headers = { 'content-type': 'application/json' };
      for (const path of ['manage', 'label', 'correction'])
        expect((await api.ask('POST', `/wallet/${path}/`, { payload, headers })).status, name).toBe(400);
      expect((await api.ask('GET', `/wallet/label/${name}/`)).status).toBe(400);
      expect((await api.ask('GET', `/${name}`)).status).toBe(404);
    }
    expect(errorsLogged()).toEqual([]);
  });
});

describe('hosts', () => {
  const bad = [
    'a b',
    '[',
    ']',
    'user:p@x',
    'x/y',
    'x?y',
    'x#y',
    'x\\y',
    'a:99999',
    '[::1',
    '[::1]x',
    'a:b:c',
    '999.1.1.1',
    '<x>',
    "'",
    '%00',
    '-',
  ];
  test.each(bad)('%s: 400, and nothing in the log as an error', async (host) => {
    for (const url of ['/wallet/manage/?page_size=1', '/graphql', '/livez', '/docs', '/nothing']) {
      expect(await api.ask('GET', url, { headers: { host } }), url).toMatchObject({
        status: 400,
        json: { code: 'BAD_INPUT', detail: expect.stringContaining('host is not well formed') },
      });
      expect((await api.ask('GET', url, { headers: { host, 'x-api-key': '' } })).status).toBe(400);
    }
    expect(errorsLogged()).toEqual([]);
  });

  test.each([
    'api.test',
    'API.test:8080',
    'localhost',
    '127.0.0.1:4000',
    '[::1]:4000',
    'my_service',
    'xn--bcher-kva.example',
    'a.',
  ])('%s is one', async (host) => {
    expect((await api.ask('GET', '/wallet/manage/', { headers: { host } })).status).toBe(200);
    const payload = { query: '{ __typename }' };
    expect((await api.ask('POST', '/graphql', { payload, headers: { host } })).status).toBe(200);
  });

  test('behind a proxy that is believed: what it says is checked, and PUBLIC_URL goes before it', async () => {
    const own = await createTestApi({ database: api.database, trustProxy: true });
    const named = await createTestApi({
      database: api.database,
      trustProxy: true,
      publicUrl: 'https://wallets.example/x',
    });
    try {
      await registerWallets(api.database, {
        ...{ clientId: api.clientId, addresses: [repeated('2')] },
        chains: [{ chainId: 1, fromBlock: 0 }],
      });
      const next = async (server: TestApi, headers: Record<string, string>) => {
        const { key } = await server.addKey();
        return server.ask('GET', '/wallet/manage/?page_size=1', {
          headers: { 'x-api-key': key, ...headers },
        });
      };
      expect(await next(own, { 'x-forwarded-host': 'a b' })).toMatchObject({ status: 400 });
      expect(await next(own, { 'x-forwarded-proto': 'javascript' })).toMatchObject({ status: 400 });
      expect(
        await next(own, { 'x-forwarded-host': 'outside.example', 'x-forwarded-proto': 'https' }),
      ).toMatchObject({
        json: { next: expect.stringMatching(/^https:\/\/outside\.example\/wallet\/manage\/\?/) },
      });
      expect(await next(named, { 'x-forwarded-host': 'evil.example' })).toMatchObject({
        json: { next: expect.stringMatching(/^https:\/\/wallets\.example\/x\/wallet\/manage\/\?/) },
      });
    } finally {
      await named.close();
      await own.close();
    }
  });
});

describe('places that were made up', () => {
  /** Every number in them at its largest, as base64url of fixed-width bytes. */
  const filled = (bytes: number, first?: number): string => {
    const buffer = Buffer.alloc(bytes, 0xff);
    if (first !== undefined) buffer.writeUInt8(first);
    return buffer.toString('base64url');
  };
  /**
   * Transfers have positions of 22 bytes, transactions of 15; an anchor of one wallet is 13 bytes, of a link 6 more and a place,
   * which is 4 more than a position.
   */
  test('anchors and cursors with a wallet id of 0xffffffff: 400', async () => {
    for (const [name, bytes] of [
      ['transfer', 13],
      ['transfer', 19 + 26],
      ['transaction', 19 + 19],
    ] as const) {
      for (const direction of [1, 2, 5, 6]) {
        const url = `/wallet/${name}/?wallet=${wallet}&anchor=${filled(bytes, direction)}`;
        expect(await api.ask('GET', url)).toMatchObject({
          status: 400,
          json: { errors: [{ path: 'anchor' }] },
        });
      }
    }
    for (const [field, bytes] of [
      ['transfers', 26],
      ['transactions', 19],
    ] as const) {
      for (const [size, place] of [
        ['first', 'after'],
        ['last', 'before'],
      ]) {
        const query = `{ ${field}(wallets: ["${wallet}"], ${size}: 1, ${place}: "${filled(bytes)}") { nodes { id } } }`;
        expect((await api.ask('POST', '/graphql', { payload: { query } })).json).toMatchObject({
          errors: [{ extensions: { code: 'BAD_INPUT' } }],
        });
      }
    }
    expect(errorsLogged()).toEqual([]);
  });

  test('cursors of streams with an event beyond what is stored: BAD_INPUT', async () => {
    const { rows } = await api.database.pool.query('SELECT id FROM wallet WHERE address = $1', [wallet]);
    const cursor = Buffer.alloc(13, 0xff);
    cursor.writeUInt8(2);
    cursor.writeUInt32BE(rows[0].id, 1);
    const query = `subscription { transferAdded(wallets: ["${wallet}"], after: "${cursor.toString('base64url')}") { cursor } }`;
    const headers = { accept: 'text/event-stream' };
    const { text } = await api.ask('POST', '/graphql', { payload: { query }, headers });
    expect(text).toContain('BAD_INPUT');
    expect(errorsLogged()).toEqual([]);
  });
});

describe('the error handler', () => {
  const thrower = (): never => {
    throw new Error('a secret of ours');
  };
  const strange: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['a text', 'a secret of ours'],
    ['a symbol', Symbol('a secret of ours')],
    ['an object without a prototype', Object.create(null)],
    [
      'an object whose every property throws',
      new Proxy({}, { get: thrower, has: thrower, getPrototypeOf: thrower }),
    ],
    ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: thrower })],
    ['an error whose code is a function', Object.assign(new Error('a secret of ours'), { code: thrower })],
    ['a circle', Object.assign(new Error('a secret of ours'), { cause: null })],
  ];
  const [, circle] = strange.at(-1) ?? [];
  if (circle instanceof Error) circle.cause = circle;

  test.each(strange)('%s: a problem without internals', async (_name, thrown) => {
    const own = await createTestApi({ database: api.database, logger });
    const { default: fastify } = await import('fastify');
    const server = fastify({ loggerInstance: logger });
    server.setErrorHandler(handleError);
    server.get('/', () => Promise.reject(thrown));
    server.get('/sync', () => {
      throw thrown;
    });
    try {
      for (const url of ['/', '/sync']) {
        const answer = await server.inject(url);
        expect(answer.statusCode).toBe(500);
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
        expect(answer.json()).toMatchObject({ code: 'INTERNAL', status: 500, errors: [] });
        expect(answer.body).not.toContain('secret');
      }
    } finally {
      await server.close();
      await own.close();
    }
  });

  test('what fails while an error is answered, too', async () => {
    const { default: fastify } = await import('fastify');
    const server = fastify({ loggerInstance: logger });
    server.setErrorHandler(handleError);
    await server.register(async (scope) => {
      scope.setErrorHandler(handleError);
      scope.addHook('onSend', async () => thrower());
      scope.get('/', async () => thrower());
    });
    const answer = await server.inject('/');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'INTERNAL', status: 500 });
    expect(answer.body).not.toContain('secret');
    await server.close();
  });
});

/** Sends bytes as they are, and answers all that comes until the connection ends. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (data) => parts.push(data));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}
const end = 'Connection: close\r\n\r\n';

describe('on the wire', () => {
  test.each([
    ['a URL that is not encoded well', `GET /wallet/%zz HTTP/1.1\r\nHost: x\r\n${end}`, 400],
    [
      'a URL with a host of its own',
      `GET http://evil.example/graphql?query={blockchains{name}} HTTP/1.1\r\nHost: x\r\n${end}`,
      401,
    ],
    ['a path of many letters', `GET /wallet/label/${'a'.repeat(5_000)}/ HTTP/1.1\r\nHost: x\r\n${end}`, 400],
    [
      'a header that is too large',
      `GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n${end}`,
      431,
    ],
    [
      'a length and chunks at once',
      `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'a chunk that is none',
      `POST /graphql HTTP/1.1\r\nHost: x\r\nX-API-KEY: KEY\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['a method that is none', `FLY / HTTP/1.1\r\nHost: x\r\n${end}`, 400],
    [
      'no key and half a body',
      `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n${end}{"que`,
      401,
    ],
  ])('%s: a problem', async (_name, text, status) => {
    const answer = await sendRaw(text.replace('KEY', api.key));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(answer).not.toMatch(/node_modules|\.ts:\d|FST_|HPE_/);
    expect(errorsLogged()).toEqual([]);
  });
});
