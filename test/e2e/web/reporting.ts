/** A client whose books are told in euros, too: the pages begin with them, and nothing of another currency stands for them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { expectSame } from './compare.ts';
import { book, faultsOfAxe, open, savedBy, settled, textsOf, web } from './harness.ts';
import { figuresUnlike, listenToApi } from './told-figures.ts';

/** As the setting is changed; null takes it back. */
async function report(currency: string | null): Promise<void> {
  await web.api.database.pool.query(
    `UPDATE client SET settings = jsonb_strip_nulls(settings || jsonb_build_object('reportingCurrency', $2::text)) WHERE id = $1`,
    [web.api.clientId, currency],
  );
  // As the notification of the change does.
  web.api.authenticator.invalidate();
}

const choices = (): Promise<string[]> => web.page.getByLabel('Currency').locator('option').allTextContents();
const chosen = (): Promise<string> => web.page.getByLabel('Currency').inputValue();
const inUrl = (): string | null => new URL(web.page.url()).searchParams.get('cur');
const costs = async (): Promise<string[]> =>
  (await textsOf('.stats .stat')).filter((text) => /^(Cost|Realised)/.test(text));

export function reporting(): void {
  describe('a reporting currency', () => {
    afterAll(async () => {
      await report(null);
      await book();
    });

    test('is no choice where there is none', async () => {
      await open(`/?w=${trader}`);
      expect(await choices()).toEqual(['USD', 'ETH', 'AVAX', 'MATIC', 'XDAI']);
      expect([await chosen(), inUrl()]).toEqual(['USD', null]);
    });

    test('is what the pages begin with; until the books are booked in it nothing is known, and said so', async () => {
      await report('EUR');
      await open(`/?w=${trader}`);
      expect(await choices()).toEqual(['USD', 'EUR', 'ETH', 'AVAX', 'MATIC', 'XDAI']);
      expect([await chosen(), inUrl()]).toEqual(['EUR', null]);
      expect(await costs()).toEqual([
        expect.stringMatching(/^Cost—The ledger has not booked this yet/),
        expect.stringMatching(/^Realised—The ledger has not booked this yet/),
      ]);
      await expect
        .poll(() => textsOf('.booking'))
        .toEqual([
          ' The ledger is being booked: gains, costs and lots are as they were before what came last, or not there yet.',
        ]);
      await open(`/holdings?w=${trader}`);
      // Cost, unrealised and realised gains.
      expect(new Set(await textsOf('tbody tr td:nth-child(5)'))).toEqual(
        new Set(['—The ledger has not booked this yet.']),
      );
      await open(`/reports?w=${trader}`);
      expect(new Set(await textsOf('.stat dd:nth-of-type(1) .figure'))).toEqual(
        new Set(['—The ledger has not booked this yet.']),
      );
      // In US dollars all is as it was, by hand: 3,000 + 20 + 30 + 100.
      await open(`/?w=${trader}&cur=USD`);
      expect(await costs()).toContainEqual(expect.stringMatching(/^Realised\+\$3,150\.00/));
    });

    describe('that is booked', () => {
      beforeAll(async () => {
        await report('EUR');
        await book();
      });

      // No rate of the euro is known here: nothing has a price in it.
      test.each(['/', '/holdings', '/held', '/reports', '/counterparties'])(
        '%s has figures of the API in euros, and axe finds nothing',
        async (path) => {
          const told = listenToApi();
          await open(`${path}?w=${trader}`);
          const texts = await told();
          expect((await figuresUnlike(texts)).faults).toEqual([]);
          // But what moved: that is told in US dollars alone.
          expect(await textsOf('main .figure:not(.rows .figure)')).not.toContainEqual(
            expect.stringContaining('$'),
          );
          expect(await web.page.getByRole('alert').count()).toBe(0);
          expect(await faultsOfAxe()).toEqual([]);
        },
      );

      test('without a rate nothing has a price, and is not said to be worth nothing', async () => {
        await open(`/holdings?w=${trader}`);
        expect(new Set(await textsOf('tbody tr td:nth-child(4) > .figure'))).toEqual(
          new Set(['—No price in EUR is known.']),
        );
        await open(`/?w=${trader}`);
        expect(await web.page.locator('.worth').textContent()).toMatch(/\d without a price left out/);
      });

      test('stands in the URL once it is chosen, and so does USD; Back takes it back', async () => {
        await open(`/?w=${trader}`);
        await web.page.getByLabel('Currency').selectOption('USD');
        await expect.poll(inUrl).toBe('USD');
        await expect.poll(costs).toContainEqual(expect.stringMatching(/^Realised\+\$3,150\.00/));
        await web.page.getByLabel('Currency').selectOption('EUR');
        await expect.poll(inUrl).toBe('EUR');
        await web.page.goBack();
        await expect.poll(chosen).toBe('USD');
        await web.page.getByRole('link', { name: 'Holdings' }).click();
        await expect.poll(() => textsOf('h1')).toEqual(['Holdings']);
        expect([await chosen(), inUrl()]).toEqual(['USD', 'USD']);
      });

      test.each(['GBP', 'eur'])(
        'a link in %s is shown in euros, and what is left out is said',
        async (cur) => {
          await open(`/?w=${trader}&cur=${cur}`);
          await expect
            .poll(() => textsOf('.left-out li'))
            .toEqual([
              `cur=${cur}. Expected: USD, EUR, ETH, AVAX, MATIC, XDAI, as the setting reportingCurrency has it.`,
            ]);
          expect([await chosen(), inUrl()]).toEqual(['EUR', null]);
          expect(await faultsOfAxe()).toEqual([]);
          await web.page.getByRole('link', { name: 'Holdings' }).click();
          await expect.poll(() => textsOf('h1')).toEqual(['Holdings']);
          await expect.poll(() => web.page.locator('.left-out').count()).toBe(0);
          expect([await chosen(), inUrl()]).toEqual(['EUR', null]);
        },
      );

      test('is offered by the palette, and no other is', async () => {
        await open(`/?w=${trader}`);
        await web.page.keyboard.press('Control+k');
        await web.page.getByRole('combobox', { name: 'Page, wallet' }).fill('currency');
        const actions = web.page.locator('[role=group][aria-label=Actions] [role=option]');
        await expect
          .poll(() => actions.allTextContents())
          .toEqual(['USD', 'EUR', 'ETH', 'AVAX', 'MATIC', 'XDAI'].map((one) => `Currency: ${one}`));
        await web.page.keyboard.type(' usd');
        await web.page.keyboard.press('Enter');
        await expect.poll(inUrl).toBe('USD');
      });

      test('is that of the files, but of the form of the United States', async () => {
        await open(`/reports?w=${trader}`);
        expect(await web.page.locator('.on-paper').textContent()).toContain(', in EUR by FIFO');
        expect(await textsOf('.report .meta')).toContain(
          'The form is in US dollars, not in EUR: choose USD at the top of the page.',
        );
        const [request] = await Promise.all([
          web.page.waitForRequest(/wallet\/balance\.csv/),
          web.page.getByRole('button', { name: 'Save as CSV: Holdings', exact: true }).click(),
        ]);
        expect(new URL(request.url()).searchParams.get('currency')).toBe('EUR');
        expect((await request.response())?.status()).toBe(200);
        await web.page.getByLabel('Currency').selectOption('USD');
        await settled();
        expect(await textsOf('.report .meta')).toContainEqual(
          expect.stringContaining('in US dollars and cents'),
        );
      });

      test('is what a correction is given in by who looks at it; in another it is said in that', async () => {
        await open(`/transaction/1/0x${'d'.repeat(64)}?wallet=${trader}`);
        await web.page.getByRole('button', { name: 'Correct' }).first().click();
        const amountsIn = web.page.getByLabel('Amounts in');
        expect(await amountsIn.inputValue()).toBe('EUR');
        expect(await amountsIn.locator('option').allTextContents()).toEqual(await choices());
        // 0.1 ETH, known at 2,000.
        await web.page.getByLabel('Price of one, EUR').fill('2500');
        await expect
          .poll(() => textsOf('.preview p'))
          .toContainEqual(expect.stringContaining('will be worth €250.00. Your'));
        // The service knows no rate, and says what to do.
        await expect
          .poll(() => textsOf('.preview .problem'))
          .toEqual([expect.stringContaining('no rate of EUR')]);
        await amountsIn.selectOption('USD');
        await expect
          .poll(() => textsOf('.preview p'))
          .toContainEqual(expect.stringContaining('will be worth $250.00 (+$50.00). Your'));
        expect(await web.page.getByLabel('Price of one, USD').inputValue()).toBe('2500');
        await settled();
        expect(await faultsOfAxe()).toEqual([]);
      });
    });

    test.each([
      { currency: 'GBP', name: 'UK capital gains of 2023/24', file: 'uk-capital-gains' },
      { currency: 'EUR', name: 'German private sales of 2023', file: 'de-private-sales' },
    ])('$currency brings $name', async ({ currency, name, file }) => {
      await report(currency);
      await book();
      await open(`/reports?w=${trader}&year=2023`);
      expect(await textsOf('.report strong')).toContain(name);
      if (currency === 'GBP')
        expect(await textsOf('.report strong')).toContain('UK capital gains of 2022/23');
      const button = web.page.getByRole('button', { name: `Save as CSV: ${name}`, exact: true });
      const saved = await savedBy(() => button.click());
      expect(saved.fileName).toBe(`${file}-2023.csv`);
      const url = `/wallet/${file}.csv?wallet=${trader}&year=2023&bom=true`;
      expect(saved.text).toBe((await web.api.ask('GET', url)).text);
      // No rate is known here: all lines are there, and say so.
      expect(saved.text).toContain('PROCEEDS_UNKNOWN');
      await expectSame(name);
      expect(await faultsOfAxe()).toEqual([]);
    });
  });
}
