/** A client's corrections from the request to the figures, each worked out by hand. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { CostMethod, Currency } from '../../src/domain/ids.ts';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { maximumCorrections } from '../../src/store/ledger/correction-changes.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import type { CorrectionView } from '../../src/use-cases/model/correction-model.ts';
import type { TokenBalanceView } from '../../src/use-cases/model/figures-model.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { exchange, unknownToken, usdc, wallet } from '../support/history.ts';
import { hash } from '../support/records.ts';
import { figuresOf } from './all-figures.ts';
import {
  bookStale,
  day,
  ether,
  type Row,
  storeEtherPrices,
  storeRows,
  transaction,
  useBooks,
} from './scenario.ts';

const books = useBooks(() => day(50));
let walletId = 0;
let other: Caller;
/** Ids of the transfers, by the day. */
let transfers: string[] = [];

/**
 *     day 0   receives 2 ETH at 1,000
 *     day 10  sends 1 ETH at 1,500: gain 500
 *     day 20  sends 3 ETH at 2,000, of which it has 1: gains 1,000, and 4,000 of unknown cost
 *     day 30  receives 100 USDC at 1
 *     day 40  receives a token that nobody knows, as spam
 */
function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const spam = transaction(at(40), {}, [{ token: unknownToken, side: 'inflow', amount: 7n }]);
  const spamTransfers = spam.transfers.map((row) => ({ ...row, spamReason: 'airdrop' as const }));
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 2n * ether, price: '1000' }]),
    transaction(at(10), {}, [{ side: 'outflow', amount: ether, price: '1500', counterparty: exchange }]),
    transaction(at(20), {}, [{ side: 'outflow', amount: 3n * ether, price: '2000', counterparty: exchange }]),
    transaction(at(30), {}, [{ token: usdc, side: 'inflow', amount: 100_000_000n, price: '1' }]),
    { ...spam, transfers: spamTransfers },
  ];
}

const register = async (clientId: number): Promise<number> => {
  const chains = [{ chainId: 1, fromBlock: 0 }];
  const request = { clientId, addresses: [wallet], chains };
  const [row] = await registerWallets(books.database, request);
  if (row === undefined) throw new Error('the wallet was not registered');
  return row.walletId;
};

beforeAll(async () => {
  const { database } = books;
  other = await books.callerOf('other');
  walletId = await books.storeWallet(wallet, history);
  await storeEtherPrices(database, [
    { at: day(-365), price: '500' },
    { at: day(0), price: '1000' },
    { at: day(10), price: '1500' },
    { at: day(20), price: '2000' },
    { at: day(30), price: '2500' },
  ]);
  await database.pool.query(
    `INSERT INTO reconciliation (wallet_id, chain_id, token_address, on_chain, difference, block_number, checked_at)
     VALUES ($1, 1, $2, 0, $3, 120, now())`,
    [walletId, zeroAddress, 2n * ether],
  );
  const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
  const page = await books.readModel.listTransfers(books.caller, request, { mode: 'cursor', first: 10 });
  transfers = page.items.map(({ id }) => id);
  await bookStale(database);
});

interface FigureOptions {
  token?: Address;
  costMethod?: CostMethod;
  currency?: Currency;
  as?: Caller;
}

async function balance(options: FigureOptions = {}): Promise<TokenBalanceView | undefined> {
  const { token = zeroAddress, costMethod = 'FIFO', currency = 'USD', as = books.caller } = options;
  const [found] = await books.readModel.listBalances(as, {
    ...{ wallets: [wallet], period: 'MAX', costMethod, currency, filter: { tokens: [token] } },
  });
  return found;
}

const allFigures = () => figuresOf(books.readModel, books.caller, wallet);

type Change = Omit<Parameters<ReadModel['correctTransfer']>[1], 'transferId'>;

