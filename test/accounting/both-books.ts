import {
  groupsOf,
  type History,
  inCurrencies,
  type Settings,
  type Transaction,
  type Transfer,
  usualSettings,
} from '../../scripts/recompute/history.ts';
import { methods } from '../../scripts/recompute/lots.ts';
import { type Amount, Exact, readAmount, readOptional } from '../../scripts/recompute/money.ts';
import type { LedgerOptions } from '../../src/domain/accounting/amounts/types.ts';
import { runLedger } from '../../src/domain/accounting/ledger.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { bridgedAsset } from '../../src/domain/money/assets.ts';
import { bookedCurrencies, type CurrencyRates } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { priceTierOf } from '../../src/domain/money/price-sources.ts';
import { ledgerPriceDecimals, movementsOf } from '../../src/ingest/accounting/movements.ts';
import type { TransactionRow } from '../../src/store/history/columns/transaction-columns.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { movementIdOf } from '../../src/store/ledger/ledger-rows.ts';
import { digitsOf, dollar, slugOf, type World, wallets } from './invented-world.ts';

/** The ledgers are booked in this one, too. */
export const told = bookedCurrencies('EUR');

/** By the hour; one currency has no rate at all, others have none now and then. Of states it is the day's: of every ninth there is none. */
export function ratesAt(timestamp: number): CurrencyRates {
  const hour = Math.floor(timestamp / 3600);
  const ETH = new Exact(2000 + (hour % 997)).div(7).toSignificantDigits(20).toFixed();
  const day = Math.floor(hour / 24);
  const EUR = day % 9 === 0 ? null : new Exact(9 + (day % 5)).div('8.7').toSignificantDigits(30).toFixed();
  return { ETH, MATIC: hour % 5 === 0 ? null : '0.7123', AVAX: null, XDAI: '1', EUR };
}
const nativePriceAt = (_chain: number, timestamp: number): string | null =>
  Math.floor(timestamp / 3600) % 7 === 0 ? null : String(1500 + (timestamp % 977));
const isReference = (_chain: number, token: string): boolean => token === zeroAddress || token === dollar;

/** What the service's ledger books. */
export function movementsIn({ transactions, transfers }: World, rates = ratesAt) {
  const addressOf = new Map(wallets.map((wallet, index) => [index + 1, wallet]));
  const context = {
    ...{ addressOf, isReference, nativePriceAt, ratesAt: rates, currencies: told },
    decimalsOf: digitsOf,
    assetOf: (chain: number, token: string) => bridgedAsset(slugOf(chain, token)) || null,
  };
  const rows = Map.groupBy(transactions, ({ position }) => position);
  return [...rows].flatMap(([position, own]) => {
    const of = transfers.filter((transfer) => transfer.position.startsWith(position));
    return movementsOf({ transactions: own, transfers: of }, context).movements;
  });
}

/** Books a whole history as the service does. */
export function bookByLedger(world: World, settings: Settings = usualSettings, rates = ratesAt) {
  return runLedger(movementsIn(world, rates), ledgerOptions(settings));
}

/** By all methods, in all currencies. */
export const ledgerOptions = (settings: Settings): LedgerOptions => ({
  ...{ methods: [...methods], currencies: told, priceDecimals: ledgerPriceDecimals },
  ...settings,
});

/** @param bookedAs what each transfer is said to be booked as, by its id */
export function historyOf(
  { transactions, transfers }: World,
  bookedAs: ReadonlyMap<string, string> = new Map(),
  ratesOf = ratesAt,
): History {
  const walletOf = (walletId: number): string => wallets[walletId - 1] ?? '';
  const rates = (timestamp: number) =>
    told.map((currency) =>
      currency === 'USD' ? new Exact(1) : readOptional(ratesOf(timestamp)[currency] ?? ''),
    );
  const digitsIn = (row: TransferRow): number => digitsOf(row.chainId, row.tokenAddress) ?? 0;
  const units = (amount: bigint, row: TransferRow): Amount =>
    readAmount(formatUnits(amount, row.tokenId === null ? digitsIn(row) : 0));
  const asTransaction = (row: TransactionRow): Transaction => ({
    ...{ id: row.hash, hash: row.hash, wallet: walletOf(row.walletId), coinSymbol: 'TKN' },
    chain: String(row.chainId),
    ...{ time: row.timestamp, position: row.position, kind: row.kind, rates: rates(row.timestamp) },
    fee: readAmount(formatUnits(row.fee, 18)),
    bridgeMessage: row.bridgeMessage ?? '',
    feePrices: inCurrencies(readOptional(nativePriceAt(1, row.timestamp) ?? ''), rates(row.timestamp)),
  });
  const tiers = { reference: 1, 'deep-pool': 2, other: 3 };
  const asTransfer = (row: TransferRow): Transfer => ({
    ...{ id: movementIdOf(row), transactionId: row.hash, wallet: walletOf(row.walletId) },
    ...{ chain: String(row.chainId), slug: slugOf(row.chainId, row.tokenAddress) },
    ...{ time: row.timestamp, position: row.position, token: row.tokenAddress, symbol: 'TKN' },
    tokenId: row.tokenId === null ? null : String(row.tokenId),
    decimals: digitsIn(row),
    ...{
      out: row.side === 'outflow',
      quantity: units(row.amount, row).abs(),
      price: readOptional(row.price ?? ''),
    },
    tier: tiers[priceTierOf(row.priceSource, isReference(1, row.tokenAddress))],
    ...{ treatment: row.taxTreatment ?? '', counterparty: row.counterparty },
    bookedAs: bookedAs.get(movementIdOf(row)) ?? '',
    heldBy: row.heldBy,
    settles: row.settles && {
      ...{ contract: row.settles.contract, token: row.settles.token },
      ...{ units: new Exact(String(row.settles.amount)), price: readOptional(row.settledPrice ?? '') },
      quantity:
        row.settles.token &&
        readAmount(formatUnits(row.settles.amount, digitsOf(row.chainId, row.settles.token) ?? 0)),
      tier: tiers[
        priceTierOf(row.settledPriceSource, row.settles.token !== null && isReference(1, row.settles.token))
      ],
    },
  });
  const real = transfers.filter(({ amount }) => amount !== 0n).map(asTransfer);
  return { wallets, groups: groupsOf(transactions.map(asTransaction), real), mark: '' };
}
