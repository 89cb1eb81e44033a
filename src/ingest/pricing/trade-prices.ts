/**
 * The price of what was traded against something that has one: everything given is worth everything received. Decided on
 * the net flow per token or NFT; spam and fees are no part of it. Pure.
 */
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import { type PricedAmount, swapPrice } from '../../prices/quote/derived.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { TransferPrice } from '../../store/history/price-writes.ts';

interface Leg {
  transfers: TransferRow[];
  net: bigint;
  decimals: number;
  price: string | null;
}

/** A price found this way is not as good as a feed's. */
const tradedConfidence = 1;

/**
 * Prices for the transfers of one transaction that lack one. A price follows only if both sides move something, one side is
 * priced in full, and the other is a single token or NFT. Otherwise the list is empty.
 * @param decimalsOf null for a token whose amounts cannot be trusted
 */
export function tradePrices(
  transfers: readonly TransferRow[],
  decimalsOf: (transfer: TransferRow) => number | null,
): TransferPrice[] {
  const legs = legsOf(transfers, decimalsOf);
  if (legs === null) return [];
  const bought = legs.filter(({ net }) => net > 0n);
  const sold = legs.filter(({ net }) => net < 0n);
  for (const [known, open] of [
    [sold, bought],
    [bought, sold],
  ] as const) {
    const [leg] = open;
    if (leg === undefined || open.length !== 1 || leg.price !== null) continue;
    const parts = known.map(pricedAmount);
    if (parts.some((part) => part === null)) continue;
    const price = swapPrice(
      parts.filter((part) => part !== null),
      wholeAmount(leg),
    );
    if (price === null) continue;
    return leg.transfers
      .filter((transfer) => transfer.price === null)
      .map(({ position, tokenAddress }) => ({
        position,
        tokenAddress,
        price: price.priceUsd,
        unit: unitText(leg.decimals),
        source: price.source,
      }));
  }
  return [];
}

/** One base unit in whole units: 6 → '0.000001'. */
export const unitText = (decimals: number): string => formatUnits(1n, decimals);

function legsOf(
  transfers: readonly TransferRow[],
  decimalsOf: (transfer: TransferRow) => number | null,
): Leg[] | null {
  const legs = new Map<string, Leg>();
  for (const transfer of transfers) {
    if (transfer.spamReason !== null) continue;
    // What was given or got for a debt says nothing of prices.
    if (transfer.taxTreatment === 'LIABILITY') return null;
    const decimals = decimalsOf(transfer);
    if (decimals === null) return null;
    const key = `${transfer.tokenAddress}:${transfer.tokenId ?? ''}`;
    const leg = legs.get(key) ?? { transfers: [], net: 0n, decimals, price: null };
    leg.transfers.push(transfer);
    leg.net += transfer.amount;
    leg.price ??= transfer.price;
    legs.set(key, leg);
  }
  return [...legs.values()];
}

function pricedAmount(leg: Leg): PricedAmount | null {
  return leg.price === null
    ? null
    : { amount: wholeAmount(leg), priceUsd: leg.price, confidence: tradedConfidence };
}

const wholeAmount = ({ net, decimals }: Leg): string =>
  new Decimal(formatUnits(net, decimals)).abs().toString();
