/** A client's reporting currency comes, changes and goes: what is refused, what is unknown meanwhile, and what stays as it was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceId, type Currency, type FiatCurrency } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { findBookedLedger } from '../../src/store/ledger/ledger-chains.ts';
import { findLedgerSettings } from '../../src/store/ledger/search/ledger-settings.ts';
import { findStaleLedgers } from '../../src/store/ledger/search/stale-ledgers.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { type Agent, connectAgent } from '../mcp/mcp-client.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, wallet } from '../support/history.ts';
import { figuresOf } from './all-figures.ts';
import { reportingHistory, reportingNow, storeReportingRates } from './reporting-world.ts';
import { bookStale, day, storeWallet } from './scenario.ts';

let api: TestApi;
let agent: Agent;
let walletId: number;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', readModelNow: () => reportingNow * 1000 });
  const { database, clientId } = api;
  await storeLookups(database);
  // Of day 20 nobody knows the rates yet.
  await storeReportingRates(database, [0, 1, 2, 3]);
  walletId = await storeWallet(database, { clientId, address: wallet }, reportingHistory);
  agent = await connectAgent(await api.server.listen({ host: '127.0.0.1', port: 0 }), api.key);
});
afterAll(async () => {
  await agent?.close();
  await api?.close();
});

const callerOf = (reportingCurrency: FiatCurrency | null): Caller => ({
  ...{ clientId: api.clientId, keyId: 'key', scopes: ['read', 'write'], reportingCurrency },
});

async function choose(reportingCurrency: FiatCurrency | 'USD'): Promise<void> {
  await updateClientSettings(api.database, 'default', { reportingCurrency });
  // As the service does when it is told.
  api.authenticator.invalidate();
}

async function ether(reportingCurrency: FiatCurrency | null, currency: Currency, clientId = api.clientId) {
  const caller = { ...callerOf(reportingCurrency), clientId };
  const [found] = await api.readModel.listBalances(caller, {
    ...{ wallets: [wallet], period: 'MAX', costMethod: 'FIFO', currency, filter: { tokens: [zeroAddress] } },
  });
  return found;
}

describe('a currency that the books are not told in', () => {
  const own = 'this client has none';
  const problem = { path: 'currency', message: `is not the client's reporting currency: ${own}` };

  beforeAll(async () => {
    await choose('USD');
    await bookStale(api.database);
  });

  test.each([
    `/wallet/balance/?wallet=${wallet}`,
    `/wallet/total/?wallet=${wallet}`,
    `/wallet/lot/?wallet=${wallet}`,
    `/wallet/disposal/?wallet=${wallet}`,
    `/wallet/holding/?wallet=${wallet}&at=2023-11-16T00:00:00Z`,
    `/wallet/income.csv?wallet=${wallet}&from=2023-01-01&to=2024-01-01`,
    `/wallet/de-private-sales.csv?wallet=${wallet}`,
    `/wallet/counterparty/?wallet=${wallet}`,
    `/wallet/value/?wallet=${wallet}&from=2023-11-14&to=2023-11-16&interval=DAY`,
    `/wallet/result/?wallet=${wallet}&from=2023-01-01&to=2024-01-01`,
  ])('is refused over REST: %s', async (path) => {
    const { status, json } = await api.ask('GET', `${path}&currency=EUR`);
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'BAD_INPUT', errors: [problem] },
    });
  });

  test.each([
    `tokenBalances(wallets: ["${wallet}"], currency: EUR) { count }`,
    `totals(wallets: ["${wallet}"], currency: EUR) { realizedPnl }`,
    `transfers(wallets: ["${wallet}"]) { totals(currency: EUR) { net } }`,
    `counterpartyTotals(wallets: ["${wallet}"], currency: EUR) { count }`,
  ])('is refused over GraphQL: %s', async (field) => {
    const { json } = await api.ask('POST', '/graphql', { payload: { query: `{ ${field} }` } });
    expect(json).toMatchObject({
      errors: [{ extensions: { code: 'BAD_INPUT', problems: [problem] } }],
    });
  });

  test('is refused over MCP', async () => {
    for (const tool of ['portfolio', 'holdings'])
      expect(await agent.fail(tool, { wallets: [wallet], currency: 'EUR' })).toContain('reportingCurrency');
  });

  test('is refused by previews, too', async () => {
    const caller = callerOf(null);
    const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
    const { items } = await api.readModel.listTransfers(caller, request, { mode: 'cursor', first: 1 });
    const input = { transferId: items[0]?.id ?? '', basis: '1' };
    const choice = { costMethod: 'FIFO', currency: 'EUR' } as const;
    await expect(api.readModel.previewCorrection(caller, input, choice)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [problem],
    });
  });

  test('is another than that of the client', async () => {
    const message = "is not the client's reporting currency: that is EUR";
    await expect(ether('EUR', 'GBP')).rejects.toMatchObject({
      problems: [{ path: 'currency', message }],
    });
    const id = balanceId.encode({
      ...{ wallet, chainId: 1, tokenAddress: zeroAddress, period: 'MAX', method: 'FIFO', currency: 'GBP' },
    });
    expect(await api.readModel.balancesByIds(callerOf('EUR'), [id])).toEqual([null]);
  });
});

test('a change of it is told to who remembers keys', async () => {
  const told: string[] = [];
  const stop = await api.database.listen('keys_changed', (payload) => void told.push(payload));
  await choose('CHF');
  await expect.poll(() => told).toEqual(['default']);
  await stop();
});

describe('from euros to pounds', () => {
  const unbooked = { basisStatus: 'UNPRICED', costBasis: '0', totalRealizedPnl: '0', isBooked: false };
  let dollars: unknown[];

  beforeAll(async () => {
    await choose('EUR');
    await bookStale(api.database);
    dollars = await figuresOf(api.readModel, callerOf('EUR'), wallet);
  });

  test('until it is booked anew, figures in pounds are unknown, and not those in euros', async () => {
    // 0.8 × 800 + 2 × 1,000 + 0.1 × 1,500.
    expect(await ether('EUR', 'EUR')).toMatchObject({ costBasis: '2790', isBooked: true });
    await choose('GBP');
    expect(await ether('GBP', 'GBP')).toMatchObject(unbooked);
    const request = { wallets: [wallet], costMethod: 'FIFO', currency: 'GBP' } as const;
    const { overall } = await api.readModel.walletTotals(callerOf('GBP'), { ...request, period: 'MAX' });
    expect(overall).toMatchObject({
      ...{ costBasis: '0', realizedPnl: '0', income: '0', fees: '0', unrealizedPnl: '0' },
      ...{ basisStatus: 'UNPRICED', unbookedCount: 1 },
    });
    const range = { from: day(0), to: day(22) };
    expect(await api.readModel.resultsBetween(callerOf('GBP'), { ...request, ...range })).toMatchObject({
      ...{ realizedPnl: '0', income: '0', expenses: '0', fees: '0', asOf: null },
    });
    const page = { mode: 'cursor', first: 10 } as const;
    const held = await ether('GBP', 'GBP');
    expect((await api.readModel.listLots(callerOf('GBP'), held?.id ?? '', page)).items).toEqual([]);
    expect((await api.readModel.listDisposals(callerOf('GBP'), held?.id ?? '', {})).items).toEqual([]);
    const lots = await api.readModel.listWalletLots(callerOf('GBP'), request, page);
    expect(lots.items).toEqual([]);
    // What is worked out of prices alone is there, by the newest rate: 2.9 × 3,000 ÷ 2.
    expect(held).toMatchObject({ balance: '2.9', price: '1500', value: '4350' });
  });

  test('files and holdings are refused meanwhile, over REST, too', async () => {
    for (const path of [
      `/wallet/income.csv?wallet=${wallet}&from=2023-01-01&to=2024-01-01`,
      `/wallet/holding/?wallet=${wallet}&at=2023-11-16T00:00:00Z`,
    ]) {
      const { status, json } = await api.ask('GET', `${path}&currency=GBP`);
      expect({ path, status, json }).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
    }
  });

  test('figures in dollars are what they were, all the time', async () => {
    expect(await figuresOf(api.readModel, callerOf('GBP'), wallet)).toEqual(dollars);
    // Whoever still asks for the old one is answered of what is booked.
    expect(await ether('EUR', 'EUR')).toMatchObject({ costBasis: '2790' });
  });

  test('it is booked from the beginning; then they are right, and those in euros are gone', async () => {
    const settings = await findLedgerSettings(api.database, api.clientId);
    const members = { clientId: api.clientId, walletIds: [walletId] };
    expect(await findBookedLedger(api.database, { ...members, settings })).toBeNull();
    expect(await bookStale(api.database)).toBe(1);
    // 0.8 × 1,000 ÷ 2.5 + 2 × 1,600 ÷ 2 + 0.1 × 2,400 ÷ 2; the fee of day 20 has no price in pounds.
    expect(await ether('GBP', 'GBP')).toMatchObject({
      ...{ costBasis: '2040', income: '120', isBooked: true, basisStatus: 'UNPRICED' },
    });
    expect(await figuresOf(api.readModel, callerOf('GBP'), wallet)).toEqual(dollars);
    expect(await ether('EUR', 'EUR')).toMatchObject(unbooked);
  });
});

describe('a day without a rate', () => {
  /** Only ether counts as a coin, so that no rate of one is missing; runs are short. Answers how many movements were booked. */
  async function bookInPieces(): Promise<number> {
    const { ETH } = currencyTokens;
    const { movements } = await runLedgerOf(
      api.database,
      { clientId: api.clientId, wallets: [{ walletId, address: wallet }] },
      { currencyTokens: { ETH, MATIC: ETH, AVAX: ETH, XDAI: ETH }, shortestTail: 1 },
    );
    return movements;
  }
  let inAll: number;

  beforeAll(async () => {
    await choose('EUR');
    inAll = await bookInPieces();
  });

  test('is unpriced in euros, and complete in dollars, until the rate comes', async () => {
    // (1,600 − 800) + (160 − 80), without the fee of 125 that cost 80.
    expect(await ether('EUR', 'EUR')).toMatchObject({
      ...{ totalRealizedPnl: '880', expenses: '0', costBasis: '2790', basisStatus: 'UNPRICED' },
    });
    expect(await ether('EUR', 'USD')).toMatchObject({
      ...{ totalRealizedPnl: '1250', expenses: '250', basisStatus: 'COMPLETE' },
    });
    const settings = await findLedgerSettings(api.database, api.clientId);
    const members = { clientId: api.clientId, walletIds: [walletId], settings };
    const before = await findBookedLedger(api.database, members);
    // The hour of the failed call.
    expect(before?.priceGapFrom?.slice(0, 8)).toBe(day(20).toString(16));
    expect(before?.chain.length).toBeGreaterThan(1);
    expect(await findStaleLedgers(api.database)).toEqual([]);
    await storeReportingRates(api.database);
    expect(await findStaleLedgers(api.database)).toEqual([{ clientId: api.clientId, walletId }]);
    const again = await bookInPieces();
    expect({ again, isPart: again < inAll / 2 }).toEqual({ again: 1, isPart: true });
    expect(await ether('EUR', 'EUR')).toMatchObject({
      ...{ totalRealizedPnl: '925', expenses: '125', costBasis: '2790', basisStatus: 'COMPLETE' },
    });
    expect(await ether('EUR', 'USD')).toMatchObject({ totalRealizedPnl: '1250', basisStatus: 'COMPLETE' });
  });
});

