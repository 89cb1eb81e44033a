/** Many clients at once: what is asked for a hundred times is done once. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { shareTestWorld, type TestWorld } from '../support/world.ts';

let testWorld: TestWorld;
let service: TestService;

beforeAll(async () => {
  testWorld = await shareTestWorld({ transactions: 600 });
  // Nothing after the load: each lease is then a load.
  service = await startTestService([{ ...testWorld.chain, confirmations: 0, pollSeconds: 3600 }]);
});

afterAll(async () => {
  await service?.stop();
  await testWorld?.anvil.stop();
});

test('100 concurrent registrations of the same 10 addresses: 10 wallets, one load each', async () => {
  const others = Array.from({ length: 6 }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`);
  const addresses = [...testWorld.addresses, ...others];
  expect(addresses).toHaveLength(10);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => {
      // Each names them in another order.
      const turned = [...addresses.slice(index % 10), ...addresses.slice(0, index % 10)];
      return service.api.post('/wallet/manage/', { address: turned.join(',') });
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(99);
  const idsOf = (body: { results: { id: number }[] }): number[] =>
    body.results.map(({ id }) => id).sort((a, b) => a - b);
  const [first] = answers;
  for (const { body } of answers) expect(idsOf(body)).toEqual(idsOf(first?.body));

  await service.api.load(addresses);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM wallet) AS wallets, (SELECT count(*)::int FROM registration) AS registrations,
         count(*)::int AS syncs, array_agg(DISTINCT fence) AS fences, array_agg(DISTINCT attempts) AS attempts FROM sync`,
    );
    expect(rows).toEqual([{ wallets: 10, registrations: 10, syncs: 10, fences: ['1'], attempts: [0] }]);
  } finally {
    await client.end();
  }
});
