/** What people do with the pages, by keyboard alone. */
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { address } from '../../support/records.ts';
import { book, faultsOfAxe, open, settled, short, textsOf, web } from './harness.ts';

export function withoutMouse(): void {
  describe('without a mouse', () => {
    test('finds a payment by its hash, opens it, and names the counterparty', async () => {
      await open('/');
      await web.page.keyboard.press('g');
      await web.page.keyboard.press('a');
      await expect.poll(() => textsOf('h1')).toEqual(['Activity']);
      await settled();
      await web.page.keyboard.press('/');
      await web.page.keyboard.type(`0x${'a'.repeat(64)}`);
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('.row-kind')).toEqual(['Receive']);
      await web.page.locator('.row-kind').focus();
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('h1')).toEqual(['Receive']);
      const field = web.page.getByPlaceholder('Your name for it').first();
      await field.focus();
      await web.page.keyboard.type('My exchange');
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('.label-form [role=status]')).toContain('Saved.');
      await expect.poll(() => textsOf('.facts .party')).toContain('My exchange');
    });

    test('corrects a price, sees the figure move, and undoes it', async () => {
      const realised = web.page.locator('[data-figure=realizedPnl] .figure');
      const moved = async (): Promise<(string | null)[]> =>
        realised.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
      await open(`/transaction/1/0x${'d'.repeat(64)}?wallet=${trader}`);
      await web.page.getByRole('button', { name: 'Correct' }).first().focus();
      await web.page.keyboard.press('Enter');
      await web.page.getByLabel('Price of one, USD').focus();
      // 0.1 ETH was worth 200 at 2,000; at 2,500 it is 250.
      await web.page.keyboard.type('2500');
      await expect.poll(() => web.page.locator('.preview [data-value="250"]').count()).toBe(1);
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
      await book();
      // It cost 100, so that it gained 150 instead of 100: 3,150 is 3,200.
      await expect.poll(moved, { timeout: 15_000 }).toEqual(['3150', '3200', '50']);
      await web.page.getByRole('button', { name: /^Undo/ }).focus();
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
      await book();
      await expect.poll(moved, { timeout: 15_000 }).toEqual(['3200', '3150', '-50']);
    });

    test('says what was there before the known history, and the holding has its cost', async () => {
      await book();
      await open(`/holdings?w=${short}`);
      await web.page.locator('tbody th a', { hasText: 'USDC' }).focus();
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('#opening-title').count()).toBe(1);
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.getByLabel('How much').fill('12');
      await web.page.getByLabel('Acquired on').fill('2016-01-01');
      await web.page.getByLabel('Its cost in all, USD').fill('24');
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('.banner [role=status]').count()).toBe(1);
      await book();
      // 12 − 5 are left, of which each cost 2.
      await expect.poll(() => web.page.locator('#opening-title').count(), { timeout: 20_000 }).toBe(0);
      const lot = web.page.locator('section[aria-labelledby=lots-title] tbody .figure');
      expect(await lot.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')))).toEqual([
        ...['7', '2', '14'],
      ]);
    });

    test('goes from issue to issue with n, and mends one on the spot', async () => {
      await open(`/issues?w=${trader}`);
      await web.page.keyboard.press('n');
      expect(await web.page.locator('.issue:focus').count()).toBe(1);
      await web.page.keyboard.press('n');
      const place = await web.page
        .locator('.issue')
        .evaluateAll((all) => all.findIndex((one) => one.matches(':focus')));
      expect(place).toBe(Math.min(1, (await web.page.locator('.issue').count()) - 1));
      const stakes = await web.page
        .locator('.issue-ways > span:first-child .figure')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-value') ?? ''));
      const known = stakes.filter((value) => value !== '');
      expect(stakes).toEqual([
        ...known.toSorted((left, right) => new Decimal(right).cmp(left)),
        ...stakes.filter((value) => value === ''),
      ]);
    });

    test('adds a wallet and sees it wait, and removes it', async () => {
      const added = address(78);
      await open('/wallets');
      await web.page.getByLabel('Add wallets').focus();
      await web.page.keyboard.type(added);
      await web.page.keyboard.press('Tab');
      await web.page.keyboard.press('Enter');
      const card = web.page.locator('.wallet-card', { hasText: added });
      await expect.poll(() => card.locator('.badge').allTextContents()).toEqual(['Waiting for its turn']);
      await expect.poll(() => textsOf('.add [role=status]')).toEqual(['1 wallet added: loading begins.']);
      expect(await textsOf('.add :focus')).toEqual(['']);
      await expect
        .poll(() => textsOf('.not-whole'))
        .toEqual([
          expect.stringContaining(
            '1 of 4 wallets is still being loaded. Figures are of what is known so far',
          ),
        ]);
      await card.getByRole('button', { name: `Remove ${added}` }).focus();
      await web.page.keyboard.press('Enter');
      // The focus is at the answer that keeps it; the other one stands before.
      await web.page.keyboard.press('Shift+Tab');
      await web.page.keyboard.press('Enter');
      await expect.poll(() => card.count()).toBe(0);
      await expect.poll(() => web.page.locator('.not-whole').count()).toBe(0);
    });

    test('finds every page in the menu of a narrow window, and in the palette', async () => {
      await web.page.setViewportSize({ width: 390, height: 844 });
      await open('/');
      const reports = web.page.getByRole('link', { name: 'Reports' });
      const menu = web.page.getByRole('button', { name: 'Menu' });
      expect(await reports.count()).toBe(0);
      await menu.focus();
      await web.page.keyboard.press('Enter');
      await reports.waitFor();
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.keyboard.press('Escape');
      await expect.poll(() => reports.count()).toBe(0);
      expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
      await web.page.keyboard.press('Enter');
      await reports.focus();
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('h1')).toEqual(['Reports']);
      await expect.poll(() => reports.count()).toBe(0);
      await web.page.keyboard.press('Control+k');
      await web.page.getByRole('option', { name: 'Wallets', exact: true }).waitFor();
    });

    test('hides figures with p, and shows the keys with ?', async () => {
      await open('/');
      await web.page.keyboard.press('p');
      expect(await web.page.evaluate("document.documentElement.classList.contains('is-private')")).toBe(true);
      await web.page.keyboard.press('?');
      await expect.poll(() => web.page.locator('dialog[open] h2').allTextContents()).toEqual(['Keys']);
      await web.page.keyboard.press('Escape');
      await expect.poll(() => web.page.locator('dialog[open]').count()).toBe(0);
      await web.page.locator('.wallets-switch summary').focus();
      await web.page.keyboard.press('Enter');
      await web.page.getByLabel('0x').first().focus();
      await web.page.keyboard.press('Escape');
      await expect.poll(() => web.page.locator('.wallets-switch[open]').count()).toBe(0);
      expect(await web.page.locator('.wallets-switch summary:focus').count()).toBe(1);
    });
  });
}
