/** What wallets are worth and earned over tokens and NFTs, worked out by hand, over the read model, GraphQL, REST and export. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import { requireCalendar, yearRange } from '../../src/cli/export/export-options.ts';
import type { Form8949Options } from '../../src/domain/accounting/form-8949.ts';
import { type CostMethod, type Currency, costMethods } from '../../src/domain/ids.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { WalletTotalsView } from '../../src/use-cases/model/totals-model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import {
  collection,
  exchange,
  friend,
  storeLookups,
  unknownToken,
  usdc,
  wallet,
} from '../support/history.ts';
import { hash } from '../support/records.ts';
import { bookStale, day, ether, type Row, storeEtherPrices, storeWallet, transaction } from './scenario.ts';

let api: TestApi;
let readModel: ReadModel;
let caller: Caller;
/** Ten minutes after the last row. */
const now = day(50) + 600;

/**
 *     day 0   receives 2 ETH at 1,000
 *     day 10  buys NFT 7 for 0.5 ETH at 2,000, fee 0.01 ETH: costs 1,000 + 20. ETH gains 0.5 × 1,000 and 0.01 × 1,000
 *     day 20  sells NFT 7 for 2,500 USDC: gains 2,500 − 1,020 = 1,480
 *     day 22  buys NFT 8 for 0.1 ETH at 2,000: costs 200. ETH gains 0.1 × 1,000
 *     day 40  claims 100 USDC: income
 *     day 50  a failed call, fee 0.02 ETH at 2,500: an expense of 50. ETH gains 0.02 × 1,500
 *
 * All that was disposed of came from the first lot, so that the methods FIFO, LIFO, WAC and HIFO agree.
 */
function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const nft = (tokenId: bigint, side: 'inflow' | 'outflow') =>
    ({ token: collection, tokenId, side, amount: 1n, counterparty: exchange }) as const;
  const coin = (amount: bigint) =>
    ({ side: 'outflow', amount, price: '2000', counterparty: exchange }) as const;
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 2n * ether, price: '1000' }]),
    transaction(at(10), { fee: ether / 100n }, [coin(ether / 2n), nft(7n, 'inflow')]),
    transaction(at(20), {}, [
      nft(7n, 'outflow'),
      { token: usdc, side: 'inflow', amount: 2_500_000_000n, price: '1', counterparty: exchange },
    ]),
    transaction(at(22), {}, [coin(ether / 10n), nft(8n, 'inflow')]),
    transaction(at(40), { kind: 'CLAIM' }, [
      { token: usdc, side: 'inflow', amount: 100_000_000n, price: '1', taxTreatment: 'INCOME' },
    ]),
    transaction(at(50), { fee: ether / 50n, isError: true, kind: 'FAILED' }, []),
  ];
}

/** Another wallet gets five units of something that nobody knows. */
const friendHistory = (walletId: number): Row[] => [
  transaction({ walletId, blockNumber: 105, timestamp: day(30), hash: hash(500) }, {}, [
    { token: unknownToken, side: 'inflow', amount: 5n },
  ]),
];

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { database } = api;
  caller = { clientId: api.clientId, keyId: 'test', scopes: ['read', 'write'] };
  readModel = createReadModel({ database, enabledChains: async () => [], now: () => now * 1000 });
  await storeLookups(database);
  await storeWallet(database, { clientId: api.clientId, address: wallet }, history);
  await storeWallet(database, { clientId: api.clientId, address: friend }, friendHistory);
  await storeEtherPrices(database, [
    { at: day(0), price: '1000' },
    ...[10, 20, 22, 30, 40].map((number) => ({ at: day(number), price: '2000' })),
    { at: day(50), price: '2500' },
  ]);
  await storePrices(database, [
    {
      ...{ chainId: 1, address: usdc, hour: Math.floor(day(50) / 3600), price: '1', observedAt: day(50) },
      ...{ source: 'chainlink', confidence: 1, provenance: {} },
    },
  ]);
});

afterAll(async () => {
  await readModel?.close();
  await api?.close();
});

