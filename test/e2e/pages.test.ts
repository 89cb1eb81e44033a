/** The pages in a real browser: they work under their content security policy, and nothing leaves the host. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { closePage, launchBrowser } from '../support/browser.ts';
import { repeated } from '../support/records.ts';
import { expectOpenLooksRight } from './web/looks.ts';

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
});
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
  await closePage(page);
});

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
    await closePage(page);
  },
  180_000,
);

test('Swagger UI shows the REST API, also below an address that ends in a stroke', async () => {
  const { page, hosts, faults } = await openPage();
  await page.goto(`${url}/docs/`);
  await page.getByText('/wallet/transfer/').first().waitFor({ timeout: 60_000 });
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
  await closePage(page);
});

test('the guide: axe finds nothing in any look, nothing is wider than the window, and the keyboard finds a section', async () => {
  const { page, hosts, faults } = await openPage();
  for (const name of ['guide', 'accounting', 'decisions/index']) {
    await page.goto(`${url}/docs/${name}`);
    await expectOpenLooksRight(page, name);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('OVERLOADED burst bucket');
  await page.locator('#search-results a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toBe(`${url}/docs/limits#at-once`);
  await page.getByRole('searchbox').fill('words xyzzyq');
  await expect.poll(() => page.locator('#search-results').textContent()).toContain('No section has all');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('#search-results').isHidden()).toBe(true);
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
  await closePage(page);
});

/** A comment of one word. An editor that has just appeared may not have taken the focus of a click yet: then it is clicked again. */
async function writeAbove(page: Page, word: string): Promise<void> {
  const editor = page.locator('.graphiql-query-editor .monaco-editor').first();
  const shown = async (): Promise<string> => (await editor.locator('.view-lines').textContent()) ?? '';
  await expect
    .poll(
      async () => {
        await editor.click();
        await page.keyboard.press('Control+Home');
        // At once: letter by letter the editor may complete them.
        if (!(await shown()).includes(word)) await page.keyboard.insertText(`# ${word}\n`);
        return shown();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toContain(word);
}

test('GraphiQL remembers former queries, also in 390 pixels, and keeps no key', async () => {
  const { page, faults } = await openPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/graphql#key=${api.key}`);
  await page.locator('.graphiql-query-editor .monaco-editor').first().waitFor({ timeout: 60_000 });
  await page.locator('.graphiql-query-editor').getByText('Wallets').first().waitFor();
  await writeAbove(page, api.key);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  const result = page.locator('.result-window');
  await expect.poll(() => result.textContent(), { timeout: 60_000 }).toMatch(/"count":\s1/);
  await page.getByRole('button', { name: 'Show History' }).click();
  const former = page.locator('.graphiql-history-item').filter({ hasText: 'Wallets' });
  await former.first().waitFor();
  const places = z
    .array(z.number())
    .parse(
      await page.evaluate(
        "(({ left, right, width }) => [left, right, width])(document.querySelector('.graphiql-plugin').getBoundingClientRect())",
      ),
    );
  // As wide as what stands beside the buttons, and not wider than the screen.
  expect(places[0]).toBeGreaterThanOrEqual(0);
  expect(places[1]).toBeLessThanOrEqual(390);
  expect(places[2]).toBeGreaterThan(250);
  await former.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Hide History' }).click();
  const kept = String(await page.evaluate('JSON.stringify(localStorage)'));
  expect(kept).toContain('# …');
  expect(kept).not.toContain(api.key);
  // Nor does the next load send it: the address has the query only while no key is in it.
  expect(page.url()).toBe(`${url}/graphql`);
  expect(faults).toEqual([]);
  await closePage(page);
});

test('GraphiQL opens with the tab that was open last, edited or not', async () => {
  const { page, faults } = await openPage();
  const load = async (): Promise<void> => {
    await page.goto(`${url}/graphql`);
    await page.locator('.graphiql-query-editor .monaco-editor').first().waitFor({ timeout: 60_000 });
  };
  const tabs = () => page.getByRole('tab').allTextContents();
  const editor = page.locator('.graphiql-query-editor .view-lines');
  await load();
  const first = await tabs();
  for (const [name, text] of [
    ['Balances', 'What the wallets hold'],
    ['Wallets', 'Put your API key'],
  ] as const) {
    // By keyboard: the tabs can be dragged, and slide away below a pointer that presses one before they came to rest.
    await page.getByRole('tab', { name }).getByRole('button', { name }).press('Enter');
    // GraphiQL writes half a second later.
    const active = 'JSON.parse(localStorage.getItem("graphiql:tabState"))?.activeTabIndex';
    await expect.poll(() => page.evaluate(active)).toBe(name === 'Wallets' ? 0 : 2);
    await load();
    await expect.poll(() => editor.textContent()).toContain(text.replaceAll(' ', '\u{a0}'));
    expect(await tabs()).toEqual(first);
  }
  expect(faults).toEqual([]);
  await closePage(page);
});

test.each(['graphql', 'docs'])(
  '/%s has no white ground while it loads where the reader has it dark',
  async (path) => {
    const { page } = await openPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    // What draws the page does not come.
    await page.route(/\/(graphiql|swagger)[^/]*\.js/, () => {});
    await page.goto(`${url}/${path}`, { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    const ground = (): Promise<unknown> =>
      page.evaluate(`(() => {
      document.body.style.background = 'Canvas';
      return getComputedStyle(document.body).backgroundColor;
    })()`);
    expect(await ground()).toBe('rgb(18, 18, 18)');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await closePage(page);
  },
);

test('/docs shows the REST API, dark where the reader has it so', async () => {
  const { page, hosts, faults } = await openPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${url}/docs`);
  const title = page.locator('.info .title');
  await title.waitFor({ timeout: 60_000 });
  const lightness = async (selector: string, property: string): Promise<number> => {
    const colour = String(
      await page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`),
    );
    const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
    return (red + green + blue) / 3;
  };
  expect(await lightness('#root', 'backgroundColor')).toBeLessThan(60);
  expect(await lightness('.info .title', 'color')).toBeGreaterThan(180);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => lightness('#root', 'backgroundColor')).toBe(255);
  await page.getByText('/wallet/transfer/').first().waitFor({ timeout: 60_000 });
  expect(faults).toEqual([]);
  expect([...hosts]).toEqual([new URL(url).host]);
  await closePage(page);
});
