/** Totals per counterparty, of figures that can be added up by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { zeroAddress } from '../../src/domain/model.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, unknownToken, usdc } from '../support/history.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const shop = address(0x5);
const boss = address(0xb);
const spammer = address(0x9);
const wallet = address(1);

let api: TestApi;

/**
 *     block 1  from the boss  3,000 USDC at 1.00            3,000
 *     block 2  to the shop    0.5 ETH at 2,000             −1,000
 *     block 3  to the shop    200 USDC at 1.01               −202
 *     block 4  from the shop  20 USDC, no price                 ?
 *     block 5  from a spammer 7 of a token that nobody knows      spam
 */
beforeAll(async () => {
  api = await createTestApi();
  await storeLookups(api.database);
  const walletId = await registerTestWallet(api.database, 1);
  const at = (blockNumber: number) => ({ walletId, blockNumber });
  const ether = { standard: 'native', tokenAddress: zeroAddress } as const;
  const transfers = [
    transferRecord(at(1), { tokenAddress: usdc, amount: 3_000_000_000n, counterparty: boss }),
    transferRecord(at(2), {
      ...ether,
      side: 'outflow',
      amount: -500_000_000_000_000_000n,
      counterparty: shop,
    }),
    transferRecord(at(3), { tokenAddress: usdc, side: 'outflow', amount: -200_000_000n, counterparty: shop }),
    transferRecord(at(4), { tokenAddress: usdc, amount: 20_000_000n, counterparty: shop }),
    transferRecord(at(5), {
      tokenAddress: unknownToken,
      amount: 7n,
      counterparty: spammer,
      spamReason: 'airdrop',
    }),
  ];
  const transactions = [1, 2, 3, 4, 5].map((block) => transactionRecord(at(block)));
  await storeTestRows(api.database, 1, { transactions, transfers });
  const units = ['0.000001', '0.000000000000000001', '0.000001'];
  const prices = ['1', '2000', '1.01'].map((price, index) => ({
    ...{ position: transfers[index]?.position ?? '', tokenAddress: transfers[index]?.tokenAddress ?? usdc },
    ...{ price, unit: units[index] ?? '', source: 'test' },
  }));
  expect(await priceTransfers(api.database, walletId, prices)).toBe(3);
});
afterAll(() => api.close());

const flow = z.looseObject({
  inflow: z.number(),
  outflow: z.number(),
  net: z.number(),
  unpriced_count: z.int(),
});
const answer = z.looseObject({
  count: z.int(),
  next: z.string().nullable(),
  total: flow,
  results: z.array(
    flow.extend({
      counterparty: z.looseObject({ address: z.string() }),
      transfer_count: z.int(),
      by_token: z.array(
        z.looseObject({
          raw_token: z.looseObject({ symbol: z.string() }),
          ...{ inflow: z.number(), outflow: z.number(), net: z.number() },
        }),
      ),
    }),
  ),
});

async function totals(query = '') {
  const { json, status, text } = await api.ask('GET', `/wallet/counterparty/?wallet=${wallet}${query}`);
  expect(status, text).toBe(200);
  const { count, next, total, results } = answer.parse(json);
  const rows = results.map((row) => [
    row.counterparty.address,
    row.inflow,
    row.outflow,
    row.net,
    row.unpriced_count,
  ]);
  return { count, next, total, results, rows };
}

test('in and out are positive, net = in − out, the largest first, and the net inflow over all', async () => {
  const { count, total, rows, results } = await totals();
  expect(count).toBe(2);
  expect(rows).toEqual([
    [boss, 3000, 0, 3000, 0],
    // 0.5 × 2,000 + 200 × 1.01
    [shop, 0, 1202, -1202, 1],
  ]);
  expect(total).toEqual({ inflow: 3000, outflow: 1202, net: 1798, unpriced_count: 1, currency: 'USD' });
  const byToken = results[1]?.by_token.map((row) => [row.raw_token.symbol, row.inflow, row.outflow, row.net]);
  expect(byToken).toEqual([
    ['ETH', 0, 0.5, -0.5],
    ['USDC', 20, 200, -180],
  ]);
  expect(results.map((row) => row.transfer_count)).toEqual([1, 3]);
});

test('figures keep their digits in the text', async () => {
  const { text } = await api.ask(
    'GET',
    `/wallet/counterparty/?wallet=${wallet}&counterparty_address=${shop}`,
  );
  expect(text).toContain('"inflow":0,"outflow":1202,"net":-1202,"unpriced_count":1,"currency":"USD"');
});

test.each([
  [`&counterparty_address=${shop}`, [[shop, 0, 1202, -1202, 1]]],
  [`&token=${zeroAddress}`, [[shop, 0, 1000, -1000, 0]]],
  // Block 3 is at 1,700,000,036 = 2023-11-14T22:13:56Z.
  ['&from=2023-11-14T22:13:56Z&to=2023-11-14T22:13:57Z', [[shop, 0, 202, -202, 0]]],
  ['&side=inflow&min_value=1', [[boss, 3000, 0, 3000, 0]]],
  ['&blockchain=polygon', []],
  ['&spam=only', [[spammer, 0, 0, 0, 1]]],
])('filters: %s', async (query, expected) => {
  expect((await totals(query)).rows).toEqual(expected);
});

test('spam counts only when it is asked for', async () => {
  expect((await totals('&spam=include')).count).toBe(3);
  expect((await totals('&spam=exclude')).count).toBe(2);
});

test('pages', async () => {
  const first = await totals('&page_size=1');
  expect(first.rows).toEqual([[boss, 3000, 0, 3000, 0]]);
  const next = new URL(first.next ?? '');
  expect(next.pathname + next.search).toBe(`/wallet/counterparty/?wallet=${wallet}&page_size=1&page=2`);
  const second = answer.parse((await api.ask('GET', next.pathname + next.search)).json);
  expect(second.results.map(({ counterparty }) => counterparty.address)).toEqual([shop]);
  expect(second.total).toEqual(first.total);
  expect(second.next).toBeNull();
});

test('a currency whose rate nobody knows leaves everything unpriced', async () => {
  const { total } = await totals('&currency=avax');
  expect(total).toEqual({ inflow: 0, outflow: 0, net: 0, unpriced_count: 4, currency: 'AVAX' });
});
