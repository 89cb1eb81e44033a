/** What people do with the pages, by keyboard alone. */
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { trader } from '../../rest/booked-world.ts';
import { usdc } from '../../support/history.ts';
import { address } from '../../support/records.ts';
import {
  ask,
  book,
  busy,
  faultsOfAxe,
  forgive,
  newWallet,
  open,
  settled,
  short,
  textsOf,
  web,
} from './harness.ts';
import { tabTo } from './tab-to.ts';

const waits =
  ' The ledger of 1 of 3 wallets is being booked: gains, costs and lots are as they were before what came last, or not there yet.';

/** Presses the button that has the focus, and does what its dialog asks about. */
async function undoWithKeys(): Promise<void> {
  await web.page.keyboard.press('Enter');
  await web.page.locator('dialog[open] button:focus', { hasText: 'Keep it' }).waitFor();
  await web.page.keyboard.press('Shift+Tab');
  await web.page.keyboard.press('Enter');
}

/** Of one in force, by its place in the list. */
async function idOfCorrection(wallet: string, place: number): Promise<string> {
  const answer = await ask(
    'query ($wallets: [Address!]!) { corrections(wallets: $wallets, first: 50) { nodes { id } } }',
    { wallets: [wallet] },
  );
  const shape = z.object({
    data: z.object({ corrections: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
  });
  return shape.parse(answer).data.corrections.nodes[place]?.id ?? '';
}

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
      await tabTo(web.page.locator('.row-kind'));
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('h1')).toEqual(['Receive']);
      // It is told to who listens, though another heading stood there while it was loaded.
      await expect.poll(() => web.page.locator('h1:focus').count()).toBe(1);
      const field = web.page.getByPlaceholder('Your name for it').first();
      await tabTo(field);
      await web.page.keyboard.type('My exchange');
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('.label-form [role=status]')).toContain('Saved.');
      await expect.poll(() => textsOf('.facts .party')).toContain('My exchange');
    });

    test('corrects a price, sees the figure move, and undoes it', async () => {
      const realised = web.page.locator('[data-figure=realizedPnl] .figure');
      const moved = async (): Promise<(string | null)[]> =>
        realised.evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('data-value')),
        );
      await open(`/transaction/1/0x${'d'.repeat(64)}?wallet=${trader}`);
      await tabTo(web.page.getByRole('button', { name: 'Correct' }).first());
      await web.page.keyboard.press('Enter');
      // The focus is in the form, at its first field.
      await web.page.keyboard.press('Tab');
      // 0.1 ETH was worth 200 at 2,000; at 2,500 it is 250.
      await web.page.keyboard.press('Enter');
      await expect
        .poll(() => textsOf('.correct [role=alert]'))
        .toEqual([expect.stringContaining('Nothing is stated yet')]);
      await web.page.keyboard.type('2,5');
      // Nothing is sent: the focus stays in the field, which says why.
      await web.page.keyboard.press('Enter');
      expect(await web.page.locator('.correct input:invalid:focus').count()).toBe(1);
      await expect.poll(() => textsOf('.correct .problem')).toContain('Write 2.5, with a point.');
      await web.page.keyboard.press('Control+a');
      await web.page.keyboard.type('2500');
      await expect.poll(() => web.page.locator('.preview [data-value="250"]').count()).toBe(1);
      // It cost 100, so that it would gain 150 instead of 100: 3,150 would be 3,200. Nothing is stored yet.
      await expect.poll(moved).toEqual(['3150', '3200', '50']);
      expect(await web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
      // The form is gone: the focus is at its row, and what was done is said.
      const hasFocus = web.page.locator('tbody th:focus');
      await expect.poll(() => hasFocus.count()).toBe(1);
      expect(await textsOf('#said')).toEqual(['Corrected: the ledger is booked again with it.']);
      await expect.poll(() => textsOf('.facts dd')).toContain('$250.00 at the price that you say');
      // Every page says that the ledger is not booked yet.
      await expect.poll(() => textsOf('.booking')).toEqual([waits]);
      await book();
      await expect.poll(moved).toEqual(['3150', '3200', '50']);
      await expect.poll(() => textsOf('.booking')).toEqual([]);
      await tabTo(web.page.getByRole('button', { name: /^Undo/ }));
      await web.page.keyboard.press('Enter');
      // What that would move is told before, as the correction was.
      const told = web.page.locator('dialog [data-figure=realizedPnl] .figure:visible');
      const figures = () => told.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
      await expect.poll(figures).toEqual(['3200', '3150', '-50']);
      expect(await faultsOfAxe()).toEqual([]);
      // The focus is at the answer that keeps it, and comes back to where it was.
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('button[aria-haspopup=dialog]:focus').count()).toBe(1);
      await undoWithKeys();
      await expect.poll(() => web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
      await expect.poll(() => hasFocus.count()).toBe(1);
      expect(await textsOf('#said')).toEqual(['Undone: the ledger is booked again without your correction.']);
      await book();
      await expect.poll(moved).toEqual(['3200', '3150', '-50']);
    });

    test('says what was there before the known history, and the holding has its cost', async () => {
      await book();
      await open(`/holdings?w=${short}`);
      await tabTo(web.page.locator('tbody th a', { hasText: 'USDC' }));
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('#opening-title').count()).toBe(1);
      expect(await faultsOfAxe()).toEqual([]);
      await tabTo(web.page.getByLabel('How much'));
      await web.page.keyboard.type('12');
      await web.page.keyboard.press('Tab');
      await web.page.keyboard.type('01012016');
      await tabTo(web.page.getByLabel('Its cost in all, USD'));
      await web.page.keyboard.type('24');
      // The service adds it, and its answer is lost on the way.
      await web.page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('openingLotMutation') !== true) return route.fallback();
        await route.fetch();
        return route.abort();
      });
      await web.page.keyboard.press('Enter');
      await expect
        .poll(() => textsOf('.banner [role=alert]'))
        .toEqual(['No answer came. Press again: what was added is not added twice.']);
      await web.page.unroute('**/graphql');
      // That no answer came is what is tested.
      forgive(/ERR_FAILED|ServiceError/);
      await web.page.keyboard.press('Enter');
      await expect.poll(() => web.page.locator('.banner form > p:has-text("Added")').count()).toBe(1);
      await book();
      // 12 − 5 are left, of which each cost 2.
      await expect.poll(() => web.page.locator('#opening-title').count(), { timeout: 20_000 }).toBe(0);
      const lot = web.page.locator('section[aria-labelledby=lots-title] tbody .figure:visible');
      expect(await lot.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')))).toEqual([
        ...['7', '2', '14'],
      ]);
      await open(`/corrections?w=${short}`);
      expect(await textsOf('.issue h3')).toEqual(['Opening lot of USDC']);
      expect(await textsOf('.issue > p:first-of-type')).toEqual([
        '12 USDC, acquired on 2016-01-01, was there before the known history. It cost $24.00 in all.',
      ]);
      await web.page.getByRole('link', { name: 'The holding' }).waitFor();
      await tabTo(web.page.getByRole('button', { name: 'Undo: opening lot of USDC' }));
      await undoWithKeys();
      await expect.poll(() => textsOf('.empty-title')).toEqual(['There are no corrections.']);
      // The list is gone with its last row.
      await expect.poll(() => textsOf(':focus')).toEqual(['Corrections']);
      await tabTo(web.page.getByLabel('Undone and replaced ones, too'));
      await web.page.keyboard.press('Space');
      await expect.poll(() => textsOf('.issue .badge')).toEqual(['Undone']);
      expect(await textsOf('.issue .meta')).toContainEqual(expect.stringMatching(/ · undone .* by /));
      // In a switch no letter is typed: the keys lead on.
      await web.page.keyboard.press('g');
      await web.page.keyboard.press('i');
      await expect.poll(() => textsOf('h1')).toEqual(['Issues']);
      await book();
    });

    test('a long list of corrections goes on at its first new row, and behind one that is undone', async () => {
      const { own } = await newWallet(8_300);
      const lot = { wallet: own, chainId: 1, tokenAddress: usdc, quantity: '0.1' };
      const days = Array.from({ length: 52 }, (_, day) => new Date(day * 86_400_000).toISOString());
      for (const acquiredAt of days) {
        await ask(
          'mutation ($input: AddOpeningLotInput!) { addOpeningLot(input: $input) { clientMutationId } }',
          {
            input: { ...lot, acquiredAt: `${acquiredAt.slice(0, 19)}Z` },
          },
        );
      }
      const rows = web.page.locator('.issue');
      const place = (): Promise<number> =>
        rows.evaluateAll((all) => all.findIndex((one) => one.contains(document.activeElement)));
      await open(`/corrections?w=${own}`);
      await expect.poll(() => rows.count()).toBe(50);
      await web.page.getByRole('button', { name: 'Show more of 52' }).focus();
      await web.page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBe(52);
      await expect.poll(place).toBe(50);
      expect(await textsOf('#said')).toEqual(['2 more, 52 of 52.']);
      const following = (await rows.nth(21).textContent()) ?? '';
      const undo = () => rows.nth(20).getByRole('button', { name: /^Undo/ }).focus();
      await undo();
      await undoWithKeys();
      await expect.poll(() => rows.count()).toBe(51);
      await expect.poll(place).toBe(20);
      expect(await rows.nth(20).textContent()).toBe(following);
      // Back leads to all rows that were loaded, where one was.
      const top = () => rows.nth(20).evaluate((one) => Math.round(one.getBoundingClientRect().top));
      const before = await top();
      await web.page.keyboard.press('g');
      await web.page.keyboard.press('i');
      await expect.poll(() => textsOf('h1')).toEqual(['Issues']);
      await settled();
      await web.page.goBack();
      await expect.poll(() => textsOf('h1')).toEqual(['Corrections']);
      await settled();
      await expect.poll(async () => [await rows.count(), await top()]).toEqual([51, before]);
      // Somebody else is sooner with the next one.
      const id = await idOfCorrection(own, 20);
      await ask('mutation ($id: ID!) { undoCorrection(input: { id: $id }) { isChanged } }', { id });
      await undo();
      await undoWithKeys();
      await expect.poll(() => rows.count()).toBe(50);
      expect(await textsOf('#said')).toEqual(['It had been undone already.']);
      expect(await textsOf('.page > .banner')).toEqual(['It had been undone already.']);
      await web.api.ask('DELETE', `/wallet/manage/${own}/`);
    });

    test('goes from issue to issue with n, what most money hangs on first', async () => {
      await open(`/issues?w=${trader}`);
      await web.page.keyboard.press('n');
      expect(await web.page.locator('.issue:focus').count()).toBe(1);
      await web.page.keyboard.press('n');
      const place = await web.page
        .locator('.issue')
        .evaluateAll((all) => all.findIndex((one) => one.matches(':focus')));
      expect(place).toBe(Math.min(1, (await web.page.locator('.issue').count()) - 1));
      const stakes = await web.page
        .locator('.issue:not(:has(.badge:text-is("Nothing to do"))) .issue-ways > span:first-child .figure')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-value') ?? ''));
      const known = stakes.filter((value) => value !== '');
      expect(stakes).toEqual([
        ...known.toSorted((left, right) => new Decimal(right).cmp(left)),
        ...stakes.filter((value) => value === ''),
      ]);
      // What a person reads speaks of buttons of the page, and says why a stake is not known.
      const texts = await textsOf('.issue');
      expect(texts.filter((text) => /correctTransfer|addOpeningLot|\/wallet\/|#\d{14}/.test(text))).toEqual(
        [],
      );
      expect(texts.filter((text) => /At stake: (not known: |\$|<)/.test(text)).length).toBe(texts.length);
    });

    test('mends an issue of a price where it stands, and goes on to the next', async () => {
      await open(`/issues?w=${busy}`);
      const count = async (): Promise<number> =>
        Number.parseInt((await textsOf('.card > [role=status]'))[0] ?? '', 10);
      const before = await count();
      // What lacks a cost has a stake that is known, stands before it, and has another form.
      const at = (await textsOf('.issue .badge')).findIndex((badge) => badge.startsWith('Unpriced'));
      for (let place = 0; place <= at; place += 1) await web.page.keyboard.press('n');
      const issue = web.page.locator('.issue').nth(at);
      expect(await issue.evaluate((one) => one === document.activeElement)).toBe(true);
      await tabTo(issue.getByRole('button', { name: 'Mend it' }));
      await web.page.keyboard.press('Enter');
      // The focus is at the first field of the form, before the price.
      await web.page.keyboard.press('Tab');
      await web.page.keyboard.type('2');
      await web.page.keyboard.press('Enter');
      await expect.poll(() => textsOf('.issue form, .issue .problem')).toEqual([]);
      expect(await issue.evaluate((one) => one === document.activeElement)).toBe(true);
      await book();
      await expect.poll(count).toBe(before - 1);
      // The issue is gone with its row, and the next one has the focus.
      await expect.poll(() => web.page.locator('.issue:focus').count()).toBe(1);
      await web.page.keyboard.press('n');
      await expect.poll(() => web.page.locator('.issue:focus').count()).toBe(1);
    });

    test('who runs the service loads a wallet anew; nobody else is shown how', async () => {
      await open('/wallets');
      const { own: again, store } = await newWallet(79);
      await store(2_000);
      expect(await web.page.getByRole('button', { name: /^Reload/ }).count()).toBe(0);
      const { key } = await web.api.addKey({ scopes: ['read', 'write', 'admin'] });
      await web.page.evaluate(`location.hash = 'key=${key}'`);
      const phases = () =>
        web.page.locator('.wallet-card', { hasText: again }).locator('.badge').allTextContents();
      await expect.poll(phases).toEqual(['Following the chain']);
      await tabTo(web.page.getByRole('button', { name: `Reload ${again}` }));
      await web.page.keyboard.press('Enter');
      // The focus is at the answer that keeps it; the other one stands before.
      await web.page.keyboard.press('Shift+Tab');
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.keyboard.press('Enter');
      await expect.poll(phases).toEqual(['Waiting for its turn']);
      await web.api.ask('DELETE', `/wallet/manage/${again}/?still_mine=false`);
    });

    test('adds a wallet and sees it wait, and removes it', async () => {
      const added = address(78);
      await open('/wallets');
      await tabTo(web.page.getByLabel('Add wallets'));
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
      await tabTo(card.getByRole('button', { name: `Remove ${added}` }));
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
      await tabTo(menu);
      await web.page.keyboard.press('Enter');
      await reports.waitFor();
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.keyboard.press('Escape');
      await expect.poll(() => reports.count()).toBe(0);
      expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true);
      await web.page.keyboard.press('Enter');
      await tabTo(reports);
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
      await tabTo(web.page.locator('.wallets-switch summary'));
      await web.page.keyboard.press('Enter');
      await web.page.keyboard.press('Tab');
      await web.page.keyboard.press('Escape');
      await expect.poll(() => web.page.locator('.wallets-switch[open]').count()).toBe(0);
      expect(await web.page.locator('.wallets-switch summary:focus').count()).toBe(1);
    });
  });
}
