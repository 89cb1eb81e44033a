/** What a killed owner of an embedded database had in hand is free for the next at once. */
import { expect, test } from 'vitest';
import { RetryableError } from '../../../src/errors.ts';
import { takeLeadership } from '../../../src/store/connection/leadership.ts';
import { releaseFormerLeases } from '../../../src/store/queues/former-leases.ts';
import { leaseSync, renewLease } from '../../../src/store/sync/leases.ts';
import { buildWorld, ethereum, registerWallet } from '../../support/builders.ts';
import { address } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

test('jobs and wallets are taken anew, from nobody, and the former owner has lost them', async () => {
  const { database } = db;
  const world = await buildWorld(database);
  await registerWallet(database, await world.caller('alice'), address(1));
  const job = 'a job';
  const { leadership: former } = await takeLeadership(database, { job, owner: 'former' });
  const request = { leaseMs: 60_000, chainIds: [ethereum] };
  const lease = await leaseSync(database, { ...request, owner: 'former' });
  if (former === null || lease === null) throw new Error('nothing was leased');
  expect(await leaseSync(database, { ...request, owner: 'next' })).toBeNull();

  await releaseFormerLeases(database);
  const { leadership } = await takeLeadership(database, { job, owner: 'next' });
  expect(leadership).toMatchObject({ takenFrom: null });
  expect(await leaseSync(database, { ...request, owner: 'next' })).toMatchObject({ owner: 'next' });
  await expect(former.database.transaction(async () => {})).rejects.toThrow(RetryableError);
  expect(await renewLease(database, lease, 60_000)).toBe(false);
  await former.release();
  await leadership?.release();
});
