/** A stranger's SVG in a real browser: drawn by pages of any origin, and harmless when it is opened by itself. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { closePage, launchBrowser } from '../support/browser.ts';
import { repeated } from '../support/records.ts';

// Its script would name the page and fetch; its style may colour it.
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="document.title=\'owned\'"><title>drawing</title>' +
  '<style>rect { fill: red }</style><script>document.title = "owned"; fetch("/livez")</script><rect width="20" height="10"/></svg>';

let api: TestApi;
let url: string;
let browser: BrowserContext;

beforeAll(async () => {
  api = await createTestApi();
  await upsertNfts(api.database, [
    {
      ...{ chainId: 1, address: repeated('c'), tokenId: 1n, name: 'drawing' },
      image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    },
  ]);
  const base = await api.server.listen({ host: '127.0.0.1', port: 0 });
  url = `${base}/image/${createHash('sha256').update(svg).digest('hex')}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await api?.close();
});

test('opened by itself it is drawn and runs nothing', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(url);
  expect(await page.title()).toBe('drawing');
  expect(asked.filter((address) => !address.endsWith('/favicon.ico'))).toEqual([url]);
  expect(refused.join()).toMatch(/sandboxed|Content Security Policy/);
  await closePage(page);
});

test('a page of another origin draws it', async () => {
  const site = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'cross-origin-embedder-policy': 'require-corp' })
      .end(`<!doctype html><img src="${url}">`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const page = await browser.newPage();
    // By another name, so that it is another site, too.
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    const size = await page.evaluate('[document.images[0].naturalWidth, document.images[0].naturalHeight]');
    expect(size).toEqual([20, 10]);
    await closePage(page);
  } finally {
    await new Promise((resolve) => site.close(resolve));
  }
});
