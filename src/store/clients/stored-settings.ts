/** A client's settings as they are stored: texts by name. */
import type { FiatCurrency } from '../../domain/ids.ts';
import { reportingCurrencyOf } from '../../domain/money/fiat.ts';

/** One of them; undefined: it is not set. */
export function storedSetting(settings: unknown, name: string): unknown {
  if (typeof settings !== 'object' || settings === null) return undefined;
  return new Map<string, unknown>(Object.entries(settings)).get(name);
}

/** What the client's books are told in beside the currencies of all books. */
export const storedReportingCurrency = (settings: unknown): FiatCurrency | null =>
  reportingCurrencyOf(storedSetting(settings, 'reportingCurrency'));
