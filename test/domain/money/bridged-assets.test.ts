/** What the canonical bridges of Gnosis and Polygon take on Ethereum and pay in coins is one asset to the ledger. */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../../src/domain/model.ts';
import { bridgedAsset } from '../../../src/domain/money/assets.ts';
import { nativeToken } from '../../../src/labels/native-assets.ts';
import { trustedTokens } from '../../../src/labels/trusted-tokens.ts';

const given = (address: string): string => {
  const listed = trustedTokens(1).find((token) => token.address === address);
  return bridgedAsset(listed?.assetSlug ?? 'not listed');
};
const coinOf = (chainId: number): string => {
  const token = nativeToken({ chainId, name: 'a chain', symbol: 'COIN', nativeDecimals: 18 });
  expect(token.address).toBe(zeroAddress);
  return bridgedAsset(token.assetSlug);
};

test.each([
  ['Dai becomes xDAI', '0x6b175474e89094c44da98b954eedeac495271d0f', 100],
  ['MATIC becomes the coin of Polygon', '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0', 137],
  ['and so does POL', '0x455e53cbb86018ac2b8092fdcd39d8444affc3f6', 137],
])('%s', (_what, token, chainId) => {
  expect(given(token)).toBe(coinOf(chainId));
});

test('other coins are not', () => {
  expect(coinOf(100)).not.toBe(coinOf(137));
});
