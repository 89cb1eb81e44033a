/** What a client is told of its wallets: numbers without a gap, pages of any size, and nothing of others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventJson, eventSchema } from '../../src/rest/wire/event.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { commitStep, type StepCommit } from '../../src/store/sync/commit.ts';
import { failStep, resetSync } from '../../src/store/sync/leases.ts';
import { storeReconciliation } from '../../src/store/sync/reconciliation-rows.ts';
import { unregisterWallets } from '../../src/store/sync/unregistrations.ts';
import { ethereum, leaseOf, polygon, registerWallet } from '../support/builders.ts';
import { followEvents } from '../support/event-follower.ts';
import { stepOf } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import {
  commit,
  createStreamWorld,
  items,
  range,
  type StreamWorld,
  type TestWallet,
} from './stream-world.ts';

let world: StreamWorld;

beforeAll(async () => {
  world = await createStreamWorld();
});

afterAll(() => world?.close());

const read = (wallet: TestWallet, after: bigint, limit = 500, caller = world.alice) =>
  world.readModel.walletEventsAfter(caller, wallet.address, after, { limit });

/** Shortly: number, type, and the number of the transaction. */
const told = ({ events }: Awaited<ReturnType<typeof read>>): unknown[] =>
  events.map(({ sequence, type, transfer }) => [Number(sequence), type, transfer?.hash ?? null]);

test('from the loading on each row has a number of its own, whatever the size of the pages', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1, 2));
  expect(told(await read(wallet, 0n))).toEqual([[1, 'wallet.loaded', null]]);
  await commit(world.database, wallet, items(3, 4, 5));
  // Block 5 is undone; what was in 4 comes back as it was.
  await commit(world.database, wallet, [...items(4), ...items(6)], { rollbackTo: 3 });
  const all = [
    [1, 'wallet.loaded', null],
    [2, 'transfer.added', hash(3)],
    [3, 'transfer.added', hash(4)],
    // Gone by now, as 5 says.
    [4, 'transfer.added', null],
    [5, 'transfer.retracted', null],
    [6, 'transfer.added', hash(6)],
  ];
  expect(told(await read(wallet, 0n))).toEqual(all);
  for (const limit of range(1, 7)) {
    const seen: unknown[] = [];
    let [after, hasMore] = [0n, true];
    while (hasMore) {
      const page = await read(wallet, after, limit);
      seen.push(...told(page));
      expect(page.events[0]?.previous).toBe(after);
      ({ last: after, hasMore } = page);
    }
    expect(seen).toEqual(all);
    expect(after).toBe(6n);
  }
  const [, , , added, retracted] = (await read(wallet, 0n)).events;
  expect(retracted).toMatchObject({ transferId: added?.transferId, retraction: 'REORG' });
  expect(await world.readModel.lastSequence(world.alice, wallet.address)).toBe(6n);
});

test('transactions that come to stand in each other’s place are told as moved, one that is gone as gone', async () => {
  const wallet = await world.newWallet();
  const store = (...numbers: number[]): Promise<void> =>
    commit(
      world.database,
      wallet,
      numbers.map((number, transactionIndex) => ({ number, block: 5, transactionIndex })),
    );
  await commit(world.database, wallet, items(1));
  await store(7, 8);
  await store(8, 7);
  await store(9);
  const { events } = await read(wallet, 1n);
  expect(events).toMatchObject([
    { type: 'transfer.added', transfer: { hash: hash(7) } },
    { type: 'transfer.added', transfer: null },
    ...[hash(7), hash(8)].map(() => ({ type: 'transfer.updated', changed: ['PLACE'] })),
    { type: 'transfer.retracted', transfer: null },
    { type: 'transfer.added', transfer: { hash: hash(9) } },
  ]);
  expect(events[4]?.transferId).toBe(events[1]?.transferId);
});

test('types are left out, and the reader comes to the end all the same', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(2, 3));
  const only = (
    types: readonly ('wallet.loaded' | 'transfer.added' | 'wallet.failed')[],
    after = 0n,
    limit = 500,
  ) => world.readModel.walletEventsAfter(world.alice, wallet.address, after, { limit, types });
  expect(told(await only(['wallet.loaded']))).toEqual([[1, 'wallet.loaded', null]]);
  expect(await only(['wallet.loaded'])).toMatchObject({ last: 3n, hasMore: false });
  expect(await only(['wallet.failed'])).toEqual({ events: [], last: 3n, hasMore: false });
  const first = await only(['transfer.added'], 0n, 1);
  expect(first).toMatchObject({ events: [{ sequence: 2n, previous: 0n }], last: 2n, hasMore: true });
  expect(await only(['transfer.added'], 2n, 1)).toMatchObject({
    events: [{ sequence: 3n, previous: 2n }],
    hasMore: false,
  });
});

