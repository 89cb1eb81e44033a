/** Starts the pages: takes the key of a link, lays the theme, and draws. */
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { RelayEnvironmentProvider } from 'react-relay';
import { currentKey, onKeyChange, takeKeyFromLink } from './app/key.ts';
import { applyPreferences } from './app/preferences.ts';
import { router } from './app/router.tsx';
import { SignIn } from './app/sign-in.tsx';
import { createEnvironment } from './relay/environment.ts';

function App(): ReactNode {
  const key = useSyncExternalStore(onKeyChange, currentKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another person, who finds nothing of the former one
  const environment = useMemo(createEnvironment, [key]);
  if (key === '') return <SignIn />;
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
const place = document.querySelector('#root');
if (place === null) throw new Error('the page has no #root');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
