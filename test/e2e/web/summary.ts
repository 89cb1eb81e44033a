/** The summary of a year for an accountant: it says what the API says, and what is missing. */
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { updateClientSettings } from '../../../src/store/clients/client-rows.ts';
import { trader } from '../../rest/booked-world.ts';
import { newWallet, open, short, textsOf, web } from './harness.ts';

const held = z.object({
  results: z.array(z.object({ value: z.number(), debt_value: z.number(), cost_basis: z.number() })),
});

/** Exact values of figures below an element. */
const valuesIn = (selector: string): Promise<(string | null)[]> =>
  web.page
    .locator(`${selector} .figure`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));

export function summary(): void {
  describe('the summary of a year', () => {
    test('has the figures of the year, what was held at its end, and how to read each file', async () => {
      await open(`/reports?w=${trader}&year=2023&cur=USD&method=HIFO`);
      await web.page.getByRole('link', { name: 'Summary of 2023 for an accountant' }).click();
      await web.page.getByRole('heading', { name: 'Held at the end of 2023' }).waitFor();
      expect(await textsOf('h1')).toEqual(['Summary of 2023']);

      const year = 'from=2023-01-01T00:00:00Z&to=2024-01-01T00:00:00Z';
      const lens = `wallet=${trader}&cost_method=HIFO&currency=USD`;
      const [realized_pnl, income, expenses, fees] = (
        await valuesIn('section[aria-labelledby=figures-title]')
      ).map(Number);
      expect(realized_pnl).not.toBe(0);
      const { json } = await web.api.ask('GET', `/wallet/result/?${lens}&${year}`);
      expect(json).toMatchObject({ results: [{ realized_pnl, income, expenses, fees }] });

      const answer = await web.api.ask('GET', `/wallet/holding/?${lens}&at=2023-12-31T23:59:59Z`);
      const { results } = held.parse(answer.json);
      const sumOf = (of: (one: (typeof results)[number]) => number): number =>
        Decimal.sum(0, ...results.map(of)).toNumber();
      const section = 'section[aria-labelledby=held-title]';
      const sums = (await valuesIn(`${section} .stats`)).map(Number);
      expect(results.length).toBeGreaterThan(1);
      expect(sums.slice(0, 2)).toEqual([
        sumOf(({ value, debt_value }) => value + debt_value),
        sumOf(({ cost_basis }) => cost_basis),
      ]);
      expect(await web.page.locator(`${section} tbody tr`).count()).toBe(results.length);
      expect(await textsOf('dt')).toContain('Form 8949 of 2023');
      expect(await web.page.locator('.on-paper').textContent()).toContain(`Wallet ${trader}`);
    });

    test('is a draft while something is open, and says how much hangs on it', async () => {
      await open(`/summary?w=${short}&year=2023`);
      await web.page.getByText('A draft:').waitFor();
      const rows = await textsOf('section[aria-labelledby=rest-title] tbody tr');
      // It gave 5 USDC away, of which none is known to have come, nor of what the fee was paid with; and nobody has a price of that time.
      expect(rows.toSorted()).toEqual([
        expect.stringMatching(/^Missing basis2\$[\d.₀-₉]+and 1 not known$/),
        'Unpriced disposal1not known',
      ]);
      expect(await textsOf('section[aria-labelledby=rest-title] li')).toContainEqual(
        expect.stringMatching(/^0x0000…0051: loaded and booked\.$/),
      );
    });

    test('says what is no sale by the settings of the client, and what is one', async () => {
      const told = async (): Promise<string[]> => {
        const items = web.page.locator('section[aria-labelledby=rest-title] li');
        await items.first().waitFor();
        return (await items.allTextContents()).filter((text) =>
          /^(Keeps its cost|Booked as a sale)/.test(text),
        );
      };
      await open(`/summary?w=${short}&year=2023`);
      const shares = 'shares of liquidity';
      const lent = 'tokens that stand for what was lent, staked or put into a vault';
      const held = 'what protocols and bridges hold';
      expect(await told()).toEqual([
        `Keeps its cost and date, and is no sale: moves between own wallets; ${lent}; ${held}.`,
        `Booked as a sale and a purchase at market value: ${shares}.`,
      ]);
      const { database } = web.api;
      await updateClientSettings(database, 'default', { liquidityTokens: 'carry' });
      await web.page.reload();
      expect(await told()).toEqual([
        `Keeps its cost and date, and is no sale: moves between own wallets; ${lent}; ${shares}; ${held}.`,
      ]);
      await updateClientSettings(database, 'default', { liquidityTokens: 'realize' });
    });

    test('of a year that is not over has what is held now', async () => {
      await open(`/summary?w=${trader}&year=${new Date().getFullYear()}`);
      await web.page.getByRole('heading', { name: /^Held now, before 20\d\d is over$/ }).waitFor();
      await expect.poll(() => textsOf('section[aria-labelledby=held-title] tbody th')).not.toEqual([]);
    });

    test('of a wallet that is not booked yet is a draft, though nothing is open that is known', async () => {
      const { own, store } = await newWallet(8_400);
      await store(8_400);
      await open(`/summary?w=${own}&year=2023`);
      await web.page.getByText('A draft: what is open is known when').waitFor();
      expect(await textsOf('section[aria-labelledby=rest-title] li')).toContainEqual(
        expect.stringContaining(': not booked yet.'),
      );
      expect(await textsOf('section[aria-labelledby=held-title] .empty')).toEqual([
        'The ledger has not booked this yet.',
      ]);
      await web.api.ask('DELETE', `/wallet/manage/${own}/`);
    });

    test('a table with something unknown in its last column folds only where it would be cut', async () => {
      await open(`/summary?w=${trader}&year=2023`);
      const table = web.page.getByLabel('Table: what was held');
      await table.waitFor();
      expect(await table.locator('tr > :last-child .unknown').count()).toBeGreaterThan(0);
      expect(await table.getAttribute('data-fold')).toBe('none');
    });
  });
}