test('a price names its transfer, a reload empties the chain, a failure says what to do', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(7), { chainId: polygon });
  const { position, tokenAddress } = transferRecord({
    ...{ walletId: wallet.id, chainId: ethereum, blockNumber: 1, transactionIndex: 1, hash: hash(1) },
  });
  const terms = { price: '3', unit: '0.000001', source: 'coingecko' };
  await priceTransfers(world.database, wallet.id, [{ position, tokenAddress, ...terms }]);
  await resetSync(world.database, wallet.id, ethereum);
  const lease = await leaseOf(world.database, wallet.id, ethereum);
  await failStep(world.database, lease, {
    error: 'http://secret',
    kind: 'deep-reorg',
    permanent: true,
    retryInMs: 0,
  });
  await commit(world.database, wallet, items(1));
  const { events } = await read(wallet, 0n);
  expect(events).toMatchObject([
    { type: 'wallet.loaded', blockchain: { chainId: ethereum } },
    { type: 'wallet.loaded', blockchain: { chainId: polygon } },
    { type: 'transfer.updated', changed: ['PRICE'], transfer: { hash: hash(1) } },
    { type: 'history.reset', blockchain: { chainId: ethereum } },
    {
      type: 'wallet.failed',
      error: { kind: 'deep-reorg', message: expect.stringContaining('wallets reload') },
    },
    { type: 'wallet.loaded', blockchain: { chainId: ethereum } },
  ]);
  for (const event of events)
    expect(eventSchema.parse(JSON.parse(eventJson(event, 'http://x')))).toBeTruthy();
  const [, , updated, reset] = events.map((event) => eventJson(event, 'http://x'));
  expect(reset).toMatch(
    /"type":"history\.reset".*"sequence":4,"previous":3,.*"chain_id":1,"finality":null,"data":\{\}\}$/,
  );
  expect(updated).toMatch(
    /"finality":"pending","data":\{"id":"tfr_[\w-]+","transfer":\{.*\},"changed":\["price"\],"reason":null\}\}$/,
  );
  const follower = followEvents({ ...world, caller: world.alice }, wallet.address);
  await follower.catchUp(2);
  expect(follower.ordered()).toEqual(await follower.listed());
  expect(follower.held.size).toBe(2);
});

test('how far a long history is, is told once a minute to those who ask for it; numbers are of all', async () => {
  const wallet = await world.newWallet();
  const step = async (number: number, progress: Partial<StepCommit['progress']>): Promise<void> => {
    const at = { walletId: wallet.id, chainId: ethereum, blockNumber: number, hash: hash(number) };
    const rows = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    const lease = await leaseOf(world.database, wallet.id, ethereum);
    const blocks = { syncedBlock: number, headBlock: 90 };
    expect(
      await commitStep(world.database, lease, stepOf(rows, { release: true, ...blocks, ...progress })),
    ).toBe(true);
  };
  const minutesLater = (minutes: number) =>
    world.database.pool.query(
      `UPDATE sync SET created_at = created_at - $2 * interval '1 minute', progress_told_at = progress_told_at - $2 * interval '1 minute'
       WHERE wallet_id = $1`,
      [wallet.id, minutes],
    );
  const loading = { phase: 'BACKFILL', loaded: false } as const;
  // In its first minute nothing is told.
  await step(1, loading);
  await minutesLater(2);
  await step(2, loading);
  await step(3, loading);
  await minutesLater(1.1);
  await step(4, loading);
  await minutesLater(2);
  await step(5, { phase: 'FOLLOWING', loaded: true });
  await minutesLater(2);
  await step(6, { phase: 'FOLLOWING', loaded: true });
  // Who asks for none of it sees by `previous` that nothing is missing.
  expect(
    (await read(wallet, 0n)).events.map(({ sequence, previous, type }) => [sequence, previous, type]),
  ).toEqual([
    [3n, 0n, 'wallet.loaded'],
    [4n, 3n, 'transfer.added'],
  ]);
  const { events } = await world.readModel.walletEventsAfter(world.alice, wallet.address, 0n, {
    ...{ limit: 10, types: ['wallet.progress', 'wallet.loaded'] },
  });
  expect(events.map(({ sequence, progress }) => [sequence, progress])).toEqual([
    [1n, { fromBlock: 0, block: 2, headBlock: 90 }],
    [2n, { fromBlock: 0, block: 4, headBlock: 90 }],
    [3n, null],
  ]);
  const [first] = events.map((event) => eventSchema.parse(JSON.parse(eventJson(event, 'http://x'))).data);
  expect(first).toEqual({ from_block: 0, block: 2, head_block: 90 });
});

