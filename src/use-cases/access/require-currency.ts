/** Which currencies a client's figures can be asked for in. */
import type { Currency } from '../../domain/ids.ts';
import { isToldIn } from '../../domain/money/currencies.ts';
import { PublicError } from '../../errors.ts';
import type { Caller } from '../model/view-model.ts';

/** Throws BAD_INPUT for a currency that the client's books are not told in. */
export function requireCurrency(
  { reportingCurrency = null }: Pick<Caller, 'reportingCurrency'>,
  currency: Currency,
): void {
  if (isToldIn(reportingCurrency, currency)) return;
  const own = reportingCurrency === null ? 'this client has none' : `that is ${reportingCurrency}`;
  throw new PublicError(
    'BAD_INPUT',
    `The books are not told in ${currency}: of the currencies of states they are told in USD and in the client's reporting currency, and ${own}. Whoever runs the service sets it (wallet-data clients set NAME reportingCurrency=${currency}); the wallets are then booked anew.`,
    [{ path: 'currency', message: `is not the client's reporting currency: ${own}` }],
  );
}
