/** The transactions of wallets with all that moved in them, oldest first, page by page: what files for other programs are made of. */
import { bookedTreatment } from '../../domain/accounting/booking/booked-treatment.ts';
import { describe } from '../../domain/exports/file-names.ts';
import type { Currency } from '../../domain/ids.ts';
import { type BookingKind, zeroAddress } from '../../domain/model.ts';
import { type CurrencyRates, fromUsd } from '../../domain/money/currencies.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { tradeOf } from '../history/trades.ts';
import type { TransactionPricesView } from '../model/list-model.ts';
import {
  type Caller,
  maximumPageSize,
  type PageRequest,
  type TransactionFilter,
  type TransactionView,
  type TransferView,
} from '../model/view-model.ts';
import { paceItems } from '../pages/pace.ts';
import type { History } from './file-dependencies.ts';
import type { Stated } from './stated-values.ts';
import { createTokenNames } from './token-names.ts';

/** Amounts and values are decimal texts and positive; values are in the currency asked for, null where they are not known. */
export interface MovedTransfer {
  transfer: TransferView;
  /** The token's name in the file. */
  name: string;
  amount: string;
  value: string | null;
  booking: BookingKind;
  /** Who holds what it gave, or gave back what was held. */
  holder: string;
  settles: { name: string; amount: string } | null;
}

export interface MovedTransaction {
  transaction: TransactionView;
  description: string;
  /** Spam, and what moves nothing, is left out. */
  moves: MovedTransfer[];
  /** Null: it paid none. */
  fee: { name: string; amount: string; value: string | null } | null;
  /** What the ledger takes a trade to be worth; null: it is none, or not known. */
  tradeValue: string | null;
}

interface HistoryRequest {
  wallets: readonly RegistrationRow[];
  currency: Currency;
  filter: Pick<TransactionFilter, 'chainIds' | 'from' | 'to'>;
  stated: Stated;
}

const firstPage: PageRequest = { mode: 'page', page: 1, pageSize: maximumPageSize };

/** Pages follow the first one's anchor: what arrives meanwhile is in none of them. */
export async function* movedTransactions(
  { database, history }: { database: Database; history: History },
  caller: Caller,
  { wallets, currency, filter, stated }: HistoryRequest,
): AsyncGenerator<MovedTransaction[]> {
  const namesOn = createTokenNames(database);
  const request = { wallets: wallets.map(({ address }) => address), filter, order: 'ASC' } as const;
  let page = await history.listTransactions(caller, request, firstPage);
  for (;;) {
    const transactions = page.items;
    const [found, prices] = await Promise.all([
      history.transfersOf(
        caller,
        transactions.map(({ id }) => id),
      ),
      history.pricesOfTransactions(caller, transactions),
    ]);
    const moving = found.map((transfers) => transfers.filter(isMoving));
    const bookings = await history.bookingsOfTransfers(caller, moving.flat());
    const bookingOf = new Map(moving.flat().map((transfer, place) => [transfer.id, bookings[place] ?? null]));
    const nameOf = await namesOn(new Set(transactions.map(({ blockchain }) => blockchain.chainId)));
    yield transactions.map((transaction, place) => {
      const told = toldIn(caller, currency, prices[place]);
      const transfers = moving[place] ?? [];
      const moves = transfers.map((transfer): MovedTransfer => {
        const { blockchain, rawToken, amount, value, settles } = transfer;
        const fileToken = (token: typeof rawToken) => ({ ...token, chainId: blockchain.chainId });
        const settled = settles?.rawToken ?? null;
        return {
          ...{ transfer, name: nameOf(fileToken(rawToken)), amount: new Decimal(amount).abs().toFixed() },
          value: positive(stated.valueOf(transfer, told.rates) ?? told.of(value)),
          booking: bookingOf.get(transfer.id) ?? apparentBooking(transfer),
          holder: transfer.heldBy ?? transfer.counterparty.address,
          settles:
            settled === null || settles?.amount == null
              ? null
              : { name: nameOf(fileToken(settled)), amount: settles.amount },
        };
      });
      return {
        ...{ transaction, moves, fee: feeOf(transaction, told, nameOf) },
        description: describe(transaction.kind, partyOf(transaction)),
        tradeValue: told.of(tradeOf(transaction, transfers)?.value ?? null),
      };
    });
    if (page.next === null) return;
    await paceItems(transactions.length);
    page = await history.listTransactions(caller, request, { ...firstPage, ...page.next });
  }
}

const isMoving = ({ isSpam, amount }: TransferView): boolean => !isSpam && !new Decimal(amount).isZero();
const positive = (value: string | null): string | null =>
  value === null ? null : new Decimal(value).abs().toFixed();

/** Where the ledger says nothing, as to a credential of some wallets: what the transaction alone shows. */
function apparentBooking({ taxTreatment, side }: TransferView): BookingKind {
  if (taxTreatment === 'CARRY' || taxTreatment === 'BASIS_TRANSFER') return 'CARRY';
  const treatment = bookedTreatment(taxTreatment, side);
  return treatment === 'BASIS_TRANSFER' ? 'CARRY' : treatment;
}

/** USD per unit of the caller's currencies. */
export function ratesOf(
  { reportingCurrency = null }: Caller,
  prices: TransactionPricesView | undefined,
): CurrencyRates {
  const { reporting = null, ...coins } = prices?.rates ?? {};
  return { ...coins, ...(reportingCurrency === null ? {} : { [reportingCurrency]: reporting }) };
}

interface Told {
  rates: CurrencyRates;
  feePrice: string | null;
  /** An amount of USD in the currency. */
  of(usd: string | null): string | null;
}

function toldIn(caller: Caller, currency: Currency, prices: TransactionPricesView | undefined): Told {
  const rates = ratesOf(caller, prices);
  return {
    rates,
    feePrice: prices?.feePrice ?? null,
    of: (usd) => (usd === null ? null : fromUsd(usd, currency, rates)),
  };
}

function feeOf(
  { fee, blockchain }: TransactionView,
  told: Told,
  nameOf: Awaited<ReturnType<ReturnType<typeof createTokenNames>>>,
): MovedTransaction['fee'] {
  if (new Decimal(fee).isZero()) return null;
  const { chainId, symbol } = blockchain;
  const value = told.feePrice === null ? null : new Decimal(told.feePrice).times(fee).toFixed();
  return {
    name: nameOf({ chainId, address: zeroAddress, tokenId: null, symbol }),
    amount: fee,
    value: told.of(value),
  };
}

const partyOf = ({ counterparty }: TransactionView): string =>
  counterparty.customLabel?.name ??
  counterparty.defaultLabel?.protocol?.name ??
  counterparty.name ??
  counterparty.address;
