/** Figures in a client's reporting currency, each by arithmetic: reporting-world.ts tells what is booked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import { balanceId, type CostMethod, type Currency } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, friend, storeLookups, usdc, wallet } from '../support/history.ts';
import { reportingHistory, reportingNow, storeReportingRates } from './reporting-world.ts';
import { bookStale, day, storeWallet } from './scenario.ts';

let api: TestApi;
let caller: Caller;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', readModelNow: () => reportingNow * 1000 });
  const { database, clientId } = api;
  await storeLookups(database);
  await updateClientSettings(database, 'default', { reportingCurrency: 'EUR' });
  await storeReportingRates(database);
  const hour = Math.floor(day(21) / 3600);
  const known = {
    price: '1',
    observedAt: day(21),
    source: 'chainlink',
    confidence: 1,
    provenance: {},
  } as const;
  await storePrices(database, [{ chainId: 1, address: usdc, hour, ...known }]);
  await storeWallet(database, { clientId, address: wallet }, reportingHistory);
  await bookStale(database);
  caller = { clientId, keyId: 'key', scopes: ['read', 'write'], reportingCurrency: 'EUR' };
});
afterAll(() => api?.close());

async function balances(costMethod: CostMethod, currency: Currency = 'EUR') {
  const found = await api.readModel.listBalances(caller, {
    ...{ wallets: [wallet], period: 'MAX', costMethod, currency, filter: {} },
  });
  const of = (token: string) => found.find(({ rawToken }) => rawToken.address === token);
  return { ether: of(zeroAddress), dollars: of(usdc) };
}

test.each([
  {
    method: 'FIFO',
    // 2,790 for 2.9 ETH; (1,600 − 800) + (160 − 80) + (125 − 80).
    figures: { costBasis: '2790', averageCost: '962.06896551724137931', totalRealizedPnl: '925' },
    // 2.9 × 2,400 − 2,790.
    unrealizedPnl: '4170',
  },
  {
    method: 'WAC',
    // 2.9 × 920; (1,600 − 900) + (160 − 90) + (125 − 92).
    figures: { costBasis: '2668', averageCost: '920', totalRealizedPnl: '803' },
    // 2.9 × (2,400 − 920).
    unrealizedPnl: '4292',
  },
] as const)('balances in euros by $method', async ({ method, figures, unrealizedPnl }) => {
  const { ether, dollars } = await balances(method);
  expect(ether).toMatchObject({
    ...{ ...figures, unrealizedPnl, balance: '2.9', price: '2400', value: '6960', currency: 'EUR' },
    ...{ income: '150', expenses: '125', basisStatus: 'COMPLETE', isBooked: true },
  });
  // 1 ÷ 1.25 for each of 2,000; they cost what was sold for them, and the fee.
  expect(dollars).toMatchObject({
    ...{ price: '0.8', value: '1600', costBasis: '1760', unrealizedPnl: '-160', totalRealizedPnl: '0' },
  });
});

test('those in dollars are what they are without a reporting currency', async () => {
  const { ether, dollars } = await balances('FIFO', 'USD');
  // 0.8 × 1,000 + 2 × 1,600 + 0.1 × 2,400; (2,000 − 1,000) + (200 − 100) + (250 − 100).
  expect(ether).toMatchObject({
    ...{ costBasis: '4240', totalRealizedPnl: '1250', income: '240', expenses: '250', value: '8700' },
  });
  expect(dollars).toMatchObject({ costBasis: '2200', value: '2000' });
});

test('totals of all time and of a period, and results between two moments', async () => {
  const request = { wallets: [wallet], costMethod: 'FIFO', currency: 'EUR' } as const;
  const { overall } = await api.readModel.walletTotals(caller, { ...request, period: 'MAX' });
  expect(overall).toMatchObject({
    // 2,790 + 1,760; 6,960 + 1,600; 4,170 − 160; fees of 160 and 125.
    ...{ costBasis: '4550', netWorth: '8560', unrealizedPnl: '4010', fees: '285', realizedPnl: '925' },
    ...{ income: '150', expenses: '125', basisStatus: 'COMPLETE', unbookedCount: 0, currency: 'EUR' },
  });
  // The last 24 hours: there was nothing.
  const ofDay = await api.readModel.walletTotals(caller, { ...request, period: 'DAY' });
  expect(ofDay.overall).toMatchObject({ realizedPnl: '0', income: '0', expenses: '0', fees: '0' });
  const last = await api.readModel.resultsBetween(caller, { ...request, from: day(3), to: day(21) });
  expect(last).toMatchObject({ realizedPnl: '45', income: '150', expenses: '125', fees: '125' });
  const first = await api.readModel.resultsBetween(caller, { ...request, from: day(0), to: day(3) });
  expect(first).toMatchObject({ realizedPnl: '880', income: '0', expenses: '0', fees: '160' });
});

test('lots and disposals, of a balance and of the wallet', async () => {
  const { ether } = await balances('FIFO');
  const page = { mode: 'cursor', first: 10 } as const;
  const lots = await api.readModel.listLots(caller, ether?.id ?? '', page);
  expect(lots.items.map(({ remaining, unitCost, cost }) => [remaining, unitCost, cost])).toEqual([
    ['0.8', '800', '640'],
    ['2', '1000', '2000'],
    ['0.1', '1500', '150'],
  ]);
  const request = { wallets: [wallet], costMethod: 'FIFO', currency: 'EUR' } as const;
  const ofWallet = await api.readModel.listWalletLots(caller, { ...request, tokens: [zeroAddress] }, page);
  expect(ofWallet.items.map(({ cost }) => cost).sort()).toEqual(['150', '2000', '640']);
  const disposals = await api.readModel.listDisposals(caller, ether?.id ?? '', { first: 10 });
  const gains = disposals.items.map(({ taxTreatment, proceeds, cost, gain }) => [
    ...[taxTreatment, proceeds, cost, gain],
  ]);
  expect(gains.toSorted()).toEqual([
    ['DISPOSAL', '1600', '800', '800'],
    ['GAS', '125', '80', '45'],
    ['GAS', '160', '80', '80'],
  ]);
  const { ether: pooled } = await balances('WAC');
  const ofPool = await api.readModel.listDisposals(caller, pooled?.id ?? '', { first: 10 });
  expect(ofPool.items.map(({ gain }) => gain).toSorted()).toEqual(['33', '70', '700']);
});

test('earnings, line by line, and the export of the command line', async () => {
  const range = { from: day(0), to: day(22) };
  const { pieces, isBooking } = await api.readModel.earnings(caller, {
    ...{ wallets: [wallet], currency: 'EUR', ...range },
  });
  const lines: string[][] = [];
  for await (const rows of pieces)
    lines.push(
      ...rows.map(({ income, expenses, unpricedCount }) => [income, expenses, String(unpricedCount)]),
    );
  expect({ lines, isBooking }).toEqual({
    lines: [
      ['150', '0', '0'],
      ['0', '125', '0'],
    ],
    isBooking: false,
  });
  const { database, clientId } = api;
  const wallets = await findRegistrations(database, clientId, [wallet]);
  const request = { clientId, form: 'ledger', wallets, method: 'FIFO', currency: 'EUR' } as const;
  let text = '';
  for await (const piece of exportCsv(database, { ...request, ...range })) text += piece;
  for (const cells of [',1600,800,800,', ',160,80,80,', ',125,80,45,']) expect(text).toContain(cells);
});

test('what was held at a moment, and what the wallet was worth over time', async () => {
  const held = await api.readModel.holdings(caller, {
    ...{ wallets: [wallet], at: day(1) + 60, costMethod: 'WAC', currency: 'EUR', filter: {} },
  });
  // 1,600 ÷ 1.6 for each of 4 ETH, that cost 3,600.
  expect(held).toMatchObject([
    {
      ...{ balance: '4', price: '1000', value: '4000', costBasis: '3600', averageCost: '900' },
      ...{ unrealizedPnl: '400', basisStatus: 'COMPLETE', currency: 'EUR' },
    },
  ]);
  const history = { wallet, from: day(0) + 60, to: day(2) + 60, interval: 'DAY' } as const;
  const points = await api.readModel.valueHistory(caller, { ...history, currency: 'EUR' });
  // 2 × 800; 4 × 1,000; 2.9 × 1,600 and 2,000 × 0.8.
  expect(points.map(({ value, unpricedCount }) => [value, unpricedCount])).toEqual([
    ['1600', 0],
    ['4000', 0],
    ['4640', 1],
  ]);
});

test('totals by counterparty, and of all', async () => {
  const request = { wallets: [wallet], filter: {}, currency: 'EUR' } as const;
  const page = { mode: 'cursor', first: 10 } as const;
  const { items } = await api.readModel.listCounterpartyTotals(caller, request, page);
  const byAddress = new Map(items.map((one) => [one.counterparty.address, one]));
  // 2 × 800 + 2 × 1,000 came from the friend; of the exchange 1,600 in dollars and the claim of 150, for ether of 1,600.
  expect(byAddress.get(friend)).toMatchObject({ inflow: '3600', outflow: '0', net: '3600' });
  expect(byAddress.get(exchange)).toMatchObject({ inflow: '1750', outflow: '1600', net: '150' });
  expect(await api.readModel.flowTotals(caller, request)).toMatchObject({ inflow: '5350', outflow: '1600' });
});

test('prices of now, and rates beside transactions', async () => {
  const page = { mode: 'cursor', first: 10 } as const;
  const { items } = await api.readModel.listDetailedTransactions(
    caller,
    { wallets: [wallet], filter: {}, order: 'ASC' },
    page,
  );
  expect(items.map(({ rates }) => rates.reporting)).toEqual(['1.25', '1.6', '1.25', '1.6', '2']);
  const { text } = await api.ask('GET', `/wallet/transaction/?wallet=${wallet}&format=csv&order=asc`);
  const [columns = '', ...lines] = text.trimEnd().split('\r\n');
  expect(columns.split(',').at(-1)).toBe('rates_reporting');
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['1.25', '1.6', '1.25', '1.6', '2']);
});

test('a preview of a cost stated in euros', async () => {
  const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
  const { items } = await api.readModel.listTransfers(caller, request, { mode: 'cursor', first: 1 });
  const input = { transferId: items[0]?.id ?? '', basis: '1000', currency: 'EUR' } as const;
  const choice = { costMethod: 'FIFO', currency: 'EUR' } as const;
  // Of the first lot, at 500 now, 1.2 went and 0.8 are left: 1.2 × 300 more gained, 0.8 × 300 less cost.
  expect(await api.readModel.previewCorrection(caller, input, choice)).toMatchObject({
    state: 'READY',
    before: { realizedPnl: '925', costBasis: '4550', netWorth: '8560' },
    after: { realizedPnl: '1285', costBasis: '4310', netWorth: '8560' },
  });
});

test('asked over REST and GraphQL with a key', async () => {
  const rest = await api.ask('GET', `/wallet/balance/?wallet=${wallet}&currency=EUR&cost_method=WAC`);
  expect([rest.status, rest.text]).toEqual([200, expect.stringContaining('"cost_basis":2668')]);
  const key = { wallet, chainId: 1, tokenAddress: zeroAddress, period: 'MAX', method: 'FIFO' } as const;
  const [eur, gbp] = (['EUR', 'GBP'] as const).map((currency) => balanceId.encode({ ...key, currency }));
  const query = `{ own: node(id: "${eur}") { ... on TokenBalance { costBasis currency } } other: node(id: "${gbp}") { id }
    totals(wallets: ["${wallet}"], currency: EUR) { realizedPnl currency } }`;
  expect((await api.ask('POST', '/graphql', { payload: { query } })).json).toMatchObject({
    data: {
      own: { costBasis: '2790', currency: 'EUR' },
      other: null,
      totals: { realizedPnl: '925', currency: 'EUR' },
    },
  });
});
