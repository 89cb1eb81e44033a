/** Filters of Activity as pills, and views that are saved, without a mouse. */
import { expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
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
  });
}
