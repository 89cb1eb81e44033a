/** What the demo waits for before it says that it is ready. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoChain } from '../../demo/demo-chain.ts';
import { untilBooked } from '../../demo/demo-client.ts';
import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { areSettled } from '../../demo/settled.ts';
import { buildWorld } from '../../demo/world.ts';
import { worldPrices } from '../../demo/world-prices.ts';
import { defaultClientName, ensureClient } from '../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';
import { startTestService, type TestService, testKey } from '../support/service.ts';

let anvil: Anvil;
let world: World;
let service: TestService;

beforeAll(async () => {
  anvil = await startAnvil();
  // It ends now: the prices of now are those of its end.
  world = await buildWorld({ rpcUrl: anvil.rpcUrl, seed: 3, transactions: 600 });
  service = await startTestService([demoChain(world)], { prices: worldPrices(world) });
});
afterAll(async () => {
  await service?.stop();
  await anvil?.stop();
});

test('every balance is compared with the chain, what that brings is booked, and prices are those of now', async () => {
  const addresses = Object.values(world.wallets).map(
    (wallet): `0x${string}` => `0x${wallet.slice(2).toLowerCase()}`,
  );
  await service.api.load(addresses);
  const database = await openDatabase({ url: service.databaseUrl, maximumConnections: 2 });
  try {
    const { signal } = new AbortController();
    const request = { url: service.url, key: testKey, addresses, timeoutMs: 60_000, signal };
    expect(await untilBooked(request, () => areSettled(database, addresses))).toBe(true);
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(DISTINCT wallet_id)::int FROM reconciliation) AS compared,
         (SELECT count(*)::int FROM transaction WHERE kind = 'YIELD') AS yields`,
    );
    const first = await read(addresses);
    expect(rows[0].compared).toBe(addresses.length);
    expect(first.transactions.count).toBeGreaterThan(0);
    expect(first).toMatchObject({
      ...{ transactions: { count: rows[0].yields }, totals: { staleCount: 0 } },
      wallets: { nodes: Array(4).fill({ isBooked: true, isBooking: false }) },
    });
  } finally {
    await database.close();
  }
});

const read = (wallets: readonly string[]) =>
  service.api.query<{
    transactions: { count: number };
    totals: { staleCount: number };
    wallets: { nodes: { isBooked: boolean; isBooking: boolean }[] };
  }>(
    `query ($wallets: [Address!]!) {
      transactions(wallets: $wallets, filter: { kinds: [YIELD] }) { count }
      totals(wallets: $wallets) { staleCount }
      wallets { nodes { isBooked isBooking } } }`,
    { wallets },
  );

test('a wallet that is loaded, and waits for no prices, is not settled before its balances are compared', async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { id: clientId } = await ensureClient(database, defaultClientName);
  const addresses = [address(1), address(2)];
  const chains = [{ chainId: 31_337, fromBlock: 0 }];
  const wallets = await registerWallets(database, { clientId, addresses, chains });
  await database.pool.query('UPDATE sync SET loaded_at = now()');
  for (const { walletId } of wallets) {
    expect(await areSettled(database, addresses)).toBe(false);
    await database.pool.query(
      `INSERT INTO reconciliation (wallet_id, chain_id, token_address, on_chain, difference, block_number, checked_at)
       VALUES ($1, 31337, $2, 1, 0, 7, now())`,
      [walletId, address(9)],
    );
  }
  expect(await areSettled(database, addresses)).toBe(true);
});
