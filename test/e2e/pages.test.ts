/** The pages in a real browser: they work under their content security policy, and nothing leaves the host. */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, repeated, type TestApi } from '../support/api.ts';
import { launchBrowser } from '../support/browser.ts';

let api: TestApi;
let url: string;
let browser: BrowserContext;
const wallet = repeated('7');
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await registerWallets(api.database, {
    ...{ clientId: api.clientId, addresses: [wallet] },
    chains: [{ chainId: 1, fromBlock: 0 }],
  });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

/** A page, with all that goes wrong in it and all hosts that it asks. */
async function openPage() {
  const page = await browser.newPage();
  const hosts = new Set<string>();
  const faults: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return { page, hosts, faults };
}

test('GraphiQL runs a query with a key, and knows the schema', async () => {
  const { page, hosts, faults } = await openPage();
  await page.goto(`${url}/graphql`);
  await page.locator('.graphiql-editors').first().waitFor({ timeout: 60_000 });
  await page.getByLabel('API key').fill(api.key);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  const result = page.locator('.result-window');
  await expect.poll(() => result.textContent(), { timeout: 60_000 }).toContain(wallet);
  // Below the bar nothing is cut off: the whole answer can be scrolled to, and the last button of the side is there.
  const bottoms = await page.evaluate(
    "['main', 'sidebar', 'sessions', 'response'].map((part) => document.querySelector('.graphiql-' + part).getBoundingClientRect().bottom)",
  );
  expect(Math.max(...z.array(z.number()).parse(bottoms))).toBeLessThanOrEqual(
    page.viewportSize()?.height ?? 0,
  );
  // The schema was read before there was a key.
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
  await page.close();
}, 180_000);

test.each(['/graphql', '/docs'])(
  '%s takes key and wallet from behind the mark, and works in 390 pixels',
  async (path) => {
    const { page, faults } = await openPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}${path}#key=${api.key}&wallet=${wallet}`);
    await page
      .locator('#root')
      .getByText(path === '/docs' ? '/wallet/transfer/' : 'Wallets')
      .first()
      .waitFor({
        timeout: 60_000,
      });
    expect(page.url()).toBe(url + path);
    expect(await page.getByLabel('API key').inputValue()).toBe(api.key);
    // Nothing is wider than the screen.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    if (path === '/docs') {
      await page.locator('#operations-History-listTransfers').click();
      const field = page.locator('#operations-History-listTransfers input[placeholder^="wallet"]');
      await expect.poll(() => field.inputValue(), { timeout: 60_000 }).toBe(wallet);
      await page.getByRole('button', { name: 'Execute' }).click();
      const answer = page.locator('.live-responses-table');
      await expect.poll(() => answer.textContent(), { timeout: 60_000 }).toContain('"results"');
    }
    expect(faults).toEqual([]);
    await page.close();
  },
  180_000,
);

test('Swagger UI shows the REST API', async () => {
  for (const path of ['/docs', '/docs/']) {
    const { page, hosts, faults } = await openPage();
    await page.goto(url + path);
    await page.getByText('/wallet/transfer/').first().waitFor({ timeout: 60_000 });
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(url).host]);
    await page.close();
  }
}, 180_000);
