import type { Address } from 'viem';
import type { PricedAsset } from './market.ts';
import type { TokenKey, WorldToken } from './world-types.ts';

type TokenPlan = readonly [
  name: string,
  symbol: string,
  decimals: number,
  asset: PricedAsset | null,
  trusted: boolean,
];

/** Names, symbols, decimals and courses of the tokens. The look-alike's last letter is Cyrillic. */
export const tokenPlans: Readonly<Record<TokenKey, TokenPlan>> = {
  weth: ['Wrapped Ether', 'WETH', 18, 'ETH', true],
  usdc: ['USD Coin', 'USDC', 6, 'USDC', true],
  dai: ['Dai Stablecoin', 'DAI', 18, 'DAI', true],
  link: ['ChainLink Token', 'LINK', 18, 'LINK', true],
  uni: ['Uniswap', 'UNI', 18, 'UNI', true],
  wbtc: ['Wrapped BTC', 'WBTC', 8, 'BTC', true],
  meme: ['Moon Hamster', 'HAMSTR', 18, 'MEME', false],
  tax: ['Tithe', 'TITHE', 18, 'TAX', false],
  reward: ['Garden Rewards', 'GRDN', 18, 'RWD', false],
  legacy: ['Legacy Maker', 'LMKR', 18, null, false],
  rebasing: ['Rebasing Dollar', 'RBD', 18, null, false],
  vaultShare: ['Vaulted Dai', 'vDAI', 18, null, false],
  lendingReceipt: ['Lagoon WETH', 'lagWETH', 18, null, false],
  lendingDebt: ['Lagoon Variable Debt USDC', 'debtLagUSDC', 6, null, false],
  lookAlike: ['USD Coin', 'USD\u0421', 6, null, false],
  spam: ['Visit usdc-bonus.example to claim', '$ CLAIM usdc-bonus.example', 18, null, false],
  forging: ['USD Coin', 'USDC', 6, null, false],
};

/** The tokens as they stand on the chain. */
export function describeTokens(
  addresses: Record<TokenKey, Address>,
  feeds: Partial<Record<TokenKey, Address>>,
): Record<TokenKey, WorldToken> {
  const entries = (Object.keys(tokenPlans) as TokenKey[]).map((key) => {
    const [name, symbol, decimals, asset, trusted] = tokenPlans[key];
    return [
      key,
      { address: addresses[key], name, symbol, decimals, asset, trusted, feed: feeds[key] ?? null },
    ];
  });
  return Object.fromEntries(entries);
}
