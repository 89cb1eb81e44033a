/** The real log sent along a lane: each body is the event as REST writes it, and follows the one before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWanted } from '../../src/ingest/webhooks/lane-run.ts';
import { eventJson } from '../../src/rest/wire/event.ts';
import { withTransaction } from '../../src/store/connection/sql.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { updateEndpoint } from '../../src/store/webhooks/webhook-endpoints.ts';
import { moveLanes } from '../../src/store/webhooks/webhook-lanes.ts';
import { createEventFeed } from '../../src/webhooks/create-webhooks.ts';
import { ethereum, muffin, usdc } from '../support/builders.ts';
import { address, hash, transferRecord } from '../support/records.ts';
import { commit, createStreamWorld, items, type StreamWorld } from '../use-cases/stream-world.ts';
import { addEndpoint, createTestSender, secret } from './support/lane-world.ts';
import { startReceiver } from './support/receiver.ts';

let world: StreamWorld;
beforeAll(async () => {
  world = await createStreamWorld();
});
afterAll(() => world?.close());

test('loaded, added, retracted: what is received is what /wallet/event/ says', async () => {
  const { database, readModel, alice } = world;
  const receiver = await startReceiver(() => secret);
  const feed = createEventFeed(database, readModel, 'https://api.example');
  const sender = createTestSender(database, [receiver.port], { feed });
  try {
    const wallet = await world.newWallet();
    const { clientId } = alice;
    await addEndpoint(database, clientId, `${receiver.url}/all`, { wallets: [wallet.address] });
    const some = await addEndpoint(database, clientId, `${receiver.url}/some`, { wallets: [wallet.address] });
    await updateEndpoint(
      database,
      { clientId, endpointId: some },
      { types: ['wallet.loaded', 'transfer.retracted'] },
    );
    await commit(database, wallet, items(1, 2));
    await commit(database, wallet, items(3, 4, 5));
    await commit(database, wallet, [...items(4), ...items(6)], { rollbackTo: 3 });
    await sender.start();
    const wait = { timeout: 20_000, interval: 20 };
    const of = (path: string) => receiver.deliveries.filter((delivery) => delivery.path === path);
    await expect.poll(() => of('/all').length, wait).toBe(6);
    await expect.poll(() => of('/some').length, wait).toBe(2);
    const { events } = await readModel.walletEventsAfter(alice, wallet.address, 0n, { limit: 100 });
    expect(of('/all').map(({ body }) => body)).toEqual(
      events.map((event) => eventJson(event, 'https://api.example')),
    );
    // What it leaves out is passed over: the fifth follows the first.
    expect(of('/some').map(({ event }) => [event.sequence, event.previous, event.type])).toEqual([
      [1, 0, 'wallet.loaded'],
      [5, 1, 'transfer.retracted'],
    ]);
  } finally {
    await sender.stop();
    await receiver.close();
  }
});

test('a filter by worth lets through what is worth as much, once that is known; one by token what is of no other', async () => {
  const { database, readModel, alice } = world;
  const { clientId } = alice;
  const receiver = await startReceiver(() => secret);
  const feed = createEventFeed(database, readModel, 'https://api.example');
  const sender = createTestSender(database, [receiver.port], { feed });
  const wait = { timeout: 20_000, interval: 20 };
  try {
    const wallet = await world.newWallet();
    const add = async (path: string, filter: Parameters<typeof updateEndpoint>[2]): Promise<void> => {
      const endpointId = await addEndpoint(database, clientId, `${receiver.url}/${path}`, {
        wallets: [wallet.address],
      });
      await updateEndpoint(database, { clientId, endpointId }, filter);
    };
    await add('worth', { minValue: '100' });
    await add('other', { tokens: [muffin] });
    await commit(database, wallet, items(1));
    await commit(database, wallet, items(2, 3));
    // 5 units of 10^-6 at 20,000,000 are worth 100; at 19,999,999 less.
    const prices = [
      ['2', 20_000_000],
      ['3', 19_999_999],
    ] as const;
    for (const [number, price] of prices) {
      const at = {
        walletId: wallet.id,
        chainId: ethereum,
        blockNumber: Number(number),
        hash: hash(Number(number)),
      };
      const { position } = transferRecord({ ...at, transactionIndex: Number(number) });
      const terms = { tokenAddress: usdc, price: String(price), unit: '0.000001', source: 'coingecko' };
      await priceTransfers(database, wallet.id, [{ position, ...terms }]);
    }
    // All three transfers are with address 2; only one of them is known to be worth as much.
    await readModel.putCustomLabel(alice, { address: address(2), name: 'Two', tags: [] });
    await sender.start();
    const of = (path: string) =>
      receiver.deliveries
        .filter((delivery) => delivery.path === `/${path}`)
        .map(({ event }) => [event.sequence, event.previous, event.type]);
    const known = [
      [1, 0, 'wallet.loaded'],
      // Added at an unknown price, which came then.
      [4, 1, 'transfer.updated'],
      [7, 4, 'transfer.updated'],
    ];
    // When it was read, the price was known already: added, too.
    const worth = [known[0], [2, 1, 'transfer.added'], [4, 2, 'transfer.updated'], known[2]];
    await expect.poll(() => of('worth'), wait).toEqual(worth);
    await expect.poll(() => of('other'), wait).toEqual([known[0]]);
  } finally {
    await sender.stop();
    await receiver.close();
  }
});

test('a replay from a moment begins at the first event of then, of the wallet or of the client', async () => {
  const { database, readModel, alice } = world;
  const { clientId } = alice;
  const wallet = await world.newWallet();
  await commit(database, wallet, items(1));
  const label = (name: string) => readModel.putCustomLabel(alice, { address: address(2), name, tags: [] });
  await label('A');
  await commit(database, wallet, items(2));
  await label('B');
  // 1 loaded, 2 the label of one transfer, 3 added, 4 and 5 the label of two.
  const { events } = await readModel.walletEventsAfter(alice, wallet.address, 0n, { limit: 10 });
  expect(events.map(({ type, changed }) => (changed === null ? type : `${type} ${changed}`))).toEqual([
    ...['wallet.loaded', 'transfer.updated LABEL', 'transfer.added'],
    ...['transfer.updated LABEL', 'transfer.updated LABEL'],
  ]);
  const endpointId = await addEndpoint(database, clientId, 'https://hooks.example/a', {
    wallets: [wallet.address],
  });
  const { rows } = await database.pool.query<{ at: Date }>(
    `SELECT at FROM (SELECT told_to AS place, at FROM client_event WHERE wallet_id = $1
       UNION ALL SELECT sequence, at FROM wallet_event WHERE wallet_id = $1 AND told_count > 0) told ORDER BY at`,
    [wallet.id],
  );
  // Milliseconds are cut off: each moment is at or before its event, and behind the one before.
  await database.pool.query(
    `UPDATE client_event SET at = date_trunc('milliseconds', at) WHERE wallet_id = $1`,
    [wallet.id],
  );
  await database.pool.query(
    `UPDATE wallet_event SET at = date_trunc('milliseconds', at) WHERE wallet_id = $1`,
    [wallet.id],
  );
  const cursors: number[] = [];
  for (const { at } of rows) {
    const from = { at };
    await withTransaction(database.pool, (client) => moveLanes(client, { endpointId, wallets: null, from }));
    const lanes = await database.pool.query(
      'SELECT cursor - told_before AS cursor FROM webhook_lane WHERE endpoint_id = $1',
      [endpointId],
    );
    cursors.push(Number(lanes.rows[0].cursor));
  }
  expect(cursors).toEqual([0, 1, 2, 3]);
});

test.each([
  // What it is about, the filter, and whether it passes.
  [{ worth: { value: '-100.00' } }, { minValue: '100' }, true],
  [{ worth: { value: '99.999999999999999999' } }, { minValue: '100' }, false],
  [{ worth: { value: null } }, { minValue: '0' }, false],
  [{ worth: { value: null } }, {}, true],
  [{ worth: null }, { minValue: '100' }, true],
  [{ token: usdc }, { tokens: [muffin] }, false],
  [{ token: usdc }, { tokens: [muffin, usdc] }, true],
  [{ token: null }, { tokens: [muffin] }, true],
  [{ chainId: null }, { chainIds: [137] }, true],
  [{ chainId: 1 }, { chainIds: [137] }, false],
])('%j with the filter %j: %j', (event, filter, passes) => {
  const any = { chainIds: [], tokens: [], minValue: null };
  expect(isWanted({ chainId: 1, token: usdc, worth: null, ...event }, { ...any, ...filter })).toBe(passes);
});
