/** The guide: every document as a page whose links all lead somewhere, and nothing else of the disk. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { guideRoutes } from '../../src/http/guide/guide.ts';
import { handleError } from '../../src/http/problems/problem.ts';

const keyless = { take: async () => {}, owe: () => {} };
const servers: FastifyInstance[] = [];

function serve(directory?: string): FastifyInstance {
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 } });
  server.setErrorHandler(handleError);
  guideRoutes(server, directory === undefined ? { keyless } : { keyless, directory });
  servers.push(server);
  return server;
}

let guide: FastifyInstance;
let directory: string;
beforeAll(async () => {
  guide = serve();
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-guide-'));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(directory, { recursive: true });
});
afterEach(() => rm(join(directory, 'docs'), { recursive: true, force: true }));

const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&#38;', '&'),
  );

/** What the service serves beside the guide. */
const others = new Set(['/prefix/', '/prefix/graphql', '/prefix/docs', '/prefix/schema.graphql']);

test('from the first page every page is reached, and every link leads to a page and a heading of it', async () => {
  const pages = new Map<string, string>();
  const wanted = ['/prefix/docs/guide'];
  const links: { from: string; to: string }[] = [];
  for (const path of wanted) {
    const answer = await guide.inject(path.slice('/prefix'.length));
    if (answer.statusCode !== 200) continue;
    pages.set(path, answer.body);
    for (const href of [...attributes(answer.body, 'href'), ...attributes(answer.body, 'src')]) {
      if (/^(?:https?|data):/.test(href)) continue;
      // As a browser joins them, also below a prefix that a proxy adds.
      const { pathname, hash } = new URL(href, `http://proxy.test${path}`);
      links.push({ from: path, to: `${pathname}${hash}` });
      if (!wanted.includes(pathname) && !others.has(pathname)) wanted.push(pathname);
    }
  }
  expect(pages.size).toBeGreaterThan(40);
  const dead = links.filter(({ to }) => {
    const [path = '', anchor] = to.split('#', 2);
    if (others.has(path)) return false;
    const page = pages.get(path);
    return (
      page === undefined ||
      (anchor !== undefined && !attributes(page, 'id').includes(decodeURIComponent(anchor)))
    );
  });
  expect(dead).toEqual([]);
});

test('a page allows nothing inline and nothing from elsewhere', async () => {
  for (const path of ['/docs/guide', '/docs/accounting', '/docs/decisions/index']) {
    const { statusCode, headers, body } = await guide.inject(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(body).not.toMatch(/<script>|<style|\son\w+=|\sstyle=|javascript:/);
    const again = await guide.inject({ url: path, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('what is searched names sections that are there', async () => {
  const { statusCode, body } = await guide.inject('/docs/files/search.json');
  expect(statusCode).toBe(200);
  const text = z.string();
  const sections = z.array(z.tuple([text, text, text, text, text])).parse(JSON.parse(body));
  expect(sections.length).toBeGreaterThan(150);
  const pages = new Map<string, string[]>();
  for (const [page, , , anchor] of sections) {
    const ids = pages.get(page) ?? attributes((await guide.inject(`/docs/${page}`)).body, 'id');
    pages.set(page, ids);
    expect(anchor === '' || ids.includes(anchor), `${page}#${anchor}`).toBe(true);
  }
  const limits = sections.find(([page, , heading]) => page === 'limits' && heading === 'Units');
  expect(limits?.[4]).toContain('a page of 100 items');
});

test('a slash at the end leads to the page itself, from which the links count', async () => {
  const { statusCode, headers } = await guide.inject('/docs/rest/?x=1');
  expect([statusCode, headers.location]).toEqual([301, '../rest']);
  expect((await guide.inject('/docs/decisions/index/')).headers.location).toBe('../index');
});

test.each([
  '/docs/nothing',
  '/docs/__proto__',
  '/docs/README',
  '/docs/..%2fpackage',
  '/docs/decisions/..%2frest',
  '/docs/files/guide.css',
  '/docs/files/rest.md',
  '/docs/files/..%2f..%2fpackage.json',
  `/docs/${'a'.repeat(400)}`,
])('%s is no page', async (path) => {
  const { statusCode, body } = await guide.inject(path);
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'NOT_FOUND']);
});

test('a document cannot bring scripts, styles, addresses of other kinds or pictures from elsewhere', async () => {
  await mkdir(join(directory, 'docs'));
  await writeFile(
    join(directory, 'docs', 'hostile.md'),
    [
      '# A <b onclick="x()">title</b> & "more"',
      '',
      '<script>alert(1)</script>',
      '',
      '<!-- not run: unseen -->',
      '',
      'Text <img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](//evil.test) [c](data:text/html,x) [d](../package.json)',
      '<kbd>g</kbd> <kbd onclick="x()">h</kbd>',
      '[e](/etc/passwd) ![f](https://evil.test/x.png) ![g](../../secret.png) [h](https://good.test/?a="b)',
      '',
      '```"><script>',
      '</code><script>alert(2)</script>',
      '```',
    ].join('\n'),
  );
  await writeFile(join(directory, 'docs', 'one.png'), 'PNG');
  await writeFile(join(directory, 'docs', 'pictured.md'), '# P\n\n![One](one.png)\n');
  const server = serve(directory);
  const { body, statusCode } = await server.inject('/docs/hostile');
  expect(statusCode).toBe(200);
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  expect(main).not.toMatch(/<script|<img|<b |unseen/);
  expect(attributes(main, 'href')).toEqual(['https://good.test/?a=&#34;b']);
  expect(main).toContain('&#60;script&#62;alert(2)');
  expect(main).toContain('<kbd>g</kbd> &#60;kbd onclick');
  expect((await server.inject('/docs/pictured')).body).toContain('<img src="files/one.png" alt="One">');
  const picture = await server.inject('/docs/files/one.png');
  expect([picture.headers['content-type'], picture.body]).toEqual(['image/png', 'PNG']);
});

test('an install without documents says that there is no such page', async () => {
  expect((await serve(join(directory, 'nothing')).inject('/docs/guide')).statusCode).toBe(404);
});

test('a document that is too large is a fault, and is asked for again once it is mended', async () => {
  await mkdir(join(directory, 'docs'));
  const path = join(directory, 'docs', 'large.md');
  await writeFile(path, 'x'.repeat(1024 * 1024 + 1));
  const server = serve(directory);
  expect((await server.inject('/docs/large')).statusCode).toBe(500);
  await cp(join(import.meta.dirname, '../../docs/errors.md'), path, { force: true });
  expect((await server.inject('/docs/large')).body).toContain('Errors');
});
