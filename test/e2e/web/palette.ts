/** The palette, the sheet of keys and single keys: what a person does by keyboard alone, wherever they are. */
import { describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { open, settled, textsOf, web } from './harness.ts';
import { tabTo } from './tab-to.ts';

const keys = async (...all: string[]): Promise<void> => {
  for (const one of all) await web.page.keyboard.press(one);
};

export function palette(): void {
  describe('the palette', () => {
    const field = () => web.page.getByRole('combobox', { name: /^Page/ });
    const summon = async (): Promise<void> => {
      await keys('Control+k');
      await field().waitFor();
    };
    const options = () => web.page.locator('.palette [role=option]').allTextContents();

    test('goes to pages, holdings and counterparties; the focus is where it was when it closes', async () => {
      await open(`/?w=${trader}`);
      await tabTo(web.page.getByLabel('Period'));
      await summon();
      expect(await web.page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
      await keys('Escape');
      await expect.poll(() => field().count()).toBe(0);
      expect(await web.page.getByLabel('Period').evaluate((one) => one === document.activeElement)).toBe(
        true,
      );
      await summon();
      await web.page.keyboard.type('usd coin');
      await expect.poll(options).toEqual([expect.stringContaining('USDC')]);
      const active = await field().getAttribute('aria-activedescendant');
      expect(await web.page.locator('.palette [aria-selected=true]').getAttribute('id')).toBe(active);
      await keys('Enter');
      await expect.poll(() => new URL(web.page.url()).pathname).toContain('/holding/');
      await summon();
      await web.page.keyboard.type(`0x${'E'.repeat(40)}`);
      await expect.poll(options).toEqual(expect.arrayContaining([`Transactions with 0x${'e'.repeat(40)}`]));
      await keys('Enter');
      await expect.poll(() => new URL(web.page.url()).searchParams.get('q')).toBe(`0x${'e'.repeat(40)}`);
      // The lens came along.
      expect(new URL(web.page.url()).searchParams.get('w')).toBe(trader);
    });

    test('comes again before it has told that it was closed, and so does the sheet of keys', async () => {
      await open('/dev/keys');
      // The event of its end is a task of its own: what is pressed in the same one comes before it.
      const again = (shown: string, key: string) =>
        web.page.evaluate(
          ([selector, init]) => {
            const dialog = document.querySelector<HTMLDialogElement>(selector);
            return new Promise<boolean>((told) => {
              dialog?.addEventListener('close', () =>
                setTimeout(() => told(document.querySelector(`${selector}[open]`) !== null)),
              );
              dialog?.close();
              document.dispatchEvent(new KeyboardEvent('keydown', init));
            });
          },
          [shown, { key, ctrlKey: key === 'k' }] as const,
        );
      await summon();
      await web.page.keyboard.type('usage');
      expect(await again('dialog.palette', 'k')).toBe(true);
      expect(await field().inputValue()).toBe('');
      await keys('Escape', 'Escape');
      await web.page.locator('h1').focus();
      await keys('?');
      await web.page.getByLabel('Single keys').waitFor();
      expect(await again('dialog.sheet', '?')).toBe(true);
      await keys('Control+k');
      await field().waitFor();
      await keys('Escape', 'Escape');
      await expect.poll(() => web.page.locator('dialog').count()).toBe(0);
    });

    test('says that nothing is called so, and goes round at its ends', async () => {
      await open('/dev/keys');
      await summon();
      await web.page.keyboard.type('no such thing at all');
      await expect
        .poll(() => web.page.locator('.palette [role=status]').textContent())
        .toContain('Nothing is called so.');
      await keys('Enter');
      await field().fill('api keys');
      await expect.poll(options).toEqual(['API keys']);
      await expect.poll(() => textsOf('.palette [role=status]')).toEqual(['1 result ']);
      await field().fill('');
      const all = await options();
      await keys('ArrowUp');
      expect(await web.page.locator('.palette [aria-selected=true]').textContent()).toBe(all.at(-1));
      await keys('ArrowDown');
      expect(await web.page.locator('.palette [aria-selected=true]').textContent()).toBe(all[0]);
    });
  });

  describe('single keys', () => {
    test('move in rows, change period and theme, and can be switched off; none fires in a field', async () => {
      await open(`/activity?w=${trader}`);
      const period = () => new URL(web.page.url()).searchParams.get('period');
      await keys('[');
      await expect.poll(period).toBe('YEAR');
      await keys(']');
      await expect.poll(period).toBe('MAX');
      await expect.poll(() => textsOf('#said')).toEqual(['Period: All time.']);
      await keys('j', 'j', 'k');
      const focused = 'document.activeElement.className';
      expect(await web.page.evaluate(focused)).toContain('row-kind');
      const rows = await web.page.locator('.row-kind').all();
      expect(await rows[0]?.evaluate((one) => one === document.activeElement)).toBe(true);
      const theme = () => web.page.evaluate('document.documentElement.dataset.theme');
      await keys('d');
      expect([await theme(), await textsOf('#said')]).toEqual(['dark', ['Dark.']]);
      await keys('/');
      await web.page.keyboard.type('d[p?');
      expect([await theme(), period(), await web.page.locator('dialog[open]').count()]).toEqual([
        'dark',
        'MAX',
        0,
      ]);
      await web.page.locator('h1').focus();
      await keys('?');
      await web.page.getByLabel('Single keys').uncheck();
      await keys('Escape', 'd', 'g', 'h');
      expect([await theme(), await textsOf('h1')]).toEqual(['dark', ['Activity']]);
      // What is not a single key goes on, and what was chosen lasts.
      await web.page.reload();
      await settled();
      await keys('d', 'Control+k');
      await web.page.getByRole('combobox', { name: /^Page/ }).waitFor();
      expect(await theme()).toBe('dark');
      await web.page.evaluate('localStorage.clear()');
    });
  });
}