/** Corrects the transfer of a day and books; answers the new corrections. */
async function correct(index: number, change: Change): Promise<CorrectionView[]> {
  const transferId = transfers[index] ?? '';
  const made = await books.readModel.correctTransfer(books.caller, { transferId, ...change });
  expect(await bookStale(books.database)).toBeGreaterThan(0);
  return made;
}

const choiceOf = ({ costMethod = 'FIFO', currency = 'USD' }: FigureOptions) => ({ costMethod, currency });

const preview = (index: number, change: Change, options: FigureOptions) =>
  books.readModel.previewCorrection(
    books.caller,
    { transferId: transfers[index] ?? '', ...change },
    choiceOf(options),
  );

const totals = async (options: FigureOptions) => {
  const request = { wallets: [wallet], period: 'MAX' as const, ...choiceOf(options) };
  return (await books.readModel.walletTotals(books.caller, request)).overall;
};

async function undo(corrections: readonly CorrectionView[]): Promise<void> {
  for (const { id } of corrections) await books.readModel.undoCorrection(books.caller, id);
  await bookStale(books.database);
}

const listed = async (includeUndone: boolean, as = books.caller) =>
  (
    await books.readModel.listCorrections(
      as,
      { wallets: [wallet], includeUndone },
      { mode: 'page', page: 1, pageSize: 50 },
    )
  ).items;

