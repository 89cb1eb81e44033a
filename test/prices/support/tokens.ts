import type { PriceToken } from '../../../src/prices/source/price-source.ts';

export const weth: PriceToken = { chainId: 1, address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' };
export const usdc: PriceToken = { chainId: 1, address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' };
export const native: PriceToken = { chainId: 1, address: '0x0000000000000000000000000000000000000000' };
export const spam: PriceToken = { chainId: 1, address: '0x00000000000000000000000000000000deadbeef' };
export const elsewhere: PriceToken = {
  chainId: 999_999,
  address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
};
/** 2023-11-14T22:13:20Z. */
export const time = 1_700_000_000;
