/** In what a price or a cost is given: what the books are told in, so that the service has its rates. */
import type { ReactNode } from 'react';
import { useCurrencies, useLens, useReporting } from '../app/lens/lens.ts';
import { type Currency, oneOf } from '../app/lens/lens-search.ts';

/** Of a form that is opened: USD, as known prices are, and the reporting currency for who looks at that. */
export function useFirstCurrency(): Currency {
  const { currency } = useLens();
  return currency === useReporting() ? currency : 'USD';
}

interface FieldProps {
  currency: Currency;
  change: (currency: Currency) => void;
}

export function CurrencyField({ currency, change }: FieldProps): ReactNode {
  const currencies = useCurrencies();
  return (
    <label>
      Amounts in
      <select value={currency} onChange={({ target }) => change(oneOf(currencies, target.value) ?? currency)}>
        {currencies.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
