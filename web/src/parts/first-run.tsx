/** What every page of wallets shows while none is registered. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from './page.tsx';
import { Empty } from './states.tsx';

export function FirstRun({ title }: { title: string }): ReactNode {
  return (
    <Page title={title}>
      <Empty title="No wallet is registered yet.">
        <p>
          <Link to="/wallets">Add the first one</Link>: an address is enough, no key of it is ever asked for.
        </p>
      </Empty>
    </Page>
  );
}
