/** Follows how wallets are loaded; what comes goes into the store, which draws it. */
import { useEffect } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { requestSubscription } from 'relay-runtime';

const syncSubscription = graphql`
  subscription liveSyncSubscription($addresses: [Address!]!) {
    walletSync(addresses: $addresses) {
      id
      ...walletCard_wallet
    }
  }
`;

/** How long after a broken stream another is opened. */
const reopenMs = 5_000;

export function useLiveSync(addresses: readonly string[]): void {
  const environment = useRelayEnvironment();
  const key = addresses.join(',');
  useEffect(() => {
    if (key === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: { dispose: () => void } | undefined;
    const open = (): void => {
      const again = (): void => {
        timer = setTimeout(open, reopenMs);
      };
      current = requestSubscription(environment, {
        subscription: syncSubscription,
        variables: { addresses: key.split(',') },
        onError: again,
        onCompleted: again,
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      current?.dispose();
    };
  }, [environment, key]);
}
