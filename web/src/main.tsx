/** Starts the pages: takes the key of a link, lays the theme, and draws. */
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { RelayEnvironmentProvider } from 'react-relay';
import { findSession, isBeneath, onKeyChange, signInNumber, takeKeyFromLink } from './app/key.ts';
import { applyPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import type { Ways } from './app/sign-in/session.ts';
import { createEnvironment } from './relay/environment.ts';
import { FromScript } from './scripts/from-script.tsx';

/** Whoever has signed in needs none of it. */
const loadSignIn = () => import('./app/sign-in/sign-in.tsx');

const noWays: Ways = { link: false, ethereum: false, passkey: false };
/** How long after a service that does not answer it is asked again: each time twice as long, up to the longest. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/** How one can sign in; null: it is not known yet whether somebody has. Asked for until the service answers. */
function useWays(): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const ask = async (pauseMs: number): Promise<void> => {
      const found = await findSession();
      if (!isWanted) return;
      setWays(found ?? noWays);
      if (found === null) timer = setTimeout(ask, pauseMs, Math.min(2 * pauseMs, longestPauseMs));
    };
    void ask(firstPauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return ways;
}

function App(): ReactNode {
  const signIn = useSyncExternalStore(onKeyChange, signInNumber);
  const isOver = useSyncExternalStore(onKeyChange, isBeneath);
  const [last, setLast] = useState(signIn);
  if (signIn !== 0 && signIn !== last) setLast(signIn);
  // Another sign-in may be another person, who finds nothing of the former one.
  const environment = useMemo(() => createEnvironment(last), [last]);
  const ways = useWays();
  return (
    <>
      {/* Nothing is drawn before it is known whether somebody has signed in: it would be gone at once. */}
      {signIn !== 0 || ways === null ? null : (
        <FromScript load={loadSignIn} fallback={null}>
          {({ SignIn }) => <SignIn ways={ways} isOver={isOver} />}
        </FromScript>
      )}
      {signIn === 0 && !isOver ? null : (
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
        </RelayEnvironmentProvider>
      )}
    </>
  );
}

takeKeyFromLink();
// A link that is opened in a tab which is here already loads nothing anew.
addEventListener('hashchange', takeKeyFromLink);
applyPreferences();
// Nobody needs it before something is pressed.
void import('./keyboard/kept-focus.ts').then(({ keepFocus }) => keepFocus());
const place = document.querySelector('#root');
if (place === null) throw new Error('the page has no #root');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
