/** How pages read: a query whose failure is asked again when its part of the page is tried again. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useLazyLoadQuery, useRelayEnvironment } from 'react-relay';
import {
  type FetchPolicy,
  fetchQuery,
  type GraphQLTaggedNode,
  type OperationType,
  type VariablesOf,
} from 'relay-runtime';
import { Live } from './live.ts';

/** Relay keeps a failure as the answer to its query. Another round is another query to it, and is asked. */
export const Round = createContext(0);

interface LoadOptions {
  fetchPolicy?: FetchPolicy;
  /** A number that changes when what was read is to be read anew. */
  again?: number;
  /** Whether what happens to the wallets is followed; else, and by default, as `fetchPolicy` has it. */
  isLive?: boolean;
}

/** As `useLazyLoadQuery`. What is asked of the service each time is also asked when something happens to the wallets. */
export function useLoaded<Operation extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Operation>,
  {
    fetchPolicy = 'store-or-network',
    again = 0,
    isLive = fetchPolicy === 'store-and-network',
  }: LoadOptions = {},
): Operation['response'] {
  const round = useContext(Round);
  useNewer<Operation>(query, variables, isLive);
  return useLazyLoadQuery<Operation>(query, variables, { fetchPolicy, fetchKey: `${round}.${again}` });
}

/** Reads into the store what has happened. The page goes on showing what it has: nothing flickers, and what fails is asked again at the next event. */
function useNewer<Operation extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Operation>,
  isLive: boolean,
): void {
  const environment = useRelayEnvironment();
  const live = useContext(Live);
  const read = useRef(live);
  const latest = useRef({ query, variables });
  latest.current = { query, variables };
  useEffect(() => {
    if (!isLive || read.current === live) return undefined;
    read.current = live;
    const { query, variables } = latest.current;
    const asked = fetchQuery<Operation>(environment, query, variables, {
      networkCacheConfig: { force: true },
    }).subscribe({ error: () => undefined });
    return () => asked.unsubscribe();
  }, [environment, live, isLive]);
}

/** How long after a change what follows from it is read: the ledger is booked anew when its turn comes. */
const readAgainMs = [1_500, 5_000, 15_000];

/** A number for `again`, and what makes it change a few times: to be called when something was changed that the ledger is booked with. */
export function useReadAgain(): [again: number, readAgain: () => void] {
  const [again, setAgain] = useState(0);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const readAgain = (): void => {
    timers.current.forEach(clearTimeout);
    timers.current = readAgainMs.map((ms) => setTimeout(() => setAgain((last) => last + 1), ms));
  };
  return [again, readAgain];
}
