/**
 * The developer portal in a real browser: what a person does by keyboard alone, that nothing of it leaves a key
 * anywhere, and that pages say what the API says.
 */
import { Writable } from 'node:stream';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/logger.ts';
import { storeBookedWorld } from '../rest/booked-world.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { closePage, launchBrowser } from '../support/browser.ts';
import { watchLoading } from '../support/settled-page.ts';
import { axeFaults, expectEveryLookRight } from './web/looks.ts';
import { tabTo } from './web/tab-to.ts';

let api: TestApi;
let url: string;
let browser: BrowserContext;
let page: Page;
/** Has every scope. */
let admin: { id: string; key: string };
let webhook: string;
/** What went wrong in the page, and where else it asked. */
let faults: string[];
/** Every address that the browser asked for, and every line of the service's log. */
const addresses: string[] = [];
let log = '';

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const logger = createLogger({ level: 'info', readable: false, out: destination });
  api = await createTestApi({ graphql: 'real', logger });
  await storeBookedWorld(api.database, api.clientId);
  admin = await api.addKey({ scopes: ['read', 'write', 'webhooks', 'keys', 'admin'] });
  const made = await ask(
    'mutation { createWebhook(input: { url: "https://hooks.example.com/a" }) { webhook { id } } }',
  );
  webhook = z
    .object({ data: z.object({ createWebhook: z.object({ webhook: z.object({ id: z.string() }) }) }) })
    .parse(made).data.createWebhook.webhook.id;
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  settled = watchLoading(page);
  faults = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== url) faults.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
});
afterEach(async () => {
  await closePage(page);
  expect(faults).toEqual([]);
});

async function ask(query: string, key = admin.key): Promise<unknown> {
  const answer = await api.ask('POST', '/graphql', { headers: { 'x-api-key': key }, body: { query } });
  return answer.json;
}

async function open(path: string, key = admin.key): Promise<void> {
  await page.goto(`${url}${path}#key=${key}`);
  await settled();
}

let settled: () => Promise<void>;

const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allTextContents();
const keys = async (...all: string[]): Promise<void> => {
  for (const one of all) await page.keyboard.press(one);
};

const pageNames = ['Usage', 'Requests', 'Webhooks', 'Members', 'Audit', 'Clients', 'System'];

describe('every page', () => {
  test('wide and narrow, light and dark, shown and hidden: axe finds nothing, and nothing is wider than the window', async () => {
    await open('/dev/keys');
    await page.locator('summary', { hasText: 'Make a key' }).click();
    await page.getByRole('button', { name: 'Rotate' }).first().click();
    await expectEveryLookRight(page, 'keys');
    await keys('Control+k');
    await page.getByRole('combobox', { name: /^Page/ }).waitFor();
    await expectEveryLookRight(page, 'palette');
    await keys('Escape', '?');
    await page.getByLabel('Single keys').waitFor();
    await expectEveryLookRight(page, 'sheet');
    await keys('Escape');
    const goTo = async (name: string): Promise<void> => {
      await page.locator('.portal-nav a', { hasText: name }).click();
      await expect.poll(() => textsOf('h1')).toEqual([name]);
      await settled();
    };
    for (const name of pageNames) {
      await goTo(name);
      await expectEveryLookRight(page, name);
    }
    await page.goto(`${url}/dev/webhooks/${webhook}`);
    await settled();
    await expectEveryLookRight(page, 'webhook');
    // The frame is ours; what stands in it, others have made.
    for (const name of ['GraphQL', 'REST']) {
      await goTo(name);
      expect([name, await axeFaults(page)]).toEqual([name, []]);
    }
  }, 240_000);

  test('who lacks a scope is told which, and how to get it, on a telephone as well', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/dev/webhooks', (await api.addKey({ scopes: ['read'] })).key);
    expect(await textsOf('.empty-title')).toEqual(['You may not see this: the scope “webhooks” is lacking.']);
    expect(await textsOf('.snippet')).toEqual([
      'npm run -s wallet-data -- keys create --client default --scopes read,webhooks',
    ]);
    expect(await axeFaults(page)).toEqual([]);
  });

  test('an address of no page is told by a page, and by JSON to who asks for no page', async () => {
    await open('/no/such/page');
    expect(await textsOf('.empty-title')).toEqual(['There is no such page.']);
    expect((await fetch(`${url}/no/such/page`)).headers.get('content-type')).toContain('json');
    // The status is what is tested.
    faults = faults.filter((fault) => !fault.includes('404'));
  });
});

