/** A calendar year in the person's time zone: where it begins and ends. */
import { startOfDay } from '../../money/local-day.ts';

/** Midnight of its first day here, in the API's form. */
export const startOf = (year: number): string => startOfDay(`${year}-01-01`);
/** Its last second here. */
export const endOf = (year: number): string =>
  new Date(Date.parse(startOf(year + 1)) - 1_000).toISOString().replace('.000', '');
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
