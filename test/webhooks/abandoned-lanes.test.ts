/** Lanes whose sender died with them: somebody else sends what is left, and gives back what has nothing left. */
import { expect, test } from 'vitest';
import { leaseLanes, stepLane } from '../../src/store/webhooks/lane-leases.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { addEndpoint, addEvents, lanesOf, registerFor } from './support/lane-world.ts';

const db = useTestDatabase({ perTest: true });
const lease = (owner: string, walletIds: readonly number[], leaseMs: number) =>
  leaseLanes(db.database, { owner, leaseMs, walletIds, limit: 10 }).then(({ leases }) => leases);
const elapse = () =>
  db.database.pool.query(
    `UPDATE webhook_lane SET lease_until = clock_timestamp() - interval '1 second' WHERE lease_until IS NOT NULL`,
  );

async function leasedLane() {
  const { clientId, walletIds } = await registerFor(db.database, 'alice', [address(1)]);
  const endpointId = await addEndpoint(db.database, clientId, 'http://127.0.0.1:1/');
  await addEvents(db.database, walletIds, 1);
  const [held] = await lease('dead', walletIds, 60_000);
  if (held === undefined) throw new Error('the lane was not due');
  return { endpointId, walletIds, held };
}

test('a sender that dies after the last event arrived: the lane is taken once more, and not held for ever', async () => {
  const { endpointId, held } = await leasedLane();
  const done = { cursor: 1n, previous: 1n, pending: null, isDelivered: true };
  expect(await stepLane(db.database, held, done, 60_000)).toEqual({ isCurrent: true });
  // While the lease runs nobody else takes it.
  expect(await lease('other', [], 60_000)).toEqual([]);
  await elapse();
  const [taken] = await lease('other', [], 60_000);
  expect(taken).toMatchObject({ cursor: 1n, pending: null, owner: 'other' });
  expect(await lanesOf(db.database, endpointId)).toMatchObject([{ cursor: 1, isLeased: true }]);
});

test('a lane that was given back with nothing left is not taken again', async () => {
  const { walletIds, held } = await leasedLane();
  const done = { cursor: 1n, previous: 1n, pending: null, isDelivered: true };
  await stepLane(db.database, held, done, 60_000);
  await db.database.pool.query('UPDATE webhook_lane SET lease_owner = NULL, lease_until = NULL');
  expect(await lease('other', walletIds, 60_000)).toEqual([]);
});
