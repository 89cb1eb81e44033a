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
  for (const movement of asBooked(groupMovements(movements)).flat()) {
    const { crossing, side, wallet, timestamp } = movement;
    if (crossing === null) continue;
    if (side === 'outflow') {
      waiting.push(movement);
      continue;
    }
    const told = waiting.filter((left) => namesOf(left, movement) === 'same');
    const open = waiting.filter((left) => namesOf(left, movement) === 'open');
    const oldest =
      told.find((left) => left.crossing?.asset === crossing.asset && isPart(left, movement, 50n, 105n)) ??
      open.find((left) => {
        const isSame = left.wallet === wallet && left.crossing?.asset === crossing.asset;
        const isInTime = left.timestamp + 2 * (left.crossing?.window ?? 0) >= timestamp;
        const isFrom = left.crossing?.chain !== crossing.chain || left.heldBy === crossing.by;
        return isSame && isInTime && isFrom && isPart(left, movement, 95n);
      });
    const other =
      told.find((left) => isExchange(left, movement) && isWorth(left, movement, 50n)) ??
      open.find(
        (left) => isExchange(left, movement) && isNear(left, movement) && isWorth(left, movement, 90n),
      );
    if (oldest !== undefined) met.set(movement.id, oldest);
    else if (other !== undefined) exchanged.set(movement.id, other);
    const gone = oldest ?? other;
    waiting = waiting.filter((left) => left !== gone);
  }
  return { met, exchanged, waiting };
}

/**
 * The transactions in the order in which they are booked: what left within 15 seconds after what it may be arrived goes before that, and what
 * stands before it on its chain.
 */
export function asBooked(groups: readonly LedgerMovement[][]): LedgerMovement[][] {
  const [head, ...rest] = groups;
  if (head === undefined) return [];
  const until = (head[0]?.timestamp ?? 0) + 15;
  const goes = (group: LedgerMovement[]): boolean =>
    (group[0]?.timestamp ?? 0) <= until && group.some((left) => head.some((one) => mayBe(left, one)));
  const isAhead = (group: LedgerMovement[], place: number): boolean =>
    rest.slice(place).some((later) => chainOf(later) === chainOf(group) && goes(later));
  const ahead = rest.filter(isAhead);
  return [...ahead, head, ...asBooked(rest.filter((group) => !ahead.includes(group)))];
}

const chainOf = ([first]: LedgerMovement[]): string => first?.position.slice(8, 16) ?? '';

function mayBe(left: LedgerMovement, arrived: LedgerMovement): boolean {
  const [from, to] = [left.crossing, arrived.crossing];
  if (left.side === 'inflow' || arrived.side === 'outflow' || !from || !to?.arrives) return false;
  const isNamed = from.message !== null && from.message === to.message;
  return from.chain !== to.chain && (isNamed || left.wallet === arrived.wallet);
}

/** By what the bridge calls the two: the same, or it cannot be said, or two different ones. */
function namesOf(left: LedgerMovement, arrived: LedgerMovement): 'same' | 'open' | 'different' {
  const [before, after] = [left.crossing?.message ?? null, arrived.crossing?.message ?? null];
  if (before === null || after === null || before.split(':')[0] !== after.split(':')[0]) return 'open';
  return before === after ? 'same' : 'different';
}

/** So many hundredths of what left, or more, and no more than `most`, in whole units. */
function isPart(
  left: LedgerMovement,
  { quantity, decimals }: LedgerMovement,
  least: bigint,
  most = 100n,
): boolean {
  const [sent, arrived] = [left.quantity * 10n ** BigInt(decimals), quantity * 10n ** BigInt(left.decimals)];
  return 100n * arrived <= most * sent && 100n * arrived >= least * sent;
}

/** Another asset, and bridges that may give it. */
function isExchange({ crossing: left }: LedgerMovement, { crossing: arrived }: LedgerMovement): boolean {
  return left?.exchanges === true && arrived?.exchanges === true && left.asset !== arrived.asset;
}

/** The wallet's own, from another chain, within the hour. */
const isNear = (left: LedgerMovement, arrived: LedgerMovement): boolean =>
  left.wallet === arrived.wallet &&
  left.timestamp + 3_600 >= arrived.timestamp &&
  left.crossing?.chain !== arrived.crossing?.chain;

/** Worth at least so many hundredths of what left, and at most 105. */
function isWorth(left: LedgerMovement, arrived: LedgerMovement, least: bigint): boolean {
  const known = left.prices?.findIndex(
    (price, currency) => price !== null && arrived.prices?.[currency] != null,
  );
  const [before, after] = [left, arrived].map(({ prices, quantity, decimals }) =>
    known === undefined ? 0n : ((prices?.[known] ?? 0n) * quantity * 10n ** 18n) / 10n ** BigInt(decimals),
  );
  if (before === undefined || after === undefined || before === 0n) return false;
  return after * 100n >= before * least && after * 100n <= before * 105n;
}
