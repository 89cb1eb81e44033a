/** What the palette offers: where to go, what to look at, and what to do. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { signOut } from '../app/key.ts';
import { useCurrencies, useLensChange } from '../app/lens/lens.ts';
import { methods, periodNames, periods } from '../app/lens/lens-search.ts';
import { devPlaces, keepLens, places } from '../app/places.ts';
import { togglePrivacy, toggleTheme } from './shortcuts.ts';

export interface Entry {
  /** Stays while the entry is the same. */
  id: string;
  group: string;
  name: string;
  /** Beside the name, and found as well. */
  hint?: string | undefined;
  /** An address in it, which privacy hides. */
  isAddress?: boolean;
  run: () => void;
}

export interface OwnWallet {
  address: string;
  ensName: string | null | undefined;
}

/** In each group; what is typed narrows it. All pages are among them. */
const mostInGroup = Math.max(places.length, devPlaces.length);

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s·:./,()]+/)
    .filter(Boolean);

/** Those in which each word that is typed begins one, whole groups in their order. */
export function matching(entries: readonly Entry[], text: string): Entry[] {
  const typed = wordsIn(text);
  const counts = new Map<string, number>();
  return entries.filter(({ group, name, hint = '' }) => {
    const words = wordsIn(`${name} ${hint} ${group}`);
    if (!typed.every((start) => words.some((word) => word.startsWith(start)))) return false;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= mostInGroup;
  });
}

/** The entries that are always there. `openSheet`: shows the keys. */
export function useOwnEntries(own: readonly OwnWallet[], openSheet: () => void): Entry[] {
  const navigate = useNavigate();
  const change = useLensChange();
  const currencies = useCurrencies();
  const { w } = useSearch({ strict: false });
  const goTo = ({ to, name }: { to: string; name: string }, group: string): Entry => ({
    ...{ id: `go ${to}`, group, name },
    run: () => void navigate({ to, search: keepLens }),
  });
  const act = (name: string, run: () => void, hint?: string): Entry => ({
    ...{ id: `do ${name}`, group: 'Actions', name, hint, run },
  });
  return [
    ...places.map((place) => goTo(place, 'Pages')),
    ...devPlaces.map((place) => goTo(place, 'Developers')),
    ...own.map(
      ({ address, ensName }): Entry => ({
        ...{ id: `wallet ${address}`, group: 'Wallets', name: ensName ?? address },
        ...(ensName ? { hint: address } : { isAddress: true }),
        run: () => change({ w: address }),
      }),
    ),
    ...(w === undefined || own.length < 2 ? [] : [act('All of my wallets', () => change({ w: undefined }))]),
    act('Add a wallet', () => void navigate({ to: '/wallets', search: keepLens })),
    act('Hide or show figures', togglePrivacy, 'privacy'),
    act('Dark or light', toggleTheme, 'theme'),
    act('Show the keys', openSheet, 'shortcuts'),
    act('Sign out', signOut),
    ...periods.map((period) => act(`Period: ${periodNames[period]}`, () => change({ period }))),
    ...currencies.map((cur) => act(`Currency: ${cur}`, () => change({ cur }))),
    ...methods.map((method) => act(`Cost method: ${method}`, () => change({ method }))),
  ];
}
