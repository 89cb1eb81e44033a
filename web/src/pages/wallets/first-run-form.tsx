/** What every page of wallets shows while none is registered: the form for the first one. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { AddForm } from './add-form.tsx';
import { useWalletsAnew } from './wallets.tsx';

export function FirstRunForm({ title }: { title: string }): ReactNode {
  const navigate = useNavigate();
  const anew = useWalletsAnew();
  return (
    <Page title={title}>
      <Empty title="No wallet is registered yet.">
        <p>Paste the address of any wallet: it need not be yours. You then see how far it is loaded.</p>
      </Empty>
      <AddForm
        onAdded={(isSamePage) => {
          if (isSamePage) void navigate({ to: '/wallets' });
          // Whoever has gone on stays there; the frame is told.
          else anew();
        }}
      />
      <p className="meta">
        Only looking? <code>npm run demo</code> starts a service with four wallets and two years of their
        history, without a network.
      </p>
    </Page>
  );
}