const defaults = { period: 'MAX', costMethod: 'FIFO', currency: 'USD' } as const;
type Choice = Partial<Omit<Parameters<ReadModel['walletTotals']>[1], 'wallets'>>;

async function totalsOf(choice: Choice = {}, wallets = [wallet]): Promise<WalletTotalsView> {
  return (await readModel.walletTotals(caller, { wallets, ...defaults, ...choice })).overall;
}

/** 2 − 0.01 − 0.5 − 0.1 − 0.02 = 1.37 ETH at 2,500, and 2,600 USDC at 1. */
const worth = { netWorth: '6025', staleCount: 0, unpricedCount: 0 };

test('before the ledger has booked the wallet: no form, which would leave it out', async () => {
  const { status, json } = await api.ask('GET', `/wallet/form-8949.csv?wallet=${wallet},${friend}`);
  expect([status, json]).toMatchObject([
    409,
    {
      code: 'CONFLICT',
      errors: [wallet, friend].map((one) => ({
        path: 'wallet',
        message: `${one} is not booked yet: ask again when it is loaded`,
      })),
    },
  ]);
});

test('before the ledger has booked the wallet: worth from its rows, results of 0 that say UNPRICED', async () => {
  expect(await totalsOf()).toEqual({
    ...{ wallet, ...defaults, ...worth, asOf: now, basisStatus: 'UNPRICED', unbookedCount: 1 },
    ...{ ownValue: '6025', heldValue: '0', debtValue: '0' },
    ...{ realizedPnl: '0', unrealizedPnl: '0', income: '0', expenses: '0', fees: '0', costBasis: '0' },
  });
});

