/** What every page of wallets shows while none is registered. Whoever has wallets loads nothing of it. */
import type { ReactNode } from 'react';
import { FromScript } from '../scripts/from-script.tsx';
import { Skeleton } from './states.tsx';

const loadForm = () => import('../pages/wallets/first-run-form.tsx');

export function FirstRun({ title }: { title: string }): ReactNode {
  return (
    <FromScript load={loadForm} fallback={<Skeleton rows={4} />}>
      {({ FirstRunForm }) => <FirstRunForm title={title} />}
    </FromScript>
  );
}
