/** Files for other programs in a client's reporting currency; test/accounting/reporting-world.ts works its figures out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import { reportingHistory, reportingNow, storeReportingRates } from '../accounting/reporting-world.ts';
import { bookStale, storeWallet } from '../accounting/scenario.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { parseCsv } from '../support/csv.ts';
import { storeLookups, wallet } from '../support/history.ts';
import { readJournal } from './journal-reader.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ readModelNow: () => reportingNow * 1000 });
  const { database, clientId } = api;
  await storeLookups(database);
  await updateClientSettings(database, 'default', { reportingCurrency: 'EUR' });
  await storeReportingRates(database);
  await storeWallet(database, { clientId, address: wallet }, reportingHistory);
  await bookStale(database);
});
afterAll(() => api?.close());

/** As the command writes it. */
async function written(form: 'koinly' | 'hledger'): Promise<string> {
  const { database, clientId } = api;
  const wallets = await findRegistrations(database, clientId, [wallet]);
  const request = {
    clientId,
    reportingCurrency: 'EUR',
    form,
    wallets,
    method: 'FIFO',
    currency: 'EUR',
  } as const;
  let text = '';
  for await (const piece of exportCsv(database, { ...request, from: 0, to: 0xffffffff })) text += piece;
  return text;
}

test('Koinly is told what a line was worth in euros', async () => {
  const { status, text } = await api.ask('GET', `/wallet/koinly.csv?wallet=${wallet}&currency=EUR`);
  expect(status, text).toBe(200);
  const [, ...lines] = parseCsv(text);
  expect(lines.map((cells) => [cells[1], cells[3], cells[5], cells[7], cells[8]])).toEqual([
    ['', '2', '', '1600', 'EUR'],
    ['', '2', '', '2000', 'EUR'],
    ['1', '2000', '0.1', '1600', 'EUR'],
    ['', '0.1', '', '150', 'EUR'],
    ['0.1', '', '', '125', 'EUR'],
  ]);
  expect(await written('koinly')).toBe(text);
});

test('the journal is in euros', async () => {
  const { status, text } = await api.ask('GET', `/wallet/journal.txt?wallet=${wallet}&currency=EUR`);
  expect(status, text).toBe(200);
  expect(text).toContain('\ncommodity 1000.00 EUR\n');
  const assets = `Assets:Crypto:${wallet}:ethereum`;
  const told = readJournal(text).map(({ postings }) =>
    postings.map(({ account, amount, commodity, cost }) =>
      [
        account === assets ? 'Assets' : account,
        amount.toFixed(),
        commodity,
        ...(cost === null ? [] : [cost.amount.toFixed()]),
      ].join(' '),
    ),
  );
  expect(told).toEqual([
    ['Assets 2 ETH 1600', 'Equity:Unknown -1600 EUR'],
    ['Assets 2 ETH 2000', 'Equity:Unknown -2000 EUR'],
    [
      ...['Assets -1 ETH -1600', 'Assets 2000 USDC 1600', 'Assets -0.1 ETH -160', 'Equity:Trades 160 EUR'],
      // (1,600 − 800) + (160 − 80)
      ...['Income:Gains -880 EUR', 'Equity:Gains 880 EUR'],
    ],
    ['Assets 0.1 ETH 150', 'Income:Claim -150 EUR'],
    // 125 − 80
    ['Assets -0.1 ETH -125', 'Expenses:Fees 125 EUR', 'Income:Gains -45 EUR', 'Equity:Gains 45 EUR'],
  ]);
  expect(await written('hledger')).toBe(text);
});

test('other currencies of states are refused', async () => {
  for (const file of ['koinly.csv', 'journal.txt'])
    expect(await api.ask('GET', `/wallet/${file}?wallet=${wallet}&currency=GBP`)).toMatchObject({
      ...{ status: 400, json: { errors: [{ path: 'currency' }] } },
    });
});
