/** What a history paid and was paid, from the movements alone. */
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { crossed } from './crossed.ts';
import { halfEven, settledParts } from './settled-parts.ts';

/** USD, exactly: prices are whole dollars. */
export const worthOf = ({ quantity, prices, decimals }: LedgerMovement, part = quantity): bigint =>
  (part * ((prices?.[0] ?? 0n) / 10n ** 36n) * 10n ** 18n) / 10n ** BigInt(decimals);

/**
 * What was paid for, less what was paid: a loan is paid for when it is taken, and its interest is not paid for. What a liquidation
 * takes is paid for with the debt, which cannot be paid back any more. Where deposits are sales, these are paid for as well.
 */
export function moneyOut(
  movements: readonly LedgerMovement[],
  { deposits, receiptTokens }: Pick<LedgerSettings, 'deposits' | 'receiptTokens'>,
): bigint {
  const owed = new Map<string, bigint>();
  const { met } = crossed(movements);
  const settled = deposits === 'carry' ? settledParts(movements) : new Map<LedgerMovement, never>();
  let out = 0n;
  for (const group of groupMovements(movements)) {
    const debt = group.find(({ treatment }) => treatment === 'LIABILITY');
    for (const movement of group) {
      const { treatment, side, wallet, token, quantity, lender, settles } = movement;
      const account = `${wallet} ${token} ${lender}`;
      const part = settled.get(movement)?.part;
      if (settles !== null && side === 'inflow' && part !== undefined) {
        // What was held goes on in what came in; or it is sold for all that came in, as much of it as was there.
        if (settles.isReceipt && receiptTokens === 'carry') continue;
        out += halfEven(worthOf(movement) * part, settles.quantity);
      } else if (settles !== null && side === 'outflow') {
        const debtName = `${wallet} ${settles.token} ${settles.contract}`;
        const left = owed.get(debtName);
        const isInterest = left !== undefined && left < settles.quantity;
        const paid = isInterest ? left : settles.quantity;
        if (left !== undefined) owed.set(debtName, left - paid);
        const { decimals, prices } = settles;
        out += worthOf({ ...movement, decimals, prices }, paid);
        continue;
      }
      const isKept = treatment === 'HELD' || treatment === 'CARRY';
      const isSale = treatment === 'DISPOSAL' || (isKept && deposits === 'realize');
      const isBought = treatment === 'ACQUISITION' || (treatment === 'CARRY' && !met.has(movement.id));
      if (side === 'inflow' && (isBought || isSale)) out -= worthOf(movement);
      if (side === 'inflow' && lender !== null) owed.set(account, (owed.get(account) ?? 0n) + quantity);
      if (side === 'inflow' || !isSale) continue;
      const left = owed.get(account);
      const isRepaid = lender !== null && left !== undefined;
      const paid = isRepaid && left < quantity ? left : quantity;
      if (isRepaid) owed.set(account, left - paid);
      out += lender === null && debt !== undefined ? worthOf(debt) : worthOf(movement, paid);
    }
    if (debt?.side !== 'outflow' || group.some(({ lender }) => lender !== null)) continue;
    const account = `${debt.wallet} ${debt.token.replace('debt of ', '')} pool`;
    const left = owed.get(account);
    if (left !== undefined) owed.set(account, left < debt.quantity ? 0n : left - debt.quantity);
  }
  return out;
}
