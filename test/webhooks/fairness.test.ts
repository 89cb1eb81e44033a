/** No client keeps another's events waiting, however many receivers it has, and however slow they are. */
import { afterEach, expect, test } from 'vitest';
import { leaseLanes } from '../../src/store/webhooks/lane-leases.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { addEndpoint, addEvents, createTestSender, registerFor, secret } from './support/lane-world.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';

const db = useTestDatabase({ perTest: true });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const wallets = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => address(first + index));

test('the next lane is that of the client with the fewest under way, though its own has been sent before', async () => {
  const many = await registerFor(db.database, 'mallory', wallets(1, 20));
  const one = await registerFor(db.database, 'bob', wallets(100, 1));
  const url = 'http://127.0.0.1:1/';
  for (let number = 0; number < 3; number += 1) await addEndpoint(db.database, many.clientId, url);
  const bobs = await addEndpoint(db.database, one.clientId, url);
  await addEvents(db.database, [...many.walletIds, ...one.walletIds], 5);
  const lease = async (walletIds: readonly number[], limit: number) => {
    const { leases } = await leaseLanes(db.database, { owner: 'a', leaseMs: 60_000, walletIds, limit });
    return leases.map(({ target }) => target.endpointId);
  };
  // Lanes that were never sent come before others of the same client alone.
  await db.database.pool.query(
    `UPDATE webhook_lane SET leased_at = clock_timestamp() - interval '1 minute' WHERE endpoint_id = $1`,
    [bobs],
  );
  expect(await lease(many.walletIds, 6)).toHaveLength(6);
  const all = [...many.walletIds, ...one.walletIds];
  expect(await lease(all, 1)).toEqual([bobs]);
  // Of mallory's three endpoints eight lanes each may be under way: six are.
  expect(await lease(all, 100)).toHaveLength(18);
});

test('a receiver that takes its time for each event gives its place back', async () => {
  const receiver: Receiver = await startReceiver(() => secret);
  closing.push(receiver.close);
  const { clientId, walletIds } = await registerFor(db.database, 'mallory', wallets(1, 1));
  const endpointId = await addEndpoint(db.database, clientId, `${receiver.url}/slow`);
  await addEvents(db.database, walletIds, 3);
  const sender = createTestSender(db.database, [receiver.port], { turnMs: 0 });
  await sender.start();
  closing.push(sender.stop);
  await expect.poll(() => receiver.deliveries.length, { timeout: 20_000, interval: 20 }).toBe(3);
  expect(receiver.deliveries.map(({ event }) => event.sequence)).toEqual([1, 2, 3]);
  const { rows } = await db.database.pool.query(
    'SELECT fence >= 3 AS turns FROM webhook_lane WHERE endpoint_id = $1',
    [endpointId],
  );
  // A turn each: the fence counts them.
  expect(rows).toEqual([{ turns: true }]);
});
