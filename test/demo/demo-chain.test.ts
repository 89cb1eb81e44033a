/** What the demo shows of its token whose balances grow by themselves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoChain } from '../../demo/demo-chain.ts';
import { waitForRow } from '../pricing/priced-world.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { shareTestWorld, type TestWorld } from '../support/world.ts';

let testWorld: TestWorld;
let service: TestService;

beforeAll(async () => {
  testWorld = await shareTestWorld();
  service = await startTestService([demoChain(testWorld.world)]);
});
afterAll(async () => {
  await service?.stop();
  await testWorld?.anvil.stop();
});

test('its growth is income, and what differed from the chain does not any more', async () => {
  const { world, addresses } = testWorld;
  const token = world.tokens.rebasing.address.toLowerCase();
  await service.api.load(addresses);
  // Growth and the comparison that found it are stored together.
  await waitForRow(
    service.databaseUrl,
    `SELECT count(*)::int FROM reconciliation WHERE token_address = '${token}' AND on_chain <> 0 AND accrued_to IS NOT NULL`,
    ({ count }) => count !== 0,
  );
  const found = await service.api.query<{
    transactions: {
      nodes: { kind: string; transfers: { taxTreatment: string; rawToken: { address: string } }[] }[];
    };
    tokenBalances: {
      nodes: { reconciliation: { difference: string } | null; rawToken: { address: string } }[];
    };
  }>(
    `query ($wallets: [Address!]!, $tokens: [ID!]!) {
       transactions(wallets: $wallets, filter: { kinds: [YIELD] }, pageSize: 1) {
         nodes { kind transfers { taxTreatment rawToken { address } } } }
       tokenBalances(wallets: $wallets, filter: { tokens: $tokens }, pageSize: 5) {
         nodes { reconciliation { difference } rawToken { address } } } }`,
    { wallets: addresses, tokens: [token] },
  );
  expect(found.transactions.nodes).toEqual([
    { kind: 'YIELD', transfers: [{ taxTreatment: 'INCOME', rawToken: { address: token } }] },
  ]);
  expect(found.tokenBalances.nodes.some(({ reconciliation }) => reconciliation?.difference === '0')).toBe(
    true,
  );
});
