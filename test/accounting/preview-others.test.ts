/** What a correction would move is told by the method that is asked for: another wallet may have got another lot by another method. */
import { beforeAll, expect, test } from 'vitest';
import type { CostMethod } from '../../src/domain/ids.ts';
import type { Address } from '../../src/domain/model.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, storeEtherPrices, transaction, useBooks } from './scenario.ts';

const [first, second] = [repeated('1'), repeated('2')];
const books = useBooks(() => day(10));
let oldest = '';

/**
 *     day 0   first receives 1 ETH at 100
 *     day 1   first receives 1 ETH at 200
 *     day 2   first sends 1 ETH to second: the older one by FIFO, the younger one by LIFO
 */
beforeAll(async () => {
  const at = (walletId: number, number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const move = { amount: ether, price: '300' };
  await books.storeWallet(first, (id) => [
    transaction(at(id, 0), {}, [{ side: 'inflow', amount: ether, price: '100' }]),
    transaction(at(id, 1), {}, [{ side: 'inflow', amount: ether, price: '200' }]),
    transaction(at(id, 2), { fee: 0n }, [{ ...move, side: 'outflow', counterparty: second }]),
  ]);
  await books.storeWallet(second, (id) => [
    transaction(at(id, 2), {}, [{ ...move, side: 'inflow', counterparty: first }]),
  ]);
  await storeEtherPrices(
    books.database,
    [0, 1, 2].map((number) => ({ at: day(number), price: '300' })),
  );
  await bookStale(books.database);
  const request = { wallets: [first], filter: {}, order: 'ASC' } as const;
  const page = await books.readModel.listTransfers(books.caller, request, { mode: 'cursor', first: 1 });
  oldest = page.items[0]?.id ?? '';
});

test.each<[CostMethod, number, { before: string; after: string }[]]>([
  // The lot is the other wallet's: nothing of the first one changes.
  ['FIFO', 1, []],
  ['LIFO', 0, [{ before: '100', after: '150' }]],
  // (100 + 200) ÷ 2 each; then (150 + 200) ÷ 2.
  ['WAC', 1, [{ before: '150', after: '175' }]],
])('by %s', async (costMethod, otherWalletCount, costs) => {
  const told = await books.readModel.previewCorrection(
    books.caller,
    { transferId: oldest, basis: '150' },
    { costMethod, currency: 'USD' },
  );
  expect(told).toMatchObject({ state: 'READY', otherWalletCount });
  // A visitor's token for this wallet is not told that the client has others.
  const visitor = { ...books.caller, bounds: { wallets: new Set([first]), isPublic: false } };
  const toldVisitor = await books.readModel.previewCorrection(
    visitor,
    { transferId: oldest, basis: '150' },
    { costMethod, currency: 'USD' },
  );
  expect(toldVisitor).toEqual({ ...told, otherWalletCount: 0 });
  const shown = told.balances.map(({ before, after }) => ({
    before: before.costBasis,
    after: after.costBasis,
  }));
  expect(shown).toEqual(costs);
});

test('what the undoing of a correction, or of an opening lot, would move; of what is undone, nothing', async () => {
  const { readModel, caller } = books;
  const choice = { costMethod: 'FIFO', currency: 'USD' } as const;
  const lot = { wallet: first, chainId: 1, tokenAddress: repeated('0'), quantity: '1', cost: '50' };
  const opening = await readModel.addOpeningLot(caller, { ...lot, acquiredAt: day(-10) });
  const [basis] = await readModel.correctTransfer(caller, { transferId: oldest, basis: '150' });
  await bookStale(books.database);
  const authors = async (keyId: string, bounds?: { wallets: Set<Address>; isPublic: boolean }) => {
    const asking = bounds === undefined ? { ...caller, keyId } : { ...caller, keyId, bounds };
    const request = { wallets: [first], includeUndone: true };
    const page = await readModel.listCorrections(asking, request, { mode: 'cursor', first: 10 });
    return page.items.map(({ createdBy }) => createdBy.keyId);
  };
  // Who has stated it is told to the whole client alone, and to who it was.
  const bounds = { wallets: new Set([first]), isPublic: false };
  expect(new Set(await authors('another'))).toEqual(new Set([caller.keyId]));
  expect(new Set(await authors('another', bounds))).toEqual(new Set(['']));
  expect(new Set(await authors(caller.keyId, bounds))).toEqual(new Set([caller.keyId]));
  const told = async (id = '') => {
    const { balances, otherWalletCount, state, before, after } = await readModel.previewUndo(
      caller,
      id,
      choice,
    );
    const costs = balances.map((one) => [one.before.costBasis, one.after.costBasis]);
    return { state, otherWalletCount, costs, isSame: before?.costBasis === after?.costBasis };
  };
  // The opening lot went to the other wallet, and 150 + 200 are left; without it the corrected one went, and 200 are left.
  expect(await told(opening.id)).toEqual({
    ...{ state: 'READY', otherWalletCount: 1, costs: [['350', '200']], isSame: false },
  });
  expect(await told(basis?.id)).toEqual({
    ...{ state: 'READY', otherWalletCount: 0, costs: [['350', '300']], isSame: false },
  });
  await readModel.undoCorrection(caller, opening.id);
  await bookStale(books.database);
  expect(
    (await readModel.walletTotals(caller, { ...choice, wallets: [first], period: 'MAX' })).overall,
  ).toMatchObject({ costBasis: '200' });
  expect(await told(opening.id)).toEqual({ state: 'READY', otherWalletCount: 0, costs: [], isSame: true });
  await expect(told('corr_nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const reader = { ...caller, scopes: ['read'] as const };
  await expect(readModel.previewUndo(reader, opening.id, choice)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
