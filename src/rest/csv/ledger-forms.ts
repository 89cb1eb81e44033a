/** The CSV forms of lots and disposals. */
import { formatTime } from '../../domain/time/time.ts';
import type { LedgerItemView, WalletDisposalView, WalletLotView } from '../../use-cases/model/list-model.ts';
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
