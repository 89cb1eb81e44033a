/** wallet-data rates: what is stored, counted, listed, and refused; and what the doctor says of them. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ratesFinding } from '../../src/cli/doctor/rates.ts';
import { maximumHistoryBytes } from '../../src/prices/ecb/ecb-csv.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { runInProcess } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';
import { useTestDatabase } from '../support/use-database.ts';

let folder: string;
const world = useTestDatabase();
beforeAll(async () => {
  folder = await makeDataDirectory();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const rates = (...words: string[]) => runInProcess(['rates', ...words], { DATABASE_URL: world.url });

async function importFile(content: string, ...options: string[]) {
  const path = join(folder, 'eurofxref-hist.csv');
  await writeFile(path, content);
  const outcome = await rates('import', path, ...options);
  return { ...outcome, stderr: outcome.stderr.replaceAll(path, 'FILE') };
}

const header = 'Date,USD,JPY,CYP,GBP,\n';
const easter = `${header}2024-04-02,1.0749,163.01,N/A,0.85575,\n2024-03-28,1.0811,N/A,N/A,0.8551,\n`;

test('the bank’s file is stored, counted and listed, and changes nothing the second time', async () => {
  expect((await rates()).stdout).toBe('(none)\n');
  // Two days of dollars and pounds, one of yen; Cyprus has had the euro since 2008.
  expect(await importFile(easter)).toEqual({
    code: 0,
    stdout:
      'Imported 5 rates: 5 new, 0 changed, 0 as before. What is new or changed is of 2024-03-28 to 2024-04-02.\n',
    stderr: '',
  });
  expect((await rates('list')).stdout).toBe(
    [
      'CURRENCY  FIRST       NEWEST      DAYS',
      'GBP       2024-03-28  2024-04-02  2',
      'JPY       2024-04-02  2024-04-02  1',
      'USD       2024-03-28  2024-04-02  2',
      '',
    ].join('\n'),
  );
  expect(JSON.parse((await rates('--json')).stdout)[1]).toEqual({
    ...{ currency: 'JPY', first: '2024-04-02', last: '2024-04-02', days: 1 },
  });
  expect((await importFile(easter)).stdout).toBe('Imported 5 rates: 0 new, 0 changed, 5 as before.\n');
  const corrected = easter
    .replace('1.0749', '1.075')
    .replace('CYP', 'CHF')
    .replace('N/A,0.85575', '0.97,0.85575');
  expect(JSON.parse((await importFile(corrected, '--json')).stdout)).toEqual({
    ...{ total: 6, added: 1, changed: 1, unchanged: 4, first: '2024-04-02', last: '2024-04-02' },
  });
  const { rows } = await world.database.pool.query('SELECT DISTINCT source FROM fiat_rate');
  expect(rows).toEqual([{ source: 'import' }]);
});

test.each([
  ['Date,JPY,\n2024-05-02,1,\n', 'line 1: there is no column USD, but Date,JPY,'],
  [
    `${header}2024-05-02,1.07,160,N/A,0.85,\n2024-05-03,1.07,160\n`,
    'line 3: it has 3 fields, and the first line 6',
  ],
  ['', 'the file is empty'],
])('a file of another kind is refused, and nothing of it stored: %j', async (content, problem) => {
  expect(await importFile(content)).toEqual({
    code: 2,
    stdout: '',
    stderr: `FILE: nothing was imported. It is not the bank's eurofxref-hist.csv (unpacked): ${problem}\n`,
  });
  const { rows } = await world.database.pool.query("SELECT FROM fiat_rate WHERE day >= '2024-05-01'");
  expect(rows).toEqual([]);
});

test('a file that is not there, or too large, is not read', async () => {
  expect(await rates('import', join(folder, 'none.csv'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/none\.csv cannot be read: ENOENT/),
  });
  expect(await importFile(`${header}${'x'.repeat(maximumHistoryBytes)}`)).toMatchObject({
    code: 2,
    stderr: 'FILE cannot be read: it is larger than 20000000 bytes\n',
  });
});

test('the doctor looks at them where books are kept in such a currency', async () => {
  const doctor = async () => {
    const { stdout } = await runInProcess(['doctor', '--json'], {
      DATABASE_URL: world.url,
      CONFIG_FILE: config,
    });
    const { findings } = JSON.parse(stdout);
    return findings.filter(({ about }: { about: string }) => about.startsWith('rates'));
  };
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify({ chains: [], prices: { order: ['chainlink'] } }));
  expect(await doctor()).toEqual([]);
  await ensureClient(world.database, 'books');
  await updateClientSettings(world.database, 'books', { reportingCurrency: 'GBP' });
  // The newest are of 2024.
  expect(await doctor()).toEqual([
    {
      ...{ about: 'rates ecb', health: 'warning' },
      text: expect.stringMatching(
        /^the newest are of 2024-04-02, and books are kept in GBP: a worker asks for them/,
      ),
    },
  ]);

  const now = Date.parse('2024-04-08T23:59:00Z');
  expect(ratesFinding('ecb', ['EUR', 'GBP'], '2024-04-02', now)).toEqual({
    ...{ about: 'rates ecb', health: 'ok', text: 'the newest are of 2024-04-02; books are kept in EUR, GBP' },
  });
  expect(ratesFinding('ecb', ['EUR'], '2024-04-02', now + 60_000).health).toBe('warning');
  expect(ratesFinding('none', ['EUR'], null, now)).toEqual({
    ...{ about: 'rates import', health: 'warning' },
    text: 'there are none, and books are kept in EUR: import them (`rates import`), or set prices.fiat.source',
  });
});
