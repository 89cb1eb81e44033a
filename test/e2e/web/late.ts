/** Answers that come late: what was typed meanwhile stays. */
import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { book, open, settled, short, textsOf, web } from './harness.ts';

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

export function late(): void {
  describe('an answer that comes late', () => {
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
  });
}
