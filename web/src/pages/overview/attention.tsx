/** Whether something in the figures needs a person. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { attentionQuery } from '../../__generated__/attentionQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query attentionQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Wallet {
        id
        issues(first: 1) {
          count
        }
      }
    }
  }
`;

export function Attention({ lens: { walletIds } }: { lens: Lens }): ReactNode {
  const { nodes } = useLoaded<attentionQuery>(
    query,
    { ids: walletIds },
    { fetchPolicy: 'store-and-network' },
  );
  const count = nodes.reduce((sum, one) => sum + (one?.issues?.count ?? 0), 0);
  if (count === 0) return null;
  return (
    <p className="banner">
      {count === 1 ? 'One thing' : `${count} things`} in these figures {count === 1 ? 'is' : 'are'} missing or
      doubtful.{' '}
      <Link to="/issues" search={keepLens}>
        See what to do
      </Link>
    </p>
  );
}
