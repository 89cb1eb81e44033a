/** Links to the page of a transaction, as the wallet that it is of lived it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepLens } from '../app/places.ts';
import { Time } from './text.tsx';

/** What names a transaction of a wallet. */
interface Linked {
  readonly hash: string;
  readonly blockchain: { readonly chainId: number };
  readonly wallet: { readonly address: string };
}

interface LinkProps {
  to: Linked;
  className?: string;
  children: ReactNode;
}

export function TransactionLink({ to, className, children }: LinkProps): ReactNode {
  return (
    <Link
      to="/transaction/$chainId/$hash"
      params={{ chainId: String(to.blockchain.chainId), hash: to.hash }}
      search={(search: Record<string, unknown>) => ({ ...keepLens(search), wallet: to.wallet.address })}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}

/** When something happened. `by`: the transaction that did it; null: none is known, and the time stands alone. */
export function Moment({ at, by }: { at: string; by: Linked | null | undefined }): ReactNode {
  if (!by) return <Time at={at} />;
  return (
    <TransactionLink to={by}>
      <Time at={at} />
    </TransactionLink>
  );
}
