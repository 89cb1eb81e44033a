/** Deposits as they are booked where nothing is set, and with what a client sets: receipts, liquidity, and what is held. */
import { beforeAll, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { exchange } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, transaction, useBooks } from './scenario.ts';

const farmer = repeated('1');
const validator = repeated('2');
const saver = repeated('3');
const lender = repeated('4');
const provider = repeated('5');
const farm = repeated('8');
const share = repeated('7');
const vault = repeated('6');

const books = useBooks(() => day(10));

const at = (walletId: number, number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(1_000 * walletId + number) },
});
const deposit = { kind: 'DEPOSIT', category: 'SEND' } as const;
const withdrawal = { kind: 'WITHDRAW', category: 'RECEIVE' } as const;

/** Buys 10 at 1,000, stakes them, gets them back at the same price and sells them at it: nothing is won or lost. */
const farmed = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [{ token: share, side: 'inflow', amount: 10n * ether, price: '1000' }]),
  transaction(at(walletId, 1), deposit, [
    { token: share, side: 'outflow', amount: 10n * ether, price: '1000', counterparty: farm },
  ]),
  transaction(at(walletId, 2), withdrawal, [
    { token: share, side: 'inflow', amount: 10n * ether, price: '1000', counterparty: farm },
  ]),
  transaction(at(walletId, 3), {}, [
    { token: share, side: 'outflow', amount: 10n * ether, price: '1000', counterparty: exchange },
  ]),
];

/** Buys 12 ETH at 1,250, gives 11 of them and gets 1 back at once (change is no other end), withdraws 11 and sells all. */
const validated = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [{ side: 'inflow', amount: 12n * ether, price: '1250' }]),
  transaction(at(walletId, 1), deposit, [
    { side: 'outflow', amount: 12n * ether, price: '1250', counterparty: farm },
    { side: 'inflow', amount: ether, price: '1250', counterparty: farm },
  ]),
  transaction(at(walletId, 2), withdrawal, [
    { side: 'inflow', amount: 11n * ether, price: '1250', counterparty: farm },
  ]),
  transaction(at(walletId, 3), {}, [
    { side: 'outflow', amount: 12n * ether, price: '1250', counterparty: exchange },
  ]),
];

/** Buys 10 at 1,000 and gives them, at 1,200, for 5 shares of a vault: the shares cost what was given for it. */
const saved = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [{ token: share, side: 'inflow', amount: 10n * ether, price: '1000' }]),
  transaction(at(walletId, 1), { kind: 'DEPOSIT', category: 'CONTRACT_EXECUTION' }, [
    {
      ...{ token: share, side: 'outflow', amount: 10n * ether, price: '1200' },
      ...{ counterparty: vault, taxTreatment: 'CARRY' },
    },
    {
      ...{ token: vault, side: 'inflow', amount: 5n * ether },
      ...{ counterparty: zeroAddress, taxTreatment: 'CARRY' },
    },
  ]),
];

/** Buys 10 at 1,000 and 1 ETH at 2,000, and gives both, at 1,200 and 3,000, for 5 shares of a pool. */
const pooled = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [{ token: share, side: 'inflow', amount: 10n * ether, price: '1000' }]),
  transaction(at(walletId, 1), {}, [{ side: 'inflow', amount: ether, price: '2000' }]),
  transaction(at(walletId, 2), { kind: 'DEPOSIT', category: 'CONTRACT_EXECUTION' }, [
    { token: share, side: 'outflow', amount: 10n * ether, price: '1200', counterparty: farm },
    { side: 'outflow', amount: ether, price: '3000', counterparty: farm },
    { token: vault, side: 'inflow', amount: 5n * ether, counterparty: zeroAddress },
  ]),
];

/** Buys 100 at 1, lends them without a receipt, and gets 103 back at 2. */
const lent = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [{ token: share, side: 'inflow', amount: 100n * ether, price: '1' }]),
  transaction(at(walletId, 1), deposit, [
    {
      ...{ token: share, side: 'outflow', amount: 100n * ether, price: '1' },
      ...{ counterparty: farm, taxTreatment: 'HELD' },
    },
  ]),
  transaction(at(walletId, 2), withdrawal, [
    {
      ...{ token: share, side: 'inflow', amount: 103n * ether, price: '2' },
      ...{ counterparty: farm, taxTreatment: 'HELD' },
    },
  ]),
];

