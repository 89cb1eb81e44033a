import { describe, expect, test } from 'vitest';
import { amountInCurrencies, fromUsd } from '../../src/domain/money/currencies.ts';
import {
  originalOf,
  poolSharePrice,
  swapPrice,
  twinPrice,
  vaultSharePrice,
} from '../../src/prices/quote/derived.ts';
import { native, usdc, weth } from './support/tokens.ts';

const sure = { confidence: 1 };

describe('derived prices', () => {
  test('a swap: 2 ETH at 1500 for 6000 tokens', () => {
    const priced = [{ amount: '2', priceUsd: '1500', ...sure }];
    expect(swapPrice(priced, '6000')).toEqual({ priceUsd: '0.5', source: 'trade', confidence: 0.9 });
  });

  test('a swap with two priced legs is as sure as the less sure one', () => {
    const priced = [
      { amount: '1', priceUsd: '1500', ...sure },
      { amount: '300', priceUsd: '1.001', confidence: 0.5 },
    ];
    // 1500 + 300.3 = 1800.3
    expect(swapPrice(priced, '7')).toEqual({
      priceUsd: '257.185714285714285714285714286',
      source: 'trade',
      confidence: 0.45,
    });
  });

  test('what follows from nothing is unknown, never zero', () => {
    expect(swapPrice([], '5')).toBeNull();
    expect(swapPrice([{ amount: '2', priceUsd: '1500', ...sure }], '0')).toBeNull();
    expect(swapPrice([{ amount: '0', priceUsd: '1500', ...sure }], '5')).toBeNull();
    expect(
      vaultSharePrice({ assetsPerShare: 0n, assetDecimals: 18, asset: { priceUsd: '1', ...sure } }),
    ).toBeNull();
  });

  test('a twin has its original’s price', () => {
    const twins = [{ token: weth, original: native }];
    expect(originalOf(weth, twins)).toBe(native);
    expect(originalOf(usdc, twins)).toBeNull();
    expect(twinPrice({ priceUsd: '2000.1', ...sure })).toEqual({
      priceUsd: '2000.1',
      source: 'twin',
      confidence: 0.95,
    });
  });

  test('a vault share: 1.05 DAI each, DAI at 0.999', () => {
    const vault = { assetsPerShare: 1_050_000_000_000_000_000n, assetDecimals: 18 };
    expect(vaultSharePrice({ ...vault, asset: { priceUsd: '0.999', ...sure } })).toEqual({
      priceUsd: '1.04895',
      source: 'vault',
      confidence: 0.95,
    });
  });

  test('a pool share: 100 ETH and 200,000 USDC over 4 shares', () => {
    const eth = { reserve: 100n * 10n ** 18n, decimals: 18, price: { priceUsd: '2010', ...sure } };
    const dollars = { reserve: 200_000n * 10n ** 6n, decimals: 6, price: { priceUsd: '1', ...sure } };
    const pair = { totalSupply: 4n * 10n ** 18n, shareDecimals: 18 };
    expect(poolSharePrice({ ...pair, sides: [eth, dollars] })?.priceUsd).toBe('100250');
    expect(poolSharePrice({ ...pair, sides: [{ ...eth, price: null }, dollars] })?.priceUsd).toBe('100000');
    expect(
      poolSharePrice({
        ...pair,
        sides: [
          { ...eth, price: null },
          { ...dollars, price: null },
        ],
      }),
    ).toBeNull();
    expect(poolSharePrice({ ...pair, totalSupply: 0n, sides: [eth, dollars] })).toBeNull();
  });
});

describe('currencies', () => {
  const rates = { ETH: '1500', MATIC: '0.75', AVAX: null };

  test('dollars at the rate of the moment', () => {
    expect(fromUsd('3000', 'ETH', rates)).toBe('2');
    expect(fromUsd('-1', 'MATIC', rates)).toBe('-1.33333333333333333333333333333');
    expect(fromUsd('12.50', 'USD', {})).toBe('12.50');
  });

  test('an unknown rate gives no amount, not zero', () => {
    const wanted = ['USD', 'ETH', 'MATIC', 'AVAX', 'XDAI'] as const;
    expect(amountInCurrencies('3', 'USD', { rates, wanted })).toEqual(['3', '0.002', '4', null, null]);
    // As it was given in its own; 2 of 1,500 dollars each are 3,000 dollars, or 4,000 of 0.75.
    expect(amountInCurrencies('2', 'ETH', { rates, wanted })).toEqual(['3000', '2', '4000', null, null]);
    expect(amountInCurrencies('2', 'AVAX', { rates, wanted })).toEqual([null, null, null, '2', null]);
    expect(fromUsd('3', 'ETH', { ETH: '0' })).toBeNull();
  });
});
