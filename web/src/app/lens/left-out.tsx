/** What of a link could not be read and is left out: a page never shows something else than the link says without a word. */
import { useLocation, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { mostKnown, useCurrencies, useLensChange, useOwnWallets } from './lens.ts';
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

/** A currency that the books are not told in is taken off the address as well, once it is known which they are. */
function useForeign(): void {
  const { cur } = useSearch({ strict: false });
  const change = useLensChange();
  const foreign = useCurrencies().some((one) => one === cur) ? undefined : cur;
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (foreign === undefined) return;
    wrongLinks.note({ name: 'cur', value: foreign });
    latest.current({ cur: undefined }, true);
  }, [foreign]);
}

export function LeftOut(): ReactNode {
  const noted = useSyncExternalStore(wrongLinks.subscribe, wrongLinks.read);
  useForeign();
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  // It was of the page that was opened.
  useEffect(() => {
    if (opened.current !== pathname) wrongLinks.forget();
    opened.current = pathname;
  }, [pathname]);
  const wrong = [...noted, ...useUnknown()];
  if (wrong.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Told wrong={wrong} />
    </Suspense>
  );
}
