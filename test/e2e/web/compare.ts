/** A file that was saved beside the same file now: what has changed, cell by cell. */
import { describe, expect, test } from 'vitest';
import { trader } from '../../rest/booked-world.ts';
import { faultsOfAxe, open, savedFile, web } from './harness.ts';

const rowOf = (name: string) => web.page.locator('.report').filter({ hasText: name });
const told = (name: string) => rowOf(name).locator('details p[role=status]');
const choose = (name: string, text: string) =>
  rowOf(name)
    .getByLabel(`${name}, as saved`)
    .setInputFiles({ name: 'saved.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Compares a file of Reports with itself, saved this moment; answers its text. */
export async function expectSame(name: string): Promise<string> {
  const text = await savedFile(name);
  await rowOf(name).getByText('Compare with a file saved before').click();
  await choose(name, text);
  const lines = text.trimEnd().split('\r\n').length - 1;
  await expect
    .poll(() => told(name).textContent())
    .toBe(`Nothing has changed: ${lines === 1 ? '1 line' : `${lines} lines`}, each as in the file.`);
  return text;
}

export function compare(): void {
  describe('a file that was saved before', () => {
    const transfers = 'Transfers of 2023';
    const cells = () =>
      rowOf(transfers)
        .locator('details tbody tr')
        .evaluateAll((rows) =>
          rows.map((one) => [...one.children].map((cell) => cell.textContent?.trim() ?? '')),
        );

    test('is as it was, or says what has changed, also where figures are hidden', async () => {
      await open(`/reports?w=${trader}&year=2023&cur=USD&method=HIFO`);
      const text = await expectSame(transfers);
      const [columns = '', ...lines] = text.trimEnd().split('\r\n');
      expect(lines.length).toBe(3);

      // Of the first line the amount was another, the last was not there, and there was one more.
      const place = columns.split(',').indexOf('amount');
      const first = (lines[0] ?? '').split(',');
      const is = first[place] ?? '';
      expect(is).toMatch(/^\d/);
      const other = first.with(place, '0.01').join(',');
      // A line of another transfer.
      const alien = first.with(0, 'tfr_other').join(',');
      await choose(transfers, [columns, other, ...lines.slice(1, -1), alien, ''].join('\r\n'));
      await expect
        .poll(() => told(transfers).textContent())
        .toBe(
          'It has changed: 1 line changed, 1 line gone, 1 line new, 1 line as in the file. Are the wallets, and all that can be chosen, as they were when it was saved?',
        );
      expect((await cells()).map(([, ...rest]) => rest)).toEqual([
        ['amount', '0.01', is],
        ['the line', 'there', 'gone'],
        ['the line', 'not there', 'new'],
      ]);
      // Lines as a spreadsheet counts them, called by what people know them by.
      expect((await cells())[0]?.[0]).toBe(
        '2 2023-12-04T22:00:00Z · 0.01 · USDC · 0x444444444444444444…4444444444444',
      );
      expect((await cells()).map(([line = '']) => line.split(' 2023')[0])).toEqual(['2', '4', 'now 4']);
      expect(await faultsOfAxe()).toEqual([]);
      await web.page.getByRole('button', { name: 'Hide figures' }).click();
      expect(await rowOf(transfers).locator('td .private .for-readers').first().textContent()).toBe('hidden');
      await web.page.getByRole('button', { name: 'Hide figures' }).click();

      await choose(transfers, 'Date;Asset\r\n1;2');
      await expect
        .poll(() => rowOf(transfers).getByRole('alert').textContent())
        .toContain('it has no column “id”. Choose it as it was saved here.');
      expect([await told(transfers).textContent(), await cells()]).toEqual(['', []]);
    });

    test('each file of a year is compared with itself', async () => {
      await open(`/reports?w=${trader}&year=2023&cur=USD&method=HIFO`);
      const files = [
        ...['Results of 2023', 'Holdings at the end of 2023', 'Income and expenses of 2023'],
        ...['Disposals of 2023', 'Transfers of 2023', 'Form 8949 of 2023'],
      ];
      expect(await web.page.getByText('Compare with a file saved before').count()).toBe(files.length);
      for (const one of files) await expectSame(one);
    });

    test('was of another method: what is compared with it goes with the choice', async () => {
      const disposals = 'Disposals of 2023';
      await open(`/reports?w=${trader}&year=2023&cur=USD&method=HIFO`);
      const text = await expectSame(disposals);
      await web.page.getByLabel('Cost method').selectOption('FIFO');
      await expect.poll(() => told(disposals).textContent()).toBe('');
      await choose(disposals, text);
      await told(disposals).getByText('It has changed:').waitFor();
    });
  });
}
