/** Moves between own wallets that look like spam from outside: they count for the client whose wallets both are. */
import { beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { collection, exchange } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, transaction, useBooks } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');
const payout = repeated('9');
const scammer = repeated('8');
const promo = repeated('7');
const vest = repeated('6');
const fake = repeated('5');

const books = useBooks(() => day(10));
let secondOnly: Caller;

const at = (walletId: number, number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(1_000 + number) },
});
const spam = { spamReason: 'airdrop' } as const;

/**
 *     day 0   first buys 12 PROMO and 4 VEST at 100, and gets an NFT
 *     day 1   first sends 10 PROMO to second, at 500 by then: 4,000 more than they cost, and no sale
 *     day 2   first sends the NFT to second
 *     day 3   first pays 2 PROMO into a payout contract, of which second gets both; a scammer mails both in the same transaction
 *     day 4   second takes 4 VEST from first, whose allowance nobody has seen
 *     day 5   somebody writes an event by which first has sent 7 FAKE to second
 */
const ofFirst = (walletId: number): Row[] => [
  transaction(at(walletId, 0), {}, [
    { token: promo, side: 'inflow', amount: 12n * ether, price: '100', counterparty: exchange },
    { token: vest, side: 'inflow', amount: 4n * ether, price: '100', counterparty: exchange },
    { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, price: '70', counterparty: exchange },
  ]),
  transaction(at(walletId, 1), {}, [
    { token: promo, side: 'outflow', amount: 10n * ether, price: '500', counterparty: second },
  ]),
  transaction(at(walletId, 2), {}, [
    { token: collection, tokenId: 9n, side: 'outflow', amount: 1n, price: '90', counterparty: second },
  ]),
  transaction(at(walletId, 3), {}, [
    { token: promo, side: 'outflow', amount: 2n * ether, price: '500', counterparty: payout },
    { token: fake, side: 'inflow', amount: 3n * ether, counterparty: scammer, ...spam },
  ]),
  transaction(at(walletId, 4), { kind: 'CONTRACT_EXECUTION', isSpam: true }, [
    { token: vest, side: 'outflow', amount: 4n * ether, counterparty: second, spamReason: 'forged' },
  ]),
  transaction(at(walletId, 5), { isSpam: true }, [
    { token: fake, side: 'outflow', amount: 7n * ether, counterparty: second, spamReason: 'forged' },
  ]),
];

const ofSecond = (walletId: number): Row[] => [
  transaction(at(walletId, 1), { kind: 'RECEIVE', category: 'RECEIVE', isSpam: true }, [
    { token: promo, side: 'inflow', amount: 10n * ether, counterparty: first, ...spam },
  ]),
  transaction(at(walletId, 2), { kind: 'RECEIVE', category: 'RECEIVE', isSpam: true }, [
    { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, counterparty: first, ...spam },
  ]),
  transaction(at(walletId, 3), { kind: 'RECEIVE', category: 'RECEIVE', isSpam: true }, [
    { token: promo, side: 'inflow', amount: 2n * ether, counterparty: payout, ...spam },
    { token: fake, side: 'inflow', amount: 3n * ether, counterparty: scammer, ...spam },
  ]),
  // It sent this one, as its fee shows: 1 wei.
  transaction(at(walletId, 4), { kind: 'RECEIVE', category: 'RECEIVE', fee: 1n }, [
    { token: vest, side: 'inflow', amount: 4n * ether, counterparty: first },
  ]),
  transaction(at(walletId, 5), { kind: 'RECEIVE', category: 'RECEIVE', isSpam: true }, [
    { token: fake, side: 'inflow', amount: 7n * ether, counterparty: first, ...spam },
  ]),
];

beforeAll(async () => {
  const { database } = books;
  const facts = { chainId: 1, decimals: 18, assetSlug: null, isTrusted: false };
  await upsertTokens(database, [
    { ...facts, address: promo, name: 'Promo at promo.example.com', symbol: 'PROMO' },
    { ...facts, address: vest, name: 'Vest', symbol: 'VEST' },
    { ...facts, address: fake, name: 'Fake', symbol: 'USDC' },
  ]);
  secondOnly = await books.callerOf('second only');
  // The receiver first: what it got is nobody's own yet.
  await books.storeWallet(second, ofSecond);
  await bookStale(database);
  await books.storeWallet(first, ofFirst);
  await registerWallets(database, { clientId: secondOnly.clientId, addresses: [second], chains: [] });
  await bookStale(database);
});

