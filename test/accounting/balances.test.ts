/** Figures of balances from stored rows to the read model, each worked out by hand. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exportCsv } from '../../src/cli/export/export.ts';
import type { CostMethod, Currency, Period } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { findRegistrations } from '../../src/store/sync/registrations.ts';
import type { TokenBalanceView } from '../../src/use-cases/model/figures-model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { exchange, usdc, wallet } from '../support/history.ts';
import { hash } from '../support/records.ts';
import { bookStale, day, ether, type Row, storeEtherPrices, transaction, useBooks } from './scenario.ts';

/** Just after the last row, so that the periods reach what they say. */
let now = 0;
const books = useBooks(() => now);

/**
 * All times 22:00 UTC; fees in ether.
 *
 *     day 0   receives 2 ETH at 1,000                       lot a: 2 ETH, 2,000
 *     day 10  receives 1 ETH at 2,000                       lot b: 1 ETH, 2,000
 *     day 20  sells 1.5 ETH for 4,500 USDC at 1, fee 0.01 ETH at 3,000 (30 USD, added to the USDC's cost)
 *     day 40  claims 100 USDC at 1: income
 *     day 50  a failed call, fee 0.02 ETH at 2,500: an expense of 50
 */
function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 2n * ether, price: '1000' }]),
    transaction(at(10), {}, [{ side: 'inflow', amount: ether, price: '2000' }]),
    transaction(at(20), { fee: ether / 100n, category: 'SWAP', kind: 'SWAP' }, [
      { side: 'outflow', amount: (3n * ether) / 2n, price: '3000', counterparty: exchange },
      { token: usdc, side: 'inflow', amount: 4_500_000_000n, price: '1', counterparty: exchange },
    ]),
    transaction(at(40), { kind: 'CLAIM' }, [
      { token: usdc, side: 'inflow', amount: 100_000_000n, price: '1', taxTreatment: 'INCOME' },
    ]),
    transaction(at(50), { fee: ether / 50n, isError: true, kind: 'FAILED' }, []),
  ];
}

beforeAll(async () => {
  const { database } = books;
  await books.storeWallet(wallet, history);
  await storeEtherPrices(database, [
    { at: day(0), price: '1000' },
    { at: day(10), price: '2000' },
    { at: day(20), price: '3000' },
    { at: day(40), price: '2000' },
    { at: day(50), price: '2500' },
  ]);
});

async function balanceOf(
  token: string,
  request: { costMethod?: CostMethod; period?: Period; currency?: Currency } = {},
): Promise<TokenBalanceView> {
  const { costMethod = 'FIFO', period = 'MAX', currency = 'USD' } = request;
  const filter = { tokens: [token] };
  const balances = await books.readModel.listBalances(books.caller, {
    ...{ wallets: [wallet], costMethod, period, currency, filter },
  });
  const [balance] = balances;
  if (balance === undefined || balances.length !== 1) throw new Error(`${balances.length} balances`);
  return balance;
}

test('before the first run: quantities from the rows, figures say UNPRICED', async () => {
  now = day(51);
  expect(await balanceOf(zeroAddress)).toMatchObject({
    balance: '1.47',
    averageCost: '0',
    basisStatus: 'UNPRICED',
    isBooked: false,
    asOf: day(51),
  });
});

