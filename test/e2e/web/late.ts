/** Answers that come late: what was typed meanwhile stays, and whoever has gone on stays there. */
import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { address } from '../../support/records.ts';
import { ask, book, newWallet, open, settled, short, textsOf, web } from './harness.ts';

/** Holds back a mutation. What is returned lets it go on, or gives an answer in its place, so that nothing is changed. */
async function holdBack(mutation: string): Promise<(data?: object) => Promise<void>> {
  let held: Route | undefined;
  await web.page.route('**/graphql', (route) => {
    if (held === undefined && route.request().postData()?.includes(mutation)) held = route;
    else void route.fallback();
  });
  return async (data) => {
    await expect.poll(() => held !== undefined).toBe(true);
    await (data === undefined ? held?.continue() : held?.fulfill({ json: { data } }));
    await settled();
  };
}

const button = (name: string | RegExp) => web.page.getByRole('button', { name });
const choice = (): string | null => new URL(web.page.url()).searchParams.get('w');
const inSwitch = (own: string) =>
  web.page.locator('.wallet-choice', { has: web.page.locator(`[title="${own}"]`) }).getByRole('checkbox');
const remove = (own: string): Promise<unknown> =>
  web.api.ask('DELETE', `/wallet/manage/${own}/?still_mine=false`);

