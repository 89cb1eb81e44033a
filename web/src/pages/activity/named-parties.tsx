/** Who is meant by a part of a name: the counterparties of the wallets whose label or ENS name has it. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { namedPartiesQuery } from '../../__generated__/namedPartiesQuery.graphql.ts';
import { useLens } from '../../app/lens/lens.ts';
import { useLoaded } from '../../relay/load.ts';
import { isName } from './activity-search.ts';

/** As many as one filter takes. */
const mostParties = 100;

interface NamedPartiesProps {
  /** What is searched for. */
  q: string | undefined;
  /** `parties`: null where no name is searched for. */
  children: (parties: readonly string[] | null) => ReactNode;
}

function Asked({ q, children }: NamedPartiesProps & { q: string }): ReactNode {
  const { walletIds } = useLens();
  const { nodes } = useLoaded<namedPartiesQuery>(
    graphql`
      query namedPartiesQuery($ids: [ID!]!, $search: String!) {
        nodes(ids: $ids) {
          ... on Wallet {
            id
            counterparties(search: $search, spam: INCLUDE, first: 100) {
              nodes {
                address
              }
            }
          }
        }
      }
    `,
    { ids: walletIds, search: q },
  );
  const found = nodes.flatMap((one) => one?.counterparties?.nodes ?? []).map(({ address }) => address);
  return children([...new Set(found)].slice(0, mostParties));
}

export function NamedParties({ q, children }: NamedPartiesProps): ReactNode {
  return q !== undefined && isName(q) ? <Asked q={q}>{children}</Asked> : children(null);
}