async function balanceOf(caller: Caller, wallet: Address, token: Address, spamToo = false) {
  const balances = await books.readModel.listBalances(caller, {
    ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD' },
    filter: spamToo ? { spam: 'INCLUDE' } : {},
  });
  return balances.find(({ rawToken }) => rawToken.address === token);
}

async function transfersOf(caller: Caller, wallet: Address) {
  const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
  const page = await books.readModel.listTransfers(caller, request, { mode: 'cursor', first: 20 });
  return page.items.map(({ rawToken, amount, isSpam }) => [rawToken.symbol, amount, isSpam]);
}

test('an own move is no sale, whatever it looks like where it arrives', async () => {
  expect(await balanceOf(books.caller, first, promo)).toMatchObject({
    ...{ balance: '0', totalRealizedPnl: '0', basisStatus: 'COMPLETE' },
  });
  // 12 of cost 100 each.
  const arrived = { balance: '12', costBasis: '1200', isSpam: false, basisStatus: 'COMPLETE' };
  expect(await balanceOf(books.caller, second, promo)).toMatchObject(arrived);
  expect(await balanceOf(books.caller, second, promo, true)).toMatchObject(arrived);
});

test('what one of the wallets took itself is no forged event; what nobody of them sent is', async () => {
  expect(await balanceOf(books.caller, first, vest)).toMatchObject({ balance: '0', totalRealizedPnl: '0' });
  expect(await balanceOf(books.caller, second, vest)).toMatchObject({ balance: '4', costBasis: '400' });
  expect(await balanceOf(books.caller, first, fake)).toBeUndefined();
  expect(await balanceOf(books.caller, second, fake)).toBeUndefined();
});

test('nothing is amiss in either wallet but for the fee of a coin that was never held', async () => {
  const issues = await books.readModel.listIssues(books.caller, [first, second], {
    mode: 'cursor',
    first: 20,
  });
  expect(issues.items.map(({ code, wallet }) => [code, wallet])).toEqual([
    ['UNPRICED_DISPOSAL', second],
    ['MISSING_BASIS', second],
  ]);
});

test('lists mark as spam what is spam to the client that asks', async () => {
  expect(await transfersOf(books.caller, second)).toEqual([
    ['PROMO', '10', false],
    ['CAT', '1', false],
    ['PROMO', '2', false],
    ['USDC', '3', true],
    ['VEST', '4', false],
    ['USDC', '7', true],
  ]);
  expect(await transfersOf(secondOnly, second)).toEqual([
    ['PROMO', '10', true],
    ['CAT', '1', true],
    ['PROMO', '2', true],
    ['USDC', '3', true],
    ['VEST', '4', false],
    ['USDC', '7', true],
  ]);
  const request = { wallets: [second], filter: {}, order: 'ASC' } as const;
  const own = await books.readModel.listTransactions(books.caller, request, { mode: 'cursor', first: 20 });
  expect(own.items.map(({ isSpam }) => isSpam)).toEqual([false, false, false, false, true]);
  const others = await books.readModel.listTransactions(secondOnly, request, { mode: 'cursor', first: 20 });
  expect(others.items.map(({ isSpam }) => isSpam)).toEqual([true, true, true, false, true]);
});

test('what is no spam to the client has no reason why it were', async () => {
  const request = { wallets: [second], filter: {}, order: 'ASC' } as const;
  const page = { mode: 'cursor', first: 20 } as const;
  for (const caller of [books.caller, secondOnly]) {
    const transfers = await books.readModel.listTransfers(caller, request, page);
    const transactions = await books.readModel.listDetailedTransactions(caller, request, page);
    for (const { isSpam, spamReason } of [...transfers.items, ...transactions.items])
      expect(spamReason !== null).toBe(isSpam);
  }
});

test('another client, and the same one without the sender, have spam', async () => {
  expect(await balanceOf(secondOnly, second, promo)).toBeUndefined();
  expect(await balanceOf(secondOnly, second, promo, true)).toMatchObject({ balance: '12', isSpam: true });
  expect(await unregisterWallets(books.database, books.caller.clientId, [first])).toEqual([]);
  await bookStale(books.database);
  expect(await balanceOf(books.caller, second, promo)).toBeUndefined();
  expect(await balanceOf(books.caller, second, promo, true)).toMatchObject({ balance: '12', isSpam: true });
});
