/** What the figures of the page are of: whether all is loaded, whether there is a connection, and that they follow the chain. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Live, useLiveEvents } from '../relay/live.ts';
import { useLens } from './lens/lens.ts';
import { keepLens } from './places.ts';

interface Own {
  own: readonly { address: string; sync: readonly { phase: string }[] }[];
}

/** What stands below is read anew when something happens to the wallets of the lens. */
export function Followed({ own, children }: Own & { children: ReactNode }): ReactNode {
  const { wallets } = useLens();
  const live = useLiveEvents(wallets.filter((one) => own.some(({ address }) => address === one)));
  return <Live value={live}>{children}</Live>;
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Without a connection the page stays as it is, and says so. */
export function Offline(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p role="status" className={isOnline ? 'for-readers' : 'banner not-whole'}>
      {isOnline
        ? ''
        : 'This device is offline: what you see is as it was. It goes on when there is a connection.'}
    </p>
  );
}

/** What the figures below cannot have in them yet: what is not known is no 0. */
export function NotWhole({ own }: Own): ReactNode {
  const { wallets } = useLens();
  const has = (phases: readonly string[]): number =>
    own.filter(
      ({ address, sync }) => wallets.includes(address) && sync.some(({ phase }) => phases.includes(phase)),
    ).length;
  const [loading, failed, stale] = [has(['QUEUED', 'BACKFILL', 'ENRICH']), has(['FAILED']), has(['STALE'])];
  if (loading + failed + stale === 0) return null;
  const of = (count: number): string => `${count} of ${wallets.length} wallets`;
  return (
    <p className="banner not-whole" role="status">
      {loading > 0 ? `${of(loading)} ${loading === 1 ? 'is' : 'are'} still being loaded. ` : ''}
      {failed > 0 ? `${of(failed)} could not be loaded on every chain. ` : ''}
      {stale > 0 ? `${of(stale)} ${stale === 1 ? 'is' : 'are'} behind the chain. ` : ''}
      Figures are of what is known so far.{' '}
      <Link to="/wallets" search={keepLens}>
        How far they are
      </Link>
    </p>
  );
}