test('clients of one wallet each have their own', async () => {
  const { database } = api;
  await choose('EUR');
  const chains = [{ chainId: 1, fromBlock: 0 }];
  for (const name of ['in dollars', 'in pounds']) {
    const { id: clientId } = await ensureClient(database, name);
    if (name === 'in pounds') await updateClientSettings(database, name, { reportingCurrency: 'GBP' });
    await registerWallets(database, { clientId, addresses: [wallet], chains });
  }
  await bookStale(database);
  const { rows } = await database.pool.query<{ name: string; currency: string | null; figures: number }>(
    `SELECT DISTINCT client.name, reporting_currency AS currency, array_length(income, 1) AS figures
     FROM client JOIN ledger_wallet current ON current.client_id = client.id
     JOIN ledger_balance balance ON balance.wallet_id = current.wallet_id AND balance.run_id = ANY(current.run_ids)
     WHERE balance.wallet_id = $1 AND token_address = $2 ORDER BY client.name`,
    [walletId, zeroAddress],
  );
  expect(rows.map(({ name, currency, figures }) => [name, currency, figures])).toEqual([
    ['default', 'EUR', 6],
    ['in dollars', null, 5],
    ['in pounds', 'GBP', 6],
  ]);
  const { id: inPounds } = await ensureClient(database, 'in pounds');
  const { id: inDollars } = await ensureClient(database, 'in dollars');
  expect(await ether('EUR', 'EUR')).toMatchObject({ costBasis: '2790' });
  expect(await ether('GBP', 'GBP', inPounds)).toMatchObject({ costBasis: '2040' });
  const all = [ether('EUR', 'USD'), ether('GBP', 'USD', inPounds), ether(null, 'USD', inDollars)];
  for (const found of await Promise.all(all)) expect(found).toMatchObject({ costBasis: '4240' });
});
