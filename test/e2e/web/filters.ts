/** Filters of Activity as pills, and views that are saved, without a mouse. */
import { expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { faultsOfAxe, open, settled, textsOf, web } from './harness.ts';

const press = (key: string): Promise<void> => web.page.keyboard.press(key);

export function filters(): void {
  test('filters say what is and what is not, stand in the address, and are saved under a name', async () => {
    await open(`/activity?w=${trader}`);
    const shown = (): Promise<string[]> => textsOf('.row-kind');
    const filter = (): string | null => new URL(web.page.url()).searchParams.get('f');
    // The four transactions of the history, newest first.
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Swap', 'Receive']);
    await web.page.locator('summary', { hasText: 'Add a filter' }).focus();
    await press('Enter');
    await web.page.getByLabel('Is or is not').selectOption('is not');
    await web.page.getByLabel('Value').selectOption('SWAP');
    await web.page.getByRole('button', { name: 'Add', exact: true }).focus();
    await press('Enter');
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Receive']);
    expect(filter()).toBe('kind.not.SWAP');
    expect(await faultsOfAxe()).toEqual([]);
    await web.page.locator('summary', { hasText: 'Views' }).focus();
    await press('Enter');
    await web.page.getByLabel('Name of the view').fill('No swaps');
    await press('Enter');
    await web.page.getByRole('button', { name: 'Kind is not Swap: say is' }).focus();
    await press('Enter');
    await expect.poll(shown).toEqual(['Swap']);
    await web.page.getByRole('button', { name: 'Take away: Kind is Swap' }).focus();
    await press('Enter');
    await expect.poll(async () => [filter(), (await shown()).length]).toEqual([null, 4]);
    await web.page.reload();
    await settled();
    await web.page.locator('summary', { hasText: 'Views (1)' }).focus();
    await press('Enter');
    await web.page.getByRole('button', { name: 'No swaps', exact: true }).focus();
    await press('Enter');
    await expect.poll(shown).toEqual(['Bought NFT', 'Failed', 'Receive']);
    // Nobody's wallets are kept with it.
    expect(await web.page.evaluate("localStorage.getItem('wallet-data:activity-views')")).toBe(
      '[{"name":"No swaps","search":{"f":"kind.not.SWAP"}}]',
    );
  });
}
