/** What every page of wallets shows while none is registered. Whoever has wallets loads nothing of it. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from './states.tsx';

const Form = lazy(async () => ({
  default: (await import('../pages/wallets/first-run-form.tsx')).FirstRunForm,
}));

export function FirstRun({ title }: { title: string }): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <Form title={title} />
    </Suspense>
  );
}
