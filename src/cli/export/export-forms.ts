/** The lines of exported files: which columns they have, and how values are written in them. Pure. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import type { Address, BookingKind } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { formatTime } from '../../domain/time/time.ts';
import type { ExportedDisposal } from '../../store/ledger/lists/ledger-export.ts';
import type { TransferView } from '../../use-cases/model/view-model.ts';

// ── Every disposal, exactly ──

export const ledgerColumns = [
  ...['wallet', 'chain_id', 'token_address', 'token_id', 'token', 'disposed_at', 'treatment', 'quantity'],
  ...['acquired_at', 'lot', 'proceeds', 'cost', 'gain', 'basis_status'],
];

export function ledgerCells(row: ExportedDisposal, wallet: Address, symbol: string): (string | null)[] {
  const money = (amount: bigint | null): string | null =>
    amount === null ? null : formatUnits(amount, moneyDecimals);
  const { chainId, tokenAddress, tokenId } = row.token;
  return [
    ...[wallet, String(chainId), tokenAddress, tokenId?.toString() ?? null, symbol],
    ...[formatTime(row.disposedAt), row.treatment, formatUnits(row.quantity, row.decimals)],
    ...[row.acquiredAt === null ? null : formatTime(row.acquiredAt), row.source],
    ...[money(row.proceeds), money(row.cost), money(row.gain), row.basis],
  ];
}

// ── Transfers ──

export const transferColumns = [
  ...[
    'id',
    'timestamp',
    'wallet',
    'chain_id',
    'hash',
    'side',
    'token_address',
    'token_id',
    'token',
    'amount',
  ],
  ...['price', 'value', 'price_source', 'tax_treatment', 'counterparty', 'counterparty_name', 'is_spam'],
  'booked_as',
];

export function transferCells(
  transfer: TransferView,
  bookedAs: BookingKind | null,
): (string | number | boolean | null)[] {
  const { rawToken, counterparty } = transfer;
  return [
    ...[transfer.id, formatTime(transfer.timestamp), transfer.wallet, transfer.blockchain.chainId],
    ...[transfer.hash, transfer.side, rawToken.address, rawToken.tokenId, rawToken.symbol, transfer.amount],
    ...[transfer.price, transfer.value, transfer.priceSource, transfer.taxTreatment],
    ...[counterparty.address, counterparty.name, transfer.isSpam, bookedAs],
  ];
}
