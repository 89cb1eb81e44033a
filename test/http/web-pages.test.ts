/** How the pages for people are served: one document for all of their addresses, files that never change, and nothing where none were built. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { webPages, webPaths } from '../../src/http/pages/web-pages.ts';
import { handleError } from '../../src/http/problems/problem.ts';

const free = { take: async () => {}, owe: () => {} };
let directory: string;
let server: FastifyInstance;

async function build(): Promise<void> {
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<script src="./assets/index-1.js"></script>');
  for (const [end, content] of [
    ['', 'run()'],
    ['.br', 'brotli'],
    ['.gz', 'gzip'],
  ] as const) {
    await writeFile(join(directory, 'assets', `index-1.js${end}`), content);
  }
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-web-'));
  server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  server.setErrorHandler(handleError);
  const { sendUnknown } = webPages(server, { keyless: free, directory });
  server.get('/unknown/*', sendUnknown);
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

test('every address has the same document, whose links lead to its files from where it is', async () => {
  await build();
  for (const path of webPaths) {
    const asked = path.replace(':id', 'bal_x').replace(':chainId', '1').replace(':hash', '0xab');
    const depth = asked.split('/').length - 2;
    const { statusCode, headers, body } = await server.inject(asked);
    expect([asked, statusCode, headers['cache-control']]).toEqual([asked, 200, 'public, no-cache']);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const [, link = ''] = /src="([^"]*)"/.exec(body) ?? [];
    expect(new URL(link, `http://host/some/prefix${asked}`).pathname).toBe('/some/prefix/assets/index-1.js');
    expect(depth).toBeGreaterThanOrEqual(0);
  }
});

test('an address that is none is answered by the same document as a 404, at any depth that a page of ours could have', async () => {
  await build();
  const ask = (path: string) => server.inject({ url: path, headers: { 'if-none-match': '*' } });
  for (const path of ['/unknown/a', '/unknown/a/b/c']) {
    const { statusCode, body } = await ask(path);
    const [, link = ''] = /src="([^"]*)"/.exec(body) ?? [];
    expect([statusCode, new URL(link, `http://host${path}`).pathname]).toEqual([404, '/assets/index-1.js']);
  }
  const deep = await ask(`/unknown${'/a'.repeat(200)}`);
  expect([deep.statusCode, deep.json().code]).toEqual([404, 'NOT_FOUND']);
});

test('files are as they were compressed, for ever; others are not there', async () => {
  await build();
  const ask = (file: string, accept: string) =>
    server.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': accept } });
  const answer = await ask('index-1.js', 'br, gzip');
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['brotli', 'br']);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect((await ask('index-1.js', 'gzip')).body).toBe('gzip');
  expect((await ask('index-1.js', '')).body).toBe('run()');
  for (const file of ['index-2.js', 'index-1.js.br', '..%2Findex.html', '%2e%2e%2findex.html']) {
    expect([file, (await ask(file, '')).statusCode]).toEqual([file, 404]);
  }
});

test('where nothing is built it is said, and a build that comes later is served', async () => {
  const before = await server.inject('/');
  expect([before.statusCode, before.json().detail]).toEqual([404, expect.stringContaining('npm run web')]);
  await build();
  expect((await server.inject('/')).statusCode).toBe(200);
});

test('half a build is not served', async () => {
  await build();
  await rm(join(directory, 'assets', 'index-1.js.gz'));
  expect((await server.inject('/')).statusCode).toBe(500);
});

test('the build of this repository: a first load within 190 kB of script, pages of less, and styles within 25 kB, compressed', async () => {
  const own = fastify();
  webPages(own, { keyless: free });
  const document = (await own.inject('/')).body;
  const sizeOf = async (file: string): Promise<number> => {
    const answer = await own.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': 'gzip' } });
    expect([file, answer.statusCode]).toEqual([file, 200]);
    return gunzipSync(answer.rawPayload).length > 0 ? answer.rawPayload.length : 0;
  };
  const named = (pattern: RegExp): string[] => [...document.matchAll(pattern)].map(([, file = '']) => file);
  const first = named(/"\.\/assets\/([^"]+\.js)"/g);
  const built = await readdir(join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets'));
  const pages = built.filter((name) => name.endsWith('.js') && !first.includes(name));
  const bytes = new Map(
    await Promise.all([...first, ...pages].map(async (file) => [file, await sizeOf(file)] as const)),
  );
  const firstBytes = first.reduce((sum, file) => sum + (bytes.get(file) ?? 0), 0);
  const overview = pages.find((name) => name.startsWith('overview-')) ?? 'no overview';
  console.log(
    [`first load ${firstBytes} B`, ...pages.map((file) => `${file} ${bytes.get(file)} B`)].join(', '),
  );
  expect(firstBytes + (bytes.get(overview) ?? Number.NaN)).toBeLessThan(190_000);
  expect(Math.max(...pages.map((file) => bytes.get(file) ?? 0))).toBeLessThan(30_000);
  const [style = 'no style'] = named(/href="\.\/assets\/([^"]+\.css)"/g);
  expect(await sizeOf(style)).toBeLessThan(25_000);
  await own.close();
});