describe('keys, without a mouse', () => {
  test('one is made, shown once with what to do with it, and revoked by its name', async () => {
    await open('/dev/keys');
    await tabTo(page.locator('summary', { hasText: 'Make a key' }));
    await keys('Enter');
    await page.getByLabel('What it is for').waitFor();
    await keys('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('server in production');
    await page.keyboard.type('Nightly export');
    await keys('Enter');
    const secret = page.getByRole('textbox', { name: 'The key “Nightly export”' });
    await expect
      .poll(async () => [await secret.count(), await textsOf('.problem, .failure')], { timeout: 8_000 })
      .toEqual([1, []]);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('The key “Nightly export”');
    const key = await secret.inputValue();
    expect((await api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } })).status).toBe(200);
    expect(await textsOf('.snippet-head h3')).toEqual(['curl', 'the client', 'MCP']);
    const snippets = (await textsOf('.snippet')).join('\n');
    expect(snippets).toContain(`export WALLET_DATA_KEY='${key}'`);
    expect(snippets).toContain(`createClient({ url: '${url}', key: process.env.WALLET_DATA_KEY })`);
    expect(snippets).toContain(`"url": "${url}/mcp"`);
    await tabTo(page.getByRole('button', { name: 'I have kept it' }));
    await keys('Enter');
    await expect.poll(() => secret.count()).toBe(0);

    // Nowhere any more: not in the page, not in what the browser keeps, in no address, and in no line of the log.
    expect(await page.content()).not.toContain(key);
    const kept =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate(kept)).not.toContain(key);
    const secrets = [key, admin.key].map((whole) => whole.slice(15));
    expect(
      addresses.filter((address) => secrets.some((text) => address.split('#')[0]?.includes(text))),
    ).toEqual([]);
    expect(secrets.filter((text) => log.includes(text))).toEqual([]);

    const card = page.getByRole('listitem', { name: 'Key Nightly export' });
    await tabTo(card.getByRole('button', { name: 'Revoke' }));
    await keys('Enter');
    expect(await card.locator('legend').textContent()).toContain('“Nightly export”');
    // The focus is at the answer that changes nothing.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await keys('Shift+Tab', 'Enter');
    await expect.poll(() => card.count()).toBe(0);
    api.authenticator.invalidate();
    expect((await api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } })).status).toBe(401);
  });

  test('one is rotated: both are valid, and what is left of the old one is counted down', async () => {
    const { key } = await api.addKey({ scopes: ['read'] });
    const id = key.split('_')[1] ?? '';
    await open('/dev/keys');
    const card = page.locator('.key-card', { hasText: id });
    await tabTo(card.getByRole('button', { name: 'Rotate' }));
    await keys('Enter');
    await tabTo(card.getByLabel('Both are valid for'));
    await page.keyboard.type('1 hour');
    await tabTo(card.getByRole('button', { name: /^Rotate / }));
    await keys('Enter');
    await page.locator('.secret input').waitFor();
    const next = await page.locator('.secret input').inputValue();
    for (const one of [key, next]) {
      expect((await api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': one } })).status).toBe(200);
    }
    // An hour less what this took.
    await expect
      .poll(() => card.getByRole('timer').allTextContents())
      .toEqual([expect.stringMatching(/^5\d min \d+ s$/)]);
  });
});

test('a webhook is replayed by keyboard: its wallets are as far behind as the API says', async () => {
  await open(`/dev/webhooks/${webhook}`);
  await tabTo(page.getByRole('button', { name: 'Replay' }));
  await keys('Enter');
  await tabTo(page.getByLabel('Those of the last'));
  await page.keyboard.type('30 days');
  await tabTo(page.getByRole('button', { name: 'Replay events' }));
  await keys('Enter');
  await expect
    .poll(() => textsOf('section[aria-label="What can be done"] > [role=status]'))
    .toEqual(['Events of 1 wallet are sent again, under the same ids.']);
  const lane = z
    .object({
      data: z.object({
        webhooks: z.object({
          nodes: z.array(
            z.object({
              lanes: z.object({ nodes: z.array(z.object({ sequence: z.string(), last: z.string() })) }),
            }),
          ),
        }),
      }),
    })
    .parse(await ask('{ webhooks { nodes { lanes { nodes { sequence last } } } } }')).data.webhooks.nodes[0]
    ?.lanes.nodes[0];
  const behind = BigInt(lane?.last ?? 0) - BigInt(lane?.sequence ?? 0);
  expect(behind).toBeGreaterThan(0n);
  await expect
    .poll(() => textsOf('[aria-label="How far each wallet is sent"] td.number'))
    .toEqual([`${behind} events`]);
  await tabTo(page.getByRole('button', { name: 'Pause' }));
  await keys('Enter');
  await expect.poll(() => textsOf('.key-facts .badge')).toEqual(['Disabled']);
});

