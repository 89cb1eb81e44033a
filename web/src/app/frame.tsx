/** What stands around every page: the name, the ways to the pages, the lens, theme and privacy. */
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { graphql } from 'react-relay';
import type { frameWalletsQuery } from '../__generated__/frameWalletsQuery.graphql.ts';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { useSummoned } from '../keyboard/summoned.ts';
import { Page } from '../parts/page.tsx';
import { Part, Skeleton } from '../parts/states.tsx';
import { useLoaded } from '../relay/load.ts';
import { useScript } from '../scripts/from-script.tsx';
import { Booking } from './booking.tsx';
import { Followed, NotWhole, Offline } from './followed.tsx';
import { keptAt } from './kept-list.ts';
import { signOut } from './key.ts';
import { LeftOut } from './lens/left-out.tsx';
import { OwnWalletsProvider, ReportingProvider } from './lens/lens.ts';
import { LensBar } from './lens/lens-bar.tsx';
import { currencies, oneOf } from './lens/lens-search.ts';
import { keepLens, places } from './places.ts';
import { choosePrivacy, chooseTheme, type Theme, usePrivacy, useTheme } from './preferences.ts';
import { Said } from './said.tsx';

/** Both are loaded when they are opened first. */
const loadKeySheet = () => import('../keyboard/key-sheet.tsx');
const loadPalette = () => import('../keyboard/palette.tsx');

/** As the browser has it; times are written in it. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const themes: readonly { value: Theme; name: string }[] = [
  { value: 'system', name: 'Theme: system' },
  { value: 'light', name: 'Theme: light' },
  { value: 'dark', name: 'Theme: dark' },
];

/** What is at hand on every page, also on a narrow screen. */
function Tools({ openPalette }: { openPalette: () => void }): ReactNode {
  const isPrivate = usePrivacy();
  return (
    <div className="tools">
      <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
        Find <kbd className="wide">Ctrl K</kbd>
      </button>
      <button
        type="button"
        aria-label="Hide figures"
        title="Hide figures"
        aria-pressed={isPrivate}
        onClick={() => choosePrivacy(!isPrivate)}
      >
        Hide
      </button>
    </div>
  );
}

function Settings(): ReactNode {
  const theme = useTheme();
  return (
    <div className="settings">
      <label className="choice">
        <span className="for-readers">Theme</span>
        <select
          value={theme}
          onChange={({ target }) =>
            chooseTheme(themes.find(({ value }) => value === target.value)?.value ?? 'system')
          }
        >
          {themes.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}

/** The name, the tools and the ways to the pages: a rail beside the page where there is room, else a bar with a menu. */
function Rail({ openPalette }: { openPalette: () => void }): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <header className="top">
      <Link to="/" search={keepLens} className="brand">
        Wallet data
      </Link>
      <Tools openPalette={openPalette} />
      <button type="button" className="menu-button" popoverTarget="menu">
        Menu
      </button>
      <div ref={menu} id="menu" className="menu" popover="auto">
        <nav aria-label="Pages">
          {places.map(({ to, name }) => (
            <Link
              key={to}
              to={to}
              search={keepLens}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={() => menu.current?.hidePopover()}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Settings />
      </div>
    </header>
  );
}

/** A new page is told to screen readers by its heading; a mouse does not see the focus. */
function useHeadingFocus(): void {
  const { pathname, state } = useLocation();
  const before = useRef(pathname);
  const entry = state.__TSR_key;
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // The list that is gone back to takes the focus, and scrolls, by itself.
    if (keptAt(entry) !== null) return;
    document.querySelector<HTMLElement>('h1')?.focus();
    window.scrollTo(0, 0);
  }, [pathname, entry]);
}

/** How long after the first page the scripts of the others are asked for. */
const aheadMs = 1_500;

/** The other pages are there before they are gone to: at once, and without a connection. */
function usePagesAhead(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever is signed out has lost the connection, too, at times.
      import('./sign-in/sign-in.tsx').catch(() => undefined);
      for (const { to } of places) {
        // What cannot be had now is asked for when the page is gone to.
        if (to !== '/dev') router.preloadRoute({ to }).catch(() => undefined);
      }
    }, aheadMs);
    return () => clearTimeout(timer);
  }, [router]);
}

function Inside(): ReactNode {
  const { me, wallets } = useLoaded<frameWalletsQuery>(
    graphql`
      query frameWalletsQuery {
        me {
          client
          reportingCurrency
        }
        wallets(first: 100) {
          nodes {
            id
            address
            ensName
            sync {
              phase
            }
          }
        }
      }
    `,
    {},
  );
  const own = wallets?.nodes ?? [];
  const sheet = useSummoned();
  const palette = useSummoned();
  const { script: ofSheet, hasFailed: hasNoSheet } = useScript(loadKeySheet, sheet.time);
  const { script: ofPalette, hasFailed: hasNoPalette } = useScript(loadPalette, palette.time);
  useShortcuts({ openPalette: palette.summon, openSheet: sheet.summon });
  useHeadingFocus();
  usePagesAhead();
  // The portal shows no figures of wallets.
  const { pathname } = useLocation();
  const isDev = /^\/dev(\/|$)/.test(pathname);
  return (
    // Of what is typed, nobody of another client finds anything.
    <OwnWalletsProvider key={me.client} value={own}>
      <ReportingProvider value={oneOf(currencies, me.reportingCurrency) ?? null}>
        <a className="skip" href="#main">
          To the page
        </a>
        <div className="frame">
          <Rail openPalette={palette.summon} />
          <div className="stage">
            {own.length > 0 && !isDev ? <LensBar own={own} /> : null}
            <main id="main" tabIndex={-1}>
              {hasNoSheet || hasNoPalette ? (
                <p className="problem" role="alert">
                  This could not be loaded. Is there a connection? Press it again.
                </p>
              ) : null}
              <LeftOut />
              {isDev ? (
                <Outlet />
              ) : (
                <Followed own={own}>
                  <Offline />
                  <NotWhole own={own} />
                  <Booking />
                  <Outlet />
                </Followed>
              )}
            </main>
            <Said />
            <footer className="foot">
              <Link to="/dev/graphql" search={keepLens}>
                GraphQL
              </Link>
              <Link to="/dev/rest" search={keepLens}>
                REST
              </Link>
              <span>Times are in {zone}.</span>
              <button type="button" className="quiet" onClick={sheet.summon}>
                Keys <kbd>?</kbd>
              </button>
            </footer>
          </div>
        </div>
        {sheet.time === null || ofSheet === null ? null : (
          <ofSheet.KeySheet key={sheet.time} dialog={sheet.props.dialog} />
        )}
        <Suspense fallback={null}>
          {palette.time === null || ofPalette === null ? null : (
            <ofPalette.Palette key={palette.time} {...palette.props} own={own} openSheet={sheet.summon} />
          )}
        </Suspense>
      </ReportingProvider>
    </OwnWalletsProvider>
  );
}

export function Frame(): ReactNode {
  return (
    <Part
      fallback={<Skeleton rows={8} />}
      around={(failure) => (
        <main>
          <Page title="Not loaded">{failure}</Page>
        </main>
      )}
      exit={
        <button type="button" onClick={signOut}>
          Use another key
        </button>
      }
    >
      <Inside />
    </Part>
  );
}
