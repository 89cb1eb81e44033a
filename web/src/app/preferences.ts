/** What a person chose for this browser: the theme, and whether single keys do something, kept; and privacy, for this tab. */
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function read(storage: 'localStorage' | 'sessionStorage', name: string): string {
  try {
    return window[storage].getItem(`wallet-data:${name}`) ?? '';
  } catch {
    return '';
  }
}

function write(storage: 'localStorage' | 'sessionStorage', name: string, value: string): void {
  try {
    window[storage].setItem(`wallet-data:${name}`, value);
  } catch {
    // It lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

const themeOf = (text: string): Theme => (text === 'light' || text === 'dark' ? text : 'system');

let theme = themeOf(read('localStorage', 'theme'));
let isPrivate = read('sessionStorage', 'private') === '1';
let singleKeys = read('localStorage', 'single-keys') !== 'off';

/** Lays the choices over the page. Called once before it is drawn, then with each change. */
export function applyPreferences(): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle('is-private', isPrivate);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme);
export const usePrivacy = (): boolean => useSyncExternalStore(subscribe, () => isPrivate);

/** Whether keys without Ctrl do something (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => singleKeys;
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys);

export function chooseSingleKeys(next: boolean): void {
  singleKeys = next;
  write('localStorage', 'single-keys', next ? '' : 'off');
}

export function chooseTheme(next: Theme): void {
  theme = next;
  write('localStorage', 'theme', next);
  applyPreferences();
}

export function choosePrivacy(next: boolean): void {
  isPrivate = next;
  write('sessionStorage', 'private', next ? '1' : '');
  applyPreferences();
}
