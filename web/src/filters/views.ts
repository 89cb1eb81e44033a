/** Views that a person has saved in this browser: a name, and what stands in the URL of a page. At most twenty. */
import { useSyncExternalStore } from 'react';

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
function viewsIn(text: string): readonly View[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isView).slice(0, mostViews) : [];
  } catch {
    return [];
  }
}

function storedText(): string {
  try {
    return localStorage.getItem(place) ?? '[]';
  } catch {
    return '[]';
  }
}

/** As they were read last: React compares them by identity. */
let latest = { text: '[]', views: viewsIn('[]') };

/** Another tab may have stored some meanwhile. */
function readViews(): readonly View[] {
  const text = storedText();
  if (text !== latest.text) latest = { text, views: viewsIn(text) };
  return latest.views;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Told of what other tabs store.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The views that are stored, also by other tabs. */
export const useViews = (): readonly View[] => useSyncExternalStore(subscribe, readViews);

/** Stores what `change` makes of the views that are stored now. Returns why it was not stored; null: it was. */
export function changeViews(change: (stored: readonly View[]) => readonly View[]): string | null {
  const views = change(readViews());
  if (views.length > mostViews) return `There are ${mostViews} views: remove one first.`;
  if (views.some(({ search }) => JSON.stringify(search).length > longestSearch))
    return 'This filter is too long to be saved.';
  try {
    localStorage.setItem(place, JSON.stringify(views));
  } catch {
    return 'This browser keeps nothing.';
  }
  for (const listener of listeners) listener();
  return null;
}
