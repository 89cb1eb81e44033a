/** Which currencies a client's figures can be asked for in. */
import type { Currency } from '../../domain/ids.ts';
import { isToldIn } from '../../domain/money/currencies.ts';
import { PublicError } from '../../errors.ts';
import type { Caller } from '../model/view-model.ts';

/** Throws BAD_INPUT for a currency that the client's books are not told in. */
export function requireCurrency({ reportingCurrency = null }: Caller, currency: Currency): void {
  if (isToldIn(reportingCurrency, currency)) return;
  const own = reportingCurrency === null ? 'it has none' : `it is ${reportingCurrency}`;
  throw new PublicError(
    'BAD_INPUT',
    `The books are not told in ${currency}: they are told in a currency of states while it is the client's reporting currency, and ${own}. Set reportingCurrency to ${currency} in the client's settings; the books are then booked anew.`,
    [{ path: 'currency', message: `is not the client's reporting currency: ${own}` }],
  );
}
