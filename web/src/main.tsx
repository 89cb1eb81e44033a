/** Starts the pages: takes the key of a link, lays the theme, and draws. */
import { RouterProvider } from '@tanstack/react-router';
import {
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { RelayEnvironmentProvider } from 'react-relay';
import { currentKey, findSession, hasEnded, onKeyChange, takeKeyFromLink, type Ways } from './app/key.ts';
import { applyPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import { createEnvironment } from './relay/environment.ts';

/** Whoever has signed in needs none of it. */
const SignIn = lazy(async () => ({ default: (await import('./app/sign-in/sign-in.tsx')).SignIn }));

function App(): ReactNode {
  const key = useSyncExternalStore(onKeyChange, currentKey);
  const isOver = useSyncExternalStore(onKeyChange, hasEnded);
  const [last, setLast] = useState({ key, signIns: 0 });
  if (key !== last.key) setLast({ key, signIns: last.signIns + (key === '' ? 0 : 1) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key may be another person, who finds nothing of the former one; with the same key, too, what was asked while nobody was signed in is asked anew
  const environment = useMemo(createEnvironment, [last.signIns]);
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    void findSession().then(setWays);
  }, []);
  return (
    <>
      {key === '' && !isOver ? null : (
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} />
        </RelayEnvironmentProvider>
      )}
      {/* Nothing is drawn before it is known whether somebody has signed in: it would be gone at once. */}
      {key !== '' || ways === null ? null : (
        <Suspense fallback={null}>
          <SignIn ways={ways} isOver={isOver} />
        </Suspense>
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
