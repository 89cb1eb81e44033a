/** The lines of exported files: which columns they have, and how values are written in them. Pure. */
import { moneyDecimals } from '../domain/accounting/amounts.ts';
import { type CalendarDate, holdingTerm } from '../domain/accounting/holding-term.ts';
import type { Address } from '../domain/model.ts';
import { Decimal, formatUnits } from '../domain/money.ts';
import { formatTime } from '../domain/time.ts';
import type { TransferView } from '../read/model.ts';
import type { ExportedDisposal } from '../store/ledger-export.ts';

// ── Form 8949 ──

export const form8949Columns = [
  'Description of property',
  'Date acquired',
  'Date sold or disposed of',
  'Proceeds',
  'Cost or other basis',
  'Gain or (loss)',
  'Short-term or long-term',
];

/** MM/DD/YYYY, the day in UTC. */
function formDate(unixSeconds: number): string {
  const [year, month, day] = formatTime(unixSeconds).slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** The calendar date in UTC. */
function dateOf(unixSeconds: number): CalendarDate {
  const date = new Date(unixSeconds * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Cents. The gain is that of the rounded amounts, so that each line of the form adds up. */
export function form8949Cells(row: ExportedDisposal, symbol: string): (string | null)[] {
  const cents = (amount: bigint): Decimal =>
    new Decimal(formatUnits(amount, moneyDecimals)).toDecimalPlaces(2);
  const proceeds = row.proceeds === null ? null : cents(row.proceeds);
  const cost = cents(row.cost);
  return [
    `${formatUnits(row.quantity, row.decimals)} ${symbol}`,
    row.acquiredAt !== null ? formDate(row.acquiredAt) : row.source === 'pool' ? 'VARIOUS' : 'UNKNOWN',
    formDate(row.disposedAt),
    proceeds?.toFixed(2) ?? null,
    cost.toFixed(2),
    proceeds?.minus(cost).toFixed(2) ?? null,
    row.acquiredAt === null ? null : holdingTerm(dateOf(row.acquiredAt), dateOf(row.disposedAt)),
  ];
}

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
];

export function transferCells(transfer: TransferView): (string | number | boolean | null)[] {
  const { rawToken, counterparty } = transfer;
  return [
    ...[transfer.id, formatTime(transfer.timestamp), transfer.wallet, transfer.blockchain.chainId],
    ...[transfer.hash, transfer.side, rawToken.address, rawToken.tokenId, rawToken.symbol, transfer.amount],
    ...[transfer.price, transfer.value, transfer.priceSource, transfer.taxTreatment],
    ...[counterparty.address, counterparty.name, transfer.isSpam],
  ];
}
