/** What the simulated market's euro is worth in other currencies on each business day: made up, as its prices are, and the same at every start. */
import type { FiatRate } from '../src/domain/money/fiat.ts';
import { isWeekend } from '../src/domain/time/reference-days.ts';
import { dayText, secondsPerDay } from '../src/domain/time/time.ts';

/** Units for one euro, the size of the swings, digits behind the point. */
const courses: Readonly<Record<string, readonly [usual: number, swing: number, digits: number]>> = {
  USD: [1.09, 0.03, 4],
  GBP: [0.85, 0.015, 5],
  CHF: [0.95, 0.02, 4],
  CAD: [1.48, 0.02, 4],
  AUD: [1.65, 0.025, 4],
  JPY: [160, 0.04, 2],
};

const swingDays = [310, 83, 29];

function perEuro(
  place: number,
  [usual, swing, digits]: readonly [number, number, number],
  day: number,
): string {
  const waves = swingDays.map((days, index) => Math.sin((2 * Math.PI * day) / days + place) / (index + 1));
  return (usual * (1 + swing * waves.reduce((sum, wave) => sum + wave, 0))).toFixed(digits);
}

/** From some days before the first moment to the day of the last, both in Unix seconds. */
export function referenceRates({ from, until }: { from: number; until: number }): FiatRate[] {
  const rates: FiatRate[] = [];
  for (let day = Math.floor(from / secondsPerDay) - 7; day <= Math.floor(until / secondsPerDay); day += 1) {
    if (isWeekend(day)) continue;
    for (const [place, [currency, course]] of Object.entries(courses).entries())
      rates.push({ currency, day: dayText(day), perEuro: perEuro(place, course, day) });
  }
  return rates;
}
