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
import { currentKey, findSession, onKeyChange, takeKeyFromLink, type Ways } from './app/key.ts';
import { applyPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import { createEnvironment } from './relay/environment.ts';

/** Whoever has signed in needs none of it. */
const SignIn = lazy(async () => ({ default: (await import('./app/sign-in/sign-in.tsx')).SignIn }));

function App(): ReactNode {
  const key = useSyncExternalStore(onKeyChange, currentKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another person, who finds nothing of the former one
  const environment = useMemo(createEnvironment, [key]);
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    void findSession().then(setWays);
  }, []);
  // Nothing is drawn before it is known whether somebody has signed in: it would be gone at once.
  if (key === '') {
    return <Suspense fallback={null}>{ways === null ? null : <SignIn ways={ways} />}</Suspense>;
  }
  return (
    <RelayEnvironmentProvider environment={environment}>
      <RouterProvider router={router} />
    </RelayEnvironmentProvider>
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
