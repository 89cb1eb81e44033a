/** What a link in a contract may make this process do, against servers on this machine. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../../src/outgoing/guarded-fetch.ts';
import { isPublicAddress } from '../../src/outgoing/public-address.ts';

const answers: Record<string, RequestListener> = {
  '/nft': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"A"}'),
  '/untyped': (_, response) => response.end('{"name":"B"}'),
  '/html': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"name":"C"}'),
  '/broken': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":'),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/large': (_, response) => response.writeHead(200).end(`"${'x'.repeat(1_000)}"`),
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const write = (): void => {
      while (response.write('x'.repeat(1_000)));
      response.once('drain', write);
    };
    write();
  },
  '/announced': (_, response) => response.writeHead(200, { 'content-length': '5000000' }).write('"'),
  '/silent': () => {},
  '/slow': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  '/packed': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}'),
  '/to-private': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/nft' }).end(),
  '/to-name': (_, response) => response.writeHead(302, { location: 'http://inside.example/nft' }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};
for (const left of [0, 1, 2, 3]) {
  const location = left === 0 ? '/nft' : `/redirect-${left - 1}`;
  answers[`/redirect-${left}`] = (_, response) => response.writeHead(302, { location }).end();
}

let server: Server;
let base: string;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? answers['/missing'];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const limits = {
  maximumBytes: 500,
  timeoutMs: 30_000,
  allowAddress: (address: string) => address === '127.0.0.1',
};
const fetchJson = createGuardedFetch(limits);

describe('documents', () => {
  test('JSON, also without a type', async () => {
    expect(await fetchJson(`${base}/nft`)).toEqual({ name: 'A' });
    expect(await fetchJson(`${base}/untyped`)).toEqual({ name: 'B' });
  });

  test.each([
    ['/html', 'text/html is not JSON'],
    ['/broken', 'the document is not JSON'],
    ['/missing', 'HTTP status 404'],
    ['/large', 'the document is larger than 500 bytes'],
    ['/endless', 'the document is larger than 500 bytes'],
    ['/packed', 'the document is packed (gzip)'],
    ['/announced', 'the document is larger than 500 bytes'],
  ])('%s: %s', async (path, reason) => {
    await expect(fetchJson(`${base}${path}`)).rejects.toThrow(reason);
  });

  test('what takes too long is given up, before the answer and within it', async () => {
    const impatient = createGuardedFetch({ ...limits, timeoutMs: 100 });
    await expect(impatient(`${base}/silent`)).rejects.toThrow('no document within 100 ms');
    await expect(impatient(`${base}/slow`)).rejects.toThrow('no document within 100 ms');
    const resolve = (): Promise<string[]> => new Promise(() => {});
    const nameless = createGuardedFetch({ ...limits, timeoutMs: 100, resolve });
    await expect(nameless('http://slow.example/')).rejects.toThrow('no document within 100 ms');
  });

  test('the caller may end it', async () => {
    const ending = new AbortController();
    const asked = once(server, 'request');
    const fetched = fetchJson(`${base}/silent`, { signal: ending.signal });
    await asked;
    ending.abort(new Error('enough'));
    await expect(fetched).rejects.toThrow('enough');
    await expect(fetchJson(`${base}/nft`, { signal: ending.signal })).rejects.toThrow('enough');
  });
});

describe('addresses', () => {
  test.each([
    'http://127.0.0.2/',
    'http://10.1.2.3/nft',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706434/',
    'http://0x7f.2/',
  ])('%s is refused without a connection', async (url) => {
    await expect(fetchJson(url)).rejects.toThrow('is not a public address');
  });

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:application/json,{}', 'gopher://127.0.0.1/'])(
    '%s is refused',
    async (url) => {
      await expect(fetchJson(url)).rejects.toThrow('is not fetched');
    },
  );

  test('a password in the address is refused', async () => {
    await expect(fetchJson(`http://user:secret@127.0.0.1:${port}/nft`)).rejects.toThrow('with a password');
  });

  test('this machine is refused unless a test says otherwise', async () => {
    await expect(createGuardedFetch()(`${base}/nft`)).rejects.toThrow('127.0.0.1 is not a public address');
    await expect(createGuardedFetch()(`http://localhost:${port}/nft`)).rejects.toThrow(
      'is not a public address',
    );
  });

  test('a name is connected to by the address that was judged, and resolved once: rebinding gains nothing', async () => {
    let asked = 0;
    const rebinding = createGuardedFetch({
      ...limits,
      resolve: async () => {
        asked += 1;
        return asked === 1 ? ['10.0.0.1', '127.0.0.1'] : ['10.0.0.1'];
      },
    });
    expect(await rebinding(`http://nft.example:${port}/nft`)).toEqual({ name: 'A' });
    expect(asked).toBe(1);
    await expect(rebinding(`http://nft.example:${port}/nft`)).rejects.toThrow('is not a public address');
  });
});

describe('redirects', () => {
  test('three are followed, a fourth is not', async () => {
    expect(await fetchJson(`${base}/redirect-2`)).toEqual({ name: 'A' });
    await expect(fetchJson(`${base}/redirect-3`)).rejects.toThrow('more than 3 redirects');
  });

  test('each is judged like the first address', async () => {
    await expect(fetchJson(`${base}/to-private`)).rejects.toThrow('10.0.0.1 is not a public address');
    await expect(fetchJson(`${base}/to-file`)).rejects.toThrow('file: is not fetched');
    const resolve = async (): Promise<string[]> => ['192.168.1.1'];
    const named = createGuardedFetch({ ...limits, resolve });
    await expect(named(`${base}/to-name`)).rejects.toThrow('inside.example is not a public address');
  });

  test('a trusted first address does not make its redirects trusted', async () => {
    const strict = createGuardedFetch({ ...limits, allowAddress: isPublicAddress });
    expect(await strict(`${base}/nft`, { trusted: true })).toEqual({ name: 'A' });
    await expect(strict(`${base}/redirect-0`, { trusted: true })).rejects.toThrow('is not a public address');
  });
});

describe('public addresses', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
