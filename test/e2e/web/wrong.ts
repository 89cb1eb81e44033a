/** What is wrong in an address or a field: it is said plainly, or left out with a word; and what is said once is not said of something else. */
import { expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { exchange } from '../../support/history.ts';
import { address } from '../../support/records.ts';
import { ask, busy, busyTransactions, faultsOfAxe, forgive, open, settled, textsOf, web } from './harness.ts';

const unknown = address(4_321);

export function wrong(): void {
  // The parts of each link that cannot be read, in their order.
  test.each([
    ['/?w=0x123', ['w=0x123']],
    [`/holdings?w=${trader},0x12,${unknown}`, ['w=0x12', `w=${unknown}`]],
    ['/?w=5', ['w=5']],
    ['/?cur=XXX&method=LOFO&period=AGES&by=moon', ['cur=XXX', 'method=LOFO', 'period=AGES', 'by=moon']],
    // There is one, and the books are not told in it.
    ['/?cur=EUR', ['cur=EUR']],
    ['/holdings?order=UP&zero=maybe&spam=1', ['order=UP', 'zero=maybe', 'spam=1']],
    ['/activity?kind=FOO&f=since.is.2026-02-31~kind.is.SWAP', ['kind=FOO', 'f=since.is.2026-02-31']],
    [`/transaction/1/0x${'b'.repeat(64)}?wallet=0x1`, ['wallet=0x1']],
    ['/dev/usage?days=13', ['days=13']],
    ['/reports?year=24', ['year=24']],
    ['/corrections?undone=5', ['undone=5']],
    [`/holdings?w=${trader}&order=VALUE&zero=false`, []],
  ])('%s: what is left out is said, and the page is there', async (path, left) => {
    await open(path);
    await expect.poll(() => textsOf('.left-out li code')).toEqual(left);
    for (const line of await textsOf('.left-out li')) expect(line).toMatch(/ Expected: \w.*\.$/);
    expect(await web.page.getByRole('alert').count()).toBe(0);
    expect(await web.page.locator('#main').textContent()).not.toMatch(/Variable|There is no history/);
  });

  test('what was left out of a link is not said of the next page', async () => {
    await open('/?w=0x123');
    await web.page.getByRole('link', { name: 'Holdings' }).click();
    await expect.poll(() => textsOf('h1')).toEqual(['Holdings']);
    await expect.poll(() => web.page.locator('.left-out').count()).toBe(0);
  });

  test.each([
    ['/transaction/1/0x12', 'the hash of one is 0x and 64 hex digits'],
    [`/transaction/x/0x${'b'.repeat(64)}`, 'the id of one is a number'],
    [`/transaction/99999999999/0x${'b'.repeat(64)}`, 'the id of one is a number'],
  ])('%s says what is wrong with it, and asks nothing that cannot help', async (path, said) => {
    await open(path);
    expect(await textsOf('h1')).toEqual(['Transaction']);
    expect(await web.page.locator('.empty').textContent()).toContain(said);
    expect(await web.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  test.each(['/holding/%E0%A4%A', '/%', '/dev/%zz', `/holding/${'a'.repeat(600)}`, '/holdings%00'])(
    '%s cannot be read: the page says that there is none',
    async (path) => {
      await open(path);
      expect(await textsOf('h1')).toEqual([path.length > 500 ? 'Holding' : 'Not found']);
      expect(await web.page.locator('.empty').count()).toBe(1);
      forgive(/404/);
    },
  );

  test('a wallet that is there is not said to be added, and an error goes when its text is changed', async () => {
    await open('/wallets');
    const field = web.page.getByLabel('Add wallets');
    const add = web.page.getByRole('button', { name: /^Add/ });
    await field.fill('0x123');
    await add.click();
    await expect
      .poll(() => textsOf('.add [role=alert]'))
      .toEqual(["'0x123' is not an address: 0x and 40 hex digits are expected"]);
    // The field that is to be changed has the focus, and says why.
    const said = 'document.getElementById(document.activeElement.ariaDescribedByElements[0].id).role';
    expect(await web.page.evaluate(`[document.activeElement.ariaInvalid, ${said}]`)).toEqual([
      'true',
      'alert',
    ]);
    await field.fill(trader);
    expect(await textsOf('.add [role=alert]')).toEqual([]);
    await add.click();
    await expect.poll(() => textsOf('.add [role=status]')).toEqual(['This wallet is there already.']);
    await field.fill(`${trader} ${address(4_322)}`);
    expect(await textsOf('.add [role=status]')).toEqual(['']);
    await add.click();
    await expect
      .poll(() => textsOf('.add [role=status]'))
      .toEqual(['1 wallet added: loading begins. 1 was there already.']);
    const card = web.page.locator('.wallet-card', { hasText: address(4_322) });
    await card.getByRole('button', { name: /^Remove/ }).click();
    // As src/store/sync/unregistrations.ts does it.
    expect(await card.locator('.confirm').textContent()).toContain('loaded and booked as your own');
    await card.getByRole('button', { name: 'Keep' }).click();
    await card.getByRole('button', { name: /^Forget/ }).click();
    expect(await card.locator('.confirm').textContent()).toContain('its corrections are dropped');
    await card.getByRole('button', { name: 'Forget', exact: true }).click();
    await expect.poll(() => card.count()).toBe(0);
    forgive(/400/);
  });

  test('whoever is signed out while a form is open signs in again over the page, and what was typed is there', async () => {
    const { id, key } = await web.api.addKey();
    await web.page.goto(`${web.url}/transaction/1/0x${'d'.repeat(64)}?wallet=${trader}#key=${key}`);
    await settled();
    await web.page.getByRole('button', { name: 'Correct' }).first().click();
    await web.page.getByLabel('Why').fill('As the invoice says');
    await web.page.getByLabel('Price of one, USD').fill('2500');
    await settled();
    await web.api.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
    web.api.authenticator.invalidate();
    await web.page.keyboard.press('Enter');
    const over = web.page.locator('dialog.over');
    await expect.poll(() => over.getByRole('alert').textContent()).toContain('revoked');
    expect(await web.page.evaluate("sessionStorage.getItem('wallet-data:key')")).toBe('');
    expect(await faultsOfAxe()).toEqual([]);
    // Neither what closes dialogs nor the keys of the page lead past it; and a wrong key costs nothing.
    for (const one of ['Escape', 'Escape', 'Control+k']) await web.page.keyboard.press(one);
    expect(await web.page.locator('dialog[open]').count()).toBe(1);
    const signIn = async (by: string): Promise<void> => {
      await over.getByLabel('API key').fill(by);
      await web.page.keyboard.press('Enter');
    };
    // The same key once more: the page asks with it, and so it is said again.
    await signIn(key);
    await expect.poll(() => over.getByRole('alert').textContent()).toContain('revoked');
    await signIn('wdk_nobody');
    await expect.poll(() => over.getByRole('alert').textContent()).toContain('mistyped');
    await signIn(web.api.key);
    await expect
      .poll(() => textsOf('.correct [role=alert]'))
      .toEqual([expect.stringContaining('signed out')]);
    await settled();
    expect(await over.count()).toBe(0);
    expect(await web.page.getByLabel('Why').inputValue()).toBe('As the invoice says');
    expect(await web.page.getByLabel('Price of one, USD').inputValue()).toBe('2500');
    // Nothing was done: no correction is there.
    expect(await web.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    await expect.poll(() => web.page.evaluate('document.activeElement.value')).toBe('2500');
    // The refusals are what is tested.
    forgive(/401|signed out/);
  });

  test('Activity is searched by names, too; where nobody is called so, no list stands below', async () => {
    const input = { address: exchange, name: 'The Bourse' };
    await ask(
      'mutation ($input: SetCustomLabelInput!) { setCustomLabel(input: $input) { clientMutationId } }',
      { input },
    );
    const search = web.page.getByRole('searchbox');
    const find = async (text: string): Promise<void> => {
      await search.fill(text);
      await web.page.keyboard.press('Enter');
      await settled();
    };
    await open(`/activity?w=${trader}`);
    await find('bours');
    // With the exchange there are the sale and the dog.
    await expect.poll(() => web.page.locator('.row-with').allTextContents()).toHaveLength(2);
    expect(new URL(web.page.url()).searchParams.get('q')).toBe('bours');
    await find('nobody at all');
    await expect
      .poll(() => textsOf('.empty-title'))
      .toEqual(['Nobody that these wallets dealt with is called so.']);
    expect(await web.page.locator('.row').count()).toBe(0);
    await find('0x12');
    await expect.poll(() => textsOf('.empty-title')).toEqual(['This is neither an address nor a hash.']);
    await web.page.getByRole('button', { name: 'Without the search' }).click();
    await expect.poll(() => web.page.locator('.row').count()).toBe(4);
  });

  test.each(['/', '/activity'])('%s of several wallets says whose each row is', async (path) => {
    await open(`${path}?w=${trader},${busy}`);
    const whose = await web.page
      .locator('.row .row-what .whose .address')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
    expect(whose.length).toBe(await web.page.locator('.row').count());
    expect(whose.filter((one) => one !== trader && one !== busy)).toEqual([]);
    await open(`${path}?w=${trader}`);
    expect(await web.page.locator('.whose').count()).toBe(0);
  });

  test('paper has all rows that are loaded, one below the other, and nothing to press', async () => {
    await open(`/activity?w=${busy}`);
    const rows = web.page.locator('.rows > li');
    await expect
      .poll(
        async () => {
          await web.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return rows.count();
        },
        { timeout: 30_000 },
      )
      .toBe(busyTransactions);
    await web.page.emulateMedia({ media: 'print' });
    await expect
      .poll(() => rows.evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).position)).size))
      .toBe(1);
    const tops = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toEqual(tops.toSorted((left, right) => left - right));
    expect(await web.page.getByRole('button').count()).toBe(0);
  });

  test('a kind has one name in the list, the choice and the filters; the sheet of keys has the one of the issues, too', async () => {
    await open(`/activity?w=${trader}&f=kind.is.NFT_BUY`);
    expect(await textsOf('.row-kind')).toEqual(['Bought NFT']);
    expect(await web.page.locator('.pill').textContent()).toContain('Bought NFT');
    // Of the choice above the list, and of the form for a filter.
    expect(await textsOf('option[value=NFT_BUY]')).toEqual(['Bought NFT', 'Bought NFT']);
    await web.page.keyboard.press('?');
    await expect.poll(() => textsOf('.sheet dd')).toContainEqual(expect.stringContaining('Next issue'));
  });

  test('Back takes back a choice of what is looked at', async () => {
    await open(`/?w=${trader}`);
    await web.page.getByLabel('Period').selectOption('1 year');
    await expect.poll(() => new URL(web.page.url()).searchParams.get('period')).toBe('YEAR');
    await web.page.goBack();
    await expect.poll(() => web.page.getByLabel('Period').inputValue()).toBe('MAX');
    expect(await textsOf('h1')).toEqual(['Overview']);
  });

  test('an address below the guide where nothing is, is a plain page that asks for no key', async () => {
    for (const path of ['/docs/guide/nope', '/docs/nope']) {
      await web.page.goto(`${web.url}${path}`);
      expect(await textsOf('h1')).toEqual(['There is no such page in the guide']);
      await web.page.getByRole('link', { name: 'The guide' }).click();
      await expect.poll(() => web.page.url()).toBe(`${web.url}/docs/guide`);
      await settled();
      expect(await textsOf('h1')).toEqual(['wallet-data']);
    }
    forgive(/404/);
  });
}
