/**
 * A transaction's trade: what it sold and what it bought, netted per token or NFT, spam aside. Its value is the total of the
 * better-priced side (native coin or feed, then a market, then derived), on a tie of what was bought. Pure.
 */
import { zeroAddress } from '../domain/model.ts';
import { Decimal } from '../domain/money.ts';
import type { TradeLegView, TradeView, TransactionView, TransferView } from './model.ts';

interface Leg {
  sample: TransferView;
  net: Decimal;
  price: string | null;
  priceSource: string | null;
}

/** How far a price is trusted, best first. */
const bestSources = ['chainlink'];
const marketSources = ['uniswap', 'defillama', 'coingecko', 'median'];
const unpricedRank = 3;

/** Null when nothing was traded. */
export function tradeOf(
  { category }: Pick<TransactionView, 'category'>,
  transfers: readonly TransferView[],
): TradeView | null {
  if (category !== 'SWAP') return null;
  const legs = netLegs(transfers);
  const sold = legs.filter(({ net }) => net.lt(0));
  const bought = legs.filter(({ net }) => net.gt(0));
  if (sold.length === 0 || bought.length === 0) return null;
  const better = rankOf(sold) < rankOf(bought) ? sold : bought;
  return { sold: sold.map(legView), bought: bought.map(legView), value: totalOf(better) };
}

function netLegs(transfers: readonly TransferView[]): Leg[] {
  const legs = new Map<string, Leg>();
  for (const transfer of transfers) {
    if (transfer.isSpam) continue;
    const { address, tokenId } = transfer.rawToken;
    const key = `${address}:${tokenId ?? ''}`;
    const leg = legs.get(key) ?? { sample: transfer, net: new Decimal(0), price: null, priceSource: null };
    leg.net = leg.net.plus(transfer.amount);
    if (leg.price === null) {
      leg.price = transfer.price;
      leg.priceSource = transfer.priceSource;
    }
    legs.set(key, leg);
  }
  return [...legs.values()];
}

/** A side is as good as its worst price. */
function rankOf(side: readonly Leg[]): number {
  return Math.max(
    ...side.map(({ price, priceSource, sample }) => {
      if (price === null || priceSource === null) return unpricedRank;
      if (sample.rawToken.address === zeroAddress || bestSources.includes(priceSource)) return 0;
      return marketSources.includes(priceSource) ? 1 : 2;
    }),
  );
}

function totalOf(side: readonly Leg[]): string | null {
  let total = new Decimal(0);
  for (const { net, price } of side) {
    if (price === null) return null;
    total = total.plus(net.abs().times(price));
  }
  return total.toString();
}

function legView({ sample, net, price }: Leg): TradeLegView {
  const { token, nft, rawToken } = sample;
  const amount = net.abs();
  return {
    token,
    nft,
    amount: amount.toString(),
    price,
    value: price === null ? null : amount.times(price).toString(),
    rawToken,
  };
}
