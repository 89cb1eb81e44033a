/**
 * What was paid to, and received from, each counterparty. Quantities are exact; money sums what has a price and counts
 * what has none. Other currencies than USD are converted at the rate of each transfer's hour.
 */

import type { Currency } from '../../domain/ids.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import { Decimal } from '../../domain/money/money.ts';
import { hourOf } from '../../domain/time/time.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  countCounterparties,
  counterpartyTokenTotals,
  counterpartyTotals,
  flowTotals,
  type HourlyRates,
  hoursOfTotals,
  quotientDigits,
  type TotalsRequest,
} from '../../store/pages/transfer-totals.ts';
import { labelOwner, type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadHourlyRates } from '../lookups/prices.ts';
import { anyChain, type ItemToken, loadReferences, type References } from '../lookups/references.ts';
import type { CounterpartyTokenTotalView, FlowTotalsView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import { transferRowFilter } from '../pages/filters.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';

export function createCounterpartyTotals(deps: {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
}): Pick<ReadModel, 'listCounterpartyTotals' | 'flowTotals' | 'totalsOf'> {
  const { database, ownership, lookups, rateTokens } = deps;

  const ratesFor = (totals: TotalsRequest, currency: Currency): Promise<HourlyRates | null> =>
    loadHourlyRates(database, rateTokens, currency, () => hoursOfTotals(database, totals));

  return {
    async listCounterpartyTotals(caller, request, page) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const wallets = await ownership.require(caller, request.wallets);
      const filter = transferRowFilter(request.filter);
      const walletIds = wallets.map(({ walletId }) => walletId);
      const rates = await ratesFor({ walletIds, filter }, request.currency);
      const rows = await offsetPage(
        {
          fetch: (offset, limit) => counterpartyTotals(database, { walletIds, filter, rates, offset, limit }),
          count: () => countCounterparties(database, { walletIds, filter }),
        },
        page,
      );
      const counterparties = rows.items.map(({ counterparty }) => counterparty);
      const tokenRows =
        counterparties.length === 0
          ? []
          : await counterpartyTokenTotals(database, { walletIds, filter, counterparties });
      const references = await loadReferences(lookups, labelOwner(caller), {
        tokens: tokenRows.map(tokenOf),
        counterparties: counterparties.map((address) => ({ chainId: anyChain, address })),
      });
      const byCounterparty = Map.groupBy(tokenRows, ({ counterparty }) => counterparty);
      const items = rows.items.map((row) => ({
        ...flowView(row),
        counterparty: references.counterparty({ chainId: anyChain, address: row.counterparty }),
        transferCount: row.transferCount,
        byToken: (byCounterparty.get(row.counterparty) ?? []).map((tokenRow) =>
          tokenTotalView(tokenRow, references),
        ),
      }));
      return mapPage(rows, items);
    },

    async flowTotals(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const wallets = await ownership.require(caller, request.wallets);
      const filter = transferRowFilter(request.filter);
      const walletIds = wallets.map(({ walletId }) => walletId);
      const rates = await ratesFor({ walletIds, filter }, request.currency);
      return flowView(await flowTotals(database, { walletIds, filter, rates }));
    },

    async totalsOf(caller, transfers, currency) {
      requireScope(caller, 'read');
      requireCurrency(caller, currency);
      const priced = transfers.filter(({ value }) => value !== null);
      const hours = async () => [...new Set(priced.map(({ timestamp }) => hourOf(timestamp)))];
      const rates = await loadHourlyRates(database, rateTokens, currency, hours);
      return sumTransfers(transfers, rates && new Map(rates.map(({ hour, price }) => [hour, price])));
    },
  };
}

/** `rates`: USD per unit of the currency by hour; null: in USD. */
function sumTransfers(
  transfers: Parameters<ReadModel['totalsOf']>[1],
  rates: ReadonlyMap<number, string> | null,
): FlowTotalsView {
  const sums = { inflow: new Decimal(0), outflow: new Decimal(0) };
  let unpricedCount = 0;
  for (const { side, value, timestamp } of transfers) {
    const rate = rates === null ? null : rates.get(hourOf(timestamp));
    if (value === null || rate === undefined) unpricedCount += 1;
    else sums[side] = sums[side].plus(inCurrency(value, rate).abs());
  }
  const { inflow, outflow } = sums;
  return flowView({ inflowValue: inflow.toString(), outflowValue: outflow.toString(), unpricedCount });
}

/** Cut where the totals of a whole list are (store/pages/transfer-totals.ts), so that a list of one page has the same. */
function inCurrency(value: string, rate: string | null): Decimal {
  if (rate === null) return new Decimal(value);
  const round = (number: Decimal) => number.toDecimalPlaces(quotientDigits, Decimal.ROUND_HALF_UP);
  return round(round(new Decimal(value)).div(rate));
}

interface FlowRow {
  inflowValue: string;
  outflowValue: string;
  unpricedCount: number;
}

function flowView({ inflowValue, outflowValue, unpricedCount }: FlowRow): FlowTotalsView {
  const inflow = new Decimal(inflowValue);
  const outflow = new Decimal(outflowValue).abs();
  return {
    inflow: inflow.toString(),
    outflow: outflow.toString(),
    net: inflow.minus(outflow).toString(),
    unpricedCount,
  };
}

type TokenTotalRow = Awaited<ReturnType<typeof counterpartyTokenTotals>>[number];

function tokenOf(row: TokenTotalRow): ItemToken {
  const { chainId, tokenAddress: address, tokenId } = row;
  return { chainId, address, tokenId, standard: tokenId === null ? 'erc20' : 'erc1155' };
}

function tokenTotalView(row: TokenTotalRow, references: References): CounterpartyTokenTotalView {
  const { token, rawToken, format } = references.token(tokenOf(row));
  const outflow = row.outflow < 0n ? -row.outflow : row.outflow;
  return {
    token,
    rawToken,
    inflow: format(row.inflow),
    outflow: format(outflow),
    net: format(row.inflow - outflow),
  };
}
