/** The CSV forms of lots, disposals and holdings. */
import { formatTime } from '../../domain/time/time.ts';
import type { LedgerItemView, WalletDisposalView, WalletLotView } from '../../use-cases/model/list-model.ts';
import type { HoldingView } from '../../use-cases/model/value-model.ts';
import {
  blockchainColumns,
  type Column,
  type CsvForm,
  nftColumns,
  rawTokenColumns,
  tokenColumns,
} from './columns.ts';

function itemColumns<Item extends LedgerItemView>(): Column<Item>[] {
  return [
    ['wallet', ({ wallet }) => wallet],
    ...blockchainColumns(({ blockchain }: Item) => blockchain),
    ...tokenColumns(({ token }: Item) => token),
    ...nftColumns(({ nft }: Item) => nft),
    ...rawTokenColumns(({ rawToken }: Item) => rawToken),
  ];
}

function requestColumns<Item extends LedgerItemView>(): Column<Item>[] {
  return [
    ['cost_method', ({ costMethod }) => costMethod],
    ['currency', ({ currency }) => currency],
  ];
}

export const lotCsv: CsvForm<WalletLotView> = {
  fileName: 'lots.csv',
  columns: [
    ...itemColumns<WalletLotView>(),
    ['acquired_by', ({ acquiredById }) => acquiredById],
    // A pool has no date of its own: the moment that the figures stand for, which others get for it, is no date to hold on to.
    ['acquired_at', ({ acquiredAt, costMethod }) => (costMethod === 'WAC' ? null : formatTime(acquiredAt))],
    ['quantity', ({ quantity }) => quantity],
    ['remaining', ({ remaining }) => remaining],
    ['unit_cost', ({ unitCost }) => unitCost],
    ['cost', ({ cost }) => cost],
    ['basis_status', ({ basisStatus }) => basisStatus],
    ...requestColumns<WalletLotView>(),
  ],
};

export const disposalCsv: CsvForm<WalletDisposalView> = {
  fileName: 'disposals.csv',
  columns: [
    ...itemColumns<WalletDisposalView>(),
    ['disposed_by', ({ disposedById }) => disposedById],
    ['tx_id', ({ transactionId }) => transactionId],
    ['disposed_at', ({ disposedAt }) => formatTime(disposedAt)],
    ['treatment', ({ taxTreatment }) => taxTreatment],
    ['is_fee', ({ isFee }) => isFee],
    ['is_error', ({ isError }) => isError],
    ['acquired_by', ({ acquiredById }) => acquiredById],
    ['acquired_at', ({ acquiredAt }) => (acquiredAt === null ? null : formatTime(acquiredAt))],
    ['quantity', ({ quantity }) => quantity],
    ['proceeds', ({ proceeds }) => proceeds],
    ['cost', ({ cost }) => cost],
    ['gain', ({ gain }) => gain],
    ['basis_status', ({ basisStatus }) => basisStatus],
    ...requestColumns<WalletDisposalView>(),
  ],
};

export const holdingCsv: CsvForm<HoldingView> = {
  fileName: 'holdings.csv',
  columns: [
    ...itemColumns<HoldingView>(),
    ['at', ({ at }) => formatTime(at)],
    ['balance', ({ balance }) => balance],
    ['held_amount', ({ heldAmount }) => heldAmount],
    ['in_transit_amount', ({ inTransitAmount }) => inTransitAmount],
    ['debt', ({ debt }) => debt],
    ['price', ({ price }) => price],
    ['priced_at', ({ pricedAt }) => (pricedAt === null ? null : formatTime(pricedAt))],
    ['is_price_stale', ({ isPriceStale }) => isPriceStale],
    ['value', ({ value }) => value],
    ['debt_value', ({ debtValue }) => debtValue],
    ['cost_basis', ({ costBasis }) => costBasis],
    ['average_cost', ({ averageCost }) => averageCost],
    ['unrealized_pnl', ({ unrealizedPnl }) => unrealizedPnl],
    ['basis_status', ({ basisStatus }) => basisStatus],
    ...requestColumns<HoldingView>(),
  ],
};