describe('of a transfer', () => {
  const [receipt, sale, shortSale, stable] = [0, 1, 2, 3];

  test.each<[string, number, Change, Partial<TokenBalanceView>, FigureOptions]>([
    ['as it is', -1, {}, { totalRealizedPnl: '5500', basisStatus: 'MISSING', balance: '-2' }, {}],
    ['in ETH', -1, {}, { totalRealizedPnl: '2' }, { currency: 'ETH' }],
    ['the price of a sale', sale, { price: '1600' }, { totalRealizedPnl: '5600' }, {}],
    // 1.1 ETH at 1,500.
    ['a price in ETH', sale, { price: '1.1', currency: 'ETH' }, { totalRealizedPnl: '5650' }, {}],
    // (1.1 − 1) + (1 − 1) + 2.
    [
      ...(['a price in ETH, in ETH', sale, { price: '1.1', currency: 'ETH' }] as const),
      ...([{ totalRealizedPnl: '2.1' }, { currency: 'ETH' }] as const),
    ],
    // 250 each: 1,250 + 1,750 + 4,000.
    ['a basis', receipt, { basis: '500' }, { totalRealizedPnl: '7000' }, {}],
    // The rate is that of the earlier date: 2 ETH at 500. 1,000 + 1,500 + 4,000.
    [
      ...(['a basis in ETH of an earlier date', receipt] as const),
      ...([
        { basis: '2', currency: 'ETH', acquiredAt: day(-365) },
        { totalRealizedPnl: '6500' },
        {},
      ] as const),
    ],
    ['a gift', sale, { treatment: 'NON_TAXABLE' }, { totalRealizedPnl: '5000' }, {}],
    ['a cost', sale, { treatment: 'EXPENSE' }, { totalRealizedPnl: '5500', expenses: '1500' }, {}],
    ['income', stable, { treatment: 'INCOME', price: '1.02' }, { income: '102' }, { token: usdc }],
  ])('%s, as told before; undone, all is as before', async (_name, index, change, expected, options) => {
    const before = await allFigures();
    const told = index < 0 ? null : await preview(index, change, options);
    if (told !== null) expect(await totals(options)).toMatchObject(told.before ?? { state: told.state });
    // Nothing was stored.
    expect(await allFigures()).toEqual(before);
    const made = index < 0 ? [] : await correct(index, change);
    expect(await balance(options)).toMatchObject(expected);
    if (told !== null) {
      expect(await totals(options)).toMatchObject(told.after ?? { state: told.state });
      const { totalRealizedPnl: realizedPnl, costBasis } = (await balance(options)) ?? {};
      expect(told.balances).toMatchObject([{ after: { realizedPnl, costBasis } }]);
    }
    await undo(made);
    expect(await allFigures()).toEqual(before);
  });

  test('who and when is kept; a new one takes the place of the former of its kind', async () => {
    const [first] = await correct(sale, { price: '1600', note: '  as invoiced ' });
    const [second] = await correct(sale, { price: '1700', treatment: 'EXPENSE' });
    const author = { keyId: 'key of default', name: null };
    expect(first).toMatchObject({
      ...{ kind: 'PRICE', price: '1600', currency: 'USD', cost: null, note: 'as invoiced' },
      ...{ wallet, transferId: transfers[sale], createdBy: author, undoneAt: null, applies: true },
    });
    expect((await listed(false)).map(({ kind }) => kind)).toEqual(['PRICE', 'TREATMENT']);
    const all = await listed(true);
    expect(all.find(({ id }) => id === first?.id)).toMatchObject({ undoneBy: author, applies: false });
    expect(second).toMatchObject({ kind: 'TREATMENT' });
    // 1,700 − 1,000 in place of 500.
    expect((await balance())?.totalRealizedPnl).toBe('5700');
    const [ofTransfer, none] = await books.readModel.correctionsOf(books.caller, [
      transfers[sale] ?? '',
      transfers[receipt] ?? '',
    ]);
    expect(ofTransfer?.map(({ kind }) => kind)).toEqual(['TREATMENT', 'PRICE']);
    expect(none).toEqual([]);
    await undo(await listed(false));
    expect(await listed(false)).toEqual([]);
    expect((await balance())?.totalRealizedPnl).toBe('5500');
  });

  test.each<[string, number, Change, string]>([
    ['nothing', sale, {}, 'give a treatment'],
    ['a treatment of the other side', sale, { treatment: 'INCOME' }, 'INCOME does not fit an outflow'],
    ['a basis of an outflow', sale, { basis: '5' }, 'only an inflow'],
    ['a negative price', sale, { price: '-5' }, 'the price must be'],
    ['more digits than money has', receipt, { basis: '0.0000000000000000001' }, '18 after the point'],
    ['a date without a basis', receipt, { price: '5', acquiredAt: day(0) }, 'goes together with a basis'],
    ['a later date', receipt, { basis: '5', acquiredAt: day(1) }, 'must not be later'],
    ['spam', 4, { price: '5' }, 'not booked (airdrop)'],
    ['a currency without a rate', sale, { price: '5', currency: 'AVAX' }, 'knows no rate of AVAX'],
    ['a long note', sale, { price: '5', note: 'x'.repeat(1_001) }, 'at most 1000 characters'],
  ])('refused: %s', async (_name, index, change, message) => {
    const input = { transferId: transfers[index] ?? '', ...change };
    const refusal = { code: 'BAD_INPUT', message: expect.stringContaining(message) };
    await expect(books.readModel.correctTransfer(books.caller, input)).rejects.toMatchObject(refusal);
    await expect(preview(index, change, {})).rejects.toMatchObject(refusal);
  });

  test('refused, nothing of it is stored', async () => {
    const before = await listed(true);
    const input = { transferId: transfers[shortSale] ?? '', price: '5', treatment: 'INCOME' as const };
    await expect(books.readModel.correctTransfer(books.caller, input)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    expect(await listed(true)).toEqual(before);
  });
});

describe('an opening lot', () => {
  const lot = { wallet, chainId: 1, tokenAddress: zeroAddress, quantity: '2', acquiredAt: day(-365) };
  const missing = async () =>
    (await books.readModel.listIssues(books.caller, [wallet], { mode: 'cursor', first: 10 })).items.map(
      ({ code, atStake, needsAction }) => `${code} ${atStake} ${needsAction}`,
    );

  test('covers what was short: balance, basis and gains; its balance is there at once', async () => {
    const before = await allFigures();
    // Of the 3 ETH that went at 2,000, 2 have no cost. The difference of 2 ETH is worth 2,500 each now.
    expect(await missing()).toEqual(['NOT_RECONCILED 5000 true', 'MISSING_BASIS 4000 true']);
    expect((await balance())?.reconciliation).toMatchObject({ difference: '2' });
    const made = await books.readModel.addOpeningLot(books.caller, { ...lot, cost: '600' });
    expect(made).toMatchObject({
      quantity: '2',
      cost: '600',
      transferId: null,
      token: { asset: { symbol: 'ETH' } },
    });
    // Not booked yet.
    expect(await balance()).toMatchObject({ balance: '0', reconciliation: { difference: '0' } });
    await bookStale(books.database);
    // FIFO: 1,500 − 300, then 6,000 − 300 − 2,000.
    expect(await balance()).toMatchObject({
      ...{
        balance: '0',
        totalRealizedPnl: '4900',
        basisStatus: 'COMPLETE',
        reconciliation: { difference: '0' },
      },
    });
    // WAC: 2,600 ÷ 4 = 650; 850 + 6,000 − 1,950. All is sold, so that it is the same.
    expect((await balance({ costMethod: 'WAC' }))?.totalRealizedPnl).toBe('4900');
    // 600 USD at 500 are 1.2 ETH; 2 ETH at 1,000 cost 2: 1 + 3 − 3.2.
    expect((await balance({ currency: 'ETH' }))?.totalRealizedPnl).toBe('0.8');
    expect(await missing()).toEqual([]);
    await undo([made]);
    expect(await allFigures()).toEqual(before);
  });

  test('of unknown cost: the balance is right, and the basis says MISSING', async () => {
    const made = await books.readModel.addOpeningLot(books.caller, { ...lot, quantity: '5' });
    await bookStale(books.database);
    expect(await balance()).toMatchObject({ balance: '3', basisStatus: 'MISSING' });
    const id = (await balance())?.id ?? '';
    const { items } = await books.readModel.listLots(books.caller, id, { mode: 'cursor', first: 5 });
    // 1 and 3 of it are sold under FIFO, of the date that the client states, and the purchase is whole.
    expect(items).toMatchObject([
      { remaining: '1', cost: '0', basisStatus: 'MISSING', acquiredById: null, acquiredAt: day(-365) },
      { remaining: '2', cost: '2000', basisStatus: 'COMPLETE' },
    ]);
    const sold = await books.readModel.listDisposals(books.caller, id, { first: 5 });
    const unknown = sold.items.filter(({ basisStatus }) => basisStatus === 'MISSING');
    expect(unknown).toMatchObject([{ acquiredAt: day(-365) }, { acquiredAt: day(-365) }]);
    await undo([made]);
  });

  test('of a token that has no transfers yet', async () => {
    const token: Address = `0x${'d'.repeat(40)}`;
    await books.database.pool.query(
      "INSERT INTO token (chain_id, address, name, symbol, decimals, asset_slug) VALUES (1, $1, 'T', 'T', 3, 'usd-coin')",
      [token],
    );
    const request = { ...lot, tokenAddress: token, quantity: '1.234', cost: '10' };
    const made = await books.readModel.addOpeningLot(books.caller, request);
    expect((await balance({ token }))?.balance).toBe('1.234');
    await bookStale(books.database);
    expect(await balance({ token })).toMatchObject({ balance: '1.234', costBasis: '10' });
    await undo([made]);
    expect(await balance({ token })).toBeUndefined();
    const fraction = books.readModel.addOpeningLot(books.caller, { ...request, quantity: '1.2345' });
    await expect(fraction).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test.each([
    ['nothing', { quantity: '0' }, 'more than 0'],
    ['the future', { acquiredAt: day(60) }, 'must not lie in the future'],
    ['a chain that is none', { chainId: 77 }, 'not a chain'],
    ['a token without decimals', { tokenAddress: unknownToken }, 'no fungible token'],
    [
      'a rate that nobody knows',
      { cost: '1', currency: 'ETH' as const, acquiredAt: day(-500) },
      'no rate of ETH',
    ],
  ])('refused: %s', async (_name, change, message) => {
    await expect(books.readModel.addOpeningLot(books.caller, { ...lot, ...change })).rejects.toMatchObject({
      ...{ code: 'BAD_INPUT', message: expect.stringContaining(message) },
    });
  });
});

describe('whose it is', () => {
  test('another client with the same wallet sees none of it, and its figures stay', async () => {
    await register(other.clientId);
    await bookStale(books.database);
    const [made] = await correct(1, { price: '1600' });
    const id = made?.id ?? '';
    expect((await balance())?.totalRealizedPnl).toBe('5600');
    expect((await balance({ as: other }))?.totalRealizedPnl).toBe('5500');
    expect(await listed(true, other)).toEqual([]);
    expect(await books.readModel.correctionsByIds(other, [id])).toEqual([null]);
    expect(await books.readModel.correctionsOf(other, [transfers[1] ?? ''])).toEqual([[]]);
    await expect(books.readModel.undoCorrection(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await unregisterWallets(books.database, other.clientId, [wallet]);
    const attempt = books.readModel.correctTransfer(other, { transferId: transfers[1] ?? '', price: '1' });
    await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await undo(made === undefined ? [] : [made]);
  });

  test('a key that may only read changes nothing', async () => {
    const reader: Caller = { ...books.caller, scopes: ['read'] };
    const forbidden = { code: 'FORBIDDEN' };
    const correction = books.readModel.correctTransfer(reader, {
      transferId: transfers[1] ?? '',
      price: '1',
    });
    await expect(correction).rejects.toMatchObject(forbidden);
    const lot = { wallet, chainId: 1, tokenAddress: zeroAddress, quantity: '2', acquiredAt: 0 };
    await expect(books.readModel.addOpeningLot(reader, lot)).rejects.toMatchObject(forbidden);
    await expect(books.readModel.undoCorrection(reader, 'corr_AAAAAQ')).rejects.toMatchObject(forbidden);
    expect(await listed(false, reader)).toEqual([]);
  });
});

test('it survives a reload, and says while its transfer is gone that it does not apply', async () => {
  const [made] = await correct(1, { price: '1600' });
  const id = made?.id ?? '';
  await resetSync(books.database, walletId);
  expect(await books.readModel.correctionsByIds(books.caller, [id])).toMatchObject([
    { applies: false, undoneAt: null, transferId: transfers[1], token: null },
  ]);
  await storeRows(books.database, walletId, history(walletId));
  await bookStale(books.database);
  expect(await books.readModel.correctionsByIds(books.caller, [id])).toMatchObject([{ applies: true }]);
  expect((await balance())?.totalRealizedPnl).toBe('5600');
  await undo(made === undefined ? [] : [made]);
});

test('there is a limit, and what is undone does not count', async () => {
  const { pool } = books.database;
  await pool.query(
    `INSERT INTO correction (client_id, wallet_id, kind, chain_id, hash, item, created_by, amount, currency)
     SELECT $1, $2, 'PRICE', 1, 'hash ' || number, '', 'test', 1, 'USD' FROM generate_series(1, $3) number`,
    [books.caller.clientId, walletId, maximumCorrections],
  );
  const input = { transferId: transfers[1] ?? '', price: '1600' };
  await expect(books.readModel.correctTransfer(books.caller, input)).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  await pool.query("UPDATE correction SET undone_at = now(), undone_by = 'test' WHERE hash = 'hash 1'");
  expect(await books.readModel.correctTransfer(books.caller, input)).toHaveLength(1);
});

test('unregistering purges them', async () => {
  const { database } = books;
  await unregisterWallets(database, books.caller.clientId, [wallet]);
  const { rows } = await database.pool.query('SELECT count(*)::int FROM correction');
  expect(rows).toEqual([{ count: 0 }]);
  await register(books.caller.clientId);
  expect(await listed(true)).toEqual([]);
  await bookStale(database);
  expect((await balance())?.totalRealizedPnl).toBe('5500');
});
