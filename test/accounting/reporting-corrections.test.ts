/** What a client states in euros or pounds while its books are told in euros: each by arithmetic on reporting-world.ts, by FIFO. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Currency } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import type { OpeningLotInput, TransferCorrectionInput } from '../../src/use-cases/model/requests.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { usdc, wallet } from '../support/history.ts';
import { publishRates } from './fiat-rates.ts';
import { reportingHistory, reportingNow, storeReportingRates } from './reporting-world.ts';
import { bookStale, day, storeEtherPrices, useBooks } from './scenario.ts';

const books = useBooks(() => reportingNow);
let caller: Caller;
/** Of the first receipt, and of the sale. */
let [received, sold] = ['', ''];

beforeAll(async () => {
  const { database, readModel } = books;
  await updateClientSettings(database, 'default', { reportingCurrency: 'EUR' });
  caller = { ...books.caller, reportingCurrency: 'EUR' };
  await storeReportingRates(database);
  // A Monday, as the first day's.
  await publishRates(database, [{ at: day(-1), usd: '1.25', others: { GBP: '0.5' } }]);
  await storeEtherPrices(database, [{ at: day(-1), price: '1000' }]);
  await books.storeWallet(wallet, reportingHistory);
  await bookStale(database);
  const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
  const { items } = await readModel.listTransfers(caller, request, { mode: 'cursor', first: 10 });
  [received, sold] = [items[0]?.id ?? '', items[2]?.id ?? ''];
});

/** What stands is undone again. */
afterEach(async () => {
  const page = { mode: 'cursor', first: 10 } as const;
  const { items } = await books.readModel.listCorrections(
    caller,
    { wallets: [wallet], includeUndone: false },
    page,
  );
  for (const { id } of items) await books.readModel.undoCorrection(caller, id);
  await bookStale(books.database);
  expect(await figures('EUR')).toMatchObject({ realized: '925', cost: '2790', dollars: '1760' });
});

async function figures(currency: Currency) {
  const found = await books.readModel.listBalances(caller, {
    ...{ wallets: [wallet], period: 'MAX', costMethod: 'FIFO', currency, filter: {} },
  });
  const of = (token: string) => found.find(({ rawToken }) => rawToken.address === token);
  const ether = of(zeroAddress);
  return { realized: ether?.totalRealizedPnl, cost: ether?.costBasis, dollars: of(usdc)?.costBasis };
}

test.each<{
  what: string;
  input: Omit<TransferCorrectionInput, 'transferId'> & { of: 'receipt' | 'sale' };
  euros: object;
  dollars: object;
}>([
  {
    what: 'a price in euros: 200 more than 1,600',
    input: { of: 'sale', price: '1800', currency: 'EUR' },
    euros: { realized: '1125', cost: '2790', dollars: '1960' },
    // 1,800 × 1.25 are 2,250, 250 more than 2,000.
    dollars: { realized: '1500', cost: '4240', dollars: '2450' },
  },
  {
    what: 'a price in pounds: 1,000 × 2.5 are 2,500 USD, that ÷ 1.25 are 2,000 EUR',
    input: { of: 'sale', price: '1000', currency: 'GBP' },
    euros: { realized: '1325', cost: '2790', dollars: '2160' },
    dollars: { realized: '1750', cost: '4240', dollars: '2700' },
  },
  {
    what: 'a basis in euros: 2 ETH at 500 each, of which 1.2 went',
    input: { of: 'receipt', basis: '1000', currency: 'EUR' },
    // 925 + 1.2 × 300; 2,790 − 0.8 × 300.
    euros: { realized: '1285', cost: '2550', dollars: '1760' },
    // 1,250 USD, 625 each: 1,250 + 1.2 × 375; 4,240 − 0.8 × 375.
    dollars: { realized: '1700', cost: '3940', dollars: '2200' },
  },
  {
    what: 'a basis in pounds: 1,000 × 2.5 ÷ 1.25 are 2,000 EUR, 1,000 each',
    input: { of: 'receipt', basis: '1000', currency: 'GBP' },
    // 925 − 1.2 × 200; 2,790 + 0.8 × 200.
    euros: { realized: '685', cost: '2950', dollars: '1760' },
    // 2,500 USD, 1,250 each: 1,250 − 1.2 × 250; 4,240 + 0.8 × 250.
    dollars: { realized: '950', cost: '4440', dollars: '2200' },
  },
])('$what', async ({ input: { of, ...input }, euros, dollars }) => {
  await books.readModel.correctTransfer(caller, { ...input, transferId: of === 'sale' ? sold : received });
  await bookStale(books.database);
  expect(await figures('EUR')).toEqual(euros);
  expect(await figures('USD')).toEqual(dollars);
});

test.each<{ cost: string; currency: Currency; euros: object; dollars: object }>([
  {
    ...{ cost: '500', currency: 'EUR' },
    // It is what was sold: 300 more gained. Of the first lot 1.8 are left: 1,440 + 2,000 + 150.
    euros: { realized: '1225', cost: '3590', dollars: '1760' },
    // 625 USD: 375 more; 1,800 + 3,200 + 240.
    dollars: { realized: '1625', cost: '5240', dollars: '2200' },
  },
  {
    ...{ cost: '200', currency: 'GBP' },
    // 500 USD, 400 EUR.
    euros: { realized: '1325', cost: '3590', dollars: '1760' },
    dollars: { realized: '1750', cost: '5240', dollars: '2200' },
  },
])('an opening lot of 1 ETH for $cost $currency', async ({ cost, currency, euros, dollars }) => {
  const lot: OpeningLotInput = {
    wallet,
    chainId: 1,
    tokenAddress: zeroAddress,
    quantity: '1',
    cost,
    currency,
    acquiredAt: day(-1),
  };
  await books.readModel.addOpeningLot(caller, lot);
  await bookStale(books.database);
  expect(await figures('EUR')).toEqual(euros);
  expect(await figures('USD')).toEqual(dollars);
});

test('a preview tells the same in euros of what is stated in pounds', async () => {
  const choice = { costMethod: 'FIFO', currency: 'EUR' } as const;
  const input = { transferId: received, basis: '1000', currency: 'GBP' } as const;
  const { state, after } = await books.readModel.previewCorrection(caller, input, choice);
  // Of ether, and 1,760 of dollars.
  expect({ state, after }).toMatchObject({
    state: 'READY',
    after: { realizedPnl: '685', costBasis: '4710' },
  });
});

test('money of a currency without a rate is refused, and says what to do', async () => {
  const input = { transferId: sold, price: '1', currency: 'JPY' } as const;
  await expect(books.readModel.correctTransfer(caller, input)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'currency', message: expect.stringContaining('wallet-data rates import') }],
  });
});
