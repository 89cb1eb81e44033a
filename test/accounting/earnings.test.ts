/** Income and expenses item by item, worked out by hand: over REST, and beside the results that they add up to. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { runLedgerOf } from '../../src/ingest/accounting/run-ledger.ts';
import { findCurrentRuns } from '../../src/store/ledger/ledger-reads.ts';
import { type EarnedRow, exportEarned } from '../../src/store/ledger/lists/earned-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { collection, exchange, friend, storeLookups, usdc, wallet } from '../support/history.ts';
import { hash } from '../support/records.ts';
import { day, ether, type Row, storeEtherPrices, storeRows, storeWallet, transaction } from './scenario.ts';

let api: TestApi;
let walletId: number;

const at = (number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
});
const income = { taxTreatment: 'INCOME' } as const;

/**
 *     day 0   receives 1 ETH at 1,000
 *     day 5   claims 100 USDC: income of 100
 *     day 6   claims 0.1 ETH at 2,000, in two parts: income of 200
 *     day 7   a failed call, fee 0.02 ETH at 2,500: an expense of 50
 */
const first = (): Row[] => [
  transaction(at(0), {}, [{ side: 'inflow', amount: ether, price: '1000' }]),
  transaction(at(5), { kind: 'CLAIM' }, [
    { token: usdc, side: 'inflow', amount: 100_000_000n, price: '1', ...income },
  ]),
  transaction(at(6), { kind: 'CLAIM' }, [
    { side: 'inflow', amount: ether / 25n, price: '2000', ...income },
    { side: 'inflow', amount: (ether * 3n) / 50n, price: '2000', ...income },
  ]),
  transaction(at(7), { fee: ether / 50n, isError: true, kind: 'FAILED' }, []),
];

/**
 *     day 8   claims a picture that nobody knows a price of
 *     day 9   pays 30 USDC for something: an expense of 30
 *     day 10  sells 0.1 ETH for 200 USDC: neither
 *     day 11  claims 7 USDC
 */
const then = (): Row[] => [
  transaction(at(8), { kind: 'CLAIM' }, [
    { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, ...income },
  ]),
  transaction(at(9), {}, [
    { token: usdc, side: 'outflow', amount: 30_000_000n, price: '1', taxTreatment: 'EXPENSE' },
  ]),
  transaction(at(10), { kind: 'SWAP', category: 'SWAP' }, [
    { side: 'outflow', amount: ether / 10n, price: '2000', counterparty: exchange },
    { token: usdc, side: 'inflow', amount: 200_000_000n, price: '1', counterparty: exchange },
  ]),
  transaction(at(11), { kind: 'CLAIM' }, [
    { token: usdc, side: 'inflow', amount: 7_000_000n, price: '1', ...income },
  ]),
];

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { database, clientId } = api;
  await storeLookups(database);
  await storeEtherPrices(database, [
    { at: day(0), price: '1000' },
    ...[5, 6, 8, 9, 10, 11].map((number) => ({ at: day(number), price: '2000' })),
    { at: day(7), price: '2500' },
  ]);
  walletId = await storeWallet(database, { clientId, address: wallet }, (id) => {
    walletId = id;
    return first();
  });
  await database.pool.query('UPDATE sync SET next_run_at = now()');
  await storeRows(database, walletId, then());
  // A short history, as many runs.
  const group = { clientId, wallets: [{ walletId, address: wallet }] };
  await runLedgerOf(database, group, { currencyTokens, shortestTail: 2 });
});
afterAll(() => api?.close());

