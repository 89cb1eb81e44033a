/** Signing in, in a real browser: by a link and a click, by a passkey of Chromium's virtual authenticator, and by a wallet in the page. */
import { createServer } from 'node:http';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createOwnerLink } from '../../src/use-cases/members/sign-in-link.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { closePage, launchBrowser } from '../support/browser.ts';

const account = privateKeyToAccount(`0x${'03'.repeat(32)}`);
let api: TestApi;
let url: string;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const address = await api.server.listen({ host: '127.0.0.1', port: 0 });
  // Passkeys are for names.
  url = address.replace('127.0.0.1', 'localhost');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});
beforeEach(async () => {
  await browser.clearCookies();
  page = await browser.newPage();
});

const newLink = (): Promise<string> =>
  createOwnerLink(api.database, { clientId: api.clientId, baseUrl: url, isAsked: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const isIn = () => page.getByRole('navigation').first().waitFor();

async function requireAccessible(): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))",
  );
  expect(found).toEqual([]);
}

test('a link waits for a click, leaves the address bar, and is followed by a passkey', async () => {
  const { client } = await addAuthenticator();
  const link = await newLink();
  await page.goto(link);
  await button('Sign in').waitFor();
  expect(page.url()).toBe(`${url}/`);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).toBe('[]');
  await requireAccessible();
  // Whoever opens it and does not click has used nothing up.
  expect(await sessions()).toBe(0);
  await button('Sign in').click();
  await button('Add a passkey').click();
  await isIn();
  expect(await sessions()).toBe(1);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await isIn();
  // Another browser has the link, too late.
  await browser.clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await button('Sign in').click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('does not sign you in');
  await button('Another way').click();
  await requireAccessible();
  await button('Sign in with a passkey').click();
  await isIn();
  const { rows } = await api.database.pool.query('SELECT counter > 0 AS counted, name FROM passkey');
  expect(rows).toEqual([{ counted: true, name: 'This browser' }]);
  await client.detach();
});

test('a wallet in the page signs the text that was shown', async () => {
  await api.database.pool.query("UPDATE member SET address = $1 WHERE name = 'Owner'", [
    account.address.toLowerCase(),
  ]);
  const asked: string[] = [];
  await page.exposeFunction('askWallet', async (method: string, params: readonly string[]) => {
    asked.push(method);
    if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
    if (method === 'eth_chainId') return '0x1';
    const [text = '0x'] = params;
    return account.signMessage({ message: { raw: text as `0x${string}` } });
  });
  await page.addInitScript(() => {
    const page = globalThis as unknown as {
      ethereum: object;
      askWallet(method: string, params: readonly unknown[]): Promise<unknown>;
    };
    page.ethereum = {
      request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
        page.askWallet(method, params),
    };
  });
  await page.goto(url);
  await button('Sign in with Ethereum').click();
  const shown = await page.locator('pre').textContent();
  expect(shown).toContain(
    `localhost:${new URL(url).port} wants you to sign in with your Ethereum account:\n${account.address}`,
  );
  await requireAccessible();
  // Nothing was signed before it was seen.
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId']);
  await button('Sign').click();
  await isIn();
  expect(asked.at(-1)).toBe('personal_sign');
});

test('another page of this machine gets nothing by the cookie', async () => {
  await page.goto(await newLink());
  await button('Sign in').click();
  await button('Not now').click();
  await isIn();
  // Of another origin, and of the same site: the browser sends the cookie along.
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('evil'),
  );
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const place = other.address();
  const evil = await browser.newPage();
  const answered: string[] = [];
  evil.on('response', (response) => {
    if (response.url().endsWith('/graphql'))
      answered.push(`${response.request().method()} ${response.status()}`);
  });
  try {
    await evil.goto(`http://localhost:${typeof place === 'object' ? place?.port : ''}/`);
    const outcome = await evil.evaluate(async (at) => {
      const body = '{"query":"{ me { client } }"}';
      const ask = (options: RequestInit) =>
        fetch(`${at}/graphql`, { method: 'POST', credentials: 'include', body, ...options })
          .then((response) => response.text())
          .catch(() => 'refused');
      return [
        await ask({ headers: { 'content-type': 'application/json', 'x-wd-csrf': '1' } }),
        await ask({ headers: { 'content-type': 'text/plain' } }),
        await ask({ headers: { 'content-type': 'text/plain' }, mode: 'no-cors' }),
      ];
    }, url);
    // The browser shows none of them, and the service did nothing for those that reached it.
    expect(outcome.filter((text) => text !== 'refused' && text !== '')).toEqual([]);
    expect(answered.filter((answer) => answer.startsWith('POST')).length).toBeGreaterThan(0);
    expect(answered.filter((answer) => answer.startsWith('POST') && answer !== 'POST 401')).toEqual([]);
  } finally {
    await closePage(evil);
    other.close();
  }
});

async function addAuthenticator() {
  const client = await browser.newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { client };
}

async function sessions(): Promise<number> {
  const { rows } = await api.database.pool.query('SELECT count(*)::int AS count FROM member_session');
  return z.object({ count: z.int() }).parse(rows[0]).count;
}
