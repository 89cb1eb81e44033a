/** The pages for people in a real browser: they have to say what the API says, be of use without a mouse or eyes, and ask nobody else for anything. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { trader } from '../rest/booked-world.ts';
import { compare } from './web/compare.ts';
import { figures } from './web/figures.ts';
import { filters } from './web/filters.ts';
import { ask, faultsOfAxe, forgive, open, settled, textsOf, useWeb, web } from './web/harness.ts';
import { withoutMouse } from './web/keyboard.ts';
import { late } from './web/late.ts';
import { lists } from './web/lists.ts';
import { expectEveryLookRight } from './web/looks.ts';
import { palette } from './web/palette.ts';
import { reporting } from './web/reporting.ts';
import { summary } from './web/summary.ts';
import { figuresUnlike, listenToApi } from './web/told-figures.ts';
import { wrong } from './web/wrong.ts';

useWeb();

const pages = [
  '/',
  '/holdings',
  '/activity',
  '/held',
  '/nfts',
  '/reports',
  '/counterparties',
  '/issues',
  '/corrections',
  '/summary',
  '/wallets',
  '/nothing-here',
] as const;

describe('every page', () => {
  test('wide and narrow, light and dark, shown and hidden: axe finds nothing, nothing is wider than the window, figures are the strings of the API', async () => {
    await open('/');
    const ids = z
      .object({
        data: z.object({ tokenBalances: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
      })
      .parse(
        await ask('query ($w: [Address!]!) { tokenBalances(wallets: $w) { nodes { id } } }', { w: [trader] }),
      );
    const holding = `/holding/${encodeURIComponent(ids.data.tokenBalances.nodes[0]?.id ?? '')}`;
    const sale = `/transaction/1/0x${'b'.repeat(64)}`;
    let compared = 0;
    for (const path of [...pages.filter((one) => one !== '/nothing-here'), holding, sale]) {
      const told = listenToApi();
      await web.page.goto(`${web.url}${path}?w=${trader}`);
      await settled();
      const texts = await told();
      await expectEveryLookRight(web.page, path, async () => {
        const wrong = await figuresUnlike(texts);
        compared += wrong.compared;
        expect([path, wrong.faults]).toEqual([path, []]);
      });
    }
    // Else nothing was compared.
    expect(compared).toBeGreaterThan(200);
  }, 300_000);

  test('without a key there is one field for it; a wrong one is refused and asked for again', async () => {
    await web.page.goto(`${web.url}/holdings`);
    await web.page.getByLabel('API key').fill('wdk_nobody');
    await web.page.keyboard.press('Enter');
    await expect
      .poll(() => web.page.getByRole('alert').allTextContents())
      .toEqual(['The API key is not valid: it is mistyped, revoked, expired or unknown.']);
    await web.page.getByLabel('API key').fill('wdk_…');
    await web.page.keyboard.press('Enter');
    await expect.poll(() => web.page.getByRole('alert').textContent()).toContain('Was it copied whole?');
    await web.page.getByLabel('API key').fill(web.api.key);
    await web.page.keyboard.press('Enter');
    await settled();
    expect(await textsOf('h1')).toEqual(['Holdings']);
    // The refusal is what is tested.
    forgive(/401/);
  });
});

test('the key of a link that is opened in a tab which is here already leaves the address, too', async () => {
  await open('/');
  await web.page.evaluate(`location.hash = 'key=${web.api.key}'`);
  await expect.poll(() => web.page.url()).toBe(`${web.url}/`);
});

test.each([
  ['nothing answers', null, 'The service cannot be reached. Is it running?'],
  ['a proxy answers for it', '<html>', 'Instead of the service something else answered (502).'],
])('%s: the page says so, and trying again asks again', async (_, body, problem) => {
  await open('/');
  await web.page.route('**/graphql', (route) =>
    body === null ? route.abort() : route.fulfill({ status: 502, contentType: 'text/html', body }),
  );
  await web.page.getByRole('link', { name: 'Counterparties' }).click();
  await expect.poll(() => web.page.getByRole('alert').textContent()).toContain(problem);
  await web.page.unroute('**/graphql');
  await web.page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => web.page.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await web.page.getByRole('alert').count()).toBe(0);
  // The failures are what is tested.
  forgive(/502|ERR_FAILED|ServiceError/);
});

test('without a connection the page stays, says so, and goes on when there is one', async () => {
  await open(`/holdings?w=${trader}`);
  // The scripts of the other pages come when there is nothing else to do.
  const scripts = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
  await expect.poll(() => web.page.evaluate(scripts)).toMatch(/counterparties-[^,]*\.js/);
  const context = web.page.context();
  await context.setOffline(true);
  try {
    await expect
      .poll(() => textsOf('main > [role=status]'))
      .toContainEqual(expect.stringContaining('is offline'));
    expect(await web.page.locator('tbody tr').count()).toBeGreaterThan(0);
    expect(await faultsOfAxe()).toEqual([]);
    await web.page.getByRole('link', { name: 'Counterparties' }).click();
    await expect.poll(() => web.page.getByRole('alert').textContent()).toContain('This device is offline');
  } finally {
    await context.setOffline(false);
  }
  await web.page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => web.page.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await textsOf('main > [role=status]')).toEqual(['']);
  // The failures are what is tested.
  forgive(/ERR_INTERNET_DISCONNECTED|ServiceError|Failed to fetch/);
});

test('a wallet that is behind the chain, and one that could not be loaded, are told above the figures', async () => {
  const phases = ['STALE', 'FAILED'];
  await web.page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query frameWalletsQuery')) return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    return route.fulfill({ response, body: text.replace(/FOLLOWING/g, (phase) => phases.shift() ?? phase) });
  });
  await open('/');
  expect(await textsOf('.not-whole')).toEqual([
    '1 of 3 wallets could not be loaded on every chain. 1 of 3 wallets is behind the chain. Figures are of what is known so far. How far they are',
  ]);
  expect(await faultsOfAxe()).toEqual([]);
});

test('how long a page takes that was here already, printed', async () => {
  const keys = { h: 'Holdings', a: 'Activity', c: 'Counterparties', i: 'Issues', o: 'Overview' };
  await open(`/?w=${trader}`);
  const visit = `(async () => {
    const took = {};
    for (const [key, title] of Object.entries(${JSON.stringify(keys)})) {
      const from = performance.now();
      for (const one of ['g', key]) document.dispatchEvent(new KeyboardEvent('keydown', { key: one, bubbles: true }));
      const isThere = () => document.querySelector('h1')?.textContent === title && !document.querySelector('.skeleton');
      while (!isThere()) await new Promise(requestAnimationFrame);
      took[title] = Math.round(performance.now() - from);
    }
    return took;
  })()`;
  const first = await web.page.evaluate(visit);
  const again = await web.page.evaluate(visit);
  console.log('route change, ms, first and from cache:', first, again);
  expect(Object.keys(again ?? {})).toEqual(Object.values(keys));
});

figures();
withoutMouse();
palette();
lists();
filters();
wrong();
late();
reporting();
summary();
compare();