const linesOf = async (query: string): Promise<string[][]> => {
  const { status, text } = await api.ask('GET', `/wallet/income.csv?wallet=${wallet}&${query}`);
  expect([status, text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
};
/** The days of a range, as parameters of it. */
const days = (from: number, to: number): string =>
  `from=${new Date(day(from) * 1000).toISOString()}&to=${new Date(day(to) * 1000).toISOString()}`;

test('a line for each token and transaction in which something was earned or spent', async () => {
  const native = `0x${'0'.repeat(40)}`;
  const { text, headers } = await api.ask('GET', `/wallet/income.csv?wallet=${wallet}&${days(0, 12)}`);
  const time = (number: number): string => `${new Date(day(number) * 1000).toISOString().slice(0, 19)}Z`;
  const line = (number: number, ...cells: string[]): string =>
    [wallet, time(number), '1', ...cells, hash(100 + number), 'USD'].join(',');
  const [names, ...lines] = text.trim().split('\r\n');
  expect(names).toBe(
    'wallet,timestamp,chain_id,symbol,token_address,token_id,received,sent,income,expenses,unpriced_count,hash,currency',
  );
  expect(lines.toSorted()).toEqual(
    [
      line(6, 'ETH', native, '', '0.1', '0', '200', '0', '0'),
      line(7, 'ETH', native, '', '0', '0', '0', '50', '0'),
      line(5, 'USDC', usdc, '', '100', '0', '100', '0', '0'),
      line(9, 'USDC', usdc, '', '0', '30', '0', '30', '0'),
      line(11, 'USDC', usdc, '', '7', '0', '7', '0', '0'),
      line(8, 'CAT #9', collection, '9', '1', '0', '0', '0', '1'),
    ].toSorted(),
  );
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="income.csv"',
    'wallet-data-booked': 'true',
  });
});

test.each([
  [0, 12],
  [0, 5],
  [5, 6],
  [6, 7],
  [6, 10],
  [7, 8],
  [8, 12],
  [10, 11],
  [11, 11],
])('the lines from day %i to %i add up to the results, in each currency', async (from, to) => {
  for (const currency of ['USD', 'ETH']) {
    const lines = await linesOf(`${days(from, to)}&currency=${currency}`);
    const sum = (place: number): string =>
      lines.reduce((total, line) => total.plus(line[place] ?? ''), new Decimal(0)).toFixed();
    const query = `query ($from: DateTime!, $to: DateTime!, $currency: Currency!) {
      results(wallets: ["${wallet}"], from: $from, to: $to, currency: $currency) { income expenses unpricedCount } }`;
    const bounds = [from, to].map((number) => new Date(day(number) * 1000).toISOString());
    const variables = { from: bounds[0], to: bounds[1], currency };
    const { json } = await api.ask('POST', '/graphql', { payload: { query, variables } });
    expect(json).toMatchObject({
      data: { results: { income: sum(8), expenses: sum(9), unpricedCount: Number(sum(10)) } },
    });
  }
});

test('however many are read at once, the lines are the same', async () => {
  const { database, clientId } = api;
  const [run] = await findCurrentRuns(database, clientId, [walletId]);
  if (run === undefined) throw new Error('nothing is booked');
  // What stands before a line may be another run's.
  expect(run.runIds.length).toBeGreaterThan(1);
  const request = { currency: 'USD', from: day(5), to: day(12) } as const;
  const read = async (pageSize: number) => {
    const all: EarnedRow[] = [];
    for await (const { rows } of exportEarned(database, run, request, pageSize)) all.push(...rows);
    return all;
  };
  const whole = await read(1_000);
  expect(whole).toHaveLength(6);
  for (const pageSize of [1, 2, 3]) expect(await read(pageSize)).toEqual(whole);
});

test('wallets that are not booked, or of somebody else, and a range the wrong way round are refused', async () => {
  const year = 'from=2023-01-01&to=2024-01-01';
  const ask = (address: string, range: string) =>
    api.ask('GET', `/wallet/income.csv?wallet=${address}&${range}`);
  expect(await ask(exchange, year)).toMatchObject({ status: 404, json: { code: 'WALLET_NOT_REGISTERED' } });
  expect(await ask(wallet, 'from=2024-01-01&to=2023-01-01')).toMatchObject({ status: 400 });
  expect(await ask(wallet, 'from=2024-01-01')).toMatchObject({ status: 400 });
  await storeWallet(api.database, { clientId: api.clientId, address: friend }, () => []);
  expect(await ask(`${wallet},${friend}`, year)).toMatchObject({
    ...{ status: 409, json: { code: 'CONFLICT', errors: [{ path: 'wallet' }] } },
  });
});
