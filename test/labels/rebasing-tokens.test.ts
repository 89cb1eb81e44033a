/** Which tokens are known to grow by themselves. Addresses from the projects' own lists. */
import { expect, test } from 'vitest';
import { rebasingTokens } from '../../src/labels/rebasing-tokens.ts';

test('stETH and the tokens of Aave v2 are, those of Aave v3 are not: they log their interest as minted', () => {
  const stEth = '0xae7ab96520de3a18e5e111b5eaab095312d7fe84';
  const aUsdcOfVersion2 = '0xbcca60bb61934080951369a648fb03df4f96263c';
  const aUsdcOfVersion3 = '0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c';
  const known = [stEth, aUsdcOfVersion2, aUsdcOfVersion3] as const;
  expect(known.map((address) => rebasingTokens(1).has(address))).toEqual([true, true, false]);
});

test('a chain of which nothing is known has none', () => {
  expect([...rebasingTokens(31_337)]).toEqual([]);
});
