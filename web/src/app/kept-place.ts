/** How a list is gone back to: with its rows, scrolled to where it was left, and with the focus at the link by which it was left. */
import { useLocation } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useRelayEnvironment } from 'react-relay';
import { createOperationDescriptor, type GraphQLTaggedNode, getRequest, type Variables } from 'relay-runtime';
import { type KeptList, keepList, keptList } from './kept-list.ts';

/** Where somebody is in the list. */
export type Place = Pick<KeptList, 'top' | 'rows' | 'sizes' | 'row' | 'link' | 'offset'>;
type At = Pick<Place, 'top' | 'row' | 'link' | 'offset'>;

const linksOf = (row: Element | null | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('a') ?? []),
];

/** How far the page is scrolled, and the row that has the focus, while one has it. Rows have their numbers in `data-index`. */
function placeIn(list: HTMLElement | null): At {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('li[data-index]');
  if (!row || list?.contains(row) !== true) return { top: scrollY, row: null, link: 0, offset: 0 };
  const link = focused instanceof HTMLElement ? linksOf(row).indexOf(focused) : -1;
  return { top: scrollY, row: Number(row.dataset.index), link, offset: row.getBoundingClientRect().top };
}

/** As many frames as the rows take to be drawn. */
const mostFrames = 60;

/** Scrolls to where the list was left, and gives the link its focus back, as soon as it is there. Returns what ends that. */
function goBack(list: HTMLElement | null, { top, row, link, offset }: At, done: () => void): () => void {
  let frame = 0;
  let frames = 0;
  const go = (): void => {
    scrollTo(0, top);
    const place = list?.querySelector(`li[data-index="${row}"]`);
    const links = linksOf(place);
    const left = link < 0 ? links[0] : links[link];
    frames += 1;
    if (left !== undefined || frames > mostFrames) {
      // What stands above the list may be higher or lower by now.
      if (place) scrollBy(0, place.getBoundingClientRect().top - offset);
      const home = left ?? links[0] ?? document.querySelector<HTMLElement>('h1');
      home?.focus({ preventScroll: true });
      done();
    } else frame = requestAnimationFrame(go);
  };
  go();
  return () => cancelAnimationFrame(frame);
}

/** Goes to where the list was left, and tells of the place when it is left again. */
export function usePlace(
  list: RefObject<HTMLElement | null>,
  kept: KeptList | null,
  left: (at: At) => void,
): void {
  const latest = useRef(left);
  latest.current = left;
  const place = useRef<At>(kept ?? { top: 0, row: null, link: 0, offset: 0 });
  const isGoing = useRef(kept !== null);
  useLayoutEffect(() => {
    const { pathname } = location;
    const note = (): void => {
      // While another page is gone to, this one is still there, and scrolled to the top of the next.
      if (location.pathname === pathname && !isGoing.current) place.current = placeIn(list.current);
    };
    const stop = isGoing.current
      ? goBack(list.current, place.current, () => {
          isGoing.current = false;
        })
      : () => undefined;
    addEventListener('scroll', note, { passive: true });
    document.addEventListener('focusin', note);
    return () => {
      stop();
      removeEventListener('scroll', note);
      document.removeEventListener('focusin', note);
      latest.current(place.current);
    };
  }, [list]);
}

/** What a list is read by, and on which page. */
interface Asked {
  page: string;
  query: GraphQLTaggedNode;
  variables: Variables;
  /** What the rows are of. */
  choice: string;
}

/** Where the list was left if it is gone back to, and how its place is kept. */
export function useKept({ page, query, variables, choice }: Asked): {
  kept: KeptList | null;
  keep: (place: Place, live: number) => void;
} {
  const environment = useRelayEnvironment();
  const { pathname, state } = useLocation();
  const entry = useRef(state.__TSR_key);
  // While another page is gone to, the list is still there.
  if (pathname === page) entry.current = state.__TSR_key;
  const operation = createOperationDescriptor(getRequest(query), variables);
  const [found] = useState(() => ({
    kept: keptList(entry.current, choice, environment, operation),
    environment,
  }));
  const keep = (place: Place, live: number): void => {
    if (entry.current === undefined) return;
    keepList({ ...place, entry: entry.current, choice, live }, environment, operation);
  };
  // Whoever signs in again has nothing in store.
  const isSame = found.environment === environment && found.kept?.choice === choice;
  return { kept: isSame ? found.kept : null, keep };
}
