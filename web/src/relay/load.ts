/** How pages read: a query whose failure is asked again when its part of the page is tried again. */
import { createContext, useContext } from 'react';
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