describe('booked', () => {
  beforeAll(async () => {
    expect(await bookStale(api.database)).toBeGreaterThan(0);
  });

  test.each(costMethods)('%s, since the beginning', async (costMethod) => {
    expect(await totalsOf({ costMethod })).toMatchObject({
      ...worth,
      // ETH 500 + 10 + 100 + 30, NFT 7 1,480
      realizedPnl: '2120',
      // 1.37 × (2,500 − 1,000); the USDC cost what they are worth
      unrealizedPnl: '2055',
      // 0.01 × 2,000 and 0.02 × 2,500: the former is in NFT 7's cost, the latter an expense
      ...{ income: '100', expenses: '50', fees: '70' },
      // 1,370 + 2,600 + NFT 8
      costBasis: '4170',
      // NFT 8
      ...{ unpricedCount: 1, basisStatus: 'COMPLETE' },
    });
  });

  test('a period has what happened in it; worth is of now', async () => {
    // From 3 January a month back: 3 December, ten minutes after day 19. NFT 7 is sold in it, and was bought before.
    expect(await totalsOf({ period: 'MONTH' })).toMatchObject({
      ...{
        realizedPnl: '1610',
        income: '100',
        expenses: '50',
        fees: '50',
        netWorth: '6025',
        costBasis: '4170',
      },
    });
    expect(await totalsOf({ period: 'DAY' })).toMatchObject({
      ...{ realizedPnl: '30', income: '0', expenses: '50', fees: '50', unrealizedPnl: '2055' },
    });
  });

  test('another currency; one without rates has no prices, and says so', async () => {
    // 1.37 + 2,600 ÷ 2,500; 100 ÷ 2,000
    expect(await totalsOf({ currency: 'ETH' })).toMatchObject({
      ...{ netWorth: '2.41', income: '0.05', expenses: '0.02', fees: '0.03' },
    });
    expect(await totalsOf({ currency: 'AVAX' })).toMatchObject({
      ...{ netWorth: '0', realizedPnl: '0', unpricedCount: 3, basisStatus: 'UNPRICED' },
    });
  });

  test('several wallets: each, and all together with the worst status', async () => {
    const wallets = [friend, wallet];
    const { wallets: each, overall } = await readModel.walletTotals(caller, { wallets, ...defaults });
    const shown = each.map((one) => [
      ...[one.wallet, one.realizedPnl, one.unpricedCount, one.basisStatus, one.unbookedCount],
    ]);
    expect(shown).toEqual([
      [friend, '0', 1, 'UNPRICED', 0],
      [wallet, '2120', 1, 'COMPLETE', 0],
    ]);
    expect(overall).toMatchObject({
      ...{ wallet: null, realizedPnl: '2120', netWorth: '6025', fees: '70', unpricedCount: 2 },
      ...{ basisStatus: 'UNPRICED', unbookedCount: 0 },
    });
  });

  test.each([
    ['MAX', 0],
    // December has 31 days.
    ['MONTH', now - 31 * 86_400],
  ] as const)('%s adds up to the export of the same time', async (period, from) => {
    const { database, clientId } = api;
    const wallets = await findRegistrations(database, clientId, [wallet, friend]);
    for (const method of costMethods) {
      for (const currency of ['USD', 'ETH'] satisfies Currency[]) {
        let text = '';
        const request = { clientId, form: 'ledger', wallets, method, currency, from, to: now + 1 } as const;
        for await (const piece of exportCsv(database, request)) text += piece;
        const [head = '', ...lines] = text.trimEnd().split('\r\n');
        const column = (name: string) => head.split(',').indexOf(name);
        const sumOf = (name: string, treatment?: string): string =>
          lines
            .map((line) => line.split(','))
            .filter((cells) => treatment === undefined || cells[column('treatment')] === treatment)
            .reduce((sum, cells) => sum.plus(cells[column(name)] || '0'), new Decimal(0))
            .toFixed();
        const totals = await totalsOf({ costMethod: method, currency, period }, [wallet, friend]);
        expect(lines.length).toBeGreaterThan(1);
        expect([totals.realizedPnl, totals.fees]).toEqual([sumOf('gain'), sumOf('proceeds', 'GAS')]);
      }
    }
  });

  test('REST and GraphQL say the same', async () => {
    // Their clock is the machine's: the prices of that time are old by now.
    const row = (address: string, figures: string): string => `{"wallet":${address},${figures}`;
    const booked = (await totalsOf()).asOf;
    const asOf = `"as_of":"${new Date(booked * 1000).toISOString().slice(0, 19)}Z"`;
    const figures = (status: string, unpriced: number) =>
      '"realized_pnl":2120,"unrealized_pnl":2055,"income":100,"expenses":50,"fees":70,"cost_basis":4170,"net_worth":6025,' +
      `"unpriced_count":${unpriced},"stale_count":2,"basis_status":"${status}","cost_method":"LIFO","currency":"USD",`;
    const parts = '"own_value":6025,"held_value":0,"debt_value":0,"unbooked_count":0,"period":"Max"';
    const one = await api.ask('GET', `/wallet/total/?wallet=${wallet}&cost_method=lifo&period=Max`);
    expect([one.status, one.headers['wallet-data-loaded']]).toEqual([200, 'true']);
    expect(one.text).toBe(
      `{"results":[${row(`"${wallet}"`, `${figures('COMPLETE', 1)}${asOf},${parts}}`)}]}`,
    );
    const two = await api.ask('GET', `/wallet/total/?wallet=${friend},${wallet}&cost_method=LIFO`);
    expect(two.json).toMatchObject({
      results: [{ wallet: friend }, { wallet }, { wallet: null, realized_pnl: 2120, unpriced_count: 2 }],
    });
    const csv = await api.ask('GET', `/wallet/total/?wallet=${wallet}`, { headers: { accept: 'text/csv' } });
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'wallet,realized_pnl,unrealized_pnl,income,expenses,fees,cost_basis,net_worth,unpriced_count,stale_count,basis_status,cost_method,currency,as_of,own_value,held_value,debt_value,unbooked_count,period',
      expect.stringMatching(`^${wallet},2120,2055,100,50,70,4170,6025,1,2,COMPLETE,FIFO,USD,`),
    ]);
    const fields =
      'realizedPnl unrealizedPnl income expenses fees costBasis netWorth unpricedCount staleCount basisStatus wallet { address }';
    const query = `{ wallet(address: "${wallet}") { totals(costMethod: LIFO) { ${fields} } }
      totals(wallets: ["${wallet}", "${friend}"], period: MAX, currency: USD) { ${fields} } }`;
    const answer = await api.ask('POST', '/graphql', { payload: { query } });
    const said = {
      ...{ realizedPnl: '2120', unrealizedPnl: '2055', income: '100', expenses: '50', fees: '70' },
      ...{ costBasis: '4170', netWorth: '6025', staleCount: 2 },
    };
    expect(answer.json).toMatchObject({
      data: {
        wallet: {
          totals: { ...said, unpricedCount: 1, basisStatus: 'COMPLETE', wallet: { address: wallet } },
        },
        totals: { ...said, unpricedCount: 2, basisStatus: 'UNPRICED', wallet: null },
      },
    });
  });

  test('a calendar year: its results, and the disposals that they are of', async () => {
    const year = 'from=2023-01-01&to=2024-01-01';
    // Day 47 is 31 December: of 2,120 the 30 of day 50 are of 2024, and so are the fee of 50, and the expense that it is.
    const { json } = await api.ask('GET', `/wallet/result/?wallet=${wallet},${friend}&${year}`);
    expect(json).toEqual({
      results: [
        {
          ...{ from: '2023-01-01T00:00:00Z', to: '2024-01-01T00:00:00Z', as_of: expect.any(String) },
          ...{ realized_pnl: 2090, income: 100, expenses: 0, fees: 20, cost_method: 'FIFO', currency: 'USD' },
          // What nobody knows came, and has not been sold: it is in no result.
          ...{ missing_count: 0, unpriced_count: 0 },
        },
      ],
    });
    const csv = await api.ask('GET', `/wallet/result.csv?wallet=${wallet}&from=2024-01-01&to=2025-01-01`);
    expect(csv.text).toMatch(
      /^from,to,realized_pnl,income,expenses,fees,missing_count,unpriced_count,cost_method,currency,as_of\r\n2024-01-01T00:00:00Z,2025-01-01T00:00:00Z,30,0,50,50,0,0,FIFO,USD,/,
    );
    const query = `{ results(wallets: ["${wallet}"], from: "2023-01-01T00:00:00Z", to: "2024-01-01T00:00:00Z", costMethod: HIFO) {
      realizedPnl income expenses fees missingCount unpricedCount } }`;
    const answer = await api.ask('POST', '/graphql', { payload: { query } });
    expect(answer.json).toMatchObject({
      data: {
        results: {
          ...{ realizedPnl: '2090', income: '100', expenses: '0', fees: '20' },
          ...{ missingCount: 0, unpricedCount: 0 },
        },
      },
    });
    const sold = await api.ask('GET', `/wallet/disposal/?wallet=${wallet}&${year}`);
    // 0.5 ETH, its fee, NFT 7, 0.1 ETH: newest first.
    const gains = [100, 1480, 500, 10].map((gain) => expect.objectContaining({ gain }));
    expect(sold.json).toMatchObject({ count: 4, results: gains });
  });

  /** The file of the command line for the same choices. */
  async function formOf(
    method: CostMethod,
    form8949: Omit<Form8949Options, 'method'>,
    year?: string,
  ): Promise<string> {
    const { database, clientId } = api;
    const wallets = await findRegistrations(database, clientId, [wallet, friend]);
    const request = { clientId, form: '8949', wallets, method, currency: 'USD', form8949 } as const;
    let text = '';
    for await (const piece of exportCsv(database, { ...request, ...yearRange(year, form8949.calendar) }))
      text += piece;
    return text;
  }

  test.each([
    ['', 'FIFO', { reported: 'nothing', gas: 'month' }, 'UTC', undefined],
    [
      '&year=2023&timezone=America/New_York&cost_method=HIFO&reported=basis&gas=each',
      'HIFO',
      { reported: 'basis', gas: 'each' },
      'America/New_York',
      '2023',
    ],
    [
      '&year=2024&currency=USD&cost_method=lifo&reported=proceeds&gas=year',
      'LIFO',
      { reported: 'proceeds', gas: 'year' },
      'UTC',
      '2024',
    ],
  ] as const)(
    'Form 8949 is the file of the command line, byte for byte: %s',
    async (query, method, choice, zone, year) => {
      const url = `/wallet/form-8949.csv?wallet=${wallet},${friend}${query}`;
      const { text, headers } = await api.ask('GET', url);
      expect(text).toBe(await formOf(method, { calendar: requireCalendar(zone), ...choice }, year));
      // More than the column names and a total.
      expect(text.split('\r\n').length).toBeGreaterThan(4);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="form-8949${year === undefined ? '' : `-${year}`}-${method}-${zone.replace('/', '-')}.csv"`,
        'wallet-data-booked': 'true',
      });
      expect((await api.ask('GET', `${url}&bom=true`)).text).toBe(`\u{FEFF}${text}`);
      expect(await api.ask('HEAD', url)).toMatchObject({ status: 200, text: '' });
    },
  );

  test.each([
    ['cost_method=WAC', 'cost_method', '26 CFR 1.1012-1(j)). Ask for FIFO, LIFO or HIFO.'],
    ['timezone=Mars/Olympus', 'timezone', "'Mars/Olympus' is no time zone: give an IANA name"],
    ['year=24', 'year', 'is not a whole number from 1970 to 2099'],
    ['currency=ETH', 'currency', "'ETH' is not one of: USD"],
    ['reported=all', 'reported', 'nothing, proceeds, basis'],
    ['gas=day', 'gas', 'month, year, each'],
  ])('Form 8949: %s is refused, with what to do', async (query, path, message) => {
    const { status, json } = await api.ask('GET', `/wallet/form-8949.csv?wallet=${wallet}&${query}`);
    expect([status, json]).toMatchObject([
      400,
      { code: 'BAD_INPUT', errors: [{ path, message: expect.stringContaining(message) }] },
    ]);
  });

  test('Form 8949 says so while the ledger waits for a correction', async () => {
    const form = `/wallet/form-8949.csv?wallet=${wallet}`;
    const lot = { wallet, chainId: 1, tokenAddress: usdc, quantity: '1', acquiredAt: 1_577_836_800 } as const;
    const made = await readModel.addOpeningLot(caller, { ...lot, cost: '1' });
    expect((await api.ask('GET', form)).headers).toMatchObject({ 'wallet-data-booked': 'false' });
    await readModel.undoCorrection(caller, made.id);
    await bookStale(api.database);
    expect((await api.ask('GET', form)).headers).toMatchObject({ 'wallet-data-booked': 'true' });
  });

  test('a range the wrong way round is refused', async () => {
    const range = 'from=2024-01-01&to=2023-01-01';
    for (const path of ['result', 'disposal']) {
      const { status, text } = await api.ask('GET', `/wallet/${path}/?wallet=${wallet}&${range}`);
      expect([path, status, text.includes('is later than to')]).toEqual([path, 400, true]);
    }
    const query = `{ results(wallets: ["${wallet}"], from: "2024-01-01T00:00:00Z", to: "2023-01-01T00:00:00Z") { fees } }`;
    const { json } = await api.ask('POST', '/graphql', { payload: { query } });
    expect(json).toMatchObject({
      data: { results: null },
      errors: [{ message: 'from is later than to', extensions: { code: 'BAD_INPUT' } }],
    });
  });

  test('a wallet of somebody else is refused', async () => {
    for (const path of [
      '/wallet/total/?',
      '/wallet/result/?from=2023-01-01&to=2024-01-01&',
      '/wallet/form-8949.csv?',
    ]) {
      const { status, json } = await api.ask('GET', `${path}wallet=${exchange}`);
      expect([status, json]).toMatchObject([404, { code: 'WALLET_NOT_REGISTERED' }]);
    }
  });
});
