/** Figures are the strings of the API, and what they are of is said. */
import { Decimal } from 'decimal.js';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { trader } from '../../rest/booked-world.ts';
import { closePage } from '../../support/browser.ts';
import { address } from '../../support/records.ts';
import { watchLoading } from '../../support/settled-page.ts';
import { ask, open, settled, storeCrossing, textsOf, web } from './harness.ts';
import { tabTo } from './tab-to.ts';

/** What a page says: headings, what is chosen, figures with all their digits. */
const saysOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    "[...document.querySelectorAll('h1, select, .figure, .row-kind, [aria-pressed=true]')].map((one) => one.value ?? one.dataset.value ?? one.textContent)",
  );

/** A tab of its own knows nothing of this one but the link, and the key. */
async function expectTheSameElsewhere(): Promise<void> {
  const before = await saysOf(web.page);
  const other = await web.page.context().newPage();
  try {
    const hasSettled = watchLoading(other);
    await other.goto(`${web.page.url()}#key=${web.api.key}`);
    await hasSettled();
    expect(await saysOf(other)).toEqual(before);
  } finally {
    await closePage(other);
  }
}

export function figures(): void {
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
      const shown = await web.page
        .locator('.worth-figure .figure, .stat dd:nth-of-type(1) .figure')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
      const { netWorth, ownValue, heldValue, debtValue, costBasis, unrealizedPnl, realizedPnl } = totals;
      const { income, expenses, fees } = totals;
      expect(shown).toEqual([
        netWorth,
        ...[ownValue, heldValue, debtValue, costBasis, unrealizedPnl, realizedPnl, income, expenses, fees],
      ]);
      expect(await web.page.locator('[data-value="3150"]').first().textContent()).toBe('+$3,150.00');
    });

    test('in another currency and method stand in the URL, and a link shows the same elsewhere', async () => {
      await open(`/?w=${trader}`);
      await web.page.getByLabel('Currency').selectOption('ETH');
      await web.page.getByLabel('Cost method').selectOption('LIFO');
      await settled();
      expect(new URL(web.page.url()).searchParams.get('cur')).toBe('ETH');
      await expectTheSameElsewhere();
    });

    test.each([
      `/?w=${trader}&period=YEAR&by=chain`,
      `/holdings?w=${trader}&cur=ETH&order=TOKEN&zero=true&spam=true`,
      `/activity?w=${trader}&f=kind.not.SWAP&spam=true`,
      `/counterparties?w=${trader}&cur=ETH`,
    ])('%s shows the same to whoever has the link', async (path) => {
      await open(path);
      expect(await web.page.locator('main .figure').count()).toBeGreaterThan(2);
      await expectTheSameElsewhere();
    });

    test('what is shown of the holdings, and in which order, stands in the URL', async () => {
      await open(`/holdings?w=${trader}`);
      await web.page.getByLabel('Order').selectOption('By token');
      await web.page.getByLabel('Balances of 0').check();
      await expect.poll(() => new URL(web.page.url()).search).toBe(`?w=${trader}&order=TOKEN&zero=true`);
    });
  });

  describe('how the net worth came to be', () => {
    const figures = (column: string): Promise<(string | null)[]> =>
      web.page
        .locator(`.bridge tr ${column}`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));

    test("by hand: 2,000 came, 3,150 realised, a failed call of 50; the parts are the API's and add up exactly", async () => {
      await open(`/?w=${trader}`);
      const { totals } = z.object({ data: z.object({ totals: z.record(z.string(), z.string()) }) }).parse(
        await ask('query ($w: [Address!]!) { totals(wallets: $w) { netWorth unrealizedPnl expenses } }', {
          w: [trader],
        }),
      ).data;
      expect(totals.expenses).toBe('50');
      const values = await figures('.figure');
      const exact = values.map((value) => new Decimal(value ?? 'NaN'));
      const [start, came, went, realised, unrealised, income, expenses] = values;
      // 2 ETH at 1,000; two gains of the sale, one of a fee, one of the dog; 0.02 ETH at 2,500 for nothing.
      expect([start, came, went, realised, income, expenses]).toEqual(['0', '2000', '0', '3150', '0', '-50']);
      expect([unrealised, values.at(-1)]).toEqual([totals.unrealizedPnl, totals.netWorth]);
      expect(Decimal.sum(...exact.slice(0, -1)).toFixed()).toBe(totals.netWorth);
      const cents = (await textsOf('.bridge tr .figure')).map((text) =>
        Number(text.replace('−', '-').replace(/[+$,.]/g, '')),
      );
      expect(cents.slice(0, -1).reduce((sum, value) => sum + value, 0)).toBe(cents.at(-1));
    });

    test('what was unrealised at the beginning of a shorter time is not known, said so, and in the rest', async () => {
      await open(`/?w=${trader}&period=WEEK`);
      await expect
        .poll(() => web.page.locator('[data-part=unrealisedChange]').textContent())
        .toContain('it is in the rest');
      const values = await figures('.figure');
      expect(values[4]).toBe('');
      const known = values.map((value) => new Decimal(value === '' ? 0 : (value ?? 'NaN')));
      expect(Decimal.sum(...known.slice(0, -1)).toFixed()).toBe(values.at(-1));
    });

    test('the allocation is by token, chain or wallet, and the URL says by which', async () => {
      await open(`/?w=${trader}`);
      await web.page.getByRole('button', { name: 'chain' }).click();
      await expect.poll(() => textsOf('.allocation-names bdi')).toEqual(['Ethereum']);
      expect(new URL(web.page.url()).searchParams.get('by')).toBe('chain');
    });
  });

  describe('what a figure is of', () => {
    test('prices of the past are said to be in USD; a holding follows the lens', async () => {
      await open(`/transaction/1/0x${'b'.repeat(64)}?cur=ETH`);
      expect(await web.page.locator('#main').textContent()).toContain('are in USD');
      await web.page.goto(`${web.url}/holdings?w=${trader}`);
      await settled();
      await web.page.locator('tbody th a').first().click();
      await expect.poll(() => web.page.locator('#lots-title').count()).toBe(1);
      await web.page.getByLabel('Currency').selectOption('ETH');
      await web.page.getByLabel('Cost method').selectOption('LIFO');
      await expect
        .poll(() => web.page.locator('#main .meta').first().textContent())
        .toContain('LIFO, in ETH');
    });

    test('a crossing is shown by the name that its bridge gives it', async () => {
      await open(`/transaction/1/0x${'b'.repeat(64)}`);
      const fact = web.page.locator('.facts > div', { hasText: 'Crossing, by its bridge' });
      await expect.poll(() => fact.locator('code').textContent()).toMatch(/^omnibridge:0x00050000a7823d6f/);
    });

    test('a crossing leads to its other end, and back', async () => {
      const ends = await storeCrossing();
      try {
        await open(`/transaction/1/${ends.left}`);
        await web.page.locator('.facts a', { hasText: 'on Ethereum' }).click();
        await expect.poll(() => new URL(web.page.url()).pathname).toBe(`/transaction/1/${ends.arrived}`);
        const fact = web.page.locator('.facts > div', { hasText: 'Left' });
        await expect.poll(() => fact.locator('a').count()).toBe(1);
        await fact.locator('a').click();
        await expect.poll(() => new URL(web.page.url()).pathname).toBe(`/transaction/1/${ends.left}`);
      } finally {
        await ends.remove();
      }
    });

    test('of wallets that are not registered nothing is said to be in order', async () => {
      await open(`/issues?w=${address(79)}`);
      expect(await textsOf('.empty-title')).toEqual([]);
      // They are left out, and what stands below is of the wallets that are.
      expect(await web.page.locator('.banner').allTextContents()).toContainEqual(
        expect.stringMatching(`^Left out of this link:.*${address(79)}`),
      );
    });

    test('a gain is explained down to where it came from: disposal, transaction, lot, transaction', async () => {
      await open(`/holdings?w=${trader}`);
      await tabTo(web.page.locator('tbody th a', { hasText: 'ETH' }).first());
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('#disposals-title').count()).toBe(1);
      await settled();
      // Four: the sale, its fee, the failed call, the dog; the newest first. The sale gained 1.5 × (3,000 − 1,000).
      const gains = web.page.locator(
        'section[aria-labelledby=disposals-title] tbody tr td:last-child .figure',
      );
      const shown = await gains.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
      expect(shown.toSorted()).toEqual(['100', '20', '30', '3000']);
      const ofSale = web.page.locator('section[aria-labelledby=disposals-title] tr', {
        has: web.page.locator('td:last-child [data-value="3000"]'),
      });
      await tabTo(ofSale.locator('th a').first());
      expect(await web.page.locator('.lots .lit').count()).toBe(1);
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('h1')).toEqual(['Swap']);
      const used = web.page.locator('section[aria-labelledby=used-title] tbody tr');
      await expect.poll(() => used.count()).toBeGreaterThan(0);
      await tabTo(used.filter({ has: web.page.locator('[data-value="3000"]') }).locator('th a'));
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('h1')).toEqual(['Receive']);
    });

    test('what is hidden is not told by what stands over a figure, either', async () => {
      await open(`/?w=${trader}`);
      const told = (): Promise<unknown> =>
        web.page.evaluate(
          "[...document.querySelectorAll('.figure:not(.unknown)[title], .address[title], svg title')].length",
        );
      expect(await told()).toBeGreaterThan(0);
      await web.page.keyboard.press('p');
      await expect.poll(told).toBe(0);
      // Nor to who listens: of all that is a figure, readers are left with one word.
      const heard = await web.page
        .locator('main .private')
        .evaluateAll((all) =>
          all.map((one) =>
            [...one.querySelectorAll(':scope > :not([aria-hidden=true])')]
              .map((part) => part.textContent)
              .join(''),
          ),
        );
      expect(heard.length).toBeGreaterThan(20);
      expect([...new Set(heard)]).toEqual(['hidden']);
      expect(
        await web.page
          .locator('main [role=img]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join()),
      ).not.toMatch(/\d/);
    });
  });
}
