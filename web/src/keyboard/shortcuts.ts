/**
 * Keys: Ctrl K or ⌘K opens the palette; single keys go to pages, move in lists, and change the lens. Single keys never fire while somebody
 * types or a dialog is open, and can be switched off.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLens, useLensChange } from '../app/lens/lens.ts';
import { periodNames, periods } from '../app/lens/lens-search.ts';
import { keepLens, places } from '../app/places.ts';
import { choosePrivacy, chooseTheme, hasSingleKeys } from '../app/preferences.ts';
import { say } from '../app/said.tsx';

/** The second key of a pair has to come within this. */
const pairMs = 1_500;

/** In a switch no letter is typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

export function toggleTheme(): void {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  chooseTheme(isDark ? 'light' : 'dark');
  say(isDark ? 'Light.' : 'Dark.');
}

export function togglePrivacy(): void {
  const isPrivate = !document.documentElement.classList.contains('is-private');
  choosePrivacy(isPrivate);
  say(isPrivate ? 'Hidden.' : 'Shown.');
}

/** The link of each row: of a list, of a table, or where a page marks it itself. */
const rowLinks = 'main .rows a.row-kind, main tbody th a, main [data-row]';

function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowLinks)];
  const { activeElement } = document;
  const now = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
  const next = rows[now === -1 ? (step === 1 ? 0 : rows.length - 1) : now + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** To the next issue, and from the last to the first. */
function nextIssue(): void {
  const issues = [...document.querySelectorAll<HTMLElement>('main .issue')];
  const now = issues.findIndex((issue) => issue.contains(document.activeElement));
  const next = issues[(now + 1) % issues.length];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function toFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]');
  if (filter === null) return;
  event.preventDefault();
  filter.focus();
}

interface Doings {
  openPalette: () => void;
  openSheet: () => void;
}

/** Handles keys for as long as the frame is there. */
export function useShortcuts({ openPalette, openSheet }: Doings): void {
  const navigate = useNavigate();
  const { period } = useLens();
  const change = useLensChange();
  const shiftPeriod = (step: 1 | -1): void => {
    const next = periods[periods.indexOf(period) + step];
    if (next !== undefined) change({ period: next });
    say(`Period: ${periodNames[next ?? period]}.`);
  };
  const single: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    p: togglePrivacy,
    d: toggleTheme,
    j: () => moveInRows(1),
    k: () => moveInRows(-1),
    n: nextIssue,
    '[': () => shiftPeriod(-1),
    ']': () => shiftPeriod(1),
    '?': openSheet,
    '/': toFilter,
  };
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = (event: KeyboardEvent): void => {
    const { key, timeStamp, target } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault();
      openPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || !hasSingleKeys()) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const place = timeStamp - wentAt.current < pairMs ? places.find((one) => one.key === key) : undefined;
    wentAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    if (place !== undefined) void navigate({ to: place.to, search: keepLens });
    else if (Object.hasOwn(single, key)) single[key]?.(event);
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
