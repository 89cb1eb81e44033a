/** A move between own wallets that passes through somebody else's contract: when it carries lots, and when it does not. */
import { beforeAll, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { findLinkedWallets } from '../../src/store/ledger/search/linked-wallets.ts';
import { collection, exchange, usdc } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, transaction, useBooks } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');
const third = repeated('3');
const stranger = repeated('4');
const payout = repeated('9');
const addresses = [first, second, third, stranger];

const books = useBooks(() => day(10));
let walletIds: number[] = [];

type Moves = Parameters<typeof transaction>[2];

/** What each transaction is to each wallet; ether unless said otherwise, and always with the payout contract. */
const days: readonly { about: string; moves: Readonly<Record<Address, Moves>> }[] = [
  {
    about: 'first buys 10 ETH at 1,000; an NFT arrives',
    moves: {
      [first]: [
        { side: 'inflow', amount: 10n * ether, price: '1000', counterparty: exchange },
        { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, price: '70', counterparty: exchange },
      ],
    },
  },
  {
    about: 'first pays 5 ETH in; second gets 3 of them and third 2',
    moves: {
      [first]: [{ side: 'outflow', amount: 5n * ether, price: '1500', counterparty: payout }],
      [second]: [{ side: 'inflow', amount: 3n * ether, counterparty: payout }],
      [third]: [{ side: 'inflow', amount: 2n * ether, counterparty: payout }],
    },
  },
  {
    about: 'first pays 1 ETH in; second gets 0.9: the contract keeps 0.1',
    moves: {
      [first]: [{ side: 'outflow', amount: ether, price: '2000', counterparty: payout }],
      [second]: [{ side: 'inflow', amount: (9n * ether) / 10n, price: '2000', counterparty: payout }],
    },
  },
  {
    about: 'first pays 1 ETH in, which second gets; but first gets 100 USDC as well',
    moves: {
      [first]: [
        { side: 'outflow', amount: ether, price: '2000', counterparty: payout },
        { token: usdc, side: 'inflow', amount: 100_000_000n, price: '1', counterparty: payout },
      ],
      [second]: [{ side: 'inflow', amount: ether, price: '2000', counterparty: payout }],
    },
  },
  {
    about: 'first pays 1.5 ETH in, gets 0.5 back, and third gets 1 ETH and the NFT',
    moves: {
      [first]: [
        { side: 'outflow', amount: (3n * ether) / 2n, price: '3000', counterparty: payout },
        { side: 'inflow', amount: ether / 2n, price: '3000', counterparty: payout },
        { token: collection, tokenId: 9n, side: 'outflow', amount: 1n, price: '90', counterparty: payout },
      ],
      [third]: [
        { side: 'inflow', amount: ether, price: '3000', counterparty: payout },
        { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, price: '90', counterparty: payout },
      ],
    },
  },
  {
    about: 'both first and a wallet that has nothing to do with it receive from one transaction',
    moves: {
      [first]: [{ token: usdc, side: 'inflow', amount: 1_000_000n, price: '1', counterparty: payout }],
      [stranger]: [{ token: usdc, side: 'inflow', amount: 1_000_000n, price: '1', counterparty: payout }],
    },
  },
];

beforeAll(async () => {
  // One after the other, since the rows of the only wallet that is due are stored.
  for (const address of addresses) {
    const walletId = await books.storeWallet(address, (id) =>
      days.flatMap(({ moves }, number): Row[] => {
        const own = moves[address];
        const blockNumber = 100 + number;
        const place = { walletId: id, blockNumber, timestamp: day(number), hash: hash(blockNumber) };
        return own === undefined ? [] : [transaction(place, {}, own)];
      }),
    );
    walletIds = [...walletIds, walletId];
  }
});

test('wallets that a contract of others links are booked together, others are not', async () => {
  const { database } = books;
  const linked = [first, second, third];
  for (const [index, walletId] of walletIds.entries()) {
    const group = await findLinkedWallets(database, { clientId: books.caller.clientId, walletId });
    const expected = index < linked.length ? linked : [stranger];
    expect(group.map(({ address }) => address)).toEqual(expected);
  }
  expect(await bookStale(database)).toBe(2);
});

test('what only passed through keeps its cost; what paid for something, or lost a part, is sold', async () => {
  const etherOf = async (wallet: Address) => {
    const balances = await books.readModel.listBalances(books.caller, {
      ...{ wallets: [wallet], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
    });
    return balances.find(({ rawToken }) => rawToken.address === zeroAddress);
  };
  // 10 − 5 (moved) − 1 (sold for 2,000, cost 1,000) − 1 (sold for 100 USDC, cost 1,000) − 1 (moved): 2 of cost 1,000 each.
  expect(await etherOf(first)).toMatchObject({
    ...{ balance: '2', costBasis: '2000', totalRealizedPnl: '100', basisStatus: 'COMPLETE' },
  });
  // 3 of cost 3,000, by quantity though nobody priced their arrival; 0.9 and 1 bought at 2,000.
  expect(await etherOf(second)).toMatchObject({ balance: '4.9', costBasis: '6800', basisStatus: 'COMPLETE' });
  // 2 and 1, all of cost 1,000.
  expect(await etherOf(third)).toMatchObject({ balance: '3', costBasis: '3000', basisStatus: 'COMPLETE' });
});

test('the lots that arrived are as old as where they came from', async () => {
  const balances = await books.readModel.listBalances(books.caller, {
    ...{ wallets: [third], costMethod: 'FIFO', period: 'MAX', currency: 'USD', filter: {} },
  });
  const lots = await books.readModel.listLots(books.caller, balances[0]?.id ?? '', {
    mode: 'cursor',
    first: 5,
  });
  expect(lots.items).toMatchObject([
    { acquiredAt: day(0), remaining: '2', cost: '2000' },
    { acquiredAt: day(0), remaining: '1', cost: '1000' },
  ]);
});
