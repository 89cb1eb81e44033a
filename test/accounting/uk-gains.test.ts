/** Capital gains for the United Kingdom, from rows to the file, each figure by arithmetic. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import { chosenOf, refuseGiven, taxYearRange } from '../../src/cli/export/export-options.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { assetFlows } from '../../src/ingest/accounting/in-memory/whole-histories.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import { keepAsOwn } from '../../src/store/sync/unregistrations.ts';
import { ukGainsLines } from '../../src/use-cases/figures/uk-gains.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, storeLookups, wallet } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { publishRates } from './fiat-rates.ts';
import { reportingHistory, reportingNow, storeReportingRates } from './reporting-world.ts';
import { bookStale, ether, type Row, storeEtherPrices, storeWallet, transaction } from './scenario.ts';

const first = repeated('5');
const second = repeated('6');
const now = Date.UTC(2025, 0, 10) / 1000;
const time = (text: string): number => Date.parse(text) / 1000;

/**
 * Two wallets of one person; one GBP is 2 USD on all days:
 *
 *     1 March 2024, 12:00     first receives 3 ETH at $1,000: £1,500
 *     2 March                 first sends 1 ETH to second
 *     5 April, 23:30 UTC      second sends 1 ETH to the exchange at $3,000: £1,500, on 6 April in London
 *     6 April, 10:00 UTC      first receives 1 ETH at $2,600: £1,300
 *     1 November              first sends 1 ETH to the exchange at $4,000: £2,000
 */
const moments = {
  received: time('2024-03-01T12:00:00Z'),
  moved: time('2024-03-02T12:00:00Z'),
  sold: time('2024-04-05T23:30:00Z'),
  bought: time('2024-04-06T10:00:00Z'),
  late: time('2024-11-01T12:00:00Z'),
};

function histories(own: { first: number; second: number }): { first: Row[]; second: Row[] } {
  const at = (walletId: number, moment: keyof typeof moments) => {
    const number = 500 + Object.keys(moments).indexOf(moment);
    return { walletId, blockNumber: number, timestamp: moments[moment], hash: hash(number) };
  };
  const move = { amount: ether, price: '1000' };
  return {
    first: [
      transaction(at(own.first, 'received'), {}, [{ side: 'inflow', amount: 3n * ether, price: '1000' }]),
      transaction(at(own.first, 'moved'), {}, [{ ...move, side: 'outflow', counterparty: second }]),
      transaction(at(own.first, 'bought'), {}, [{ side: 'inflow', amount: ether, price: '2600' }]),
      transaction(at(own.first, 'late'), {}, [
        { side: 'outflow', amount: ether, price: '4000', counterparty: exchange },
      ]),
    ],
    second: [
      transaction(at(own.second, 'moved'), {}, [{ ...move, side: 'inflow', counterparty: first }]),
      transaction(at(own.second, 'sold'), {}, [
        { side: 'outflow', amount: ether, price: '3000', counterparty: exchange },
      ]),
    ],
  };
}

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ readModelNow: () => Math.max(now, reportingNow) * 1000 });
  const { database, clientId } = api;
  await storeLookups(database);
  await updateClientSettings(database, 'default', { reportingCurrency: 'GBP' });
  await storeReportingRates(database);
  const days = Object.values(moments);
  await publishRates(
    database,
    days.map((at) => ({ at, usd: '2', others: { GBP: '1' } })),
  );
  await storeEtherPrices(
    database,
    days.map((at) => ({ at, price: '1000' })),
  );
  await storeWallet(database, { clientId, address: wallet }, reportingHistory);
  const firstId = await storeWallet(
    database,
    { clientId, address: first },
    (id) => histories({ first: id, second: 0 }).first,
  );
  await storeWallet(
    database,
    { clientId, address: second },
    (id) => histories({ first: firstId, second: id }).second,
  );
  await bookStale(database);
});
afterAll(() => api?.close());

const ask = (query: string) => api.ask('GET', `/wallet/uk-capital-gains.csv?${query}`);

const heads = [
  ...['Tax year,Date,Asset,Quantity,Proceeds,Allowable cost,Gain or (loss)'],
  ...['Disposal fees,Same day quantity,Same day cost,30 days quantity,30 days cost,30 days acquired on'],
  ...['Pool quantity,Pool cost,Left in pool quantity,Left in pool cost'],
  ...['Disposals in line,Status,Note,Asset id'],
].join(',');