export function late(): void {
  describe('an answer that comes late', () => {
    test('to wallets that are added: what is typed meanwhile stays, with the focus wherever it is', async () => {
      await open('/wallets');
      const field = web.page.getByLabel('Add wallets');
      await field.fill(address(4_401));
      const goOn = await holdBack('registerWallets');
      await button(/^Add/).click();
      await field.fill('the.next.eth');
      await web.page.getByLabel('Theme').focus();
      await goOn();
      await expect.poll(() => textsOf('.add [role=status]')).toEqual(['1 wallet added: loading begins.']);
      expect(await field.inputValue()).toBe('the.next.eth');
      expect(await web.page.evaluate('document.activeElement.tagName')).toBe('SELECT');
      await expect.poll(() => web.page.locator('.wallet-card', { hasText: address(4_401) }).count()).toBe(1);
      await remove(address(4_401));
    });

    test('to an opening lot: figures that are typed meanwhile stay', async () => {
      await book();
      await open(`/holdings?w=${short}`);
      await web.page.getByRole('link', { name: 'USDC' }).first().click();
      const quantity = web.page.getByLabel('How much');
      await quantity.fill('5');
      await web.page.getByLabel('Acquired on').fill('2023-01-05');
      const goOn = await holdBack('addOpeningLot');
      await button('Add opening lot').click();
      await quantity.fill('7');
      await goOn({ addOpeningLot: { correction: { id: 'late' } } });
      await expect.poll(() => textsOf('.correct > p')).toEqual([expect.stringContaining('Added')]);
      expect(await quantity.inputValue()).toBe('7');
      expect(await web.page.getByLabel('Acquired on').inputValue()).toBe('2023-01-05');
    });

    test('to a correction: the form of another transfer, opened meanwhile, stays with what is typed', async () => {
      await open(`/transaction/1/0x${'b'.repeat(64)}?wallet=${trader}`);
      const correct = button('Correct');
      await correct.first().click();
      await web.page.getByLabel('Price of one, USD').fill('2500');
      const goOn = await holdBack('correctTransfer');
      await button('Correct it').click();
      const why = web.page.getByLabel('Why');
      await correct.nth(1).click();
      await why.fill('As the invoice says');
      await goOn({ correctTransfer: { transfer: null } });
      await expect.poll(() => textsOf('#said')).toEqual([expect.stringContaining('Corrected')]);
      await settled();
      expect(await why.inputValue()).toBe('As the invoice says');
      // And the form that has sent it.
      const goOnAgain = await holdBack('correctTransfer');
      await web.page.getByLabel('Price of one, USD').fill('1');
      await button('Correct it').click();
      await why.fill('As the second invoice says');
      await goOnAgain({ correctTransfer: { transfer: null } });
      await settled();
      expect(await why.inputValue()).toBe('As the second invoice says');
    });

    test('to a name: what is typed meanwhile is not said to be saved', async () => {
      await open(`/transaction/1/0x${'b'.repeat(64)}?wallet=${trader}`);
      const name = web.page.getByPlaceholder('Your name for it');
      await name.fill('The first');
      const goOn = await holdBack('setCustomLabel');
      await button('Save name').click();
      await name.fill('The second');
      await goOn({ setCustomLabel: { counterparties: [] } });
      await button('Save name').waitFor();
      expect(await textsOf('.label-form [role=status]')).toEqual(['']);
      expect(await name.inputValue()).toBe('The second');
      await name.fill('The first');
      expect(await textsOf('.label-form [role=status]')).toEqual(['Saved.']);
    });

    test('to a key that is made: the next one that is typed meanwhile stays, with the focus', async () => {
      const { key } = await web.api.addKey({ scopes: ['read', 'keys'] });
      await web.page.goto(`${web.url}/dev/keys#key=${key}`);
      await settled();
      await web.page.locator('summary', { hasText: 'Make a key' }).click();
      const name = web.page.getByLabel('What it is for');
      await name.fill('The first');
      const goOn = await holdBack('createApiKey');
      await button('Make the key').click();
      await name.fill('The second');
      await goOn({ createApiKey: { key: 'wdk_late_secret', apiKey: { id: 'late', name: 'The first' } } });
      await web.page.locator('.shown-once').waitFor();
      expect(await name.inputValue()).toBe('The second');
      expect(await web.page.evaluate('document.activeElement.value')).toBe('The second');
      await expect.poll(() => textsOf('#said')).toEqual(['The key “The first” is shown.']);
    });

    test('to the first wallets leads nobody away who has gone on, and the other pages know of them', async () => {
      const { key } = await web.api.addKey({ client: 'late', scopes: ['read', 'write'] });
      await web.page.goto(`${web.url}/#key=${key}`);
      await web.page.getByLabel('Add wallets').fill(address(4_402));
      const goOn = await holdBack('registerWallets');
      await button(/^Add/).click();
      await web.page.getByRole('link', { name: 'Developers', exact: true }).click();
      await web.page.getByRole('link', { name: 'Usage', exact: true }).click();
      await expect.poll(() => textsOf('h1')).toEqual(['Usage']);
      await goOn();
      expect(new URL(web.page.url()).pathname).toBe('/dev/usage');
      await web.page.getByRole('link', { name: 'Holdings', exact: true }).click();
      await expect.poll(() => textsOf('h1')).toEqual(['Holdings']);
      await expect.poll(() => web.page.locator('.wallets-switch').count()).toBe(1);
    });

    test('to a webhook that is deleted leads nobody away who has gone on', async () => {
      await ask(
        'mutation { createWebhook(input: { url: "https://hooks.example.com/l" }) { clientMutationId } }',
      );
      await open('/dev/webhooks');
      await web.page.getByRole('link', { name: 'https://hooks.example.com/l' }).click();
      await button('Delete').click();
      const goOn = await holdBack('deleteWebhook');
      await button('Delete the webhook').click();
      await web.page.getByRole('link', { name: 'Usage', exact: true }).click();
      await expect.poll(() => textsOf('h1')).toEqual(['Usage']);
      await goOn();
      await expect.poll(() => textsOf('#said')).toEqual(['The webhook is deleted.']);
      await settled();
      expect(await textsOf('h1')).toEqual(['Usage']);
    });

    test('to a wallet that is removed takes it alone out of what is looked at by then', async () => {
      const { own } = await newWallet(4_403);
      await open(`/wallets?w=${own},${trader}`);
      const card = web.page.locator('.wallet-card', { hasText: own });
      await card.getByRole('button', { name: /^Forget/ }).click();
      const goOn = await holdBack('unregisterWallets');
      await card.getByRole('button', { name: 'Forget', exact: true }).click();
      await web.page.getByRole('link', { name: 'Holdings', exact: true }).click();
      await web.page.locator('.wallets-switch summary').click();
      await inSwitch(short).click();
      await expect.poll(choice).toContain(short);
      const before = choice()?.split(',') ?? [];
      expect(before).toContain(own);
      await goOn();
      await expect.poll(choice).toBe(before.filter((one) => one !== own).join(','));
      expect(await textsOf('h1')).toEqual(['Holdings']);
      // Nor is it offered any more.
      await expect.poll(() => inSwitch(own).count()).toBe(0);
    });
  });
}
