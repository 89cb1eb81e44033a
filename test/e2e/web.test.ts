/** The pages for people in a real browser: they have to say what the API says, be of use without a mouse or eyes, and ask nobody else for anything. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { trader } from '../rest/booked-world.ts';
import { figures } from './web/figures.ts';
import { filters } from './web/filters.ts';
import { ask, faultsOfAxe, forgive, open, settled, textsOf, useWeb, web } from './web/harness.ts';
import { withoutMouse } from './web/keyboard.ts';
import { lists } from './web/lists.ts';

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
      await web.page.emulateMedia({ colorScheme: look.scheme });
      await web.page.setViewportSize({ width: look.width, height: 900 });
      await open('/');
      if (look.isPrivate) await web.page.getByRole('button', { name: 'Hide figures' }).click();
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
        await web.page.goto(`${web.url}${path}`);
        await settled();
        expect([path, await faultsOfAxe()]).toEqual([path, []]);
        expect([path, await web.page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual(
          [path, true],
        );
      }
    },
    120_000,
  );

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

figures();
withoutMouse();
lists();
filters();
