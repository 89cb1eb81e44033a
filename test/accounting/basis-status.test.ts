/** What the status of a balance says of the period asked for, from stored rows to the read model. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type CostMethod, type Currency, costMethods, type Period } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import type { TokenBalanceView } from '../../src/use-cases/model/figures-model.ts';
import { exchange, unknownToken, usdc, wallet } from '../support/history.ts';
import { hash } from '../support/records.ts';
import { bookStale, day, ether, type Row, storeEtherPrices, transaction, useBooks } from './scenario.ts';

const now = day(43);
const books = useBooks(() => now);

/**
 *     day 0   receives 1 ETH at 1,000, which later turns out to be a gift
 *     day 10  receives 5 of a token without a price
 *     day 20  sends the ETH at 32,000; sends the 5 tokens for 50 USDC
 *     day 40  receives 1 ETH at 2,000
 */
function history(walletId: number): Row[] {
  const at = (number: number, index = 0) => ({
    ...{ walletId, blockNumber: 100 + number + index, timestamp: day(number) + index },
    hash: hash(100 + number + index),
  });
  const swap = { category: 'SWAP', kind: 'SWAP' } as const;
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: ether, price: '1000' }]),
    transaction(at(10), {}, [{ token: unknownToken, side: 'inflow', amount: 5n }]),
    transaction(at(20), {}, [{ side: 'outflow', amount: ether, price: '32000', counterparty: exchange }]),
    transaction(at(20, 1), swap, [
      { token: unknownToken, side: 'outflow', amount: 5n, counterparty: exchange },
      { token: usdc, side: 'inflow', amount: 50_000_000n, price: '1', counterparty: exchange },
    ]),
    transaction(at(40), {}, [{ side: 'inflow', amount: ether, price: '2000' }]),
  ];
}

beforeAll(async () => {
  const { database } = books;
  await books.storeWallet(wallet, history);
  await storeEtherPrices(database, [
    { at: day(0), price: '1000' },
    { at: day(20), price: '32000' },
    { at: day(40), price: '2000' },
  ]);
  await bookStale(database);
});

async function balanceOf(
  token: string,
  request: { costMethod?: CostMethod; period?: Period; currency?: Currency } = {},
): Promise<TokenBalanceView | undefined> {
  const { costMethod = 'FIFO', period = 'MAX', currency = 'USD' } = request;
  const filter = { tokens: [token], spam: 'INCLUDE' } as const;
  return (
    await books.readModel.listBalances(books.caller, {
      wallets: [wallet],
      costMethod,
      period,
      currency,
      filter,
    })
  )[0];
}

const issues = async () =>
  (
    await books.readModel.listIssues(books.caller, [wallet], { mode: 'page', page: 1, pageSize: 20 })
  ).items.map(({ code, message }) => ({ code, message }));

describe('an unpriced lot that was sold', () => {
  test('is UNPRICED where the sale lies in the period, and not after it', async () => {
    for (const costMethod of costMethods) {
      // All is sold: 50 for a cost that counts as 0.
      const sold = { balance: '0', totalRealizedPnl: '50', basisStatus: 'UNPRICED' };
      expect(await balanceOf(unknownToken, { costMethod })).toMatchObject(sold);
      expect(await balanceOf(unknownToken, { costMethod, period: 'MONTH' })).toMatchObject(sold);
      expect(await balanceOf(unknownToken, { costMethod, period: 'WEEK' })).toMatchObject({
        ...{ totalRealizedPnl: '0', basisStatus: 'COMPLETE' },
      });
    }
  });

  test('a currency whose rates are unknown is UNPRICED, as far as the period has something in it', async () => {
    expect(await balanceOf(unknownToken, { currency: 'AVAX' })).toMatchObject({
      ...{ totalRealizedPnl: '0', basisStatus: 'UNPRICED' },
    });
    expect(await balanceOf(zeroAddress, { currency: 'AVAX' })).toMatchObject({ basisStatus: 'UNPRICED' });
    expect(await balanceOf(zeroAddress)).toMatchObject({ basisStatus: 'COMPLETE' });
  });
});

test('a gift is MISSING until its basis is given: while open, and once sold', async () => {
  const { items } = await books.readModel.listTransfers(
    books.caller,
    { wallets: [wallet], filter: {}, order: 'ASC' },
    { mode: 'cursor', first: 1 },
  );
  const transferId = items[0]?.id ?? '';
  expect(await balanceOf(zeroAddress)).toMatchObject({ totalRealizedPnl: '31000', basisStatus: 'COMPLETE' });
  const between = (from: number, to: number) =>
    books.readModel.resultsBetween(books.caller, {
      ...{ wallets: [wallet], costMethod: 'FIFO', currency: 'USD', from: day(from), to: day(to) },
    });
  // Of day 20: the 5 tokens were bought without a price.
  const sold = { realizedPnl: '31050', missingCount: 0, unpricedCount: 1 };
  expect(await between(19, 21)).toMatchObject(sold);

  await books.readModel.correctTransfer(books.caller, { transferId, treatment: 'NON_TAXABLE' });
  await bookStale(books.database);
  for (const costMethod of costMethods) {
    expect(await balanceOf(zeroAddress, { costMethod })).toMatchObject({
      ...{ totalRealizedPnl: '32000', costBasis: '2000', basisStatus: 'MISSING' },
    });
    expect(await balanceOf(zeroAddress, { costMethod, period: 'WEEK' })).toMatchObject({
      ...{ totalRealizedPnl: '0', costBasis: '2000', basisStatus: 'COMPLETE' },
    });
  }
  // What nobody knows the cost of is taken for 0, and counted.
  expect(await between(19, 21)).toMatchObject({ ...sold, realizedPnl: '32050', missingCount: 1 });
  expect(await between(21, 43)).toMatchObject({ realizedPnl: '0', missingCount: 0, unpricedCount: 0 });
  expect(await issues()).toContainEqual({
    code: 'MISSING_BASIS',
    message: expect.stringMatching(/^What 1 ETH cost is not known: .* gift .* set the basis/),
  });

  const booking = () => books.readModel.bookingOf(books.caller, [wallet]);
  expect(await booking()).toEqual([{ isBooked: true, isBooking: false }]);
  await books.readModel.correctTransfer(books.caller, { transferId, basis: '12000' });
  expect(await booking()).toEqual([{ isBooked: true, isBooking: true }]);
  await bookStale(books.database);
  expect(await balanceOf(zeroAddress)).toMatchObject({ totalRealizedPnl: '20000', basisStatus: 'COMPLETE' });
  expect((await issues()).map(({ code }) => code)).not.toContain('MISSING_BASIS');
});
