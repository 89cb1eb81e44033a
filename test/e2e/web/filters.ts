/** Filters of Activity as pills, and views that are saved, without a mouse. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { closePage } from '../../support/browser.ts';
import { watchLoading } from '../../support/settled-page.ts';
import { faultsOfAxe, open, settled, textsOf, web } from './harness.ts';
import { tabTo } from './tab-to.ts';

const press = (key: string): Promise<void> => web.page.keyboard.press(key);

export function filters(): void {
  test('filters say what is and what is not, stand in the address, and are saved under a name', async () => {
    await open(`/activity?w=${trader}`);
    const shown = (): Promise<string[]> => textsOf('.row-kind');
    const filter = (): string | null => new URL(web.page.url()).searchParams.get('f');
    // The four transactions of the history, newest first.
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Swap', 'Receive']);
    await tabTo(web.page.locator('summary', { hasText: 'Add a filter' }));
    await press('Enter');
    await tabTo(web.page.getByLabel('Is or is not'));
    await press('ArrowDown');
    await press('Tab');
    await web.page.keyboard.type('Swap');
    await tabTo(web.page.getByRole('button', { name: 'Add', exact: true }));
    await press('Enter');
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Receive']);
    expect(filter()).toBe('kind.not.SWAP');
    expect(await faultsOfAxe()).toEqual([]);
    await tabTo(web.page.locator('summary', { hasText: 'Views' }));
    await press('Enter');
    await tabTo(web.page.getByLabel('Name of the view'));
    await web.page.keyboard.type('No swaps');
    await press('Enter');
    await tabTo(web.page.getByRole('button', { name: 'Kind is not Swap: say is' }), 'Shift+Tab');
    await press('Enter');
    await expect.poll(shown).toEqual(['Swap']);
    await tabTo(web.page.getByRole('button', { name: 'Take away: Kind is Swap' }));
    await press('Enter');
    await expect.poll(async () => [filter(), (await shown()).length]).toEqual([null, 4]);
    await web.page.reload();
    await settled();
    await tabTo(web.page.locator('summary', { hasText: 'Views (1)' }));
    await press('Enter');
    await tabTo(web.page.getByRole('button', { name: 'No swaps', exact: true }));
    await press('Enter');
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Receive']);
    // Nobody's wallets are kept with it.
    expect(await web.page.evaluate("localStorage.getItem('wallet-data:activity-views')")).toBe(
      '[{"name":"No swaps","search":{"f":"kind.not.SWAP"}}]',
    );
    await web.page.evaluate("localStorage.removeItem('wallet-data:activity-views')");
  });

  test('views that another tab saves or removes are shown, and stay', async () => {
    const path = `/activity?w=${trader}`;
    await open(path);
    const other = await web.page.context().newPage();
    try {
      const hasSettled = watchLoading(other);
      await other.goto(`${web.url}${path}#key=${web.api.key}`);
      await hasSettled();
      const save = async (page: Page, name: string): Promise<void> => {
        await page.getByLabel('Name of the view').fill(name);
        await page.getByRole('button', { name: 'Save what is shown' }).click();
      };
      const shown = (page: Page): Promise<string[]> =>
        page.locator('.views li button:first-child').allTextContents();
      for (const page of [web.page, other]) await page.locator('summary', { hasText: 'Views' }).click();
      await save(web.page, 'first');
      await expect.poll(() => shown(other)).toEqual(['first']);
      await save(other, 'second');
      await expect.poll(() => shown(web.page)).toEqual(['first', 'second']);
      await other.getByRole('button', { name: 'Remove the view first' }).click();
      await expect.poll(() => shown(web.page)).toEqual(['second']);
      await save(web.page, 'third');
      await expect.poll(() => shown(other)).toEqual(['second', 'third']);
      await web.page.evaluate("localStorage.removeItem('wallet-data:activity-views')");
      await expect.poll(() => shown(other)).toEqual([]);
      // What cannot be saved leaves its name where it was typed.
      const twenty = Array.from({ length: 20 }, (_, index) => ({ name: `view ${index}`, search: {} }));
      await web.page.evaluate(
        `localStorage.setItem('wallet-data:activity-views', ${JSON.stringify(JSON.stringify(twenty))})`,
      );
      await expect.poll(() => shown(other)).toHaveLength(20);
      await save(other, 'one more');
      expect(await other.locator('.views [role=alert]').textContent()).toContain('There are 20 views');
      expect(await other.getByLabel('Name of the view').inputValue()).toBe('one more');
    } finally {
      await other.evaluate("localStorage.removeItem('wallet-data:activity-views')");
      await closePage(other);
    }
  });
}
