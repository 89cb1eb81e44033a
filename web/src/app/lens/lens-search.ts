/** The lens as it stands in the URL: what is allowed, and how it is read. */

/** Coins that money is told in; the rest are currencies of states. */
export const coins = ['ETH', 'AVAX', 'MATIC', 'XDAI'] as const;
/** All that the API knows: `currenciesWith` are those of one client. */
export const currencies = [
  ...(['USD', ...coins] as const),
  ...(['EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'CNY', 'INR', 'BRL', 'MXN', 'KRW', 'SEK', 'NOK'] as const),
  ...(['DKK', 'PLN', 'CZK', 'HUF', 'RON', 'ISK', 'TRY', 'ILS', 'ZAR', 'HKD', 'SGD', 'NZD', 'IDR'] as const),
  ...(['MYR', 'PHP', 'THB'] as const),
] as const;
export const methods = ['FIFO', 'LIFO', 'HIFO', 'WAC'] as const;
export const periods = ['DAY', 'WEEK', 'MONTH', 'THREE_MONTHS', 'YTD', 'YEAR', 'MAX'] as const;

export type Currency = (typeof currencies)[number];
export type CostMethod = (typeof methods)[number];
export type Period = (typeof periods)[number];

/** What the books of a client are told in. @param reporting its reporting currency; null: none */
export const currenciesWith = (reporting: Currency | null): readonly Currency[] => [
  ...new Set<Currency>(['USD', ...(reporting === null ? [] : [reporting]), ...coins]),
];

export const periodNames: Readonly<Record<Period, string>> = {
  DAY: '24 hours',
  WEEK: '7 days',
  MONTH: '1 month',
  THREE_MONTHS: '3 months',
  YTD: 'This year',
  YEAR: '1 year',
  MAX: 'All time',
};

/** As it stands in the URL; what is left out is the default. */
export interface LensSearch {
  w?: string;
  cur?: Currency;
  method?: CostMethod;
  period?: Period;
}

const addressPattern = /^0x[0-9a-f]{40}$/;
/** As many wallets as one request may name. */
export const mostWallets = 10;

export const oneOf = <Value extends string>(allowed: readonly Value[], given: unknown): Value | undefined =>
  allowed.find((value) => value === given);

export const lensNames = ['w', 'cur', 'method', 'period'] as const;

/** What is wrong in a URL is left out: a link never ends in an error for its lens. */
export function readLens(search: Record<string, unknown>): LensSearch {
  const given = typeof search.w === 'string' ? search.w.toLowerCase().split(',') : [];
  const wallets = [...new Set(given.filter((address) => addressPattern.test(address)))].slice(0, mostWallets);
  const cur = oneOf(currencies, search.cur);
  const method = oneOf(methods, search.method);
  const period = oneOf(periods, search.period);
  return {
    ...(wallets.length === 0 ? {} : { w: wallets.join(',') }),
    ...(cur === undefined ? {} : { cur }),
    ...(method === undefined ? {} : { method }),
    ...(period === undefined ? {} : { period }),
  };
}