describe('after the first run', () => {
  beforeAll(async () => {
    expect(await bookStale(books.database)).toBe(1);
    now = day(51);
  });

  test('nothing is stale until a row changes', async () => {
    expect(await bookStale(books.database)).toBe(0);
  });

  test.each([
    // Gas first: 0.01 of lot a (10) for 30, gain 20. Then 1.5 of lot a (1,500) for 4,500: gain 3,000. Then 0.02 of a (20)
    // for 50: gain 30. Left: 0.47 of a (470) and b (2,000).
    ['FIFO', '3050', '2470'],
    // 0.01 of b (20) for 30: 10. 0.99 of b (1,980) and 0.51 of a (510) for 4,500: 2,010. 0.02 of a (20) for 50: 30.
    // Left: 1.47 of a.
    ['LIFO', '2050', '1470'],
    // The dearest first is b, as with LIFO.
    ['HIFO', '2050', '1470'],
  ] as const)('%s', async (costMethod, totalRealizedPnl, costBasis) => {
    expect(await balanceOf(zeroAddress, { costMethod })).toMatchObject({
      ...{ balance: '1.47', totalRealizedPnl, costBasis, income: '0', expenses: '50' },
      ...{ basisStatus: 'COMPLETE', costMethod },
    });
  });

  test('WAC: 3 ETH cost 4,000', async () => {
    // 0.01 of 3 costs 13.333…, 1.5 of 2.99 cost 2,000, 0.02 of 1.49 cost 26.666…; each rounded to 18 digits.
    // Proceeds 30 + 4,500 + 50 = 4,580; left: 4,000 × 1.47/3 = 1,960; so the gain is 4,580 − 2,040 = 2,540.
    const balance = await balanceOf(zeroAddress, { costMethod: 'WAC' });
    expect(Number(balance.totalRealizedPnl)).toBeCloseTo(2540, 12);
    expect(Number(balance.costBasis)).toBeCloseTo(1960, 12);
  });

  test('what was bought bears the gas; what was claimed is income at market value', async () => {
    // 4,500 + 30 gas, and 100 claimed: 4,630 for 4,600 USDC.
    expect(await balanceOf(usdc)).toMatchObject({
      ...{ balance: '4600', costBasis: '4630', income: '100', expenses: '0', totalRealizedPnl: '0' },
      averageCost: '1.006521739130434783',
    });
  });

  test('a period counts from its first second on', async () => {
    // Thirty days (a month) before day 50 at 22:00 is 2023-12-03 22:00, which is day 19; the sale is of day 20.
    now = day(50);
    expect((await balanceOf(zeroAddress, { period: 'MONTH' })).totalRealizedPnl).toBe('3050');
    // A week before day 57 is day 50 to the second: the failed call lies in it; a second later it does not.
    now = day(57);
    expect(await balanceOf(zeroAddress, { period: 'WEEK' })).toMatchObject({
      ...{ totalRealizedPnl: '30', expenses: '50' },
    });
    now = day(57) + 1;
    expect(await balanceOf(zeroAddress, { period: 'WEEK' })).toMatchObject({
      ...{ totalRealizedPnl: '0', expenses: '0', costBasis: '2470' },
    });
  });

  test('another currency converts at the rate of each moment', async () => {
    now = day(51);
    // In ether, ether costs 1 and sells for 1, whenever: no gain. 4,500 USDC cost 1.5 and 0.01 of gas; 100 cost 0.05.
    expect(await balanceOf(zeroAddress, { currency: 'ETH' })).toMatchObject({
      ...{ totalRealizedPnl: '0', costBasis: '1.47', expenses: '0.02', basisStatus: 'COMPLETE' },
    });
    expect(await balanceOf(usdc, { currency: 'ETH' })).toMatchObject({ costBasis: '1.56', income: '0.05' });
  });

  test('a currency without rates says so', async () => {
    expect(await balanceOf(zeroAddress, { currency: 'AVAX' })).toMatchObject({
      ...{ costBasis: '0', totalRealizedPnl: '0', basisStatus: 'UNPRICED' },
      // Booked, and still not known.
      isBooked: true,
    });
  });

  test('lots, oldest first, page by page', async () => {
    const { id } = await balanceOf(zeroAddress);
    const first = await books.readModel.listLots(books.caller, id, { mode: 'cursor', first: 1 });
    expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(await first.count()).toBe(2);
    expect(first.items).toEqual([
      {
        ...{ acquiredById: expect.stringMatching(/^tfr_/), acquiredAt: day(0), basisStatus: 'COMPLETE' },
        ...{ quantity: '2', remaining: '0.47', unitCost: '1000', cost: '470' },
      },
    ]);
    const rest = await books.readModel.listLots(books.caller, id, {
      ...{ mode: 'cursor', first: 5, after: first.cursors[0] ?? '' },
    });
    expect(rest.items).toMatchObject([{ acquiredAt: day(10), remaining: '1', cost: '2000' }]);
  });

  test('disposals, newest first, page by page, sum up to the realised result', async () => {
    const { id } = await balanceOf(zeroAddress);
    const first = await books.readModel.listDisposals(books.caller, id, { first: 2 });
    expect(first.items).toMatchObject([
      // The failed call's fee names no transfer.
      { disposedById: null, disposedAt: day(50), quantity: '0.02', proceeds: '50', cost: '20', gain: '30' },
      { disposedAt: day(20), acquiredAt: day(0), quantity: '1.5', cost: '1500', gain: '3000' },
    ]);
    expect(first.items.map(({ taxTreatment }) => taxTreatment)).toEqual(['GAS', 'DISPOSAL']);
    expect(first.hasNextPage).toBe(true);
    expect(await first.count()).toBe(3);
    const rest = await books.readModel.listDisposals(books.caller, id, {
      first: 2,
      after: first.cursors[1] ?? '',
    });
    expect(rest.items).toMatchObject([{ disposedById: null, quantity: '0.01', gain: '20' }]);
    expect(rest).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    await expect(books.readModel.listDisposals(books.caller, id, { after: 'nonsense' })).rejects.toThrow(
      'not a cursor',
    );
  });

  test('another client sees neither lots nor disposals', async () => {
    const { id } = await balanceOf(zeroAddress);
    const other = await ensureClient(books.database, 'other');
    const stranger: Caller = { ...books.caller, clientId: other.id };
    expect((await books.readModel.listLots(stranger, id, { mode: 'cursor', first: 5 })).items).toEqual([]);
    expect((await books.readModel.listDisposals(stranger, id, {})).items).toEqual([]);
  });

  test('no issues', async () => {
    const page = await books.readModel.listIssues(books.caller, [wallet], {
      mode: 'page',
      page: 1,
      pageSize: 10,
    });
    expect(page.items).toEqual([]);
  });

  async function exported(
    form: '8949' | 'ledger' | 'transfers',
    from = 0,
    to = 0xffffffff,
  ): Promise<string[]> {
    const { database } = books;
    const wallets = await findRegistrations(database, books.caller.clientId, [wallet]);
    const request = { clientId: books.caller.clientId, form, wallets, from, to } as const;
    let text = '';
    for await (const piece of exportCsv(database, { ...request, method: 'FIFO', currency: 'USD' }))
      text += piece;
    return text.trimEnd().split('\r\n');
  }

  test('Form 8949', async () => {
    const line = (text: string, treatment: string, number: number): string =>
      `${text.replace('WALLET', wallet)},${treatment},FIFO,1,${zeroAddress},,${hash(number)}`;
    const total = (text: string): string => `${text},,FIFO,,,,`;
    const inNewYear = line(
      'I,C,2024,WALLET,0.02 ETH,11/14/2023,01/03/2024,50.00,20.00,,30.00,Short-term,OK,',
      ...(['GAS', 150] as const),
    );
    // A month's only fee is a line like any other; fees stand behind the wallet's other lines.
    expect(await exported('8949')).toEqual([
      'Part,Box,Tax year,Wallet,Description of property,Date acquired,Date sold or disposed of,Proceeds,' +
        'Cost or other basis,Code,Gain or (loss),Short-term or long-term,Status,Note,' +
        'Treatment,Cost method,Chain id,Token address,Token id,Transaction',
      line(
        'I,C,2023,WALLET,1.5 ETH,11/14/2023,12/04/2023,4500.00,1500.00,,3000.00,Short-term,OK,',
        ...(['DISPOSAL', 120] as const),
      ),
      line(
        'I,C,2023,WALLET,0.01 ETH,11/14/2023,12/04/2023,30.00,10.00,,20.00,Short-term,OK,',
        ...(['GAS', 120] as const),
      ),
      inNewYear,
      total('I,C,2023,,Total of Part I,,,4530.00,1510.00,,3020.00,Short-term,TOTAL,'),
      total('I,C,2024,,Total of Part I,,,50.00,20.00,,30.00,Short-term,TOTAL,'),
      total(',,2023,,Total,,,4530.00,1510.00,,3020.00,,TOTAL,'),
      total(',,2024,,Total,,,50.00,20.00,,30.00,,TOTAL,'),
    ]);
    const newYear = Date.UTC(2024, 0, 1) / 1000;
    expect((await exported('8949', newYear)).slice(1, 2)).toEqual([inNewYear]);
  });

  test('every disposal, and every transfer', async () => {
    expect((await exported('ledger'))[2]).toBe(
      `${wallet},1,${zeroAddress},,ETH,2023-12-04T22:00:00Z,DISPOSAL,1.5,2023-11-14T22:00:00Z,lot,4500,1500,3000,COMPLETE`,
    );
    const transfers = await exported('transfers');
    expect(transfers).toHaveLength(1 + 5);
    expect(transfers[1]).toContain(
      `,2023-11-14T22:00:00Z,${wallet},1,${hash(100)},inflow,${zeroAddress},,ETH,2,1000,2000,`,
    );
  });
});
