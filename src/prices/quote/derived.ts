/**
 * Prices that no source has, computed from ones that are known: the other side of a swap, a wrapped or bridged twin, a vault
 * share, a lending protocol's receipt, a liquidity share. Pure; a result of null means that it does not follow from what is known. None is better than
 * the prices it was computed from.
 */
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import type { DerivedSource } from '../../domain/money/price-sources.ts';
import { isPositive, priceText } from '../source/price-math.ts';
import { type PriceToken, tokenKey } from '../source/price-source.ts';

export interface DerivedPrice {
  priceUsd: string;
  source: DerivedSource;
  /** The weakest part's, and a little less. */
  confidence: number;
}

export interface PricedAmount {
  /** Whole units, decimal text, without sign. */
  amount: string;
  priceUsd: string;
  confidence: number;
}

/** A trade's rate contains its fees and its slippage. */
const tradeFactor = 0.9;
const shareFactor = 0.95;

/**
 * The price of a swap's other side: everything that was given is worth everything that was received.
 * All parts of the priced side must be given, and the other side must be one token.
 * @example swapPrice([{ amount: '2', priceUsd: '1500', confidence: 1 }], '6000') // 0.5 USD each
 */
export function swapPrice(pricedSide: readonly PricedAmount[], otherAmount: string): DerivedPrice | null {
  if (pricedSide.length === 0 || !isPositive(otherAmount)) return null;
  let value = new Decimal(0);
  for (const { amount, priceUsd } of pricedSide) value = value.plus(new Decimal(amount).times(priceUsd));
  return derived(value.div(otherAmount), 'trade', tradeFactor * weakest(pricedSide));
}

/** A token and the one that it stands for, one for one: WETH and ETH, a bridged coin and its original. */
export interface Twin {
  token: PriceToken;
  original: PriceToken;
}

/** The token whose price a token takes over, or null. */
export function originalOf(token: PriceToken, twins: readonly Twin[]): PriceToken | null {
  const key = tokenKey(token);
  return twins.find((twin) => tokenKey(twin.token) === key)?.original ?? null;
}

/** A twin's price: its original's. */
export function twinPrice(original: { priceUsd: string; confidence: number }): DerivedPrice | null {
  return derived(new Decimal(original.priceUsd), 'twin', shareFactor * original.confidence);
}

/**
 * The price of one share of an ERC-4626 vault.
 * @param vault.assetsPerShare what `convertToAssets(10 ** shareDecimals)` answers at the block, in the asset's base units
 */
export function vaultSharePrice(vault: {
  assetsPerShare: bigint;
  assetDecimals: number;
  asset: { priceUsd: string; confidence: number };
}): DerivedPrice | null {
  const assets = new Decimal(formatUnits(vault.assetsPerShare, vault.assetDecimals));
  return derived(assets.times(vault.asset.priceUsd), 'vault', shareFactor * vault.asset.confidence);
}

/** Rates of receipts are counted in this many digits. */
const rateDecimals = 18;

/**
 * The price of one whole receipt of a lending protocol.
 * @param receipt.rate base units of what is lent for one base unit of the receipt, times 10^18, as Compound counts
 * @example receiptPrice({ rate: 10n ** 18n, decimals: 6, underlying: { decimals: 6, priceUsd: '1', confidence: 1 } }) // 1 USD
 */
export function receiptPrice(receipt: {
  rate: bigint;
  decimals: number;
  underlying: { decimals: number; priceUsd: string; confidence: number };
}): DerivedPrice | null {
  const { rate, decimals, underlying } = receipt;
  const scale = new Decimal(10).pow(decimals - rateDecimals - underlying.decimals);
  const each = new Decimal(rate.toString()).times(scale);
  return derived(each.times(underlying.priceUsd), 'vault', shareFactor * underlying.confidence);
}

/** One of the two tokens of a Uniswap V2 pair. */
export interface PairSide {
  reserve: bigint;
  decimals: number;
  /** Null: unknown; its side is then worth as much as the other one, as in every V2 pair at rest. */
  price: { priceUsd: string; confidence: number } | null;
}

/**
 * The price of one whole share of a Uniswap V2 pair: what the reserves are worth, divided by the shares.
 * The reserves must be read before the transaction's block: within it they can be moved.
 */
export function poolSharePrice(pair: {
  sides: readonly [PairSide, PairSide];
  totalSupply: bigint;
  shareDecimals: number;
}): DerivedPrice | null {
  if (pair.totalSupply <= 0n) return null;
  const priced = pair.sides.flatMap(({ reserve, decimals, price }) =>
    price === null ? [] : [{ amount: formatUnits(reserve, decimals), ...price }],
  );
  if (priced.length === 0) return null;
  let value = new Decimal(0);
  for (const { amount, priceUsd } of priced) value = value.plus(new Decimal(amount).times(priceUsd));
  if (priced.length === 1) value = value.times(2);
  const supply = new Decimal(formatUnits(pair.totalSupply, pair.shareDecimals));
  return derived(value.div(supply), 'pool-share', shareFactor * weakest(priced));
}

function weakest(parts: readonly { confidence: number }[]): number {
  return Math.min(...parts.map(({ confidence }) => confidence));
}

/** Zero is not a price. */
function derived(price: Decimal, source: DerivedSource, confidence: number): DerivedPrice | null {
  return price.gt(0) ? { priceUsd: priceText(price), source, confidence } : null;
}
