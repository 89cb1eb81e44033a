/** What a history paid and was paid, from the movements alone. */
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { crossed } from './crossed.ts';
import { halfEven, settledParts } from './settled-parts.ts';

/** USD, exactly: prices are whole dollars. */
export const worthOf = ({ quantity, prices, decimals }: LedgerMovement, part = quantity): bigint =>
  (part * ((prices?.[0] ?? 0n) / 10n ** 36n) * 10n ** 18n) / 10n ** BigInt(decimals);

/** What is left of a loan, and what that brought. */
interface Loan {
  readonly left: bigint;
  readonly brought: bigint;
}

/** Takes as much off the loan as there is of it, and answers what that brought, on average. */
function takeOff(
  loans: Map<string, Loan>,
  account: string,
  { left, brought }: Loan,
  quantity: bigint,
): bigint {
  const gone = left < quantity ? left : quantity;
  const part = gone === left ? brought : halfEven(brought * gone, left);
  loans.set(account, { left: left - gone, brought: brought - part });
  return part;
}

/**
 * What was paid for, less what was paid: a loan is paid for when it is taken, and what it brought is paid when it goes; interest is not
 * paid for. What a liquidation takes is paid for with the debt. Where deposits are sales, these are paid for as well.
 */
export function moneyOut(
  movements: readonly LedgerMovement[],
  { deposits, receiptTokens }: Pick<LedgerSettings, 'deposits' | 'receiptTokens'>,
): bigint {
  const loans = new Map<string, Loan>();
  const { met, exchanged } = crossed(movements);
  const settled = deposits === 'carry' ? settledParts(movements) : new Map<LedgerMovement, never>();
  let out = 0n;
  for (const group of groupMovements(movements)) {
    const debt = group.find(({ treatment }) => treatment === 'LIABILITY');
    const isCovered = debt?.side === 'outflow' && group.every(({ lender }) => lender === null);
    const owed = debt && `${debt.wallet} ${debt.token.replace('debt of ', '')} pool`;
    const known = owed === undefined ? undefined : loans.get(owed);
    const covered = isCovered && owed && known ? takeOff(loans, owed, known, debt.quantity) : null;
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
        const taken = loans.get(debtName);
        const { decimals, prices } = settles;
        out +=
          taken === undefined
            ? worthOf({ ...movement, decimals, prices }, settles.quantity)
            : takeOff(loans, debtName, taken, settles.quantity);
        continue;
      }
      const isKept = treatment === 'HELD' || treatment === 'CARRY';
      const isSale = treatment === 'DISPOSAL' || (isKept && deposits === 'realize');
      // What was exchanged on the way is sold for what it is paid with.
      const isCrossed = met.has(movement.id) || exchanged.has(movement.id);
      const isBought = treatment === 'ACQUISITION' || (treatment === 'CARRY' && !isCrossed);
      if (side === 'inflow' && (isBought || isSale)) out -= worthOf(movement);
      const loan = loans.get(account);
      if (side === 'inflow' && lender !== null) {
        const brought = (loan?.brought ?? 0n) + worthOf(movement);
        loans.set(account, { left: (loan?.left ?? 0n) + quantity, brought });
      }
      if (side === 'inflow' || !isSale) continue;
      if (lender !== null && loan !== undefined) out += takeOff(loans, account, loan, quantity);
      else if (lender === null && debt !== undefined) out += covered ?? worthOf(debt);
      else out += worthOf(movement);
    }
  }
  return out;
}
