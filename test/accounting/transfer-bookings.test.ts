/** What a client's ledger makes of its transfers: with its other wallets, its settings and its corrections, over GraphQL and in CSV. */
import { beforeAll, expect, test } from 'vitest';
import type { Address, BookingKind } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { exchange, unknownToken, usdc } from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { day, ether, type Row, transaction, useBooks } from './scenario.ts';

const first = repeated('1');
const second = repeated('2');
const payout = repeated('9');
const pool = repeated('8');

const books = useBooks(() => day(50));
let stranger: Caller;
const walletIds = new Map<Address, number>();

type Moves = Parameters<typeof transaction>[2];

/** By day: what each wallet has of the transaction. */
const days: readonly Readonly<Record<Address, Moves>>[] = [
  { [first]: [{ side: 'inflow', amount: 10n * ether, price: '1000', counterparty: exchange }] },
  {
    [first]: [{ side: 'outflow', amount: 3n * ether, price: '1500', counterparty: second }],
    [second]: [{ side: 'inflow', amount: 3n * ether, price: '1500', counterparty: first }],
  },
  // Through somebody else's contract.
  {
    [first]: [{ side: 'outflow', amount: ether, price: '1500', counterparty: payout }],
    [second]: [{ side: 'inflow', amount: ether, price: '1500', counterparty: payout }],
  },
  { [first]: [{ side: 'outflow', amount: ether, counterparty: pool, taxTreatment: 'HELD', heldBy: pool }] },
  { [first]: [{ side: 'inflow', amount: 5n, token: unknownToken, taxTreatment: 'LIABILITY' }] },
  { [first]: [{ side: 'inflow', amount: 7n, token: unknownToken, spamReason: 'airdrop' }] },
  { [second]: [{ side: 'outflow', amount: ether, price: '1500', counterparty: exchange }] },
  { [second]: [{ side: 'inflow', amount: 2_000_000n, token: usdc, price: '1', taxTreatment: 'INCOME' }] },
];

beforeAll(async () => {
  for (const address of [first, second]) {
    const walletId = await books.storeWallet(address, (id) =>
      days.flatMap((moves, number): Row[] => {
        const own = moves[address];
        const place = { walletId: id, blockNumber: 100 + number, timestamp: day(number) };
        return own === undefined ? [] : [transaction({ ...place, hash: hash(100 + number) }, {}, own)];
      }),
    );
    walletIds.set(address, walletId);
  }
  // Another client has the first wallet alone.
  stranger = await books.callerOf('stranger');
  const chains = [{ chainId: 1, fromBlock: 0 }];
  await registerWallets(books.database, { clientId: stranger.clientId, addresses: [first], chains });
});

const listOf = async (caller: Caller, wallet: Address) => {
  const request = { wallets: [wallet], filter: {}, order: 'ASC' } as const;
  return (await books.readModel.listTransfers(caller, request, { mode: 'cursor', first: 20 })).items;
};

const bookingsOf = async (wallet: Address, caller = books.caller): Promise<(BookingKind | null)[]> =>
  books.readModel.bookingsOfTransfers(caller, await listOf(caller, wallet));

test('moves between own wallets are no sales, direct or through a contract; to who has one of them alone they are', async () => {
  const own = ['ACQUISITION', 'OWN_MOVE', 'OWN_MOVE', 'HELD', 'LIABILITY', null];
  expect(await bookingsOf(first)).toEqual(own);
  expect(await bookingsOf(second)).toEqual(['OWN_MOVE', 'OWN_MOVE', 'DISPOSAL', 'INCOME']);
  const apart = ['ACQUISITION', 'DISPOSAL', 'DISPOSAL', 'HELD', 'LIABILITY', null];
  expect(await bookingsOf(first, stranger)).toEqual(apart);
});

test('a correction shows at once, at both ends of the move, and until it is undone', async () => {
  const { readModel, caller } = books;
  const [, moved] = await listOf(caller, first);
  const given = { transferId: moved?.id ?? '', treatment: 'EXPENSE' } as const;
  const [correction] = await readModel.correctTransfer(caller, given);
  expect((await bookingsOf(first))[1]).toBe('EXPENSE');
  // What left is spent: what came is bought.
  expect((await bookingsOf(second))[0]).toBe('ACQUISITION');
  await readModel.undoCorrection(caller, correction?.id ?? '');
  expect((await bookingsOf(first))[1]).toBe('OWN_MOVE');
  expect((await bookingsOf(second))[0]).toBe('OWN_MOVE');
});

test('settings count: moves that are to be sales, deposits that are to be sales', async () => {
  const { database } = books;
  await updateClientSettings(database, 'default', { ownTransfers: 'realize', deposits: 'realize' });
  const sold = ['ACQUISITION', 'DISPOSAL', 'DISPOSAL', 'DISPOSAL', 'LIABILITY', null];
  expect(await bookingsOf(first)).toEqual(sold);
  expect((await bookingsOf(second)).slice(0, 2)).toEqual(['ACQUISITION', 'ACQUISITION']);
  await updateClientSettings(database, 'default', { ownTransfers: 'carry', deposits: 'carry' });
});

test('a credential of some wallets is told of no other, nor of corrections', async () => {
  const bounds = { wallets: new Set([first]), isPublic: false };
  const none = [null, null, null, null, null, null];
  expect(await bookingsOf(first, { ...books.caller, bounds })).toEqual(none);
});

test('what is no transfer of the caller\u2019s is booked as nothing', async () => {
  const position = '0'.repeat(44);
  expect(await books.readModel.bookingsOfTransfers(stranger, [{ wallet: second, position }])).toEqual([null]);
  const [moved] = await listOf(books.caller, first);
  const ofSecond = { wallet: second, position: moved?.position ?? '' };
  expect(await books.readModel.bookingsOfTransfers(stranger, [ofSecond])).toEqual([null]);
});

test('a wallet that was removed is the client\u2019s own still', async () => {
  const { readModel, caller } = books;
  await readModel.unregisterWallets(caller, [second]);
  expect((await bookingsOf(first)).slice(1, 3)).toEqual(['OWN_MOVE', 'OWN_MOVE']);
});
