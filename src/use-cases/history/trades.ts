/**
 * A transaction's trade: what it sold and what it bought, netted per token or NFT, spam aside. It is netted and valued by the
 * rules of the ledger (domain/accounting/), so that the value shown is the one that is booked. A client's corrections are not in
 * it: they change what is booked, not what the chain and the prices say. Pure.
 */

import { at, moneyDecimals, parseScaled } from '../../domain/accounting/amounts/amounts.ts';
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import { createAccounts } from '../../domain/accounting/booking/accounts.ts';
import { bookedTreatment } from '../../domain/accounting/booking/booked-treatment.ts';
import { type Leg, netFlows } from '../../domain/accounting/booking/netting.ts';
import { valueTrades } from '../../domain/accounting/booking/trade.ts';
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import type { TradeLegView, TradeView, TransactionView, TransferView } from '../model/view-model.ts';

/** Enough for the price of a base unit of anything that has a market. */
const priceDecimals = 36;

/** Null when nothing was traded. */
export function tradeOf(
  { category }: Pick<TransactionView, 'category'>,
  transfers: readonly TransferView[],
): TradeView | null {
  if (category !== 'SWAP') return null;
  const moving = transfers.filter(({ isSpam, amount }) => !isSpam && !new Decimal(amount).isZero());
  if (moving.length === 0) return null;
  const digits = digitsOf(moving);
  const legs = netFlows(
    moving.map((transfer, index) => movementOf(transfer, index, digits)),
    {
      ...{ ownTransfers: 'carry', receiptTokens: 'realize', liquidityTokens: 'realize', deposits: 'carry' },
      ...{ accounts: createAccounts(priceDecimals, 1), currencyCount: 1 },
    },
  ).filter(({ quantity, treatment }) => quantity > 0n && isTraded(treatment));
  const views = new Map(legs.map((leg) => [leg, legView(leg, moving)]));
  const side = (wanted: Leg['side']): TradeLegView[] =>
    legs.filter((leg) => leg.side === wanted).flatMap((leg) => views.get(leg) ?? []);
  const [sold, bought] = [side('outflow'), side('inflow')];
  if (sold.length === 0 || bought.length === 0) return null;
  valueTrades(legs, 1);
  return { sold, bought, value: totalOf(legs.filter((leg) => leg.side === 'outflow')) };
}

const isTraded = (treatment: Leg['treatment']): boolean =>
  treatment === 'ACQUISITION' || treatment === 'DISPOSAL';
const assetOf = ({ rawToken }: TransferView): string => `${rawToken.address}:${rawToken.tokenId ?? ''}`;

/** Fractional digits that hold every amount of a token exactly. */
function digitsOf(transfers: readonly TransferView[]): ReadonlyMap<string, number> {
  const digits = new Map<string, number>();
  for (const transfer of transfers) {
    const asset = assetOf(transfer);
    const own = new Decimal(transfer.amount).decimalPlaces();
    digits.set(asset, Math.max(own, digits.get(asset) ?? 0));
  }
  return digits;
}

function movementOf(
  transfer: TransferView,
  index: number,
  digits: ReadonlyMap<string, number>,
): LedgerMovement {
  const { wallet, hash, timestamp, side, amount, price, priceTier, taxTreatment } = transfer;
  const treatment = bookedTreatment(taxTreatment, side);
  const token = assetOf(transfer);
  const decimals = digits.get(token) ?? 0;
  return {
    ...{ id: String(index), position: hash, transaction: hash, timestamp, wallet, token, decimals, side },
    quantity: parseScaled(new Decimal(amount).abs().toFixed(), decimals) ?? 0n,
    prices: price === null ? null : [parseScaled(price, priceDecimals)],
    priceTier,
    treatment,
    ...{ carry: null, crossing: null, feeValue: null, statedBasis: null, lender: null },
    settles: null,
    // What is held takes no part in a trade, wherever it is.
    heldBy: treatment === 'HELD' ? wallet : null,
  };
}

/** A leg at its own market value. */
function legView(leg: Leg, transfers: readonly TransferView[]): TradeLegView {
  const sample = at(transfers, Number(leg.id));
  const same = transfers.filter((transfer) => assetOf(transfer) === assetOf(sample));
  const value = at(leg.value, 0);
  return {
    token: sample.token,
    nft: sample.nft,
    rawToken: sample.rawToken,
    amount: formatUnits(leg.quantity, leg.account.decimals),
    price: sample.price ?? same.find(({ price }) => price !== null)?.price ?? null,
    value: value === null ? null : formatUnits(value, moneyDecimals),
  };
}

function totalOf(legs: readonly Leg[]): string | null {
  let total = 0n;
  for (const { value } of legs) {
    const own = at(value, 0);
    if (own === null) return null;
    total += own;
  }
  return formatUnits(total, moneyDecimals);
}
