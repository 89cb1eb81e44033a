import { expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { exchange, usdc } from '../../support/history.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import {
  busy,
  busyTransactions,
  forgive,
  newWallet,
  open,
  savedBy,
  savedFile,
  settled,
  textsOf,
  web,
} from './harness.ts';
import { tabTo } from './tab-to.ts';

export function lists(): void {
  test('a long list goes on to its end, and keeps in the page what it has loaded, for the search of the browser', async () => {
    await open(`/activity?w=${busy}`);
    const rows = web.page.locator('.rows > li');
    const positions = (): Promise<number[]> =>
      rows.evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))));
    expect(Math.max(...(await positions()))).toBeLessThan(60);
    await expect
      .poll(
        async () => {
          await web.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return Math.max(0, ...(await positions()));
        },
        { timeout: 30_000 },
      )
      .toBe(busyTransactions);
    // The first one, too, which is far out of sight.
    const all = Array.from({ length: busyTransactions }, (_, index) => index + 1);
    expect(await positions()).toEqual(all);
    // Back leads to the rows, and to the one that was left, where it stood.
    const link = rows.nth(150).locator('a');
    const topOf = async (): Promise<number> => Math.round((await link.boundingBox())?.y ?? Number.NaN);
    await link.focus();
    const before = await topOf();
    await web.page.keyboard.press('Enter');
    await expect.poll(() => textsOf('h1')).toEqual(['Send']);
    await web.page.goBack();
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await positions()).toEqual(all);
    expect(Math.abs((await topOf()) - before)).toBeLessThan(100);
  });

  test('100,000 rows: what is in sight alone is in the page, wherever one has scrolled to', async () => {
    const count = 100_000;
    // The service's own first row, again and again under other ids: what is tested is the list, not 200 requests.
    await web.page.addInitScript((most) => {
      const real = globalThis.fetch;
      globalThis.fetch = async (...asked) => {
        const response = await real(...asked);
        if (!String(asked[1]?.body).includes('query activityQuery')) return response;
        const answer = await response.json();
        const list = answer.data.transactions;
        const [{ cursor, node }] = list.edges;
        list.edges = Array.from({ length: most }, (_, index) => ({
          cursor,
          node: { ...node, id: `${node.id}.${index}`, transfers: [] },
        }));
        list.count = most;
        list.pageInfo.hasNextPage = false;
        Object.defineProperty(response, 'json', { value: async () => answer });
        return response;
      };
    }, count);
    await open(`/activity?w=${busy}`);
    await expect.poll(() => textsOf('.list-count'), { timeout: 60_000 }).toEqual(['100,000 transactions']);
    const rows = web.page.locator('.rows > li');
    await rows.first().getByRole('link').first().focus();
    for (const part of [0.25, 0.5, 1]) {
      await web.page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`);
      // Rows are 57 or so high.
      await expect
        .poll(async () => Number(await rows.last().getAttribute('aria-posinset')), { timeout: 30_000 })
        .toBeGreaterThan(part === 1 ? count - 1 : count * part * 0.98);
      const inPage = await rows.count();
      expect(inPage).toBeGreaterThan(10);
      expect(inPage).toBeLessThanOrEqual(60);
    }
    // The row that had the focus is gone: the list has it, and nobody was scrolled back to its beginning.
    expect(await web.page.evaluate('document.activeElement.ariaLabel')).toBe('Transactions');
  }, 120_000);

  test('what comes is counted, and spoken only when the reader has chosen something', async () => {
    const { own, store } = await newWallet(83);
    await store(3_000);
    await open(`/activity?w=${own}`);
    const said = async (): Promise<(string | null)[]> => {
      const count = web.page.locator('.list-count');
      return [await count.textContent(), await count.getAttribute('aria-live')];
    };
    await expect.poll(said).toEqual(['1 transaction', 'polite']);
    await store(3_001);
    await expect.poll(said, { timeout: 15_000 }).toEqual(['2 transactions', 'off']);
    await web.page.getByRole('searchbox').fill(exchange);
    await web.page.keyboard.press('Enter');
    await web.page
      .getByRole('button', { name: /^Without|Any/ })
      .first()
      .click();
    await expect.poll(said).toEqual(['2 transactions', 'polite']);
  });

  test('what the ledger has not booked yet is unknown, and no 0', async () => {
    const { own, store } = await newWallet(84);
    await store(3_000);
    await open(`/?w=${own}`);
    const figures = async (): Promise<string[]> =>
      (await textsOf('.stats .stat')).filter((text) => /^(Cost|Unrealised|Realised|Fees)/.test(text));
    const unknown = (name: string) => expect.stringMatching(`^${name}—The ledger has not booked this yet`);
    await expect.poll(figures).toEqual(['Cost', 'Unrealised', 'Realised', 'Fees paid'].map(unknown));
    await open(`/holdings?w=${own}`);
    const costs = async (): Promise<string[]> =>
      web.page.locator('tbody tr td:nth-child(5)').allTextContents();
    await expect.poll(costs).not.toEqual([]);
    expect(new Set(await costs())).toEqual(new Set(['—The ledger has not booked this yet.']));
    // Beside one that is booked, it is said what is left out.
    await open(`/?w=${own},${trader}`);
    await expect
      .poll(async () => (await figures())[0])
      .toMatch(/^Cost\$[\d,.]+without 1 wallet not booked yet$/);
  });

  test('of several filters it is said what each leaves out', async () => {
    await open(`/activity?w=${trader}&f=kind.is.BRIDGE_IN~party.is.${exchange}`);
    await expect
      .poll(() => textsOf('.ways li'))
      .toEqual([
        expect.stringMatching(/^Without all filters \d+ transactions$/),
        'Without “Kind is Bridge in” 2 transactions',
      ]);
    await tabTo(web.page.getByRole('button', { name: 'Without “Kind' }));
    await web.page.keyboard.press('Enter');
    await expect.poll(() => web.page.locator('.row-kind').count()).toBe(2);
    expect(new URL(web.page.url()).searchParams.get('f')).toBe(`party.is.${exchange}`);
  });

  test('where nothing is like the filter, it is said which choice leaves out the most, and each is a way back', async () => {
    await open(`/activity?w=${trader}&kind=BRIDGE_IN&q=${exchange}`);
    // With the exchange there are the sale and the dog; of bridges there is nothing with anybody.
    await expect.poll(() => textsOf('.ways li')).toEqual(['Any kind, not Bridge in 2 transactions']);
    await web.page.getByRole('button', { name: 'Any kind' }).click();
    await expect.poll(() => web.page.locator('.row-kind').count()).toBe(2);
    expect(new URL(web.page.url()).searchParams.get('kind')).toBe(null);
  });

  test('what is asked too often is asked again when the service says', async () => {
    let refusals = 1;
    await web.page.route('**/graphql', async (route) => {
      if (refusals === 0 || !route.request().postData()?.includes('counterpartiesQuery'))
        return route.fallback();
      refusals -= 1;
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '0' },
        contentType: 'application/json',
        body: '{"errors":[{"message":"Too often."}]}',
      });
    });
    await open('/counterparties');
    expect([refusals, await web.page.getByRole('alert').count()]).toEqual([0, 0]);
    expect(await web.page.locator('tbody tr').count()).toBeGreaterThan(0);
    forgive(/429/);
  });

  test('the picture of what came and went leaves out what went between the wallets that are looked at', async () => {
    const [one, other] = [await newWallet(8_501), await newWallet(8_502)];
    const at = { walletId: one.walletId, blockNumber: 8_501 };
    const stranger = address(8_503);
    await one.add({
      transactions: [transactionRecord(at)],
      transfers: [other.own, stranger].map((counterparty, index) =>
        transferRecord({ ...at, index }, { counterparty, tokenAddress: usdc, amount: 5_000_000n }),
      ),
    });
    await web.api.database.pool.query('UPDATE transfer SET price = 1, value = 5 WHERE wallet_id = $1', [
      one.walletId,
    ]);
    const from = (): Promise<(string | null)[]> =>
      web.page
        .locator('.flow-ends')
        .first()
        .locator('[data-value^="0x"]')
        .evaluateAll((all) => all.map((end) => end.getAttribute('data-value')));
    await open(`/counterparties?w=${one.own}`);
    expect((await from()).toSorted()).toEqual([other.own, stranger].toSorted());
    await open(`/counterparties?w=${one.own},${other.own}`);
    expect(await from()).toEqual([stranger]);
    expect(await web.page.locator('.card').textContent()).toContain('from one of these wallets to another');
    for (const { own } of [one, other]) await web.api.ask('DELETE', `/wallet/manage/${own}/`);
  });

  test('reports: a calendar year, with its disposals', async () => {
    await open(`/reports?w=${trader}&cur=USD&method=HIFO`);
    await web.page.locator('.year select').selectOption('2023');
    await settled();
    const asked = `wallet=${trader}&cost_method=HIFO&currency=USD&from=2023-01-01T00:00:00Z&to=2024-01-01T00:00:00Z`;
    const { json } = await web.api.ask('GET', `/wallet/result/?${asked}`);
    const figures = web.page.locator('.stat .figure');
    const shown = await figures.evaluateAll((all) =>
      all.map((one) => Number(one.getAttribute('data-value'))),
    );
    const [realized_pnl, income, expenses, fees] = shown;
    expect(realized_pnl).not.toBe(0);
    expect(json).toMatchObject({ results: [{ realized_pnl, income, expenses, fees }] });
    const file = await savedFile('Disposals of 2023');
    expect(file.split('\r\n').length).toBeGreaterThan(2);
    expect(file).toBe((await web.api.ask('GET', `/wallet/disposal.csv?${asked}&bom=true`)).text);
    const last = `wallet=${trader}&cost_method=HIFO&currency=USD&at=2023-12-31T23:59:59Z`;
    const held = await savedFile('Holdings at the end of 2023');
    expect(held.split('\r\n').length).toBeGreaterThan(2);
    expect(held).toBe((await web.api.ask('GET', `/wallet/holding.csv?${last}&bom=true`)).text);
    await web.page.getByText('Broker reports: ').click();
    await web.page.getByLabel('Network fees').selectOption('year');
    const zone = await web.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
    const choices = `year=2023&timezone=${zone}&cost_method=HIFO&reported=nothing&gas=year`;
    const form = await savedFile('Form 8949 of 2023');
    expect(form.split('\r\n').length).toBeGreaterThan(2);
    expect(form).toBe(
      (await web.api.ask('GET', `/wallet/form-8949.csv?wallet=${trader}&${choices}&bom=true`)).text,
    );
    expect(new URL(web.page.url()).searchParams.get('year')).toBe('2023');
    expect(await web.page.locator('.on-paper').textContent()).toMatch(
      new RegExp(`^The year 2023, .* in USD by HIFO · printed on .*Wallet ${trader}$`),
    );
    // Back takes the choice back: what was shown first is the last whole year.
    await web.page.goBack();
    await expect.poll(() => new URL(web.page.url()).searchParams.get('year')).toBe(null);
    await open(`/reports?w=${trader}&year=1980`);
    expect(await textsOf('main .warn')).toContainEqual(
      expect.stringMatching(/^Of 1980 nothing is known: .* begins in 2023\. This is 20\d\d\.$/),
    );
  });

  test('reports: where there is no Form 8949, the page says what to choose', async () => {
    for (const [choice, advice] of [
      ['cur=ETH', 'choose USD'],
      ['method=WAC', 'choose FIFO, LIFO or HIFO'],
    ]) {
      await open(`/reports?w=${trader}&${choice}`);
      const row = web.page.locator('.report', { hasText: 'Form 8949' });
      expect(await row.textContent()).toContain(advice);
      expect(await row.getByRole('button').count()).toBe(0);
    }
  });

  test('reports are the exports of the API, of what the lens looks at', async () => {
    await open(`/reports?w=${trader}&period=YEAR&cur=ETH&method=LIFO`);
    const file = await savedFile('Disposals');
    const query = `wallet=${trader}&currency=ETH&cost_method=LIFO&period=1YR`;
    expect(file).toBe((await web.api.ask('GET', `/wallet/disposal.csv?${query}&bom=true`)).text);
    await expect
      .poll(() => textsOf('.report [role=status]'))
      .toContainEqual(expect.stringContaining('saved'));
  });

  test('reports: what other programs read is the API’s, and begins with no mark', async () => {
    await open(`/reports?w=${trader}&cur=USD&method=LIFO`);
    const koinly = await savedFile('History for Koinly');
    expect(koinly.startsWith('Date,Sent Amount')).toBe(true);
    expect(koinly).toBe((await web.api.ask('GET', `/wallet/koinly.csv?wallet=${trader}&currency=USD`)).text);
    const journal = await savedFile('Journal for hledger', 'Save');
    const query = `wallet=${trader}&currency=USD&cost_method=LIFO`;
    expect(journal).toContain('Income:Gains');
    expect(journal).toBe((await web.api.ask('GET', `/wallet/journal.txt?${query}`)).text);
    await open(`/reports?w=${trader},${busy}`);
    const row = web.page.locator('.report', { hasText: 'History for Koinly' });
    expect(await row.textContent()).toContain('choose one at the top of the page');
    expect(await row.getByRole('button').count()).toBe(0);
  });

  test('the list is saved as the CSV of the same filter', async () => {
    await open(`/activity?w=${trader}&kind=SWAP&q=${exchange}`);
    await tabTo(web.page.getByRole('button', { name: 'Save as CSV' }));
    const { text } = await savedBy(() => web.page.keyboard.press('Enter'));
    const expected = await web.api.ask(
      'GET',
      `/wallet/transaction.csv?wallet=${trader}&kind=swap&counterparty_address=${exchange}&bom=true`,
    );
    expect(text).toBe(expected.text);
  });
}
