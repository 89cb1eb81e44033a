/** What of a link could not be read and is left out: a page never shows something else than the link says without a word. */
import { useLocation, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { mostKnown, useCurrencies, useOwnWallets } from './lens.ts';
import { wrongLinks } from './wrong-links.ts';

/** Hardly any link has something wrong in it. */
const Told = lazy(async () => ({ default: (await import('./left-out-told.tsx')).LeftOutTold }));

/** Wallets are as they should be, and not registered: nothing of them can be shown. */
function useUnknown(): { name: string; value: string }[] {
  const { w } = useSearch({ strict: false });
  const own = useOwnWallets();
  if (own.length >= mostKnown || w === undefined) return [];
  const unknown = w.split(',').filter((wallet) => !own.some(({ address }) => address === wallet));
  return unknown.map((value) => ({ name: 'w', value }));
}

/** One that there is, and the books are not told in. */
function useForeign(): { name: string; value: string }[] {
  const { cur } = useSearch({ strict: false });
  const told = useCurrencies();
  return cur === undefined || told.includes(cur) ? [] : [{ name: 'cur', value: cur }];
}

export function LeftOut(): ReactNode {
  const noted = useSyncExternalStore(wrongLinks.subscribe, wrongLinks.read);
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  // It was of the page that was opened.
  useEffect(() => {
    if (opened.current !== pathname) wrongLinks.forget();
    opened.current = pathname;
  }, [pathname]);
  const wrong = [...noted, ...useUnknown(), ...useForeign()];
  if (wrong.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Told wrong={wrong} />
    </Suspense>
  );
}
