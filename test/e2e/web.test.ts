/**
 * The pages for people in a real browser, on a history whose figures were worked out by hand (test/rest/booked-world.ts). They have to
 * say what the API says, digit by digit, be of use without a mouse or eyes, and ask nobody else for anything.
 */
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { storeBookedWorld, trader } from '../rest/booked-world.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { launchBrowser } from '../support/browser.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const busy = address(77);
const busyTransactions = 300;
let api: TestApi;
let url: string;
let browser: BrowserContext;
let page: Page;
/** What went wrong in the page: errors, warnings of its policy, refused requests, other hosts. */
let faults: string[];

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await storeBookedWorld(api.database, api.clientId);
  const walletId = await registerTestWallet(api.database, 77);
  const rows = Array.from({ length: busyTransactions }, (_, index) => ({
    walletId,
    blockNumber: 1_000 + index,
  }));
  await storeTestRows(api.database, 1, {
    transactions: rows.map((at) => transactionRecord(at)),
    transfers: rows.map((at) => transferRecord(at)),
  });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  faults = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== url) faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
});
afterEach(async () => {
  await page.close();
  expect(faults).toEqual([]);
});

/** Opens a page as somebody who followed the demo's link. */
async function open(path: string): Promise<void> {
  await page.goto(`${url}${path}#key=${api.key}`);
  await settled();
}

/** Nothing is being loaded any more. */
async function settled(): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}

const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allTextContents();

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const answer = await api.ask('POST', '/graphql', { body: { query, variables } });
  return answer.json;
}

const pages = [
  '/',
  '/holdings',
  '/activity',
  '/counterparties',
  '/issues',
  '/wallets',
  '/nothing-here',
] as const;

describe('every page', () => {
  test.each([
    ...[
      { scheme: 'light', width: 1280, isPrivate: false } as const,
      { scheme: 'dark', width: 1280, isPrivate: true } as const,
    ],
    ...[
      { scheme: 'light', width: 390, isPrivate: true } as const,
      { scheme: 'dark', width: 390, isPrivate: false } as const,
    ],
  ])(
    '$scheme at $width, private $isPrivate: axe finds nothing, and nothing is wider than the window',
    async (look) => {
      await page.emulateMedia({ colorScheme: look.scheme });
      await page.setViewportSize({ width: look.width, height: 900 });
      await open('/');
      if (look.isPrivate) await page.getByRole('button', { name: 'Hide figures' }).click();
      const ids = z
        .object({
          data: z.object({ tokenBalances: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
        })
        .parse(
          await ask('query ($w: [Address!]!) { tokenBalances(wallets: $w) { nodes { id } } }', {
            w: [trader],
          }),
        );
      const holding = `/holding/${encodeURIComponent(ids.data.tokenBalances.nodes[0]?.id ?? '')}`;
      const sale = `/transaction/1/0x${'b'.repeat(64)}`;
      for (const path of [...pages.filter((one) => one !== '/nothing-here'), holding, sale]) {
        await page.goto(`${url}${path}`);
        await settled();
        await page.evaluate(axe.source);
        const found = await page.evaluate(
          "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))",
        );
        expect([path, found]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
          path,
          true,
        ]);
      }
    },
    120_000,
  );

  test('without a key there is one field for it; a wrong one is refused and asked for again', async () => {
    await page.goto(`${url}/holdings`);
    await page.getByLabel('API key').fill('wdk_nobody');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['The API key is not valid: it is mistyped, revoked, expired or unknown.']);
    await page.getByLabel('API key').fill('wdk_…');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Was it copied whole?');
    await page.getByLabel('API key').fill(api.key);
    await page.keyboard.press('Enter');
    await settled();
    expect(await textsOf('h1')).toEqual(['Holdings']);
    // The refusal is what is tested.
    faults = faults.filter((fault) => !fault.includes('401'));
  });
});

test('the key of a link that is opened in a tab which is here already leaves the address, too', async () => {
  await open('/');
  await page.evaluate(`location.hash = 'key=${api.key}'`);
  await expect.poll(() => page.url()).toBe(`${url}/`);
});

