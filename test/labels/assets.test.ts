/** Which asset a token is, on all built-in chains, whatever order they are prepared in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtInChains } from '../../src/chains/definitions/chain-list.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { sharedAssets } from '../../src/domain/money/assets.ts';
import { prepareLookups } from '../../src/ingest/prepare-lookups.ts';
import { trustedTokens } from '../../src/labels/trusted-tokens.ts';
import { findTokens } from '../../src/store/lookups/lookup-reads.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { useTestDatabase } from '../support/use-database.ts';

const world = useTestDatabase();

/** Slugs, names and symbols as CoinGecko has them, contracts as the issuers and the chains' own pages list them. */
const expected = [
  [1, zeroAddress, 'ethereum', 'Ether', 'ETH'],
  [10, zeroAddress, 'ethereum', 'Ether', 'ETH'],
  [8453, zeroAddress, 'ethereum', 'Ether', 'ETH'],
  [42161, zeroAddress, 'ethereum', 'Ether', 'ETH'],
  [56, zeroAddress, 'binancecoin', 'BNB', 'BNB'],
  [100, zeroAddress, 'xdai', 'xDAI', 'XDAI'],
  [137, zeroAddress, 'polygon-ecosystem-token', 'POL (ex-MATIC)', 'POL'],
  [43114, zeroAddress, 'avalanche-2', 'Avalanche', 'AVAX'],
  [1, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 'weth', 'Wrapped Ether', 'WETH'],
  [10, '0x4200000000000000000000000000000000000006', 'weth', 'Wrapped Ether', 'WETH'],
  [100, '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1', 'weth', 'Wrapped Ether', 'WETH'],
  [137, '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', 'weth', 'Wrapped Ether', 'WETH'],
  [56, '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 'wbnb', 'Wrapped BNB', 'WBNB'],
  [100, '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d', 'wrapped-xdai', 'Wrapped XDAI', 'WXDAI'],
  [137, '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 'wmatic', 'Wrapped POL', 'WPOL'],
  [43114, '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', 'wrapped-avax', 'Wrapped AVAX', 'WAVAX'],
  [1, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'usd-coin', 'USD Coin', 'USDC'],
  [10, '0x0b2c639c533813f4aa9d7837caf62653d097ff85', 'usd-coin', 'USD Coin', 'USDC'],
  [137, '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'usd-coin', 'USD Coin', 'USDC'],
  [8453, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'usd-coin', 'USD Coin', 'USDC'],
  [42161, '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 'usd-coin', 'USD Coin', 'USDC'],
  [43114, '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', 'usd-coin', 'USD Coin', 'USDC'],
  [10, '0x7f5c764cbc14f9669b88837ca1490cca17c31607', 'bridged-usdc', 'Bridged USDC', 'USDC.e'],
  [100, '0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', 'bridged-usdc', 'Bridged USDC', 'USDC.e'],
  [137, '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', 'bridged-usdc', 'Bridged USDC', 'USDC.e'],
  [42161, '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', 'bridged-usdc', 'Bridged USDC', 'USDC.e'],
  [1, '0xdac17f958d2ee523a2206206994597c13d831ec7', 'tether', 'Tether', 'USDT'],
  [43114, '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7', 'tether', 'Tether', 'USDT'],
  [1, '0x6b175474e89094c44da98b954eedeac495271d0f', 'dai', 'Dai', 'DAI'],
  [10, '0xda10009cbd5d07dd0cecc66161fc93d7c9000da1', 'dai', 'Dai', 'DAI'],
  [1, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', 'wrapped-bitcoin', 'Wrapped Bitcoin', 'WBTC'],
  [42161, '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f', 'wrapped-bitcoin', 'Wrapped Bitcoin', 'WBTC'],
  [1, '0x514910771af9ca656af840dff83e8264ecf986ca', 'chainlink', 'Chainlink', 'LINK'],
  [137, '0xd6df932a45c0f255f85145f286ea0b292b21c90b', 'aave', 'Aave', 'AAVE'],
] as const;

const keys = expected.map(([chainId, address]) => ({ chainId, address }));

async function storedAssets(): Promise<string[]> {
  const found = await findTokens(world.database, keys);
  return found
    .map(({ chainId, address, asset }) => [chainId, address, asset?.slug, asset?.name, asset?.symbol].join())
    .sort();
}
const expectedAssets = expected.map((row) => row.join()).sort();

test('every shared asset has its own name, in whatever order the eight chains are prepared', async () => {
  expect(builtInChains).toHaveLength(8);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...builtInChains], { minLength: 8 }), async (chains) => {
      await world.database.pool.query('TRUNCATE token, asset, setting CASCADE');
      await prepareLookups(world.database, chains);
      expect(await storedAssets()).toEqual(expectedAssets);
    }),
    { numRuns: 4, seed: 7 },
  );
});

test('a database that was prepared by an earlier version is corrected at the next start', async () => {
  const { pool } = world.database;
  await prepareLookups(world.database, builtInChains);
  await pool.query(
    `UPDATE asset SET name = 'Wrapped Ether on xDai', symbol = 'WETH' WHERE slug = 'ethereum'`,
  );
  await pool.query(`UPDATE asset SET name = 'USD//C on xDai' WHERE slug = 'usd-coin'`);
  await pool.query(`UPDATE token SET asset_slug = 'ethereum' WHERE asset_slug = 'weth'`);
  await pool.query(`UPDATE setting SET value = 'before' WHERE name LIKE 'built_in_lookups_%'`);
  await prepareLookups(world.database, builtInChains);
  expect(await storedAssets()).toEqual(expectedAssets);
});

test('a token that is read later, or listed by an operator, does not rename a shared asset', async () => {
  await prepareLookups(world.database, builtInChains);
  const fork = { chainId: 1, address: `0x${'9'.repeat(40)}`, symbol: 'FAKE', name: 'Fake' } as const;
  await upsertTokens(world.database, [{ ...fork, decimals: 18, assetSlug: 'ethereum', isTrusted: false }]);
  expect(await storedAssets()).toEqual(expectedAssets);
});

test('a chain lists no contract twice, and at most one token of an asset', () => {
  const twice = builtInChains.flatMap(({ chainId }) =>
    [...Map.groupBy(trustedTokens(chainId), ({ assetSlug }) => assetSlug)].flatMap(([slug, tokens]) =>
      slug === null || tokens.length === 1
        ? []
        : [`${chainId} ${slug}: ${tokens.map(({ address }) => address)}`],
    ),
  );
  expect(twice).toEqual([]);
  expect(sharedAssets.size).toBeGreaterThan(30);
});
