/** A wallet's value over time, of figures that can be checked by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { formatTime } from '../../src/domain/time/time.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, usdc } from '../support/history.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const wallet = address(1);
const day = 86_400;
/** 2023-12-09T00:00:00Z, a midnight. */
const start = 19_700 * day;
const dayOf = (number: number): string => formatTime(start + number * day).slice(0, 10);

let api: TestApi;

/** At noon of the first day 2.5 ETH come; a day later 100 USDC, which have no price. */
beforeAll(async () => {
  api = await createTestApi();
  await storeLookups(api.database);
  const walletId = await registerTestWallet(api.database, 1);
  const at = (blockNumber: number) => ({
    walletId,
    blockNumber,
    timestamp: start + day / 2 + (blockNumber - 1) * day,
  });
  const ether = {
    standard: 'native',
    tokenAddress: zeroAddress,
    amount: 2_500_000_000_000_000_000n,
  } as const;
  await storeTestRows(api.database, 1, {
    transactions: [1, 2].map((block) => transactionRecord(at(block), { fee: 0n })),
    transfers: [
      transferRecord(at(1), ether),
      transferRecord(at(2), { tokenAddress: usdc, amount: 100_000_000n }),
    ],
  });
  const price = (time: number, usd: string) => ({
    ...{ chainId: 1, address: zeroAddress, hour: time / 3600, price: usd, observedAt: time },
    ...{ source: 'test', confidence: 1, provenance: {} },
  });
  await storePrices(api.database, [price(start + day, '2000.10'), price(start + 2 * day, '1800')]);
});

afterAll(() => api.close());

const url = `/wallet/value/?wallet=${wallet}&from=${dayOf(0)}&to=${dayOf(3)}`;

test('every midnight: what was held at the newest price up to then', async () => {
  const { status, text, headers } = await api.ask('GET', url);
  expect([status, headers['wallet-data-loaded']]).toEqual([200, 'true']);
  expect(text).toBe(
    `{"results":[${[
      // Nothing was held yet.
      `{"timestamp":"${dayOf(0)}T00:00:00Z","value":0,"unpriced_count":0,"stale_count":0}`,
      // 2.5 × 2000.10
      `{"timestamp":"${dayOf(1)}T00:00:00Z","value":5000.25,"unpriced_count":0,"stale_count":0}`,
      // 2.5 × 1800; the USDC have no price.
      `{"timestamp":"${dayOf(2)}T00:00:00Z","value":4500,"unpriced_count":1,"stale_count":0}`,
      // The price is a day old.
      `{"timestamp":"${dayOf(3)}T00:00:00Z","value":4500,"unpriced_count":1,"stale_count":1}`,
    ].join(',')}]}`,
  );
});

test('another step and currency, in any letter case', async () => {
  const { json } = await api.ask('GET', `${url}&interval=week&currency=eth`);
  // From one end to the other is less than a week. 2.5 ETH are 2.5 ETH, but the last hour's rate is not known.
  expect(json).toMatchObject({
    results: [{ timestamp: `${dayOf(0)}T00:00:00Z` }, { timestamp: `${dayOf(3)}T00:00:00Z` }],
  });
  const hourly = await api.ask(
    'GET',
    `/wallet/value/?wallet=${wallet}&from=${dayOf(1)}&to=${dayOf(1)}T02:00:00Z&interval=Hour&currency=ETH`,
  );
  // 2.5 × 2000.10 ÷ 2000.10 each hour: the price of the first hour stands for the day.
  expect(hourly.json).toMatchObject({ results: [{ value: 2.5 }, { value: 2.5 }, { value: 2.5 }] });
});

test('as CSV', async () => {
  const { headers, text } = await api.ask('GET', url, { headers: { accept: 'text/csv' } });
  expect(headers['content-disposition']).toContain('values.csv');
  expect(text.trimEnd().split('\r\n')).toEqual([
    'timestamp,value,unpriced_count,stale_count',
    `${dayOf(0)}T00:00:00Z,0,0,0`,
    `${dayOf(1)}T00:00:00Z,5000.25,0,0`,
    `${dayOf(2)}T00:00:00Z,4500,1,0`,
    `${dayOf(3)}T00:00:00Z,4500,1,1`,
  ]);
});

test.each([
  ['without a time', `?wallet=${wallet}`, ['from', 'to']],
  ['the wrong way round', `?wallet=${wallet}&from=${dayOf(1)}&to=${dayOf(0)}`, ['from']],
  ['several wallets', `?wallet=${wallet},${address(2)}&from=${dayOf(0)}&to=${dayOf(1)}`, ['wallet']],
  ['an unknown step', `?wallet=${wallet}&from=${dayOf(0)}&to=${dayOf(1)}&interval=YEAR`, ['interval']],
  ['too many points', `?wallet=${wallet}&from=2020-01-01&to=2023-12-01&interval=HOUR`, ['interval']],
])('%s is a 400 that names it', async (_what, query, paths) => {
  const { status, json } = await api.ask('GET', `/wallet/value/${query}`);
  expect(status).toBe(400);
  expect(json).toMatchObject({ code: 'BAD_INPUT', errors: paths.map((path) => ({ path })) });
});

test('a wallet that is not registered is a 404', async () => {
  const query = `?wallet=${address(0x77)}&from=${dayOf(0)}&to=${dayOf(1)}`;
  expect((await api.ask('GET', `/wallet/value/${query}`)).status).toBe(404);
});
