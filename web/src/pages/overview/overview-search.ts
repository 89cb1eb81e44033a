/** What of the overview is chosen, as it stands in the URL beside the lens. */

/** What the allocation is told by. */
export const groupings = ['token', 'chain', 'wallet'] as const;
export type Grouping = (typeof groupings)[number];

export interface OverviewSearch {
  by?: Grouping;
}

/** What is wrong in a URL is left out. */
export function readOverview(search: Record<string, unknown>): OverviewSearch {
  const by = groupings.find((one) => one === search.by);
  return by === undefined || by === 'token' ? {} : { by };
}
