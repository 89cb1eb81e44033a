/** How pages read: a query whose failure is asked again when its part of the page is tried again. */
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useLazyLoadQuery } from 'react-relay';
import type { FetchPolicy, GraphQLTaggedNode, OperationType, VariablesOf } from 'relay-runtime';

/** Relay keeps a failure as the answer to its query. Another round is another query to it, and is asked. */
export const Round = createContext(0);

/** As `useLazyLoadQuery`. `again`: a number that changes when what was read is to be read anew. */
export function useLoaded<Operation extends OperationType>(
  query: GraphQLTaggedNode,
  variables: VariablesOf<Operation>,
  { fetchPolicy = 'store-or-network', again = 0 }: { fetchPolicy?: FetchPolicy; again?: number } = {},
): Operation['response'] {
  const round = useContext(Round);
  return useLazyLoadQuery<Operation>(query, variables, { fetchPolicy, fetchKey: `${round}.${again}` });
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
