/** Views that a person has saved in this browser: a name, and what stands in the URL of a page. At most twenty. */

export interface View {
  name: string;
  /** What of the URL belongs to the page; no wallets, and no key. */
  search: Readonly<Record<string, string | boolean>>;
}

const place = 'wallet-data:activity-views';
export const mostViews = 20;
export const longestName = 40;
/** Of one view as text. */
const longestSearch = 2_000;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  value.name.length <= longestName &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null;

/** What is wrong in the browser's storage is left out. */
export function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, mostViews) : [];
  } catch {
    return [];
  }
}

/** Why it was not stored; null: it was. */
export function storeViews(views: readonly View[]): string | null {
  if (views.length > mostViews) return `There are ${mostViews} views: remove one first.`;
  if (views.some(({ search }) => JSON.stringify(search).length > longestSearch))
    return 'This filter is too long to be saved.';
  try {
    localStorage.setItem(place, JSON.stringify(views));
    return null;
  } catch {
    return 'This browser keeps nothing.';
  }
}
