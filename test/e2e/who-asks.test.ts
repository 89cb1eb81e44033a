/**
 * Several tabs, keys and people in one browser: nobody acts as somebody else, a sign-out is one, and what was typed stays until its person
 * goes. Each late answer is held here until what it must not touch is there.
 */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { createOwnerLink } from '../../src/use-cases/members/sign-in-link.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { closePage, launchBrowser } from '../support/browser.ts';
import { registerTestWallet } from '../support/loaded-wallet.ts';
import { address } from '../support/records.ts';

let api: TestApi;
let url: string;
let browser: BrowserContext;
let page: Page;
const pages: Page[] = [];

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await registerTestWallet(api.database, 5);
  const given = await api.server.listen({ host: '127.0.0.1', port: 0 });
  // People sign in by names.
  url = given.replace('127.0.0.1', 'localhost');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});
beforeEach(async () => {
  await browser.clearCookies();
  page = await tab();
});
afterEach(async () => {
  for (const release of gates.splice(0)) release();
  for (const one of pages.splice(0)) await closePage(one);
});

/** What is held still is let go, or the page could not be closed. */
const gates: (() => void)[] = [];

async function tab(): Promise<Page> {
  const made = await browser.newPage();
  pages.push(made);
  return made;
}

const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const isIn = (on = page) => on.getByRole('navigation').first().waitFor();
const over = () => page.locator('dialog.over');
const typed = `${address(4_711)} typed.eth`;

async function linkOf(client: string): Promise<string> {
  const { id } = await ensureClient(api.database, client);
  return createOwnerLink(api.database, { clientId: id, baseUrl: url, isAsked: true });
}

async function signIn(on: Page, client = 'default'): Promise<void> {
  await on.goto('about:blank');
  await on.goto(await linkOf(client));
  await button('Sign in', on).click();
  await button('Not now', on).click();
  await isIn(on);
}

/** Whether the browser's session is somebody's. */
const isSignedIn = (on: Page): Promise<unknown> =>
  on.evaluate(
    "fetch('/auth/', { headers: { 'x-wd-csrf': '1' } }).then((answer) => answer.json()).then(({ signed_in }) => signed_in !== null)",
  );

async function walletsOf(client: string): Promise<number> {
  const { id } = await ensureClient(api.database, client);
  const { rows } = await api.database.pool.query<{ count: string }>(
    'SELECT count(*) FROM registration WHERE client_id = $1',
    [id],
  );
  return Number(rows[0]?.count);
}

/** A page with typed text, whose key is refused from now on. */
async function typeAndRevoke() {
  const { id, key } = await api.addKey();
  await page.goto(`${url}/wallets#key=${key}`);
  const field = page.getByLabel('Add wallets');
  await field.fill(typed);
  // The list of what is followed is there, too.
  await page.locator('.wallet-card').first().waitFor();
  await api.database.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
  api.authenticator.invalidate();
  return field;
}

const add = (): Promise<void> => page.getByRole('button', { name: /^Add/ }).first().click();

/** Requests of a kind of which nothing is done before they are let go. */
async function hold(
  pattern: string | RegExp,
  goOn = (route: Route) => route.continue(),
): Promise<{ arrived: () => Promise<void>; release: () => void }> {
  let count = 0;
  const gate = Promise.withResolvers<void>();
  gates.push(gate.resolve);
  await page.route(pattern, async (route) => {
    count += 1;
    await gate.promise;
    await goOn(route);
  });
  return {
    arrived: () => expect.poll(() => count).toBeGreaterThan(0),
    release: () => gate.resolve(),
  };
}

test('a tab does nothing as somebody else who has signed in in another one', async () => {
  const other = await tab();
  await signIn(page);
  await page.getByRole('link', { name: 'Wallets', exact: true }).click();
  const field = page.getByLabel('Add wallets');
  await field.fill(typed);
  await signIn(other, 'rival');
  await page.bringToFront();
  await add();
  await over().waitFor();
  expect(await over().getByRole('alert').textContent()).toContain('Somebody else has signed in');
  expect(await walletsOf('rival')).toBe(0);
  // The page is not theirs unasked: they are offered it.
  await button('Go on as Owner').waitFor();
  expect(await field.inputValue()).toBe(typed);
  await button('Go on as Owner').click();
  await expect.poll(() => page.getByLabel('Add wallets').inputValue()).toBe('');
});

test('what is pressed while nobody is signed in is not done as whoever the browser has', async () => {
  await signIn(await tab(), 'beside');
  const late = await hold(/assets\/sign-in.*\.js/);
  const field = await typeAndRevoke();
  await add();
  const said = page.locator('.add [role=alert]');
  await said.waitFor();
  await add();
  await expect.poll(() => said.textContent()).toContain('nothing was done');
  late.release();
  await button('Go on as Owner').waitFor();
  expect([await walletsOf('beside'), await field.inputValue()]).toEqual([0, typed]);
});

test('whoever gives a key back signs nobody else out, and sees who is signed in still', async () => {
  const other = await tab();
  await signIn(other);
  await page.goto(`${url}/#key=${(await api.addKey()).key}`);
  await isIn();
  await button('Sign out').click();
  await expect.poll(() => page.evaluate("sessionStorage.getItem('wallet-data:key')")).toBe('');
  await isIn();
  expect(await isSignedIn(other)).toBe(true);
  await button('Sign out').click();
  await page.getByLabel('API key').waitFor();
  await expect.poll(() => isSignedIn(other)).toBe(false);
});

