/** What a client says of its transfers, and held before: what a file tells in place of what the market says. */
import type { Currency } from '../../domain/ids.ts';
import { amountInCurrencies, type CurrencyRates } from '../../domain/money/currencies.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ActiveCorrection, findActiveCorrections } from '../../store/ledger/active-corrections.ts';
import { movementIdOf } from '../../store/ledger/ledger-rows.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import type { Caller, TransferView } from '../model/view-model.ts';

export interface Stated {
  /** Oldest first. */
  openings: readonly ActiveCorrection[];
  /** The whole of what it was worth, or had cost, in the currency; undefined: nothing is stated. */
  valueOf(transfer: TransferView, rates: CurrencyRates): string | null | undefined;
}

/** At most 10,000 of a wallet are in force. A key that anybody can read is not told what the client says. */
export async function loadStated(
  database: Database,
  { clientId, bounds }: Caller,
  { wallets, currency }: { wallets: readonly RegistrationRow[]; currency: Currency },
): Promise<Stated> {
  const ids = wallets.flatMap(({ walletId, hasCorrections }) => (hasCorrections ? [walletId] : []));
  const found = ids.length === 0 ? [] : await findActiveCorrections(database.pool, clientId, ids);
  const isTold = bounds?.isPublic !== true;
  const walletIds = new Map(wallets.map(({ address, walletId }) => [address, walletId]));
  const ofTransfers = new Map<string, ActiveCorrection[]>();
  for (const correction of isTold ? found : []) {
    const { walletId, transferPosition, kind } = correction;
    if (transferPosition === null || (kind !== 'PRICE' && kind !== 'BASIS')) continue;
    const name = movementIdOf({ walletId, position: transferPosition });
    const others = ofTransfers.get(name);
    if (others === undefined) ofTransfers.set(name, [correction]);
    else others.push(correction);
  }
  return {
    openings: found
      .filter(({ kind }) => kind === 'OPENING_LOT')
      .map((lot) => (isTold ? lot : { ...lot, amount: null }))
      .sort((left, right) => (left.acquiredAt ?? 0) - (right.acquiredAt ?? 0)),
    valueOf({ wallet, position, amount }, rates) {
      const walletId = walletIds.get(wallet);
      if (walletId === undefined) return undefined;
      const own = ofTransfers.get(movementIdOf({ walletId, position })) ?? [];
      // What it cost is said of the whole, and says more than a price.
      const correction = own.find(({ kind }) => kind === 'BASIS') ?? own.find(({ kind }) => kind === 'PRICE');
      if (correction === undefined || correction.amount === null) return undefined;
      const { kind, amount: stated } = correction;
      const whole = kind === 'BASIS' ? stated : new Decimal(stated).times(amount).abs().toFixed();
      const wanted = [currency] as const;
      return amountInCurrencies(whole, correction.currency ?? 'USD', { rates, wanted })[0] ?? null;
    },
  };
}
