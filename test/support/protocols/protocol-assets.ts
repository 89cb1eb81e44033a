/** What the wallets of the protocols' chain deal in, and what it is worth: whole dollars, so that every product is exact. */

/** Decimals. `shares` are those of a pool; the last two stand for what was lent. */
export const assets = {
  ...{ ETH: 18, WETH: 18, USDC: 6, LINK: 18, GRDN: 18, shares: 18, lagUSDC: 6, lagWETH: 18 },
} as const;
export type AssetName = keyof typeof assets;
export const assetNames = Object.keys(assets) as AssetName[];

/** Dollars per unit. */
export type MonthlyPrices = Readonly<Record<AssetName, bigint>>;

/** What a Chainlink feed of 8 decimals answers. */
export const feedAnswer = (dollars: bigint): bigint => dollars * 10n ** 8n;

/** Dollars of 18 decimals. */
export const worth = (asset: AssetName, amount: bigint, prices: MonthlyPrices): bigint =>
  amount * prices[asset] * 10n ** BigInt(18 - assets[asset]);

/** A month's prices: ether falls and rises in hundreds of dollars, the dollar stays what it is, receipts are worth what they stand for. */
export function pricesOf(ether: bigint, link: bigint, garden: bigint): MonthlyPrices {
  return {
    ...{ ETH: ether, WETH: ether, lagWETH: ether, USDC: 1n, lagUSDC: 1n, LINK: link, GRDN: garden },
    shares: 1_000_000n * link,
  };
}
