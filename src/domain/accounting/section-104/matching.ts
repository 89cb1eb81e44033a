/**
 * Which acquisitions a disposal is identified with before the section 104 holding: those of the same day, then those of the
 * 30 days after it, earliest first, the earliest disposal served first. Sources: Taxation of Chargeable Gains Act 1992,
 * sections 105 (1) and 106A (4) and (5); HMRC's Cryptoassets Manual, CRYPTO22252 and CRYPTO22253. Pure.
 */
import { type Holding, nothing, put, take } from './pool.ts';

/** How many days after a disposal an acquisition is still identified with it. */
const daysAfter = 30;

/** All that was bought and sold of one asset on one day: one acquisition and one disposal (CRYPTO22252). */
export interface TradingDay {
  /** Days since 1970. */
  readonly day: number;
  /** What is left of the day's acquisitions: in the end, what enters the holding. */
  readonly acquired: Holding;
  /** What is left to be identified: in the end, what comes out of the holding. */
  disposed: bigint;
  readonly sameDay: Holding;
  readonly within30Days: Holding;
  /** The days that `within30Days` was acquired on. */
  readonly acquiredOn: number[];
}

export const openDay = (day: number): TradingDay => ({
  day,
  ...{ acquired: nothing(), disposed: 0n, sameDay: nothing(), within30Days: nothing(), acquiredOn: [] },
});

/** Identifies what is bought and sold of one asset, in place. Days are in order. */
export function identify(days: readonly TradingDay[]): void {
  for (const day of days) move(day, day.acquired, day.sameDay);
  for (const [place, day] of days.entries()) {
    for (let next = place + 1; day.disposed > 0n && next < days.length; next += 1) {
      const later = days[next];
      if (later === undefined || later.day > day.day + daysAfter) break;
      if (later.acquired.quantity === 0n) continue;
      move(day, later.acquired, day.within30Days);
      day.acquiredOn.push(later.day);
    }
  }
}

function move(day: TradingDay, from: Holding, into: Holding): void {
  const taken = take(from, day.disposed);
  day.disposed -= taken.quantity;
  put(into, taken);
}