test('one wallet: fees are disposals, and what is acquired within 30 days is identified', async () => {
  const { status, text, headers } = await ask(`wallet=${wallet}`);
  expect([status, headers['wallet-data-booked']]).toEqual([200, 'true']);
  expect(headers['content-disposition']).toContain('uk-capital-gains.csv');
  expect(text.trimEnd().split('\r\n')).toEqual([
    heads,
    // £800 for 1 ETH, and a fee worth £80; 0.1 ETH of the day after, at £120, and 1 of 4 that cost £2,400.
    '2023/24,2023-11-16,ETH,1.1,880.00,720.00,160.00,,,,0.1,120.00,2023-11-17,1,600.00,3,1800.00,2,OK,,ethereum',
    // $250 at 4; 0.1 of 3 that cost £1,800.
    '2023/24,2023-12-04,ETH,0.1,62.50,60.00,2.50,,,,,,,0.1,60.00,2.9,1740.00,1,OK,,ethereum',
    `2023/24,,Total: 2 disposals,,942.50,780.00,162.50${','.repeat(11)},TOTAL,,`,
    `2023/24,,Of which gains: 2 disposals,,942.50,780.00,162.50${','.repeat(11)},TOTAL,,`,
    `2023/24,,Of which losses: 0 disposals,,0.00,0.00,0.00${','.repeat(11)},TOTAL,,`,
  ]);
});

test('several wallets: days are those of London, and a year can be asked for', async () => {
  const { text, headers } = await ask(`wallet=${first}&wallet=${second}&year=2024`);
  expect(headers['content-disposition']).toContain('uk-capital-gains-2024.csv');
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual([
    '2024/25,2024-04-06,ETH,1,1500.00,1300.00,200.00,,1,1300.00,,,,,,3,1500.00,1,OK,,ethereum',
    '2024/25,2024-11-01,ETH,1,2000.00,500.00,1500.00,,,,,,,1,500.00,2,1000.00,1,OK,,ethereum',
    `2024/25,,Total: 2 disposals,,3500.00,1800.00,1700.00${','.repeat(11)},TOTAL,,`,
    `2024/25,,Of which gains: 2 disposals,,3500.00,1800.00,1700.00${','.repeat(11)},TOTAL,,`,
    `2024/25,,Of which losses: 0 disposals,,0.00,0.00,0.00${','.repeat(11)},TOTAL,,`,
    `2024/25,,Of which to 29 October 2024: 1 disposal,,1500.00,1300.00,200.00${','.repeat(11)},TOTAL,,`,
    `2024/25,,Of which from 30 October 2024: 1 disposal,,2000.00,500.00,1500.00${','.repeat(11)},TOTAL,,`,
  ]);
  expect((await ask(`wallet=${first}&wallet=${second}&year=2022`)).text.trimEnd()).toBe(heads);
});

test('all wallets of the person are one pool', async () => {
  const { text } = await ask(`wallet=${[wallet, first, second].join()}&year=2024`);
  // The pool: 2.9 at 1,740 and 3 at 1,500, so that 1 of 5.9 at 3,240 costs 549.15.
  expect(text).toContain('2024/25,2024-11-01,ETH,1,2000.00,549.15,1450.85,');
});

test('what is asked for wrongly is refused by what to do', async () => {
  const alone = await ask(`wallet=${second}`);
  expect([alone.status, alone.text]).toEqual([
    400,
    expect.stringContaining(`between these wallets and ${first}`),
  ]);
  expect((await ask(`wallet=${wallet}&year=twenty`)).status).toBe(400);
  expect((await ask(`wallet=${wallet}&currency=GBP`)).status).toBe(400);
  expect((await ask(`wallet=${repeated('9')}`)).status).toBe(404);
});

test('the command line writes the same file', async () => {
  const { database, clientId } = api;
  const wallets = await findRegistrations(database, clientId, [wallet, first, second]);
  const request = { clientId, form: 'uk', wallets, method: 'FIFO', currency: 'GBP' } as const;
  for (const [year, query] of [
    [undefined, ''],
    ['2024', '&year=2024'],
    ['2023', '&year=2023'],
  ] as const) {
    let text = '';
    for await (const piece of exportCsv(database, { ...request, ...taxYearRange(year) })) text += piece;
    expect(text).toBe((await ask(`wallet=${[wallet, first, second].join()}${query}`)).text);
  }
  expect(taxYearRange('2024')).toEqual({
    from: time('2024-04-05T23:00:00Z'),
    to: time('2025-04-05T23:00:00Z'),
  });
  expect(chosenOf('uk', {})).toMatchObject({ currency: 'GBP', timeZone: 'Europe/London' });
  expect(() => chosenOf('uk', { currency: 'USD' })).toThrow('is in GBP: leave --currency out');
  expect(() => chosenOf('uk', { timeZone: 'UTC' })).toThrow('leave --time-zone out');
  for (const option of ['method', 'reported', 'gas'])
    expect(() => refuseGiven('uk', (given) => given === option)).toThrow(
      `no choice of --${option}: leave it out`,
    );
  expect(() => refuseGiven('de', (given) => given === 'gas')).not.toThrow();
  expect(() => taxYearRange('24/25')).toThrow("'24/25' is not a year");
});