test('a history that its source cannot give in full is told, too, from where it fails', async () => {
  const wallet = await world.newWallet();
  const failing = async (number: number, progress: Partial<StepCommit['progress']>): Promise<void> => {
    const at = { walletId: wallet.id, chainId: ethereum, blockNumber: number, hash: hash(number) };
    const rows = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    const lease = await leaseOf(world.database, wallet.id, ethereum);
    expect(await commitStep(world.database, lease, stepOf(rows, { release: true, ...progress }))).toBe(true);
  };
  const failed = { phase: 'FAILED', loaded: false, failure: 'no traces' } as const;
  await failing(1, { phase: 'BACKFILL', loaded: false });
  await failing(2, failed);
  await failing(3, failed);
  expect(told(await read(wallet, 0n))).toEqual([
    [1, 'wallet.failed', null],
    [2, 'transfer.added', hash(3)],
  ]);
  const follower = followEvents({ ...world, caller: world.alice }, wallet.address);
  await follower.catchUp();
  expect(follower.held.size).toBe(3);
  expect(follower.ordered()).toEqual(await follower.listed());
});

test('a balance that differs is told when it does, by another figure, and when it agrees again', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  const task = { walletId: wallet.id, chainId: ethereum, address: wallet.address, claimedUntilMs: 0 };
  const compare = (blockNumber: number, balances: readonly [number, bigint][]) =>
    storeReconciliation(world.database, task, {
      ...{ blockNumber, blockHash: hash(0xb0), accruals: [], warnings: [], nextInMs: 1_000 },
      compared: balances.map(([token, difference]) => ({
        tokenAddress: address(token),
        onChain: 7n,
        difference,
      })),
    });
  for (const [block, balances] of [
    [
      900,
      [
        [1, 0n],
        [2, 5n],
      ],
    ],
    [
      901,
      [
        [1, 0n],
        [2, 5n],
      ],
    ],
    [
      902,
      [
        [1, -1n],
        [2, 6n],
      ],
    ],
    [
      903,
      [
        [1, -1n],
        [2, 0n],
      ],
    ],
  ] as const)
    expect(await compare(block, [...balances.map(([token, by]): [number, bigint] => [token, by])])).toBe(
      true,
    );
  const { events } = await read(wallet, 1n);
  expect(events.map(({ sequence, type, balance }) => [Number(sequence), type, balance])).toEqual([
    [2, 'balance.differs', { tokenAddress: address(2), onChain: '7', difference: '5', blockNumber: 900 }],
    [3, 'balance.differs', { tokenAddress: address(1), onChain: '7', difference: '-1', blockNumber: 902 }],
    [4, 'balance.differs', { tokenAddress: address(2), onChain: '7', difference: '6', blockNumber: 902 }],
    [5, 'balance.agrees', { tokenAddress: address(2), onChain: '7', difference: '0', blockNumber: 903 }],
  ]);
  const [wire] = events.map((event) => eventSchema.parse(JSON.parse(eventJson(event, 'http://x'))).data);
  expect(wire).toEqual({ token: address(2), on_chain: '7', difference: '5', block_number: 900 });
});

test('more than an event names is told as a stretch of the history', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(...range(2, 702)));
  await commit(world.database, wallet, items(...range(703, 1_202)));
  const follower = followEvents({ ...world, caller: world.alice }, wallet.address);
  await follower.catchUp(99);
  expect(follower.events.map(({ type }) => type)).toEqual([
    ...['wallet.loaded', 'history.changed'],
    ...range(703, 1_202).map(() => 'transfer.added'),
  ]);
  expect(follower.ordered()).toEqual(await follower.listed());
});

test('a client reads its own wallets, from its registration on; registered anew, a wallet has a new log', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(2));
  await expect(read(wallet, 0n, 10, world.bob)).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
  await registerWallet(world.database, world.bob, wallet.address);
  expect(await read(wallet, 0n, 10, world.bob)).toEqual({ events: [], last: 0n, hasMore: false });
  await commit(world.database, wallet, items(3));
  expect(told(await read(wallet, 0n, 10, world.bob))).toEqual([[1, 'transfer.added', hash(3)]]);
  expect(told(await read(wallet, 2n))).toEqual([[3, 'transfer.added', hash(3)]]);
  const former = (await read(wallet, 2n)).events[0]?.id;
  await unregisterWallets(world.database, world.alice.clientId, [wallet.address]);
  await registerWallet(world.database, world.alice, wallet.address);
  await expect(read(wallet, 3n)).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringContaining('follow from 0'),
  });
  await commit(world.database, wallet, items(4));
  const [again] = (await read(wallet, 0n)).events;
  expect(again).toMatchObject({ sequence: 1n, transfer: { hash: hash(4) } });
  expect(again?.id).not.toBe(former);
});

test('what is kept no more is refused, the rest can be read', async () => {
  const wallet = await world.newWallet();
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(2, 3));
  await commit(world.database, wallet, items(4));
  await world.database.pool.query('DELETE FROM wallet_event WHERE wallet_id = $1 AND told_to <= 3', [
    wallet.id,
  ]);
  await expect(read(wallet, 1n)).rejects.toMatchObject({
    code: 'GONE_FROM_LOG',
    message: expect.stringContaining('from 4'),
  });
  expect(told(await read(wallet, 3n))).toEqual([[4, 'transfer.added', hash(4)]]);
});
