/** Who meets whom over bridges, told from the movements alone. */
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';

/**
 * What left over a bridge and what arrives of it, told from the movements alone: the departure that each arrival meets, and the one that was
 * exchanged for it, by the arrival's id; and what is still on its way.
 */
export function crossed(movements: readonly LedgerMovement[]) {
  const met = new Map<string, LedgerMovement>();
  const exchanged = new Map<string, LedgerMovement>();
  let waiting: LedgerMovement[] = [];
  for (const movement of groupMovements(movements).flat()) {
    const { crossing, side, wallet, quantity, decimals, timestamp } = movement;
    if (crossing === null) continue;
    if (side === 'outflow') {
      waiting.push(movement);
      continue;
    }
    const [oldest] = waiting.filter((left) => {
      const [sent, arrived] = [
        left.quantity * 10n ** BigInt(decimals),
        quantity * 10n ** BigInt(left.decimals),
      ];
      const isSame = left.wallet === wallet && left.crossing?.asset === crossing.asset;
      const isInTime = left.timestamp + 2 * (left.crossing?.window ?? 0) >= timestamp;
      const isEnough = arrived <= sent && 20n * arrived >= 19n * sent;
      return isSame && isInTime && isEnough && left.crossing?.chain !== crossing.chain;
    });
    const other = waiting.find((left) => isExchanged(left, movement));
    if (oldest !== undefined) met.set(movement.id, oldest);
    else if (other !== undefined) exchanged.set(movement.id, other);
    const gone = oldest ?? other;
    waiting = waiting.filter((left) => left !== gone);
  }
  return { met, exchanged, waiting };
}

/** Another asset, of another chain, within the hour, worth 90 to 105 % of what left. */
function isExchanged(left: LedgerMovement, arrived: LedgerMovement): boolean {
  if (left.wallet !== arrived.wallet || left.timestamp + 3_600 < arrived.timestamp) return false;
  if (left.crossing?.exchanges !== true || arrived.crossing?.exchanges !== true) return false;
  if (left.crossing?.chain === arrived.crossing?.chain || left.crossing?.asset === arrived.crossing?.asset)
    return false;
  const known = left.prices?.findIndex(
    (price, currency) => price !== null && arrived.prices?.[currency] != null,
  );
  const [before, after] = [left, arrived].map(({ prices, quantity, decimals }) =>
    known === undefined ? 0n : ((prices?.[known] ?? 0n) * quantity * 10n ** 18n) / 10n ** BigInt(decimals),
  );
  if (before === undefined || after === undefined || before === 0n) return false;
  return after * 100n >= before * 90n && after * 100n <= before * 105n;
}
