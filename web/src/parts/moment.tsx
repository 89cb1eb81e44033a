/** When something happened, as a link to the transaction that did it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keepLens } from '../app/places.ts';
import { Time } from './text.tsx';

interface Doer {
  readonly hash: string;
  readonly blockchain: { readonly chainId: number };
  readonly wallet: { readonly address: string };
}

/** `by`: the transaction; null: none is known, and the time stands alone. */
export function Moment({ at, by }: { at: string; by: Doer | null | undefined }): ReactNode {
  if (!by) return <Time at={at} />;
  return (
    <Link
      to="/transaction/$chainId/$hash"
      params={{ chainId: String(by.blockchain.chainId), hash: by.hash }}
      search={(search: Record<string, unknown>) => ({ ...keepLens(search), wallet: by.wallet.address })}
    >
      <Time at={at} />
    </Link>
  );
}
