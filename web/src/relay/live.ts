/** What happens to the wallets while a page is looked at: it is told by the service, and what the page shows is read anew. */
import { createContext, useContext, useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { requestSubscription } from 'relay-runtime';
import type { liveEventsSubscription } from '../__generated__/liveEventsSubscription.graphql.ts';

const eventsSubscription = graphql`
  subscription liveEventsSubscription($wallets: [Address!]!) {
    events(wallets: $wallets) {
      cursor
      event {
        id
      }
    }
  }
`;

/** A number that changes when something happened to the wallets that are looked at. */
export const Live = createContext(0);

/**
 * How a text that follows the chain is spoken (`aria-live`): when it says what the reader has chosen, and not with every block after that.
 *
 * @param choice What the text is of
 */
export function useSpoken(choice: string): 'polite' | 'off' {
  const live = useContext(Live);
  const [since, setSince] = useState({ choice, live });
  const isNew = since.choice !== choice;
  if (isNew) setSince({ choice, live });
  return isNew || since.live === live ? 'polite' : 'off';
}

/** What happens within it is read once: a block brings several events. */
const gatherMs = 700;
/** No page is read anew more often. */
const restMs = 3_000;
/** How long after a broken stream another is opened. */
const reopenMs = 5_000;

/**
 * Follows the wallets while the tab is in sight. A hidden one holds no connection: a browser has six for all tabs of a service. What
 * happened meanwhile is read when it is looked at again.
 */
export function useLiveEvents(wallets: readonly string[]): number {
  const environment = useRelayEnvironment();
  const key = wallets.join(',');
  const [live, setLive] = useState(0);
  useEffect(() => {
    if (key === '') return undefined;
    let stream: { dispose: () => void } | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let telling: ReturnType<typeof setTimeout> | undefined;
    let toldAt = 0;
    const tell = (): void => {
      telling ??= setTimeout(
        () => {
          telling = undefined;
          toldAt = Date.now();
          setLive((before) => before + 1);
        },
        Math.max(gatherMs, toldAt + restMs - Date.now()),
      );
    };
    const open = (isAgain: boolean): void => {
      const again = (): void => {
        reopening = setTimeout(() => open(true), reopenMs);
      };
      if (isAgain) tell();
      stream = requestSubscription<liveEventsSubscription>(environment, {
        subscription: eventsSubscription,
        variables: { wallets: key.split(',') },
        onNext: (answer) => {
          if (answer?.events.event) tell();
        },
        onError: again,
        onCompleted: again,
      });
    };
    const close = (): void => {
      clearTimeout(reopening);
      clearTimeout(telling);
      telling = undefined;
      stream?.dispose();
      stream = undefined;
    };
    const look = (): void => {
      close();
      if (document.visibilityState === 'visible') open(true);
    };
    if (document.visibilityState === 'visible') open(false);
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      close();
    };
  }, [environment, key]);
  return live;
}
