/** Who meets whom over bridges, told from the movements alone. */
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';

/**
 * What left over a bridge and what arrives of it, told from the movements alone: the departure that each arrival meets, by the
 * arrival's id, and what is still on its way.
 */
export function crossed(movements: readonly LedgerMovement[]) {
  const met = new Map<string, LedgerMovement>();
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
    if (oldest === undefined) continue;
    met.set(movement.id, oldest);
    waiting = waiting.filter((left) => left !== oldest);
  }
  return { met, waiting };
}
