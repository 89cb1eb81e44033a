/** What stands around every page: the name, the ways to the pages, the lens, theme and privacy. */
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { graphql } from 'react-relay';
import type { frameWalletsQuery } from '../__generated__/frameWalletsQuery.graphql.ts';
import { Part, Skeleton } from '../parts/states.tsx';
import { useLoaded } from '../relay/load.ts';
import { serviceUrl } from './base.ts';
import { setKey } from './key.ts';
import { OwnWalletsProvider, useLens } from './lens.ts';
import { LensBar } from './lens-bar.tsx';
import { keepLens, places } from './places.ts';
import { choosePrivacy, chooseTheme, type Theme, usePrivacy, useTheme } from './preferences.ts';
import { useShortcuts } from './shortcuts.tsx';

/** As the browser has it; times are written in it. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const themes: readonly { value: Theme; name: string }[] = [
  { value: 'system', name: 'Theme: system' },
  { value: 'light', name: 'Theme: light' },
  { value: 'dark', name: 'Theme: dark' },
];

function Preferences(): ReactNode {
  const theme = useTheme();
  const isPrivate = usePrivacy();
  return (
    <div className="preferences">
      <button type="button" aria-pressed={isPrivate} onClick={() => choosePrivacy(!isPrivate)}>
        Hide figures
      </button>
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
      <button type="button" onClick={() => setKey('')}>
        Sign out
      </button>
    </div>
  );
}

/** A new page is told to screen readers by its heading; a mouse does not see the focus. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.querySelector<HTMLElement>('h1')?.focus();
    window.scrollTo(0, 0);
  }, [pathname]);
}

/** What the figures below cannot have in them yet: what is not known is no 0. */
function NotWhole({
  own,
}: {
  own: readonly { address: string; sync: readonly { phase: string }[] }[];
}): ReactNode {
  const { wallets } = useLens();
  const has = (phases: readonly string[]): number =>
    own.filter(
      ({ address, sync }) => wallets.includes(address) && sync.some(({ phase }) => phases.includes(phase)),
    ).length;
  const [loading, failed] = [has(['QUEUED', 'BACKFILL', 'ENRICH']), has(['FAILED'])];
  if (loading + failed === 0) return null;
  return (
    <p className="banner not-whole" role="status">
      {loading > 0 ? `${loading} of ${wallets.length} wallets are still being loaded. ` : ''}
      {failed > 0 ? `${failed} of ${wallets.length} could not be loaded on every chain. ` : ''}
      Figures are of what is known so far: load the page anew for newer ones.{' '}
      <Link to="/wallets" search={keepLens}>
        How far they are
      </Link>
    </p>
  );
}

function Inside(): ReactNode {
  const { wallets } = useLoaded<frameWalletsQuery>(
    graphql`
      query frameWalletsQuery {
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
  const sheet = useShortcuts();
  useHeadingFocus();
  return (
    <OwnWalletsProvider value={own}>
      <a className="skip" href="#main">
        To the page
      </a>
      <header className="top">
        <Link to="/" search={keepLens} className="brand">
          Wallet data
        </Link>
        <nav aria-label="Pages">
          {places.map(({ to, name }) => (
            <Link
              key={to}
              to={to}
              search={keepLens}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {name}
            </Link>
          ))}
        </nav>
        <Preferences />
      </header>
      {own.length > 0 ? <LensBar own={own} /> : null}
      <main id="main" tabIndex={-1}>
        <NotWhole own={own} />
        <Outlet />
      </main>
      <footer className="foot">
        <a href={serviceUrl('graphql')}>GraphiQL</a>
        <a href={serviceUrl('docs')}>REST</a>
        <span>Times are in {zone}.</span>
        <span>
          Press <kbd>?</kbd> for the keys
        </span>
      </footer>
      {sheet}
    </OwnWalletsProvider>
  );
}

export function Frame(): ReactNode {
  return (
    <Part
      fallback={<Skeleton rows={8} />}
      exit={
        <button type="button" onClick={() => setKey('')}>
          Use another key
        </button>
      }
    >
      <Inside />
    </Part>
  );
}