test('a sign-out that does not arrive is said, and made as soon as it can be', async () => {
  await signIn(page);
  await page.route('**/auth/sign-out', (route) => route.abort());
  await button('Sign out').click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('your session is open still');
  await page.unrouteAll();
  await page.reload();
  await page.getByLabel('API key').waitFor();
  await expect.poll(() => isSignedIn(page)).toBe(false);
});

test('the late answer to a sign-out is waited for: it would take the next session along', async () => {
  await signIn(page);
  const late = await hold('**/auth/sign-out');
  await button('Sign out').click();
  await late.arrived();
  const { hash } = new URL(await linkOf('default'));
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await button('Sign in').click();
  late.release();
  await button('Not now').click();
  await isIn();
  expect(await isSignedIn(page)).toBe(true);
});

test('a blank is no key, and what was typed is there still', async () => {
  const field = await typeAndRevoke();
  await add();
  await over().getByLabel('API key').fill(' ');
  await page.keyboard.press('Enter');
  await expect.poll(() => over().getByRole('alert').textContent()).toContain('A key is needed');
  expect(await field.inputValue()).toBe(typed);
});

test('a link that is opened in a tab lies over the page, and costs nothing that was typed', async () => {
  await page.goto(`${url}/wallets#key=${api.key}`);
  const field = page.getByLabel('Add wallets');
  await field.fill(typed);
  const { hash } = new URL(await linkOf('default'));
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect.poll(() => over().locator('h2').textContent()).toBe('A link was opened here');
  // The sign-in is late; meanwhile a key is given.
  const late = await hold('**/auth/link');
  await button('Sign in').click();
  await late.arrived();
  await button('Another way').click();
  await isIn();
  late.release();
  await expect.poll(() => isSignedIn(page)).toBe(true);
  expect(await page.evaluate("sessionStorage.getItem('wallet-data:key')")).toBe(api.key);
  expect(await field.inputValue()).toBe(typed);
});

test('scripts that cannot be had are asked for again, and what was typed stays', async () => {
  const field = await typeAndRevoke();
  // They were asked for ahead: this is a page that has not come to it.
  await page.route(/assets\/(sign-in|palette).*\.js/, (route) => route.abort());
  await page.reload();
  await page.getByText('could not be loaded').waitFor();
  await page.unrouteAll();
  await button('Try again').click();
  await page.getByLabel('API key').fill(api.key);
  await page.route(/assets\/palette.*\.js/, (route) => route.abort());
  await page.keyboard.press('Enter');
  await field.fill(typed);
  await page.getByRole('button', { name: /^Find/ }).click();
  await expect
    .poll(() => page.locator('main [role=alert]').allTextContents())
    .toContainEqual(expect.stringContaining('could not be loaded'));
  await page.unrouteAll();
  await page.getByRole('button', { name: /^Find/ }).click();
  await page.locator('dialog.palette[open]').waitFor();
  expect(await field.inputValue()).toBe(typed);
});

test('over the sign-in lies nothing, and paper has nothing of what is beneath', async () => {
  const late = await hold(/assets\/palette.*\.js/);
  await typeAndRevoke();
  await page.getByRole('button', { name: /^Find/ }).click();
  await add();
  await over().waitFor();
  late.release();
  await page.locator('dialog.palette').waitFor({ state: 'attached' });
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.frame').isVisible()).toBe(false);
});

test('nothing is saved of whoever has signed out', async () => {
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await page.goto(`${url}/activity#key=${api.key}`);
  await isIn();
  const late = await hold('**/wallet/transaction.csv*', (route) =>
    route.fulfill({ body: 'hash,amount', contentType: 'text/csv' }),
  );
  await page.getByRole('button', { name: /CSV/ }).click();
  await late.arrived();
  await button('Sign out').click();
  await page.getByLabel('API key').waitFor();
  const answered = page.waitForResponse(/transaction\.csv/);
  late.release();
  await answered;
  // Much longer than it takes to save it; another file is saved after it would have been.
  await page.evaluate('new Promise((done) => setTimeout(done, 500))');
  await page.evaluate(
    "Object.assign(document.createElement('a'), { href: 'data:,', download: 'after.txt' }).click()",
  );
  await expect.poll(() => files).toContain('after.txt');
  expect(files).toEqual(['after.txt']);
});

test('a service that was away for a moment is asked again who has signed in; whoever comes back on a bad line keeps what was typed', async () => {
  await signIn(page);
  await page.route('**/auth/', (route) => route.fulfill({ status: 503, body: '' }), { times: 2 });
  await page.reload();
  await isIn();
  const field = await typeAndRevoke();
  await add();
  await button('Go on as Owner').waitFor();
  let failed = 0;
  await page.route('**/graphql', (route) => {
    failed += 1;
    return failed < 3 ? route.abort() : route.continue();
  });
  await over().getByLabel('API key').fill(api.key);
  await page.keyboard.press('Enter');
  await field.waitFor();
  expect([await field.inputValue(), failed > 2]).toEqual([typed, true]);
});
