/** The real log sent along a lane: each body is the event as REST writes it, and follows the one before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventJson } from '../../src/rest/wire/event.ts';
import { updateEndpoint } from '../../src/store/webhooks/webhook-endpoints.ts';
import { createEventFeed } from '../../src/webhooks/start-webhooks.ts';
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
