/** What the service knows before it loads anything is written once per version, and never over what was imported. */
import { expect, test } from 'vitest';
import { chainStatus } from '../../src/chains/definitions/chain-list.ts';
import { defaultChains } from '../../src/chains/definitions/chain-settings.ts';
import { prepareLookups } from '../../src/ingest/prepare-lookups.ts';
import { putSetting } from '../../src/store/connection/settings.ts';
import { findContractLabels, findTokens } from '../../src/store/lookups/lookup-reads.ts';
import { upsertContractLabels } from '../../src/store/lookups/lookup-writes.ts';
import { resetChain } from '../../src/store/sync/leases.ts';
import { useTestDatabase } from '../support/use-database.ts';

const world = useTestDatabase();

const ethereum = defaultChains(null)
  .map((chain) => chainStatus(chain).chain)
  .filter(({ chainId }) => chainId === 1);
const router = { chainId: 1, address: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d' } as const;
const feed = { chainId: 1, address: '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419' } as const;
const nameOf = async (key: typeof router | typeof feed) =>
  (await findContractLabels(world.database, [key])).map(({ name }) => name);

test('labels and tokens of the data sets, once per version, imported labels kept', async () => {
  const { database } = world;
  await upsertContractLabels(database, [{ ...router, name: 'Mine', tags: ['own'] }], true);
  await prepareLookups(database, ethereum);
  expect(await nameOf(router)).toEqual(['Mine']);
  expect(await nameOf(feed)).toEqual(['Chainlink: ETH / USD']);
  const usdc = { chainId: 1, address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' } as const;
  expect(await findTokens(database, [usdc])).toMatchObject([
    { symbol: 'USDC', decimals: 6, isTrusted: true },
  ]);

  // Nothing new is known: nothing is written, so what was changed meanwhile stays.
  await upsertContractLabels(database, [{ ...feed, name: 'Changed', tags: [] }]);
  await prepareLookups(database, ethereum);
  expect(await nameOf(feed)).toEqual(['Changed']);

  await putSetting(database, 'built_in_lookups_1', 'an earlier version');
  await prepareLookups(database, ethereum);
  expect(await nameOf(feed)).toEqual(['Chainlink: ETH / USD']);
  expect(await nameOf(router)).toEqual(['Mine']);

  // A chain that is forgotten, as the demo's is at every start, is stored anew.
  await resetChain(database, 1);
  await prepareLookups(database, ethereum);
  expect(await nameOf(feed)).toEqual(['Chainlink: ETH / USD']);
  expect(await nameOf(router)).toEqual(['Uniswap V2: Router']);
});