test('what was used, and what was refused by its id, are what the API says', async () => {
  // By hand: 70,000 units in 2 requests on one day, and 50,000 in 1 on the next: more than this test uses itself.
  const days = [2, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  await api.database.pool.query(
    `INSERT INTO key_usage_day VALUES ('${admin.id}', '${days[0]}', 'GET /wallet/lot/', ${api.clientId}, 2, 70000),
       ('${admin.id}', '${days[1]}', 'GET /wallet/lot/', ${api.clientId}, 1, 50000)`,
  );
  await open('/dev/usage?days=7');
  const row = page.getByRole('row', { name: 'GET /wallet/lot/' });
  await expect.poll(() => row.locator('td').allTextContents()).toEqual(['3', '120,000']);
  expect(
    await page
      .getByRole('row', { name: days[0] ?? '' })
      .locator('td')
      .allTextContents(),
  ).toEqual(['2', '70,000']);
  expect(await page.locator('svg[role=img]').getAttribute('aria-label')).toContain('at most 70,000 a day');

  const headers = { 'x-api-key': admin.key, 'x-request-id': 'order-4711' };
  await api.ask('GET', '/wallet/transfer/?wallet=nobodys-secret', { headers });
  await page.goto(`${url}/dev/requests`);
  await settled();
  await keys('/');
  await page.keyboard.type('order-4711');
  await keys('Enter');
  await expect
    .poll(() => textsOf('tbody tr'))
    .toEqual([expect.stringMatching(/GET \/wallet\/transfer\/.*BAD_INPUT.*HTTP 400.*order-4711/)]);
  expect(await page.content()).not.toContain('nobodys-secret');
});

test('a member is invited by a link that is shown once, and what was done is in the log of it', async () => {
  await open('/dev/members');
  await page.getByPlaceholder('Name').fill('Ada');
  await keys('Enter');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'The link for Ada' }).inputValue())
    .toContain(url);
  await expect.poll(() => textsOf('.key-card h2')).toEqual(['Ada']);
  // The arrow keys go through the roles, and change none.
  const roleOfAda = () => page.getByLabel('Role of Ada').inputValue();
  const role = await roleOfAda();
  await page.getByLabel('Role of Ada').selectOption('EDITOR');
  await page.reload();
  await expect.poll(roleOfAda).toBe(role);
  await page.getByLabel('Role of Ada').selectOption('EDITOR');
  await page.getByRole('button', { name: 'Change the role of Ada' }).click();
  await expect.poll(() => textsOf('#said')).toEqual(['The role is changed.']);
  await page.reload();
  await expect.poll(roleOfAda).toBe('EDITOR');
  await page.goto(`${url}/dev/audit`);
  await settled();
  expect((await textsOf('tbody tr')).filter((text) => text.startsWith('Member invited')).length).toBe(1);
});

test('GraphiQL stands in the frame, with the key of the tab and without one in an address', async () => {
  await open('/dev/graphql');
  const field = page.frameLocator('iframe').getByLabel('API key');
  await expect.poll(() => field.inputValue(), { timeout: 30_000 }).toBe(admin.key);
  // Nobody else may put it into a frame of theirs.
  const { headers } = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
});

test('a secret that is made does not take the place of one that nobody has kept', async () => {
  const secrets = page.locator('.shown-once input');
  const shown = (): Promise<string[]> =>
    secrets.evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')));
  /** What is made stands above what was there. */
  const add = async (make: () => Promise<void>): Promise<void> => {
    const before = await shown();
    await make();
    await expect.poll(shown).toEqual([expect.stringMatching(/^.{20}/), ...before]);
  };
  const keep = page.getByRole('button', { name: 'I have kept it' });

  const ids = [(await api.addKey()).id, (await api.addKey()).id];
  await open('/dev/keys');
  for (const id of ids) {
    const card = page.getByRole('listitem', { name: `Key ${id}` });
    await card.getByRole('button', { name: 'Rotate', exact: true }).click();
    await add(() => card.getByRole('button', { name: `Rotate ${id}` }).click());
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFaults(page)).toEqual([]);
  const [newest, first] = await shown();
  expect(newest).not.toBe(first);
  await keep.first().click();
  expect(await shown()).toEqual([first]);
  expect(await page.locator('.shown-once h2:focus').count()).toBe(1);

  await open('/dev/members');
  await add(async () => {
    await page.getByPlaceholder('Name').fill('Grace');
    await keys('Enter');
  });
  const grace = page.getByRole('listitem', { name: 'Member Grace' });
  await add(() => grace.getByRole('button', { name: 'Another link' }).click());

  await open('/dev/webhooks');
  await page.locator('summary', { hasText: 'Make a webhook' }).click();
  for (const name of ['b', 'c']) {
    await add(async () => {
      await page.getByLabel('Where to').fill(`https://hooks.example.com/${name}`);
      await keys('Enter');
    });
  }
  await open(`/dev/webhooks/${webhook}`);
  for (const _ of ['once', 'again']) {
    await page.getByRole('button', { name: 'Rotate the secret', exact: true }).click();
    await add(() => page.getByRole('button', { name: 'Rotate the secret now' }).click());
  }
});
