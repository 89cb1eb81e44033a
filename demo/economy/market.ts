import type { Random } from '../node/random.ts';

/** Assets that have a price in dollars on the simulated market. */
export type PricedAsset =
  | ('ETH' | 'BTC' | 'USDC' | 'DAI' | 'LINK' | 'UNI' | 'MEME' | 'TAX' | 'RWD')
  | CurrencyCoin;

/** Coins of other chains: nobody moves them here, but amounts are told in them. */
export const currencyCoins = ['MATIC', 'AVAX'] as const;
export type CurrencyCoin = (typeof currencyCoins)[number];

/** The true price of each asset at any moment of the simulation; pools and feeds follow it. */
export type Market = { priceUsd(asset: PricedAsset, time: number): number };

const yearSeconds = 365 * 86_400;

/** First price, growth a year, size of the swings; a stable coin has neither. */
const assetCourses: Readonly<Record<PricedAsset, readonly [first: number, growth: number, swing: number]>> = {
  ETH: [1_850, 0.32, 0.12],
  BTC: [27_000, 0.45, 0.1],
  USDC: [1, 0, 0.0004],
  DAI: [1, 0, 0.0015],
  LINK: [7.2, 0.35, 0.16],
  UNI: [5.4, 0.15, 0.18],
  MEME: [0.002, 0.2, 0.4],
  TAX: [0.35, -0.3, 0.2],
  RWD: [1.6, 0.1, 0.15],
  MATIC: [0.6, -0.2, 0.15],
  AVAX: [18, 0.2, 0.15],
};

/**
 * Prices as smooth curves: growth, and swings of several lengths whose phases come from the seed. Smooth, so that a
 * pool that was put right some days ago is still roughly right.
 */
export function createMarket(random: Random, startTime: number): Market {
  const swingDays = [400, 170, 61, 23];
  const phases = new Map<PricedAsset, readonly number[]>();
  for (const asset of Object.keys(assetCourses) as PricedAsset[]) {
    const isCurrency = currencyCoins.some((coin) => coin === asset);
    phases.set(
      asset,
      // These take no draw, so that the rest of the history stays that of its seed.
      swingDays.map((days) => (isCurrency ? days : random.next() * 2 * Math.PI)),
    );
  }
  function priceUsd(asset: PricedAsset, time: number): number {
    const [first, growth, swing] = assetCourses[asset];
    const elapsed = time - startTime;
    const waves = swingDays.map((days, index) => {
      const phase = phases.get(asset)?.[index] ?? 0;
      return Math.sin((2 * Math.PI * elapsed) / (days * 86_400) + phase) / (index + 1);
    });
    return (
      first * Math.exp((growth * elapsed) / yearSeconds + swing * waves.reduce((sum, wave) => sum + wave, 0))
    );
  }
  return { priceUsd };
}

/** Base units of a token that are worth so many dollars. */
export function unitsWorth(usd: number, priceUsd: number, decimals: number): bigint {
  // Twelve significant figures are far beyond what a simulated market needs, and exact in a double.
  return (BigInt(Math.round((usd / priceUsd) * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n;
}
