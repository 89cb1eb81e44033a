/** Moves between a client's wallets, wraps, NFTs, spam and what has no basis or no price: from rows to figures. */
import { beforeAll, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import type { TokenBalanceView } from '../../src/use-cases/model/figures-model.ts';
import { collection, exchange, usdc } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, storeEtherPrices, transaction, useBooks } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');
const weth = repeated('7');

const books = useBooks(() => day(10));

/**
 *     day 0   first receives 3 ETH at 1,000
 *     day 1   first sends 2 ETH to second, fee 0.1 ETH at 1,500 (an expense of 150; cost 100, gain 50)
 *     day 2   second wraps 1.5 ETH
 *     day 3   second sells 1 WETH for 2,500 USDC: gain 1,500
 *     day 4   second buys an NFT for 0.5 WETH at 3,000: gain 1,000
 *     day 5   second sends 100 USDC more than ... it has: 2,600 USDC at 1
 *     day 6   first receives 5 WETH that nobody can price
 */
function histories(own: { first: number; second: number }): { first: Row[]; second: Row[] } {
  const at = (walletId: number, number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const move = { amount: 2n * ether, price: '1500' };
  return {
    first: [
      transaction(at(own.first, 0), {}, [{ side: 'inflow', amount: 3n * ether, price: '1000' }]),
      transaction(at(own.first, 1), { fee: ether / 10n }, [
        { ...move, side: 'outflow', counterparty: second },
      ]),
      transaction(at(own.first, 6), {}, [{ token: weth, side: 'inflow', amount: 5n * ether }]),
    ],
    second: [
      transaction(at(own.second, 1), {}, [{ ...move, side: 'inflow', counterparty: first }]),
      transaction(at(own.second, 2), { kind: 'WRAP', category: 'CONTRACT_EXECUTION' }, [
        {
          ...{ side: 'outflow', amount: (3n * ether) / 2n, price: '2000', counterparty: weth },
          taxTreatment: 'BASIS_TRANSFER',
        },
        {
          ...{ token: weth, side: 'inflow', amount: (3n * ether) / 2n, price: '2000', counterparty: weth },
          taxTreatment: 'BASIS_TRANSFER',
        },
      ]),
      transaction(at(own.second, 3), { kind: 'SWAP', category: 'SWAP' }, [
        { token: weth, side: 'outflow', amount: ether, price: '2500', counterparty: exchange },
        { token: usdc, side: 'inflow', amount: 2_500_000_000n, price: '1', counterparty: exchange },
      ]),
      transaction(at(own.second, 4), { kind: 'NFT_BUY', category: 'SWAP' }, [
        { token: weth, side: 'outflow', amount: ether / 2n, price: '3000', counterparty: exchange },
        { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, counterparty: exchange },
      ]),
      transaction(at(own.second, 5), {}, [
        { token: usdc, side: 'outflow', amount: 2_600_000_000n, price: '1', counterparty: exchange },
      ]),
    ],
  };
}

beforeAll(async () => {
  const { database } = books;
  await upsertTokens(database, [
    {
      ...{ chainId: 1, address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
      ...{ assetSlug: 'weth', assetName: 'Wrapped Ether', assetSymbol: 'WETH', isTrusted: true },
    },
  ]);
  const firstId = await books.storeWallet(first, (id) => histories({ first: id, second: 0 }).first);
  await books.storeWallet(second, (id) => histories({ first: firstId, second: id }).second);
  await storeEtherPrices(
    database,
    [0, 1, 2, 3, 4, 5, 6].map((number) => ({ at: day(number), price: '1500' })),
  );
});

async function balancesOf(wallet: Address): Promise<Map<string, TokenBalanceView>> {
  const balances = await books.readModel.listBalances(books.caller, {
    ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  });
  return new Map(balances.map((balance) => [balance.rawToken.address, balance]));
}

test('both wallets are booked in one run; the move carries lots, the wrap too, and the sales realise', async () => {
  expect(await bookStale(books.database)).toBe(1);
  const one = await balancesOf(first);
  // 3 bought, 0.1 burned as gas, 2 moved: 0.9 left at 1,000.
  expect(one.get(zeroAddress)).toMatchObject({
    ...{ balance: '0.9', costBasis: '900', totalRealizedPnl: '50', expenses: '150', basisStatus: 'COMPLETE' },
  });
  const two = await balancesOf(second);
  expect(two.get(zeroAddress)).toMatchObject({ balance: '0.5', costBasis: '500', totalRealizedPnl: '0' });
  // 1 WETH of cost 1,000 for 2,500; 0.5 of cost 500 for 1,500.
  expect(two.get(weth)).toMatchObject({ balance: '0', totalRealizedPnl: '2500', basisStatus: 'COMPLETE' });
  // 2,500 at 1 of cost 2,500, and 100 of unknown cost for 100.
  expect(two.get(usdc)).toMatchObject({ balance: '-100', totalRealizedPnl: '100', basisStatus: 'MISSING' });
  expect(one.get(weth)).toMatchObject({ balance: '5', costBasis: '0', basisStatus: 'UNPRICED' });
  // NFTs have lots and no balances.
  expect([...two.keys()]).not.toContain(collection);
});

test('the lots of the second wallet name the transfer that brought them to the first', async () => {
  const balance = (await balancesOf(second)).get(zeroAddress);
  const lots = await books.readModel.listLots(books.caller, balance?.id ?? '', { mode: 'cursor', first: 5 });
  const [transfer] = await books.readModel.transfersByIds(books.caller, [lots.items[0]?.acquiredById ?? '']);
  expect(lots.items).toMatchObject([{ acquiredAt: day(0), remaining: '0.5', cost: '500' }]);
  expect(transfer).toMatchObject({ wallet: first, amount: '3' });
});

test('issues say what is missing, and what to do', async () => {
  const issues = async (wallet: Address) =>
    (await books.readModel.listIssues(books.caller, [wallet], { mode: 'page', page: 1, pageSize: 10 })).items;
  expect(await issues(first)).toMatchObject([
    {
      ...{ code: 'UNPRICED_ACQUISITION', wallet: first, timestamp: day(6) },
      message: expect.stringContaining('for 5 WETH when it came in'),
      transferId: expect.stringMatching(/^tfr_/),
    },
  ]);
  expect(await issues(second)).toMatchObject([
    { code: 'MISSING_BASIS', message: expect.stringContaining('100 USDC'), timestamp: day(5) },
  ]);
});

test('a client who wants own moves realised gets a sale and a purchase', async () => {
  await updateClientSettings(books.database, 'default', { ownTransfers: 'realize' });
  expect(await bookStale(books.database)).toBe(1);
  // 2 of cost 2,000 for 3,000 less 150 of gas: 850, and the gas itself 50. No expense: the sale bears the gas.
  expect((await balancesOf(first)).get(zeroAddress)).toMatchObject({
    ...{ totalRealizedPnl: '900', expenses: '0', costBasis: '900' },
  });
  expect((await balancesOf(second)).get(zeroAddress)).toMatchObject({ costBasis: '750' });
  await updateClientSettings(books.database, 'default', {});
  expect(await bookStale(books.database)).toBe(1);
});

test('another client who has only the second wallet sees a receipt at market value', async () => {
  const { database } = books;
  const other = await ensureClient(database, 'other');
  const chains = [{ chainId: 1, fromBlock: 0 }];
  await registerWallets(database, { clientId: other.id, addresses: [second], chains });
  expect(await bookStale(database)).toBe(1);
  const [balance] = await books.readModel.listBalances(
    { ...books.caller, clientId: other.id },
    { wallets: [second], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  );
  expect(balance).toMatchObject({ balance: '0.5', costBasis: '750' });
});

test('without the second wallet, the move from the first is a sale', async () => {
  await unregisterWallets(books.database, books.caller.clientId, [second]);
  expect(await bookStale(books.database)).toBe(1);
  expect((await balancesOf(first)).get(zeroAddress)).toMatchObject({
    totalRealizedPnl: '900',
    expenses: '0',
  });
});
