/** Two workers, one after the other, behind a transaction pooler: the second one prices and books as the first one did. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLeaderProcess } from '../support/leader-process.ts';
import { createDatabase } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';
import { startPooler } from '../support/transaction-pooler.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, startPriced, waitForRow } from './priced-world.ts';

let priced: PricedWorld;
beforeAll(async () => {
  priced = await sharePricedWorld();
});
afterAll(() => priced?.anvil.stop());

const bookedWallets = `SELECT count(*)::int AS booked, (SELECT count(*)::int FROM registration) AS registered FROM ledger_wallet`;

async function startWorld() {
  const { url, drop } = await createDatabase();
  const pooler = await startPooler(url);
  return {
    url,
    pooledUrl: pooler.url,
    async end() {
      await pooler.close();
      await drop();
    },
  };
}

test('after a clean stop', async () => {
  const { url, pooledUrl, end } = await startWorld();
  try {
    const first = await startTestService([priced.chain], { prices: priced.prices, databaseUrl: pooledUrl });
    await first.api.load(priced.addresses.slice(0, 1));
    await waitForRow(url, bookedWallets, ({ booked }) => booked === 1);
    await first.stop();
    // Nothing of the first one is left that could keep the second one from the work.
    expect(await rowsOf(url, 'SELECT job FROM job_lease WHERE lease_owner IS NOT NULL')).toEqual([]);
    const second = await startPriced(priced, pooledUrl);
    await waitForRow(url, bookedWallets, ({ booked, registered }) => booked === registered);
    await second.stop();
  } finally {
    await end();
  }
});

test('after a kill, when the leases end', async () => {
  const { url, pooledUrl, end } = await startWorld();
  try {
    // The first service makes the client, whose ledgers the process leads that is to be killed.
    await (await startTestService([priced.chain], { databaseUrl: pooledUrl })).stop();
    const [client] = await rowsOf(url, 'SELECT id FROM client');
    const jobs = ['pricing', `ledger_${client?.id}`];
    const leader = await startLeaderProcess(pooledUrl, { leaseMs: 5_000, jobs });
    await leader.kill();
    const second = await startPriced(priced, pooledUrl);
    await waitForRow(url, bookedWallets, ({ booked, registered }) => booked === registered);
    await second.stop();
    // Each of its jobs was leased at least twice: by the one that was killed, and by the one that did the work.
    const twice = 'SELECT job FROM job_lease WHERE fence >= 2 AND job = ANY($1) ORDER BY job';
    const leases = await rowsOf(url, twice, [jobs]);
    expect(leases.map(({ job }) => job)).toEqual(jobs.toSorted());
  } finally {
    await end();
  }
});
