/** Income and expenses, item by item: what the results between two moments are the sums of. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import type { Address } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import { type EarnedPiece, exportEarned } from '../../store/ledger/lists/earned-rows.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { EarningView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { EarningsRequest } from '../model/requests.ts';
import { type BookedWallet, requireBookedWallets, searchPieces } from './booked-wallets.ts';
import { loadSymbols } from './token-symbols.ts';

const countOf = ({ readCount }: EarnedPiece): number => readCount;

async function* earningsOf(
  database: Database,
  booked: readonly BookedWallet[],
  { currency, from, to }: EarningsRequest,
): AsyncGenerator<EarningView[]> {
  for (const { address, run } of booked) {
    const pieces = exportEarned(database, run, { currency, from, to });
    for await (const { rows } of searchPieces(database, run.walletId, { pieces, countOf })) {
      const symbolOf = await loadSymbols(database, rows);
      yield rows.map((row) => viewOf(address, row, symbolOf(row.token)));
    }
  }
}

function viewOf(wallet: Address, row: EarnedPiece['rows'][number], symbol: string): EarningView {
  const { token, decimals, timestamp, transaction, unpriced } = row;
  return {
    ...{ wallet, ...token, symbol, timestamp, hash: transaction, unpricedCount: unpriced },
    received: formatUnits(row.received, decimals),
    sent: formatUnits(row.sent, decimals),
    income: formatUnits(row.income, moneyDecimals),
    expenses: formatUnits(row.expenses, moneyDecimals),
  };
}

export function createEarnings(deps: {
  database: Database;
  ownership: Ownership;
}): Pick<ReadModel, 'earnings'> {
  const { database, ownership } = deps;
  return {
    async earnings(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const registered = await ownership.require(caller, request.wallets);
      const booked = await requireBookedWallets(
        database,
        { ...caller, currency: request.currency },
        registered,
      );
      return {
        pieces: earningsOf(database, booked, request),
        isBooking: booked.some(({ run }) => run.isStale),
      };
    },
  };
}