beforeAll(async () => {
  const { database } = books;
  const facts = { chainId: 1, decimals: 18, assetSlug: null, isTrusted: false };
  await upsertTokens(database, [
    { ...facts, address: share, name: 'Pool share', symbol: 'SHARE' },
    { ...facts, address: vault, name: 'Vault share', symbol: 'VAULT' },
  ]);
  await books.storeWallet(farmer, farmed);
  await books.storeWallet(validator, validated);
  await books.storeWallet(saver, saved);
  await books.storeWallet(lender, lent);
  await books.storeWallet(provider, pooled);
  await bookStale(database);
});

async function balanceOf(wallet: Address, token: Address) {
  const balances = await books.readModel.listBalances(books.caller, {
    ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  });
  return balances.find(({ rawToken }) => rawToken.address === token);
}

test('a stake at a farm keeps its basis: nothing was won', async () => {
  // Cost 10 × 1,000; sold 10 × 1,000 at the stake, bought for it at the end of it, sold again: 0 + 0.
  expect(await balanceOf(farmer, share)).toMatchObject({ totalRealizedPnl: '0', basisStatus: 'COMPLETE' });
});

test('a stake with a validator keeps its basis: change that comes back is no receipt', async () => {
  // 12 × 1,250 = 15,000 all the way.
  expect(await balanceOf(validator, zeroAddress)).toMatchObject({
    ...{ totalRealizedPnl: '0', basisStatus: 'COMPLETE' },
  });
});

test('what stands for one token carries its cost', async () => {
  expect(await balanceOf(saver, share)).toMatchObject({ balance: '0', totalRealizedPnl: '0' });
  expect(await balanceOf(saver, vault)).toMatchObject({ costBasis: '10000', basisStatus: 'COMPLETE' });
});

test('what comes back beyond what was lent is income; where deposits are sales, it is bought', async () => {
  // 3 × 2 beyond the 100 that cost 100.
  expect(await balanceOf(lender, share)).toMatchObject({
    ...{ balance: '103', costBasis: '106', income: '6', totalRealizedPnl: '0', basisStatus: 'COMPLETE' },
  });
  const { database } = books;
  await updateClientSettings(database, 'default', { deposits: 'realize' });
  await bookStale(database);
  // Sold for 100, which they had cost; 103 bought for 206.
  expect(await balanceOf(lender, share)).toMatchObject({
    ...{ balance: '103', costBasis: '206', income: '0', totalRealizedPnl: '0', basisStatus: 'COMPLETE' },
  });
});

test('a share of several tokens is a trade: 10 × (1,200 − 1,000) and 3,000 − 2,000 are gained, and it costs 15,000', async () => {
  expect(await balanceOf(provider, share)).toMatchObject({ balance: '0', totalRealizedPnl: '2000' });
  expect(await balanceOf(provider, zeroAddress)).toMatchObject({ balance: '0', totalRealizedPnl: '1000' });
  expect(await balanceOf(provider, vault)).toMatchObject({ costBasis: '15000' });
});

test('what a client sets wins: receipts are trades, and liquidity goes on at the cost of what was given', async () => {
  const { database } = books;
  await updateClientSettings(database, 'default', { receiptTokens: 'realize', liquidityTokens: 'carry' });
  await bookStale(database);
  expect(await balanceOf(saver, share)).toMatchObject({ balance: '0', totalRealizedPnl: '2000' });
  expect(await balanceOf(saver, vault)).toMatchObject({ costBasis: '12000' });
  // 10,000 and 2,000.
  expect(await balanceOf(provider, share)).toMatchObject({ balance: '0', totalRealizedPnl: '0' });
  expect(await balanceOf(provider, vault)).toMatchObject({ costBasis: '12000' });
});
