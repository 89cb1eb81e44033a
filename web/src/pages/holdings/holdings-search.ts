/** What of the holdings is shown, and in which order, as it stands in the URL beside the lens. */

export const orders = [
  { value: 'VALUE', name: 'Most valuable first' },
  { value: 'UNREALIZED_PNL', name: 'Largest unrealised gain first' },
  { value: 'REALIZED_PNL', name: 'Largest realised gain first' },
  { value: 'TOKEN', name: 'By token' },
] as const;

/** What is left out is the default. */
export interface HoldingsSearch {
  order?: (typeof orders)[number]['value'];
  /** Balances of 0, too. */
  zero?: boolean;
  spam?: boolean;
}

/** What is wrong in a URL is left out. */
export function readHoldings(search: Record<string, unknown>): HoldingsSearch {
  const order = orders.find(({ value }) => value === search.order)?.value;
  return {
    ...(order === undefined || order === 'VALUE' ? {} : { order }),
    ...(search.zero === true ? { zero: true } : {}),
    ...(search.spam === true ? { spam: true } : {}),
  };
}
