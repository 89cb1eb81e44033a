/** Whether the figures below wait for the ledger: a correction, or what has come, is booked when its turn comes. */
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { bookingQuery } from '../__generated__/bookingQuery.graphql.ts';
import { Live } from '../relay/live.ts';
import { useLens } from './lens/lens.ts';

/** A change of the reporting currency is a reason to wait: the frame's own is asked along. */
const query = graphql`
  query bookingQuery($ids: [ID!]!) {
    me {
      client
      reportingCurrency
    }
    nodes(ids: $ids) {
      ... on Wallet {
        isLoaded
        isBooking
      }
    }
  }
`;

/** Most is booked sooner than that, and not told of: nothing comes and goes with every block. */
const patienceMs = 1_200;
const askEveryMs = 2_500;
const mostAsked = 50;

/** How many wallets wait for longer than a moment. Asks after each event, and on while one waits. */
function useWaiting(ids: readonly string[]): number {
  const environment = useRelayEnvironment();
  const live = useContext(Live);
  const [waiting, setWaiting] = useState(0);
  const key = ids.slice(0, mostAsked).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of `live` means that something happened
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: { unsubscribe: () => void } | undefined;
    let times = 0;
    const tell = ({ nodes }: bookingQuery['response']): void => {
      const count = nodes.filter((one) => one?.isLoaded === true && one.isBooking === true).length;
      times += 1;
      if (count === 0 || times > 1) setWaiting(count);
      if (count > 0) timer = setTimeout(ask, times === 1 ? patienceMs : askEveryMs);
    };
    const ask = (): void => {
      asked = fetchQuery<bookingQuery>(
        environment,
        query,
        { ids: key.split(',') },
        { networkCacheConfig: { force: true } },
      ).subscribe({ next: tell, error: () => undefined });
    };
    if (key === '') setWaiting(0);
    else ask();
    return () => {
      clearTimeout(timer);
      asked?.unsubscribe();
    };
  }, [environment, key, live]);
  return waiting;
}

const ledgersOf = (count: number, all: number): string =>
  count === 1 ? `The ledger of 1 of ${all} wallets is` : `The ledgers of ${count} of ${all} wallets are`;

export function Booking(): ReactNode {
  const { wallets, walletIds } = useLens();
  const waiting = useWaiting(walletIds);
  if (waiting === 0) return null;
  return (
    <p className="banner booking" role="status">
      <progress aria-label="Booking" />{' '}
      {wallets.length === 1 ? 'The ledger is' : ledgersOf(waiting, wallets.length)} being booked: gains, costs
      and lots are as they were before what came last, or not there yet.
    </p>
  );
}
