/** How figures, times and addresses stand in answers to agents. */
import type { Address } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { formatTime } from '../../domain/time/time.ts';

/** `brief`: figures have four significant digits; `full`: all of theirs. */
export const details = ['brief', 'full'] as const;
export type Detail = (typeof details)[number];

const briefDigits = 4;
export const unknown = 'unknown';

/** A decimal text; null (unknown) is said so, and is never 0. Rounded half-even. */
export function figure(value: string | null, detail: Detail): string {
  if (value === null) return unknown;
  return detail === 'full' ? value : new Decimal(value).toSignificantDigits(briefDigits).toFixed();
}

/** `0x09db…d55f`: for a client's own wallets, which nobody can imitate there. */
export const shortAddress = (address: Address): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** ISO 8601 to the minute, UTC. */
export const minuteOf = (unixSeconds: number): string => formatTime(unixSeconds).slice(0, 16);