test.each([
  ['nothing answers', null, 'The service cannot be reached. Is it running?'],
  ['a proxy answers for it', '<html>', 'Instead of the service something else answered (502).'],
])('%s: the page says so, and trying again asks again', async (_, body, problem) => {
  await open('/');
  await page.route('**/graphql', (route) =>
    body === null ? route.abort() : route.fulfill({ status: 502, contentType: 'text/html', body }),
  );
  await page.getByRole('link', { name: 'Counterparties' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain(problem);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  // The failures are what is tested.
  faults = faults.filter((fault) => !/502|ERR_FAILED|ServiceError/.test(fault));
});

describe('figures', () => {
  test('are the strings of the API: net worth, cost, gains; by hand: 3,000 + 20 + 30 + 100 gained', async () => {
    await open(`/?w=${trader}`);
    const answer = z
      .object({ data: z.object({ totals: z.record(z.string(), z.string()) }) })
      .parse(
        await ask(
          'query ($w: [Address!]!) { totals(wallets: $w) { netWorth ownValue heldValue debtValue costBasis unrealizedPnl realizedPnl income expenses fees } }',
          { w: [trader] },
        ),
      );
    const { totals } = answer.data;
    expect(totals.realizedPnl).toBe('3150');
    const shown = await page
      .locator('.worth-figure .figure, .stat dd:nth-of-type(1) .figure')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
    const { netWorth, ownValue, heldValue, debtValue, costBasis, unrealizedPnl, realizedPnl } = totals;
    const { income, expenses, fees } = totals;
    expect(shown).toEqual([
      netWorth,
      ...[ownValue, heldValue, debtValue, costBasis, unrealizedPnl, realizedPnl, income, expenses, fees],
    ]);
    expect(await page.locator('[data-value="3150"]').first().textContent()).toBe('+$3,150.00');
  });

  test('in another currency and method stand in the URL, and a link shows the same elsewhere', async () => {
    await open(`/?w=${trader}`);
    await page.getByLabel('Currency').selectOption('ETH');
    await page.getByLabel('Cost method').selectOption('LIFO');
    await settled();
    const link = page.url();
    expect(new URL(link).searchParams.get('cur')).toBe('ETH');
    const before = await textsOf('.stat .figure');
    await page.goto('about:blank');
    await page.goto(link);
    await settled();
    expect(await textsOf('.stat .figure')).toEqual(before);
  });
});

describe('what a figure is of', () => {
  test('prices of the past are said to be in USD, and a holding to be as it was opened', async () => {
    await open(`/transaction/1/0x${'b'.repeat(64)}?cur=ETH`);
    expect(await page.locator('#main').textContent()).toContain('are in USD');
    await page.goto(`${url}/holdings?w=${trader}`);
    await settled();
    await page.locator('tbody th a').first().click();
    await expect.poll(() => page.locator('#lots-title').count()).toBe(1);
    expect(await page.locator('.banner').count()).toBe(0);
    await page.getByLabel('Currency').selectOption('ETH');
    await expect.poll(() => page.locator('.banner').textContent()).toContain('This page is in USD by FIFO');
  });

  test('of wallets that are not registered nothing is said to be in order', async () => {
    await open(`/issues?w=${address(79)}`);
    expect(await textsOf('.empty-title')).toEqual([]);
    expect(await page.locator('.banner').textContent()).toContain('not known yet');
  });

  test('what is hidden is not told by what stands over a figure, either', async () => {
    await open(`/?w=${trader}`);
    const told = (): Promise<unknown> =>
      page.evaluate("[...document.querySelectorAll('.figure[title], .address[title], svg title')].length");
    expect(await told()).toBeGreaterThan(0);
    await page.keyboard.press('p');
    await expect.poll(told).toBe(0);
  });
});

describe('without a mouse', () => {
  test('finds a payment by its hash, opens it, and names the counterparty', async () => {
    await open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect.poll(() => textsOf('h1')).toEqual(['Activity']);
    await settled();
    await page.keyboard.press('/');
    await page.keyboard.type(`0x${'a'.repeat(64)}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf('.row-kind')).toEqual(['Receive']);
    await page.locator('.row-kind').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf('h1')).toEqual(['Receive']);
    const field = page.getByPlaceholder('Your name for it').first();
    await field.focus();
    await page.keyboard.type('My exchange');
    await page.keyboard.press('Enter');
    await expect.poll(() => textsOf('.label-form [role=status]')).toContain('Saved.');
    await expect.poll(() => textsOf('.facts .party')).toContain('My exchange');
  });

  test('adds a wallet and sees it wait, and removes it', async () => {
    const added = address(78);
    await open('/wallets');
    await page.getByLabel('Add wallets').focus();
    await page.keyboard.type(added);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const card = page.locator('.wallet-card', { hasText: added });
    await expect.poll(() => card.locator('.badge').allTextContents()).toEqual(['Waiting for its turn']);
    await expect
      .poll(() => textsOf('.not-whole'))
      .toEqual([
        expect.stringContaining('wallets are still being loaded. Figures are of what is known so far'),
      ]);
    await card.getByRole('button', { name: `Remove ${added}` }).focus();
    await page.keyboard.press('Enter');
    // The focus is at the answer that keeps it; the other one stands before.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => card.count()).toBe(0);
    await expect.poll(() => page.locator('.not-whole').count()).toBe(0);
  });

  test('hides figures with p, and shows the keys with ?', async () => {
    await open('/');
    await page.keyboard.press('p');
    expect(await page.evaluate("document.documentElement.classList.contains('is-private')")).toBe(true);
    await page.keyboard.press('?');
    await expect.poll(() => page.locator('dialog[open] h2').allTextContents()).toEqual(['Keys']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.locator('.wallets-switch summary').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('0x').first().focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.wallets-switch[open]').count()).toBe(0);
    expect(await page.locator('.wallets-switch summary:focus').count()).toBe(1);
  });
});

test('a long list has what is in sight alone in the page, and goes on to its end', async () => {
  await open(`/activity?w=${busy}`);
  const rows = page.locator('.rows > li');
  const positions = (): Promise<number[]> =>
    rows.evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))));
  expect(Math.max(...(await positions()))).toBeLessThan(60);
  await expect
    .poll(
      async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        expect(await rows.count()).toBeLessThanOrEqual(60);
        return Math.max(0, ...(await positions()));
      },
      { timeout: 30_000 },
    )
    .toBe(busyTransactions);
});

test('the list is saved as the CSV of the same filter', async () => {
  await open(`/activity?w=${trader}&kind=SWAP`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const lines: string[] = [];
  for await (const part of await download.createReadStream()) lines.push(String(part));
  const expected = await api.ask('GET', `/wallet/transaction.csv?wallet=${trader}&kind=swap`);
  expect(lines.join('')).toBe(expected.text);
});