test('own moves are no sales, whatever the books say', async () => {
  const { database } = api;
  const query = `wallet=${first}&wallet=${second}`;
  const before = (await ask(query)).text;
  await updateClientSettings(database, 'default', { reportingCurrency: 'GBP', ownTransfers: 'realize' });
  await bookStale(database);
  expect((await ask(query)).text).toBe(before);
  expect((await ask(`wallet=${second}`)).text).toContain(`between these wallets and ${first}`);
  await updateClientSettings(database, 'default', { reportingCurrency: 'GBP' });
  await bookStale(database);
});

test('of very many missing wallets the first are named', async () => {
  const { database, clientId } = api;
  const account = (place: number) => ({
    ...{ wallet: `0x${place.toString(16).padStart(40, '0')}`, token: '0:', decimals: 18 },
  });
  const asked = ukGainsLines(
    {
      database,
      assetFlows: async ({ onFlow }) => {
        const to = Array.from({ length: 53 }, (_, place) => ({
          ...{ account: account(place + 1), quantity: 1n, weight: null },
        }));
        const from = [{ account: { ...account(0), wallet: first }, quantity: 53n }];
        onFlow({ kind: 'carried', timestamp: now, from, to });
        return 'told';
      },
    },
    {
      clientId,
      wallets: [{ walletId: 1, address: first }],
      from: 0,
      to: now,
      mayName: () => true,
      tooLong: '',
    },
  );
  await expect(asked).rejects.toThrow(`${account(50).wallet} and 3 more (a request names at most 50`);
});

test('a credential of some wallets is not told of others', async () => {
  const { database, clientId } = api;
  const [row] = await findRegistrations(database, clientId, [second]);
  const caller = {
    ...{ clientId, keyId: 'key', scopes: ['read'] as const, reportingCurrency: 'GBP' as const },
    bounds: { wallets: new Set([second]), walletIds: [row?.walletId ?? 0], isPublic: false },
  };
  const asked = api.readModel.ukCapitalGains(caller, { wallets: [second] });
  await expect(asked).rejects.toThrow('between these wallets and others of the client');
});

test('a client whose books are in no pounds is told how they come to be', async () => {
  const caller = { clientId: api.clientId, keyId: 'key', scopes: ['read'] as const };
  const asked = api.readModel.ukCapitalGains(caller, { wallets: [wallet] });
  await expect(asked).rejects.toThrow('wallet-data clients set NAME reportingCurrency=GBP');
});

test('nothing is told of a history that is too long', async () => {
  const { database, clientId } = api;
  const rows = await findRegistrations(database, clientId, [first, second]);
  const walletIds = rows.map(({ walletId }) => walletId);
  const count = async (mostRows: number): Promise<[string, number]> => {
    let flows = 0;
    const onFlow = (): void => {
      flows += 1;
    };
    const request = { clientId, walletIds, currency: 'GBP', onFlow } as const;
    return [await assetFlows(database, request, { currencyTokens, mostRows }), flows];
  };
  // 6 transactions and 6 transfers: acquired twice, moved once, disposed of twice.
  expect(await count(11)).toEqual(['too long', 0]);
  expect(await count(12)).toEqual(['told', 5]);
});

test('a wallet that was unregistered and is still the owner’s is part of the pool', async () => {
  const { database, clientId } = api;
  expect(await keepAsOwn(database, clientId, [second])).toEqual([]);
  await bookStale(database);
  const { text } = await ask(`wallet=${first}&year=2024`);
  // As with both: what second sold is a disposal of its owner.
  expect(text).toContain('2024/25,2024-04-06,ETH,1,1500.00,1300.00,200.00,,1,1300.00,');
  expect(text).toContain('2024/25,2024-11-01,ETH,1,2000.00,500.00,1500.00,');
  expect((await ask(`wallet=${second}`)).status).toBe(404);
});
